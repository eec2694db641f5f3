// SPDX-License-Identifier: GPL-3.0-or-later
// Coloured grids: colour scale, picture, colour bar.
#include "io/chart/canvas.h"
#include "io/chart/chart_parts.h"
#include "io/chart/ramp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLOUR_COUNT = 200, STOP_COUNT = 9, PICTURE_MOST = 900 };

static const double BAR_GAP = 12, BAR_WIDTH = 13, LABEL_SIZE = 11;

/// Blue over white to red-brown, of equal lightness on both sides.
static const unsigned char two_sided[STOP_COUNT][3] = {
    {8, 48, 107},    {33, 102, 172}, {90, 158, 205}, {178, 212, 232}, {247, 247, 247},
    {250, 203, 172}, {226, 133, 90}, {190, 69, 32},  {112, 30, 8},
};

static chart_rgb colour_at(const chart_grid *grid, double part)
{
    if (!grid->diverging) {
        return chart_ramp(CHART_WARM, part);
    }
    const double place = (part < 0 ? 0 : part > 1 ? 1 : part) * (STOP_COUNT - 1);
    const int k = place >= STOP_COUNT - 1 ? STOP_COUNT - 2 : (int)place;
    const double t = (place - k) / 255;
    const double s = 1.0 / 255 - t;
    const unsigned char *a = two_sided[k];
    const unsigned char *b = two_sided[k + 1];
    return (chart_rgb){s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]};
}

talus_status chart_grid_fit(const chart_grid *grid, chart_scale *scale, talus_error *error)
{
    if ((grid->values == NULL && grid->colours == NULL) || grid->nx == 0 || grid->ny == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a chart's grid has no cells");
    }
    chart_range range = chart_range_start(grid->logarithmic);
    for (size_t k = 0; grid->values != NULL && k < grid->nx * grid->ny; k++) {
        chart_range_add(&range, grid->values[k]);
    }
    const chart_axis axis = {.logarithmic = grid->logarithmic, .from = grid->low, .to = grid->high};
    if (grid->diverging && !grid->logarithmic && grid->low >= grid->high &&
        range.low <= range.high) {
        range.high = fabs(range.low) > fabs(range.high) ? fabs(range.low) : fabs(range.high);
        range.low = -range.high;
    }
    chart_scale_fit(scale, &axis, &range, &(chart_room){0});
    return TALUS_OK;
}

/// Part of the colour scale, 0..1; NaN for an empty cell.
static double part_of(const chart_grid *grid, const chart_scale *scale, double value)
{
    chart_scale unit = *scale;
    unit.start = 0;
    unit.end = 1;
    return isfinite(value) && !(grid->logarithmic && value <= 0) ? chart_scale_place(&unit, value)
                                                                 : (double)NAN;
}

/// The colour of the palette as bars have it, on white; 0 = none.
static uint32_t palette_pixel(const chart_grid *grid, size_t cell)
{
    if (grid->colours == NULL || grid->colours[cell] == CHART_NO_COLOUR) {
        return 0;
    }
    const unsigned long rgb = strtoul(chart_colour(grid->colours[cell]) + 1, NULL, 16);
    uint32_t pixel = 0xFFU;
    for (unsigned shift = 24; shift > 0; shift -= 8) {
        const double c = (double)(rgb >> (shift - 8) & 0xFFU);
        pixel = pixel << 8 | (uint32_t)(0.85 * c + 0.15 * 255.0 + 0.5);
    }
    return pixel;
}

static uint32_t pixel_of(const chart_grid *grid, const chart_scale *scale, size_t cell)
{
    const double part =
        grid->values != NULL ? part_of(grid, scale, grid->values[cell]) : (double)NAN;
    if (!isfinite(part)) {
        return palette_pixel(grid, cell);
    }
    // few enough colours to compress well, too many to see steps
    const double limited = part < 0 ? 0 : part > 1 ? 1 : part;
    const chart_rgb c = colour_at(grid, floor(limited * COLOUR_COUNT + 0.5) / COLOUR_COUNT);
    return 0xFF000000U | (uint32_t)(255 * c.r + 0.5) << 16 | (uint32_t)(255 * c.g + 0.5) << 8 |
           (uint32_t)(255 * c.b + 0.5);
}

/// Pixels for `count` cells: several each, so that smoothing viewers show sharp cells, or as many
/// as a picture can show.
static size_t picture_size(size_t count)
{
    return count < PICTURE_MOST ? count * (PICTURE_MOST / count) : PICTURE_MOST;
}

/// The grid as a PNG, row 0 at the bottom.
static bool paint_picture(const chart_grid *grid, const chart_scale *scale, files_text *png)
{
    const size_t nx = picture_size(grid->nx);
    const size_t ny = picture_size(grid->ny);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)nx, (int)ny);
    bool done = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    if (done) {
        unsigned char *data = cairo_image_surface_get_data(surface);
        const size_t stride = (size_t)cairo_image_surface_get_stride(surface);
        for (size_t j = 0; j < ny; j++) {
            const size_t row = (ny - 1 - j) * grid->ny / ny;
            for (size_t i = 0; i < nx; i++) {
                const uint32_t pixel = pixel_of(grid, scale, row * grid->nx + i * grid->nx / nx);
                memcpy(data + j * stride + i * sizeof pixel, &pixel, sizeof pixel);
            }
        }
        cairo_surface_mark_dirty(surface);
        done = cairo_surface_write_to_png_stream(surface, chart_canvas_append, png) ==
               CAIRO_STATUS_SUCCESS;
    }
    cairo_surface_destroy(surface);
    return done;
}

talus_status chart_grid_draw(files_text *svg, const chart_view *view, const chart_grid *grid,
                             const chart_scale *scale, talus_error *error)
{
    files_text png = {0};
    char *uri = paint_picture(grid, scale, &png)
                    ? files_data_uri("image/png", (const unsigned char *)png.data, png.size)
                    : NULL;
    files_text_clear(&png);
    if (uri == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a grid of %zu x %zu",
                               grid->nx, grid->ny);
    }
    const double x0 = chart_scale_place(&view->x, grid->x0);
    const double x1 = chart_scale_place(&view->x, grid->x1);
    const double y0 = chart_scale_place(&view->y, grid->y0);
    const double y1 = chart_scale_place(&view->y, grid->y1);
    if (x1 > x0 && y0 > y1) {
        chart_number(svg, "<image x=\"", x0);
        chart_number(svg, "\" y=\"", y1);
        chart_number(svg, "\" width=\"", x1 - x0);
        chart_number(svg, "\" height=\"", y0 - y1);
        files_text_add(svg,
                       "\" preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
                       "style=\"image-rendering:pixelated\" xlink:href=\"%s\"/>\n",
                       uri);
    }
    free(uri);
    return TALUS_OK;
}

double chart_grid_bar_width(const chart_grid *grid, const chart_scale *scale)
{
    if (grid->values == NULL) {
        return 0;
    }
    const bool label = grid->label != NULL && grid->label[0] != '\0';
    return BAR_GAP + BAR_WIDTH + 8 + chart_scale_label_width(scale, LABEL_SIZE) + (label ? 22 : 4);
}

static void draw_bar_ticks(files_text *svg, chart_scale *scale, double x)
{
    const chart_text_style style = {.size = LABEL_SIZE};
    files_text_add(svg, "<path d=\"");
    for (size_t k = 0; k < scale->tick_count; k++) {
        chart_number(svg, "M", x);
        chart_number(svg, " ", chart_scale_place(scale, scale->ticks[k].value));
        files_text_add(svg, scale->ticks[k].major ? "h4" : "h2");
    }
    files_text_add(svg, "\" stroke=\"#444\" stroke-width=\".8\"/>\n");
    for (size_t k = 0; k < scale->tick_count; k++) {
        const chart_tick *tick = &scale->ticks[k];
        const double y = chart_scale_place(scale, tick->value) + 0.35 * LABEL_SIZE;
        if (tick->major && tick->power) {
            chart_text_power(svg, "", tick->exponent, "", x + 7, y, &style);
        } else if (tick->major) {
            chart_text_draw(svg, tick->text, x + 7, y, &style);
        }
    }
}

void chart_grid_bar(files_text *svg, const chart_view *view, const chart_grid *grid,
                    const chart_scale *fitted, size_t id)
{
    if (grid->values == NULL) {
        return;
    }
    chart_scale scale = *fitted;
    scale.start = view->top + view->height;
    scale.end = view->top;
    const double x = view->left + view->width + BAR_GAP;
    files_text_add(svg, "<linearGradient id=\"bar%zu\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">\n", id);
    for (int k = 0; k < STOP_COUNT; k++) {
        const double part = (double)k / (STOP_COUNT - 1);
        const chart_rgb c = colour_at(grid, part);
        chart_number(svg, "<stop offset=\"", 100 * part);
        files_text_add(svg, "%%\" stop-color=\"#%02x%02x%02x\"/>\n", (unsigned)(255 * c.r + 0.5),
                       (unsigned)(255 * c.g + 0.5), (unsigned)(255 * c.b + 0.5));
    }
    chart_number(svg, "</linearGradient>\n<rect x=\"", x);
    chart_number(svg, "\" y=\"", view->top);
    chart_number(svg, "\" width=\"", BAR_WIDTH);
    chart_number(svg, "\" height=\"", view->height);
    files_text_add(svg, "\" fill=\"url(#bar%zu)\" stroke=\"#444\" stroke-width=\".8\"/>\n", id);
    draw_bar_ticks(svg, &scale, x + BAR_WIDTH);
    const chart_text_style style = {.size = LABEL_SIZE};
    if (scale.factor != 0) {
        chart_text_power(svg, "\xc3\x97", scale.factor, "", x, view->top - 6, &style);
    }
    if (grid->label != NULL && grid->label[0] != '\0') {
        chart_text_beside(svg, grid->label,
                          x + BAR_WIDTH + 8 + chart_scale_label_width(&scale, LABEL_SIZE) + 16,
                          view, 12);
    }
}
