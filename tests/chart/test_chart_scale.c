// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/chart/chart_parts.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// An axis that spans exactly from ... to.
static chart_scale axis(double from, double to, bool logarithmic, double most)
{
    chart_scale scale = {0};
    chart_range range = chart_range_start(logarithmic);
    chart_range_add(&range, from);
    chart_range_add(&range, to);
    const chart_axis wish = {.logarithmic = logarithmic};
    const chart_room room = {0};
    chart_scale_fit(&scale, &wish, &range, &room);
    chart_scale_ticks(&scale, most);
    return scale;
}

/// Labels of the major ticks, separated by spaces.
static const char *labels(const chart_scale *scale, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t k = 0; k < scale->tick_count && used < size; k++) {
        const chart_tick *tick = &scale->ticks[k];
        if (tick->major && tick->power) {
            used += (size_t)snprintf(out + used, size - used, "%s10^%d", used ? " " : "",
                                     tick->exponent);
        } else if (tick->major) {
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? " " : "", tick->text);
        }
    }
    return out;
}

typedef struct label_case {
    double from, to, most;
    bool logarithmic;
    const char *labels;
    int factor;
    const char *offset;
} label_case;

Test(chart_scale, has_round_ticks_with_short_labels)
{
    static const label_case cases[] = {
        {0, 20, 5, false, "0 5 10 15 20", 0, ""},
        {0, 1, 5, false, "0.0 0.2 0.4 0.6 0.8 1.0", 0, ""},
        {-0.13, 0.27, 4, false,
         "\xe2\x88\x92"
         "0.1 0.0 0.1 0.2",
         0, ""},
        {0, 2.2e6, 5, false, "0.0 0.5 1.0 1.5 2.0", 6, ""},
        {0, 1e5, 5, false, "0.0 0.2 0.4 0.6 0.8 1.0", 5, ""},
        {0, 80000, 4, false, "0 20000 40000 60000 80000", 0, ""},
        {-3e-15, 1e-15, 4, false,
         "\xe2\x88\x92"
         "3 \xe2\x88\x92"
         "2 \xe2\x88\x92"
         "1 0 1",
         -15, ""},
        {1230000, 1230040, 4, false, "1.23000 1.23001 1.23002 1.23003 1.23004", 6, ""},
        {12300000, 12300004, 4, false, "0 1 2 3 4", 0, "12300000"},
        {9.99999998, 10.00000002, 4, false,
         "\xe2\x88\x92"
         "2 \xe2\x88\x92"
         "1 0 1 2",
         -8, "10"},
        {1e-300, 3e-300, 4, false, "1.0 1.5 2.0 2.5 3.0", -300, ""},
        {0.01, 1000, 6, true, "0.01 0.1 1 10 100 1000", 0, ""},
        {1, 20, 6, true, "1 2 5 10 20", 0, ""},
        {1e-16, 1e-4, 5, true, "10^-15 10^-12 10^-9 10^-6", 0, ""},
        {1e-150, 1e150, 7, true, "10^-150 10^-100 10^-50 10^0 10^50 10^100 10^150", 0, ""},
        {3, 7, 5, true, "3 4 5 6 7", 0, ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const label_case *c = &cases[k];
        const chart_scale scale = axis(c->from, c->to, c->logarithmic, c->most);
        char text[512];
        cr_expect_str_eq(labels(&scale, text, sizeof text), c->labels, "case %zu: %s, not %s", k,
                         text, c->labels);
        cr_expect_eq(scale.factor, c->factor, "case %zu: factor %d", k, scale.factor);
        cr_expect_str_eq(scale.offset, c->offset, "case %zu: offset %s", k, scale.offset);
    }
}

Test(chart_scale, ticks_lie_inside_and_are_as_many_as_fit)
{
    static const double spans[] = {1e-9, 0.003, 0.7, 1, 3.3, 12, 999, 1e7};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        for (int most = 2; most <= 12; most++) {
            const chart_scale scale = axis(-0.3 * spans[i], 0.7 * spans[i], false, most);
            size_t major = 0;
            for (size_t k = 0; k < scale.tick_count; k++) {
                const double v = scale.ticks[k].value;
                cr_expect(v >= scale.from - 1e-9 * spans[i] && v <= scale.to + 1e-9 * spans[i]);
                major += scale.ticks[k].major;
            }
            // two labels at least: where steps of 1, 2, 5 leave one, the next finer step has four
            cr_expect(major >= 2 && major <= (most < 3 ? 4 : (size_t)most + 1), "%zu of %d at %g",
                      major, most, spans[i]);
        }
    }
}

Test(chart_scale, of_one_value_or_none_has_room)
{
    const chart_scale one = axis(7, 7, false, 5);
    cr_expect(one.from < 7 && one.to > 7);
    const chart_scale zero = axis(0, 0, false, 5);
    cr_expect(zero.from == -1 && zero.to == 1);
    const chart_scale log = axis(7, 7, true, 5);
    cr_expect(log.from > 0 && log.from < 7 && log.to > 7);
    const chart_scale none = axis((double)NAN, (double)INFINITY, false, 5);
    cr_expect(none.from == 0 && none.to == 1);
    const chart_scale negative = axis(-1, 0, true, 5);
    cr_expect(negative.from == 1 && negative.to == 10);
}

Test(chart_scale, takes_the_ends_it_is_told)
{
    chart_scale scale = {0};
    const chart_range range = {3, 4, false};
    const chart_room room = {.part = 0.05};
    const chart_axis turned = {.from = 9, .to = -2};
    chart_scale_fit(&scale, &turned, &range, &room);
    cr_expect(scale.from == -2 && scale.to == 9);
    const chart_axis both_zero = {0};
    chart_scale_fit(&scale, &both_zero, &range, &room);
    cr_expect_float_eq(scale.from, 2.95, 1e-12);
    const chart_axis impossible = {.logarithmic = true, .from = -1, .to = 5};
    chart_scale_fit(&scale, &impossible, &range, &room);
    cr_expect(scale.from > 0);
}

Test(chart_scale, keeps_zero_and_rounds_ends_close_to_a_round_number)
{
    chart_scale scale = {0};
    const chart_axis axis_ = {0};
    const chart_range range = {0.01, 19.99, false};
    const chart_room time = {.keep_zero = true, .round = true};
    chart_scale_fit(&scale, &axis_, &range, &time);
    cr_expect(scale.from == 0 && scale.to == 20);
    const chart_room points = {.part = 0.04};
    chart_scale_fit(&scale, &axis_, &range, &points);
    cr_expect_lt(scale.from, 0);
}

Test(chart_scale, places_values_between_its_ends)
{
    chart_scale scale = axis(1, 100, true, 5);
    scale.start = 50;
    scale.end = 250;
    cr_expect_float_eq(chart_scale_place(&scale, 10), 150, 1e-9);
    cr_expect(isnan(chart_scale_place(&scale, 0)));
    cr_expect(isnan(chart_scale_place(&scale, -3)));
    scale = axis(0, 10, false, 5);
    scale.start = 300;
    scale.end = 100;
    cr_expect_float_eq(chart_scale_place(&scale, 2.5), 250, 1e-9);
    cr_expect(isnan(chart_scale_place(&scale, (double)NAN)));
    cr_expect(isfinite(chart_scale_place(&scale, 1e300)));
}
