// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a polyhedron: of given volumes by planes, or the cells of seeds; pieces as rocks.
#include "physics/fracture/fracture.h"

#include <stdlib.h>
#include <string.h>

/// A cut that is looked for: volume(n . x <= h) = target.
typedef struct cut_search {
    const fracture_piece *piece;
    talus_vec3 normal;
    double target;
} cut_search;

static talus_status excess_at(const cut_search *s, double h, double *excess, talus_error *error)
{
    fracture_piece below;
    const talus_status status = fracture_cut(s->piece, s->normal, h, &below, error);
    if (status == TALUS_OK) {
        *excess = fracture_mass_of(&below).volume - s->target;
        fracture_piece_clear(&below);
    }
    return status;
}

/// Bracketed secant steps (Illinois), halving where they are slow.
static talus_status find_offset(const cut_search *s, double volume, double *offset,
                                talus_error *error)
{
    enum { MOST_STEPS = 200 };
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t k = 0; k < s->piece->vertex_count; k++) {
        const double height = vec3_dot(s->normal, s->piece->vertices[k]);
        low = height < low ? height : low;
        high = height > high ? height : high;
    }
    double f_low = -s->target, f_high = volume - s->target;
    double h = low + (high - low) * (s->target / volume);
    int side = 0;
    for (int step = 0; step < MOST_STEPS && high - low > 1e-16 * (fabs(low) + fabs(high)); step++) {
        double f;
        const talus_status status = excess_at(s, h, &f, error);
        if (status != TALUS_OK) {
            return status;
        }
        if (fabs(f) <= 1e-16 * volume) {
            break;
        }
        if (f < 0.0) {
            low = h;
            f_low = f;
            f_high *= side < 0 ? 0.5 : 1.0;
            side = -1;
        } else {
            high = h;
            f_high = f;
            f_low *= side > 0 ? 0.5 : 1.0;
            side = 1;
        }
        const double next = high - (high - low) * (f_high / (f_high - f_low));
        h = step % 4 == 3 || !(next > low && next < high) ? 0.5 * (low + high) : next;
    }
    *offset = h;
    return TALUS_OK;
}

/// A split under way.
typedef struct splitter {
    fracture_normal *normal;
    void *user;
    double *offsets;
    size_t planes; ///< made so far
} splitter;

static talus_status split_group(splitter *s, const fracture_piece *piece, const double *volumes,
                                size_t count, fracture_piece *pieces, talus_error *error);

/// Both sides of a plane, and the groups that go into them.
static talus_status split_sides(splitter *s, const fracture_piece *piece, talus_vec3 n, double h,
                                const double *volumes, size_t first, size_t count,
                                fracture_piece *pieces, talus_error *error)
{
    fracture_piece below = {0}, above = {0};
    talus_status status = fracture_cut(piece, n, h, &below, error);
    if (status == TALUS_OK) {
        status = fracture_cut(piece, vec3_scale(-1.0, n), -h, &above, error);
    }
    if (status == TALUS_OK && (below.vertex_count == 0 || above.vertex_count == 0)) {
        status =
            talus_error_set(error, TALUS_ERROR_ARGUMENT, "a volume is too small to be cut off");
    }
    if (status == TALUS_OK) {
        status = split_group(s, &below, volumes, first, pieces, error);
    }
    if (status == TALUS_OK) {
        status = split_group(s, &above, volumes + first, count - first, pieces + first, error);
    }
    fracture_piece_clear(&below);
    fracture_piece_clear(&above);
    return status;
}

static talus_status split_group(splitter *s, const fracture_piece *piece, const double *volumes,
                                size_t count, fracture_piece *pieces, talus_error *error)
{
    if (count == 1) {
        // a plane beyond all of it: a copy
        return fracture_cut(piece, vec3(1.0, 0.0, 0.0), 1e300, pieces, error);
    }
    double total = 0.0, sum = volumes[0];
    size_t first = 1;
    for (size_t k = 0; k < count; k++) {
        total += volumes[k];
    }
    while (first + 1 < count && sum + volumes[first] <= 0.5 * total) {
        sum += volumes[first++];
    }
    const cut_search search = {piece, s->normal(piece, s->planes, s->user), sum};
    double h = 0.0;
    const talus_status status = find_offset(&search, fracture_mass_of(piece).volume, &h, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (s->offsets != NULL) {
        s->offsets[s->planes] = h;
    }
    s->planes++;
    return split_sides(s, piece, search.normal, h, volumes, first, count, pieces, error);
}

talus_status fracture_split(const fracture_piece *piece, const double *volumes, size_t count,
                            fracture_normal *normal, void *user, fracture_piece *pieces,
                            double *offsets, talus_error *error)
{
    const double volume = fracture_mass_of(piece).volume;
    double sum = 0.0;
    bool good = count > 0;
    for (size_t k = 0; k < count; k++) {
        good = good && volumes[k] > 0.0;
        sum += volumes[k];
    }
    if (!good || !(fabs(sum - volume) <= 1e-9 * volume)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "%zu volumes with the sum %.12g m3, expected volumes > 0 with the sum "
            "%.12g m3",
            count, sum, volume);
    }
    memset(pieces, 0, count * sizeof *pieces);
    splitter s = {normal, user, offsets, 0};
    const talus_status status = split_group(&s, piece, volumes, count, pieces, error);
    for (size_t k = 0; status != TALUS_OK && k < count; k++) {
        fracture_piece_clear(&pieces[k]);
    }
    return status;
}

/// The cell of one seed.
static talus_status cut_cell(const fracture_piece *piece, const talus_vec3 *seeds, size_t count,
                             size_t own, fracture_piece *cell, talus_error *error)
{
    talus_status status = fracture_cut(piece, vec3(1.0, 0.0, 0.0), 1e300, cell, error);
    for (size_t j = 0; j < count && status == TALUS_OK; j++) {
        const talus_vec3 d = vec3_sub(seeds[j], seeds[own]);
        const double length = vec3_norm(d);
        if (j == own || !(length > 0.0)) {
            continue;
        }
        const double h = 0.5 * (vec3_norm2(seeds[j]) - vec3_norm2(seeds[own])) / length;
        fracture_piece next;
        status = fracture_cut(cell, vec3_scale(1.0 / length, d), h, &next, error);
        fracture_piece_clear(cell);
        if (status == TALUS_OK) {
            *cell = next;
        }
    }
    return status;
}

talus_status fracture_voronoi(const fracture_piece *piece, const talus_vec3 *seeds, size_t count,
                              fracture_piece *pieces, talus_error *error)
{
    memset(pieces, 0, count * sizeof *pieces);
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < count && status == TALUS_OK; i++) {
        status = cut_cell(piece, seeds, count, i, &pieces[i], error);
    }
    for (size_t i = 0; status != TALUS_OK && i < count; i++) {
        fracture_piece_clear(&pieces[i]);
    }
    return status;
}
