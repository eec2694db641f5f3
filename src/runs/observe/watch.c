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

void observe_watch_fly(observe_watch *watch, double time, talus_vec3 r, double height)
{
    if (!watch->is_up) {
        watch->is_up = true;
        watch->lift_off = watch->last;
        watch->highest = watch->last.height;
        watch->path_count = 0;
    }
    if (watch->path_count == watch->path_capacity) {
        const size_t needed = 2 * watch->path_capacity + 256;
        talus_vec3 *larger = realloc(watch->path, needed * sizeof *larger);
        if (larger == NULL) {
            watch->is_lost = true;
            return;
        }
        watch->path = larger;
        watch->path_capacity = needed;
    }
    watch->path[watch->path_count++] = r;
    watch->highest = height > watch->highest ? height : watch->highest;
    watch->last = (observe_moment){time, r, height};
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
    impact->jump_normal = 0.0;
    for (size_t k = 0; k < watch->path_count; k++) {
        const double height = observe_height_over_chord(a->r, b->r, watch->path[k]);
        impact->jump_normal = height > impact->jump_normal ? height : impact->jump_normal;
    }
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
    impact->omega_after = in_world(t->state.p, t->state.omega);
    impact->spin_after = t->spin;
    impact->energy_after = t->kinetic_energy;
    impact->impulse = vec3_add(impact->impulse, t->report.impulse);
    impact->contacts = contacts > impact->contacts ? contacts : impact->contacts;
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
        observe_watch_fly(watch, t->time, t->state.r, t->jump_height);
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
