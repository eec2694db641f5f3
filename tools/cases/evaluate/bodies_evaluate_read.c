// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the inputs of a case of several bodies and writing its outputs.
#include "cases/evaluate/bodies_evaluate.h"

#include "physics/shape/hull.h"

#include <math.h>
#include <stdlib.h>

const files_json_node *evaluate_enter(evaluate_case *c, const char *key)
{
    const files_json_node *before = c->inputs, *member = files_json_member(c->inputs, key);
    if (!files_json_is_object(member)) {
        evaluate_refuse(c, "\"%s\" must be an object", key);
    } else {
        c->inputs = member;
    }
    return before;
}

const files_json_node *evaluate_enter_item(evaluate_case *c, const char *key, size_t index)
{
    const files_json_node *before = c->inputs;
    const files_json_node *item = files_json_item(files_json_member(c->inputs, key), index);
    if (!files_json_is_object(item)) {
        evaluate_refuse(c, "item %zu of \"%s\" must be an object", index, key);
    } else {
        c->inputs = item;
    }
    return before;
}

talus_vec3 evaluate_vec3(evaluate_case *c, const char *key)
{
    double x[3] = {0.0, 0.0, 0.0};
    evaluate_vector(c, key, x, 3);
    return (talus_vec3){x[0], x[1], x[2]};
}

talus_quat evaluate_unit_quat(evaluate_case *c, const char *key)
{
    double p[4] = {1.0, 0.0, 0.0, 0.0};
    evaluate_vector(c, key, p, 4);
    const double norm2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
    if (!(fabs(norm2 - 1.0) <= 1e-6)) {
        evaluate_refuse(c, "\"%s\" must be a unit quaternion (w, x, y, z); its length is %.9g", key,
                        sqrt(norm2));
    }
    return (talus_quat){p[0], p[1], p[2], p[3]};
}

talus_vec3 *evaluate_points(evaluate_case *c, const char *key, size_t least, size_t *count)
{
    *count = evaluate_length(c, key);
    if (!c->failed && *count < least) {
        evaluate_refuse(c, "\"%s\" must hold at least %zu points, found %zu", key, least, *count);
    }
    talus_vec3 *points = c->failed ? NULL : calloc(*count, sizeof *points);
    if (!c->failed && points == NULL) {
        evaluate_refuse(c, "out of memory for \"%s\"", key);
    }
    for (size_t k = 0; k < *count && !c->failed; k++) {
        const files_json_node *item = files_json_item(files_json_member(c->inputs, key), k);
        double x[3];
        if (!files_json_numbers(item, x, 3) || !isfinite(x[0] + x[1] + x[2])) {
            evaluate_refuse(c, "point %zu of \"%s\" must be three finite numbers", k, key);
        } else {
            points[k] = (talus_vec3){x[0], x[1], x[2]};
        }
    }
    if (c->failed) {
        free(points);
        return NULL;
    }
    return points;
}

talus_state evaluate_state(evaluate_case *c)
{
    return (talus_state){.r = evaluate_vec3(c, "r"),
                         .p = evaluate_unit_quat(c, "p"),
                         .v = evaluate_vec3(c, "v"),
                         .omega = evaluate_vec3(c, "omega")};
}

talus_scheme evaluate_scheme(evaluate_case *c)
{
    const char *name = evaluate_text(c, "scheme");
    talus_scheme scheme = TALUS_SCHEME_MIDPOINT;
    if (!c->failed && !talus_scheme_from_name(name, &scheme)) {
        evaluate_refuse(c, "\"scheme\" must be a rotation scheme such as midpoint, found \"%.60s\"",
                        name);
    }
    return scheme;
}

talus_terrain *evaluate_terrain(evaluate_case *c)
{
    const files_json_node *outer = evaluate_enter(c, "terrain");
    const size_t ny = evaluate_length(c, "heights_m");
    const size_t nx =
        files_json_length(files_json_item(files_json_member(c->inputs, "heights_m"), 0));
    talus_grid grid = {.x0 = evaluate_number(c, "x0_m"),
                       .y0 = evaluate_number(c, "y0_m"),
                       .cell = evaluate_positive(c, "cell_m"),
                       .nx = nx,
                       .ny = ny};
    double *heights = NULL;
    talus_terrain *terrain = NULL;
    talus_error error = {0};
    if (!c->failed && (nx < 2 || ny < 2 || (heights = calloc(nx * ny, sizeof *heights)) == NULL)) {
        evaluate_refuse(c, "\"heights_m\" must hold at least two rows of two heights");
    }
    if (!c->failed && evaluate_matrix(c, "heights_m", heights, ny, nx)) {
        evaluate_hold(c, talus_terrain_create(&grid, heights, NULL, &terrain, &error), &error);
    }
    free(heights);
    c->inputs = outer;
    return terrain;
}

bool evaluate_hold(evaluate_case *c, talus_status status, const talus_error *error)
{
    if (status != TALUS_OK) {
        evaluate_refuse(c, "%s", error->message);
    }
    return status == TALUS_OK;
}

static talus_rock *make_rock(evaluate_case *c, double mass, talus_vec3 inertia)
{
    size_t count = 0;
    talus_vec3 *vertices = evaluate_points(c, "vertices_m", 4, &count);
    talus_rock *rock = NULL;
    talus_error error = {0};
    if (vertices != NULL &&
        evaluate_hold(c, talus_rock_from_body(vertices, count, mass, inertia, &rock, &error),
                      &error)) {
        evaluate_hold(c, bodies_add_faces(rock, &error), &error);
    }
    free(vertices);
    if (c->failed) {
        talus_rock_destroy(rock);
        return NULL;
    }
    return rock;
}

talus_rock *evaluate_rock(evaluate_case *c)
{
    const double mass = evaluate_positive(c, "mass_kg");
    const talus_vec3 inertia = evaluate_vec3(c, "inertia_kg_m2");
    return make_rock(c, mass, inertia);
}

talus_rock *evaluate_hull(evaluate_case *c)
{
    return make_rock(c, 1.0, (talus_vec3){1.0, 1.0, 1.0});
}

void evaluate_write_vec3(evaluate_case *c, const char *key, talus_vec3 x)
{
    const double values[3] = {x.x, x.y, x.z};
    evaluate_write_numbers(c, key, values, 3);
}

void evaluate_write_state(evaluate_case *c, const talus_state *q)
{
    const double p[4] = {q->p.w, q->p.x, q->p.y, q->p.z};
    evaluate_write_vec3(c, "r", q->r);
    evaluate_write_numbers(c, "p", p, 4);
    evaluate_write_vec3(c, "v", q->v);
    evaluate_write_vec3(c, "omega", q->omega);
}
