// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over events in which rocks break, and lists of breaks and fragments.
#include "runs/observe/breaking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MILLI 1e3
#define PER_SQUARE_METRE 1e4
#define SHARE 4294967296.0

static observe_sum fixed(double value, double unit)
{
    return (observe_sum)observe_fixed(value, unit);
}

static double read(observe_sum sum, double unit)
{
    return observe_sum_double(sum) / unit;
}

void observe_breaking_add(observe_breaking *sums, const trajectory_event *event)
{
    const talus_rock_record *whole = &event->whole;
    sums->events++;
    sums->refused += event->refused;
    sums->most_bodies = whole->bodies > sums->most_bodies ? whole->bodies : sums->most_bodies;
    sums->released++;
    for (size_t k = 0; k < event->count; k++) {
        const bool is_fragment = event->pieces[k].generation > 0;
        sums->fragments += is_fragment;
        sums->released += !is_fragment;
    }
    for (size_t k = 0; k < event->break_count; k++) {
        const talus_break *b = &event->breaks[k];
        sums->breaks++;
        sums->clamped += b->is_clamped;
        sums->fines += b->fines;
        if (b->generation == 0) {
            sums->broken++;
            sums->first_pieces += b->pieces + b->fines;
            sums->survival += fixed(event->largest[b->body] / event->released[b->body], SHARE);
        }
        sums->energy += fixed(b->energy, MILLI);
        sums->effective += fixed(b->effective, MILLI);
        sums->scatter += fixed(b->scatter, MILLI);
        sums->fines_energy += fixed(b->fines_energy, MILLI);
        sums->fines_mass += fixed(b->fines_mass, MILLI);
        sums->surface += fixed(b->surface, PER_SQUARE_METRE);
        sums->imbalance = b->imbalance > sums->imbalance ? b->imbalance : sums->imbalance;
    }
}

void observe_breaking_merge(observe_breaking *to, const observe_breaking *from)
{
    to->events += from->events;
    to->released += from->released;
    to->broken += from->broken;
    to->breaks += from->breaks;
    to->refused += from->refused;
    to->clamped += from->clamped;
    to->fragments += from->fragments;
    to->fines += from->fines;
    to->most_bodies = from->most_bodies > to->most_bodies ? from->most_bodies : to->most_bodies;
    for (int k = 0; k < TALUS_OUTCOME_COUNT; k++) {
        to->outcomes[k] += from->outcomes[k];
        to->other_outcomes[k] += from->other_outcomes[k];
    }
    to->first_pieces += from->first_pieces;
    to->survival += from->survival;
    to->energy += from->energy;
    to->effective += from->effective;
    to->scatter += from->scatter;
    to->fines_energy += from->fines_energy;
    to->fines_mass += from->fines_mass;
    to->surface += from->surface;
    to->imbalance = from->imbalance > to->imbalance ? from->imbalance : to->imbalance;
}

void observe_breaking_totals(const observe_breaking *sums, talus_breaking_totals *totals)
{
    const double none = (double)NAN, broken = (double)sums->broken;
    *totals = (talus_breaking_totals){
        .events = sums->events,
        .released = sums->released,
        .broken = sums->broken,
        .breaks = sums->breaks,
        .refused = sums->refused,
        .clamped = sums->clamped,
        .fragments = sums->fragments,
        .fines = sums->fines,
        .most_bodies = sums->most_bodies,
        .pieces_per_broken = sums->broken > 0 ? (double)sums->first_pieces / broken : none,
        .survival = sums->broken > 0 ? read(sums->survival, SHARE) / broken : none,
        .energy = read(sums->energy, MILLI),
        .effective = read(sums->effective, MILLI),
        .scatter = read(sums->scatter, MILLI),
        .fines_energy = read(sums->fines_energy, MILLI),
        .fines_mass = read(sums->fines_mass, MILLI),
        .surface = read(sums->surface, PER_SQUARE_METRE),
        .imbalance = sums->imbalance};
    memcpy(totals->outcomes, sums->outcomes, sizeof totals->outcomes);
    memcpy(totals->other_outcomes, sums->other_outcomes, sizeof totals->other_outcomes);
}

/// Room for `count` elements; the capacity doubles.
static bool reserve(void **items, size_t count, size_t *capacity, size_t size)
{
    if (count <= *capacity) {
        return true;
    }
    size_t requested = *capacity == 0 ? 64 : 2 * *capacity;
    requested = requested < count ? count : requested;
    void *larger = realloc(*items, requested * size);
    if (larger == NULL) {
        return false;
    }
    *items = larger;
    *capacity = requested;
    return true;
}

bool observe_breaks_add(observe_breaks *breaks, const talus_break *items, size_t count)
{
    void *room = breaks->items;
    if (!reserve(&room, breaks->count + count, &breaks->capacity, sizeof *items)) {
        return false;
    }
    breaks->items = room;
    if (count > 0) {
        memcpy(breaks->items + breaks->count, items, count * sizeof *items);
        breaks->count += count;
    }
    return true;
}

bool observe_fragments_add(observe_fragments *fragments, const talus_fragment *items, size_t count)
{
    void *room = fragments->items;
    if (!reserve(&room, fragments->count + count, &fragments->capacity, sizeof *items)) {
        return false;
    }
    fragments->items = room;
    if (count > 0) {
        memcpy(fragments->items + fragments->count, items, count * sizeof *items);
        fragments->count += count;
    }
    return true;
}

void observe_fragments_empty(observe_fragments *fragments)
{
    for (size_t k = 0; k < fragments->count; k++) {
        free(fragments->items[k].points);
    }
    fragments->count = 0;
}

void observe_fragments_clear(observe_fragments *fragments)
{
    observe_fragments_empty(fragments);
    free(fragments->items);
    *fragments = (observe_fragments){0};
}

static int compare_places(uint64_t a, uint32_t a_body, uint64_t b, uint32_t b_body)
{
    return a != b ? (a > b) - (a < b) : (a_body > b_body) - (a_body < b_body);
}

static int compare_breaks(const void *a, const void *b)
{
    const talus_break *x = a, *y = b;
    return compare_places(x->rock, x->body, y->rock, y->body);
}

static int compare_fragments(const void *a, const void *b)
{
    const talus_fragment *x = a, *y = b;
    return compare_places(x->rock, x->body, y->rock, y->body);
}

void observe_breaks_sort(observe_breaks *breaks)
{
    if (breaks->count > 1) {
        qsort(breaks->items, breaks->count, sizeof *breaks->items, compare_breaks);
    }
}

void observe_fragments_sort(observe_fragments *fragments)
{
    if (fragments->count > 1) {
        qsort(fragments->items, fragments->count, sizeof *fragments->items, compare_fragments);
    }
}
