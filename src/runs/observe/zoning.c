// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of exceedance rates in cells, and the zones between them.
#include "runs/observe/zoning.h"

#include "foundation/statistics/rate.h"
#include "runs/observe/cells_internal.h"

#include <math.h>

/// Rocks of a histogram above a threshold, those of a bucket spread evenly over it up to the
/// largest value. [docs/theory.md (67)]
static double count_above(const histogram *h, double threshold, double max)
{
    double above = 0.0;
    for (unsigned k = h->used; k-- > 0 && buckets_of(h)[k] > 0;) { // bucket 0 stands for 0
        const double low = observe_bucket_edge(TALUS_KINETIC_ENERGY, buckets_of(h)[k]);
        const double edge = observe_bucket_edge(TALUS_KINETIC_ENERGY, buckets_of(h)[k] + 1U);
        const double high = edge < max ? edge : max;
        if (threshold >= high) {
            break;
        }
        const double part = threshold <= low ? 1.0 : (high - threshold) / (high - low);
        above += (double)h->counts[k] * part;
    }
    return above;
}

/// Kinetic energies of a cell in every stratum.
typedef struct cell_energies {
    const observe_strata *set;
    const double *weights;
    size_t i, j;
    double max;      ///< J, of all rocks
    double heaviest; ///< largest weight of all strata
} cell_energies;

/// Rate at which a threshold is exceeded, as its rocks show it.
static statistics_rate rate_above(const cell_energies *e, double threshold)
{
    statistics_rate rate = {.heaviest = e->heaviest};
    for (size_t g = 0; g < e->set->count; g++) {
        const cell *c = observe_cell_find(e->set->cells[g], e->i, e->j);
        if (c != NULL && e->weights[g] > 0.0) {
            const double count =
                count_above(&c->histograms[TALUS_KINETIC_ENERGY], threshold, e->max);
            rate.events += e->weights[g] * count;
            rate.squares += e->weights[g] * e->weights[g] * count;
        }
    }
    return rate;
}

/// Has a rock that weighs something passed? Its largest energy goes to e->max.
static bool is_reached(cell_energies *e)
{
    bool reached = false;
    e->max = 0.0;
    for (size_t g = 0; g < e->set->count; g++) {
        const cell *c = observe_cell_find(e->set->cells[g], e->i, e->j);
        if (c != NULL && c->passages > 0 && e->weights[g] > 0.0) {
            const double max = c->max[TALUS_KINETIC_ENERGY];
            reached = true;
            e->max = max > e->max ? max : e->max;
        }
    }
    return reached;
}

/// Lowest and highest zone of the classes from `low` to `high` at a rate.
static void zones_between(const int *zones, int low, int high, int *least, int *most)
{
    for (int k = low; k <= high; k++) {
        const int zone = k < 0 ? OBSERVE_NO_ZONE : zones[k];
        *least = k == low || zone < *least ? zone : *least;
        *most = k == low || zone > *most ? zone : *most;
    }
}

static void bound_cell(const cell_energies *e, const talus_zoning *zoning, observe_cell_zone *out)
{
    statistics_rate rates[TALUS_MOST_THRESHOLDS];
    int low = zoning->residual, high = zoning->residual;
    for (size_t t = 0; t < zoning->threshold_count; t++) {
        rates[t] = rate_above(e, zoning->thresholds[t]);
    }
    for (size_t r = 0; r < zoning->rate_count; r++) {
        int class_low = OBSERVE_NO_ZONE, class_high = OBSERVE_NO_ZONE, least = 0, most = 0;
        for (int t = (int)zoning->threshold_count - 1; t > class_low; t--) {
            const int sign = statistics_rate_against(&rates[t], zoning->rates[r]);
            class_high = sign >= 0 && class_high < t ? t : class_high;
            class_low = sign > 0 ? t : class_low;
        }
        zones_between(zoning->zones[r], class_low, class_high, &least, &most);
        out->class_low[r] = (int8_t)class_low;
        out->class_high[r] = (int8_t)class_high;
        low = least > low ? least : low;
        high = most > high ? most : high;
    }
    out->low = (int8_t)low;
    out->high = (int8_t)high;
}

void observe_strata_zones(const observe_strata *set, const talus_zoning *zoning,
                          const double *weights, const talus_window *window, observe_cell_zone *out)
{
    cell_energies e = {.set = set, .weights = weights};
    for (size_t g = 0; g < set->count; g++) {
        e.heaviest = weights[g] > e.heaviest ? weights[g] : e.heaviest;
    }
    for (e.j = window->j; e.j < window->j + window->ny; e.j++) {
        for (e.i = window->i; e.i < window->i + window->nx; e.i++, out++) {
            *out = (observe_cell_zone){.is_reached = is_reached(&e)};
            if (out->is_reached) {
                bound_cell(&e, zoning, out);
            }
        }
    }
}
