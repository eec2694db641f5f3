// SPDX-License-Identifier: GPL-3.0-or-later
// What a spatial run reports, and about which corner the block turns.
#include "lab/spatial/spatial_run.h"

void run_pivot(spatial_run *run, talus_spatial_mode mode, int pivot)
{
    talus_spatial_state *state = run->state;
    const talus_vec3 from = run->block->corners[state->pivot];
    const talus_vec3 to = run->block->corners[pivot];
    state->position =
        vec3_add(state->position, talus_quat_rotate(state->attitude, vec3_sub(to, from)));
    state->position.z = 0.0;
    state->pivot = pivot;
    state->mode = mode;
}

void run_report(spatial_run *run, talus_spatial_event event)
{
    talus_spatial_summary *summary = run->summary;
    event.after = *run->state;
    summary->energy_impacts += event.energy_change;
    const bool impact =
        event.kind == TALUS_SPATIAL_EDGE_IMPACT || event.kind == TALUS_SPATIAL_FACET_IMPACT;
    summary->energy_gains += impact && event.energy_change > 1e-12 * fabs(summary->energy_begin);
    summary->edge_impacts += event.kind == TALUS_SPATIAL_EDGE_IMPACT;
    summary->facet_impacts += event.kind == TALUS_SPATIAL_FACET_IMPACT;
    summary->corner_impacts += event.kind == TALUS_SPATIAL_CORNER_IMPACT;
    if (run->options->on_event) {
        run->options->on_event(run->options->user, &event);
    }
}
