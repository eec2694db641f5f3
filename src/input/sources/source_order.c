// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the places of a source: along a Hilbert curve over the square that holds them.
//
//      1---2    the four quarters of a square in the order of the curve; each quarter is divided
//      |   |    again, turned and mirrored so that the curve goes on without a jump
//      0   3
#include "input/sources/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_BITS = 24 }; ///< the square has 2^24 x 2^24 parts; whole steps of STEP_BITS

typedef struct ordered_place {
    uint64_t key; ///< length of the curve up to the place
    size_t index; ///< where the place stood
} ordered_place;

/// Three divisions of a square at once: a place in it, three bits of x and of y, and how the curve
/// is turned there to the piece of the curve, six bits, and how it goes on.
enum { STEP_BITS = 3, TURNS = 4, PLACES = 1 << 2 * STEP_BITS };
typedef struct curve_steps {
    uint8_t piece[TURNS][PLACES], turn[TURNS][PLACES];
} curve_steps;

/// A turn is made of two: bit 0 swaps x and y, bit 1 takes both from the other end.
static void fill_steps(curve_steps *steps)
{
    for (unsigned from = 0; from < TURNS; from++) {
        for (unsigned place = 0; place < PLACES; place++) {
            unsigned piece = 0, turn = from;
            for (unsigned bit = STEP_BITS; bit-- > 0;) {
                const unsigned x = place >> (STEP_BITS + bit) & 1u, y = place >> bit & 1u;
                const unsigned flip = turn >> 1;
                const bool right = ((turn & 1u) != 0 ? y : x) != flip;
                const bool upper = ((turn & 1u) != 0 ? x : y) != flip;
                piece = piece << 2 | (right ? (upper ? 2u : 3u) : (upper ? 1u : 0u));
                turn ^= upper ? 0u : right ? 3u : 1u;
            }
            steps->piece[from][place] = (uint8_t)piece;
            steps->turn[from][place] = (uint8_t)turn;
        }
    }
}

/// Length of the curve up to part (x, y).
static uint64_t curve_length(const curve_steps *steps, uint32_t x, uint32_t y)
{
    const uint32_t mask = (1u << STEP_BITS) - 1u;
    uint64_t length = 0;
    unsigned turn = 0;
    for (unsigned bit = CURVE_BITS; bit > 0;) {
        bit -= STEP_BITS;
        const unsigned place = (x >> bit & mask) << STEP_BITS | (y >> bit & mask);
        length = length << 2 * STEP_BITS | steps->piece[turn][place];
        turn = steps->turn[turn][place];
    }
    return length;
}

/// Points per place.
static size_t points_of(const talus_release *release)
{
    return release->kind == TALUS_RELEASE_TRIANGLES ? 3 : 1;
}

static void find_middle(const talus_release *release, size_t place, double middle[2])
{
    const size_t points = points_of(release);
    const double *p = release->xy + 2 * points * place;
    middle[0] = middle[1] = 0.0;
    for (size_t k = 0; k < points; k++) {
        middle[0] += p[2 * k] / (double)points;
        middle[1] += p[2 * k + 1] / (double)points;
    }
}

/// By their keys, digit after digit from the last; places with the same key stay in their order.
/// @param spare (count)
static void sort_places(ordered_place *places, ordered_place *spare, size_t count)
{
    enum { DIGIT_BITS = 12, DIGITS = 2 * CURVE_BITS / DIGIT_BITS, VALUES = 1 << DIGIT_BITS };
    _Static_assert(DIGITS % 2 == 0, "the last digit is sorted from the spare places");
    ordered_place *from = places, *to = spare;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        const unsigned shift = digit * DIGIT_BITS;
        size_t next[VALUES] = {0}, before = 0;
        for (size_t k = 0; k < count; k++) {
            next[from[k].key >> shift & (VALUES - 1)]++;
        }
        for (size_t value = 0; value < VALUES; value++) {
            const size_t here = next[value];
            next[value] = before;
            before += here;
        }
        for (size_t k = 0; k < count; k++) {
            to[next[from[k].key >> shift & (VALUES - 1)]++] = from[k];
        }
        ordered_place *sorted = to;
        to = from;
        from = sorted;
    }
}

static void sort_along_curve(const talus_release *release, ordered_place *places,
                             ordered_place *spare)
{
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, at[2];
    for (size_t k = 0; k < release->count; k++) {
        find_middle(release, k, at);
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
        }
    }
    const double width = high[0] - low[0], height = high[1] - low[1];
    const double side = width > height ? width : height;
    const double parts = (double)((UINT32_C(1) << CURVE_BITS) - 1);
    const double scale = side > 0.0 ? parts / side : 0.0;
    curve_steps steps;
    fill_steps(&steps);
    for (size_t k = 0; k < release->count; k++) {
        find_middle(release, k, at);
        places[k].key = curve_length(&steps, (uint32_t)((at[0] - low[0]) * scale),
                                     (uint32_t)((at[1] - low[1]) * scale));
        places[k].index = k;
    }
    sort_places(places, spare, release->count);
}

bool scenario_order_places(talus_release *release)
{
    const size_t doubles = 2 * points_of(release), count = release->count;
    const double *from = release->cumulative;
    ordered_place *places = malloc((count > 0 ? 2 * count : 1) * sizeof *places);
    double *xy = malloc((count > 0 ? count : 1) * doubles * sizeof *xy);
    double *cumulative = malloc((count > 0 ? count : 1) * sizeof *cumulative);
    if (places == NULL || xy == NULL || cumulative == NULL) {
        free(places);
        free(xy);
        free(cumulative);
        return false;
    }
    sort_along_curve(release, places, places + count);
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) {
        const size_t index = places[k].index;
        memcpy(xy + doubles * k, release->xy + doubles * index, doubles * sizeof *xy);
        if (from != NULL) {
            sum += from[index] - (index > 0 ? from[index - 1] : 0.0);
            cumulative[k] = sum;
        }
    }
    free(places);
    free(release->xy);
    free(release->cumulative);
    release->xy = xy;
    if (from == NULL) {
        free(cumulative);
        cumulative = NULL;
    }
    release->cumulative = cumulative;
    return true;
}
