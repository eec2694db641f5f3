// SPDX-License-Identifier: GPL-3.0-or-later
// Motions and states that come from a caller, perhaps from a file: what a step may rely on.
#include "foundation/base/bytes.h"
#include "physics/shape/check.h"
#include "physics/stepper/check.h"
#include "physics/stepper/stepper_internal.h"

/// Of the square of the norm of a quaternion: what seven digits leave.
#define UNIT_ROUND_OFF 1e-6

static bool is_finite_row(const double *values, size_t count)
{
    bool is_finite = true;
    for (size_t k = 0; k < count; k++) {
        is_finite = is_finite && isfinite(values[k]);
    }
    return is_finite;
}

bool stepper_state_is_finite(const talus_state *state)
{
    return vec3_finite(state->r) && vec3_finite(state->v) && vec3_finite(state->omega) &&
           isfinite(state->p.w) && isfinite(state->p.x) && isfinite(state->p.y) &&
           isfinite(state->p.z) && isfinite(state->slippage) && isfinite(state->scar_depth);
}

const char *stepper_state_fault(const talus_state *state)
{
    const talus_quat p = state->p;
    if (!stepper_state_is_finite(state)) {
        return "has a number that is not finite";
    }
    if (!(fabs(p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z - 1.0) <= UNIT_ROUND_OFF)) {
        return "has a quaternion whose norm is not 1";
    }
    return state->slippage >= 0.0 ? NULL : "has a slippage below 0";
}

bool stepper_can_weigh(double mass, talus_vec3 inertia)
{
    return isnormal(mass) && isnormal(1.0 / mass) && shape_can_have_moments(inertia) &&
           isnormal(inertia.x) && isnormal(inertia.y) && isnormal(inertia.z) &&
           isnormal(1.0 / inertia.x) && isnormal(1.0 / inertia.y) && isnormal(1.0 / inertia.z);
}

uint64_t stepper_body_key(const motion_body *body, const void *shape, size_t size)
{
    motion_body unnamed = *body;
    unnamed.key = 0;
    return 1 | byte_digest(byte_digest(1, &unnamed, sizeof unnamed), shape, size); // never 0
}

/// A truth value of other bytes than 0 and 1 is none.
static bool is_truth(const bool *value)
{
    return *(const unsigned char *)(const void *)value <= 1;
}

static bool faces_are_of(const talus_stepper *s, const motion_body *body, const uint32_t *starts,
                         const uint32_t *corners)
{
    const size_t n = s->body.max_vertices;
    if (body->face_count > 2 * n || (body->face_count > 0 && starts[0] != 0)) {
        return false;
    }
    for (size_t k = 0; k < body->face_count; k++) {
        if (starts[k + 1] < starts[k] || starts[k + 1] > 6 * n) {
            return false;
        }
    }
    const size_t count = body->face_count > 0 ? starts[body->face_count] : 0;
    for (size_t k = 0; k < count; k++) {
        if (corners[k] >= body->vertex_count) {
            return false;
        }
    }
    return true;
}

/// The body agrees with its digest, and is one even where someone has made a new digest.
static bool is_body(const talus_stepper *s, const talus_rock_motion *m)
{
    const char *bytes = (const char *)m;
    const motion_body *body = &m->body;
    if (body->vertex_count == 0 || body->vertex_count > s->body.max_vertices ||
        body->key != stepper_body_key(body, bytes + s->layout.vertices,
                                      s->layout.obstacles - s->layout.vertices)) {
        return false;
    }
    const double sizes[] = {body->factor, body->radius, body->diameter, body->air};
    const double *vertices = (const double *)(const void *)(bytes + s->layout.vertices);
    return is_finite_row(sizes, 4) && body->factor > 0.0 && body->radius > 0.0 &&
           stepper_can_weigh(body->mass, body->inertia) &&
           is_finite_row(vertices, 3 * body->vertex_count) &&
           faces_are_of(s, body, (const uint32_t *)(const void *)(bytes + s->layout.face_starts),
                        (const uint32_t *)(const void *)(bytes + s->layout.corners));
}

static bool remembers_obstacles(const talus_stepper *s, const talus_rock_motion *m)
{
    const motion_obstacles *o =
        (const motion_obstacles *)(const void *)((const char *)m + s->layout.obstacles);
    if (o->touched_count > TALUS_OBSTACLE_MEMORY) {
        return false;
    }
    bool is_whole = true;
    for (size_t k = 0; k < o->touched_count; k++) {
        is_whole = is_whole && is_truth(&o->touched[k].is_broken) && isfinite(o->touched[k].taken);
    }
    return is_whole;
}

const char *stepper_motion_fault(const talus_stepper *s, const talus_rock_motion *m)
{
    const bool is_new = s->motion != m || s->body_key != m->body.key;
    if (is_new && !is_body(s, m)) {
        return "its rock is not the one that was started";
    }
    const char *bytes = (const char *)m;
    const double *warm = (const double *)(const void *)(bytes + s->layout.warm);
    const double *before = (const double *)(const void *)(bytes + s->layout.warm_before);
    const size_t vertices = is_new ? m->body.vertex_count : s->body.vertex_count;
    if (!is_truth(&m->is_shaken) || !is_truth(&m->is_down) || !is_truth(&m->warm_slips) ||
        !is_truth(&m->is_released) || !is_truth(&m->is_piece) || m->nearest >= vertices ||
        m->warm_count > s->max_contacts || !is_finite_row(warm, 3 * m->warm_count) ||
        !is_finite_row(before, 3 * m->warm_count) || !vec3_finite(m->base_gain) ||
        !vec3_finite(m->release) || !isfinite(m->depth_before) ||
        (s->obstacles != NULL && !remembers_obstacles(s, m))) {
        return "its memory of the last step is damaged";
    }
    return stepper_state_fault(&m->state) == NULL ? NULL : "its state is damaged or not finite";
}
