// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: runs of spatial blocks and the error of a fit (sections 7 and
// 8 of docs/rocking.md).
#include "cases/evaluate/rocking_evaluate_spatial.h"

#include "foundation/math/linalg.h"

#include <stdlib.h>

/// Impacts answered; impacts over which "opmf" is taken, and samples from the first to the last of
/// them, unless opmf_impacts and opmf_samples say otherwise. The reference took 2001 samples.
enum { SIM3D_IMPACTS = 16, SIM3D_OPMF_IMPACTS = 8, SIM3D_OPMF_SAMPLES = 2001 };

typedef struct sim3d_record {
    talus_spatial_event events[SIM3D_IMPACTS];
    size_t count, opmf_count;
    talus_rocking_peaks peaks; ///< between samples, too
} sim3d_record;

typedef struct sim3d_run {
    talus_spatial_block block;
    talus_spatial_law law;
    talus_spatial_options options;
    double tilt;
} sim3d_run;

static void keep_sample(void *user, const talus_spatial_state *state)
{
    sim3d_record *record = user;
    if (record->count > 0 && record->count < record->opmf_count) {
        talus_rocking_peaks_add(&record->peaks, state->time, state->attitude, state->w);
    }
}

static void keep_impact(void *user, const talus_spatial_event *event)
{
    sim3d_record *record = user;
    if ((event->kind == TALUS_SPATIAL_EDGE_IMPACT || event->kind == TALUS_SPATIAL_FACET_IMPACT) &&
        record->count < SIM3D_IMPACTS) {
        if (record->count < record->opmf_count) {
            const talus_spatial_state *after = &event->after;
            if (record->count > 0) {
                talus_rocking_peaks_add(&record->peaks, after->time, after->attitude,
                                        event->w_minus);
            }
            talus_rocking_peaks_add(&record->peaks, after->time, after->attitude, after->w);
        }
        record->events[record->count++] = *event;
    }
}

/// Angles of a sample alone: no peak between samples counts.
static void keep_angles(void *user, const talus_spatial_state *state)
{
    talus_rocking_peaks *peaks = user;
    peaks->begun = false;
    talus_rocking_peaks_add(peaks, state->time, state->attitude, state->w);
}

/// The run again, its clock set to 0 at the first impact: `samples` at equal spacing up to the last
/// one, both impacts among them.
static talus_status sample_peaks(sim3d_run *run, const sim3d_record *record, size_t last,
                                 size_t samples, talus_rocking_peaks *peaks, talus_error *error)
{
    const talus_spatial_state *from = &record->events[0].after, *to = &record->events[last].after;
    const double window = to->time - from->time;
    talus_spatial_summary summary;
    talus_spatial_state state = talus_spatial_release(&run->block, 1, run->tilt);
    *peaks = (talus_rocking_peaks){.x = 0.0};
    keep_angles(peaks, from);
    keep_angles(peaks, to);
    state.time = -from->time;
    run->options.end_time = 1e-9 * window; // to the first impact, without samples
    run->options.on_event = NULL;
    run->options.on_sample = NULL;
    const talus_status status =
        talus_spatial_run(&run->block, &run->law, &run->options, &state, &summary, error);
    if (status != TALUS_OK) {
        return status;
    }
    run->options.end_time = window * (1.0 - 1e-9);
    run->options.sample_interval = window / (double)(samples - 1);
    run->options.on_sample = keep_angles;
    run->options.user = peaks;
    return talus_spatial_run(&run->block, &run->law, &run->options, &state, &summary, error);
}

static void write_event(evaluate_case *c, const talus_spatial_event *event)
{
    const talus_vec3 before = event->w_minus, after = event->after.w;
    const double w_minus[3] = {before.x, before.y, before.z};
    const double w_plus[3] = {after.x, after.y, after.z};
    files_json_begin(c->out, NULL, '{');
    evaluate_put(c, "t", event->after.time);
    evaluate_write_numbers(c, "w_minus", w_minus, 3);
    evaluate_put(c, "pivot", event->after.pivot + 1);
    evaluate_write_numbers(c, "w_plus", w_plus, 3);
    evaluate_put(c, "dE", event->energy_change);
    files_json_end(c->out, '}');
}

static sim3d_run read_run(evaluate_case *c)
{
    const double lam = evaluate_number(c, "lam"), lat = evaluate_number(c, "lat");
    const double lon = evaluate_number(c, "lon");
    sim3d_run run = {.block = evaluate_spatial_block(c),
                     .law = talus_spatial_law_uniform(lam, lat, lon),
                     .options = talus_spatial_options_default(),
                     .tilt = evaluate_positive(c, "tilt")};
    run.law.edge_tau = evaluate_number_or(c, "tau", 0.0);
    run.options.gravity = evaluate_positive_or(c, "g", 9.81);
    run.options.tolerance = 1e-13;
    run.options.end_time = 1e3;
    run.options.impact_limit = SIM3D_IMPACTS;
    evaluate_spatial_limit(c, "lam", lam);
    evaluate_spatial_limit(c, "lat", lat);
    evaluate_spatial_limit(c, "lon", lon);
    return run;
}

static size_t count_or(evaluate_case *c, const char *name, size_t least, size_t most,
                       size_t fallback)
{
    return evaluate_has(c, name) ? evaluate_count(c, name, least, most) : fallback;
}

void evaluate_sim3d(evaluate_case *c)
{
    enum { MOST = 10000000 };
    sim3d_run run = read_run(c);
    sim3d_record record = {.opmf_count =
                               count_or(c, "opmf_impacts", 2, SIM3D_IMPACTS, SIM3D_OPMF_IMPACTS)};
    const size_t samples = count_or(c, "opmf_samples", 0, MOST, SIM3D_OPMF_SAMPLES);
    run.options.sample_interval = 1e-3;
    run.options.on_sample = keep_sample;
    run.options.on_event = keep_impact;
    run.options.user = &record;
    talus_spatial_state state = talus_spatial_release(&run.block, 1, run.tilt);
    talus_spatial_summary summary;
    talus_error error;
    if (c->failed) {
        return;
    }
    if (talus_spatial_run(&run.block, &run.law, &run.options, &state, &summary, &error) !=
        TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    files_json_begin(c->out, "impacts", '[');
    for (size_t i = 0; i < record.count; i++) {
        write_event(c, &record.events[i]);
    }
    files_json_end(c->out, ']');
    talus_rocking_peaks peaks = record.peaks;
    const size_t last = record.count < record.opmf_count ? record.count : record.opmf_count;
    if (samples >= 2 && last >= 2 &&
        sample_peaks(&run, &record, last - 1, samples, &peaks, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    evaluate_put(c, "opmf", peaks.y > 0.0 ? peaks.x / peaks.y : 0.0);
}

void evaluate_fit_error(evaluate_case *c)
{
    enum { MOST = 100000 };
    const double rate = evaluate_positive(c, "rate");
    const size_t count = evaluate_count(c, "n", 2, MOST);
    double truth[TALUS_SPATIAL_UNKNOWNS], trial[TALUS_SPATIAL_UNKNOWNS];
    evaluate_vector(c, "true", truth, TALUS_SPATIAL_UNKNOWNS);
    evaluate_vector(c, "trial", trial, TALUS_SPATIAL_UNKNOWNS);
    talus_spatial_record record = {.block = evaluate_spatial_block(c),
                                   .gravity = evaluate_positive_or(c, "g", 9.81)};
    talus_vec3 *measured = c->failed ? NULL : calloc(2 * count, sizeof *measured);
    if (!measured) {
        evaluate_refuse(c, "out of memory");
        return;
    }
    record.measured =
        (talus_inertial_series){.count = count, .interval = 1.0 / rate, .rate = measured};
    // the error of the true run against zero rates leaves its rates in the first half
    const double begin = talus_spatial_fit_error(&record, truth, measured);
    const double error = talus_spatial_fit_error(&record, trial, measured + count);
    if (!isfinite(begin) || !isfinite(error)) {
        evaluate_refuse(c, "no run is possible with these parameters");
    } else {
        evaluate_put(c, "error", error);
    }
    free(measured);
}
