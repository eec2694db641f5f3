// SPDX-License-Identifier: GPL-3.0-or-later
// States of runs. Digests stop nearly every damaged byte, so they are made right again here: what
// is tried are the readers behind them. Input: size of the state (2 bytes, low one first), state,
// log of rocks.
#include "fuzz.h"

#include "runs/campaign/fingerprint.h"
#include "runs/ensemble/rock_log.h"
#include "runs/ensemble/state.h"
#include "talus/run.h"
#include "talus/world.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DIGEST = 8, LOG_HEADER = 16, LOG_FRAME = 8 };

static talus_world *world;
static campaign_fingerprint fingerprint;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    talus_scenario *scenario = NULL;
    talus_error error = {0};
    if (talus_scenario_read(TALUS_SOURCE_DIR "/tests/fuzz/checkpoint.yaml", NULL, 0, NULL,
                            &scenario, &error) != TALUS_OK ||
        talus_world_load(scenario, NULL, &world, &error) != TALUS_OK ||
        campaign_fingerprint_of(talus_world_campaign(world), &fingerprint, &error) != TALUS_OK) {
        fuzz_fail("tests/fuzz/checkpoint.yaml: %s", error.message);
    }
    talus_scenario_destroy(scenario);
    mkdir(fuzz_path("state"), 0777);
    return 0;
}

/// Write the log of rocks anew with these entries. @return false if it cannot be one
static bool write_log(const uint8_t *log, size_t size, rock_log_mark *mark)
{
    rock_log out;
    byte_writer *entry = NULL;
    const char *path = fuzz_path("state/rocks");
    if (size <= LOG_HEADER + 2 * LOG_FRAME ||
        rock_log_open(&out, path, (rock_log_mark){0}, NULL) != TALUS_OK) {
        return false;
    }
    const uint8_t *entries = log + LOG_HEADER + LOG_FRAME;
    const size_t length = size - LOG_HEADER - 2 * LOG_FRAME;
    bool done = rock_log_entry(&out, entries[0], &entry, NULL) == TALUS_OK;
    if (done) {
        byte_write_bytes(entry, entries + 1, length - 1);
        done = rock_log_sync(&out, NULL) == TALUS_OK;
    }
    *mark = out.end;
    rock_log_close(&out);
    return done;
}

/// Write the state with the fingerprint and the log that belong to it.
static bool write_state(const uint8_t *state, size_t size, rock_log_mark mark)
{
    byte_writer out = {0};
    state_paths paths;
    state_file file = {0};
    talus_error error = {0};
    if (size < DIGEST || state_paths_of(fuzz_path("state"), &paths, &error) != TALUS_OK) {
        return false;
    }
    byte_write_bytes(&out, state, size - DIGEST);
    bool done = state_write(&out, &paths, &error) == TALUS_OK;
    byte_writer_clear(&out);
    if (done && state_open(&paths, &file, &error) == TALUS_OK) {
        file.head.fingerprint = fingerprint;
        file.head.rocks = mark;
        state_write_head(&file.head, &out);
        byte_write_bytes(&out, file.reader.data + file.reader.at,
                         file.reader.size - file.reader.at);
        done = state_write(&out, &paths, &error) == TALUS_OK;
        byte_writer_clear(&out);
    }
    state_close(&file);
    return done;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t state_size = size < 2 ? 0 : (size_t)data[0] + 256 * (size_t)data[1];
    rock_log_mark mark = {0};
    if (state_size == 0 || state_size + 2 > size ||
        !write_log(data + 2 + state_size, size - 2 - state_size, &mark) ||
        !write_state(data + 2, state_size, mark)) {
        return 0;
    }
    const char *directory = fuzz_path("state");
    talus_results *results = NULL;
    talus_error error = {0};
    const talus_merge_options options = {.size = sizeof(talus_merge_options),
                                         .allow_missing = true};
    const talus_status status = talus_campaign_merge(talus_world_campaign(world), &directory, 1,
                                                     &options, &results, &error);
    fuzz_expect_told(status, &error);
    talus_results_destroy(results);
    return 0;
}
