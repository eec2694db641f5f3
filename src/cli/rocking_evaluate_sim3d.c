// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus rocking evaluate`: runs of spatial blocks and the error of a fit (sections 7 and
// 8 of docs/rocking.md).
#include "cli/rocking_evaluate_spatial.h"

#include "math/linalg.h"

#include <stdlib.h>

/// Impacts answered, and impacts over which "opmf" is taken unless opmf_impacts says otherwise.
enum { SIM3D_IMPACTS = 16, SIM3D_OPMF_IMPACTS = 8 };

typedef struct sim3d_record {
    talus_spatial_event events[SIM3D_IMPACTS];
    size_t count, opmf_count;
    talus_rocking_peaks peaks;
} sim3d_record;

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

static void put_event(evaluate_case *c, const talus_spatial_event *event)
{
    const talus_vec3 before = event->w_minus, after = event->after.w;
    const double w_minus[3] = {before.x, before.y, before.z};
    const double w_plus[3] = {after.x, after.y, after.z};
    files_json_begin(c->out, NULL, '{');
    evaluate_put(c, "t", event->after.time);
    evaluate_put_numbers(c, "w_minus", w_minus, 3);
    evaluate_put(c, "pivot", event->after.pivot + 1);
    evaluate_put_numbers(c, "w_plus", w_plus, 3);
    evaluate_put(c, "dE", event->energy_change);
    files_json_end(c->out, '}');
}

void evaluate_sim3d(evaluate_case *c)
{
    const talus_spatial_block block = evaluate_spatial_block(c);
    const double tilt = evaluate_positive(c, "tilt");
    const double lam = evaluate_number(c, "lam"), lat = evaluate_number(c, "lat");
    const double lon = evaluate_number(c, "lon");
    talus_spatial_law law = talus_spatial_law_uniform(lam, lat, lon);
    law.edge_tau = evaluate_number_or(c, "tau", 0.0);
    sim3d_record record = {.opmf_count = evaluate_has(c, "opmf_impacts")
                                             ? evaluate_count(c, "opmf_impacts", 2, SIM3D_IMPACTS)
                                             : SIM3D_OPMF_IMPACTS};
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = evaluate_positive_or(c, "g", 9.81);
    options.tolerance = 1e-12;
    options.end_time = 1e3;
    options.impact_limit = SIM3D_IMPACTS;
    options.sample_interval = 1e-3;
    options.on_sample = keep_sample;
    options.on_event = keep_impact;
    options.user = &record;
    evaluate_spatial_limit(c, "lam", lam);
    evaluate_spatial_limit(c, "lat", lat);
    evaluate_spatial_limit(c, "lon", lon);
    talus_spatial_state state = talus_spatial_release(&block, 1, tilt);
    talus_spatial_summary summary;
    talus_error error;
    if (c->failed) {
        return;
    }
    if (talus_spatial_run(&block, &law, &options, &state, &summary, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
        return;
    }
    files_json_begin(c->out, "impacts", '[');
    for (size_t i = 0; i < record.count; i++) {
        put_event(c, &record.events[i]);
    }
    files_json_end(c->out, ']');
    evaluate_put(c, "opmf", record.peaks.y > 0.0 ? record.peaks.x / record.peaks.y : 0.0);
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
