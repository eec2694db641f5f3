// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of screens and objects: strata by their weights, shares and quantiles with intervals.
#include "runs/ensemble/ensemble_internal.h"
#include "runs/ensemble/layer_values.h"

#include "foundation/statistics/interval.h"
#include "runs/campaign/campaign.h"

#include <math.h>
#include <stdlib.h>

static const double levels[4] = TALUS_GAUGE_QUANTILES;

/// Kish's effective size of weighted rocks, (sum w)^2 / sum w^2; 0 for none. [docs/theory.md (73)]
static double effective_size(double sum, double sum_of_squares)
{
    return sum_of_squares > 0.0 ? sum * sum / sum_of_squares : 0.0;
}

/// Tallies of one gauge in the chosen strata, each with the weight of a rock.
typedef struct selection {
    const observe_gauges *gauges;
    const observe_tally *tallies; ///< (count)
    const talus_stratum *strata;  ///< (count)
    size_t count;
    bool is_object;
    bool counts_events; ///< one value per rock that crossed
    bool counts_hits;   ///< one per counted crossing
} selection;

static talus_status choose(const talus_results *results, size_t gauge, size_t stratum,
                           selection *chosen, talus_error *error)
{
    if (results == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the results are NULL");
    }
    const observe_gauges *gauges = &results->shared.gauges;
    const bool is_all = stratum == TALUS_ALL_STRATA;
    if (gauge >= gauges->gauge_count || (!is_all && stratum >= gauges->stratum_count)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "gauge %zu, stratum %zu: there are %zu screens and objects and %zu "
                               "strata",
                               gauge, stratum, gauges->gauge_count, gauges->stratum_count);
    }
    const size_t first = is_all ? 0 : stratum;
    *chosen = (selection){.gauges = gauges,
                          .tallies = &gauges->tallies[gauge * gauges->stratum_count + first],
                          .strata = &results->strata[first],
                          .count = is_all ? gauges->stratum_count : 1,
                          .is_object = gauge >= gauges->screen_count};
    return TALUS_OK;
}

/// A stratum alone weighs the same for all its rocks.
static double weight_of(const selection *s, size_t k)
{
    return s->count == 1 ? 1.0 : s->strata[k].weight;
}

/// Values that were counted: crossings, or rocks at an object.
static uint64_t counted(const selection *s, size_t k)
{
    const observe_tally *tally = &s->tallies[k];
    return s->counts_hits                     ? tally->passages
           : s->is_object || s->counts_events ? tally->rocks
                                              : tally->values;
}

/// Weighted histogram over buckets.
typedef struct spectrum {
    talus_gauge_quantity quantity;
    double total;
    double max;
    double weights[OBSERVE_BUCKETS];
} spectrum;

/// Which numbers of a tally: a quantity, or one of the energies of events.
typedef const observe_tally_quantity *tally_part(const observe_tally *tally, size_t at);
static const observe_tally_quantity *quantity_of(const observe_tally *tally, size_t at)
{
    return &tally->quantities[at];
}
static const observe_tally_quantity *event_of(const observe_tally *tally, size_t at)
{
    (void)at;
    return &tally->event;
}
static const observe_tally_quantity *window_of(const observe_tally *tally, size_t at)
{
    (void)at;
    return &tally->window;
}

static const observe_tally_quantity *duration_of(const observe_tally *tally, size_t at)
{
    (void)at;
    return &tally->duration;
}
/// Of each counted crossing; of events of one body the energies are those.
static const observe_tally_quantity *hits_of(const observe_tally *tally, size_t at)
{
    return tally->hits.buckets.used > 0 ? &tally->hits : &tally->quantities[at];
}

static void gather(const selection *s, tally_part *part, talus_gauge_quantity quantity,
                   spectrum *out)
{
    *out = (spectrum){.quantity = quantity};
    double stored_max = 0.0;
    for (size_t k = 0; k < s->count; k++) {
        const observe_tally_quantity *q = part(&s->tallies[k], quantity);
        const double weight = weight_of(s, k);
        if (!(weight > 0.0)) {
            continue;
        }
        stored_max = q->max > stored_max ? q->max : stored_max;
        out->total += weight * (double)counted(s, k);
        for (size_t i = 0; i < q->buckets.slot_count; i++) {
            const observe_count *slot = &q->buckets.slots[i];
            if (slot->count > 0) {
                out->weights[slot->key] += weight * (double)slot->count;
            }
        }
    }
    out->max = stored_max - observe_gauge_offset(quantity);
}

/// Smallest value at which the weight of those up to it reaches q of all.
static double quantile(const spectrum *s, double q)
{
    const double rank = q * s->total * (1.0 - 8.9e-16); // as observe_rank
    double running = 0.0;
    for (unsigned k = 0; k < OBSERVE_BUCKETS; k++) {
        running += s->weights[k];
        if (s->weights[k] > 0.0 && running >= rank) {
            const double value = observe_gauge_bucket_value(s->quantity, k);
            return value < s->max ? value : s->max;
        }
    }
    return s->max;
}

static void fill_quantiles(const spectrum *s, double n_eff, talus_gauge_moments *m)
{
    // 1e-9: a number of rocks that is whole except for round-off counts whole
    const uint64_t n = (uint64_t)(n_eff * (1.0 + 1e-9));
    for (int k = 0; k < 4; k++) {
        uint64_t low = 0, high = 0;
        (void)statistics_quantile_ranks(n, levels[k], &low, &high);
        m->quantile[k] = quantile(s, levels[k]);
        m->low[k] = low > 0 ? quantile(s, ((double)low - 0.5) / (double)n) : -(double)INFINITY;
        m->high[k] = high > 0 ? quantile(s, ((double)high - 0.5) / (double)n) : (double)INFINITY;
        m->error[k] = (m->high[k] - m->low[k]) / (2.0 * STATISTICS_Z95);
    }
    m->max = s->max;
}

/// Mean and spread of the fixed-point sums.
static void fill_mean(const selection *s, tally_part *part, talus_gauge_quantity quantity,
                      double n_eff, talus_gauge_moments *m)
{
    const double unit = observe_gauge_unit(&s->gauges->units, quantity);
    double total = 0.0, sum = 0.0, square = 0.0;
    for (size_t k = 0; k < s->count; k++) {
        const observe_tally_quantity *q = part(&s->tallies[k], quantity);
        const double weight = weight_of(s, k);
        total += weight * (double)counted(s, k);
        sum += weight * observe_sum_double(q->sum);
        square += weight * observe_sum_double(q->square);
    }
    const double mean = sum / total, variance = square / total - mean * mean;
    m->mean = mean / unit - observe_gauge_offset(quantity);
    m->std = sqrt(variance > 0.0 ? variance : 0.0) / unit;
    m->mean_error = m->std / sqrt(n_eff);
}

static talus_gauge_moments no_moments(void)
{
    const double none = (double)NAN;
    return (talus_gauge_moments){none,
                                 none,
                                 none,
                                 none,
                                 {none, none, none, none},
                                 {none, none, none, none},
                                 {none, none, none, none},
                                 {none, none, none, none}};
}

/// Counts, the share of the released rocks with its interval, and the frequency. [(73), (74)]
static void count_rocks(const selection *s, talus_gauge_result *out)
{
    statistics_weighted all = {0};
    double values = 0.0, value_squares = 0.0;
    *out = (talus_gauge_result){0};
    for (size_t k = 0; k < s->count; k++) {
        const observe_tally *tally = &s->tallies[k];
        const talus_stratum *stratum = &s->strata[k];
        const double weight = weight_of(s, k), n = (double)stratum->rocks;
        const double share = n > 0.0 ? (double)tally->rocks / n : 0.0;
        out->released += stratum->rocks;
        out->rocks += tally->rocks;
        out->passages += tally->passages;
        out->to_left += tally->to_left;
        out->annual_frequency += stratum->frequency * share; // NaN stays
        statistics_weighted_add(&all, weight, (double)tally->rocks, n);
        values += weight * (double)counted(s, k);
        value_squares += weight * weight * (double)counted(s, k);
    }
    out->to_right = s->is_object ? 0 : out->passages - out->to_left;
    out->probability = statistics_weighted_share(&all);
    out->low = 0.0;
    out->high = 1.0;
    if (all.released > 0.0) {
        statistics_wilson(out->probability, statistics_weighted_size(&all), &out->low, &out->high);
    }
    out->n_eff = effective_size(values, value_squares);
}

/// Energies of events, one value per event that crosses.
static void fill_events(const selection *of, spectrum *values, talus_gauge_result *out)
{
    selection s = *of;
    double sum = 0.0, squares = 0.0, hits = 0.0;
    s.counts_events = true;
    for (size_t k = 0; k < s.count; k++) {
        const double weight = weight_of(&s, k);
        const uint64_t most = s.tallies[k].most_hits;
        sum += weight * (double)counted(&s, k);
        squares += weight * weight * (double)counted(&s, k);
        hits += weight * (double)s.tallies[k].passages;
        out->most_hits = most > out->most_hits ? most : out->most_hits;
    }
    const double n_eff = effective_size(sum, squares);
    out->event_energy = out->window_energy = out->event_duration = no_moments();
    out->hits_per_event = (double)NAN;
    if (n_eff > 0.0 && !s.is_object && campaign_has_bodies(s.gauges->campaign)) {
        gather(&s, event_of, TALUS_GAUGE_ENERGY, values);
        fill_quantiles(values, n_eff, &out->event_energy);
        fill_mean(&s, event_of, TALUS_GAUGE_ENERGY, n_eff, &out->event_energy);
        gather(&s, window_of, TALUS_GAUGE_ENERGY, values);
        fill_quantiles(values, n_eff, &out->window_energy);
        fill_mean(&s, window_of, TALUS_GAUGE_ENERGY, n_eff, &out->window_energy);
        gather(&s, duration_of, OBSERVE_TIME_AS, values);
        fill_quantiles(values, n_eff, &out->event_duration);
        fill_mean(&s, duration_of, OBSERVE_TIME_AS, n_eff, &out->event_duration);
        out->hits_per_event = hits / sum;
    }
}

talus_status talus_results_gauge(const talus_results *results, size_t gauge, size_t stratum,
                                 talus_gauge_result *out, talus_error *error)
{
    if (out == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the figures is NULL");
    }
    selection s = {0};
    talus_status status = choose(results, gauge, stratum, &s, error);
    if (status != TALUS_OK) {
        return status;
    }
    spectrum *values = malloc(sizeof *values);
    if (values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a histogram");
    }
    count_rocks(&s, out);
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT; k++) {
        const talus_gauge_quantity quantity = (talus_gauge_quantity)k;
        out->moments[k] = no_moments();
        if (out->n_eff > 0.0 && talus_gauge_has(quantity, s.is_object)) {
            gather(&s, quantity_of, quantity, values);
            fill_quantiles(values, out->n_eff, &out->moments[k]);
            fill_mean(&s, quantity_of, quantity, out->n_eff, &out->moments[k]);
        }
    }
    fill_events(&s, values, out);
    free(values);
    return TALUS_OK;
}

/// Weight of the values above a level: those of a bucket lie evenly between its ends.
static double share_above(const spectrum *s, double level)
{
    double above = 0.0;
    for (unsigned k = OBSERVE_BUCKETS; k-- > 0;) {
        double low, high;
        if (!(s->weights[k] > 0.0)) {
            continue;
        }
        observe_gauge_bucket_bounds(s->quantity, k, &low, &high);
        high = high < s->max ? high : s->max;
        if (level < low) {
            above += s->weights[k];
        } else if (level < high) {
            above += s->weights[k] * ((high - level) / (high - low));
        }
    }
    return s->total > 0.0 ? above / s->total : (double)NAN;
}

talus_status talus_results_gauge_exceedance(const talus_results *results, size_t gauge,
                                            size_t stratum, talus_gauge_quantity quantity,
                                            const double *at, size_t count, double *out,
                                            talus_error *error)
{
    if (at == NULL || out == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the levels, or the place for the shares, are NULL");
    }
    selection s = {0};
    talus_status status = choose(results, gauge, stratum, &s, error);
    if (status == TALUS_OK && !talus_gauge_has(quantity, s.is_object)) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT, "%s is not counted at %s",
                                 talus_gauge_quantity_name(quantity),
                                 s.is_object ? "objects" : "screens");
    }
    spectrum *values = status == TALUS_OK ? malloc(sizeof *values) : NULL;
    if (status == TALUS_OK && values == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a histogram");
    }
    if (values != NULL) {
        gather(&s, quantity_of, quantity, values);
        for (size_t k = 0; k < count; k++) {
            out[k] = share_above(values, at[k]);
        }
    }
    free(values);
    return status;
}

/// Add a stratum: its hits above each level per event that was released, by weight and frequency.
static void add_hits(const selection *all, size_t k, const double *at, size_t count,
                     spectrum *values, double *per_event, double *per_year)
{
    selection one = *all;
    const talus_stratum *stratum = &all->strata[k];
    const double released = (double)stratum->rocks;
    one.tallies += k;
    one.strata += k;
    one.count = 1;
    one.counts_hits = true;
    gather(&one, hits_of, TALUS_GAUGE_ENERGY, values);
    for (size_t i = 0; i < count; i++) {
        const double hits = values->total > 0.0 ? values->total * share_above(values, at[i]) : 0.0;
        per_event[i] += weight_of(all, k) * hits;
        per_year[i] += stratum->frequency * (released > 0.0 ? hits / released : 0.0); // NaN stays
    }
}

static talus_status check_levels(const double *at, size_t count, const selection *s,
                                 talus_error *error)
{
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(at[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT, "level %zu is not finite", k);
        }
    }
    return s->is_object
               ? talus_error_set(error, TALUS_ERROR_ARGUMENT, "an object: only screens count hits")
               : TALUS_OK;
}

talus_status talus_results_hit_rate(const talus_results *results, size_t screen, size_t stratum,
                                    const double *at, size_t count, double *per_event,
                                    double *per_year, talus_error *error)
{
    if (at == NULL || per_event == NULL || per_year == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the levels, or a place for the rates, are NULL");
    }
    selection s = {0};
    talus_status status = choose(results, screen, stratum, &s, error);
    status = status == TALUS_OK ? check_levels(at, count, &s, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    spectrum *values = malloc(sizeof *values);
    if (values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a histogram");
    }
    double released = 0.0;
    for (size_t i = 0; i < count; i++) {
        per_event[i] = per_year[i] = 0.0;
    }
    for (size_t k = 0; k < s.count; k++) {
        released += weight_of(&s, k) * (double)s.strata[k].rocks;
        add_hits(&s, k, at, count, values, per_event, per_year);
    }
    for (size_t i = 0; i < count; i++) {
        per_event[i] = released > 0.0 ? per_event[i] / released : (double)NAN;
    }
    free(values);
    return TALUS_OK;
}

/// All strata of a screen in one histogram of doubles by key.
static double gather_boxes(const selection *s, double *weights)
{
    double total = 0.0;
    for (size_t k = 0; k < s->count; k++) {
        const observe_counts *counts = &s->tallies[k].height_energy;
        const double weight = weight_of(s, k);
        total += weight * (double)s->tallies[k].values;
        for (size_t i = 0; i < counts->slot_count; i++) {
            if (counts->slots[i].count > 0) {
                weights[counts->slots[i].key] += weight * (double)counts->slots[i].count;
            }
        }
    }
    return total;
}

enum { BOXES = OBSERVE_COARSE_BUCKETS * OBSERVE_COARSE_BUCKETS };

/// Boxes with a weight, for the caller. @return NULL when out of memory
static talus_height_energy *list_boxes(const double *weights, double total, size_t *count)
{
    size_t used = 0, filled = 0;
    for (size_t k = 0; k < BOXES; k++) {
        used += weights[k] > 0.0;
    }
    talus_height_energy *boxes = malloc((used + 1) * sizeof *boxes);
    for (size_t k = 0; k < BOXES && boxes != NULL; k++) {
        if (weights[k] > 0.0) {
            talus_height_energy *box = &boxes[filled++];
            observe_coarse_bounds(TALUS_JUMP_HEIGHT, (unsigned)(k / OBSERVE_COARSE_BUCKETS),
                                  &box->height_low, &box->height_high);
            observe_coarse_bounds(TALUS_KINETIC_ENERGY, (unsigned)(k % OBSERVE_COARSE_BUCKETS),
                                  &box->energy_low, &box->energy_high);
            box->share = weights[k] / total;
        }
    }
    *count = filled;
    return boxes;
}

talus_status talus_results_height_energy(const talus_results *results, size_t screen,
                                         talus_height_energy **boxes, size_t *count,
                                         talus_error *error)
{
    selection s = {0};
    if (boxes == NULL || count == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the boxes or their count are NULL");
    }
    *boxes = NULL;
    *count = 0;
    const talus_status status = choose(results, screen, TALUS_ALL_STRATA, &s, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (s.is_object) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "gauge %zu is an object: only screens have a histogram of heights "
                               "and energies",
                               screen);
    }
    double *weights = calloc(BOXES, sizeof *weights);
    talus_height_energy *found = NULL;
    if (weights != NULL) {
        const double total = gather_boxes(&s, weights);
        found = list_boxes(weights, total, count);
    }
    free(weights);
    if (found == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for a histogram of heights and energies");
    }
    if (*count == 0) {
        free(found);
        found = NULL;
    }
    *boxes = found;
    return TALUS_OK;
}

/// Share of the rocks released in a cell that came to the gauge; NaN without a release.
static float source_share(const observe_gauges *gauges, size_t gauge, uint64_t cell,
                          uint64_t released)
{
    const uint64_t came = observe_counts_of(&gauges->sources[gauge], cell);
    return released > 0 ? (float)((double)came / (double)released) : NAN;
}

talus_status talus_results_gauge_sources(const talus_results *results, size_t gauge,
                                         const talus_window *window, float *out, talus_error *error)
{
    talus_window w;
    selection s = {0};
    talus_status status = ensemble_window(results, window, out, &w, error);
    status = status == TALUS_OK ? choose(results, gauge, TALUS_ALL_STRATA, &s, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const talus_cells *cells = &results->campaign.cells;
    const observe_gauges *gauges = &results->shared.gauges;
    const observe_counts *released = &gauges->released;
    const size_t size = w.nx * w.ny;
    for (size_t k = 0; k < size; k++) {
        out[k] = NAN;
    }
    if (released->slot_count >= size) {
        for (size_t k = 0; k < size; k++) {
            const uint64_t cell = (uint64_t)(w.j + k / w.nx) * cells->nx + w.i + k % w.nx;
            out[k] = source_share(gauges, gauge, cell, observe_counts_of(released, cell));
        }
        return TALUS_OK;
    }
    // releases lie in few cells: there are often thousands of gauges
    for (size_t k = 0; k < released->slot_count; k++) {
        const observe_count *slot = &released->slots[k];
        const size_t i = (size_t)(slot->key % cells->nx) - w.i;
        const size_t j = (size_t)(slot->key / cells->nx) - w.j;
        if (slot->count > 0 && i < w.nx && j < w.ny) {
            out[j * w.nx + i] = source_share(gauges, gauge, slot->key, slot->count);
        }
    }
    return TALUS_OK;
}

void ensemble_release_window(const talus_results *results, talus_window *window)
{
    const observe_counts *released = &results->shared.gauges.released;
    const size_t nx = results->campaign.cells.nx;
    size_t i0 = SIZE_MAX, j0 = SIZE_MAX, i1 = 0, j1 = 0;
    for (size_t k = 0; k < released->slot_count; k++) {
        if (released->slots[k].count > 0) {
            const size_t i = (size_t)(released->slots[k].key % nx);
            const size_t j = (size_t)(released->slots[k].key / nx);
            i0 = i < i0 ? i : i0;
            j0 = j < j0 ? j : j0;
            i1 = i > i1 ? i : i1;
            j1 = j > j1 ? j : j1;
        }
    }
    *window = i0 == SIZE_MAX ? (talus_window){0, 0, 1, 1}
                             : (talus_window){i0, j0, i1 - i0 + 1, j1 - j0 + 1};
}
