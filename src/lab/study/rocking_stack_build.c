// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a stack scenario: shapes, and where they start on each other.
#include "foundation/math/linalg.h"
#include "input/load/mesh_blocks.h"
#include "lab/study/rocking_stack.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Distance (m) up to which blocks touch, and depth in each other up to which they are taken.
static const double gap_most = 1e-3;

static talus_quat inverse(talus_quat p)
{
    return (talus_quat){p.w, -p.x, -p.y, -p.z};
}

static talus_quat turn_about(talus_vec3 axis, double angle)
{
    const double s = talus_sin(0.5 * angle);
    return (talus_quat){talus_cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

static double given(double value)
{
    return isnan(value) ? 0.0 : value;
}

static talus_vec3 given_vector(talus_vec3 value)
{
    return vec3(given(value.x), given(value.y), given(value.z));
}

static double radians(double degrees)
{
    return given(degrees) * TALUS_PI / 180.0;
}

// --- Measures ---

/// Angle between a direction and the axis z.
static double angle_from_z(talus_vec3 d)
{
    const double across = sqrt(d.x * d.x + d.y * d.y);
    const double angle = talus_atan(across / fmax(1e-300, fabs(d.z)));
    return d.z < 0.0 ? TALUS_PI - angle : angle;
}

double rocking_stack_tilt(const rocking_stack_body *body, const talus_state *state)
{
    return angle_from_z(quat_rotate(state->p, body->up));
}

/// Mean displacement along the support of the vertices that are lowest over it.
static void find_slip(const rocking_stack_body *body, talus_vec3 r, talus_quat p, double slip[2])
{
    const talus_rock *rock = body->rock;
    double lowest = (double)INFINITY;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        lowest = fmin(lowest, quat_rotate(p, rock->vertices[k]).z);
    }
    size_t count = 0;
    slip[0] = slip[1] = 0.0;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        const talus_vec3 now = quat_rotate(p, rock->vertices[k]);
        if (now.z <= lowest + 1e-6 * rock->radius) {
            const talus_vec3 then = quat_rotate(body->upright, rock->vertices[k]);
            slip[0] += r.x - body->centre.x + (now.x - then.x);
            slip[1] += r.y - body->centre.y + (now.y - then.y);
            count++;
        }
    }
    slip[0] /= (double)count;
    slip[1] /= (double)count;
}

rocking_stack_place rocking_stack_place_of(const rocking_stack_body *body, const talus_state *state,
                                           const talus_state *below)
{
    talus_vec3 r = state->r;
    talus_quat p = state->p;
    if (below != NULL) {
        const talus_quat back = inverse(below->p);
        r = quat_rotate(back, vec3_sub(state->r, below->r));
        p = quat_mul(back, state->p);
    }
    rocking_stack_place place = {.lean = angle_from_z(quat_rotate(p, body->up))};
    find_slip(body, r, p, place.slip);
    const talus_quat turned = quat_mul(p, inverse(body->upright));
    place.twist = turned.z == 0.0 ? 0.0 : 2.0 * talus_atan(turned.z / turned.w);
    return place;
}

// --- Places ---

/// Extents of the block over and under its centre of mass, along z of its body axes (m).
static void find_extents(const talus_rock *rock, double *low, double *high)
{
    *low = (double)INFINITY;
    *high = -(double)INFINITY;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        *low = fmin(*low, rock->vertices[k].z);
        *high = fmax(*high, rock->vertices[k].z);
    }
}

/// Shift that brings the middle of the vertices which are lowest after the tilt back to its place.
static talus_vec3 stay_on_pivot(const talus_rock *rock, talus_quat upright, talus_quat tilted)
{
    double lowest = (double)INFINITY;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        lowest = fmin(lowest, quat_rotate(tilted, rock->vertices[k]).z);
    }
    talus_vec3 sum = {0.0, 0.0, 0.0};
    size_t count = 0;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        const talus_vec3 now = quat_rotate(tilted, rock->vertices[k]);
        if (now.z <= lowest + 1e-12 * rock->radius) {
            sum = vec3_add(sum, vec3_sub(quat_rotate(upright, rock->vertices[k]), now));
            count++;
        }
    }
    return vec3_scale(1.0 / (double)count, sum);
}

/// Start of a body whose upright place and tilt are known.
static void start_body(const rocking_stack *stack, const rocking_stack_block *spec,
                       rocking_stack_body *body)
{
    const double angle = radians(spec->tilt_deg), side = radians(spec->tilt_direction_deg);
    const talus_vec3 axis = vec3(talus_sin(side), -talus_cos(side), 0.0);
    talus_quat p = body->upright;
    talus_vec3 r = body->centre;
    if (angle != 0.0) {
        p = quat_mul(turn_about(axis, angle), body->upright);
        r = vec3_add(r, stay_on_pivot(body->rock, body->upright, p));
    }
    if (body->below != ROCKING_STACK_BASE) {
        const talus_state *below = &stack->bodies[body->below].start;
        r = vec3_add(below->r, quat_rotate(below->p, r));
        p = quat_unit(quat_mul(below->p, p));
    }
    body->up = quat_rotate(inverse(body->upright), vec3(0.0, 0.0, 1.0));
    const talus_vec3 spin = given_vector(spec->spin);
    body->start = (talus_state){
        .r = r, .p = p, .v = given_vector(spec->velocity), .omega = quat_rotate(inverse(p), spin)};
}

/// A cuboid or a drum: on the body before, on the base, or where its centre is given.
static void place_body(rocking_stack *stack, const rocking_stack_block *spec)
{
    rocking_stack_body *body = &stack->bodies[stack->count];
    double low, high, top = 0.0, unused;
    find_extents(body->rock, &low, &high);
    body->height = high - low;
    body->upright = turn_about(vec3(0.0, 0.0, 1.0), radians(spec->yaw_deg));
    body->below = ROCKING_STACK_BASE;
    if (!isnan(spec->position.x)) {
        body->centre = spec->position;
    } else {
        if (stack->count > 0) {
            body->below = stack->count - 1;
            find_extents(stack->bodies[body->below].rock, &unused, &top);
        }
        const talus_vec3 offset = given_vector(spec->offset);
        body->centre = vec3(offset.x, offset.y, top + offset.z - low);
    }
    start_body(stack, spec, body);
    stack->count++;
}

/// Bytes of the letters of a name that fit into `most` bytes.
static int whole_letters(const char *name, size_t most)
{
    size_t length = strnlen(name, most + 1);
    if (length > most) {
        for (length = most; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80; length--) {
            // within a letter
        }
    }
    return (int)length;
}

static void name_body(rocking_stack_body *body, const rocking_stack_block *spec, size_t number,
                      size_t of, size_t count)
{
    char own[ROCKING_STACK_NAME];
    (void)snprintf(own, sizeof own, "block %zu", number + 1);
    const char *name = spec->name != NULL ? spec->name : own;
    if (count > 1) {
        (void)snprintf(body->name, sizeof body->name, "%.*s %zu", whole_letters(name, 40), name,
                       of + 1);
    } else {
        (void)snprintf(body->name, sizeof body->name, "%.*s", whole_letters(name, 60), name);
    }
}

static talus_status lack_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the blocks");
}

/// Room for more bodies.
static talus_status reserve(rocking_stack *stack, size_t more, talus_error *error)
{
    if (stack->count + more > ROCKING_STACK_BLOCKS) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "found %zu blocks, expected at most %d",
                               stack->count + more, (int)ROCKING_STACK_BLOCKS);
    }
    void *larger = realloc(stack->bodies, (stack->count + more) * sizeof *stack->bodies);
    if (larger == NULL) {
        return lack_memory(error);
    }
    stack->bodies = larger;
    memset(stack->bodies + stack->count, 0, more * sizeof *stack->bodies);
    return TALUS_OK;
}

static talus_status add_shapes(rocking_stack *stack, const rocking_stack_block *spec, size_t number,
                               talus_error *error)
{
    const size_t count = spec->count == SCENARIO_NO_COUNT ? 1 : spec->count;
    const bool is_drum = !isnan(spec->radius);
    const talus_vec3 size =
        is_drum ? vec3(2.0 * spec->radius, 2.0 * spec->radius, spec->height) : spec->size;
    talus_status status = reserve(stack, count, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        rocking_stack_body *body = &stack->bodies[stack->count];
        status = talus_rock_build(is_drum ? "prism" : "cuboid", size,
                                  is_drum ? (unsigned)spec->sides : 0, spec->density, &body->rock,
                                  error);
        if (status == TALUS_OK) {
            name_body(body, spec, number, k, count);
            place_body(stack, spec);
        }
    }
    return status;
}

/// A block of a mesh: where the mesh has it.
static void place_part(rocking_stack *stack, const rocking_stack_block *spec,
                       const scenario_rock_wall *wall, size_t k)
{
    rocking_stack_body *body = &stack->bodies[stack->count];
    body->rock = wall->blocks[k];
    body->below = ROCKING_STACK_BASE;
    body->upright = wall->turns[k];
    body->centre = vec3_add(given_vector(spec->position), scenario_block_place(wall, k));
    start_body(stack, spec, body);
    double low = (double)INFINITY, high = -low;
    for (size_t i = 0; i < body->rock->vertex_count; i++) {
        const double z = vec3_dot(body->up, body->rock->vertices[i]);
        low = fmin(low, z);
        high = fmax(high, z);
    }
    body->height = high - low;
    stack->count++;
}

static talus_status add_mesh(rocking_stack *stack, const rocking_stack_block *spec, size_t number,
                             talus_error *error)
{
    char *path = scenario_join_path(stack->scenario->document.directory, spec->mesh);
    if (path == NULL) {
        return lack_memory(error);
    }
    scenario_rock_wall wall = {0};
    scenario_worst_blocks worst = {0};
    talus_status status = scenario_read_mesh_blocks(path, 1.0, spec->density, &wall, &worst, error);
    status = status == TALUS_OK ? reserve(stack, wall.count, error) : status;
    for (size_t k = 0; k < wall.count; k++) {
        if (status == TALUS_OK) {
            name_body(&stack->bodies[stack->count], spec, number, k, wall.count);
            place_part(stack, spec, &wall, k);
        } else {
            talus_rock_destroy(wall.blocks[k]);
        }
    }
    free(wall.blocks);
    free(wall.centres);
    free(wall.turns);
    free(path);
    return status;
}

/// Of more than 32 vertices some stand for others in an impact [docs/theory.md 4].
static void warn_of_vertices(const rocking_stack *stack, size_t first, const scenario_node *node,
                             talus_diagnostics *diagnostics)
{
    for (size_t k = first; k < stack->count; k++) {
        const rocking_stack_body *body = &stack->bodies[k];
        if (body->rock->vertex_count > 2 * ROCKING_STACK_SIDES) {
            scenario_report(diagnostics, TALUS_WARNING, node,
                            "'%s' has %zu vertices: of more than %d some stand for others in an "
                            "impact, and landings change with it; a mesh with fewer is better",
                            body->name, body->rock->vertex_count, 2 * ROCKING_STACK_SIDES);
        }
    }
}

/// Height of the lowest vertex over the base, m.
static double find_clearance(const rocking_stack_body *body)
{
    double lowest = (double)INFINITY;
    for (size_t i = 0; i < body->rock->vertex_count; i++) {
        const talus_vec3 x = quat_rotate(body->start.p, body->rock->vertices[i]);
        lowest = fmin(lowest, body->start.r.z + x.z);
    }
    return lowest;
}

/// A block without a velocity that touches nothing falls from the first step on.
static void warn_of_gaps(const rocking_stack *stack, const scenario_node *node, const bool *touches,
                         talus_diagnostics *diagnostics)
{
    for (size_t k = 0; k < stack->count; k++) {
        const rocking_stack_body *body = &stack->bodies[k];
        const double clearance = find_clearance(body);
        if (!touches[k] && clearance > gap_most && vec3_norm2(body->start.v) == 0.0) {
            scenario_report(diagnostics, TALUS_WARNING, node,
                            "'%s' touches no other block and starts %.3g m above the base: it "
                            "falls",
                            body->name, clearance);
        }
    }
}

/// Results name blocks.
static talus_status check_names(const rocking_stack *stack, talus_error *error)
{
    for (size_t k = 0; k < stack->count; k++) {
        for (size_t i = 0; i < k; i++) {
            if (strcmp(stack->bodies[i].name, stack->bodies[k].name) == 0) {
                return talus_error_set(error, TALUS_ERROR_INPUT,
                                       "name: blocks %zu and %zu are both called '%s', expected "
                                       "another name for each",
                                       i + 1, k + 1, stack->bodies[k].name);
            }
        }
    }
    return TALUS_OK;
}

/// Blocks in each other or in the base would be thrown apart.
static talus_status check_places(const rocking_stack *stack, const scenario_node *node,
                                 talus_diagnostics *diagnostics, talus_error *error)
{
    scenario_rock_wall all = {.count = stack->count,
                              .blocks = malloc(stack->count * sizeof *all.blocks),
                              .centres = malloc(stack->count * sizeof *all.centres),
                              .turns = malloc(stack->count * sizeof *all.turns)};
    bool *touches = calloc(stack->count, sizeof *touches);
    talus_status status =
        all.blocks != NULL && all.centres != NULL && all.turns != NULL && touches != NULL
            ? TALUS_OK
            : lack_memory(error);
    for (size_t k = 0; k < stack->count && status == TALUS_OK; k++) {
        const rocking_stack_body *body = &stack->bodies[k];
        all.blocks[k] = body->rock;
        all.centres[k] = body->start.r;
        all.turns[k] = body->start.p;
        const double sunk = -find_clearance(body);
        if (sunk > gap_most) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "'%s' reaches %.3g m under the base, expected at most %g m",
                                     body->name, sunk, gap_most);
        }
    }
    status = status == TALUS_OK ? scenario_check_overlaps(&all, touches, error) : status;
    if (status == TALUS_OK) {
        warn_of_gaps(stack, node, touches, diagnostics);
    }
    free(all.blocks);
    free(all.centres);
    free(all.turns);
    free(touches);
    return status;
}

talus_status rocking_stack_build(rocking_stack *stack, talus_diagnostics *diagnostics,
                                 talus_error *error)
{
    const rocking_stack_keys *keys = &stack->scenario->keys;
    const rocking_stack_block *specs = keys->blocks.items;
    const scenario_node *node = keys->node;
    talus_error own = {.status = TALUS_OK}, *found = error != NULL ? error : &own;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < keys->blocks.count && status == TALUS_OK; k++) {
        node = specs[k].node;
        const size_t before = stack->count;
        status = specs[k].mesh != NULL ? add_mesh(stack, &specs[k], k, found)
                                       : add_shapes(stack, &specs[k], k, found);
        warn_of_vertices(stack, before, node, diagnostics);
    }
    if (status == TALUS_OK) {
        node = scenario_find(keys->node, "blocks");
        status = check_names(stack, found);
        status = status == TALUS_OK ? check_places(stack, node, diagnostics, found) : status;
    }
    if (status != TALUS_OK && status != TALUS_ERROR_MEMORY) {
        scenario_report_error(diagnostics, node, found);
    }
    return status;
}
