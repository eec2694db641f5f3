// SPDX-License-Identifier: GPL-3.0-or-later
// Releases from areas and tables: cells of the DEM or of a raster, polygons, measured runs, as the
// loader takes them.                                                             [docs/sources.md]
#ifndef TALUS_SRC_INPUT_LOAD_SOURCES_H
#define TALUS_SRC_INPUT_LOAD_SOURCES_H

#include "input/load/world.h"
#include "input/sources/surface.h"

/// A release under way.
typedef struct scenario_release_loader {
    scenario_loader *loader;
    const scenario_release *spec;
    const scenario_node *node; ///< of the geometry, for messages
    scenario_source source;
    talus_release *release;
    scenario_stands *places; ///< its polygons are kept there
    double *values;          ///< (release->count) of a raster's cells; NULL otherwise
    double *factors; ///< (release->count) true area / plan area of steep cells; NULL otherwise
} scenario_release_loader;

/// Cells steeper than the threshold, or the cells of a raster, after their filters.
void scenario_add_slope(scenario_release_loader *m);
void scenario_add_raster(scenario_release_loader *m);
/// Rows of a table of measured runs: their places and how they start. A release from elsewhere may
/// name its rock, too.
void scenario_add_runs(scenario_release_loader *m);
/// The blocks of a wall where they stand.
void scenario_add_rock_wall(scenario_release_loader *m);
void scenario_name_rock(scenario_release_loader *m);
/// Convex blocks from a mesh file. @param wall out: scenario_clear_rock_wall, also after an error
/// @return TALUS_ERROR_INPUT for parts that are open, not convex or stand in each other
talus_status scenario_read_rock_wall(scenario_loader *loader, const scenario_rock *spec,
                                     const char *path, double density, scenario_rock_wall *wall,
                                     talus_error *error);
/// All of it but the first block, which is the rock of its class.
void scenario_clear_rock_wall(scenario_rock_wall *wall);
/// Say which releases lie over each other. @param places (release_count) no features: no polygons
void scenario_check_release_overlaps(scenario_loader *loader, const scenario_stands *places);
/// Plan and surface area, weights of the places, and how they are drawn.
void scenario_weigh(scenario_release_loader *m);
/// How often one block topples in shaking, 1/yr; warns of ranges that do not meet, 0 after a
/// report.
double scenario_seismic_rate(scenario_loader *loader, const scenario_seismic *spec);

#endif
