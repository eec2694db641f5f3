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

enum { CURVE_BITS = 24 }; ///< the square has 2^24 x 2^24 parts

typedef struct ordered_place {
    uint64_t key; ///< length of the curve up to the place
    size_t index; ///< where the place stood
} ordered_place;

/// Length of the curve up to part (x, y).
static uint64_t curve_length(uint32_t x, uint32_t y)
{
    uint64_t length = 0;
    for (uint32_t side = UINT32_C(1) << (CURVE_BITS - 1); side > 0; side /= 2) {
        const bool right = (x & side) != 0, upper = (y & side) != 0;
        const uint64_t quarter = right ? (upper ? 2 : 3) : (upper ? 1 : 0);
        length += quarter * side * side;
        if (!upper) {
            if (right) {
                x = ~x;
                y = ~y;
            }
            const uint32_t turned = x;
            x = y;
            y = turned;
        }
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

static int compare_places(const void *a, const void *b)
{
    const ordered_place *p = a, *q = b;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    return p->index < q->index ? -1 : 1;
}

static void sort_along_curve(const talus_release *release, ordered_place *places)
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
    for (size_t k = 0; k < release->count; k++) {
        find_middle(release, k, at);
        places[k].key = curve_length((uint32_t)((at[0] - low[0]) * scale),
                                     (uint32_t)((at[1] - low[1]) * scale));
        places[k].index = k;
    }
    qsort(places, release->count, sizeof *places, compare_places);
}

bool scenario_order_places(talus_release *release)
{
    const size_t doubles = 2 * points_of(release), count = release->count;
    const double *from = release->cumulative;
    ordered_place *places = malloc((count > 0 ? count : 1) * sizeof *places);
    double *xy = malloc((count > 0 ? count : 1) * doubles * sizeof *xy);
    double *cumulative = malloc((count > 0 ? count : 1) * sizeof *cumulative);
    if (places == NULL || xy == NULL || cumulative == NULL) {
        free(places);
        free(xy);
        free(cumulative);
        return false;
    }
    sort_along_curve(release, places);
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
