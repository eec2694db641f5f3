// SPDX-License-Identifier: GPL-3.0-or-later
// Rasters of weighted cells: what one cell gives, and the loop over cells.
#include "runs/observe/strata.h"

#include "foundation/statistics/interval.h"
#include "runs/observe/distribution.h"

#include <math.h>

/// What a loop over cells carries along.
typedef struct cell_reader {
    const observe_strata *set;
    const talus_raster *raster;
    const double *weights; ///< NULL = those of the strata
    double released;       ///< weight of all released rocks
    observe_distribution values, scratch;
} cell_reader;

static void start_reader(cell_reader *reader, const observe_strata *set, const double *weights)
{
    reader->set = set;
    reader->weights = weights;
    reader->released = 0.0;
    for (size_t g = 0; g < set->count; g++) {
        reader->released += set->strata[g].weight * (double)set->strata[g].rocks;
    }
}

static bool is_kept(const observe_cells *cells, talus_cell_value value)
{
    bool kept = false;
    for (size_t k = 0; k < cells->value_count; k++) {
        kept = kept || cells->values[k] == value;
    }
    return kept;
}

/// Bodies that touched a cell: of each event one, where no rock breaks.
static uint64_t bodies_of(const observe_cells *cells, const cell *c)
{
    return is_kept(cells, TALUS_BODIES) ? observe_cell_value(cells, c, TALUS_BODIES) : c->passages;
}

/// Rocks and fragments that touched cell (i, j), or stopped in it.
static double count_at(const cell_reader *reader, size_t i, size_t j)
{
    const observe_strata *set = reader->set;
    uint64_t passages = 0, deposits = 0;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        passages += c == NULL ? 0 : bodies_of(set->cells[g], c);
        deposits += c == NULL ? 0 : c->deposits;
    }
    return (double)(reader->raster->kind == TALUS_PASSAGES ? passages : deposits);
}

/// What of the released rocks, by weight, touched a cell.
static statistics_weighted share_at(const cell_reader *reader, size_t i, size_t j)
{
    const observe_strata *set = reader->set;
    statistics_weighted share = {0};
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        statistics_weighted_add(&share, set->strata[g].weight,
                                c == NULL ? 0.0 : (double)c->passages,
                                (double)set->strata[g].rocks);
    }
    return share;
}

/// Their share, (61).
static double reach_at(const cell_reader *reader, size_t i, size_t j)
{
    const statistics_weighted share = share_at(reader, i, j);
    return share.hits > 0.0 ? statistics_weighted_share(&share) : 0.0;
}

/// One of the bounds of that share, or half their distance; NaN where it is 0.
static double reach_bound_at(const cell_reader *reader, talus_raster_kind kind, size_t i, size_t j)
{
    const statistics_weighted share = share_at(reader, i, j);
    double low = 0.0, high = 0.0;
    if (!(share.hits > 0.0)) {
        return (double)NAN;
    }
    statistics_wilson(statistics_weighted_share(&share), statistics_weighted_size(&share), &low,
                      &high);
    return kind == TALUS_REACH_LOW ? low : kind == TALUS_REACH_HIGH ? high : 0.5 * (high - low);
}

/// Largest value of all rocks, or NaN.
static double maximum_at(const cell_reader *reader, size_t i, size_t j)
{
    const observe_strata *set = reader->set;
    double max = -1.0;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        if (c != NULL) {
            const cell_statistic s =
                observe_cell_statistic(set->cells[g], c, reader->raster->quantity);
            max = s.histogram.used > 0 && s.max > max ? s.max : max;
        }
    }
    return max < 0.0 ? (double)NAN : max;
}

/// Weighted mean, or NaN.
static double mean_at(const cell_reader *reader, size_t i, size_t j)
{
    const observe_strata *set = reader->set;
    const talus_quantity quantity = reader->raster->quantity;
    double sum = 0.0, passed = 0.0, per_unit = 1.0;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        if (c != NULL) {
            const cell_statistic s = observe_cell_statistic(set->cells[g], c, quantity);
            sum += set->strata[g].weight * (double)s.sum;
            passed += set->strata[g].weight * (double)observe_histogram_total(&s.histogram);
            per_unit = 0.125 * set->cells[g]->units.per_unit[quantity];
        }
    }
    return passed > 0.0 ? sum / (per_unit * passed) : (double)NAN;
}

static bool gather(cell_reader *reader, talus_quantity quantity, size_t i, size_t j)
{
    return observe_gather(reader->set, reader->weights, quantity, i, j, &reader->values,
                          &reader->scratch);
}

static double statistic_at(cell_reader *reader, size_t i, size_t j)
{
    const talus_raster *raster = reader->raster;
    double low = 0.0, high = 0.0;
    if (raster->kind == TALUS_STATISTIC && raster->at == -2.0) {
        return maximum_at(reader, i, j);
    }
    if (raster->kind == TALUS_STATISTIC && raster->at == -1.0) {
        return mean_at(reader, i, j);
    }
    const bool is_error = raster->kind == TALUS_STATISTIC_ERROR;
    if ((is_error && raster->quantity == TALUS_HIT_ENERGY) || // bodies of an event are one draw
        !gather(reader, raster->quantity, i, j)) {
        return (double)NAN;
    }
    if (!is_error) {
        return observe_quantile(&reader->values, raster->at);
    }
    return observe_quantile_interval(&reader->values, raster->at, &low, &high)
               ? (high - low) / (2.0 * STATISTICS_Z95)
               : (double)NAN;
}

static double value_at(const cell_reader *reader, size_t i, size_t j)
{
    const observe_strata *set = reader->set;
    const talus_cell_value value = reader->raster->value;
    uint64_t stored = 0, events = 0;
    bool is_touched = false;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        if (c != NULL && c->passages > 0 && is_kept(set->cells[g], value)) {
            is_touched = true;
            events += c->passages;
            stored = observe_value_join(value, stored, observe_cell_value(set->cells[g], c, value));
        }
    }
    if (!is_touched) {
        return (double)NAN;
    }
    if (value == TALUS_BODIES) {
        return (double)stored / (double)events;
    }
    const double x = observe_value_read(&set->cells[0]->units, value, stored);
    const bool is_angle = value == TALUS_REACH_ANGLE || value == TALUS_REACH_ANGLE_MIN;
    return is_angle && !isnan(x) ? talus_atan(x) : x;
}

/// Whether a rock has been near cell (i, j): most cells of a raster have none.
static bool is_near(const observe_strata *set, size_t i, size_t j)
{
    bool near = false;
    for (size_t g = 0; g < set->count && !near; g++) {
        near = observe_cell_find(set->cells[g], i, j) != NULL;
    }
    return near;
}

static double raster_at(cell_reader *reader, size_t i, size_t j)
{
    switch (reader->raster->kind) {
    case TALUS_PASSAGES:
    case TALUS_DEPOSITS:
        return count_at(reader, i, j);
    case TALUS_REACH:
        return reach_at(reader, i, j);
    case TALUS_REACH_LOW:
    case TALUS_REACH_HIGH:
    case TALUS_REACH_HALFWIDTH:
        return reach_bound_at(reader, reader->raster->kind, i, j);
    case TALUS_STATISTIC:
    case TALUS_STATISTIC_ERROR:
        return statistic_at(reader, i, j);
    case TALUS_CELL_VALUE:
        return value_at(reader, i, j);
    }
    return (double)NAN;
}

void observe_strata_raster(const observe_strata *set, const talus_raster *raster,
                           const talus_window *window, float *out)
{
    cell_reader reader;
    reader.raster = raster;
    start_reader(&reader, set, NULL);
    const bool is_zero = raster->kind == TALUS_PASSAGES || raster->kind == TALUS_DEPOSITS ||
                         raster->kind == TALUS_REACH;
    for (size_t j = window->j; j < window->j + window->ny; j++) {
        for (size_t i = window->i; i < window->i + window->nx; i++) {
            *out++ = is_near(set, i, j) ? (float)raster_at(&reader, i, j) : is_zero ? 0.0F : NAN;
        }
    }
}

void observe_strata_exceedance(const observe_strata *set, talus_quantity quantity, double threshold,
                               const double *weights, const talus_window *window, float *out)
{
    cell_reader reader;
    start_reader(&reader, set, weights);
    const double all = weights == NULL ? reader.released : 1.0;
    for (size_t j = window->j; j < window->j + window->ny; j++) {
        for (size_t i = window->i; i < window->i + window->nx; i++) {
            *out++ = is_near(set, i, j) && gather(&reader, quantity, i, j)
                         ? (float)(observe_weight_above(&reader.values, threshold) / all)
                         : 0.0F;
        }
    }
}

void observe_strata_level(const observe_strata *set, talus_quantity quantity, const double *weights,
                          double rate, const talus_window *window, float *out)
{
    cell_reader reader;
    start_reader(&reader, set, weights);
    for (size_t j = window->j; j < window->j + window->ny; j++) {
        for (size_t i = window->i; i < window->i + window->nx; i++) {
            *out++ = is_near(set, i, j) && gather(&reader, quantity, i, j)
                         ? (float)observe_value_with_above(&reader.values, rate)
                         : NAN;
        }
    }
}

enum { SPREAD_BINS = 4096 }; ///< of half-widths in [0, 1/2]

/// Touched cells by their half-width.
typedef struct spread_counts {
    uint64_t touched, narrow;
    uint64_t bins[SPREAD_BINS];
} spread_counts;

static void count_spread(const cell_reader *reader, const talus_window *tile, double bound,
                         spread_counts *counts)
{
    for (size_t j = tile->j; j < tile->j + tile->ny; j++) {
        for (size_t i = tile->i; i < tile->i + tile->nx; i++) {
            const double half = reach_bound_at(reader, TALUS_REACH_HALFWIDTH, i, j);
            if (!isnan(half)) {
                const size_t bin = (size_t)(half * 2.0 * SPREAD_BINS);
                counts->touched++;
                counts->narrow += half <= bound ? 1 : 0;
                counts->bins[bin < SPREAD_BINS ? bin : SPREAD_BINS - 1]++;
            }
        }
    }
}

/// Upper end of the bin in which the requested share is reached.
static double halfwidth_at(const spread_counts *counts, double share)
{
    uint64_t running = 0;
    size_t bin = 0;
    for (; bin < SPREAD_BINS; bin++) {
        running += counts->bins[bin];
        if ((double)running >= share * (double)counts->touched) {
            break;
        }
    }
    return (double)(bin + 1) / (2.0 * SPREAD_BINS);
}

observe_spread observe_strata_spread(const observe_strata *set, const talus_cells *grid,
                                     double bound, double share)
{
    cell_reader reader;
    spread_counts counts = {0};
    start_reader(&reader, set, NULL);
    for (size_t j = 0; j < grid->ny; j += TILE_SIDE) {
        for (size_t i = 0; i < grid->nx; i += TILE_SIDE) {
            const talus_window tile = {i, j, grid->nx - i < TILE_SIDE ? grid->nx - i : TILE_SIDE,
                                       grid->ny - j < TILE_SIDE ? grid->ny - j : TILE_SIDE};
            bool is_touched = false;
            for (size_t g = 0; g < set->count; g++) {
                is_touched = is_touched || observe_cells_touched(set->cells[g], &tile);
            }
            if (is_touched) {
                count_spread(&reader, &tile, bound, &counts);
            }
        }
    }
    const double touched = (double)counts.touched;
    return counts.touched > 0
               ? (observe_spread){(double)counts.narrow / touched, halfwidth_at(&counts, share)}
               : (observe_spread){(double)NAN, (double)NAN};
}

bool talus_stratum_is_empty(const talus_stratum *stratum)
{
    if (stratum == NULL) {
        return false;
    }
    return stratum->rocks == 0 && stratum->frequency > 0.0;
}
