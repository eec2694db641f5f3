// SPDX-License-Identifier: GPL-3.0-or-later
/// @file cells.h
/// Accumulators of all cells, shared by all workers: counts, fixed-point sums, maxima and sparse
/// bucket histograms. Cells come in blocks of 8 x 8 that appear on first touch, behind a directory
/// of 256 x 256 tiles that appear on first touch too. Integers and maxima only: the order in which
/// rocks come does not matter.
///
/// Memory: docs/cluster.md. A cell cannot have more than 64 buckets per octave and quantity: 1 J..1
/// GJ, 1 cm/s..100 m/s, 1 mm..100 m and 1 mrad/s..100 rad/s together are 4900 buckets or 29 kB,
/// whatever the number of rocks.
#ifndef TALUS_SRC_RUNS_OBSERVE_CELLS_H
#define TALUS_SRC_RUNS_OBSERVE_CELLS_H

#include "runs/observe/path.h"

typedef struct observe_cells observe_cells;

/// @return NULL when out of memory
observe_cells *observe_cells_create(const talus_cells *cells, const observe_units *units);
/// What is kept beyond the first quantities: bits as in talus_campaign. Before the first rock.
void observe_cells_keep(observe_cells *cells, uint32_t quantities, uint32_t values);
void observe_cells_destroy(observe_cells *cells);
/// Add the visits of one rock. Safe from several threads at once. @return false: out of memory
/// @param more (count) beside the visits, for what observe_cells_keep keeps; NULL when it keeps nothing
/// @param mass kg, of the rock
bool observe_cells_add(observe_cells *cells, const observe_visit *visits, const observe_more *more,
                       size_t count, double mass);
/// Add the hits of one event, where TALUS_HIT_ENERGY is kept; after its visits. Safe from several
/// threads at once. @return false: out of memory
bool observe_cells_add_hits(observe_cells *cells, const observe_hit *hits, size_t count);
/// Count a deposit of a rock of this volume (m^3) in the cell of (x, y); nothing off the raster.
/// Safe from several threads.
bool observe_cells_deposit(observe_cells *cells, double x, double y, double volume);
/// Whether a rock may have been in the window: false where all its tiles are untouched.
bool observe_cells_touched(const observe_cells *cells, const talus_window *window);

#endif
