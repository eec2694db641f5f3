// SPDX-License-Identifier: GPL-3.0-or-later
/// @file runs.h
/// Campaigns of scenario files, changed in memory and run: what the sections A, D and E compare.
#ifndef TOOLS_VALIDATION_RUNS_H
#define TOOLS_VALIDATION_RUNS_H

#include "talus/results.h"
#include "talus/world.h"
#include "validation.h"

/// A loaded scenario with a campaign of its own that may be changed.
typedef struct run_case {
    talus_diagnostics *diagnostics;
    talus_scenario *scenario;
    talus_world *world;
    talus_campaign campaign; ///< a copy; points into the world but for `releases`
    talus_release *releases; ///< (campaign.release_count) a copy: rocks may be changed
} run_case;

/// Load source/NAME, a path from the root of the source tree.
talus_status run_load(const validation *v, const char *name, run_case *c, talus_error *error);
/// The same with overrides, as --set of the command line.
talus_status run_load_with(const validation *v, const char *name, const talus_override *overrides,
                           size_t count, run_case *c, talus_error *error);
void run_clear(run_case *c);
/// Deal `rocks` evenly to the releases; at least one each.
void run_set_rocks(run_case *c, uint64_t rocks);

/// What a campaign did.
typedef struct run_result {
    talus_totals totals;
    double seconds; ///< processor time of all threads
    size_t count;   ///< rocks
    double *runout; ///< (count) m
    talus_results *results;
} run_result;
talus_status run_campaign(const talus_campaign *campaign, run_result *result, talus_error *error);
void run_result_clear(run_result *result);

/// Mean and standard deviation (n - 1) of the finite values; NaN for fewer than 1 and 2.
void run_moments(const double *values, size_t count, double *mean, double *deviation);

/// A ramp in the local metres of `c`, whose DEM starts at the world's (0, 0): falls by tan 40
/// degrees towards +x over `reach`, then lies flat for `flat` m; 500 m wide, nodes 1 m apart.
talus_status run_make_ramp(const run_case *c, double reach, double flat, double noise,
                           talus_terrain **terrain, talus_error *error);

/// Result directory of a run under the scratch folder, and a map of one layer beside the pictures,
/// shown on the page. Nothing without a scratch folder.
talus_status run_map(validation *v, const run_case *c, const run_result *result, const char *layer,
                     const char *name, const char *caption, talus_error *error);

#endif
