// SPDX-License-Identifier: GPL-3.0-or-later
// The life of one rock: start, step, judge how it ends.
#include "runs/trajectory/event.h"
#include "runs/trajectory/start.h"
#include "runs/trajectory/tape.h"

#include "foundation/math/linalg.h"
#include "physics/contact/contact.h"
#include "physics/terrain/terrain_internal.h"

enum { CALM_CONTACTS = 2 };      ///< of a step that may be a long one
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

void trajectory_lift_off(trajectory *t, talus_vec3 r, double jump)
{
    t->up.is_up = true;
    t->up.from = r;
    t->up.jump = t->up.highest = jump;
    t->up.steps = t->record.steps;
}

void trajectory_end(trajectory *t, talus_outcome outcome)
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

void trajectory_raise_maxima(trajectory *t)
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

uint64_t trajectory_steps_of(double duration, double dt)
{
    const double steps = -floor(-(duration / dt) * (1.0 - 1e-12));
    return steps < 1.0 ? 1 : steps > 1e18 ? (uint64_t)1e18 : (uint64_t)steps;
}

double trajectory_lift_out(trajectory *t, double depth)
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
    trajectory_end(t, TALUS_DIVERGED);
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
    t->still_steps = is_still ? t->still_steps + t->ticks : 0;
    if (t->still_steps >= t->still_limit && !t->sleeps) {
        trajectory_end(t, TALUS_STOPPED);
    } else if (t->record.steps >= t->step_limit) {
        trajectory_end(t, TALUS_TIME_LIMIT);
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
    r->soil_steps += t->ticks;
    r->scar_depth_max = depth > r->scar_depth_max ? depth : r->scar_depth_max;
    r->scar_length_max = t->scar_length > r->scar_length_max ? t->scar_length : r->scar_length_max;
}

static bool is_piece(const trajectory *t)
{
    return t->motion->is_piece;
}

void trajectory_rest(trajectory *t)
{
    trajectory_end(t, TALUS_STOPPED);
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
        jump_height += trajectory_lift_out(t, t->state.scar_depth);
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
        trajectory_lift_off(t, t->before.r, t->jump_height);
    }
    t->record.steps += t->ticks;
    t->record.contact_steps += has_contact ? t->ticks : 0;
    if (has_contact) { // whatever the last plan said
        t->look_after = t->look_pause = 0;
        t->layer_after = t->layer_pause = 0;
    }
    if (is_in_soil) {
        measure_scar(t, t->before.r.z - t->jump_height, ground);
    }
    t->record.swept_steps += t->report.swept ? t->ticks : 0;
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
    trajectory_raise_maxima(t);
    if (where != TALUS_INSIDE) {
        trajectory_end(t, where == TALUS_NODATA ? TALUS_ENTERED_NODATA : TALUS_LEFT_DOMAIN);
    } else if (is_caught) {
        trajectory_end(t, TALUS_CAUGHT);
    } else if (has_contact && t->event != NULL && trajectory_event_breaks(t->event, t)) {
        trajectory_end(t, TALUS_BROKEN);
    } else if (trajectory_is_held(t, way) && !t->is_shaken) {
        t->record.is_held = true;
        trajectory_end(t, TALUS_STOPPED);
    } else {
        judge(t);
    }
    return true;
}

/// Ticks of the step that comes, in which contact is looked for: a function of the state. With many
/// contacts long steps would meet the last moves of the solver.
static uint32_t ticks_of_step(const trajectory *t)
{
    const talus_pace *pace = &t->campaign->pace;
    const size_t contacts = t->report.contact_count;
    const bool is_simple = contacts > 0 ? contacts <= CALM_CONTACTS : t->state.scar_depth > 0.0;
    const uint64_t left = t->step_limit - t->record.steps;
    const uint32_t longest = is_simple ? pace->most : pace->flight;
    const double way = (t->speed + t->spin * t->motion->body.radius) * t->campaign->step.time_step;
    uint32_t ticks = 1;
    while (2 * ticks <= longest && 2.0 * ticks * way <= pace->path && 2 * ticks <= left) {
        ticks *= 2;
    }
    return ticks;
}

/// One step in which contact is looked for.
static bool step_once(trajectory *t)
{
    const uint32_t ticks = ticks_of_step(t);
    const double share = (double)ticks / t->ticks;
    t->ticks = ticks;
    stepper_step_long(t->stepper, t->motion, trajectory_step_length(t), share, &t->report);
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
        judge(t);
        return true;
    }
    return step_once(t);
}
