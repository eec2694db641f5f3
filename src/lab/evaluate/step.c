// SPDX-License-Identifier: GPL-3.0-or-later
// talus step evaluate: single Moreau steps from a JSON file of cases.
#include "lab/evaluate/evaluate.h"
#include "lab/evaluate/json_cases.h"
#include "talus/stepper.h"

#include <math.h>
#include <stdlib.h>

/// One case as read; arrays are owned.
typedef struct step_case {
    const char *id; ///< lives as long as the document
    talus_grid grid;
    double *heights;
    talus_vec3 *vertices;
    size_t vertex_count;
    double mass;
    talus_vec3 inertia;
    talus_ground ground;
    talus_forest forest;
    talus_step_options options;
    talus_state state;
} step_case;

static void read_terrain(files_json_reader *in, const files_json_node *node, step_case *one)
{
    const files_json_node *rows = files_json_need(in, node, "heights_m");
    one->grid = (talus_grid){
        .x0 = files_json_need_number(in, node, "x0_m", -1e12, 1e12),
        .y0 = files_json_need_number(in, node, "y0_m", -1e12, 1e12),
        .cell = files_json_need_number(in, node, "cell_m", 1e-9, 1e9),
        .nx = files_json_length(files_json_item(rows, 0)),
        .ny = files_json_length(rows),
    };
    if (one->grid.nx < 2 || one->grid.ny < 2) {
        files_json_reject(in, rows ? rows : node,
                          "\"heights_m\" must hold at least two rows of two heights");
        return;
    }
    one->heights = calloc(one->grid.nx * one->grid.ny, sizeof *one->heights);
    for (size_t j = 0; j < one->grid.ny && one->heights; j++) {
        if (!files_json_numbers(files_json_item(rows, j), one->heights + j * one->grid.nx,
                                one->grid.nx)) {
            files_json_reject(in, rows,
                              "row %zu of \"heights_m\" must hold %zu numbers like the first", j,
                              one->grid.nx);
        }
    }
}

static void read_rock(files_json_reader *in, const files_json_node *node, step_case *one)
{
    const files_json_node *points = files_json_need(in, node, "vertices_m");
    one->mass = files_json_need_number(in, node, "mass_kg", 1e-12, 1e15);
    one->inertia = files_json_need_vec3(in, node, "inertia_kg_m2");
    one->vertex_count = files_json_length(points);
    if (one->vertex_count == 0) {
        files_json_reject(in, points ? points : node, "\"vertices_m\" must be an array of points");
        return;
    }
    one->vertices = calloc(one->vertex_count, sizeof *one->vertices);
    for (size_t i = 0; i < one->vertex_count && one->vertices; i++) {
        double v[3] = {0.0, 0.0, 0.0};
        if (!files_json_numbers(files_json_item(points, i), v, 3)) {
            files_json_reject(in, points, "point %zu of \"vertices_m\" must be three numbers", i);
        }
        one->vertices[i] = (talus_vec3){v[0], v[1], v[2]};
    }
}

static void read_ground(files_json_reader *in, const files_json_node *node, step_case *one)
{
    one->ground = (talus_ground){
        .name = "case",
        .mu_min = files_json_need_number(in, node, "mu_min", 0.0, 1e3),
        .mu_max = files_json_need_number(in, node, "mu_max", 0.0, 1e3),
        .kappa = files_json_need_number(in, node, "kappa", 0.0, 1e9),
        .beta = files_json_need_number(in, node, "beta", 0.0, 1e9),
        .drag = files_json_need_number(in, node, "nu", 0.0, 1e9),
        .epsilon_n = files_json_need_number(in, node, "epsilon_n", 0.0, 1.0),
        .epsilon_t = files_json_need_number(in, node, "epsilon_t", 0.0, 1.0),
    };
}

static void read_state(files_json_reader *in, const files_json_node *node, step_case *one)
{
    double p[4] = {1.0, 0.0, 0.0, 0.0};
    files_json_need_numbers(in, node, "p", p, 4);
    const double norm2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
    if (fabs(norm2 - 1.0) > 1e-6) {
        files_json_reject(in, node,
                          "\"p\" must be a unit quaternion (w, x, y, z); its length is %.9g",
                          sqrt(norm2));
    }
    one->state = (talus_state){
        .r = files_json_need_vec3(in, node, "r"),
        .p = {p[0], p[1], p[2], p[3]},
        .v = files_json_need_vec3(in, node, "v"),
        .omega = files_json_need_vec3(in, node, "omega"),
        .slippage = files_json_need_number(in, node, "slippage_m", 0.0, 1e12),
    };
}

static void read_case(files_json_reader *in, const files_json_node *node, step_case *one)
{
    const char *scheme = files_json_text(files_json_need(in, node, "scheme"));
    const files_json_node *drag = files_json_need(in, node, "drag");
    one->id = files_json_text(files_json_need(in, node, "id"));
    one->options = talus_step_options_default();
    if (!one->id) {
        files_json_reject(in, node, "\"id\" must be a text");
    }
    if (!scheme || !talus_scheme_from_name(scheme, &one->options.scheme)) {
        files_json_reject(in, node,
                          "\"scheme\" must be a rotation scheme such as midpoint, found \"%s\"",
                          scheme ? scheme : "");
    }
    one->options.time_step = files_json_need_number(in, node, "time_step_s", 1e-9, 10.0);
    one->options.gravity = files_json_need_number(in, node, "gravity_m_s2", 0.0, 1e3);
    one->forest = (talus_forest){.name = "case",
                                 .drag = files_json_need_number(in, drag, "c_kg_s", 0.0, 1e12),
                                 .height = files_json_need_number(in, drag, "height_m", 0.0, 1e6)};
    read_terrain(in, files_json_need(in, node, "terrain"), one);
    read_rock(in, files_json_need(in, node, "rock"), one);
    read_ground(in, files_json_need(in, node, "ground"), one);
    read_state(in, files_json_need(in, node, "state"), one);
}

static void clear_case(step_case *one)
{
    free(one->heights);
    free(one->vertices);
    *one = (step_case){0};
}

/// Do the step; one->state becomes the state after it.
static talus_status advance(step_case *one, const talus_terrain *terrain, const talus_rock *rock,
                            talus_step_report *report, talus_error *error)
{
    // one class everywhere: points off the map take the nearest cell
    uint8_t everywhere = 1;
    const talus_class_map map = {.cell = 1.0, .nx = 1, .ny = 1, .classes = &everywhere};
    const bool forested = one->forest.height > 0.0;
    const talus_site site = {
        .terrain = terrain,
        .grounds = &one->ground,
        .ground_count = 1,
        .forests = &one->forest,
        .forest_count = forested ? 1 : 0,
        .forest_map = forested ? &map : NULL,
    };
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    talus_status status =
        talus_stepper_create(&site, &one->options, rock->vertex_count, &stepper, error);
    if (status == TALUS_OK) {
        status = talus_motion_create(stepper, &motion, error);
    }
    if (status == TALUS_OK) {
        status = talus_motion_start(stepper, rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &one->state,
                                    motion, error);
    }
    if (status == TALUS_OK) {
        status = talus_step(stepper, motion, report, error);
    }
    if (status == TALUS_OK) {
        one->state = *talus_motion_state(motion);
    }
    talus_free(motion);
    talus_stepper_destroy(stepper);
    return status;
}

static talus_status evaluate(step_case *one, talus_step_report *report, talus_error *error)
{
    talus_terrain *terrain = NULL;
    talus_rock *rock = NULL;
    talus_status status = talus_terrain_create(&one->grid, one->heights, NULL, &terrain, error);
    if (status == TALUS_OK) {
        status = talus_rock_from_body(one->vertices, one->vertex_count, one->mass, one->inertia,
                                      &rock, error);
    }
    if (status == TALUS_OK) {
        status = advance(one, terrain, rock, report, error);
    }
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return status;
}

static void write_answer(files_text *text, const step_case *one, const talus_step_report *report)
{
    const talus_state *q = &one->state;
    const double r[] = {q->r.x, q->r.y, q->r.z};
    const double p[] = {q->p.w, q->p.x, q->p.y, q->p.z};
    const double v[] = {q->v.x, q->v.y, q->v.z};
    const double omega[] = {q->omega.x, q->omega.y, q->omega.z};
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "id", one->id);
    files_json_add_numbers(text, "r", r, 3);
    files_json_add_numbers(text, "p", p, 4);
    files_json_add_numbers(text, "v", v, 3);
    files_json_add_numbers(text, "omega", omega, 3);
    files_json_add_number(text, "slippage_m", q->slippage);
    files_json_add_unsigned(text, "contacts", report->contact_count);
    files_json_end(text, '}');
}

static talus_status answer_case(const char *path, const files_json_node *node, void *user,
                                files_text *text, talus_error *error)
{
    (void)user;
    files_json_reader in = {.path = path, .error = error};
    step_case one = {0};
    read_case(&in, node, &one);
    talus_status status = in.failed ? TALUS_ERROR_INPUT : TALUS_OK;
    if (status == TALUS_OK && (!one.heights || !one.vertices)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    if (status == TALUS_OK) {
        talus_step_report report = talus_step_report_default();
        status = evaluate(&one, &report, error);
        if (status == TALUS_OK) {
            write_answer(text, &one, &report);
        } else {
            talus_error_locate(error, path, files_json_line(node), 0);
        }
    }
    clear_case(&one);
    return status;
}

cli_exit cli_step_evaluate(const cli_arguments *arguments)
{
    return cli_answer_cases(arguments->operands[0], answer_case, NULL);
}
