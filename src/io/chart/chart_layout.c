// SPDX-License-Identifier: GPL-3.0-or-later
// How panels stand in a chart: ranges, margins shared by a column, heads shared by a row, legends.
#include "io/chart/chart_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TICK_SIZE = CHART_TICK;
/// Least sizes of a panel on a page of a given size, px; what axis labels take of its height.
static const double PANEL_LEAST = 160, PANEL_LOWEST = 110, AXIS_ROOM = 66;
/// Letters shrink until frames take this share of the height, down to this scale.
static const double FRAME_SHARE = 0.4, LETTERS_LEAST = 1.45 * CHART_MM;
enum { TRIALS = 8 };
/// Room below a frame with and without a label, px; without only on a page of a given size.
static const double LABEL_BELOW = 56, TICKS_BELOW = 32;

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

static void add_series(chart_range *x, chart_range *y, const chart_series *series, bool logarithmic)
{
    if (series->x == NULL || series->y == NULL) {
        return;
    }
    const double half = series->mark == CHART_BARS ? chart_bar_half(series) : 0;
    const bool band = series->mark == CHART_BAND && series->y2 != NULL;
    const bool errors = series->mark == CHART_ERRORS && series->y2 != NULL;
    for (size_t i = 0; i < series->count; i++) {
        const bool drawn = isfinite(series->x[i]) && isfinite(series->y[i]);
        if (!drawn || (x->logarithmic && series->x[i] <= 0)) {
            continue;
        }
        chart_range_add(x, series->x[i] - half);
        chart_range_add(x, series->x[i] + half);
        chart_range_add(y, series->y[i]);
        if (band) {
            chart_range_add(y, series->y2[i]);
        } else if (errors) {
            chart_range_add(y, series->y2[2 * i]);
            chart_range_add(y, series->y2[2 * i + 1]);
        }
    }
    if (series->mark == CHART_BARS && series->count > 0 && !logarithmic) {
        chart_range_add(y, 0);
    }
}

/// Ends of both axes from the data of a panel.
static void fit_axes(const chart_panel *panel, chart_view *view)
{
    chart_range x = chart_range_start(panel->x.logarithmic);
    chart_range y = chart_range_start(panel->y.logarithmic);
    bool points = false;
    for (size_t i = 0; i < panel->series_count; i++) {
        const chart_series *series = &panel->series[i];
        add_series(&x, &y, series, panel->y.logarithmic);
        points = points || series->mark == CHART_POINTS || series->mark == CHART_ERRORS;
    }
    if (panel->grid != NULL) {
        // a grid fills the frame
        x = chart_range_start(panel->x.logarithmic);
        y = chart_range_start(panel->y.logarithmic);
        chart_range_add(&x, panel->grid->x0);
        chart_range_add(&x, panel->grid->x1);
        chart_range_add(&y, panel->grid->y0);
        chart_range_add(&y, panel->grid->y1);
        points = false;
    }
    const bool grid = panel->grid != NULL;
    const chart_room across = {points || (panel->equal && !grid) ? 0.04 : 0, !points, !grid};
    const chart_room up = {grid ? 0 : 0.05, !points, false};
    chart_scale_fit(&view->x, &panel->x, &x, &across);
    chart_scale_fit(&view->y, &panel->y, &y, &up);
}

/// Widen one of the axes until a unit is equally long on both.
static void make_equal(chart_view *view)
{
    if (view->x.logarithmic || view->y.logarithmic) {
        return;
    }
    const double x = (view->x.to - view->x.from) / view->width;
    const double y = (view->y.to - view->y.from) / view->height;
    chart_scale *scale = x < y ? &view->x : &view->y;
    const double span = x < y ? y * view->width : x * view->height;
    const double middle = 0.5 * (scale->from + scale->to);
    scale->from = middle - 0.5 * span;
    scale->to = middle + 0.5 * span;
}

static void fit_ticks(chart_view *view)
{
    chart_scale_ticks(&view->y, view->height / 42);
    // labels must not touch: fewer ticks when they are wide
    double most = view->width / 58;
    for (int attempt = 0; attempt < 6; attempt++) {
        chart_scale_ticks(&view->x, most);
        size_t labels = 0;
        for (size_t k = 0; k < view->x.tick_count; k++) {
            labels += view->x.ticks[k].major;
        }
        const double room = view->width / (labels > 1 ? (double)labels : 1);
        if (view->x.names != NULL || chart_scale_label_width(&view->x, TICK_SIZE) + 14 < room) {
            break;
        }
        most *= 0.75;
    }
}

/// Names that are too wide stand in two rows, then get smaller.
static void fit_names(chart_place *place)
{
    const chart_scale *scale = &place->view.x;
    place->name_size = TICK_SIZE;
    place->foot = 0;
    if (scale->names == NULL) {
        return;
    }
    const double room = place->view.width / (scale->to - scale->from) - 8;
    const double width = chart_scale_label_width(scale, TICK_SIZE);
    if (width > room) {
        place->foot = 13;
        place->name_size *= width > 2 * room ? fmax(2 * room / width, 0.6) : 1;
    }
}

static void measure_panel(const chart_panel *panel, chart_place *place)
{
    chart_view *view = &place->view;
    fit_ticks(view);
    const double factor = view->y.factor != 0 || view->y.offset[0] != '\0' ? 16 : 0;
    place->left =
        14 + chart_scale_label_width(&view->y, TICK_SIZE) + (has_text(panel->y.label) ? 20 : 0);
    place->right = 0.5 * chart_scale_label_width(&view->x, TICK_SIZE);
    place->right = place->right < 14 ? 14 : place->right > 60 ? 60 : place->right;
    if (panel->grid != NULL) {
        place->right = 8 + chart_grid_bar_width(panel->grid, &place->colours);
    }
    place->head = factor > 10 ? factor : panel->grid && place->colours.factor ? 16 : 10;
}

static talus_status start_places(const chart *page, chart_layout *layout, talus_error *error)
{
    for (size_t k = 0; k < page->panel_count; k++) {
        const chart_panel *panel = &page->panels[k];
        chart_place *place = &layout->places[k];
        place->view.width = layout->panel_width - 90;
        place->view.height = layout->panel_height - AXIS_ROOM;
        fit_axes(panel, &place->view);
        if (panel->grid != NULL) {
            const talus_status status = chart_grid_fit(panel->grid, &place->colours, error);
            if (status != TALUS_OK) {
                return status;
            }
            chart_scale_ticks(&place->colours, place->view.height / 42);
        }
        measure_panel(panel, place);
    }
    return TALUS_OK;
}

/// Margins of a column: the widest of its panels.
static void align_columns(const chart *page, chart_layout *layout)
{
    for (size_t k = 0; k < page->panel_count; k++) {
        chart_place *place = &layout->places[k];
        double left = 0;
        double right = 0;
        for (size_t j = k % layout->columns; j < page->panel_count; j += layout->columns) {
            left = fmax(left, layout->places[j].left);
            right = fmax(right, layout->places[j].right);
        }
        chart_view *view = &place->view;
        view->left = 6 + (double)(k % layout->columns) * layout->panel_width + left;
        view->width = fmax(layout->panel_width - left - right, 40);
        if (page->panels[k].equal) {
            make_equal(view);
        }
        fit_ticks(view);
        fit_names(place);
        view->x.start = view->left;
        view->x.end = view->left + view->width;
    }
}

/// Width of the widest line that is centred over the frame and stays in the panel.
static double centred_room(const chart_layout *layout, size_t k)
{
    const chart_place *place = &layout->places[k];
    const double side = 6 + (double)(k % layout->columns) * layout->panel_width;
    const double middle = place->view.left + 0.5 * place->view.width;
    return 2 * (fmin(middle - side, side + layout->panel_width - middle) - 4);
}

static void set_vertical(chart_view *view, double top)
{
    view->top = top;
    view->y.start = top + view->height;
    view->y.end = top;
}

/// Legends in the frames, or their heights above them.
static bool place_legends(const chart *page, chart_layout *layout)
{
    const chart_panel *panels = page->panels;
    layout->shared_legend = page->panel_count > 1 && chart_legend_count(&panels[0]) > 0;
    for (size_t k = 1; k < page->panel_count; k++) {
        layout->shared_legend = layout->shared_legend && chart_legend_equal(&panels[0], &panels[k]);
    }
    for (size_t k = 0; k < page->panel_count; k++) {
        chart_place *place = &layout->places[k];
        if (layout->shared_legend || chart_legend_count(&panels[k]) == 0) {
            continue;
        }
        set_vertical(&place->view, 0);
        unsigned char *cells = malloc(chart_legend_cells(&place->view));
        if (cells == NULL) {
            return false;
        }
        place->legend_inside =
            chart_legend_place(&panels[k], &place->view, cells, &place->legend_x, &place->legend_y);
        free(cells);
        if (!place->legend_inside) {
            // rows centred over the frame, inside the panel
            place->legend_width = centred_room(layout, k);
            place->legend_x = place->view.left + 0.5 * (place->view.width - place->legend_width);
            place->legend_height =
                6 + chart_legend_rows(NULL, &panels[k], 0, 0, place->legend_width);
        }
    }
    return true;
}

/// Does anything but the numbers of its axis stand below the frame?
static bool has_feet(const chart_panel *panel, const chart_place *place)
{
    const chart_scale *x = &place->view.x;
    return has_text(panel->x.label) || x->factor != 0 || x->offset[0] != '\0';
}

/// Heads of a row: title, legend, and the factor of the axis.
static void stack_rows(const chart *page, chart_layout *layout)
{
    static const chart_text_style title = {.size = CHART_PANEL_TITLE, .bold = true};
    double y = layout->top;
    for (size_t first = 0; first < page->panel_count; first += layout->columns) {
        double head = 0;
        double foot = 0;
        double below = page->width_mm > 0 ? TICKS_BELOW : LABEL_BELOW;
        for (size_t k = first; k < first + layout->columns && k < page->panel_count; k++) {
            chart_place *place = &layout->places[k];
            if (has_text(page->panels[k].title)) {
                place->title_width = centred_room(layout, k);
                place->title_height = 1.3 * title.size *
                                          (double)chart_text_wrap(NULL, page->panels[k].title, 0, 0,
                                                                  place->title_width, &title) +
                                      4;
            }
            foot = fmax(foot, place->foot);
            below = has_feet(&page->panels[k], place) ? LABEL_BELOW : below;
            head = fmax(head, place->head + place->title_height + place->legend_height);
        }
        for (size_t k = first; k < first + layout->columns && k < page->panel_count; k++) {
            set_vertical(&layout->places[k].view, y + head);
            layout->places[k].legend_y += y + head;
        }
        y += head + layout->panel_height - AXIS_ROOM + below + foot;
    }
    layout->height = y;
}

/// Everything in its place, for columns and panels of the layout's size.
static talus_status arrange(const chart *page, chart_layout *layout, talus_error *error)
{
    memset(layout->places, 0, page->panel_count * sizeof *layout->places);
    layout->width = 12 + (double)layout->columns * layout->panel_width;
    const talus_status status = start_places(page, layout, error);
    if (status != TALUS_OK) {
        return status;
    }
    align_columns(page, layout);
    if (!place_legends(page, layout)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    layout->top = 8;
    if (has_text(page->title)) {
        static const chart_text_style title = {.size = CHART_TITLE, .bold = true};
        layout->title_y = layout->top + CHART_TITLE;
        layout->top +=
            8 + 1.3 * CHART_TITLE *
                    (double)chart_text_wrap(NULL, page->title, 0, 0, layout->width - 40, &title);
    }
    if (layout->shared_legend) {
        layout->legend_y = layout->top;
        layout->top += 8 + chart_legend_rows(NULL, &page->panels[0], 0, 0, layout->width - 40);
    }
    stack_rows(page, layout);
    if (has_text(page->note)) {
        static const chart_text_style note = {.size = CHART_NOTE};
        layout->note_y = layout->height + 12;
        layout->height +=
            10 + 1.3 * CHART_NOTE *
                     (double)chart_text_wrap(NULL, page->note, 0, 0, layout->width - 28, &note);
    }
    return TALUS_OK;
}

/// Least width of the panels: a colour bar needs room beside the frame.
static double least_width(const chart *page)
{
    for (size_t k = 0; k < page->panel_count; k++) {
        if (page->panels[k].grid != NULL && page->panels[k].grid->values != NULL) {
            return PANEL_LEAST + 70;
        }
    }
    return PANEL_LEAST;
}

/// Is every entry of a legend inside the page?
static bool legends_fit(const chart *page, const chart_layout *layout)
{
    if (layout->shared_legend) {
        return chart_legend_widest(&page->panels[0]) <= layout->width - 40;
    }
    for (size_t k = 0; k < page->panel_count; k++) {
        const chart_place *place = &layout->places[k];
        if (place->legend_height > 0 &&
            chart_legend_widest(&page->panels[k]) > place->legend_width) {
            return false;
        }
    }
    return true;
}

/// Panels that fill a page of width x height px; what stands around them depends on their size, so
/// their height is found by trying. @param fits out: false when the page is too small for them
static talus_status fill_page(const chart *page, chart_layout *layout, double width, double height,
                              bool *fits, talus_error *error)
{
    const size_t most = page->columns > 0 ? page->columns : 1;
    layout->columns = most < page->panel_count ? most : page->panel_count;
    const double least = least_width(page);
    while (layout->columns > 1 && (width - 12) / (double)layout->columns < least) {
        layout->columns--;
    }
    const size_t rows = (page->panel_count + layout->columns - 1) / layout->columns;
    layout->panel_width = (width - 12) / (double)layout->columns;
    layout->panel_height = fmax(height / (double)rows, PANEL_LOWEST);
    *fits = layout->panel_width >= least;
    talus_status status = *fits ? arrange(page, layout, error) : TALUS_OK;
    for (int k = 0; k < TRIALS && *fits && status == TALUS_OK && layout->height != height; k++) {
        layout->panel_height += (height - layout->height) / (double)rows;
        *fits = layout->panel_height >= PANEL_LOWEST;
        status = *fits ? arrange(page, layout, error) : status;
    }
    *fits = *fits && layout->height <= height + 0.5 && legends_fit(page, layout);
    layout->height = height;
    return status;
}

/// Do the frames take their share of the height?
static bool is_roomy(const chart *page, const chart_layout *layout)
{
    const size_t rows = (page->panel_count + layout->columns - 1) / layout->columns;
    return (double)rows * (layout->panel_height - AXIS_ROOM) >= FRAME_SHARE * layout->height;
}

/// The page as asked for; where its panels and words do not fit they shrink together.
static talus_status fit_page(const chart *page, chart_layout *layout, talus_error *error)
{
    bool fits = false;
    talus_status status = TALUS_OK;
    for (double scale = CHART_MM; !fits && status == TALUS_OK; scale *= 1.1) {
        status =
            fill_page(page, layout, scale * page->width_mm, scale * page->height_mm, &fits, error);
        fits = fits && (scale > LETTERS_LEAST || is_roomy(page, layout));
    }
    return status;
}

talus_status chart_layout_make(const chart *page, chart_layout *layout, talus_error *error)
{
    layout->columns = page->columns > 0 ? page->columns : 1;
    layout->columns = layout->columns < page->panel_count ? layout->columns : page->panel_count;
    layout->panel_width = page->panel_width > 0 ? page->panel_width : 460;
    layout->panel_height = page->panel_height > 0 ? page->panel_height : 300;
    return page->width_mm > 0 ? fit_page(page, layout, error) : arrange(page, layout, error);
}
