// SPDX-License-Identifier: GPL-3.0-or-later
/// @file spatial_run.h
/// What the files of the spatial mode graph share.
#ifndef TALUS_SRC_LAB_SPATIAL_SPATIAL_RUN_H
#define TALUS_SRC_LAB_SPATIAL_SPATIAL_RUN_H

#include "lab/spatial/spatial_flow.h"

typedef struct spatial_run {
    const talus_spatial_block *block;
    const talus_spatial_law *law;
    const talus_spatial_options *options;
    talus_spatial_state *state;
    talus_spatial_summary *summary;
    spatial_flow flow;
} spatial_run;

/// Go over to another mode about another corner of the same facet; the block does not move.
void run_pivot(spatial_run *run, talus_spatial_mode mode, int pivot);
/// Count the event, add its energy, hand it out with the state after it.
void run_report(spatial_run *run, talus_spatial_event event);
/// Lie still until the base shakes the block up or time ends. @return true when the run is over
bool run_rest(spatial_run *run);

#endif
