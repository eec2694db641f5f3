// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a rock's life without contact: many steps of a parabola at once.
#include "physics/stepper/flight.h"

#include "foundation/math/lanes_linalg.h"
#include "physics/contact/contact.h"
#include "physics/contact/footprint.h"
#include "physics/terrain/terrain_internal.h"
#include "runs/trajectory/trajectory.h"

enum { LONGEST_PAUSE = 1, LONGEST_TWO_WAY_PAUSE = 3, LONGEST_LAYER_PAUSE = 15 };

/// Looks that are left out in a layer after plans that failed: twice as many after each.
static void pause_in_layer(trajectory *t)
{
    if (t->layer_after > 0) {
        t->layer_after--;
        return;
    }
    t->layer_pause = t->flight_left > 0                     ? 0
                     : t->layer_pause < LONGEST_LAYER_PAUSE ? 2 * t->layer_pause + 1
                                                            : LONGEST_LAYER_PAUSE;
    t->layer_after = t->layer_pause;
}

/// Plans cost more where all of the rock makes contacts.
static unsigned longest_pause(const trajectory *t)
{
    const bool is_two_way = t->campaign->step.detection == TALUS_DETECTION_TWO_WAY;
    return is_two_way ? LONGEST_TWO_WAY_PAUSE : LONGEST_PAUSE;
}

/// Begin a flight; after a plan that fails, some steps go by. A state that has diverged is left to
/// the step that says so.
static void plan(trajectory *t)
{
    if (t->speed > TRAJECTORY_SPEED_LIMIT || t->spin > TRAJECTORY_SPIN_LIMIT) {
        t->look_after = t->look_pause = 0;
        return;
    }
    if (t->look_after > 0) {
        t->look_after--;
        return;
    }
    const bool is_in_soil = t->state.scar_depth > 0.0; // where nothing flies
    const uint64_t left = t->step_limit > t->record.steps ? t->step_limit - t->record.steps : 0;
    const uint64_t most = left / t->campaign->pace.flight;
    const uint64_t most_in_layer = t->layer_after > 0 ? 0 : most;
    t->flight_left =
        is_in_soil ? 0
                   : stepper_flight_plan(t->stepper, t->motion, most, most_in_layer, &t->flight);
    if (is_in_soil || t->flight.layer != 0) {
        t->look_pause = 0;
        t->look_after = LONGEST_PAUSE;
        pause_in_layer(t);
        return;
    }
    const unsigned longest = longest_pause(t);
    t->look_pause = t->flight_left > 0        ? 0
                    : t->look_pause < longest ? 2 * t->look_pause + 1
                                              : longest;
    t->look_after = t->look_pause;
}

bool trajectory_lacks_turns(const trajectory *t)
{
    if (t->has_ended || t->tape != NULL || t->is_shaken) {
        return false;
    }
    if (t->flight_left > 0) {
        const uint64_t most = TRAJECTORY_AIRBORNE;
        return stepper_turns_lack(t->stepper,
                                  (size_t)(t->flight_left < most ? t->flight_left : most));
    }
    const bool is_planning =
        t->report.contact_count == 0 && t->look_after == 0 && t->campaign->step.flights;
    return is_planning && stepper_flight_lacks_turns(t->stepper);
}

/// Steps in whole lanes: what is written beyond the last one is not read.
LANES_PART size_t whole_lanes(size_t count)
{
    return (count + (LANES - 1)) & ~(size_t)(LANES - 1);
}

/// Positions, speeds, energies and ways of the steps `first`, first + 1, ... of the flight.
/// @param turning J, energy of the rotation
LANES_PART void fill_motion(trajectory *t, uint64_t first, double turning)
{
    trajectory_airborne *air = &t->airborne;
    const talus_flight *flight = &t->flight;
    const double gravity = t->campaign->step.gravity, dt = trajectory_flight_step(t->campaign);
    const double half_mass = 0.5 * t->mass, number = (double)(int64_t)first;
    const size_t whole = whole_lanes(air->count), ways = whole_lanes(air->count - 1);
    for (int k = 0; k < (int)whole; k++) {
        talus_vec3 r, v;
        stepper_flight_at(flight, gravity, dt, number + (double)k, &r, &v);
        const double speed2 = vec3_norm2(v);
        air->x[k] = r.x;
        air->y[k] = r.y;
        air->z[k] = r.z;
        air->speed[k] = sqrt(speed2);
        air->kinetic_energy[k] = half_mass * speed2 + turning;
    }
    const talus_vec3 start = t->before.r;
    air->way[0] = vec3_norm(vec3(air->x[0] - start.x, air->y[0] - start.y, air->z[0] - start.z));
    for (size_t k = 0; k < ways; k++) {
        const double x = air->x[k + 1] - air->x[k], y = air->y[k + 1] - air->y[k],
                     z = air->z[k + 1] - air->z[k];
        air->way[k + 1] = sqrt(x * x + y * y + z * z);
    }
}

/// Whether step k is over cell (i, j) and not so near its edge that round-off decides. The way is
/// straight: between two such steps all are.
static bool is_over_cell(const talus_terrain *t, const trajectory_airborne *air, size_t k, double i,
                         double j)
{
    const double u = (air->x[k] - t->x0) * t->per_cell, v = (air->y[k] - t->y0) * t->per_cell;
    const double p = u + t->edge, q = v + t->edge;
    return p >= i && p < i + 1.0 && q >= j && q < j + 1.0 && u - i >= 2.0 * t->edge &&
           v - j >= 2.0 * t->edge;
}

/// First step after `first` that is not over its cell.
static size_t find_exit(const talus_terrain *t, const trajectory_airborne *air, size_t first,
                        double i, double j)
{
    size_t low = first, high = air->count - 1;
    if (is_over_cell(t, air, high, i, j)) {
        return air->count;
    }
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (is_over_cell(t, air, middle, i, j)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

/// Jump heights of the steps [first, end) over one bilinear patch: contact_place_height.
LANES_PART void fill_over_cell(trajectory_airborne *air, const talus_terrain *t, const double *node,
                               size_t first, size_t end, double i, double j)
{
    const double h = node[0], south_rise = node[1] - node[0], h_north = node[TERRAIN_TILE_NODES],
                 north_rise = node[TERRAIN_TILE_NODES + 1u] - node[TERRAIN_TILE_NODES];
    const size_t whole = whole_lanes(end - first);
    for (size_t k = 0; k < whole; k++) {
        const double u = (air->x[first + k] - t->x0) * t->per_cell - i;
        const double v = (air->y[first + k] - t->y0) * t->per_cell - j;
        const double south = h + u * south_rise, north = h_north + u * north_rise;
        air->jump_height[first + k] = air->z[first + k] - (south + v * (north - south));
    }
}

/// Heights over the terrain, cell by cell; off it the last one stands.
LANES_PART void fill_heights(trajectory *t)
{
    trajectory_airborne *air = &t->airborne;
    const talus_terrain *terrain = t->campaign->site.terrain;
    const size_t last = air->count - 1;
    const contact_footprint under =
        contact_footprint_along(terrain, vec3(air->x[0], air->y[0], 0.0), air->x[last] - air->x[0],
                                air->y[last] - air->y[0], 0.0);
    for (size_t k = 0; k < air->count;) {
        terrain_place place;
        double ground = (double)NAN;
        if (contact_footprint_locate(terrain, &under, air->x[k], air->y[k], &place)) {
            ground = contact_place_height(terrain, &place);
        }
        air->jump_height[k] = TERRAIN_RARELY(isnan(ground)) ? t->jump_height : air->z[k] - ground;
        const double i = (air->x[k] - terrain->x0) * terrain->per_cell - place.u;
        const double j = (air->y[k] - terrain->y0) * terrain->per_cell - place.v;
        size_t end = k + 1;
        if (!isnan(ground) && !terrain->is_triangulated && is_over_cell(terrain, air, k, i, j)) {
            end = find_exit(terrain, air, k, i, j);
            fill_over_cell(air, terrain, place.node, k + 1, end, i, j);
        }
        k = end;
    }
}

static double energy_of_turning(talus_vec3 inertia, talus_vec3 omega)
{
    return 0.5 * vec3_dot(omega, vec3_mul(inertia, omega));
}

/// Spins and energies of a body that was turned step by step.
LANES_PART void fill_turning(trajectory *t)
{
    trajectory_airborne *air = &t->airborne;
    const talus_vec3 inertia = t->motion->body.inertia;
    for (size_t k = 0; k < air->count; k += LANES) {
        const lanes x = *(const loose_lanes *)(air->omega_x + k),
                    y = *(const loose_lanes *)(air->omega_y + k),
                    z = *(const loose_lanes *)(air->omega_z + k);
        const lanes square = x * x + y * y + z * z;
        *(loose_lanes *)(air->kinetic_energy + k) +=
            0.5 * (x * (inertia.x * x) + y * (inertia.y * y) + z * (inertia.z * z));
        for (size_t i = 0; i < LANES; i++) {
            air->spin[k + i] = sqrt(square[i]);
        }
    }
}

/// Speeds, spins and ways of steps in a drag layer, whose places and energies are known.
LANES_PART void fill_drift(trajectory *t)
{
    trajectory_airborne *air = &t->airborne;
    const size_t whole = whole_lanes(air->count);
    talus_vec3 before = t->before.r;
    for (int k = 0; k < (int)whole; k++) {
        air->speed[k] = vec3_norm(vec3(air->v_x[k], air->v_y[k], air->v_z[k]));
        air->spin[k] = vec3_norm(vec3(air->omega_x[k], air->omega_y[k], air->omega_z[k]));
    }
    for (size_t k = 0; k < air->count; k++) {
        const talus_vec3 r = vec3(air->x[k], air->y[k], air->z[k]);
        air->way[k] = vec3_norm(vec3_sub(r, before));
        before = r;
    }
}

/// All that observers want of the steps.
LANES_PART void fill_steps(trajectory *t, uint64_t first)
{
    trajectory_airborne *air = &t->airborne;
    air->is_turning_evenly = t->flight.is_repeating;
    air->is_drifting = t->flight.layer != 0;
    if (air->is_drifting) {
        fill_drift(t);
    } else if (air->is_turning_evenly) {
        const talus_vec3 omega = t->flight.start.omega;
        air->omega_x[0] = omega.x;
        air->omega_y[0] = omega.y;
        air->omega_z[0] = omega.z;
        air->spin[0] = t->spin;
        fill_motion(t, first, energy_of_turning(t->motion->body.inertia, omega));
    } else {
        fill_motion(t, first, 0.0);
        fill_turning(t);
    }
    fill_heights(t);
}

/// Whether a way between two steps went under the terrain.
static bool has_tunnelled(const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    talus_vec3 before = t->before.r;
    double jump_before = t->jump_height;
    for (size_t k = 0; k < air->count; k++) {
        const talus_vec3 r = vec3(air->x[k], air->y[k], air->z[k]);
        if (trajectory_can_tunnel(t, air->way[k], jump_before, air->jump_height[k]) &&
            contact_passes_under(t->campaign->site.terrain, before, r)) {
            return true;
        }
        before = r;
        jump_before = air->jump_height[k];
    }
    return false;
}

/// Path after the steps, summed one by one.
LANES_PART double add_ways(double path, const double *way, size_t count)
{
    size_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        for (size_t i = 0; i < LANES; i++) {
            path += way[k + i];
        }
    }
    for (; k < count; k++) {
        path += way[k];
    }
    return path;
}

/// Path, maxima and tunnelling of the steps. Along a parabola |v|^2 is convex: speed and the way of
/// a step are largest at an end.
LANES_PART void record_steps(trajectory *t)
{
    trajectory_airborne *air = &t->airborne;
    talus_rock_record *record = &t->record;
    const size_t count = air->count, last = count - 1;
    record->path = add_ways(record->path, air->way, count);
    double lowest = t->jump_height;
    air->highest_jump = air->jump_height[0];
    lanes_extremes(air->jump_height, count, &lowest, &air->highest_jump);
    record->jump_height_max = terrain_larger(record->jump_height_max, air->highest_jump);
    t->up.highest = terrain_larger(t->up.highest, air->highest_jump);
    record->speed_max = terrain_larger(record->speed_max, trajectory_highest_speed(air, 0, count));
    record->kinetic_energy_max =
        terrain_larger(record->kinetic_energy_max, trajectory_highest_energy(air, 0, count));
    record->spin_max =
        lanes_largest(air->spin, air->is_turning_evenly ? 1 : count, record->spin_max);
    // round-off apart
    const double longest = (1.0 + 1e-9) * terrain_larger(air->way[0], air->way[last]) + 1e-9;
    if (trajectory_can_tunnel(t, longest, lowest, lowest)) {
        for (size_t k = 0; k < air->count; k++) {
            record->below_ground = record->below_ground || air->jump_height[k] < 0.0;
        }
        record->tunnelled = record->tunnelled || has_tunnelled(t);
    }
}

/// Orientation and angular velocity after the steps taken.
static void turn(trajectory *t)
{
    stepper_flight_turn(&t->flight, &t->state);
    t->motion->state = t->state;
}

void trajectory_land(trajectory *t)
{
    if (t->flight_left > 0) {
        turn(t);
        t->flight_left = 0;
    }
}

/// Of steps in a drag layer: what lies there, and the report of the last one. Single steps there look
/// at every second one whether a flight can begin; after it that goes on as if they had been taken.
static void pass_layer(trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    const unsigned layer = t->flight.layer;
    const talus_forest *forest = layer != 0 ? &t->campaign->site.forests[layer - 1] : NULL;
    if (forest == NULL) {
        t->is_in_layer = false;
        return;
    }
    for (size_t k = 0; k < air->count; k++) {
        trajectory_pass_layer(t, forest, air->kinetic_energy[k], air->way[k]);
    }
    t->report.forest = forest;
    t->report.ledger = air->ledger[air->count - 1];
    t->report.forest_energy = air->forest_energy[air->count - 1];
    t->look_after = t->flight.taken % 2 != 0 ? LONGEST_PAUSE : 0;
}

/// The rock after the last of the steps.
static void settle(trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    const size_t last = air->count - 1;
    t->flight_left -= air->count;
    if (t->flight_left == 0 || t->is_single) {
        turn(t);
    }
    t->report = (talus_step_report){.size = sizeof t->report,
                                    .solver.solved = true,
                                    .rotation_converged = air->rotation_failures == 0,
                                    .rotation_iterations = (int)air->rotation_iterations,
                                    .min_gap = (double)INFINITY,
                                    .kinetic_energy = air->kinetic_energy[last]};
    pass_layer(t);
    t->ticks = t->campaign->pace.flight;
    t->record.steps += air->count * t->ticks;
    t->time = (double)(int64_t)t->record.steps * t->campaign->step.time_step;
    t->speed = air->speed[last];
    t->spin = air->is_turning_evenly ? air->spin[0] : air->spin[last];
    t->kinetic_energy = air->kinetic_energy[last];
    t->jump_height = air->jump_height[last];
    t->is_open = true;
    t->is_impact = false;
}

talus_quat trajectory_orientation(const trajectory *t, size_t steps)
{
    const trajectory_airborne *air = &t->airborne;
    const talus_scheme scheme = t->campaign->step.scheme;
    const double dt = trajectory_flight_step(t->campaign);
    talus_state state = t->before;
    if (air->count == 0) {
        return steps == 0 ? t->before.p : t->state.p;
    }
    if (air->is_turning_evenly) {
        talus_flight flight = t->flight;
        flight.taken -= air->count - steps;
        stepper_flight_turn(&flight, &state);
        return state.p;
    }
    const talus_vec3 inertia = t->motion->body.inertia;
    for (size_t k = 0; k < steps; k++) {
        const talus_free_rotation one = talus_rotation_free(scheme, inertia, state.omega, dt);
        const talus_vec3 end = trajectory_airborne_omega(air, k); // with drag not that of `one`
        state.p = talus_rotation_orientation(scheme, state.p, state.omega, &one, end, dt);
        state.omega = end;
    }
    return state.p;
}

LANES_CLONES bool trajectory_fly(trajectory *t)
{
    if (t->flight_left == 0) {
        plan(t);
    }
    if (t->flight_left == 0) {
        return false;
    }
    trajectory_airborne *air = &t->airborne;
    const uint64_t most = t->most_airborne > 0 ? t->most_airborne : TRAJECTORY_AIRBORNE;
    const uint64_t room = t->is_single ? 1 : most, first = t->flight.taken + 1;
    const uint64_t requested = t->flight_left < room ? t->flight_left : room;
    const uint64_t failures = t->flight.failures, iterations = t->flight.iterations;
    const stepper_spins spins = {air->omega_x, air->omega_y, air->omega_z};
    const stepper_drift drift = {air->x,
                                 air->y,
                                 air->z,
                                 air->v_x,
                                 air->v_y,
                                 air->v_z,
                                 air->kinetic_energy,
                                 air->ledger,
                                 air->forest_energy};
    air->count =
        (size_t)stepper_flight_take(t->stepper, t->motion, &t->flight, requested, &spins, &drift);
    t->state = t->motion->state;
    air->rotation_failures = t->flight.failures - failures;
    air->rotation_iterations = t->flight.iterations - iterations;
    const bool is_cut = air->count < requested;
    if (air->count > 0) {
        fill_steps(t, first);
        record_steps(t);
        settle(t);
    }
    if (is_cut && t->flight.layer != 0) { // out of the layer
        t->flight_left = 0;
        return air->count > 0 || trajectory_fly(t);
    }
    if (is_cut) { // a drag layer acts: the next step is an ordinary one, without steps this one is
        if (t->flight_left > 0) {
            turn(t);
        }
        t->flight_left = 0;
        t->look_after = air->count > 0 ? LONGEST_PAUSE : LONGEST_PAUSE - 1;
    }
    return air->count > 0;
}
