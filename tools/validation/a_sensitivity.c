// SPDX-License-Identifier: GPL-3.0-or-later
// A. What the ratios of the ramp hang on: its length, its noise, and how much flat is counted.
#include "a_ramp.h"

#include <stdio.h>

typedef struct ramp_geometry {
    double reach, flat, noise; ///< m
} ramp_geometry;

/// Ratios midpoint / explicit on another ramp, as one line of a table.
static talus_status report_geometry(validation *v, run_case *c, const ramp_geometry *g,
                                    talus_error *error)
{
    run_result results[SCHEME_PAIR];
    talus_terrain *terrain = NULL;
    talus_status status = run_make_ramp(c, g->reach, g->flat, g->noise, &terrain, error);
    if (status != TALUS_OK) {
        return status;
    }
    c->campaign.site.terrain = terrain;
    status = ramp_run_pair(c, results, error);
    if (status == TALUS_OK) {
        const ramp_pooled a = ramp_pooled_of(&results[0].totals);
        const ramp_pooled b = ramp_pooled_of(&results[1].totals);
        files_text_add(&v->page, "| %g | %g | %g |", g->reach, g->flat, g->noise);
        for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
            files_text_add(&v->page, " %.2f |", b.mean[k] / a.mean[k]);
        }
        files_text_add(&v->page, " %.2f | %.2f | %.0f, %.0f |\n", results[1].totals.axis_share[2],
                       results[0].totals.axis_share[2], results[1].totals.runout.mean,
                       results[0].totals.runout.mean);
    }
    run_result_clear(&results[0]);
    run_result_clear(&results[1]);
    talus_terrain_destroy(terrain);
    return status;
}

talus_status validate_ramp_sensitivity(validation *v, talus_error *error)
{
    static const ramp_geometry geometries[] = {
        {100, 700, 0.05}, {100, 700, 0.15},  {100, 700, 0.3},   {200, 900, 0.05}, {200, 900, 0.15},
        {200, 900, 0.3},  {400, 1100, 0.05}, {400, 1100, 0.15}, {400, 1100, 0.3}, {200, 900, 0.0},
        {200, 2, 0.15},   {200, 50, 0.15},   {200, 200, 0.15},
    };
    if (!v->full) {
        return TALUS_OK;
    }
    run_case c;
    talus_status status = run_load(v, "scenarios/ramp.yaml", &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    run_set_rocks(&c, 300);
    report_heading(v, "A. Sensitivity of the ramp's ratios");
    report_text(
        v,
        "On every ramp of this table the rocks have more energy and spin and jump lower under "
        "`midpoint` than under `explicit`, as published. How much depends on the length of the "
        "slope, on its noise and on the part of the flat that counts. The ratios are midpoint "
        "over explicit, with 300 rocks. Rocks that reach the end of a short flat leave the domain, "
        "so the last three rows count only the slope and the first part of the flat. Published: "
        "energy 1.12, speed 0.99, spin 1.16, jump 0.73.");
    files_text_add(
        &v->page, "\n| slope, horizontal (m) | flat (m) | noise (m) | energy | speed | spin | jump "
                  "| major share, midpoint | explicit | run-out, midpoint and explicit (m) |\n"
                  "|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof geometries / sizeof geometries[0] && status == TALUS_OK; i++) {
        status = report_geometry(v, &c, &geometries[i], error);
    }
    run_clear(&c);
    return status;
}
