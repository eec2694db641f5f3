// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a rocking scenario: replay, resolved scenario.
#include "io/replay/replay.h"
#include "lab/study/rocking_internal.h"
#include "lab/study/rocking_run_internal.h"

#include <stdlib.h>

static const char replay_name[] = "replay.glb";

static talus_status write_replay(talus_directory *directory, const rocking_run *run,
                                 talus_error *error)
{
    const size_t n = run->sample_count;
    char path[4096] = "";
    replay_pose *poses = malloc((n + 1) * sizeof *poses);
    bool *kept = malloc((n + 1) * sizeof *kept);
    talus_status status = TALUS_OK;
    if (poses == NULL || kept == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the replay");
    } else {
        status = talus_directory_begin(directory, replay_name, path, sizeof path, error);
    }
    if (status == TALUS_OK) {
        for (size_t i = 0; i < n; i++) {
            const rocking_run_sample *s = &run->samples[i];
            poses[i] = (replay_pose){s->time, s->position, s->attitude};
            kept[i] = !s->regular;
        }
        const replay_block block = {.base = run->block.corners,
                                    .base_count = run->block.corner_count,
                                    .top = rocking_block_top(&run->scenario->keys),
                                    .outcome = rocking_run_outcome_name(run->outcome),
                                    .poses = poses,
                                    .count = n,
                                    .kept = kept};
        status = replay_write(path, &block, error);
    }
    free(poses);
    free(kept);
    return status == TALUS_OK ? talus_directory_commit(directory, replay_name, error) : status;
}

static talus_status write_scenario(talus_directory *directory, const rocking_run *run,
                                   talus_error *error)
{
    char *resolved = rocking_scenario_resolved(run->scenario, talus_directory_path(directory));
    files_text text = {.first = true, .failed = resolved == NULL};
    if (resolved != NULL) {
        files_text_add(&text, "%s", resolved);
    }
    free(resolved);
    return directory_write_text(directory, "scenario.yaml", &text, error);
}

talus_status rocking_run_claim(talus_directory *directory, const rocking_scenario *scenario,
                               talus_error *error)
{
    static const char *const names[] = {"history.csv", "impacts.csv", "history.svg",
                                        "scenario.yaml", NULL};
    const talus_status status = directory_claim_all(directory, names, error);
    return status == TALUS_OK && scenario->keys.outputs.replay
               ? talus_directory_claim(directory, replay_name, error)
               : status;
}

talus_status rocking_run_write(talus_directory *directory, const rocking_run *run,
                               talus_error *error)
{
    talus_status status = rocking_run_write_history(directory, run, error);
    status = status == TALUS_OK ? rocking_run_write_impacts(directory, run, error) : status;
    status = status == TALUS_OK ? rocking_run_chart(directory, run, error) : status;
    if (status == TALUS_OK && run->scenario->keys.outputs.replay) {
        status = write_replay(directory, run, error);
    }
    return status == TALUS_OK ? write_scenario(directory, run, error) : status;
}
