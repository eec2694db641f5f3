// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a rock's life without contact: many steps of a parabola at once.
#include "stepper/flight.h"

#include "contact/contact.h"
#include "terrain/terrain_internal.h"
#include "trajectory/trajectory.h"

enum { LONGEST_PAUSE = 1 };

/// Begin a flight when the last step was open; after a plan that fails, some steps go by. A state
/// that has diverged is left to the step that says so.
static void plan(trajectory *t)
{
    if (t->report.contact_count > 0 || t->speed > TRAJECTORY_SPEED_LIMIT ||
        t->spin > TRAJECTORY_SPIN_LIMIT) {
        t->look_after = t->look_pause = 0;
        return;
    }
    if (t->look_after > 0) {
        t->look_after--;
        return;
    }
    const uint64_t most = t->step_limit > t->record.steps ? t->step_limit - t->record.steps : 0;
    t->flight_left = talus_flight_plan(t->stepper, &t->state, most, &t->flight);
    t->look_pause = t->flight_left > 0              ? 0
                    : t->look_pause < LONGEST_PAUSE ? 2 * t->look_pause + 1
                                                    : LONGEST_PAUSE;
    t->look_after = t->look_pause;
}

bool trajectory_can_tunnel(const trajectory *t, double way, double jump_before, double jump_after)
{
    const double rise = way * (1.0 + t->campaign->site.terrain->steepest);
    return jump_before < rise || jump_after < rise;
}

/// Positions, speeds and heights after the steps `first`, first + 1, ... of the flight.
static void fill_steps(trajectory *t, uint64_t first)
{
    trajectory_airborne *air = &t->airborne;
    const talus_step_options *step = &t->campaign->step;
    const double half_mass = 0.5 * t->mass;
    for (size_t k = 0; k < air->count; k++) {
        talus_vec3 r, v;
        stepper_flight_at(&t->flight, step->gravity, step->time_step, first + k, &r, &v);
        const double speed2 = vec3_norm2(v);
        air->x[k] = r.x;
        air->y[k] = r.y;
        air->z[k] = r.z;
        air->speed[k] = sqrt(speed2);
        air->kinetic_energy[k] = half_mass * speed2;
    }
    for (size_t k = 0; k < air->count; k++) {
        double ground = air->z[k] - t->jump_height;
        (void)terrain_height(t->campaign->site.terrain, air->x[k], air->y[k], &ground);
        air->jump_height[k] = air->z[k] - ground;
    }
}

static void fill_turning(trajectory *t)
{
    trajectory_airborne *air = &t->airborne;
    const talus_vec3 theta = talus_stepper_inertia(t->stepper);
    air->is_turning_evenly = t->flight.is_repeating;
    if (air->is_turning_evenly) {
        air->omega[0] = t->flight.start.omega;
        air->spin[0] = t->spin;
    }
    double energy = 0.5 * vec3_dot(air->omega[0], vec3_mul(theta, air->omega[0]));
    for (size_t k = 0; k < air->count; k++) {
        if (!air->is_turning_evenly) {
            energy = 0.5 * vec3_dot(air->omega[k], vec3_mul(theta, air->omega[k]));
            air->spin[k] = vec3_norm(air->omega[k]);
        }
        air->kinetic_energy[k] += energy;
    }
}

/// Path, maxima and tunnelling of the steps.
static void record_steps(trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    talus_rock_record *record = &t->record;
    talus_vec3 before = t->before.r;
    double jump_before = t->jump_height;
    for (size_t k = 0; k < air->count; k++) {
        const talus_vec3 r = vec3(air->x[k], air->y[k], air->z[k]);
        const double way = vec3_norm(vec3_sub(r, before)), jump = air->jump_height[k];
        record->path += way;
        record->speed_max = terrain_larger(record->speed_max, air->speed[k]);
        record->kinetic_energy_max =
            terrain_larger(record->kinetic_energy_max, air->kinetic_energy[k]);
        record->jump_height_max = terrain_larger(record->jump_height_max, jump);
        record->below_ground = record->below_ground || jump < 0.0;
        if (!record->tunnelled && trajectory_can_tunnel(t, way, jump_before, jump)) {
            record->tunnelled = contact_passes_under(t->campaign->site.terrain, before, r);
        }
        before = r;
        jump_before = jump;
    }
    for (size_t k = 0; k < (air->is_turning_evenly ? 1 : air->count); k++) {
        record->spin_max = terrain_larger(record->spin_max, air->spin[k]);
    }
}

/// The rock after the last of the steps.
static void settle(trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    const size_t last = air->count - 1;
    t->flight_left -= air->count;
    if (t->flight_left == 0 || t->is_single) {
        talus_flight_turn(&t->flight, &t->state);
    }
    t->report = (talus_step_report){.solver.solved = true,
                                    .rotation_converged = air->rotation_failures == 0,
                                    .rotation_iterations = (int)air->rotation_iterations,
                                    .min_gap = (double)INFINITY,
                                    .kinetic_energy = air->kinetic_energy[last]};
    t->record.steps += air->count;
    t->time = (double)t->record.steps * t->campaign->step.time_step;
    t->speed = air->speed[last];
    t->spin = air->is_turning_evenly ? air->spin[0] : air->spin[last];
    t->kinetic_energy = air->kinetic_energy[last];
    t->jump_height = air->jump_height[last];
    t->is_open = true;
    t->is_impact = false;
}

bool trajectory_fly(trajectory *t)
{
    if (t->flight_left == 0) {
        plan(t);
    }
    if (t->flight_left == 0) {
        return false;
    }
    trajectory_airborne *air = &t->airborne;
    const uint64_t room = t->is_single ? 1 : TRAJECTORY_AIRBORNE, first = t->flight.taken + 1;
    const uint64_t wanted = t->flight_left < room ? t->flight_left : room;
    const uint64_t failures = t->flight.failures, iterations = t->flight.iterations;
    air->count = (size_t)talus_flight_take(t->stepper, &t->flight, wanted, &t->state, air->omega);
    air->rotation_failures = t->flight.failures - failures;
    air->rotation_iterations = t->flight.iterations - iterations;
    const bool is_cut = air->count < wanted;
    if (air->count > 0) {
        fill_steps(t, first);
        fill_turning(t);
        record_steps(t);
        settle(t);
    }
    if (is_cut) { // a drag layer acts: the next step is an ordinary one
        if (t->flight_left > 0) {
            talus_flight_turn(&t->flight, &t->state);
        }
        t->flight_left = 0;
        t->look_after = LONGEST_PAUSE;
    }
    return air->count > 0;
}
