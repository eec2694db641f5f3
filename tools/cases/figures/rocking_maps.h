// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_maps.h
/// Maps of spatial impacts [R3D, Figs 9, 11 to 13] of any cuboid: angular velocities after edge and
/// facet impacts, feasible pivots, admissible parameters. Tables and charts; it refuses to know the
/// terminal.
#ifndef TALUS_CASES_FIGURES_ROCKING_MAPS_H
#define TALUS_CASES_FIGURES_ROCKING_MAPS_H

#include "io/directory/directory.h"
#include "talus/directory.h"

enum { ROCKING_MAPS_CELLS_MOST = 1000, ROCKING_MAPS_TAUS = 3 };

typedef struct rocking_maps_options {
    double mass, b1, b2, h;        ///< kg, m
    double tilt;                   ///< rad, at the edge impact
    double rate;                   ///< rad/s: of rocking about the edge or corner before the impact
    double tau[ROCKING_MAPS_TAUS]; ///< N m s, of edge and facet impacts
    double lam0, lam1;             ///< range of lam
    double limit;                  ///< range of |lat| and |lon|
    size_t cells;                  ///< of each axis of a map
} rocking_maps_options;
rocking_maps_options rocking_maps_options_default(void); ///< the block of [R3D, Figs 11, 12]

/// What the maps say about one cell of (lon, lat).
typedef struct rocking_maps_cell {
    double lon, lat;
    double w_x, w_y, tau, energy_change; ///< with (24); NaN where no pivot is feasible
    int pivots[ROCKING_MAPS_TAUS];       ///< with given tau: sum of 1 (V3), 2 (V4), 4 (any other)
    double energy[ROCKING_MAPS_TAUS]; ///< J, of the first feasible pivot; NaN where there is none
} rocking_maps_cell;

typedef struct rocking_maps {
    rocking_maps_options options;
    rocking_maps_cell *cells; ///< (cells x cells), row by row of lat; owned
    size_t without, with_two; ///< cells without and with two feasible pivots, of all tau
} rocking_maps;
/// @return TALUS_ERROR_ARGUMENT for a block, rate or grid that cannot be; _MEMORY
talus_status rocking_maps_make(const rocking_maps_options *options, rocking_maps *maps,
                               talus_error *error);
void rocking_maps_clear(rocking_maps *maps);
/// edge.csv, edge_energy.csv, facet.csv; edge.svg, edge_energy.svg, facet.svg, facet_pivots.svg.
extern const char *const rocking_maps_files[];
talus_status rocking_maps_write(talus_directory *directory, const rocking_maps *maps,
                                talus_error *error);

#endif
