// SPDX-License-Identifier: GPL-3.0-or-later
// Accumulators of screens and objects.
#include "runs/observe/gauges.h"

#include "runs/campaign/campaign.h"
#include "runs/observe/path.h"

#include <math.h>
#include <stdlib.h>

static bool is_angle(talus_gauge_quantity quantity)
{
    return quantity == TALUS_GAUGE_ANGLE || quantity == TALUS_GAUGE_INCLINATION;
}

/// The quantity whose floors and units a gauge's quantity has; not for angles.
static talus_quantity kind_of(talus_gauge_quantity quantity)
{
    switch (quantity) {
    case TALUS_GAUGE_ENERGY:
    case TALUS_GAUGE_TRANSLATIONAL:
    case TALUS_GAUGE_ROTATIONAL:
        return TALUS_KINETIC_ENERGY;
    case TALUS_GAUGE_SPEED:
        return TALUS_SPEED;
    case TALUS_GAUGE_SPIN:
        return TALUS_SPIN;
    case TALUS_GAUGE_HEIGHT:
    case TALUS_GAUGE_HEIGHT_NORMAL:
    case TALUS_GAUGE_CLEARANCE:
    case TALUS_GAUGE_TOP:
    case TALUS_GAUGE_HEIGHT_MIN:
    case TALUS_GAUGE_ANGLE:
    case TALUS_GAUGE_INCLINATION:
    case TALUS_GAUGE_QUANTITY_COUNT:
        break;
    }
    return TALUS_JUMP_HEIGHT;
}

double observe_gauge_offset(talus_gauge_quantity quantity)
{
    return is_angle(quantity) ? 0.5 * TALUS_PI : 0.0;
}

double observe_gauge_unit(const observe_units *units, talus_gauge_quantity quantity)
{
    return units->per_unit[kind_of(quantity)];
}

unsigned observe_gauge_bucket(talus_gauge_quantity quantity, double value)
{
    if (!is_angle(quantity)) {
        return observe_bucket(kind_of(quantity), value);
    }
    const double bucket =
        floor((value + observe_gauge_offset(quantity)) * (1.0 / OBSERVE_ANGLE_BUCKET));
    return bucket > 0.0 ? bucket < 1800.0 ? (unsigned)bucket : 1800 - 1 : 0;
}

double observe_gauge_bucket_value(talus_gauge_quantity quantity, unsigned bucket)
{
    return is_angle(quantity)
               ? ((double)bucket + 0.5) * OBSERVE_ANGLE_BUCKET - observe_gauge_offset(quantity)
               : observe_bucket_value(kind_of(quantity), bucket);
}

void observe_gauge_bucket_bounds(talus_gauge_quantity quantity, unsigned bucket, double *low,
                                 double *high)
{
    if (is_angle(quantity)) {
        *low = (double)bucket * OBSERVE_ANGLE_BUCKET - observe_gauge_offset(quantity);
        *high = *low + OBSERVE_ANGLE_BUCKET;
    } else {
        *low = observe_bucket_edge(kind_of(quantity), bucket);
        *high = observe_bucket_edge(kind_of(quantity), bucket + 1);
    }
}

/// Bucket 0, below the floor, is a coarse one of its own.
static unsigned coarse_of(talus_quantity quantity, double value)
{
    const unsigned bucket = observe_bucket(quantity, value);
    return bucket == 0 ? 0 : ((bucket - 1) >> OBSERVE_COARSE_SHIFT) + 1;
}

void observe_coarse_bounds(talus_quantity quantity, unsigned coarse, double *low, double *high)
{
    *low = coarse == 0 ? 0.0
                       : observe_bucket_edge(quantity, ((coarse - 1) << OBSERVE_COARSE_SHIFT) + 1);
    *high = observe_bucket_edge(quantity, (coarse << OBSERVE_COARSE_SHIFT) + 1);
}

bool observe_gauges_init(observe_gauges *gauges, const talus_campaign *campaign,
                         const observe_units *units)
{
    *gauges = (observe_gauges){.campaign = campaign,
                               .units = *units,
                               .screen_count = campaign->screen_count,
                               .gauge_count = campaign->screen_count + campaign->object_count,
                               .stratum_count = talus_campaign_stratum_count(campaign)};
    pthread_mutex_init(&gauges->lock, NULL);
    if (gauges->gauge_count == 0) {
        return true;
    }
    gauges->tallies = calloc(gauges->gauge_count * gauges->stratum_count, sizeof *gauges->tallies);
    gauges->sources = calloc(gauges->gauge_count, sizeof *gauges->sources);
    return gauges->tallies != NULL && gauges->sources != NULL;
}

static void clear_tally(observe_tally *tally)
{
    for (int q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
        observe_counts_clear(&tally->quantities[q].buckets);
    }
    observe_counts_clear(&tally->event.buckets);
    observe_counts_clear(&tally->window.buckets);
    observe_counts_clear(&tally->hits.buckets);
    observe_counts_clear(&tally->duration.buckets);
    observe_counts_clear(&tally->height_energy);
}

void observe_gauges_clear(observe_gauges *gauges)
{
    if (gauges->campaign == NULL) {
        return;
    }
    const size_t tallies = gauges->gauge_count * gauges->stratum_count;
    for (size_t k = 0; gauges->tallies != NULL && k < tallies; k++) {
        clear_tally(&gauges->tallies[k]);
    }
    for (size_t k = 0; gauges->sources != NULL && k < gauges->gauge_count; k++) {
        observe_counts_clear(&gauges->sources[k]);
    }
    observe_counts_clear(&gauges->released);
    pthread_mutex_destroy(&gauges->lock);
    free(gauges->tallies);
    free(gauges->sources);
    free(gauges->crossings);
    *gauges = (observe_gauges){0};
}

static bool add_value(const observe_gauges *gauges, talus_gauge_quantity q, double value,
                      observe_tally_quantity *to)
{
    const double stored = value + observe_gauge_offset(q);
    const uint64_t fixed = observe_fixed(stored, observe_gauge_unit(&gauges->units, q));
    to->sum += fixed;
    to->square += (observe_sum)fixed * fixed;
    to->max = stored > to->max ? stored : to->max;
    return observe_counts_add(&to->buckets, observe_gauge_bucket(q, value), 1);
}

/// Add one value of each quantity.
static bool add_values(observe_gauges *gauges, observe_tally *tally, bool is_object,
                       const double values[TALUS_GAUGE_QUANTITY_COUNT])
{
    tally->values += !is_object;
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT; k++) {
        const talus_gauge_quantity q = (talus_gauge_quantity)k;
        if (talus_gauge_has(q, is_object) &&
            !add_value(gauges, q, values[k], &tally->quantities[k])) {
            return false;
        }
    }
    const unsigned height = coarse_of(TALUS_JUMP_HEIGHT, values[TALUS_GAUGE_HEIGHT]);
    const unsigned energy = coarse_of(TALUS_KINETIC_ENERGY, values[TALUS_GAUGE_ENERGY]);
    return is_object || observe_counts_add(&tally->height_energy,
                                           (uint64_t)height * OBSERVE_COARSE_BUCKETS + energy, 1);
}

bool observe_gauges_record(observe_gauges *gauges, const talus_crossing *crossing)
{
    if (gauges->crossing_count == gauges->crossing_capacity) {
        const size_t capacity =
            gauges->crossing_capacity == 0 ? 256 : 2 * gauges->crossing_capacity;
        talus_crossing *larger = realloc(gauges->crossings, capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        gauges->crossings = larger;
        gauges->crossing_capacity = capacity;
    }
    gauges->crossings[gauges->crossing_count++] = *crossing;
    return true;
}

/// Count the release cell of a rock; nothing off the raster.
static bool add_release(const talus_cells *cells, observe_counts *counts,
                        const talus_rock_record *r)
{
    int64_t i, j;
    return !observe_cell_at(cells, r->start.r.x, r->start.r.y, &i, &j) ||
           observe_counts_add(counts, (uint64_t)j * cells->nx + (uint64_t)i, 1);
}

/// The rock came to this gauge.
static bool add_rock(observe_gauges *gauges, size_t gauge, observe_tally *tally,
                     const talus_rock_record *r)
{
    tally->rocks++;
    return add_release(&gauges->campaign->cells, &gauges->sources[gauge], r);
}

/// Is this the rock's first crossing of its screen?
static bool is_first(const observe_gauge_rock *rock, size_t index)
{
    for (size_t k = 0; k < index; k++) {
        if (rock->crossings[k].screen == rock->crossings[index].screen) {
            return false;
        }
    }
    return true;
}

/// Largest sum of the energies that cross within the window after one of the crossings.
static double window_energy(const observe_gauge_rock *rock, uint32_t screen, double window)
{
    double most = 0.0;
    for (size_t k = 0; k < rock->crossing_count; k++) {
        const double from = rock->crossings[k].time;
        double sum = 0.0;
        for (size_t i = 0; i < rock->crossing_count; i++) {
            const talus_crossing *c = &rock->crossings[i];
            if (c->screen == screen && c->time >= from && c->time <= from + window) {
                sum += c->values[TALUS_GAUGE_ENERGY];
            }
        }
        most = rock->crossings[k].screen == screen && sum > most ? sum : most;
    }
    return most;
}

/// Of the bodies of an event that crossed a screen: the largest of each quantity, the angles of the
/// body with the most energy, and the sum of the energies.
static double join_crossings(const observe_gauge_rock *rock, uint32_t screen,
                             double values[TALUS_GAUGE_QUANTITY_COUNT])
{
    double sum = 0.0, strongest = -1.0;
    for (int q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
        values[q] = 0.0;
    }
    for (size_t k = 0; k < rock->crossing_count; k++) {
        const talus_crossing *c = &rock->crossings[k];
        if (c->screen != screen) {
            continue;
        }
        for (int q = 0; q < TALUS_GAUGE_QUANTITY_COUNT; q++) {
            if (!is_angle((talus_gauge_quantity)q)) {
                values[q] = c->values[q] > values[q] ? c->values[q] : values[q];
            }
        }
        const double energy = c->values[TALUS_GAUGE_ENERGY];
        sum += energy;
        if (energy > strongest) {
            strongest = energy;
            values[TALUS_GAUGE_ANGLE] = c->values[TALUS_GAUGE_ANGLE];
            values[TALUS_GAUGE_INCLINATION] = c->values[TALUS_GAUGE_INCLINATION];
        }
    }
    return sum;
}

/// Its crossings of a screen one by one; those of its bodies follow each other, not in time.
static bool add_hits(const observe_gauges *gauges, observe_tally *tally,
                     const observe_gauge_rock *rock, uint32_t screen)
{
    double first = 0.0, last = 0.0;
    uint64_t hits = 0;
    bool has_room = true;
    for (size_t k = 0; k < rock->crossing_count && has_room; k++) {
        const talus_crossing *c = &rock->crossings[k];
        if (c->screen == screen) {
            first = hits == 0 || c->time < first ? c->time : first;
            last = hits == 0 || c->time > last ? c->time : last;
            hits++;
            has_room =
                add_value(gauges, TALUS_GAUGE_ENERGY, c->values[TALUS_GAUGE_ENERGY], &tally->hits);
        }
    }
    tally->most_hits = hits > tally->most_hits ? hits : tally->most_hits;
    return has_room && add_value(gauges, OBSERVE_TIME_AS, last - first, &tally->duration);
}

/// What the event did at a screen as a whole, at its first crossing of it.
static bool add_event(observe_gauges *gauges, observe_tally *tally, const talus_rock_record *r,
                      const observe_gauge_rock *rock, uint32_t screen)
{
    double values[TALUS_GAUGE_QUANTITY_COUNT];
    const double sum = join_crossings(rock, screen, values);
    const double window = window_energy(rock, screen, gauges->campaign->breaking.window);
    return (r->bodies < 2 || add_values(gauges, tally, false, values)) &&
           add_value(gauges, TALUS_GAUGE_ENERGY, sum, &tally->event) &&
           add_value(gauges, TALUS_GAUGE_ENERGY, window, &tally->window) &&
           add_hits(gauges, tally, rock, screen);
}

static bool add_all(observe_gauges *gauges, const talus_rock_record *r,
                    const observe_gauge_rock *rock)
{
    const size_t stratum = campaign_stratum(gauges->campaign, r->release, r->rock_class);
    const bool has_bodies = campaign_has_bodies(gauges->campaign);
    bool has_room = add_release(&gauges->campaign->cells, &gauges->released, r);
    for (size_t k = 0; k < rock->crossing_count && has_room; k++) {
        const talus_crossing *c = &rock->crossings[k];
        observe_tally *tally = &gauges->tallies[c->screen * gauges->stratum_count + stratum];
        tally->passages++;
        tally->to_left += c->to_left;
        const bool comes_first = is_first(rock, k);
        has_room =
            (r->bodies > 1 || add_values(gauges, tally, false, c->values)) &&
            (!comes_first || add_rock(gauges, c->screen, tally, r)) &&
            (!comes_first || !has_bodies || add_event(gauges, tally, r, rock, c->screen)) &&
            (r->rock >= gauges->campaign->recorded_rocks || observe_gauges_record(gauges, c));
    }
    for (size_t k = 0; k < rock->visit_count && has_room; k++) {
        const observe_gauge_visit *v = &rock->visits[k];
        observe_tally *tally = &gauges->tallies[v->gauge * gauges->stratum_count + stratum];
        tally->passages += v->passages;
        has_room =
            add_values(gauges, tally, true, v->values) && add_rock(gauges, v->gauge, tally, r);
    }
    return has_room;
}

bool observe_gauges_add(observe_gauges *gauges, const talus_rock_record *record_of,
                        const observe_gauge_rock *rock)
{
    if (gauges->gauge_count == 0) {
        return true;
    }
    pthread_mutex_lock(&gauges->lock);
    const bool has_room = add_all(gauges, record_of, rock);
    pthread_mutex_unlock(&gauges->lock);
    return has_room;
}

static int compare_crossings(const void *a, const void *b)
{
    const talus_crossing *x = a, *y = b;
    if (x->rock != y->rock) {
        return x->rock < y->rock ? -1 : 1;
    }
    if (x->time != y->time) {
        return x->time < y->time ? -1 : 1;
    }
    if (x->body != y->body) {
        return x->body < y->body ? -1 : 1;
    }
    if (x->screen != y->screen) {
        return x->screen < y->screen ? -1 : 1;
    }
    return (x->along > y->along) - (x->along < y->along);
}

void observe_gauges_order(observe_gauges *gauges)
{
    if (gauges->crossing_count > 0) {
        qsort(gauges->crossings, gauges->crossing_count, sizeof *gauges->crossings,
              compare_crossings);
    }
}
