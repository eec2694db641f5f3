// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts of hulls: volume, centre and inertia of the pieces add up to those of the whole.
#include "physics/fracture/fracture.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static fracture_piece make_hull(uint64_t index, unsigned points)
{
    talus_rock *rock = NULL;
    fracture_piece piece;
    cr_assert(talus_rock_random_hull(vec3(1.2, 0.9, 0.7), points, 2700.0, 8, index, &rock, NULL) ==
              TALUS_OK);
    cr_assert(fracture_piece_of(rock, &piece, NULL) == TALUS_OK);
    talus_rock_destroy(rock);
    return piece;
}

static fracture_piece make_cube(void)
{
    fracture_piece piece;
    talus_vec3 points[8];
    for (int k = 0; k < 8; k++) {
        points[k] = vec3((k & 1) ? 1.0 : -1.0, (k & 2) ? 1.0 : -1.0, (k & 4) ? 1.0 : -1.0);
    }
    cr_assert(fracture_piece_hull(points, 8, &piece, NULL) == TALUS_OK);
    return piece;
}

static talus_vec3 draw_unit(talus_random *random)
{
    for (;;) {
        const double x = 2.0 * talus_random_uniform(random) - 1.0;
        const double y = 2.0 * talus_random_uniform(random) - 1.0;
        const talus_vec3 v = vec3(x, y, 2.0 * talus_random_uniform(random) - 1.0);
        const double size = vec3_norm(v);
        if (size > 0.1 && size < 1.0) {
            return vec3_scale(1.0 / size, v);
        }
    }
}

/// How far the pieces are from adding up: volume, centre, inertia about the centre of the whole.
typedef struct defect {
    double volume, centre, inertia;
} defect;

static defect add_up(const fracture_piece *whole, const fracture_piece *pieces, size_t count)
{
    const fracture_mass m = fracture_mass_of(whole);
    double volume = 0.0;
    talus_vec3 first = vec3(0.0, 0.0, 0.0);
    talus_mat3 inertia = {{{0.0}}};
    for (size_t k = 0; k < count; k++) {
        if (pieces[k].vertex_count == 0) {
            continue;
        }
        const fracture_mass own = fracture_mass_of(&pieces[k]);
        const talus_vec3 d = vec3_sub(own.centre, m.centre);
        const double x[3] = {d.x, d.y, d.z};
        volume += own.volume;
        first = vec3_axpy(first, own.volume, d);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                inertia.m[i][j] += own.inertia.m[i][j] +
                                   own.volume * ((i == j ? vec3_norm2(d) : 0.0) - x[i] * x[j]);
            }
        }
    }
    defect worst = {fabs(volume - m.volume) / m.volume, vec3_norm(first) / m.volume, 0.0};
    for (int i = 0; i < 9; i++) {
        worst.inertia =
            fmax(worst.inertia, fabs(inertia.m[i / 3][i % 3] - m.inertia.m[i / 3][i % 3]));
    }
    return worst;
}

static void check_defect(defect d)
{
    cr_assert(d.volume <= 1e-13, "%g", d.volume);
    cr_assert(d.centre <= 1e-13, "%g m", d.centre);
    cr_assert(d.inertia <= 1e-13, "%g m5", d.inertia);
}

static bool is_convex(const fracture_piece *piece)
{
    for (size_t f = 0; f < piece->face_count; f++) {
        const uint32_t *corner = piece->corners + piece->face_starts[f];
        const size_t count = piece->face_starts[f + 1] - piece->face_starts[f];
        talus_vec3 n = vec3(0.0, 0.0, 0.0);
        const talus_vec3 o = piece->vertices[corner[0]];
        for (size_t k = 1; k + 1 < count; k++) {
            n = vec3_add(n, vec3_cross(vec3_sub(piece->vertices[corner[k]], o),
                                       vec3_sub(piece->vertices[corner[k + 1]], o)));
        }
        for (size_t v = 0; v < piece->vertex_count; v++) {
            if (vec3_dot(n, vec3_sub(piece->vertices[v], o)) > 1e-9 * vec3_norm(n)) {
                return false;
            }
        }
    }
    return true;
}

Test(cut, both_sides_of_a_plane_add_up)
{
    talus_random random = {8, 1, 0};
    for (uint64_t k = 0; k < 200; k++) {
        fracture_piece whole = make_hull(k, 8 + (unsigned)(k % 22)), sides[2];
        const talus_vec3 n = draw_unit(&random);
        const double h = 0.6 * (talus_random_uniform(&random) - 0.5);
        cr_assert(fracture_cut(&whole, n, h, &sides[0], NULL) == TALUS_OK);
        cr_assert(fracture_cut(&whole, vec3_scale(-1.0, n), -h, &sides[1], NULL) == TALUS_OK);
        check_defect(add_up(&whole, sides, 2));
        cr_assert(is_convex(&sides[0]) && is_convex(&sides[1]));
        fracture_piece_clear(&whole);
        fracture_piece_clear(&sides[0]);
        fracture_piece_clear(&sides[1]);
    }
}

/// No two vertices are one, every face names a corner once, and V - E + F = 2.
static void check_corners(const fracture_piece *piece)
{
    for (size_t i = 0; i < piece->vertex_count; i++) {
        for (size_t j = i + 1; j < piece->vertex_count; j++) {
            cr_assert(vec3_norm(vec3_sub(piece->vertices[i], piece->vertices[j])) > 1e-9);
        }
    }
    const size_t ends = piece->vertex_count > 0 ? piece->face_starts[piece->face_count] : 0;
    for (size_t f = 0; f < piece->face_count; f++) {
        for (uint32_t i = piece->face_starts[f]; i < piece->face_starts[f + 1]; i++) {
            for (uint32_t j = i + 1; j < piece->face_starts[f + 1]; j++) {
                cr_assert(piece->corners[i] != piece->corners[j], "face %zu", f);
            }
        }
    }
    cr_assert(ends == 0 || piece->vertex_count + piece->face_count == ends / 2 + 2);
}

Test(cut, planes_through_vertices_edges_and_faces)
{
    // all directions of a lattice through points of the lattice
    fracture_piece whole = make_cube();
    int cuts = 0;
    for (int a = -2; a <= 2; a++) {
        for (int b = -2; b <= 2; b++) {
            for (int c = -2; c <= 2; c++) {
                for (int level = -6; level <= 6; level++) {
                    const talus_vec3 v = vec3(a, b, c);
                    const double size = vec3_norm(v);
                    fracture_piece sides[2];
                    if (!(size > 0.0)) {
                        continue;
                    }
                    const talus_vec3 n = vec3_scale(1.0 / size, v);
                    const double h = level / size;
                    cr_assert(fracture_cut(&whole, n, h, &sides[0], NULL) == TALUS_OK);
                    cr_assert(fracture_cut(&whole, vec3_scale(-1.0, n), -h, &sides[1], NULL) ==
                              TALUS_OK);
                    check_defect(add_up(&whole, sides, 2));
                    check_corners(&sides[0]);
                    check_corners(&sides[1]);
                    cuts += sides[0].vertex_count > 0 && sides[1].vertex_count > 0;
                    fracture_piece_clear(&sides[0]);
                    fracture_piece_clear(&sides[1]);
                }
            }
        }
    }
    cr_assert(cuts > 500, "%d", cuts);
    fracture_piece_clear(&whole);
}

Test(cut, half_a_cube)
{
    fracture_piece whole = make_cube(), half;
    cr_assert(fracture_cut(&whole, vec3(0.0, 0.0, 1.0), 0.0, &half, NULL) == TALUS_OK);
    const fracture_mass m = fracture_mass_of(&half);
    cr_assert(half.vertex_count == 8 && half.face_count == 6);
    cr_assert(fabs(m.volume - 4.0) <= 1e-15 && fabs(m.surface - 16.0) <= 1e-14);
    cr_assert(vec3_norm(vec3_sub(m.centre, vec3(0.0, 0.0, -0.5))) <= 1e-15);
    cr_assert(fabs(m.inertia.m[2][2] - 4.0 / 12.0 * 8.0) <= 1e-14);
    fracture_piece_clear(&half);
    // beyond it: nothing, or all
    cr_assert(fracture_cut(&whole, vec3(0.0, 0.0, 1.0), -1.0, &half, NULL) == TALUS_OK);
    cr_assert(half.vertex_count == 0);
    cr_assert(fracture_cut(&whole, vec3(0.0, 0.0, 1.0), 1.0, &half, NULL) == TALUS_OK);
    cr_assert(half.vertex_count == 8);
    fracture_piece_clear(&half);
    fracture_piece_clear(&whole);
}

static talus_vec3 random_normal(const fracture_piece *piece, size_t k, void *user)
{
    (void)piece;
    (void)k;
    return draw_unit(user);
}

Test(split, pieces_have_the_volumes_of_the_law)
{
    enum { MOST = 64 };
    talus_random random = {8, 2, 0};
    size_t pieces_made = 0;
    double worst = 0.0;
    for (uint64_t k = 0; k < 60; k++) {
        double volumes[MOST];
        fracture_piece whole = make_hull(k, 8 + (unsigned)(k % 20)), pieces[MOST];
        const double volume = fracture_mass_of(&whole).volume;
        const double energy = 500.0 * (1.0 + 30.0 * talus_random_uniform(&random));
        bool clamped;
        const fracture_law law = fracture_law_clamped(volume, energy, &clamped);
        const size_t count = fracture_sizes(&law, volume, 1e-3 * volume, volumes, MOST);
        cr_assert(count >= 2, "%zu", count);
        cr_assert(fracture_split(&whole, volumes, count, random_normal, &random, pieces, NULL,
                                 NULL) == TALUS_OK);
        check_defect(add_up(&whole, pieces, count));
        for (size_t i = 0; i < count; i++) {
            const double own = fracture_mass_of(&pieces[i]).volume;
            worst = fmax(worst, fabs(own - volumes[i]) / volume);
            cr_assert(is_convex(&pieces[i]));
            fracture_piece_clear(&pieces[i]);
        }
        pieces_made += count;
        fracture_piece_clear(&whole);
    }
    cr_assert(pieces_made > 300, "%zu", pieces_made);
    cr_assert(worst <= 1e-12, "%g of the volume", worst); /* measured 6e-16 */
}

Test(split, volumes_that_do_not_fit_are_refused)
{
    fracture_piece whole = make_cube(), pieces[2];
    talus_random random = {8, 3, 0};
    talus_error error = {0};
    cr_assert(fracture_split(&whole, (double[]){4.0, 4.1}, 2, random_normal, &random, pieces, NULL,
                             &error) == TALUS_ERROR_ARGUMENT);
    cr_assert(fracture_split(&whole, (double[]){9.0, -1.0}, 2, random_normal, &random, pieces, NULL,
                             &error) == TALUS_ERROR_ARGUMENT);
    cr_assert(fracture_split(&whole, (double[]){8.0, 0.0}, 2, random_normal, &random, pieces, NULL,
                             &error) == TALUS_ERROR_ARGUMENT);
    cr_assert(fracture_split(&whole, (double[]){4.0}, 0, random_normal, &random, pieces, NULL,
                             &error) == TALUS_ERROR_ARGUMENT);
    fracture_piece_clear(&whole);
}

Test(voronoi, cells_add_up)
{
    enum { SEEDS = 12 };
    talus_random random = {8, 4, 0};
    for (uint64_t k = 0; k < 40; k++) {
        fracture_piece whole = make_hull(k, 16), cells[SEEDS];
        talus_vec3 seeds[SEEDS];
        for (int i = 0; i < SEEDS; i++) {
            seeds[i] = vec3_scale(0.4 * talus_random_uniform(&random), draw_unit(&random));
        }
        cr_assert(fracture_voronoi(&whole, seeds, SEEDS, cells, NULL) == TALUS_OK);
        check_defect(add_up(&whole, cells, SEEDS));
        for (int i = 0; i < SEEDS; i++) {
            fracture_piece_clear(&cells[i]);
        }
        fracture_piece_clear(&whole);
    }
}

Test(rock, a_piece_in_its_own_frame_lies_where_it_lay)
{
    talus_random random = {8, 5, 0};
    for (uint64_t k = 0; k < 40; k++) {
        fracture_piece whole = make_hull(k, 12), piece;
        talus_rock *rock = NULL;
        talus_vec3 centre;
        talus_quat rotation;
        cr_assert(fracture_cut(&whole, draw_unit(&random), 0.05, &piece, NULL) == TALUS_OK);
        cr_assert(fracture_piece_rock(&piece, 2700.0, &rock, &centre, &rotation, NULL) == TALUS_OK);
        const fracture_mass m = fracture_mass_of(&piece);
        cr_assert(fabs(rock->mass - 2700.0 * m.volume) <= 1e-12 * rock->mass);
        double worst = 0.0;
        for (size_t v = 0; v < rock->vertex_count; v++) {
            const talus_vec3 back = vec3_add(centre, quat_rotate(rotation, rock->vertices[v]));
            worst = fmax(worst, vec3_norm(vec3_sub(back, piece.vertices[v])));
        }
        cr_assert(worst <= 1e-14, "%g m", worst);
        // its moments are principal: those of the same points, hulled again
        talus_rock *again = NULL;
        cr_assert(talus_rock_from_points(rock->vertices, rock->vertex_count, 2700.0, &again,
                                         NULL) == TALUS_OK);
        cr_assert(vec3_norm(vec3_sub(again->inertia, rock->inertia)) <= 1e-11 * rock->inertia.z);
        cr_assert(again->face_count == rock->face_count);
        talus_rock_destroy(again);
        talus_rock_destroy(rock);
        fracture_piece_clear(&piece);
        fracture_piece_clear(&whole);
    }
}
