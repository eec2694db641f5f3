// SPDX-License-Identifier: GPL-3.0-or-later
// Motions: their bytes, their start, and what a stepper derives from them.
#include "physics/stepper/motion.h"

#include "physics/shape/check.h"
#include "physics/stepper/check.h"
#include "physics/stepper/detection.h"
#include "physics/stepper/vertex_clearance.h"

#include <stdlib.h>
#include <string.h>

/// Room for `bytes` at `*at`, which moves on by whole words.
static size_t reserve(size_t *at, size_t bytes)
{
    const size_t place = *at;
    *at += (bytes + 7) / 8 * 8;
    return place;
}

motion_layout motion_layout_of(size_t max_contacts, size_t max_vertices, bool has_obstacles)
{
    motion_layout l;
    size_t at = sizeof(talus_rock_motion);
    l.warm = reserve(&at, 3 * max_contacts * sizeof(double));
    l.warm_before = reserve(&at, 3 * max_contacts * sizeof(double));
    l.warm_keys = reserve(&at, max_contacts * sizeof(uint64_t));
    l.vertices = reserve(&at, max_vertices * sizeof(talus_vec3));
    l.face_starts = reserve(&at, (2 * max_vertices + 1) * sizeof(uint32_t));
    l.corners = reserve(&at, 6 * max_vertices * sizeof(uint32_t));
    l.obstacles = reserve(&at, has_obstacles ? sizeof(motion_obstacles) : 0);
    l.size = at;
    return l;
}

size_t talus_motion_size(const talus_stepper *stepper)
{
    return stepper == NULL ? 0 : stepper->layout.size;
}

talus_status talus_motion_create(const talus_stepper *stepper, talus_rock_motion **motion,
                                 talus_error *error)
{
    if (stepper == NULL || motion == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the stepper or the place for the motion is NULL");
    }
    *motion = calloc(1, stepper->layout.size);
    return *motion != NULL ? TALUS_OK
                           : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a motion");
}

/// Vertices and faces of a motion as a rock; only read.
static talus_rock view_rock(const talus_stepper *s, talus_rock_motion *m)
{
    char *bytes = (char *)m;
    return (talus_rock){.radius = m->body.radius,
                        .vertex_count = m->body.vertex_count,
                        .vertices = (talus_vec3 *)(void *)(bytes + s->layout.vertices),
                        .face_count = m->body.face_count,
                        .face_starts = (uint32_t *)(void *)(bytes + s->layout.face_starts),
                        .face_vertices = (uint32_t *)(void *)(bytes + s->layout.corners)};
}

void stepper_load_body(talus_stepper *s, talus_rock_motion *m)
{
    const talus_rock rock = view_rock(s, m);
    contact_body_set(&s->body, &rock, m->body.factor);
    s->mass = m->body.mass;
    s->inertia = m->body.inertia;
    s->tumbling = clearance_tumbling(m->body.inertia);
    s->has_turns = stepper_turns_apply(s->options.scheme, m->body.inertia);
    s->diameter = m->body.diameter;
    s->air = m->body.air;
    s->body_key = m->body.key;
}

/// Of the sphere with the volume (m^3), m; 0 for none.
static double sphere_diameter(double volume)
{
    return volume > 0.0 ? talus_exp(talus_log(6.0 / TALUS_PI * volume) / 3.0) : 0.0;
}

/// More faces or corners than a hull of so many vertices can have are not taken over.
static bool has_room(const talus_stepper *s, const talus_rock *rock)
{
    const size_t n = s->body.max_vertices;
    return rock->face_count <= 2 * n && rock->face_starts[rock->face_count] <= 6 * n;
}

static void copy_body(const talus_stepper *s, const talus_rock *rock, double factor,
                      talus_rock_motion *m)
{
    const double square = factor * factor, cube = square * factor;
    motion_body *body = &m->body;
    body->factor = factor;
    body->mass = cube * rock->mass;
    body->inertia = vec3_scale(cube * factor * factor, rock->inertia);
    body->radius = rock->radius;
    body->diameter = factor * sphere_diameter(rock->volume);
    body->air =
        s->options.air_drag > 0.0 ? stepper_air_drag(rock, &s->options) * factor * factor : 0.0;
    body->vertex_count = rock->vertex_count;
    body->face_count = rock->face_count > 0 && has_room(s, rock) ? rock->face_count : 0;
    const talus_rock own = view_rock(s, m);
    memcpy(own.vertices, rock->vertices, rock->vertex_count * sizeof *own.vertices);
    if (body->face_count > 0) {
        memcpy(own.face_starts, rock->face_starts,
               (body->face_count + 1) * sizeof *own.face_starts);
        memcpy(own.face_vertices, rock->face_vertices,
               rock->face_starts[body->face_count] * sizeof *own.face_vertices);
    }
    body->key = stepper_body_key(body, (const char *)m + s->layout.vertices,
                                 s->layout.obstacles - s->layout.vertices);
}

talus_status talus_motion_start(talus_stepper *stepper, const talus_rock *rock, double factor,
                                uint64_t seed, uint64_t number, const talus_state *state,
                                talus_rock_motion *motion, talus_error *error)
{
    if (stepper == NULL || rock == NULL || state == NULL || motion == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the stepper, the rock, its state or its motion is NULL");
    }
    const char *fault = shape_fault(rock);
    if (fault != NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the rock %s", fault);
    }
    if (rock->vertex_count > stepper->body.max_vertices) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a rock of %zu vertices, expected at most %zu: create the "
                               "stepper for more",
                               rock->vertex_count, stepper->body.max_vertices);
    }
    if (!(factor > 0.0) || !isfinite(factor)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a scale of %g, expected a finite number > 0", factor);
    }
    const double cube = factor * factor * factor, mass = cube * rock->mass;
    const talus_vec3 inertia = vec3_scale(cube * factor * factor, rock->inertia);
    if (!stepper_can_weigh(mass, inertia)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a scale of %g, which makes a rock of %g kg and %g, %g, %g "
                               "kg m2, expected finite numbers > 0",
                               factor, mass, inertia.x, inertia.y, inertia.z);
    }
    fault = stepper_state_fault(state);
    if (fault != NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the state %s", fault);
    }
    if ((stepper->has_soil || stepper->options.air_drag > 0.0) && rock->face_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a rock without faces, expected some: the site has soil, or "
                               "there is air");
    }
    memset(motion, 0, stepper->layout.size);
    motion->size = stepper->layout.size;
    motion->version = MOTION_VERSION;
    motion->state = *state;
    motion->draw = (motion_draw){.seed = seed, .rock = number};
    copy_body(stepper, rock, factor, motion);
    stepper_bind(stepper, motion);
    if (stepper->obstacles != NULL) {
        stepper->obstacles->memory->clock = 1;
        stepper->obstacles->event_count = 0;
    }
    return TALUS_OK;
}

const talus_state *talus_motion_state(const talus_rock_motion *motion)
{
    return motion == NULL ? NULL : &motion->state;
}

void stepper_set_base(talus_rock_motion *motion, const talus_vec3 *gain)
{
    motion->is_shaken = gain != NULL;
    motion->base_gain = gain != NULL ? *gain : vec3(0.0, 0.0, 0.0);
}

void stepper_set_release(talus_rock_motion *motion, talus_vec3 release)
{
    motion->release = release;
    motion->is_released = true;
}

void stepper_set_piece(talus_rock_motion *motion)
{
    motion->is_piece = true;
}

void stepper_extent(talus_stepper *s, talus_rock_motion *motion, talus_quat p, double *lowest,
                    double *highest)
{
    stepper_bind(s, motion);
    const talus_mat3 a = talus_quat_matrix(p);
    *lowest = (double)INFINITY;
    *highest = -(double)INFINITY;
    for (size_t k = 0; k < s->body.vertex_count; k++) {
        const double z = mat3_mulv(&a, s->body.vertices[k]).z;
        *lowest = z < *lowest ? z : *lowest;
        *highest = z > *highest ? z : *highest;
    }
}

double stepper_min_gap(talus_stepper *s, talus_rock_motion *motion, talus_vec3 r, talus_quat p)
{
    stepper_bind(s, motion);
    const talus_mat3 a = talus_quat_matrix(p);
    terrain_reader own;
    stepper_enter(s, &own);
    const double gap = s->detection->gap(&s->site, &s->body, r, &a);
    stepper_leave(&own);
    return gap;
}
