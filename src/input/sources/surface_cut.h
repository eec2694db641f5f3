// SPDX-License-Identifier: GPL-3.0-or-later
/// @file surface_cut.h
/// A triangle cut along pixels and blocks of pixels, for surface_bands.c, which cuts band after band.
/// It knows one window of heights; it refuses to know files and threads.
#ifndef TALUS_SRC_INPUT_SOURCES_SURFACE_CUT_H
#define TALUS_SRC_INPUT_SOURCES_SURFACE_CUT_H

#include "input/sources/surface.h"

enum { SURFACE_BAND_ROWS = 256 }; ///< cut at a time; a multiple of the side of a block

/// Heights of columns [i0, i0 + nx) and rows [j0, j0 + ny) of a DEM.
typedef struct surface_window {
    const double *heights;
    size_t i0, j0, nx, ny;
} surface_window;

/// Pixels [columns[0], columns[1]] x [rows[0], rows[1]], both ends included.
typedef struct surface_box {
    size_t columns[2], rows[2];
} surface_box;

/// Room for so many pieces. @return false when out of memory
bool surface_reserve_pieces(scenario_pieces *pieces, size_t capacity);
/// Give back room that no piece needs: there may be very many parts with few pieces each.
void surface_trim_pieces(scenario_pieces *pieces);
/// All pixels that a triangle touches. @return false off the grid
bool surface_box_of(const talus_grid *grid, const double *t, surface_box *box);
/// The columns of a band that the triangle reaches, from the start of a block on.
void surface_narrow_band(const talus_grid *grid, const double *triangle, const surface_box *box,
                         size_t side, surface_box *band);
/// Blocks on the rim are divided into four, down to pixels.
/// @param side pixels of a block along x and y, a power of two; 1: all pixels are cut
/// @return false when out of memory
bool surface_cut_in_box(const geo_dem *dem, const surface_window *window, const double *triangle,
                        const surface_box *box, size_t side, scenario_pieces *pieces);

#endif
