// SPDX-License-Identifier: GPL-3.0-or-later
// Values that stand for "no height" or "no value" without being declared: by what is usually written,
// and by standing alone.
#include "io/geo_rules/heights.h"

#include <stdio.h>

/// Farther from all other heights than this, in metres, a repeated value means NODATA.
static const double lonely = 100.0;
/// Heights of land end here, in metres: the shore of the Dead Sea and the highest mountain, with a margin.
static const double lowest_land = -500.0, highest_land = 9000.0;

/// What is written for NODATA, as stored: values that are hardly ever a measured one, and values that
/// may well be.
static const double sure[] = {
    -9999.0, -32768.0, -32767.0,      -99999.0,      -999.0,       -9998.0,     -9990.0, -10000.0,
    -999.9,  -999.99,  -9999.9,       -9999.99,      -32766.0,     9999.0,      99999.0, 32767.0,
    65535.0, 65534.0,  -2147483648.0, -2147483647.0, 2147483647.0, 4294967295.0};
static const double likely[] = {0.0,     -1.0,  -9.0,   -99.0,  -100.0,  -88.0, -888.0,
                                -8888.0, 999.0, 9998.0, 8888.0, 32766.0, 255.0, -128.0};

static bool is_one_of(double value, const double *list, size_t count)
{
    if (fabs(value) < 900.0 && value != floor(value)) {
        return false; // most values
    }
    for (size_t k = 0; k < count; k++) {
        if (value == list[k] || value == (double)(float)list[k]) {
            return true;
        }
    }
    return false;
}

bool geo_means_nodata(double value)
{
    return is_one_of(value, sure, sizeof sure / sizeof sure[0]) || !(fabs(value) < 1e20);
}

bool geo_may_mean_nodata(double value)
{
    return geo_means_nodata(value) || is_one_of(value, likely, sizeof likely / sizeof likely[0]);
}

/// The stored number of a height.
static double stored_of(const geo_height_rules *rules, double height)
{
    const double value = (height / rules->unit.metres - rules->offset) / rules->scale;
    const double near =
        floor(100.0 * value + 0.5) / 100.0; // -999 and -999.99 through the arithmetic
    return fabs(value - near) <= 1e-9 * fabs(value) ? near : value;
}

static bool is_sure(const geo_height_rules *rules, double height)
{
    return is_one_of(stored_of(rules, height), sure, sizeof sure / sizeof sure[0]);
}

static bool is_known(const geo_height_rules *rules, double height)
{
    return is_sure(rules, height) ||
           is_one_of(stored_of(rules, height), likely, sizeof likely / sizeof likely[0]);
}

/// Spans [first, end) that are the ground: those between the first and the last with different
/// heights, else all but values that are never heights.
static bool find_ground(const geo_counts *counts, const geo_height_rules *rules, size_t *first,
                        size_t *end, bool *has_relief)
{
    for (int pass = 0; pass < 2; pass++) {
        *first = counts->span_count;
        *end = 0;
        for (size_t k = 0; k < counts->span_count; k++) {
            const geo_span *s = &counts->spans[k];
            if (pass == 0 ? s->high > s->low : !is_sure(rules, s->low)) {
                *first = k < *first ? k : *first;
                *end = k + 1;
            }
        }
        *has_relief = pass == 0;
        if (*end > *first) {
            return true;
        }
    }
    return false;
}

typedef struct lone_value {
    size_t count;
    double gap; ///< m to the ground
    bool is_below;
} lone_value;

static void say_removed(const char *path, const geo_height_rules *rules, double height,
                        const lone_value *lone, talus_diagnostics *diagnostics)
{
    talus_diagnostics_say(diagnostics, TALUS_WARNING,
                          "%s: %zu cells are exactly %.9g, which is not declared NODATA but lies "
                          "%.0f m %s the ground: treated as NODATA",
                          path, lone->count, stored_of(rules, height), lone->gap,
                          lone->is_below ? "below" : "above");
}

static void say_kept(const char *path, const geo_height_rules *rules, double height,
                     const lone_value *lone, talus_diagnostics *diagnostics)
{
    char gap[64] = "";
    if (lone->gap > 0.0) {
        snprintf(gap, sizeof gap, ", %.0f m %s all other heights", lone->gap,
                 lone->is_below ? "below" : "above");
    }
    talus_diagnostics_say(diagnostics, TALUS_WARNING,
                          "%s: %zu cells are exactly %.9g%s; they are kept as ground: declare %.9g "
                          "as NODATA (gdal_edit -a_nodata) if it means \"no height\"",
                          path, lone->count, stored_of(rules, height), gap,
                          stored_of(rules, height));
}

/// A span of one value outside the ground. @return whether it means NODATA
static bool judge_lone(const char *path, double cell, const geo_height_rules *rules,
                       const geo_span *span, const lone_value *lone, bool has_relief,
                       talus_diagnostics *diagnostics)
{
    const bool known = is_known(rules, span->low);
    const bool repeated = lone->count >= 3 && lone->gap > cell;
    if (lone->gap > lonely && rules->sentinel_count < GEO_SENTINELS_MOST &&
        (is_sure(rules, span->low) || (has_relief && (known || repeated)))) {
        say_removed(path, rules, span->low, lone, diagnostics);
        return true;
    }
    if (known && has_relief && lone->count >= 2 && lone->gap > cell) {
        say_kept(path, rules, span->low, lone, diagnostics);
    }
    return false;
}

/// A value that was removed has neighbours between it and the ground where rasters were resampled over it. They
/// are few, and lie apart from most heights.
static void say_smeared(const char *path, const geo_height_rules *rules, const geo_counts *counts,
                        double none, talus_diagnostics *diagnostics)
{
    const geo_span *most = &counts->spans[0];
    for (size_t k = 1; k < counts->span_count; k++) {
        most = counts->spans[k].pixels > most->pixels ? &counts->spans[k] : most;
    }
    size_t pixels = 0;
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t k = 0; k < counts->span_count; k++) {
        const geo_span *s = &counts->spans[k];
        if (none < most->low ? s->low > none && s < most : s->high < none && s > most) {
            pixels += s->pixels;
            low = fmin(low, s->low);
            high = fmax(high, s->high);
        }
    }
    if (pixels > 0 && 10 * pixels < most->pixels) {
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: %zu cells of %.6g to %.6g lie apart from most heights, towards %.9g: if it was "
            "smeared by resampling, cells of the ground are wrong, too; they are kept: resample "
            "the original with its NODATA declared (gdalwarp -srcnodata %.9g)",
            path, pixels, stored_of(rules, low), stored_of(rules, high), stored_of(rules, none),
            stored_of(rules, none));
    }
}

/// Values outside the ground that mean NODATA leave the counts.
static void find_sentinels(const char *path, double cell, geo_counts *counts,
                           geo_height_rules *rules, talus_diagnostics *diagnostics)
{
    const size_t known = rules->sentinel_count;
    size_t first, end, kept = 0;
    bool has_relief;
    if (counts->has_more || !find_ground(counts, rules, &first, &end, &has_relief)) {
        return;
    }
    const double low = counts->spans[first].low, high = counts->spans[end - 1].high;
    for (size_t k = 0; k < counts->span_count; k++) {
        const geo_span *s = &counts->spans[k];
        const lone_value lone = {s->at_low, k < first ? low - s->high : s->low - high, k < first};
        if ((k < first || k >= end) &&
            judge_lone(path, cell, rules, s, &lone, has_relief, diagnostics)) {
            rules->sentinels[rules->sentinel_count++] = s->low;
        } else {
            counts->spans[kept++] = *s;
        }
    }
    counts->span_count = kept;
    for (size_t k = known; k < rules->sentinel_count; k++) {
        say_smeared(path, rules, counts, rules->sentinels[k], diagnostics);
    }
    const geo_span *lowest = &counts->spans[0], *highest = &counts->spans[kept - 1];
    // smeared by resampling: repeated at the very end, with heights on the way there
    if (lowest->at_low >= 2 && lowest->high > lowest->low && is_sure(rules, lowest->low)) {
        const lone_value lone = {lowest->at_low, 0.0, true};
        say_kept(path, rules, lowest->low, &lone, diagnostics);
    }
    if (highest->at_high >= 2 && highest->high > highest->low && is_sure(rules, highest->high)) {
        const lone_value lone = {highest->at_high, 0.0, false};
        say_kept(path, rules, highest->high, &lone, diagnostics);
    }
}

static void report_unfit(const char *path, const geo_counts *counts, talus_diagnostics *diagnostics)
{
    char text[256] = "";
    size_t used = 0;
    const struct {
        size_t count;
        const char *what;
    } kinds[] = {{counts->not_a_number, "not a number"},
                 {counts->infinite, "infinite"},
                 {counts->sentinel, "-9999, -32768 or the like"},
                 {counts->impossible, "no possible height"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].count > 0) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu %s",
                                     used == 0 ? "" : ", ", kinds[i].count, kinds[i].what);
        }
    }
    const size_t total =
        counts->not_a_number + counts->infinite + counts->sentinel + counts->impossible;
    if (total > 0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: %zu cells hold no height although they are not declared NODATA "
                              "(%s): treated as NODATA",
                              path, total, text);
    }
}

/// The range in stored units, and what may be done.
static talus_status ask_for_unit(const char *path, const geo_counts *counts,
                                 const geo_height_rules *rules, talus_error *error)
{
    const double metres = rules->unit.metres;
    const double low = counts->spans[0].low / metres;
    const double high = counts->spans[counts->span_count - 1].high / metres;
    const double beside = geo_metres_per_unit(rules->unit.beside);
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s: its coordinates are in \"%s\", and nothing says the unit of its "
                           "heights (%.0f to %.0f): "
                           "add `height_unit: %s`, or `height_unit: m` if they are metres, to the "
                           "terrain (--height-unit)",
                           path, rules->unit.beside, low, high, beside == 0.3048 ? "ft" : "us_ft");
}

static talus_status judge_range(const char *path, const geo_counts *counts,
                                const geo_height_rules *rules, talus_diagnostics *diagnostics,
                                talus_error *error)
{
    const double low = counts->spans[0].low, high = counts->spans[counts->span_count - 1].high;
    if (rules->unit.is_asked) {
        return ask_for_unit(path, counts, rules, error);
    }
    if (high > highest_land && rules->is_whole && !rules->unit.is_said) {
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s: its heights are whole numbers from %.0f to %.0f without a unit, "
            "higher than any mountain in metres: say the unit with `height_unit: "
            "dm`, cm, mm, ft or m under terrain (--height-unit)",
            path, low, high);
    }
    if (high > highest_land) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: heights reach %.0f m, higher than any mountain: are they feet "
                              "or centimetres without saying so? `height_unit:` says it",
                              path, high);
    }
    if (low < lowest_land) {
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: heights go down to %.0f m, lower than any land: are they the sea "
            "floor, or a value for \"no height\" that was smeared by resampling?",
            path, low);
    }
    return TALUS_OK;
}

talus_status geo_judge_counts(const char *path, double cell, geo_counts *counts,
                              geo_height_rules *rules, talus_diagnostics *diagnostics,
                              talus_error *error)
{
    const geo_span *highest =
        counts->span_count > 0 ? &counts->spans[counts->span_count - 1] : NULL;
    // heights that run on beyond what can be one, or nothing but such
    if (counts->too_high > 2 && !rules->unit.is_said &&
        (highest == NULL || (highest->high > highest_land && highest->high > highest->low))) {
        const double low = counts->span_count > 0 ? counts->spans[0].low : counts->low_high;
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s: nothing says the unit of its heights (%.0f to %.0f), which are "
            "higher than any mountain in metres: say it with `height_unit: cm`, mm, "
            "dm or ft under terrain (--height-unit)",
            path, low, counts->top_high);
    }
    report_unfit(path, counts, diagnostics);
    find_sentinels(path, cell, counts, rules, diagnostics);
    if (counts->span_count == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s: every cell is NODATA, there is no ground to fall on: is it the "
                               "right file and band?",
                               path);
    }
    return judge_range(path, counts, rules, diagnostics, error);
}

/// Range of those values that `is_out` does not name; low > high: there are none.
static void find_range(const double *values, size_t count, bool (*is_out)(double), double *low,
                       double *high)
{
    *low = (double)INFINITY;
    *high = -(double)INFINITY;
    for (size_t k = 0; k < count; k++) {
        // a value within the range changes nothing
        if ((values[k] < *low || values[k] > *high) && !is_out(values[k])) {
            *low = fmin(*low, values[k]);
            *high = fmax(*high, values[k]);
        }
    }
}

/// Values at one end of a raster.
typedef struct outer_value {
    double value;
    size_t count;
} outer_value;

/// Values that may mean NODATA, but also be what they say.
static void say_doubtful(const char *path, const double *values, size_t count,
                         talus_diagnostics *diagnostics)
{
    double low, high;
    find_range(values, count, geo_may_mean_nodata, &low, &high);
    const double far = 0.5 * (high - low);
    outer_value ends[2] = {{.value = (double)INFINITY}, {.value = -(double)INFINITY}};
    for (size_t k = 0; k < count && low <= high; k++) {
        const double v = values[k];
        if (v < low - far || v > high + far) {
            outer_value *end = &ends[v > high];
            if (v > high ? v > end->value : v < end->value) {
                *end = (outer_value){.value = v};
            }
            end->count += v == end->value;
        }
    }
    for (int k = 0; k < 2; k++) {
        if (ends[k].count > 0) {
            talus_diagnostics_say(diagnostics, TALUS_WARNING,
                                  "%s: %zu cells hold exactly %.9g, %s all others (%.6g to %.6g); "
                                  "it counts as a value: declare %.9g as NODATA (gdal_edit "
                                  "-a_nodata) if it means \"no value\"",
                                  path, ends[k].count, ends[k].value, k == 1 ? "above" : "below",
                                  low, high, ends[k].value);
        }
    }
}

void geo_remove_lonely_values(const char *path, double *values, size_t count,
                              talus_diagnostics *diagnostics)
{
    double low, high;
    find_range(values, count, geo_means_nodata, &low, &high);
    // nothing else there: they are the values
    const double far = low <= high ? high - low : (double)INFINITY;
    size_t dropped = 0;
    double first = 0.0;
    for (size_t k = 0; k < count; k++) {
        const double value = values[k];
        if ((value < low - far || value > high + far) && geo_means_nodata(value)) {
            first = dropped == 0 ? value : first;
            dropped++;
            values[k] = (double)NAN;
        }
    }
    if (dropped > 0) {
        talus_diagnostics_say(
            diagnostics, TALUS_WARNING,
            "%s: %zu cells hold values such as %.9g, which is not declared NODATA "
            "but lies far from all others (%.6g to %.6g): treated as NODATA",
            path, dropped, first, low, high);
    }
    say_doubtful(path, values, count, diagnostics);
}
