// SPDX-License-Identifier: GPL-3.0-or-later
// Impacts between flights, step by step.
#include "runs/observe/watch.h"

#include "foundation/math/linalg.h"
#include "runs/observe/impact.h"

#include <stdlib.h>

#define ROUND_OFF 1e-9 /* s */

void observe_watch_clear(observe_watch *watch)
{
    free(watch->path);
    *watch = (observe_watch){0};
}

void observe_watch_start(observe_watch *watch, const trajectory *t)
{
    watch->is_up = true;
    watch->last = (observe_moment){t->time, t->state.r, t->jump_height};
    watch->lift_off = watch->last;
    watch->highest = t->jump_height;
    watch->path_count = 0;
    watch->has_impact = false;
    watch->is_lost = false;
}

/// A flight begins or goes on: room for `count` points of its path. @return false: out of memory
static bool lift(observe_watch *watch, size_t count)
{
    if (!watch->is_up) {
        watch->is_up = true;
        watch->lift_off = watch->last;
        watch->highest = watch->last.height;
        watch->path_count = 0;
    }
    const size_t needed = watch->path_count + count;
    if (needed > watch->path_capacity) {
        talus_vec3 *larger = realloc(watch->path, (2 * needed + 256) * sizeof *larger);
        if (larger == NULL) {
            watch->is_lost = true;
            return false;
        }
        watch->path = larger;
        watch->path_capacity = 2 * needed + 256;
    }
    return true;
}

static void fly_step(observe_watch *watch, const trajectory *t)
{
    if (lift(watch, 1)) {
        watch->path[watch->path_count++] = t->state.r;
        watch->highest = t->jump_height > watch->highest ? t->jump_height : watch->highest;
        watch->last = (observe_moment){t->time, t->state.r, t->jump_height};
    }
}

void observe_watch_fly(observe_watch *watch, const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    if (air->count == 0 || !lift(watch, air->count)) {
        return;
    }
    talus_vec3 *path = watch->path + watch->path_count;
    for (size_t k = 0; k < air->count; k++) {
        path[k] = vec3(air->x[k], air->y[k], air->z[k]);
    }
    watch->path_count += air->count;
    watch->highest = air->highest_jump > watch->highest ? air->highest_jump : watch->highest;
    watch->last = (observe_moment){trajectory_airborne_time(t, air->count - 1),
                                   path[air->count - 1], air->jump_height[air->count - 1]};
}

static bool has_flown(const observe_watch *watch)
{
    return watch->is_up &&
           watch->last.time - watch->lift_off.time >= TRAJECTORY_SHORTEST_FLIGHT - ROUND_OFF;
}

static talus_vec3 in_world(talus_quat p, talus_vec3 omega)
{
    const talus_mat3 a = talus_quat_matrix(p);
    return mat3_mulv(&a, omega);
}

static unsigned ground_under(const talus_site *site, talus_vec3 r)
{
    const unsigned ground =
        site->ground_map == NULL ? 0 : talus_class_map_at(site->ground_map, r.x, r.y);
    return ground < site->ground_count ? ground : 0;
}

/// The flight that ends now.
static void measure_jump(const observe_watch *watch, talus_impact *impact)
{
    const observe_moment *a = &watch->lift_off, *b = &watch->last;
    const talus_vec3 chord = vec3_sub(b->r, a->r);
    impact->jump_time = b->time - a->time;
    impact->jump_length = vec3_norm(chord);
    impact->jump_vertical = watch->highest;
    impact->jump_normal = observe_highest_over_chord(a->r, b->r, watch->path, watch->path_count);
    impact->jump_falls_free = trajectory_falls_free(a->r.z - a->height, b->r.z - b->height,
                                                    sqrt(chord.x * chord.x + chord.y * chord.y));
}

static void begin(observe_watch *watch, const trajectory *t)
{
    watch->impact = (talus_impact){.rock = t->record.rock,
                                   .time = t->time,
                                   .r = t->state.r,
                                   .v_before = t->before.v,
                                   .omega_before = in_world(t->before.p, t->before.omega),
                                   .spin_before = t->spin_before,
                                   .energy_before = t->kinetic_energy_before,
                                   .ground = ground_under(&t->campaign->site, t->state.r)};
    measure_jump(watch, &watch->impact);
    watch->touch = watch->last;
    watch->has_impact = true;
}

static void extend(observe_watch *watch, const trajectory *t)
{
    talus_impact *impact = &watch->impact;
    const uint32_t contacts = (uint32_t)t->report.contact_count;
    impact->v_after = t->state.v;
    watch->p_after = t->state.p;
    watch->omega_after = t->state.omega;
    impact->spin_after = t->spin;
    impact->energy_after = t->kinetic_energy;
    impact->impulse = vec3_add(impact->impulse, t->report.impulse);
    impact->contacts = contacts > impact->contacts ? contacts : impact->contacts;
    impact->withheld = fmax(impact->withheld, t->report.withheld);
    if (t->state.scar_depth > 0.0) { // of several visits the deepest and the longest
        impact->scar_depth = fmax(impact->scar_depth, t->state.scar_depth);
        impact->scar_length = fmax(impact->scar_length, t->scar_length);
    }
    watch->end = (observe_moment){t->time, t->state.r, t->jump_height};
}

/// The flight behind it is long enough: is it an impact?
static bool complete(observe_watch *watch, const trajectory *t, talus_impact *out)
{
    talus_impact *impact = &watch->impact;
    if (!watch->has_impact) {
        return false;
    }
    watch->has_impact = false;
    impact->omega_after = in_world(watch->p_after, watch->omega_after);
    impact->contact_time = watch->end.time - watch->touch.time;
    if (impact->contact_time > OBSERVE_LONGEST_IMPACT) {
        return false;
    }
    const talus_vec3 place = vec3_scale(0.5, vec3_add(watch->touch.r, watch->end.r));
    impact->normal = observe_mean_normal(t->campaign->site.terrain, place.x, place.y,
                                         trajectory_cube_root(6.0 / TALUS_PI * t->record.volume));
    const observe_split split =
        observe_split_velocities(impact->v_before, impact->v_after, impact->normal);
    *out = *impact;
    return observe_is_impact(&split);
}

bool observe_watch_add(observe_watch *watch, const trajectory *t, talus_impact *out)
{
    bool is_complete = false;
    if (t->is_open) {
        fly_step(watch, t);
        return false;
    }
    if (has_flown(watch)) {
        is_complete = complete(watch, t, out);
        begin(watch, t);
    }
    watch->is_up = false;
    if (watch->has_impact) {
        extend(watch, t);
    }
    watch->last = (observe_moment){t->time, t->state.r, t->jump_height};
    return is_complete;
}

bool observe_watch_finish(observe_watch *watch, const trajectory *t, talus_impact *out)
{
    return has_flown(watch) && complete(watch, t, out);
}
