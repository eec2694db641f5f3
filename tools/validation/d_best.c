// SPDX-License-Identifier: GPL-3.0-or-later
// D. What the best calibration could gain at Tschamut: simulated run-outs that are moved and
// stretched, block by block, to the mean and spread of the measured ones.
#include "runs.h"

#include "foundation/files/records.h"
#include "studies/validation/validate_score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "terrain/tschamut/"
/// Of all starts but two the proxy is steeper.
#define FLAT_START (25.0 * TALUS_PI / 180.0)
enum { REPLICATES = 120, MOST_RUNS = 64, MOST_ROCKS = MOST_RUNS * REPLICATES, PATH_SIZE = 4200 };

/// A measured run and its rocks.
typedef struct field_run {
    size_t block;
    bool is_flat; ///< starts on less than FLAT_START of the proxy
    double measured;
    double simulated[REPLICATES];
} field_run;

/// One half of the runs.
typedef struct field_half {
    size_t count;
    field_run runs[MOST_RUNS];
} field_half;

static const char *const blocks[] = {"St. Leonard", "Most heavy", "Plate"};
enum { BLOCKS = sizeof blocks / sizeof blocks[0] };

/// Mean and standard deviation of the run-outs of one block.
typedef struct block_moments {
    double measured_mean, measured_sd, mean, sd;
} block_moments;

static talus_status read_half(const validation *v, const char *half, field_half *out,
                              talus_error *error)
{
    char path[PATH_SIZE];
    files_records rows;
    snprintf(path, sizeof path, "%s/" FOLDER "%s.csv", v->source, half);
    talus_status status = files_records_read(path, &rows, error);
    if (status != TALUS_OK) {
        return status;
    }
    static const size_t columns[] = {2, 3, 5, 6}; // x, y, end_x, end_y
    out->count = rows.rows < MOST_RUNS ? rows.rows : MOST_RUNS;
    for (size_t k = 0; k < out->count && status == TALUS_OK; k++) {
        double at[4];
        for (size_t c = 0; c < 4 && status == TALUS_OK; c++) {
            status = files_records_number(&rows, k, columns[c], &at[c], error);
        }
        out->runs[k].measured = hypot(at[2] - at[0], at[3] - at[1]);
        for (size_t b = 0; b < BLOCKS; b++) {
            if (strcmp(files_records_text(&rows, k, 1), blocks[b]) == 0) {
                out->runs[k].block = b;
            }
        }
    }
    files_records_clear(&rows);
    return status;
}

/// REPLICATES rocks for each run of both halves.
static talus_status simulate(const validation *v, const char *ground, field_half halves[2],
                             talus_error *error)
{
    char scenario[64], releases[160];
    snprintf(scenario, sizeof scenario, FOLDER "field_%s.yaml", ground);
    snprintf(releases, sizeof releases,
             "[{name: fit, runs: fit.csv, replicates: %d}, {name: check, runs: check.csv, "
             "replicates: %d}]",
             REPLICATES, REPLICATES);
    const talus_override override = {"releases", releases};
    run_case c;
    run_result result = {0};
    talus_status status = run_load_with(v, scenario, &override, 1, &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = run_campaign(&c.campaign, &result, error);
    const talus_rock_record *rocks = NULL;
    size_t count = 0;
    if (status == TALUS_OK) {
        status = talus_results_records(result.results, &rocks, &count, error);
    }
    size_t next[2] = {0, 0};
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        field_half *half = &halves[rocks[k].release];
        const size_t n = next[rocks[k].release]++; // the rows in turn
        field_run *run = &half->runs[n % half->count];
        double z, dzdx, dzdy;
        run->simulated[n / half->count] = result.runout[k];
        run->is_flat =
            talus_terrain_surface(c.campaign.site.terrain, rocks[k].start.r.x, rocks[k].start.r.y,
                                  &z, &dzdx, &dzdy) == TALUS_INSIDE &&
            hypot(dzdx, dzdy) < tan(FLAT_START);
    }
    run_result_clear(&result);
    run_clear(&c);
    return status;
}

/// Of the runs that count.
static block_moments moments_of(const field_half *half, size_t block, bool with_flat)
{
    static double simulated[MOST_ROCKS];
    double measured[MOST_RUNS];
    size_t runs = 0, rocks = 0;
    for (size_t k = 0; k < half->count; k++) {
        const field_run *run = &half->runs[k];
        if (run->block == block && (with_flat || !run->is_flat)) {
            measured[runs++] = run->measured;
            memcpy(simulated + rocks, run->simulated, sizeof run->simulated);
            rocks += REPLICATES;
        }
    }
    block_moments m;
    run_moments(measured, runs, &m.measured_mean, &m.measured_sd);
    run_moments(simulated, rocks, &m.mean, &m.sd);
    return m;
}

/// What is done to the simulated run-outs before they are scored.
typedef struct correction {
    const char *words;
    const field_half *source; ///< of the moments; NULL: nothing is done
    bool is_stretched;        ///< the spread is that of the measured ones, too
} correction;

/// The runs of `check` with climatology from `fit`.
static talus_status score(const field_half halves[2], const correction *corrected, bool with_flat,
                          validate_observable *out, talus_error *error)
{
    validate_sample sample = {.name = "runout_m", .width = 1};
    bool is_full = true;
    for (size_t k = 0; k < halves[1].count && is_full; k++) {
        const field_run *run = &halves[1].runs[k];
        if (run->is_flat && !with_flat) {
            continue;
        }
        block_moments m = {0.0, 1.0, 0.0, 1.0};
        if (corrected->source != NULL) {
            m = moments_of(corrected->source, run->block, with_flat);
        }
        const double stretch = corrected->is_stretched ? m.measured_sd / m.sd : 1.0;
        validate_row *row = validate_sample_add(&sample);
        is_full = row != NULL;
        for (size_t n = 0; n < REPLICATES && is_full; n++) {
            const double x = m.measured_mean + stretch * (run->simulated[n] - m.mean);
            is_full = validate_ensemble_add(&row->simulated, 1, &x);
        }
        for (size_t n = 0; n < halves[0].count && is_full; n++) {
            const field_run *other = &halves[0].runs[n];
            is_full = other->block != run->block ||
                      validate_ensemble_add(&row->climatology, 1, &other->measured);
        }
        if (is_full) {
            row->is_measured = true;
            row->measured[0] = run->measured;
        }
    }
    const talus_status status = is_full
                                    ? validate_score(&sample, 1, out, error)
                                    : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    validate_sample_clear(&sample);
    return status;
}

static talus_status report_ground(validation *v, const char *ground, field_half halves[2],
                                  talus_error *error)
{
    const correction corrections[] = {
        {"as simulated", NULL, false},
        {"each block moved to the mean of the other half", &halves[0], false},
        {"to its mean and spread", &halves[0], true},
        {"**to the mean and spread of this half itself**", &halves[1], true},
    };
    talus_status status = simulate(v, ground, halves, error);
    for (size_t k = 0; k < sizeof corrections / sizeof corrections[0] && status == TALUS_OK; k++) {
        validate_observable all, steep;
        status = score(halves, &corrections[k], true, &all, error);
        if (status == TALUS_OK) {
            status = score(halves, &corrections[k], false, &steep, error);
        }
        if (status == TALUS_OK) {
            files_text_add(&v->page,
                           "| `%s` | %s | %.1f | %.2f (%.2f to %.2f) | %.1f | %.2f (%.2f to %.2f) "
                           "|\n",
                           ground, corrections[k].words, all.crps, all.skill, all.skill_low,
                           all.skill_high, steep.crps, steep.skill, steep.skill_low,
                           steep.skill_high);
            fprintf(stderr, "   %s, %s: skill %.2f\n", ground, corrections[k].words, all.skill);
        }
    }
    return status;
}

/// Of the rocks of the runs of `check` that start on flat ground, or of the others.
static double share_held(const field_half *half, bool is_flat, size_t *runs)
{
    size_t held = 0;
    *runs = 0;
    for (size_t k = 0; k < half->count; k++) {
        if (half->runs[k].is_flat == is_flat) {
            (*runs)++;
            for (size_t n = 0; n < REPLICATES; n++) {
                held += half->runs[k].simulated[n] < 10.0;
            }
        }
    }
    return *runs == 0 ? 0.0 : (double)held / (double)(*runs * REPLICATES);
}

talus_status validate_best(validation *v, talus_error *error)
{
    static const char *const grounds[] = {"medium", "stony_meadow"};
    if (!v->full) {
        return TALUS_OK; // a minute
    }
    field_half *halves = calloc(2, sizeof *halves);
    if (halves == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    talus_status status = read_half(v, "fit", &halves[0], error);
    if (status == TALUS_OK) {
        status = read_half(v, "check", &halves[1], error);
    }
    if (status == TALUS_OK) {
        report_heading(v, "D. Tschamut: what the best calibration could gain");
        report_text(
            v,
            "Even the best calibration of each block's mean and spread would not make the "
            "simulated run-outs better than climatology. The run-outs of the half `check`, %d "
            "replicates, are moved, or moved and stretched, to the mean and standard deviation of "
            "each block in the half `fit`; in the last row of each ground to those of the very "
            "runs that are scored, which no calibration can know. The columns on the right leave "
            "out the runs that start where the proxy is flatter than 25 degrees.",
            REPLICATES);
        files_text_add(
            &v->page, "\n| ground | run-outs | CRPS (m) | skill over climatology (90 %%) | without "
                      "flat starts: CRPS (m) | skill |\n|---|---|---|---|---|---|\n");
    }
    for (size_t k = 0; k < 2 && status == TALUS_OK; k++) {
        status = report_ground(v, grounds[k], halves, error);
    }
    if (status == TALUS_OK) {
        size_t flat, steep;
        const double held_flat = share_held(&halves[1], true, &flat);
        const double held_steep = share_held(&halves[1], false, &steep);
        report_text(v,
                    "On `stony_meadow` the share of rocks that end within 10 m is %.2f in the %zu "
                    "runs with flat starts and %.3f in the other %zu. In the field the runs with "
                    "flat starts went as far as their neighbours: the proxy rounds off the top of "
                    "the slope.",
                    held_flat, flat, held_steep, steep);
        report_text(
            v,
            "What remains is which run goes farther and how long the tails are. Both depend on the "
            "path over the terrain: a top that is rounded off and a bench that is smoothed are "
            "not the independent errors of the synthetic runs above. Only a survey can decide "
            "whether the terrain is the cause.");
    }
    free(halves);
    return status;
}
