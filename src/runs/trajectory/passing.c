// SPDX-License-Identifier: GPL-3.0-or-later
// What a rock passes on its way: drag layers that may hold it, and ground that it could pass through.
#include "runs/trajectory/trajectory.h"

#include "physics/terrain/terrain_internal.h"

bool trajectory_can_tunnel(const trajectory *t, double way, double jump_before, double jump_after)
{
    const double rise = way * (1.0 + t->campaign->site.terrain->steepest);
    return jump_before < rise || jump_after < rise;
}

/// J, for a climb over what lies in the forest.
static double climb_of(const trajectory *t, const talus_forest *forest)
{
    return t->mass * t->campaign->step.gravity * forest->hold_height;
}

void trajectory_pass_layer(trajectory *t, const talus_forest *forest, double energy, double way)
{
    if (forest == NULL || !(forest->hold_height > 0.0)) {
        t->is_in_layer = false;
        return;
    }
    if (!t->is_in_layer) {
        const double first = TRAJECTORY_FIRST_CLIMBS * climb_of(t, forest);
        t->mean_energy = energy > first ? energy : first;
        t->is_in_layer = true;
    }
    const double share = way < forest->hold_path ? way / forest->hold_path : 1.0;
    t->mean_energy += share * (energy - t->mean_energy);
}

bool trajectory_is_held(trajectory *t, double way)
{
    trajectory_pass_layer(t, t->report.forest, t->kinetic_energy, way);
    return t->is_in_layer && t->report.touching && t->mean_energy < climb_of(t, t->report.forest);
}
