// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/chart/chart.h"

#include "foundation/files/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Elements closed in order, attributes quoted, no bare & or <: what an XML parser insists on.
static bool well_formed(const char *text)
{
    const char *open[64];
    size_t depth = 0;
    for (const char *s = text; *s != '\0'; s++) {
        if (*s == '&') {
            const size_t length = strcspn(s, ";");
            if (length > 6 || s[length] != ';') {
                return false;
            }
        }
        if (*s != '<') {
            continue;
        }
        const char *name = s + 1;
        const bool closing = *name == '/';
        bool quoted = false;
        for (s++; *s != '\0' && (quoted || *s != '>'); s++) {
            quoted = quoted != (*s == '"');
            if (*s == '<') {
                return false;
            }
        }
        if (*s == '\0') {
            return false;
        }
        if (closing) {
            const size_t length = (size_t)(s - name - 1);
            if (depth == 0 || strncmp(open[--depth], name + 1, length) != 0) {
                return false;
            }
        } else if (s[-1] != '/') {
            if (depth == sizeof open / sizeof *open) {
                return false;
            }
            open[depth++] = name;
        }
    }
    return depth == 0 && strncmp(text, "<svg ", 5) == 0;
}

/// Write a chart and read it back; the caller frees. It must be XML and below 300 kB.
static char *drawn(const chart *page, const char *name)
{
    const char *tmp = getenv("TALUS_TEST_TMP");
    char path[600];
    (void)snprintf(path, sizeof path, "%s/chart_%s.svg", tmp != NULL ? tmp : "/tmp", name);
    talus_error error = {0};
    cr_assert_eq(chart_write(path, page, &error), TALUS_OK, "%s", error.message);
    char *text = NULL;
    size_t size = 0;
    cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK);
    (void)remove(path);
    cr_expect(well_formed(text), "%s is not XML", name);
    cr_expect_lt(size, 300000);
    cr_expect_null(strstr(text, "nan"));
    return text;
}

static char *drawn_panel(const chart_panel *panel, const char *name)
{
    const chart page = {.panels = panel, .panel_count = 1};
    return drawn(&page, name);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *s = strstr(text, part); s != NULL; s = strstr(s + 1, part)) {
        count++;
    }
    return count;
}

/// The path data of the only stroke in a palette colour; zero-terminated in place.
static char *path_of(char *text, const char *colour)
{
    char stroke[32];
    (void)snprintf(stroke, sizeof stroke, "stroke=\"%s\"", colour);
    char *end = strstr(text, stroke);
    cr_assert_not_null(end);
    *end = '\0';
    char *path = NULL;
    for (char *s = strstr(text, "<path d=\""); s != NULL; s = strstr(s + 1, "<path d=\"")) {
        path = s + 9;
    }
    cr_assert_not_null(path);
    *strchr(path, '"') = '\0';
    return path;
}

static const char blue[] = "#0072b2";

Test(chart, escapes_text_and_survives_bytes_that_are_none)
{
    static const double x[] = {0, 1};
    const chart_series series = {.label = "a<b & \"c\"", .x = x, .y = x, .count = 2};
    const chart_panel panel = {.title = "it's \x01\xff <i>",
                               .x = {.label = "x & y"},
                               .series = &series,
                               .series_count = 1};
    const chart page = {.title = "1 < 2", .note = "<script>", .panels = &panel, .panel_count = 1};
    char *text = drawn(&page, "escape");
    cr_expect_not_null(strstr(text, "a&lt;b &amp; &quot;c&quot;"));
    cr_expect_not_null(strstr(text, "it&#39;s  ? &lt;i&gt;"));
    cr_expect_not_null(strstr(text, "&lt;script&gt;"));
    free(text);
}

Test(chart, of_equal_content_has_equal_bytes)
{
    static const double x[] = {0, 1, 2};
    static const double values[] = {1, 2, 3, 4};
    const chart_grid grid = {.values = values, .nx = 2, .ny = 2, .x1 = 2, .y1 = 2};
    const chart_series series = {.label = "s", .x = x, .y = x, .count = 3};
    const chart_panel panel = {.series = &series, .series_count = 1, .grid = &grid};
    char *first = drawn_panel(&panel, "first");
    char *second = drawn_panel(&panel, "second");
    cr_expect_str_eq(first, second);
    cr_expect_not_null(strstr(first, "data:image/png;base64,iVBOR"));
    free(first);
    free(second);
}

Test(chart, draws_degenerate_series)
{
    static const double x[] = {0, 1, 2};
    static const double same[] = {7, 7, 7};
    static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    static const double huge[] = {-1e308, 0, 1e308};
    static const double tiny[] = {1e-308, 1e-308, 5e-324};
    static const double *const columns[] = {same, none, huge, tiny};
    for (int mark = CHART_LINE; mark <= CHART_ERRORS; mark++) {
        for (int log = 0; log < 2; log++) {
            chart_series series[16];
            chart_panel panels[16];
            for (size_t k = 0; k < 16; k++) {
                series[k] = (chart_series){.x = x,
                                           .y = columns[k / 4],
                                           .y2 = mark == CHART_BAND ? same : NULL,
                                           .count = k % 4,
                                           .mark = (chart_mark)mark};
                panels[k] = (chart_panel){
                    .y = {.logarithmic = log > 0}, .series = &series[k], .series_count = 1};
            }
            const chart page = {.columns = 4, .panels = panels, .panel_count = 16};
            free(drawn(&page, "degenerate"));
        }
    }
}

Test(chart, says_when_there_is_nothing_to_draw)
{
    const chart_panel panel = {.x = {.label = "x"}};
    char *text = drawn_panel(&panel, "nothing");
    cr_expect_not_null(strstr(text, ">no data<"));
    free(text);
}

Test(chart, breaks_a_line_at_a_gap)
{
    static const double x[] = {0, 1, 2, 3, 4};
    static const double y[] = {0, 1, (double)NAN, 1, 0};
    const chart_series series = {.x = x, .y = y, .count = 5};
    const chart_panel panel = {.series = &series, .series_count = 1};
    char *text = drawn_panel(&panel, "gap");
    cr_expect_eq(count_of(path_of(text, blue), "M"), 2);
    free(text);
}

Test(chart, thins_a_long_series_and_keeps_its_one_peak)
{
    enum { COUNT = 200000 };
    double *x = malloc(2 * COUNT * sizeof *x);
    cr_assert_not_null(x);
    double *y = x + COUNT;
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = (double)i;
        y[i] = 0.1 * (double)(talus_mix64(i) % 1000) / 1000;
    }
    y[123457] = 1;
    const chart_series series = {.x = x, .y = y, .count = COUNT};
    const chart_panel panel = {.y = {.from = 0, .to = 1}, .series = &series, .series_count = 1};
    char *text = drawn_panel(&panel, "thin");
    char *path = path_of(text, blue);
    cr_expect_lt(strlen(path), 30000); // measured 19 kB of 200 000 points
    // walk the relative path: its highest point is the top of the frame, y = 10 px below the head
    double at = 0;
    double highest = (double)INFINITY;
    double lowest = 0;
    char *s = path;
    cr_assert_eq(*s++, 'M');
    (void)strtod(s, &s);
    at = strtod(s, &s);
    cr_assert_eq(*s++, 'l');
    while (*s != '\0') {
        (void)strtod(s, &s);
        at += strtod(s, &s);
        highest = fmin(highest, at);
        lowest = fmax(lowest, at);
    }
    cr_expect_float_eq(lowest - highest, 234, 0.2); // the frame is 300 - 66 px high
    free(text);
    free(x);
}

Test(chart, merges_collinear_points)
{
    double x[1000];
    double y[1000];
    for (size_t i = 0; i < 1000; i++) {
        x[i] = (double)i;
        y[i] = 5;
    }
    const chart_series series = {.x = x, .y = y, .count = 1000};
    const chart_panel panel = {.series = &series, .series_count = 1};
    char *text = drawn_panel(&panel, "flat");
    cr_expect_lt(strlen(path_of(text, blue)), 40);
    free(text);
}

Test(chart, stays_small_with_many_bars_and_errors)
{
    enum { COUNT = 30000 };
    static double x[COUNT];
    static double y[COUNT];
    static double reach[2 * COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = (double)i;
        y[i] = 10 + (double)(talus_mix64(i) % 1000);
        reach[2 * i] = y[i] - 5;
        reach[2 * i + 1] = y[i] + 5;
    }
    y[777] = 2000;
    const chart_series series[] = {
        {.x = x, .y = y, .count = COUNT, .mark = CHART_BARS},
        {.x = x, .y = y, .y2 = reach, .count = COUNT, .mark = CHART_ERRORS, .colour = 1}};
    const chart_panel panel = {.y = {.from = 0, .to = 2000}, .series = series, .series_count = 2};
    char *text = drawn_panel(&panel, "many"); // the size is checked there
    cr_expect_not_null(strstr(text, "V18h"), "the one bar that reaches the top of the frame");
    free(text);
}

Test(chart, stays_small_with_many_noisy_series)
{
    enum { COUNT = 3000, SERIES = 40 };
    static double x[COUNT];
    static double y[COUNT];
    static chart_series series[SERIES];
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = (double)(talus_mix64(i) % 1000);
        y[i] = (double)(talus_mix64(i + COUNT) % 1000);
    }
    for (size_t k = 0; k < SERIES; k++) {
        series[k] = (chart_series){.x = x,
                                   .y = y,
                                   .count = COUNT,
                                   .mark = k % 2 ? CHART_POINTS : CHART_LINE,
                                   .colour = (int)k};
    }
    const chart_panel panel = {.series = series, .series_count = SERIES};
    free(drawn_panel(&panel, "noise")); // the size is checked there
}

Test(chart, puts_the_legend_above_the_frame_where_the_data_fill_it)
{
    enum { COUNT = 4000 };
    static double x[COUNT];
    static double y[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = (double)i;
        y[i] = (double)(talus_mix64(i) % 1000);
    }
    chart_series series = {.label = "noise", .x = x, .y = y, .count = COUNT};
    const chart_panel panel = {.series = &series, .series_count = 1};
    char *text = drawn_panel(&panel, "above");
    cr_expect_null(strstr(text, "rx=\"2\""), "a box inside");
    cr_expect_not_null(strstr(text, ">noise<"));
    free(text);
    series.count = 20; // a line at the left
    series.y = x;
    text = drawn_panel(&panel, "inside");
    cr_expect_not_null(strstr(text, "rx=\"2\""), "a box inside");
    free(text);
}

Test(chart, shows_a_legend_that_panels_share_once)
{
    static const double x[] = {0, 1};
    const chart_series series = {.label = "same", .x = x, .y = x, .count = 2};
    const chart_panel one = {.series = &series, .series_count = 1};
    const chart_panel panels[] = {one, one, one};
    const chart page = {.columns = 2, .panels = panels, .panel_count = 3};
    char *text = drawn(&page, "shared");
    cr_expect_eq(count_of(text, ">same<"), 1);
    free(text);
}

Test(chart, sets_bars_of_two_series_side_by_side)
{
    static const double x[] = {0, 1};
    static const double y[] = {2, 3};
    static const char *const names[] = {"first", "second"};
    const chart_series series[] = {{.x = x, .y = y, .count = 2, .mark = CHART_BARS},
                                   {.x = x, .y = y, .count = 2, .mark = CHART_BARS, .colour = 1}};
    const chart_panel panel = {
        .x = {.names = names, .name_count = 2}, .series = series, .series_count = 2};
    char *text = drawn_panel(&panel, "bars");
    cr_expect_not_null(strstr(text, ">second<"));
    double left[2];
    char *data = strstr(strstr(text, "<g clip"), "<path d=\"M");
    left[0] = strtod(data + 10, NULL);
    data = strstr(data + 10, "<path d=\"M");
    left[1] = strtod(data + 10, NULL);
    cr_expect_gt(left[1], left[0] + 10);
    free(text);
}

Test(chart, refuses_no_panels_odd_sizes_and_empty_grids)
{
    const chart none = {0};
    talus_error error = {0};
    cr_expect_eq(chart_write("/tmp/absent.svg", &none, &error), TALUS_ERROR_ARGUMENT);
    const chart_panel panel = {0};
    const chart odd = {.panel_width = (double)NAN, .panels = &panel, .panel_count = 1};
    cr_expect_eq(chart_write("/tmp/absent.svg", &odd, &error), TALUS_ERROR_ARGUMENT);
    const chart_grid grid = {0};
    const chart_panel empty = {.grid = &grid};
    const chart bare = {.panels = &empty, .panel_count = 1};
    cr_expect_eq(chart_write("/tmp/absent.svg", &bare, &error), TALUS_ERROR_ARGUMENT);
    const chart page = {.panels = &panel, .panel_count = 1};
    cr_expect_eq(chart_write("/absent/chart.svg", &page, &error), TALUS_ERROR_IO);
    cr_expect_not_null(strstr(error.message, "/absent/chart.svg"));
}

Test(chart, sets_subscripts_behind_single_letters_only)
{
    static const double x[] = {0.0, 1.0}, y[] = {0.0, 2.0};
    const chart_series series = {
        .label = "\u03bb_lat, e_n21, el_centro_ns", .x = x, .y = y, .count = 2};
    const chart_panel panel = {.x = {.label = "C_s < 2"},
                               .y = {.label = "no_title"},
                               .series = &series,
                               .series_count = 1};
    char *text = drawn_panel(&panel, "subscripts");
    cr_expect_not_null(strstr(text, "\u03bb<tspan"));
    cr_expect_not_null(strstr(text, ">lat</tspan>"));
    cr_expect_not_null(strstr(text, ">n21</tspan>"));
    cr_expect_not_null(strstr(text, ">s</tspan>"));
    cr_expect_not_null(strstr(text, " &lt; 2"));
    cr_expect_not_null(strstr(text, "el_centro_ns"));
    cr_expect_not_null(strstr(text, "no_title"));
    free(text);
}

Test(chart, colours_cells_by_kind_without_a_bar)
{
    static const signed char colours[] = {0, 1, CHART_NO_COLOUR, -1};
    static const double values[] = {(double)NAN, (double)NAN, 0.5, (double)NAN};
    const chart_series kind = {.label = "kind", .mark = CHART_BARS, .colour = 1};
    chart_grid grid = {.nx = 2, .ny = 2, .x1 = 1.0, .y1 = 1.0, .colours = colours, .label = "bar"};
    const chart_panel panel = {.grid = &grid, .series = &kind, .series_count = 1};
    char *kinds = drawn_panel(&panel, "kinds");
    grid.values = values;
    char *both = drawn_panel(&panel, "kinds_and_values");
    cr_expect_null(strstr(kinds, "linearGradient"));
    cr_expect_not_null(strstr(both, "linearGradient"));
    cr_expect_not_null(strstr(kinds, ">kind</text>"));
    const char *a = strstr(kinds, "base64,"), *b = strstr(both, "base64,");
    cr_assert(a != NULL && b != NULL);
    cr_expect(strncmp(a, b, strcspn(a, "\"") + 1) != 0, "a value changes no cell");
    free(kinds);
    free(both);
}

Test(chart, shows_marks_in_the_legend_as_they_are_drawn)
{
    enum { MANY = 500 };
    static double x[MANY], y[MANY];
    for (int i = 0; i < MANY; i++) {
        x[i] = i;
        y[i] = i % 7;
    }
    // colour 1 has squares, but so many points are discs
    chart_series series = {
        .label = "points", .x = x, .y = y, .count = MANY, .mark = CHART_POINTS, .colour = 1};
    const chart_panel panel = {.series = &series, .series_count = 1};
    char *many = drawn_panel(&panel, "discs");
    series.count = 50;
    char *few = drawn_panel(&panel, "squares");
    cr_expect(count_of(many, "h5.2v5.2") == 0 &&
              count_of(many, "stroke-linecap=\"round\" stroke-width") == 2);
    cr_expect(count_of(few, "h5.2v5.2") == 51);
    free(many);
    free(few);
}
