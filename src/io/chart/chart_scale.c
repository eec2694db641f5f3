// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of a chart: ranges of the data, ends, round ticks and where a value stands.
#include "io/chart/chart_parts.h"
#include "io/chart/ramp.h"

#include <float.h>
#include <math.h>

/// A span below this part of the values is round-off.
static const double LEAST_SPAN = 1e-12;
static const double LARGEST = 1e300;
/// On logarithmic axes, and its inverse: ratios stay finite.
static const double LARGEST_LOG = 1e150;

chart_range chart_range_start(bool logarithmic)
{
    return (chart_range){(double)INFINITY, -(double)INFINITY, logarithmic};
}

void chart_range_add(chart_range *range, double value)
{
    const bool drawable = range->logarithmic ? value >= 1 / LARGEST_LOG && value <= LARGEST_LOG
                                             : fabs(value) <= LARGEST;
    if (!drawable) {
        return;
    }
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

static void fit_linear(chart_scale *scale, double low, double high, const chart_room *room)
{
    const double size = fabs(low) > fabs(high) ? fabs(low) : fabs(high);
    double span = high - low;
    if (!(span > LEAST_SPAN * size)) {
        // one value: room on both sides
        span = size > 0 ? 0.1 * size : 1;
        scale->from = 0.5 * (low + high) - span;
        scale->to = 0.5 * (low + high) + span;
        return;
    }
    scale->from = low - room->part * span;
    scale->to = high + room->part * span;
    if (room->keep_zero && low >= 0 && scale->from < 0) {
        scale->from = 0;
    }
    if (room->keep_zero && high <= 0 && scale->to > 0) {
        scale->to = 0;
    }
    if (room->round) {
        // a time axis that ends at 19.99 ends at 20
        const double unit = 0.1 * chart_round_down(span);
        const double down = unit * floor(scale->from / unit);
        const double up = unit * ceil(scale->to / unit);
        scale->from = scale->from - down < 0.015 * span ? down : scale->from;
        scale->to = up - scale->to < 0.015 * span ? up : scale->to;
    }
}

static void fit_logarithmic(chart_scale *scale, double low, double high, double part)
{
    const double ratio = high / low;
    if (!(ratio > 1 + 1e-9)) {
        scale->from = low / 2;
        scale->to = high * 2;
        return;
    }
    const double margin = talus_exp(part * talus_log(ratio));
    scale->from = low / margin;
    scale->to = high * margin;
}

void chart_scale_fit(chart_scale *scale, const chart_axis *axis, const chart_range *data,
                     const chart_room *room)
{
    scale->logarithmic = axis->logarithmic;
    scale->names = axis->name_count > 0 ? axis->names : NULL;
    scale->tick_count = scale->names != NULL ? axis->name_count : 0;
    double from = axis->from < axis->to ? axis->from : axis->to;
    double to = axis->from < axis->to ? axis->to : axis->from;
    if (from < to && fabs(from) <= LARGEST && fabs(to) <= LARGEST &&
        (!axis->logarithmic || (from >= 1 / LARGEST_LOG && to <= LARGEST_LOG))) {
        scale->from = from;
        scale->to = to;
        return;
    }
    if (scale->names != NULL) {
        scale->from = -0.5;
        scale->to = (double)axis->name_count - 0.5;
        return;
    }
    static const chart_room none = {0};
    const bool empty = !(data->low <= data->high);
    from = empty ? axis->logarithmic : data->low;
    to = empty ? (axis->logarithmic ? 10 : 1) : data->high;
    if (axis->logarithmic) {
        fit_logarithmic(scale, from, to, empty ? 0 : room->part);
    } else {
        fit_linear(scale, from, to, empty ? &none : room);
    }
}

double chart_scale_place(const chart_scale *scale, double value)
{
    double part = (value - scale->from) / (scale->to - scale->from);
    if (scale->logarithmic) {
        if (!(value > 0)) {
            return (double)NAN;
        }
        value = value < 1 / LARGEST_LOG ? 1 / LARGEST_LOG : value;
        part = talus_log(value / scale->from) / talus_log(scale->to / scale->from);
    }
    // far outside the frame a point only gives a direction
    part = part < -20 ? -20 : part > 20 ? 20 : part;
    return scale->start + part * (scale->end - scale->start);
}

static void add_tick(chart_scale *scale, double value, bool major)
{
    if (scale->tick_count < CHART_TICK_MAX) {
        scale->ticks[scale->tick_count++] = (chart_tick){.value = value, .major = major};
    }
}

/// units x 10^exponent, the nearest double to the decimal number while 10^|exponent| is exact.
static double decimal(double units, int exponent)
{
    return exponent < 0 ? units / chart_power_of_ten(-exponent)
                        : units * chart_power_of_ten(exponent);
}

/// The decimal number units x 10^-decimals with a true minus sign; no locale has a say in it.
static void print_decimal(char *out, size_t size, int64_t units, int decimals)
{
    char digits[24];
    size_t count = 0;
    uint64_t rest = units < 0 ? (uint64_t)-units : (uint64_t)units;
    while (rest > 0 || (int)count <= decimals) {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    }
    size_t used = 0;
    if (units < 0 && size > 4) {
        out[used++] = '\xe2';
        out[used++] = '\x88';
        out[used++] = '\x92';
    }
    while (count > 0 && used + 2 < size) {
        out[used++] = digits[--count];
        if ((int)count == decimals && count > 0) {
            out[used++] = '.';
        }
    }
    out[used] = '\0';
}

/// Number of decimal digits; 1 for 0.
static int digit_count(int64_t value)
{
    int count = 1;
    for (uint64_t rest = value < 0 ? (uint64_t)-value : (uint64_t)value; rest >= 10; rest /= 10) {
        count++;
    }
    return count;
}

static int64_t larger_size(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return a > b ? a : b;
}

/// The roundest number between the ticks when they differ in far digits only; else 0.
static int64_t choose_offset(int64_t first, int64_t last, int exponent)
{
    const int digits = digit_count(larger_size(first, last));
    if (digits <= 7 || digits - digit_count(last - first) <= 3 || exponent > 3) {
        return 0;
    }
    for (int k = digits; k > 0; k--) {
        const int64_t unit = (int64_t)chart_power_of_ten(k);
        const int64_t rounded = (first < 0 ? first : first + unit - 1) / unit * unit;
        if (rounded >= first && rounded <= last) {
            return rounded;
        }
    }
    return first;
}

/// Labels of ticks first ... last x 10^exponent in steps of `step`: plain, or with a common power
/// of ten, or as differences from an offset.
static void label_linear(chart_scale *scale, int64_t first, int64_t last, int64_t step,
                         int exponent)
{
    const int64_t offset = choose_offset(first, last, exponent);
    const int64_t size = larger_size(first - offset, last - offset);
    const int top = digit_count(size) - 1 + exponent; // decade of the largest label
    scale->factor = top >= 5 || (top <= -4 && size > 0) ? top : 0;
    const int decimals = scale->factor > exponent ? scale->factor - exponent : 0;
    const int zeros = exponent > scale->factor ? exponent - scale->factor : 0;
    const int64_t scaling = (int64_t)chart_power_of_ten(zeros);
    if (offset != 0) {
        int64_t number = offset * (int64_t)chart_power_of_ten(exponent > 0 ? exponent : 0);
        int places = exponent < 0 ? -exponent : 0;
        for (; places > 0 && number % 10 == 0; places--) {
            number /= 10;
        }
        print_decimal(scale->offset, sizeof scale->offset, number, places);
    }
    size_t k = 0;
    for (int64_t units = first; units <= last && k < scale->tick_count; units += step, k++) {
        while (k < scale->tick_count && !scale->ticks[k].major) {
            k++;
        }
        if (k < scale->tick_count) {
            print_decimal(scale->ticks[k].text, sizeof scale->ticks[k].text,
                          (units - offset) * scaling, decimals);
        }
    }
}

static void linear_ticks(chart_scale *scale, double most)
{
    const double rough = (scale->to - scale->from) / most;
    int exponent = (int)floor(chart_log10(rough) + 1e-9);
    const double mantissa = decimal(rough, -exponent);
    int64_t step = mantissa <= 1 + 1e-9   ? 1
                   : mantissa <= 2 + 1e-9 ? 2
                   : mantissa <= 5 + 1e-9 ? 5
                                          : 10;
    if (step == 10) {
        step = 1;
        exponent++;
    }
    const int parts = step == 2 ? 4 : 5;
    const double slack = 1e-9 * most;
    const double low = ceil(decimal(scale->from, -exponent) / (double)step - slack);
    const double high = floor(decimal(scale->to, -exponent) / (double)step + slack);
    if (!(low <= high && fabs(low) < 1e15 && fabs(high) < 1e15)) {
        return;
    }
    for (double k = low - 1; k <= high; k++) {
        for (int part = 0; part < parts; part++) {
            // units in parts of a step: exact for the major ticks
            const double value = part == 0
                                     ? decimal(k * (double)step, exponent)
                                     : decimal((k + (double)part / parts) * (double)step, exponent);
            if (part == 0 ? k >= low : value > scale->from && value < scale->to) {
                add_tick(scale, value, part == 0);
            }
        }
    }
    label_linear(scale, (int64_t)low * step, (int64_t)high * step, step, exponent);
}

/// A tick at digit x 10^exponent, labelled plainly or as a power.
static void add_log_tick(chart_scale *scale, int digit, int exponent, bool label, bool plain)
{
    const double value = decimal(digit, exponent);
    if (value < scale->from * (1 - 1e-9) || value > scale->to * (1 + 1e-9) ||
        scale->tick_count >= CHART_TICK_MAX) {
        return;
    }
    add_tick(scale, value, label);
    chart_tick *tick = &scale->ticks[scale->tick_count - 1];
    if (label && plain) {
        print_decimal(tick->text, sizeof tick->text,
                      digit * (int64_t)chart_power_of_ten(exponent > 0 ? exponent : 0),
                      exponent < 0 ? -exponent : 0);
    } else if (label) {
        tick->power = true;
        tick->exponent = exponent;
    }
}

static void log_ticks(chart_scale *scale, double most)
{
    const double decades = chart_log10(scale->to / scale->from);
    if (decades < 0.7) {
        linear_ticks(scale, most);
        return;
    }
    const int first = (int)floor(chart_log10(scale->from) + 1e-9);
    const int last = (int)ceil(chart_log10(scale->to) - 1e-9);
    const bool plain = first >= -3 && last <= 4;
    const bool fine = plain && decades <= 2 && 3 * decades <= most;
    const int nice[] = {1, 2, 3, 5, 10, 20, 50, 100};
    int stride = 200;
    for (size_t k = sizeof nice / sizeof *nice; k-- > 0;) {
        stride = decades / nice[k] <= most ? nice[k] : stride;
    }
    for (int k = first; k <= last; k++) {
        // decades counted from 10^0, so that neighbouring panels agree
        if (k % stride == 0 || decades <= 60) {
            add_log_tick(scale, 1, k, k % stride == 0, plain);
        }
        for (int digit = 2; decades <= 12 && stride == 1 && digit < 10; digit++) {
            add_log_tick(scale, digit, k, fine && (digit == 2 || digit == 5), plain);
        }
    }
}

static size_t label_count(const chart_scale *scale)
{
    size_t count = 0;
    for (size_t k = 0; k < scale->tick_count; k++) {
        count += scale->ticks[k].major;
    }
    return count;
}

void chart_scale_ticks(chart_scale *scale, double most)
{
    scale->factor = 0;
    scale->offset[0] = '\0';
    if (scale->names != NULL) {
        const size_t count =
            scale->tick_count < CHART_TICK_MAX ? scale->tick_count : (size_t)CHART_TICK_MAX;
        scale->tick_count = 0;
        for (size_t k = 0; k < count; k++) {
            add_tick(scale, (double)k, true);
        }
        return;
    }
    // one label alone says nothing of the scale
    for (most = most < 2 ? 2 : most > 20 ? 20 : most; most <= 20; most += 1) {
        scale->tick_count = 0;
        scale->factor = 0;
        scale->offset[0] = '\0';
        if (scale->logarithmic) {
            log_ticks(scale, most);
        } else {
            linear_ticks(scale, most);
        }
        if (label_count(scale) >= 2) {
            return;
        }
    }
}

double chart_scale_label_width(const chart_scale *scale, double size)
{
    double width = 0;
    for (size_t k = 0; k < scale->tick_count; k++) {
        const chart_tick *tick = &scale->ticks[k];
        char power[32];
        print_decimal(power, sizeof power, tick->exponent, 0);
        const double w = scale->names != NULL ? chart_text_width(scale->names[k], size)
                         : tick->power
                             ? chart_text_width("10", size) + chart_text_width(power, 0.72 * size)
                             : chart_text_width(tick->text, size);
        width = tick->major && w > width ? w : width;
    }
    return width;
}
