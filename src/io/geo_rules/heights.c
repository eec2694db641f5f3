// SPDX-License-Identifier: GPL-3.0-or-later
// From stored numbers to heights in metres: NODATA in every disguise, scale, offset and unit; which
// heights occur, as spans without gaps.
#include "io/geo_rules/heights.h"

#include "foundation/math/lanes.h"

#include <string.h>

enum { STRETCH = 64 }; ///< pixels that are checked together; whole lanes

/// Heights that no ground on Earth has, in metres.
static const double lowest_ground = -9000.0, highest_ground = 1e5;

/// Heights this far apart, in metres, belong to one span.
static const double linked = 10.0;

bool geo_is_declared_nodata(const geo_height_rules *rules, double value)
{
    if (!rules->has_nodata) {
        return false;
    }
    if (isnan(rules->nodata)) {
        return isnan(value);
    }
    return value == rules->nodata || (rules->is_float && value == (double)(float)rules->nodata);
}

/// Heights that would be some in a smaller unit, down to millimetres.
static void count_too_high(double height, geo_counts *counts)
{
    if (height >= highest_ground && height < 1e3 * 1e4) {
        counts->low_high = counts->too_high == 0 ? height : fmin(height, counts->low_high);
        counts->top_high = counts->too_high == 0 ? height : fmax(height, counts->top_high);
        counts->too_high++;
    }
}

static double clean_value(const geo_height_rules *rules, double value, geo_counts *counts)
{
    if (geo_is_declared_nodata(rules, value)) {
        return (double)NAN;
    }
    if (isnan(value)) {
        counts->not_a_number++;
        return (double)NAN;
    }
    if (isinf(value)) {
        counts->infinite++;
        return (double)NAN;
    }
    if (value == -9999.0 || value == -32768.0 || value == -32767.0 || value == -99999.0) {
        counts->sentinel++;
        return (double)NAN;
    }
    const double height = (value * rules->scale + rules->offset) * rules->unit.metres;
    if (!(height >= lowest_ground && height < highest_ground)) {
        counts->impossible++;
        count_too_high(height, counts);
        return (double)NAN;
    }
    return height;
}

/// Whether a stretch holds heights alone: clean_value would count nothing.
LANES_PART bool is_plain(const geo_height_rules *rules, const double *values)
{
    const double none = rules->has_nodata ? rules->nodata : (double)NAN;
    const double narrow = rules->is_float ? (double)(float)none : none;
    lanes_truth plain = ~(lanes_truth){0};
    for (size_t k = 0; k < STRETCH; k += LANES) {
        const lanes value = *(const loose_lanes *)(values + k);
        const lanes height = (value * rules->scale + rules->offset) * rules->unit.metres;
        // the highest value that stands for NODATA undeclared is -9999
        plain &= (value > -9999.0) & (value != none) & (value != narrow) &
                 (height >= lowest_ground) & (height < highest_ground);
    }
    return lanes_mask(&plain) == (1u << LANES) - 1u;
}

LANES_CLONES static void clean_values(const geo_height_rules *rules, double *values, size_t count,
                                      geo_counts *counts)
{
    for (size_t first = 0; first < count; first += STRETCH) {
        const size_t end = count - first < STRETCH ? count : first + STRETCH;
        if (end - first == STRETCH && is_plain(rules, values + first)) {
            for (size_t k = first; k < end; k += LANES) {
                loose_lanes *value = (loose_lanes *)(values + k);
                *value = (*value * rules->scale + rules->offset) * rules->unit.metres;
            }
        } else {
            for (size_t k = first; k < end; k++) {
                values[k] = clean_value(rules, values[k], counts);
            }
        }
    }
}

void geo_clean_heights(const geo_height_rules *rules, double *values, size_t count,
                       geo_counts *counts)
{
    clean_values(rules, values, count, counts);
    geo_remove_sentinels(rules, values, count);
}

void geo_remove_sentinels(const geo_height_rules *rules, double *heights, size_t count)
{
    for (size_t s = 0; s < rules->sentinel_count; s++) {
        const double none = rules->sentinels[s];
        for (size_t k = 0; k < count; k++) {
            heights[k] = heights[k] == none ? (double)NAN : heights[k];
        }
    }
}

/// Pixels of exactly one height.
static size_t count_equal(const double *heights, size_t count, double height)
{
    size_t equal = 0;
    for (size_t k = 0; k < count; k++) {
        equal += heights[k] == height ? 1 : 0;
    }
    return equal;
}

/// Add what is known of heights that are linked among each other, or by a span.
static void add_span(geo_counts *counts, const geo_span *added)
{
    geo_span *spans = counts->spans;
    size_t first = 0;
    while (first < counts->span_count && spans[first].high < added->low - linked) {
        first++;
    }
    geo_span sum = *added;
    size_t end = first;
    for (; end < counts->span_count && spans[end].low <= added->high + linked; end++) {
        const geo_span *s = &spans[end];
        sum.at_low = (s->low <= sum.low ? s->at_low : 0) + (sum.low <= s->low ? sum.at_low : 0);
        sum.at_high =
            (s->high >= sum.high ? s->at_high : 0) + (sum.high >= s->high ? sum.at_high : 0);
        sum.pixels += s->pixels;
        sum.low = fmin(sum.low, s->low);
        sum.high = fmax(sum.high, s->high);
    }
    if (end == first && counts->span_count == GEO_SPANS_MOST) {
        counts->has_more = true;
        first -= first == GEO_SPANS_MOST ? 1 : 0;
        spans[first].low = fmin(spans[first].low, added->low);
        spans[first].high = fmax(spans[first].high, added->high);
        spans[first].pixels += added->pixels;
        return;
    }
    memmove(spans + first + 1, spans + end, (counts->span_count - end) * sizeof *spans);
    counts->span_count = counts->span_count - (end - first) + 1;
    spans[first] = sum;
}

/// The span that a stretch from low to high belongs to as a whole: its heights are then linked to it.
static geo_span *find_span(geo_counts *counts, double low, double high)
{
    for (size_t k = 0; k < counts->span_count; k++) {
        geo_span *s = &counts->spans[k];
        if (low >= s->low - linked && high <= s->high + linked) {
            return s;
        }
    }
    return NULL;
}

static void count_stretch(const double *heights, size_t count, double low, double high,
                          geo_counts *counts)
{
    geo_span *span = find_span(counts, low, high);
    size_t pixels = 0;
    for (size_t k = 0; k < count; k++) {
        pixels += isnan(heights[k]) ? 0 : 1;
    }
    if (span != NULL && low > span->low && high < span->high) {
        span->pixels += pixels;
        return;
    }
    if (span != NULL || high - low <= linked) {
        const geo_span added = {low, high, count_equal(heights, count, low),
                                count_equal(heights, count, high), pixels};
        add_span(counts, &added);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        if (!isnan(heights[k])) {
            const geo_span added = {heights[k], heights[k], 1, 1, 1};
            add_span(counts, &added);
        }
    }
}

void geo_count_heights(const double *heights, size_t count, geo_counts *counts)
{
    for (size_t first = 0; first < count; first += STRETCH) {
        const size_t end = count - first < STRETCH ? count : first + STRETCH;
        double low = (double)INFINITY, high = -(double)INFINITY;
        lanes_extremes(heights + first, end - first, &low, &high);
        if (low <= high) {
            count_stretch(heights + first, end - first, low, high, counts);
        }
    }
}
