// SPDX-License-Identifier: GPL-3.0-or-later
// The life of one rock: start, step, judge how it ends.
#include "runs/trajectory/event.h"
#include "runs/trajectory/tape.h"

#include "foundation/math/linalg.h"
#include "physics/contact/contact.h"
#include "physics/terrain/terrain_internal.h"

#define CLIFF 1.7320508075688772 /* tan 60 degrees */

bool trajectory_falls_free(double z_begin, double z_end, double across)
{
    return z_begin - z_end > CLIFF * across;
}

/// The open steps up to S at `r`, `jump` over the terrain, were a flight or hops.
static void land(trajectory *t, talus_vec3 r, double jump)
{
    talus_rock_record *record = &t->record;
    const uint64_t steps = record->steps - t->up.steps;
    const talus_vec3 way = vec3_sub(r, t->up.from);
    const double time = (double)(int64_t)steps * t->campaign->step.time_step;
    t->up.is_up = false;
    if (time >= TRAJECTORY_SHORTEST_FLIGHT - 1e-9 &&
        trajectory_falls_free(t->up.from.z - t->up.jump, r.z - jump,
                              sqrt(way.x * way.x + way.y * way.y))) {
        record->free_falls++;
        record->free_fall_steps += steps;
    } else if (t->up.highest > record->jump_height_max_slope) {
        record->jump_height_max_slope = t->up.highest;
    }
}

/// S took off at `r`, `jump` over the terrain, at the end of the step before this one.
static void lift_off(trajectory *t, talus_vec3 r, double jump)
{
    t->up.is_up = true;
    t->up.from = r;
    t->up.jump = t->up.highest = jump;
    t->up.steps = t->record.steps;
}

static void end_with(trajectory *t, talus_outcome outcome)
{
    if (t->up.is_up) {
        land(t, t->state.r, t->jump_height);
    }
    t->has_ended = true;
    t->record.outcome = outcome;
    t->record.end = t->state;
    t->record.time = t->time;
    t->record.done = true;
}

/// m, under the terrain.
static double deepest_bump(const talus_campaign *campaign)
{
    double amplitude = 0.0;
    for (size_t k = 0; k < campaign->site.ground_count; k++) {
        const double of_class = campaign->site.grounds[k].roughness.amplitude;
        amplitude = of_class > amplitude ? of_class : amplitude;
    }
    return 2.0 * amplitude;
}

static void raise_maxima(trajectory *t)
{
    talus_rock_record *r = &t->record;
    r->kinetic_energy_max =
        t->kinetic_energy > r->kinetic_energy_max ? t->kinetic_energy : r->kinetic_energy_max;
    r->speed_max = t->speed > r->speed_max ? t->speed : r->speed_max;
    r->spin_max = t->spin > r->spin_max ? t->spin : r->spin_max;
    r->jump_height_max = t->jump_height > r->jump_height_max ? t->jump_height : r->jump_height_max;
    if (t->jump_height < -t->state.scar_depth) {
        r->below_ground |= t->jump_height < -t->state.scar_depth - deepest_bump(t->campaign);
    }
}

/// Steps that last `duration` at least; a multiple of dt is not pushed over by round-off.
static uint64_t steps_of(double duration, double dt)
{
    const double steps = -floor(-(duration / dt) * (1.0 - 1e-12));
    return steps < 1.0 ? 1 : steps > 1e18 ? (uint64_t)1e18 : (uint64_t)steps;
}

/// What the release has to spend: kinetic energy, and the fall to the lowest node and 1 m more.
static double available_energy(const trajectory *t)
{
    const double fall = t->state.r.z - t->z_min + 1.0;
    return t->kinetic_energy + t->mass * t->campaign->step.gravity * fall + 1.0;
}

/// What the ground can give to a rock that it meets at its fastest, once.
static double shaking_energy(const trajectory *t)
{
    const talus_base_motion *base = &t->campaign->base;
    double fastest = 0.0;
    for (size_t k = 0; k < base->record_count; k++) {
        double acceleration = 0.0, peak = 0.0;
        (void)talus_base_record_peaks(&base->records[k], &acceleration, &peak, NULL);
        fastest += peak * peak;
    }
    return 0.5 * t->mass * fastest;
}

static void start_record(trajectory *t, const trajectory_draw *drawn, uint64_t rock)
{
    t->record.rock = rock;
    t->record.release = drawn->release;
    t->record.rock_class = drawn->rock_class;
    t->record.mass = t->mass;
    t->record.start = t->state;
    t->record.bodies = 1;
}

/// The motion keeps what it needs of the body.
static talus_status set_body(trajectory *t, const trajectory_draw *drawn, uint64_t stream,
                             talus_error *error)
{
    const talus_rock_class *kind = &t->campaign->rocks[drawn->rock_class];
    const talus_rock *body = NULL;
    talus_rock *own = NULL;
    talus_status status =
        trajectory_body(t->campaign, drawn->rock_class, stream, &body, &own, error);
    if (status != TALUS_OK) {
        return status;
    }
    const double factor =
        own != NULL && kind->sized
            ? drawn->factor * trajectory_cube_root(kind->rock->volume / own->volume)
            : drawn->factor;
    status = talus_motion_start(t->stepper, body, factor, t->campaign->seed, stream, &t->state,
                                t->motion, NULL);
    t->record.scale = factor;
    t->record.volume = body->volume * factor * factor * factor;
    talus_rock_destroy(own);
    return status == TALUS_OK ? TALUS_OK
                              : talus_error_set(error, TALUS_ERROR_INTERNAL,
                                                "rock %llu cannot be set at %g times its size",
                                                (unsigned long long)t->record.rock, factor);
}

static talus_status start(trajectory *t, const trajectory_draw *of, uint64_t rock, uint64_t stream,
                          talus_error *error)
{
    const talus_campaign *campaign = t->campaign;
    talus_stepper *stepper = t->stepper;
    talus_rock_motion *motion = t->motion;
    const trajectory_draw drawn = *of;
    t->report.size = sizeof t->report;
    t->report.solver.solved = t->report.rotation_converged = true; // no step yet, no failure
    t->record.rock = rock;
    const talus_status status = set_body(t, &drawn, stream, error);
    if (status != TALUS_OK) {
        return status;
    }
    stepper_set_release(motion, vec3(drawn.x, drawn.y, 0.0));
    t->z_min = campaign->site.terrain->z_min;
    double ground = t->z_min;
    const talus_where where = terrain_height(campaign->site.terrain, drawn.x, drawn.y, &ground);
    const talus_vec3 omega = drawn.spin, theta = motion->body.inertia;
    t->mass = motion->body.mass;
    t->state = (talus_state){.r = vec3(drawn.x, drawn.y, ground),
                             .p = drawn.orientation,
                             .v = drawn.velocity,
                             .omega = omega};
    t->speed = vec3_norm(drawn.velocity);
    t->spin = vec3_norm(omega);
    t->kinetic_energy =
        0.5 * t->mass * vec3_norm2(drawn.velocity) + 0.5 * vec3_dot(omega, vec3_mul(theta, omega));
    t->still_limit = steps_of(campaign->stop.time, campaign->step.time_step);
    t->step_limit = steps_of(campaign->time_limit, campaign->step.time_step);
    bool is_freed = false;
    if (where == TALUS_INSIDE) {
        t->state.r.z = !isnan(drawn.z)
                           ? drawn.z
                           : trajectory_release_height(stepper, motion, drawn.x, drawn.y, ground,
                                                       drawn.orientation, drawn.height);
        t->jump_height = t->state.r.z - ground;
        motion->state = t->state;
        is_freed = stepper_free_release(stepper, motion) > 0;
    }
    t->energy_limit = TRAJECTORY_ENERGY_LIMIT * (available_energy(t) + shaking_energy(t));
    t->before = t->state;
    start_record(t, &drawn, rock);
    t->record.is_freed = is_freed;
    lift_off(t, t->state.r, t->jump_height);
    raise_maxima(t);
    if (where != TALUS_INSIDE) {
        end_with(t, where == TALUS_NODATA ? TALUS_ENTERED_NODATA : TALUS_LEFT_DOMAIN);
    }
    return TALUS_OK;
}

talus_status trajectory_start(trajectory *t, const talus_campaign *campaign, talus_stepper *stepper,
                              talus_rock_motion *motion, uint64_t rock, talus_error *error)
{
    const trajectory_draw drawn = trajectory_draw_rock(campaign, rock);
    *t = (trajectory){.campaign = campaign, .stepper = stepper, .motion = motion};
    return start(t, &drawn, rock, rock, error);
}

talus_status trajectory_start_root(trajectory *t, const talus_campaign *campaign,
                                   talus_stepper *stepper, talus_rock_motion *motion, uint64_t rock,
                                   uint32_t body, talus_error *error)
{
    const trajectory_draw drawn = trajectory_draw_body(campaign, rock, body);
    *t = (trajectory){.campaign = campaign, .stepper = stepper, .motion = motion};
    return start(t, &drawn, rock, trajectory_stream(rock, body), error);
}

/// Where the lowest vertex is deeper than `depth` under the ground, the body is lifted to there; the
/// energy of that is counted as of other moves that are not motion. @return m, by how much
static double lift_out(trajectory *t, double depth)
{
    const double gap = depth + stepper_min_gap(t->stepper, t->motion, t->state.r, t->state.p);
    if (!(gap < 0.0) || !isfinite(gap)) {
        return 0.0;
    }
    t->state.r.z -= gap;
    t->record.correction -= t->mass * t->campaign->step.gravity * gap;
    t->motion->state = t->state;
    return -gap;
}

/// Energies and counters of a fragment at its birth.
static void start_fragment(trajectory *t, const trajectory_piece *piece,
                           const talus_rock_record *of)
{
    const talus_campaign *campaign = t->campaign;
    const talus_vec3 omega = piece->state.omega, theta = t->motion->body.inertia;
    t->mass = t->motion->body.mass;
    t->birth = piece->birth;
    t->time = (double)(int64_t)piece->birth * campaign->step.time_step;
    t->speed = vec3_norm(piece->state.v);
    t->spin = vec3_norm(omega);
    t->kinetic_energy =
        0.5 * t->mass * t->speed * t->speed + 0.5 * vec3_dot(omega, vec3_mul(theta, omega));
    t->still_limit = steps_of(campaign->stop.time, campaign->step.time_step);
    t->step_limit = steps_of(campaign->time_limit, campaign->step.time_step);
    t->record = (talus_rock_record){.rock = of->rock,
                                    .release = of->release,
                                    .rock_class = of->rock_class,
                                    .mass = t->mass,
                                    .volume = piece->rock->volume,
                                    .scale = 1.0,
                                    .start = piece->state,
                                    .path = piece->path,
                                    .steps = piece->birth,
                                    .bodies = 1};
}

talus_status trajectory_start_piece(trajectory *t, const talus_campaign *campaign,
                                    talus_stepper *stepper, talus_rock_motion *motion,
                                    const trajectory_piece *piece, uint32_t body,
                                    const talus_rock_record *of, talus_error *error)
{
    *t = (trajectory){.campaign = campaign, .stepper = stepper, .motion = motion};
    t->report.size = sizeof t->report;
    t->report.solver.solved = t->report.rotation_converged = true;
    t->state = t->before = piece->state;
    if (talus_motion_start(stepper, piece->rock, 1.0, campaign->seed,
                           trajectory_stream(of->rock, body), &t->state, motion,
                           NULL) != TALUS_OK) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL,
                               "fragment %u of rock %llu cannot be set", (unsigned)body,
                               (unsigned long long)of->rock);
    }
    stepper_set_release(motion, vec3(of->start.r.x, of->start.r.y, 0.0));
    stepper_set_piece(motion);
    t->z_min = campaign->site.terrain->z_min;
    start_fragment(t, piece, of);
    // the rock that broke was in contact, some centimetres deep: a small piece would begin under it
    (void)lift_out(t, 0.0);
    t->before = t->record.start = t->state;
    double ground = t->state.r.z;
    const talus_where where =
        terrain_height(campaign->site.terrain, t->state.r.x, t->state.r.y, &ground);
    t->jump_height = t->state.r.z - ground;
    t->energy_limit = TRAJECTORY_ENERGY_LIMIT * (available_energy(t) + shaking_energy(t));
    lift_off(t, t->state.r, t->jump_height);
    raise_maxima(t);
    if (where != TALUS_INSIDE) {
        end_with(t, where == TALUS_NODATA ? TALUS_ENTERED_NODATA : TALUS_LEFT_DOMAIN);
    }
    return TALUS_OK;
}

/// Comparisons are written so that a NaN diverges too.
static bool has_diverged(const trajectory *t, double speed2, double spin2)
{
    const talus_state *s = &t->state;
    const bool is_slow = (speed2 <= TRAJECTORY_SPEED_LIMIT * TRAJECTORY_SPEED_LIMIT) &
                         (spin2 <= TRAJECTORY_SPIN_LIMIT * TRAJECTORY_SPIN_LIMIT) &
                         (t->report.kinetic_energy <= t->energy_limit);
    const bool is_near =
        (fabs(s->r.x) + fabs(s->r.y) + fabs(s->r.z) < 1e12) & (quat_norm2(s->p) < 2.0);
    return !(is_slow & is_near);
}

static void undo_diverged(trajectory *t)
{
    t->state = t->before;
    t->motion->state = t->state;
    t->kinetic_energy = t->kinetic_energy_before;
    t->speed = t->speed_before;
    t->spin = t->spin_before;
    end_with(t, TALUS_DIVERGED);
}

/// Whether what lies in a forest holds the rock: the mean of its energy over its path in drag
/// layers does not suffice to climb over it. A rock that comes in at rest goes on for hold_path.
/// [docs/theory.md 7]
/// @param way m, of the step
static bool is_held(trajectory *t, double way)
{
    const talus_forest *forest = t->report.forest;
    if (forest == NULL || !(forest->hold_height > 0.0)) {
        t->is_in_layer = false;
        return false;
    }
    const double climb = t->mass * t->campaign->step.gravity * forest->hold_height;
    if (!t->is_in_layer) {
        const double first = TRAJECTORY_FIRST_CLIMBS * climb;
        t->mean_energy = t->kinetic_energy > first ? t->kinetic_energy : first;
        t->is_in_layer = true;
    }
    const double share = way < forest->hold_path ? way / forest->hold_path : 1.0;
    t->mean_energy += share * (t->kinetic_energy - t->mean_energy);
    return t->report.touching && t->mean_energy < climb;
}

/// The ground gains V(t_n+1) - V(t_n) in the step that comes, t_n = n dt. [docs/theory.md 21]
static void shake(trajectory *t)
{
    const talus_base_motion *base = &t->campaign->base;
    const double dt = t->campaign->step.time_step, n = (double)(int64_t)t->record.steps;
    t->is_shaken = n * dt < base->end;
    if (t->is_shaken) {
        const talus_vec3 gain =
            vec3_sub(talus_base_velocity(base, (n + 1.0) * dt), talus_base_velocity(base, n * dt));
        stepper_set_base(t->motion, &gain);
    } else {
        stepper_set_base(t->motion, NULL);
    }
}

/// Stop rule and time limit of a rock that is still on the terrain. None stops before the end of the
/// shaking.
static void judge(trajectory *t)
{
    const talus_stop_rule *stop = &t->campaign->stop;
    const bool is_still =
        t->report.touching && t->speed < stop->speed && t->spin < stop->spin && !t->is_shaken;
    t->still_steps = is_still ? t->still_steps + 1 : 0;
    if (t->still_steps >= t->still_limit && !t->sleeps) {
        end_with(t, TALUS_STOPPED);
    } else if (t->record.steps >= t->step_limit) {
        end_with(t, TALUS_TIME_LIMIT);
    }
}

/// Way of the point under S along the surface, from height `ground_before` to `ground`.
static void measure_scar(trajectory *t, double ground_before, double ground)
{
    talus_rock_record *r = &t->record;
    const double depth = t->state.scar_depth;
    if (t->before.scar_depth == 0.0) {
        t->scar_length = 0.0;
        r->scars++;
    }
    const talus_vec3 way = vec3_sub(t->state.r, t->before.r);
    t->scar_length += vec3_norm(vec3(way.x, way.y, ground - ground_before));
    r->soil_steps++;
    r->scar_depth_max = depth > r->scar_depth_max ? depth : r->scar_depth_max;
    r->scar_length_max = t->scar_length > r->scar_length_max ? t->scar_length : r->scar_length_max;
}

bool trajectory_can_tunnel(const trajectory *t, double way, double jump_before, double jump_after)
{
    const double rise = way * (1.0 + t->campaign->site.terrain->steepest);
    return jump_before < rise || jump_after < rise;
}

static bool is_piece(const trajectory *t)
{
    return t->event != NULL && t->event->body > 0 &&
           t->event->pieces[t->event->body - 1].generation > 0;
}

void trajectory_rest(trajectory *t)
{
    end_with(t, TALUS_STOPPED);
}

/// All that follows from a step in which contact was looked for.
static inline bool conclude(trajectory *t)
{
    t->state = t->motion->state;
    double speed2 = vec3_norm2(t->state.v), spin2 = vec3_norm2(t->state.omega);
    if (has_diverged(t, speed2, spin2)) {
        undo_diverged(t);
        return false;
    }
    const bool is_caught = t->campaign->site.obstacles != NULL && trajectory_meet_obstacles(t);
    if (t->net_event_count > 0) {
        t->motion->state = t->state;
        speed2 = vec3_norm2(t->state.v);
        spin2 = vec3_norm2(t->state.omega);
    }
    // off the terrain there is no height: the last jump height stands
    double ground = t->state.r.z - t->jump_height;
    const talus_where where =
        terrain_height(t->campaign->site.terrain, t->state.r.x, t->state.r.y, &ground);
    double jump_height = t->state.r.z - ground;
    // a piece may be smaller than its way in a step; contacts act on velocities and leave it there
    if (jump_height < -t->state.scar_depth && is_piece(t)) {
        jump_height += lift_out(t, t->state.scar_depth);
    }
    if (jump_height < -TRAJECTORY_DEPTH_LIMIT) {
        undo_diverged(t);
        return false;
    }
    const bool has_contact = t->report.contact_count > 0, is_in_soil = t->state.scar_depth > 0.0;
    const bool is_closed = has_contact || is_in_soil;
    t->is_impact = is_closed & (t->is_open | (is_in_soil & (t->before.scar_depth == 0.0)));
    const double way = vec3_norm(vec3_sub(t->state.r, t->before.r));
    t->is_open = !is_closed;
    if (is_closed && t->up.is_up) {
        land(t, t->before.r, t->jump_height);
    } else if (!is_closed && !t->up.is_up) {
        lift_off(t, t->before.r, t->jump_height);
    }
    t->record.steps++;
    t->record.contact_steps += has_contact;
    if (has_contact) { // whatever the last plan said
        t->look_after = t->look_pause = 0;
    }
    if (is_in_soil) {
        measure_scar(t, t->before.r.z - t->jump_height, ground);
    }
    t->record.swept_steps += t->report.swept;
    t->record.correction += t->report.correction;
    t->record.base_work += t->report.base_work;
    t->record.tunnelled =
        t->record.tunnelled ||
        (!is_in_soil && trajectory_can_tunnel(t, way, t->jump_height, jump_height) &&
         contact_passes_under(t->campaign->site.terrain, t->before.r, t->state.r));
    t->time = (double)(int64_t)t->record.steps * t->campaign->step.time_step;
    t->speed = sqrt(speed2);
    t->spin = sqrt(spin2);
    t->kinetic_energy = t->report.kinetic_energy;
    t->jump_height = jump_height;
    if (t->up.is_up) {
        t->up.highest = jump_height > t->up.highest ? jump_height : t->up.highest;
    } else if (jump_height > t->record.jump_height_max_slope) {
        t->record.jump_height_max_slope = jump_height;
    }
    t->record.path += way;
    raise_maxima(t);
    if (where != TALUS_INSIDE) {
        end_with(t, where == TALUS_NODATA ? TALUS_ENTERED_NODATA : TALUS_LEFT_DOMAIN);
    } else if (is_caught) {
        end_with(t, TALUS_CAUGHT);
    } else if (has_contact && t->event != NULL && trajectory_event_breaks(t->event, t)) {
        end_with(t, TALUS_BROKEN);
    } else if (is_held(t, way) && !t->is_shaken) {
        t->record.is_held = true;
        end_with(t, TALUS_STOPPED);
    } else {
        judge(t);
    }
    return true;
}

/// One step in which contact is looked for.
static bool step_once(trajectory *t)
{
    stepper_step(t->stepper, t->motion, &t->report);
    return conclude(t);
}

bool trajectory_conclude(trajectory *t)
{
    return conclude(t);
}

static inline void prepare(trajectory *t)
{
    t->before = t->state;
    t->kinetic_energy_before = t->kinetic_energy;
    t->speed_before = t->speed;
    t->spin_before = t->spin;
    t->airborne.count = 0;
    t->net_event_count = 0;
    if (t->campaign->base.record_count > 0) {
        shake(t);
    }
}

void trajectory_prepare(trajectory *t)
{
    prepare(t);
}

bool trajectory_step(trajectory *t)
{
    if (t->has_ended) {
        return false;
    }
    if (t->tape != NULL) {
        return trajectory_play(t);
    }
    prepare(t);
    const bool may_fly = (t->flight_left > 0 || t->report.contact_count == 0) && !t->is_shaken;
    if (may_fly && trajectory_fly(t)) {
        t->is_in_layer = false; // no flight goes through a drag layer
        judge(t);
        return true;
    }
    return step_once(t);
}
