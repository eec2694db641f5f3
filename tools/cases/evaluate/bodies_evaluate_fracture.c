// SPDX-License-Identifier: GPL-3.0-or-later
// Hulls that are cut, the law of breaking, the motion of the pieces.
#include "cases/evaluate/bodies_evaluate.h"
#include "foundation/math/linalg.h"
#include "physics/fracture/fracture.h"

#include <stdlib.h>

enum { MOST_PIECES = 4096 };

static void read_hull(evaluate_case *c, fracture_piece *hull)
{
    size_t count = 0;
    talus_vec3 *points = evaluate_points(c, "vertices_m", 4, &count);
    talus_error error = {0};
    if (points != NULL) {
        evaluate_hold(c, fracture_piece_hull(points, count, hull, &error), &error);
    }
    free(points);
}

/// Volume, centre and inertia of a piece.
static void write_mass(evaluate_case *c, const fracture_piece *piece, double density)
{
    const fracture_mass mass = fracture_mass_of(piece);
    double inertia[9];
    for (int i = 0; i < 9; i++) {
        inertia[i] = density * mass.inertia.m[i / 3][i % 3];
    }
    evaluate_put(c, "volume_m3", mass.volume);
    evaluate_write_vec3(c, "centre_m", mass.centre);
    evaluate_write_matrix(c, "inertia_world_kg_m2", inertia, 3, 3);
}

static void write_pieces(evaluate_case *c, const fracture_piece *pieces, size_t count,
                         double density)
{
    files_json_begin(c->out, "pieces", '[');
    for (size_t k = 0; k < count; k++) {
        files_json_begin(c->out, NULL, '{');
        write_mass(c, &pieces[k], density);
        files_json_add_unsigned(c->out, "vertex_count", pieces[k].vertex_count);
        files_json_add_unsigned(c->out, "face_count", pieces[k].face_count);
        files_json_end(c->out, '}');
    }
    files_json_end(c->out, ']');
}

static void clear_pieces(fracture_piece *pieces, size_t count)
{
    for (size_t k = 0; pieces != NULL && k < count; k++) {
        fracture_piece_clear(&pieces[k]);
    }
    free(pieces);
}

static void answer_voronoi(evaluate_case *c)
{
    fracture_piece hull = {0}, *pieces = NULL;
    size_t count = 0;
    talus_error error = {0};
    const double density = evaluate_positive(c, "density_kg_m3");
    read_hull(c, &hull);
    talus_vec3 *seeds = evaluate_points(c, "seeds_m", 1, &count);
    if (!c->failed && (count > MOST_PIECES || (pieces = calloc(count, sizeof *pieces)) == NULL)) {
        evaluate_refuse(c, "\"seeds_m\" must hold at most %d points", MOST_PIECES);
    }
    if (!c->failed &&
        evaluate_hold(c, fracture_voronoi(&hull, seeds, count, pieces, &error), &error)) {
        write_pieces(c, pieces, count, density);
        files_json_begin(c->out, "parent", '{');
        write_mass(c, &hull, density);
        files_json_end(c->out, '}');
    }
    clear_pieces(pieces, count);
    free(seeds);
    fracture_piece_clear(&hull);
}

/// The normals of a case, one after the other.
static talus_vec3 next_normal(const fracture_piece *piece, size_t k, void *user)
{
    (void)piece;
    const talus_vec3 n = ((const talus_vec3 *)user)[k];
    return vec3_scale(1.0 / vec3_norm(n), n);
}

/// What a split reads.
typedef struct split_case {
    fracture_piece hull;
    double density;
    size_t count, normal_count;
    double *volumes;
    talus_vec3 *normals;
} split_case;

static void read_split(evaluate_case *c, split_case *one)
{
    one->density = evaluate_positive(c, "density_kg_m3");
    read_hull(c, &one->hull);
    one->volumes = evaluate_list(c, "volumes_m3", &one->count);
    if (!c->failed && (one->count < 2 || one->count > MOST_PIECES)) {
        evaluate_refuse(c, "\"volumes_m3\" must hold 2 to %d volumes", MOST_PIECES);
    }
    one->normals = evaluate_points(c, "normals", 1, &one->normal_count);
    if (!c->failed && one->normal_count != one->count - 1) {
        evaluate_refuse(c, "\"normals\" must hold %zu normals, one for each cut", one->count - 1);
    }
    for (size_t k = 0; k < one->normal_count && !c->failed; k++) {
        if (!(vec3_norm(one->normals[k]) > 0.0)) {
            evaluate_refuse(c, "normal %zu is zero", k);
        }
    }
}

static void answer_split(evaluate_case *c)
{
    split_case one = {0};
    talus_error error = {0};
    read_split(c, &one);
    fracture_piece *pieces = c->failed ? NULL : calloc(one.count, sizeof *pieces);
    double *offsets = c->failed ? NULL : calloc(one.count, sizeof *offsets);
    if (!c->failed && (pieces == NULL || offsets == NULL)) {
        evaluate_refuse(c, "out of memory");
    }
    if (!c->failed && evaluate_hold(c,
                                    fracture_split(&one.hull, one.volumes, one.count, next_normal,
                                                   one.normals, pieces, offsets, &error),
                                    &error)) {
        evaluate_write_numbers(c, "plane_offsets_m", offsets, one.count - 1);
        write_pieces(c, pieces, one.count, one.density);
    }
    clear_pieces(pieces, one.count);
    free(offsets);
    free(one.volumes);
    free(one.normals);
    fracture_piece_clear(&one.hull);
}

/// A number, or null where there is none.
static void write_number(evaluate_case *c, const char *key, double value)
{
    files_json_add_number(c->out, key, value);
}

static void answer_law(evaluate_case *c)
{
    const double volume = evaluate_positive(c, "volume_m3"),
                 energy = evaluate_number(c, "energy_J");
    const double least = evaluate_positive(c, "min_volume_m3");
    if (!c->failed && !(energy >= 0.0)) {
        evaluate_refuse(c, "\"energy_J\" must be >= 0, found %.9g", energy);
    }
    double *volumes = c->failed ? NULL : calloc(MOST_PIECES, sizeof *volumes);
    if (!c->failed && volumes == NULL) {
        evaluate_refuse(c, "out of memory");
    }
    if (c->failed) {
        return;
    }
    const fracture_law law = fracture_law_of(volume, energy);
    const size_t count = fracture_sizes(&law, volume, least, volumes, MOST_PIECES);
    if (count == MOST_PIECES) {
        evaluate_warn(c, "more than %d pieces; the rest holds what is not listed", MOST_PIECES);
    }
    evaluate_put(c, "initial_area_m2", law.initial_area);
    evaluate_put(c, "new_area_m2", law.new_area);
    evaluate_put(c, "area_ratio", law.area_ratio);
    evaluate_put(c, "b", law.b);
    evaluate_put(c, "survival", law.survival);
    write_number(c, "fractal_dimension", law.dimension);
    files_json_add_bool(c->out, "inside_window", law.is_inside);
    evaluate_write_numbers(c, "volumes_m3", volumes, count);
    files_json_add_unsigned(c->out, "count", count);
    evaluate_put(c, "remainder_m3", count > 0 ? volumes[count - 1] : volume);
    free(volumes);
}

/// Matrices and vectors of the pieces of a case.
static void read_fragments(evaluate_case *c, fracture_fragment *fragments, size_t count)
{
    const files_json_node *inertia = files_json_member(c->inputs, "inertia_world_kg_m2");
    size_t centres = 0, raws = 0, masses = 0;
    double *mass = evaluate_list(c, "mass_kg", &masses);
    talus_vec3 *centre = evaluate_points(c, "centre_m", count, &centres);
    talus_vec3 *raw = evaluate_points(c, "raw_velocities_m_s", count, &raws);
    if (!c->failed && (centres != count || raws != count || files_json_length(inertia) != count)) {
        evaluate_refuse(c, "mass_kg, centre_m, inertia_world_kg_m2 and raw_velocities_m_s must be "
                           "of one length");
    }
    for (size_t k = 0; k < count && !c->failed; k++) {
        fracture_fragment *f = &fragments[k];
        *f = (fracture_fragment){.mass = mass[k], .centre = centre[k], .raw = raw[k]};
        const files_json_node *rows = files_json_item(inertia, k);
        for (size_t i = 0; i < 3 && !c->failed; i++) {
            if (!files_json_numbers(files_json_item(rows, i), f->inertia.m[i], 3)) {
                evaluate_refuse(c, "item %zu of \"inertia_world_kg_m2\" must be a 3 x 3 matrix", k);
            }
        }
        if (!(f->mass > 0.0)) {
            evaluate_refuse(c, "mass %zu must be > 0, found %.9g", k, f->mass);
        }
    }
    free(mass);
    free(centre);
    free(raw);
}

static void write_motion(evaluate_case *c, const fracture_fragment *fragments, size_t count,
                         double scale, double energy_before)
{
    double *v = calloc(6 * count, sizeof *v), *omega = v + 3 * count;
    if (v == NULL) {
        evaluate_refuse(c, "out of memory");
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const fracture_fragment *f = &fragments[k];
        const double own[6] = {f->v.x, f->v.y, f->v.z, f->omega.x, f->omega.y, f->omega.z};
        for (size_t i = 0; i < 3; i++) {
            v[3 * k + i] = own[i];
            omega[3 * k + i] = own[3 + i];
        }
    }
    const fracture_sums sums = fracture_sum(fragments, count);
    evaluate_put(c, "scale", scale);
    evaluate_write_matrix(c, "v_m_s", v, count, 3);
    evaluate_write_matrix(c, "omega_world_rad_s", omega, count, 3);
    evaluate_put(c, "kinetic_energy_before_J", energy_before);
    evaluate_put(c, "kinetic_energy_after_J", sums.energy);
    evaluate_write_vec3(c, "momentum_N_s", sums.momentum);
    evaluate_write_vec3(c, "angular_momentum_about_centre_N_m_s", sums.angular_momentum);
    free(v);
}

static void answer_motion(evaluate_case *c)
{
    const size_t count = evaluate_length(c, "mass_kg");
    const talus_vec3 v = evaluate_vec3(c, "v_m_s"), omega = evaluate_vec3(c, "omega_world_rad_s");
    const double energy = evaluate_number(c, "scatter_energy_J");
    fracture_fragment *fragments = c->failed ? NULL : calloc(count, sizeof *fragments);
    if (!c->failed && fragments == NULL) {
        evaluate_refuse(c, "out of memory");
    }
    if (!c->failed) {
        read_fragments(c, fragments, count);
    }
    if (!c->failed && !(energy >= 0.0)) {
        evaluate_refuse(c, "\"scatter_energy_J\" must be >= 0, found %.9g", energy);
    }
    if (!c->failed) {
        fracture_set_moving(fragments, count, v, omega, 0.0);
        const double before = fracture_sum(fragments, count).energy;
        const double scale = fracture_set_moving(fragments, count, v, omega, energy);
        write_motion(c, fragments, count, scale, before);
    }
    free(fragments);
}

const evaluate_model evaluate_fracture_families[] = {
    {"voronoi", EVALUATE_INPUTS("vertices_m", "density_kg_m3", "seeds_m"), answer_voronoi},
    {"plane_split", EVALUATE_INPUTS("vertices_m", "density_kg_m3", "volumes_m3", "normals"),
     answer_split},
    {"fragment_law", EVALUATE_INPUTS("volume_m3", "energy_J", "min_volume_m3"), answer_law},
    {"fragment_motion",
     EVALUATE_INPUTS("mass_kg", "centre_m", "inertia_world_kg_m2", "v_m_s", "omega_world_rad_s",
                     "raw_velocities_m_s", "scatter_energy_J"),
     answer_motion},
    {NULL, NULL, NULL},
};
