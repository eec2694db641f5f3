// SPDX-License-Identifier: GPL-3.0-or-later
// Charts in other forms and sizes.
#include "io/chart/chart.h"

#include "foundation/files/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// fontconfig keeps its caches to the end of the process.
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

/// The chart in another form; the caller frees. @param size out: bytes
static char *drawn_as(const chart *page, const char *ending, size_t *size)
{
    const char *tmp = getenv("TALUS_TEST_TMP");
    char path[600];
    (void)snprintf(path, sizeof path, "%s/chart_form%s", tmp != NULL ? tmp : "/tmp", ending);
    talus_error error = {0};
    cr_assert_eq(chart_write(path, page, &error), TALUS_OK, "%s", error.message);
    char *bytes = NULL;
    cr_assert_eq(files_read_all(path, &bytes, size, NULL), TALUS_OK);
    (void)remove(path);
    return bytes;
}

/// Big-endian number of a PNG.
static unsigned number_at(const char *bytes, size_t at)
{
    const unsigned char *b = (const unsigned char *)bytes + at;
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

Test(form, is_what_the_name_says_and_as_large_as_asked)
{
    static const double x[3] = {0, 1, 2}, y[3] = {0, 3, 1};
    const chart_series series = {.label = "line", .x = x, .y = y, .count = 3};
    const chart_panel panels[3] = {{.series = &series, .series_count = 1},
                                   {.series = &series, .series_count = 1},
                                   {.series = &series, .series_count = 1}};
    const chart page = {.title = "Three panels",
                        .columns = 3,
                        .panels = panels,
                        .panel_count = 3,
                        .width_mm = 160,
                        .height_mm = 100};
    size_t size = 0;
    char *svg = drawn_as(&page, ".svg", &size), *png = drawn_as(&page, ".PNG", &size);
    char *pdf = drawn_as(&page, ".pdf", &size);
    // 160 mm are 604.72 px of 1/96 inch and 453.54 points
    cr_expect_not_null(
        strstr(svg, "width=\"160mm\" height=\"100mm\" viewBox=\"0 0 604.72 377.95\""));
    cr_expect_eq(memcmp(png, "\x89PNG", 4), 0);
    cr_expect_eq(number_at(png, 16), 1890); // 160 mm at 300 dpi
    cr_expect_eq(number_at(png, 20), 1182);
    cr_expect_eq(memcmp(pdf, "%PDF-1.", 7), 0);
    bool has_box = false;
    for (size_t k = 0; k + 40 < size; k++) {
        has_box = has_box || memcmp(pdf + k, "/MediaBox [ 0 0 453.543307 283.464567 ]", 39) == 0;
    }
    cr_expect(has_box, "the page of the PDF has another size");
    free(svg);
    free(png);
    free(pdf);
}

Test(form, panels_without_room_stand_in_fewer_columns_then_shrink)
{
    static const double x[3] = {0, 1, 2}, y[3] = {0, 3, 1};
    const chart_series series = {.x = x, .y = y, .count = 3};
    const chart_panel panels[2] = {{.series = &series, .series_count = 1},
                                   {.series = &series, .series_count = 1}};
    chart page = {
        .columns = 2, .panels = panels, .panel_count = 2, .width_mm = 80, .height_mm = 90};
    size_t size = 0;
    char *tall = drawn_as(&page, ".svg", &size);
    page.height_mm = 40; // two rows of 110 px do not fit in 151
    char *flat = drawn_as(&page, ".svg", &size);
    cr_expect_not_null(strstr(tall, "viewBox=\"0 0 302.36 340.16\""));
    cr_expect_not_null(strstr(flat, "width=\"80mm\" height=\"40mm\""));
    cr_expect_null(strstr(flat, "viewBox=\"0 0 302.36"));
    free(tall);
    free(flat);
}

Test(form, other_names_and_sizes_are_refused)
{
    static const double x[2] = {0, 1};
    const chart_series series = {.x = x, .y = x, .count = 2};
    const chart_panel panel = {.series = &series, .series_count = 1};
    chart page = {.panels = &panel, .panel_count = 1};
    talus_error error = {0};
    cr_expect_eq(chart_write("/tmp/chart.jpg", &page, &error), TALUS_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(error.message, ".png, .pdf or .svg"));
    page.width_mm = 160; // without a height
    cr_expect_eq(chart_write("/tmp/chart.svg", &page, &error), TALUS_ERROR_ARGUMENT);
    page.height_mm = (double)NAN;
    cr_expect_eq(chart_write("/tmp/chart.svg", &page, &error), TALUS_ERROR_ARGUMENT);
}

/// Width of the view box: the page in px of letters that are not shrunk.
static double box_width(const char *svg)
{
    const char *box = strstr(svg, "viewBox=\"0 0 ");
    return box != NULL ? strtod(box + 13, NULL) : 0.0;
}

Test(form, letters_shrink_until_frames_take_two_fifths_of_the_height)
{
    static const double x[3] = {0, 1, 2}, y[3] = {0, 3, 1};
    const chart_series series = {.x = x, .y = y, .count = 3};
    const chart_panel panel = {
        .x = {.label = "x"}, .y = {.label = "y"}, .series = &series, .series_count = 1};
    chart page = {.title = "A title of two lines takes its part of a small page",
                  .note = "And so does a note that goes on over two lines of small letters.",
                  .panels = &panel,
                  .panel_count = 1,
                  .width_mm = 80,
                  .height_mm = 45};
    size_t size = 0;
    char *flat = drawn_as(&page, ".svg", &size);
    page.height_mm = 80;
    char *tall = drawn_as(&page, ".svg", &size);
    const double frame = strtod(strstr(strstr(flat, "<clipPath"), "height=\"") + 8, NULL);
    cr_expect(box_width(tall) < 302.4, "there is room, but letters shrink");
    cr_expect(box_width(flat) > 330, "letters keep their size: page of %g px", box_width(flat));
    cr_expect(frame > 0.35 * 45.0 / 80.0 * box_width(flat), "frame of %g px", frame);
    free(flat);
    free(tall);
}

Test(form, no_entry_of_a_legend_leaves_its_panel)
{
    static const double x[3] = {0, 1, 2}, y[3] = {0, 3, 1};
    const chart_series series = {
        .label = "an entry that is far wider than half a page", .x = x, .y = y, .count = 3};
    const chart_series other = {.label = "other", .x = x, .y = y, .count = 3, .colour = 1};
    const chart_panel panels[2] = {{.series = &series, .series_count = 1},
                                   {.series = &other, .series_count = 1}};
    const chart page = {
        .columns = 2, .panels = panels, .panel_count = 2, .width_mm = 100, .height_mm = 60};
    size_t size = 0;
    char *svg = drawn_as(&page, ".svg", &size);
    const char *entry = strstr(svg, ">an entry");
    cr_assert_not_null(entry);
    while (entry > svg && strncmp(entry, "<text x=\"", 9) != 0) {
        entry--;
    }
    const double left = strtod(entry + 9, NULL);
    // 43 letters of 11.5 px, about 0.55 of it wide
    cr_expect(left > 0 && left + 43 * 0.55 * 11.5 < 0.62 * box_width(svg), "from %g in %g px", left,
              box_width(svg));
    free(svg);
}

Test(form, labels_of_colour_bars_and_signs_of_numbers)
{
    static const double values[4] = {1, 2, 3, 4};
    const chart_grid grid = {
        .values = values,
        .nx = 2,
        .ny = 2,
        .x1 = 1,
        .y1 = 1,
        .label = "a label of a colour bar that is much longer than its bar is high, as it stands"};
    const chart_panel panel = {.title = "at -2 (-3) of A-4 - 5", .grid = &grid};
    const chart page = {.panels = &panel, .panel_count = 1, .panel_height = 200};
    size_t size = 0;
    char *svg = drawn_as(&page, ".svg", &size);
    const char *label = strstr(svg, ">a label");
    cr_assert_not_null(label);
    while (strncmp(label, "font-size=\"", 11) != 0) {
        label--;
    }
    cr_expect(strtod(label + 11, NULL) < 6, "letters of %g px", strtod(label + 11, NULL));
    cr_expect_not_null(strstr(svg, ">at \xe2\x88\x92"
                                   "2 (\xe2\x88\x92"
                                   "3) of A-4 - 5<"));
    free(svg);
}
