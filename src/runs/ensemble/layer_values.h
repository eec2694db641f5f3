// SPDX-License-Identifier: GPL-3.0-or-later
/// @file layer_values.h
/// What a raster layer shows of results. It knows layers and results; it refuses to know files.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_LAYER_VALUES_H
#define TALUS_SRC_RUNS_ENSEMBLE_LAYER_VALUES_H

#include "runs/campaign/layers.h"
#include "talus/results.h"

/// Values in the unit of the file (window->ny x window->nx). NaN wherever no rock passed, or an
/// amount is 0, so that a map shows the ground there and not a colour for zero.
talus_status campaign_layer_values(const campaign_layer *layer, const talus_results *results,
                                   const talus_window *window, float *values, talus_error *error);
/// The smallest window with all cells in which rocks were released; one cell of no rock in a run
/// without any, or without screens and objects.
void ensemble_release_window(const talus_results *results, talus_window *window);

#endif
