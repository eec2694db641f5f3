// SPDX-License-Identifier: GPL-3.0-or-later
// Charts as SVG text: the document, frames, axes and what is drawn in them.
#include "io/chart/chart.h"

#include "io/chart/chart_layout.h"
#include "io/chart/chart_render.h"
#include "io/directory/directory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Bytes; charts that are larger are thinned more.
static const size_t LARGEST_FILE = 290000;
static const double COARSEST = 1024;
static const double TICK_SIZE = CHART_TICK, LABEL_SIZE = 12;

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

/// Grid lines behind the data.
static void draw_lattice(files_text *svg, const chart_view *view, const chart_panel *panel)
{
    if (panel->grid != NULL || panel->bare) {
        return;
    }
    files_text_add(svg, "<path d=\"");
    for (size_t k = 0; k < view->x.tick_count && view->x.names == NULL; k++) {
        if (view->x.ticks[k].major) {
            chart_number(svg, "M", chart_scale_place(&view->x, view->x.ticks[k].value));
            chart_number(svg, " ", view->top);
            chart_number(svg, "v", view->height);
        }
    }
    for (size_t k = 0; k < view->y.tick_count && view->y.names == NULL; k++) {
        if (view->y.ticks[k].major) {
            chart_number(svg, "M", view->left);
            chart_number(svg, " ", chart_scale_place(&view->y, view->y.ticks[k].value));
            chart_number(svg, "h", view->width);
        }
    }
    files_text_add(svg, "\" stroke=\"#e4e4e4\" stroke-width=\".8\"/>\n");
}

/// Frame and tick marks, outside the data.
static void draw_frame(files_text *svg, const chart_view *view)
{
    const double bottom = view->top + view->height;
    chart_number(svg, "<path d=\"M", view->left);
    chart_number(svg, " ", view->top);
    chart_number(svg, "h", view->width);
    chart_number(svg, "v", view->height);
    chart_number(svg, "h", -view->width);
    files_text_add(svg, "z");
    for (size_t k = 0; k < view->x.tick_count; k++) {
        chart_number(svg, "M", chart_scale_place(&view->x, view->x.ticks[k].value));
        chart_number(svg, " ", bottom);
        files_text_add(svg, view->x.ticks[k].major ? "v4.5" : "v2.5");
    }
    for (size_t k = 0; k < view->y.tick_count; k++) {
        chart_number(svg, "M", view->left);
        chart_number(svg, " ", chart_scale_place(&view->y, view->y.ticks[k].value));
        files_text_add(svg, view->y.ticks[k].major ? "h-4.5" : "h-2.5");
    }
    files_text_add(svg, "\" fill=\"none\" stroke=\"#444\" stroke-width=\".9\"/>\n");
}

static void draw_tick_label(files_text *svg, const chart_scale *scale, size_t k, double x, double y,
                            const chart_text_style *style)
{
    const chart_tick *tick = &scale->ticks[k];
    if (scale->names != NULL) {
        chart_text_draw(svg, scale->names[k], x, y, style);
    } else if (tick->power) {
        chart_text_power(svg, "", tick->exponent, "", x, y, style);
    } else {
        chart_text_draw(svg, tick->text, x, y, style);
    }
}

/// "x 10^k + offset" at the end of an axis.
static void draw_factor(files_text *svg, const chart_scale *scale, double x, double y,
                        const chart_text_style *style)
{
    if (scale->factor == 0 && scale->offset[0] == '\0') {
        return;
    }
    char after[48] = "";
    if (scale->offset[0] != '\0') {
        const bool negative = scale->offset[0] < 0; // a true minus sign is not ASCII
        (void)snprintf(after, sizeof after, "%s%s", negative ? "\xc2\xa0" : "\xc2\xa0+\xc2\xa0",
                       scale->offset);
    }
    if (scale->factor != 0) {
        chart_text_power(svg, "\xc3\x97", scale->factor, after, x, y, style);
    } else {
        chart_text_draw(svg, after + 2, x, y, style);
    }
}

static void draw_labels(files_text *svg, const chart_place *place, const chart_panel *panel,
                        double label_x)
{
    const chart_view *view = &place->view;
    const double bottom = view->top + view->height;
    const chart_text_style below = {.size = place->name_size, .anchor = "middle"};
    const chart_text_style beside = {.size = TICK_SIZE, .anchor = "end"};
    const chart_text_style start = {.size = TICK_SIZE};
    for (size_t k = 0; k < view->x.tick_count; k++) {
        if (view->x.ticks[k].major) {
            draw_tick_label(svg, &view->x, k, chart_scale_place(&view->x, view->x.ticks[k].value),
                            bottom + 17 + (k % 2 > 0 ? place->foot : 0), &below);
        }
    }
    for (size_t k = 0; k < view->y.tick_count; k++) {
        if (view->y.ticks[k].major) {
            draw_tick_label(svg, &view->y, k, view->left - 8,
                            chart_scale_place(&view->y, view->y.ticks[k].value) + 0.36 * TICK_SIZE,
                            &beside);
        }
    }
    draw_factor(svg, &view->x, view->left + view->width, bottom + place->foot + 34, &beside);
    draw_factor(svg, &view->y, view->left, view->top - 6, &start);
    if (has_text(panel->x.label)) {
        const chart_text_style style = {.size = LABEL_SIZE, .anchor = "middle"};
        chart_text_draw(svg, panel->x.label, view->left + 0.5 * view->width,
                        bottom + place->foot + 36, &style);
    }
    if (has_text(panel->y.label)) {
        chart_text_beside(svg, panel->y.label, label_x, view, LABEL_SIZE);
    }
}

/// What lies inside the frame, cut off at its sides.
static talus_status draw_data(files_text *svg, const chart_panel *panel, const chart_place *place,
                              chart_brush *brush, size_t id, talus_error *error)
{
    const chart_view *view = &place->view;
    chart_number(svg, "<clipPath id=\"frame", (double)id);
    chart_number(svg, "\"><rect x=\"", view->left);
    chart_number(svg, "\" y=\"", view->top);
    chart_number(svg, "\" width=\"", view->width);
    chart_number(svg, "\" height=\"", view->height);
    files_text_add(svg, "\"/></clipPath>\n<g clip-path=\"url(#frame%zu)\">\n", id);
    talus_status status = TALUS_OK;
    if (panel->grid != NULL) {
        status = chart_grid_draw(svg, view, panel->grid, &place->colours, error);
    }
    brush->bar = brush->bars = 0;
    size_t points = 0;
    for (size_t i = 0; i < panel->series_count; i++) {
        brush->bars += panel->series[i].mark == CHART_BARS;
        points += panel->series[i].count;
    }
    // areas below lines and points
    for (size_t i = 0; i < 2 * panel->series_count && status == TALUS_OK; i++) {
        const chart_series *series = &panel->series[i % panel->series_count];
        const bool area = series->mark == CHART_BAND || series->mark == CHART_BARS;
        if (area == (i < panel->series_count)) {
            chart_series_draw(svg, view, series, brush);
            brush->bar += series->mark == CHART_BARS;
        }
    }
    files_text_add(svg, "</g>\n");
    if (points == 0 && panel->grid == NULL) {
        const chart_text_style style = {.size = LABEL_SIZE, .anchor = "middle", .fill = "#888"};
        chart_text_draw(svg, "no data", view->left + 0.5 * view->width,
                        view->top + 0.5 * view->height, &style);
    }
    return status;
}

static talus_status draw_panel(files_text *svg, const chart *page, const chart_layout *layout,
                               size_t k, chart_brush *brush, talus_error *error)
{
    const chart_panel *panel = &page->panels[k];
    const chart_place *place = &layout->places[k];
    const chart_view *view = &place->view;
    const double side = 6 + (double)(k % layout->columns) * layout->panel_width;
    const double head = view->top - place->head - place->legend_height;
    draw_lattice(svg, view, panel);
    const talus_status status = draw_data(svg, panel, place, brush, k, error);
    if (!panel->bare) {
        draw_frame(svg, view);
        draw_labels(svg, place, panel, side + 14);
    }
    if (panel->grid != NULL) {
        chart_grid_bar(svg, view, panel->grid, &place->colours, k);
    }
    if (has_text(panel->title)) {
        const chart_text_style style = {
            .size = CHART_PANEL_TITLE, .anchor = "middle", .bold = true};
        chart_text_wrap(svg, panel->title, view->left + 0.5 * view->width,
                        head - place->title_height + CHART_PANEL_TITLE, place->title_width, &style);
    }
    if (place->legend_inside) {
        chart_legend_draw(svg, panel, place->legend_x, place->legend_y);
    } else if (place->legend_height > 0) {
        chart_legend_rows(svg, panel, place->legend_x, head, place->legend_width);
    }
    return status;
}

static void begin_document(files_text *svg, const chart *page, const chart_layout *layout)
{
    files_text_add(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                        "xmlns:xlink=\"http://www.w3.org/1999/xlink\" xml:space=\"preserve\" "
                        "role=\"img\""); // blanks behind a subscript count
    const bool sized = page->width_mm > 0;
    const double width = sized ? layout->width : ceil(layout->width);
    const double height = sized ? layout->height : ceil(layout->height);
    chart_number(svg, " width=\"", sized ? page->width_mm : width);
    chart_number(svg, sized ? "mm\" height=\"" : "\" height=\"", sized ? page->height_mm : height);
    chart_number(svg, sized ? "mm\" viewBox=\"0 0 " : "\" viewBox=\"0 0 ", width);
    chart_number(svg, " ", height);
    files_text_add(svg, "\" font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', "
                        "sans-serif\">\n");
    if (has_text(page->title)) {
        files_text_add(svg, "<title>");
        chart_text_escape(svg, page->title);
        files_text_add(svg, "</title>\n");
    }
    files_text_add(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
}

static talus_status draw_chart(files_text *svg, const chart *page, const chart_layout *layout,
                               chart_brush *brush, talus_error *error)
{
    begin_document(svg, page, layout);
    if (has_text(page->title)) {
        const chart_text_style style = {.size = CHART_TITLE, .anchor = "middle", .bold = true};
        chart_text_wrap(svg, page->title, 0.5 * layout->width, layout->title_y, layout->width - 40,
                        &style);
    }
    if (layout->shared_legend) {
        chart_legend_rows(svg, &page->panels[0], 20, layout->legend_y, layout->width - 40);
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < page->panel_count && status == TALUS_OK; k++) {
        status = draw_panel(svg, page, layout, k, brush, error);
    }
    if (has_text(page->note)) {
        const chart_text_style style = {.size = CHART_NOTE, .fill = "#666"};
        chart_text_wrap(svg, page->note, 14, layout->note_y, layout->width - 28, &style);
    }
    files_text_add(svg, "</svg>\n");
    if (status == TALUS_OK && svg->failed) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    return status;
}

static talus_status check(const chart *page, talus_error *error)
{
    if (page->panel_count == 0 || page->panels == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a chart without panels");
    }
    const double sizes[2] = {page->panel_width, page->panel_height};
    for (size_t k = 0; k < 2; k++) {
        if (sizes[k] != 0 && !(sizes[k] >= 160 && sizes[k] <= 4000)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "a chart with panels of %g x %g px, expected 160 to 4000",
                                   sizes[0], sizes[1]);
        }
    }
    const double w = page->width_mm, h = page->height_mm;
    if ((w != 0 || h != 0) && !(w >= 10 && w <= 2000 && h >= 10 && h <= 2000)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a chart of %g x %g mm, expected 10 to 2000", w, h);
    }
    return TALUS_OK;
}

/// In another form, as large as the SVG says that it is.
static talus_status render(const char *path, chart_format format, const files_text *svg,
                           const chart *page, const chart_layout *layout, talus_error *error)
{
    const bool sized = page->width_mm > 0;
    return chart_render(path, format, svg, sized ? CHART_MM * page->width_mm : ceil(layout->width),
                        sized ? CHART_MM * page->height_mm : ceil(layout->height), error);
}

talus_status chart_write(const char *path, const chart *page, talus_error *error)
{
    chart_format format = CHART_SVG;
    talus_status status = check(page, error);
    status = status == TALUS_OK ? chart_format_of(path, &format, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    chart_layout layout = {.places = calloc(page->panel_count, sizeof *layout.places)};
    chart_brush brush = {.column = 1};
    files_text svg = {0};
    status = layout.places == NULL
                 ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart")
                 : chart_layout_make(page, &layout, error);
    if (status == TALUS_OK) {
        // cells of half a pixel: 4 in a square pixel
        brush.cell_bytes =
            (size_t)((2 * layout.panel_width + 2) * (2 * layout.panel_height + 2)) / 8;
        brush.cells = malloc(brush.cell_bytes + 1);
        status = brush.cells != NULL
                     ? draw_chart(&svg, page, &layout, &brush, error)
                     : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    while (status == TALUS_OK && svg.size > LARGEST_FILE && brush.column < COARSEST) {
        files_text_clear(&svg);
        brush.column *= 2;
        status = draw_chart(&svg, page, &layout, &brush, error);
    }
    if (status == TALUS_OK) {
        status = format == CHART_SVG ? files_write_all(path, svg.data, svg.size, error)
                                     : render(path, format, &svg, page, &layout, error);
    }
    files_text_clear(&svg);
    free(brush.cells);
    free(layout.places);
    return status;
}

talus_status chart_put(talus_directory *directory, const char *name, const chart *page,
                       talus_error *error)
{
    const directory_charts form = directory_charts_of(directory);
    chart sized = *page;
    sized.width_mm = form.width_mm;
    sized.height_mm = form.height_mm;
    char room[DIRECTORY_NAME_SIZE], path[4096];
    const char *own = directory_chart_name(directory, name, room);
    talus_status status = talus_directory_begin(directory, own, path, sizeof path, error);
    status = status == TALUS_OK ? chart_write(path, &sized, error) : status;
    return status == TALUS_OK ? talus_directory_commit(directory, own, error) : status;
}
