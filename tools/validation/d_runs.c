// SPDX-License-Identifier: GPL-3.0-or-later
// D. Measured runs of Tschamut 2014 and simulations of them.
#include "d_tschamut.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Column `index` (from 0) of a line of comma-separated values; false when there is none.
static bool column_of(const char *line, int index, char *text, size_t size)
{
    for (; index > 0 && *line && *line != '\n'; index--) {
        line += strcspn(line, ",\n");
        line += *line == ',';
    }
    const size_t length = strcspn(line, ",\r\n");
    snprintf(text, size, "%.*s", (int)(length < size ? length : size - 1), line);
    return index == 0 && length > 0;
}

talus_status tschamut_read(const validation *v, tschamut_block *blocks, talus_error *error)
{
    enum { RUNOUT = 9, BLOCK = 10 }; // columns
    static const tschamut_block known[TSCHAMUT_BLOCKS] = {
        {.id = "1", .name = "St. Leonard, 69 kg", .published_mean = 107, .published_deviation = 16},
        {.id = "2", .name = "most heavy, 79 kg", .published_mean = 100, .published_deviation = 18},
        {.id = "4", .name = "plate, 40 kg", .published_mean = 88, .published_deviation = 25},
    };
    char path[4096], *text = NULL;
    size_t size;
    memcpy(blocks, known, sizeof known);
    snprintf(path, sizeof path, "%s/terrain/tschamut/observed_deposition.csv", v->source);
    const talus_status status = files_read_all(path, &text, &size, error);
    if (status != TALUS_OK) {
        return status;
    }
    const char *line = strchr(text, '\n');
    while (line && *++line) {
        char id[16], runout[32];
        const bool whole =
            column_of(line, BLOCK, id, sizeof id) && column_of(line, RUNOUT, runout, sizeof runout);
        for (int k = 0; k < TSCHAMUT_BLOCKS && whole; k++) {
            tschamut_block *block = &blocks[k];
            if (strcmp(id, block->id) == 0 && block->count < TSCHAMUT_MOST_RUNS) {
                block->runout[block->count++] = strtod(runout, NULL);
            }
        }
        line = strchr(line, '\n');
    }
    free(text);
    return TALUS_OK;
}

size_t tschamut_measured(const tschamut_block *block, tschamut_half half, double *runouts)
{
    size_t count = 0;
    for (size_t i = half; i < block->count; i += TSCHAMUT_HALVES) {
        runouts[count++] = block->runout[i];
    }
    return count;
}

talus_status tschamut_run(const validation *v, const tschamut_block *block, tschamut_half half,
                          const tschamut_ground *ground, tschamut_sample sample, run_result *result,
                          talus_error *error)
{
    char path[128], roughness[32] = "", mu_min[32] = "";
    run_case c;
    *result = (run_result){0};
    snprintf(path, sizeof path, "terrain/tschamut/block_%s.yaml", block->id);
    if (ground) {
        snprintf(roughness, sizeof roughness, "%.9f", ground->roughness);
        snprintf(mu_min, sizeof mu_min, "%.9f", ground->mu_min);
    }
    const talus_override overrides[] = {{"terrain.roughness.amplitude_m", roughness},
                                        {"ground.0.mu_min", mu_min}};
    talus_status status = run_load_with(v, path, overrides, ground ? 2 : 0, &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (c.campaign.release_count != block->count) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s has %zu releases, but %zu runs were measured", path,
                                 c.campaign.release_count, block->count);
    } else {
        size_t kept = 0;
        for (size_t i = half; i < block->count; i += TSCHAMUT_HALVES) {
            c.releases[kept++] = c.releases[i];
        }
        c.campaign.release_count = kept;
        run_set_rocks(&c, sample.rocks * kept);
        c.campaign.seed = sample.seed;
        status = run_campaign(&c.campaign, result, error);
    }
    run_clear(&c);
    return status;
}
