// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of rocks beside a line, brought to places along it.
#include "io/map/section_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

talus_status section_line_init(section_line *line, const double *xy, size_t count, double width,
                               talus_error *error)
{
    *line = (section_line){.width = width};
    line->xy = malloc(2 * count * sizeof *line->xy + 1);
    line->at = malloc(count * sizeof *line->at + 1);
    if (line->xy == NULL || line->at == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the line of a section");
    }
    for (size_t k = 0; k < count; k++) {
        const double *last = line->count > 0 ? line->xy + 2 * (line->count - 1) : NULL;
        const double dx = last != NULL ? xy[2 * k] - last[0] : 0.0;
        const double dy = last != NULL ? xy[2 * k + 1] - last[1] : 0.0;
        const double step = sqrt(dx * dx + dy * dy);
        if (!isfinite(xy[2 * k]) || !isfinite(xy[2 * k + 1])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "point %zu of the line is not a pair of finite numbers", k + 1);
        }
        if (last == NULL || step > 0.0) {
            line->at[line->count] = last != NULL ? line->at[line->count - 1] + step : 0.0;
            memcpy(line->xy + 2 * line->count++, xy + 2 * k, 2 * sizeof *xy);
        }
    }
    return line->count >= 2
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the line of a section has %zu distinct points, expected 2 at "
                                 "least",
                                 line->count);
}

void section_line_clear(section_line *line)
{
    free(line->xy);
    free(line->at);
}

double section_line_place(const section_line *line, double x, double y)
{
    double best = 0.25 * line->width * line->width, place = (double)NAN;
    for (size_t k = 0; k + 1 < line->count; k++) {
        const double *a = line->xy + 2 * k, *b = a + 2;
        const double ux = b[0] - a[0], uy = b[1] - a[1];
        const double t = ((x - a[0]) * ux + (y - a[1]) * uy) / (ux * ux + uy * uy);
        // beyond the ends of the whole line nothing is nearest
        if ((t < 0.0 && k == 0) || (t > 1.0 && k + 2 == line->count)) {
            continue;
        }
        const double s = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        const double dx = x - a[0] - s * ux, dy = y - a[1] - s * uy;
        if (dx * dx + dy * dy <= best) {
            best = dx * dx + dy * dy;
            place = line->at[k] + s * (line->at[k + 1] - line->at[k]);
        }
    }
    return place;
}

double section_ground(const geo_image *terrain, double x, double y)
{
    const double u = (x - terrain->west) / terrain->cell - 0.5;
    const double v = (y - terrain->south) / terrain->cell - 0.5;
    if (!(u >= 0.0 && v >= 0.0 && u <= (double)terrain->nx - 1.0 &&
          v <= (double)terrain->ny - 1.0)) {
        return (double)NAN;
    }
    const size_t i = u < (double)terrain->nx - 1.0 ? (size_t)u : terrain->nx - 2;
    const size_t j = v < (double)terrain->ny - 1.0 ? (size_t)v : terrain->ny - 2;
    const double a = u - (double)i, b = v - (double)j;
    const float *z = terrain->values + j * terrain->nx + i;
    return (1.0 - b) * ((1.0 - a) * (double)z[0] + a * (double)z[1]) +
           b * ((1.0 - a) * (double)z[terrain->nx] + a * (double)z[terrain->nx + 1]);
}

double section_line_ground(const section_line *line, const geo_image *terrain, double at)
{
    size_t k = 0;
    while (k + 2 < line->count && line->at[k + 1] < at) {
        k++;
    }
    const double t = (at - line->at[k]) / (line->at[k + 1] - line->at[k]);
    const double *a = line->xy + 2 * k;
    return section_ground(terrain, a[0] + t * (a[2] - a[0]), a[1] + t * (a[3] - a[1]));
}

static void raise_to(double *cell, double value)
{
    if (isnan(*cell) || value > *cell) {
        *cell = value;
    }
}

/// Translational energy (kJ) between two points of a path.
static double energy_between(const double *p, const double *q, double mass)
{
    const double dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2], dt = q[3] - p[3];
    return dt > 0.0 ? 0.5e-3 * mass * (dx * dx + dy * dy + dz * dz) / (dt * dt) : 0.0;
}

static void add_path_point(section_bins *bins, double at, double z)
{
    const bool breaks = isnan(at);
    if (breaks && (bins->path_count == 0 || isnan(bins->path_at[bins->path_count - 1]))) {
        return;
    }
    bins->path_at[bins->path_count] = at;
    bins->path_z[bins->path_count++] = z;
}

/// @param mass kg @param rock that the body is or is a piece of
static void collect_track(const section_line *line, const geo_image *terrain,
                          const geo_tracks *tracks, size_t track, double mass, size_t rock,
                          section_bins *bins)
{
    for (size_t k = tracks->starts[track]; k < tracks->starts[track + 1]; k++) {
        const double *p = tracks->xyzm + 4 * k;
        const double at = section_line_place(line, p[0], p[1]);
        const double height = p[2] - section_ground(terrain, p[0], p[1]);
        if (isnan(at) || isnan(height)) {
            add_path_point(bins, (double)NAN, (double)NAN);
            continue;
        }
        const size_t bin = (size_t)fmin(SECTION_BINS - 1, SECTION_BINS * at / bins->length);
        raise_to(&bins->heights[bin * bins->rocks + rock], height);
        raise_to(&bins->energies[bin * bins->rocks + rock],
                 k > tracks->starts[track] ? energy_between(p - 4, p, mass) : 0.0);
        add_path_point(bins, at, section_line_ground(line, terrain, at) + height);
    }
    add_path_point(bins, (double)NAN, (double)NAN);
}

static size_t count_near(const section_bins *bins)
{
    size_t near = 0;
    for (size_t rock = 0; rock < bins->rocks; rock++) {
        size_t bin = 0;
        while (bin < SECTION_BINS && isnan(bins->heights[bin * bins->rocks + rock])) {
            bin++;
        }
        near += bin < SECTION_BINS ? 1 : 0;
    }
    return near;
}

/// A line of `count` points takes a NaN more.
static size_t count_points(const section_paths *paths)
{
    size_t points = 1;
    for (size_t k = 0; k < 2; k++) {
        const geo_tracks *tracks = &paths->tracks[k];
        points += tracks->count > 0 ? tracks->starts[tracks->count] + tracks->count : 0;
    }
    return points;
}

talus_status section_collect(const section_line *line, const geo_image *terrain,
                             const section_paths *paths, section_bins *bins, talus_error *error)
{
    const size_t cells = SECTION_BINS * paths->rocks, points = count_points(paths);
    *bins = (section_bins){.rocks = paths->rocks, .length = line->at[line->count - 1]};
    bins->heights = malloc(cells * sizeof *bins->heights + 1);
    bins->energies = malloc(cells * sizeof *bins->energies + 1);
    bins->path_at = malloc(points * sizeof *bins->path_at);
    bins->path_z = malloc(points * sizeof *bins->path_z);
    if (bins->heights == NULL || bins->energies == NULL || bins->path_at == NULL ||
        bins->path_z == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a section of %zu rocks",
                               paths->rocks);
    }
    for (size_t k = 0; k < cells; k++) {
        bins->heights[k] = bins->energies[k] = (double)NAN;
    }
    for (size_t k = 0; k < paths->bodies; k++) {
        const bool is_fragment = k >= paths->rocks;
        collect_track(line, terrain, &paths->tracks[is_fragment],
                      is_fragment ? k - paths->rocks : k, paths->masses[k], paths->owners[k], bins);
    }
    bins->near = count_near(bins);
    return TALUS_OK;
}

void section_bins_clear(section_bins *bins)
{
    free(bins->heights);
    free(bins->energies);
    free(bins->path_at);
    free(bins->path_z);
}
