// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters of weighted cells.
#include "observe/strata.h"

#include "observe/distribution.h"

#include <math.h>

/// Weight of all released rocks.
static double released_weight(const observe_strata *set)
{
    double total = 0.0;
    for (size_t g = 0; g < set->count; g++) {
        total += set->strata[g].weight * (double)set->strata[g].rocks;
    }
    return total;
}

void observe_strata_passages(const observe_strata *set, const talus_window *window, float *out)
{
    for (size_t k = 0; k < window->nx * window->ny; k++) {
        uint64_t passages = 0;
        for (size_t g = 0; g < set->count; g++) {
            const cell *c = observe_cell_find(set->cells[g], window->i + k % window->nx,
                                              window->j + k / window->nx);
            passages += c == NULL ? 0 : c->passages;
        }
        out[k] = (float)passages;
    }
}

void observe_strata_deposits(const observe_strata *set, const talus_window *window, float *out)
{
    for (size_t k = 0; k < window->nx * window->ny; k++) {
        uint64_t deposits = 0;
        for (size_t g = 0; g < set->count; g++) {
            const cell *c = observe_cell_find(set->cells[g], window->i + k % window->nx,
                                              window->j + k / window->nx);
            deposits += c == NULL ? 0 : c->deposits;
        }
        out[k] = (float)deposits;
    }
}

/// Weight of the rocks that touched a cell.
static double passed_weight(const observe_strata *set, size_t i, size_t j)
{
    double passed = 0.0;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        passed += c == NULL ? 0.0 : set->strata[g].weight * (double)c->passages;
    }
    return passed;
}

void observe_strata_reach(const observe_strata *set, const talus_window *window, float *out)
{
    const double all = released_weight(set);
    for (size_t k = 0; k < window->nx * window->ny; k++) {
        const double passed =
            passed_weight(set, window->i + k % window->nx, window->j + k / window->nx);
        out[k] = all > 0.0 ? (float)(passed / all) : 0.0F;
    }
}

/// Largest value of all rocks, or NaN.
static double maximum_at(const observe_strata *set, talus_quantity quantity, size_t i, size_t j)
{
    double max = -1.0;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        if (c != NULL && c->passages > 0 && c->max[quantity] > max) {
            max = c->max[quantity];
        }
    }
    return max < 0.0 ? (double)NAN : max;
}

/// Weighted mean, or NaN.
static double mean_at(const observe_strata *set, talus_quantity quantity, size_t i, size_t j)
{
    double sum = 0.0, passed = 0.0, per_unit = 1.0;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        if (c != NULL) {
            sum += set->strata[g].weight * (double)c->sum[quantity];
            passed += set->strata[g].weight * (double)c->passages;
            per_unit = 0.125 * set->cells[g]->units.per_unit[quantity];
        }
    }
    return passed > 0.0 ? sum / (per_unit * passed) : (double)NAN;
}

void observe_strata_statistic(const observe_strata *set, talus_quantity quantity, double statistic,
                              const talus_window *window, float *out)
{
    observe_distribution d, scratch;
    for (size_t k = 0; k < window->nx * window->ny; k++) {
        const size_t i = window->i + k % window->nx, j = window->j + k / window->nx;
        double value = (double)NAN;
        if (statistic == -2.0) {
            value = maximum_at(set, quantity, i, j);
        } else if (statistic == -1.0) {
            value = mean_at(set, quantity, i, j);
        } else if (observe_gather(set, NULL, quantity, i, j, &d, &scratch)) {
            value = observe_quantile(&d, statistic);
        }
        out[k] = (float)value;
    }
}

void observe_strata_exceedance(const observe_strata *set, talus_quantity quantity, double threshold,
                               const double *weights, const talus_window *window, float *out)
{
    const double all = weights == NULL ? released_weight(set) : 1.0;
    observe_distribution d, scratch;
    for (size_t k = 0; k < window->nx * window->ny; k++) {
        const size_t i = window->i + k % window->nx, j = window->j + k / window->nx;
        out[k] = observe_gather(set, weights, quantity, i, j, &d, &scratch)
                     ? (float)(observe_weight_above(&d, threshold) / all)
                     : 0.0F;
    }
}

void observe_strata_level(const observe_strata *set, talus_quantity quantity, const double *weights,
                          double rate, const talus_window *window, float *out)
{
    observe_distribution d, scratch;
    for (size_t k = 0; k < window->nx * window->ny; k++) {
        const size_t i = window->i + k % window->nx, j = window->j + k / window->nx;
        out[k] = observe_gather(set, weights, quantity, i, j, &d, &scratch)
                     ? (float)observe_value_with_above(&d, rate)
                     : NAN;
    }
}
