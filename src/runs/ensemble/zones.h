// SPDX-License-Identifier: GPL-3.0-or-later
/// @file zones.h
/// Zones of the cells of a run between their bounds. It knows results and tables of zones; it
/// refuses to know rule packs and files.                               [docs/hazard.md, section 6]
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ZONES_H
#define TALUS_SRC_RUNS_ENSEMBLE_ZONES_H

#include "runs/observe/zoning.h"
#include "talus/results.h"

/// Cells of a window. @param out (nx x ny), row 0 = south
void ensemble_zones(const talus_results *results, const talus_zoning *zoning,
                    const talus_window *window, observe_cell_zone *out);

/// Share of the reached cells whose zone is decided; NaN when none is reached.
double ensemble_decided_share(const talus_results *results, const talus_zoning *zoning);

/// Upper 97.5 % bound of the rate at which rocks come to a cell that none has reached: the same for
/// all of them, the unit is that of the zoning's rates.
double ensemble_unreached_rate(const talus_results *results, const talus_zoning *zoning);

#endif
