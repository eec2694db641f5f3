// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus rocking evaluate`: runs of spatial blocks and the error of a fit (sections 7 and
// 8 of docs/rocking.md).
#include "cli/rocking_evaluate_spatial.h"

#include "math/linalg.h"

enum { SIM3D_IMPACTS = 16 };

typedef struct sim3d_record {
    talus_spatial_event events[SIM3D_IMPACTS];
    size_t count;
} sim3d_record;

static void keep_impact(void *user, const talus_spatial_event *event)
{
    sim3d_record *record = user;
    if ((event->kind == TALUS_SPATIAL_EDGE_IMPACT || event->kind == TALUS_SPATIAL_FACET_IMPACT) &&
        record->count < SIM3D_IMPACTS) {
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
    sim3d_record record = {.count = 0};
    talus_spatial_options options = talus_spatial_options_default();
    options.gravity = evaluate_positive_or(c, "g", 9.81);
    options.tolerance = 1e-12;
    options.end_time = 1e3;
    options.impact_limit = SIM3D_IMPACTS;
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
}
