// SPDX-License-Identifier: GPL-3.0-or-later
/// @file section_line.h
/// The line of a section, and what the paths of rocks beside it come to in bins along it.
#ifndef TALUS_SRC_IO_MAP_SECTION_LINE_H
#define TALUS_SRC_IO_MAP_SECTION_LINE_H

#include "io/map/section_paths.h"

enum { SECTION_BINS = 120 };

typedef struct section_line {
    size_t count;
    double *xy; ///< (count x 2) m, world; owned
    double *at; ///< (count) m from the start; owned
    double width;
} section_line;
/// @return TALUS_ERROR_ARGUMENT for fewer than two distinct points
talus_status section_line_init(section_line *line, const double *xy, size_t count, double width,
                               talus_error *error);
void section_line_clear(section_line *line);
/// Place of the point of the line that is nearest to (x, y), m from its start; NaN when that is
/// farther away than half the width, or beyond an end.
double section_line_place(const section_line *line, double x, double y);
/// Height of the terrain at a point of the world, between centres of cells; NaN off it.
double section_ground(const geo_image *terrain, double x, double y);
/// Height of the terrain at a place of the line.
double section_line_ground(const section_line *line, const geo_image *terrain, double at);

/// Largest height and energy of each rock, its fragments counted with it, in each bin.
typedef struct section_bins {
    size_t rocks;
    double length;     ///< m, of the line
    double *heights;   ///< (SECTION_BINS x rocks) m, NaN: the rock was not there
    double *energies;  ///< (SECTION_BINS x rocks) kJ
    size_t near;       ///< rocks that were in some bin, they or a fragment
    size_t path_count; ///< points below; a NaN ends a piece
    double *path_at, *path_z;
} section_bins;
/// @return TALUS_ERROR_MEMORY
talus_status section_collect(const section_line *line, const geo_image *terrain,
                             const section_paths *paths, section_bins *bins, talus_error *error);
void section_bins_clear(section_bins *bins);

#endif
