// SPDX-License-Identifier: GPL-3.0-or-later
/// @file accessors.h
/// What results hold, for code that has them: nothing is checked, nothing is copied. Callers outside
/// the library use talus/results.h.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ACCESSORS_H
#define TALUS_SRC_RUNS_ENSEMBLE_ACCESSORS_H

#include "talus/results.h"

const talus_totals *ensemble_totals(const talus_results *results);
const talus_checkpoint_report *ensemble_checkpoint(const talus_results *results);
/// (talus_campaign_rock_count), both
const talus_rock_record *ensemble_records(const talus_results *results);
const talus_rock_means *ensemble_means(const talus_results *results);

const talus_track *ensemble_tracks(const talus_results *results, size_t *count);
const talus_impact *ensemble_impacts(const talus_results *results, size_t *count);
const talus_break *ensemble_breaks(const talus_results *results, size_t *count);
const talus_fragment *ensemble_fragments(const talus_results *results, size_t *count);
const talus_hard_problem *ensemble_hard_problems(const talus_results *results, size_t *count);
const talus_net_counts *ensemble_nets(const talus_results *results, size_t *count);
const talus_wall_counts *ensemble_walls(const talus_results *results, size_t *count);
const talus_dam_counts *ensemble_dams(const talus_results *results, size_t *count);
const talus_stratum *ensemble_strata(const talus_results *results, size_t *count);
const talus_crossing *ensemble_crossings(const talus_results *results, size_t *count);
const talus_round *ensemble_rounds(const talus_results *results, size_t *count);

#endif
