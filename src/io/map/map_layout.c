// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a page of maps stand.
#include "io/map/map_page.h"

#include <math.h>
#include <string.h>

enum {
    TILE_WIDTH = 600, // px, of maps that stand beside each other, at a unit of 1
    FRAME_LEAST = 80  // px
};

map_rectangle map_legend_place(const map_page *page, const map_tile *tile)
{
    const double u = page->unit, x = tile->view.left + tile->view.width + 26 * u;
    const double arrow = page->tile_count == 1 ? 100 * u : 0; // above the legend of a single map
    return (map_rectangle){x, tile->view.top + arrow, x + tile->column - 50 * u,
                           tile->view.top + tile->view.height};
}

/// Height that a column wants: for arrow, bar and ticks, or what classes take.
static double column_height(const map_page *page, const map_tile *tile, cairo_t *measure)
{
    if (tile->classes.count == 0) {
        return (page->tile_count == 1 ? 440 : 300) * page->unit;
    }
    const map_rectangle place = map_legend_place(page, tile);
    return map_classes_legend(measure, &tile->classes, &page->gauges, &place, page->unit) -
           tile->view.top;
}

/// Rows as full as they get without becoming wider than three.
static size_t choose_columns(size_t tiles, size_t asked)
{
    const size_t chosen = asked > 0 ? asked : tiles == 4 ? 2 : 3;
    return chosen < tiles ? chosen : tiles;
}

/// Letters grow with the maps; those of small ones are larger, so that they can be read.
static double choose_unit(const map_page *page, int width)
{
    const double share =
        width / (page->tile_count == 1 ? 1200.0 : (double)TILE_WIDTH * (double)page->columns);
    return share < 1 ? 0.4 + 0.6 * share : share;
}

/// Legends of a column of tiles have one width, frames have one for all. @return px, of the frames
static int place_columns(map_page *page, int width)
{
    const double u = page->unit;
    int columns[MAP_TILES_MOST] = {0}, all = 0;
    for (size_t k = 0; k < page->tile_count; k++) {
        map_tile *tile = &page->tiles[k];
        tile->column = (int)((tile->classes.count > 0 ? 290
                              : page->tile_count == 1 ? 190
                                                      : 170) *
                             u);
        int *widest = &columns[k % page->columns];
        *widest = tile->column > *widest ? tile->column : *widest;
    }
    for (size_t c = 0; c < page->columns; c++) {
        all += columns[c];
    }
    const int frame = (width - (int)(28 * u) - all) / (int)page->columns;
    int left = (int)(28 * u);
    for (size_t k = 0; k < page->tile_count; k++) {
        map_view *view = &page->tiles[k].view;
        left = k % page->columns == 0 ? (int)(28 * u) : left;
        page->tiles[k].column = columns[k % page->columns];
        *view = (map_view){.left = left, .top = (int)(86 * u), .width = frame};
        left += frame + columns[k % page->columns];
    }
    return frame;
}

/// All that there is to show in any tile.
static map_rectangle join_data(const map_page *page)
{
    map_rectangle data = page->tiles[0].data, area;
    for (size_t k = 1; k < page->tile_count; k++) {
        data = map_join_areas(&data, &page->tiles[k].data);
    }
    if (page->envelope.values && map_envelope_area(&page->envelope, page->envelope_level, &area)) {
        data = map_join_areas(&data, &area);
    }
    return data;
}

static double tallest_column(const map_page *page, cairo_t *measure)
{
    double tallest = 0;
    for (size_t k = 0; k < page->tile_count; k++) {
        const double tall = column_height(page, &page->tiles[k], measure);
        tallest = tall > tallest ? tall : tallest;
    }
    return tallest;
}

/// The same part of the world in every frame, and the rows below each other.
static void place_rows(map_page *page, const map_rectangle *area, int frame)
{
    const double metres = (area->x1 - area->x0) / frame;
    const int height = (int)floor((area->y1 - area->y0) / metres + 0.5);
    for (size_t k = 0; k < page->tile_count; k++) {
        map_view *view = &page->tiles[k].view;
        view->west = area->x0;
        view->north = area->y1;
        view->metres = metres;
        view->height = height;
        view->top += (int)(k / page->columns) * (height + (int)(46 * page->unit));
    }
}

talus_status map_lay_out_page(map_page *page, int width, size_t columns, cairo_t *measure,
                              talus_error *error)
{
    page->columns = choose_columns(page->tile_count, columns);
    const double u = page->unit = choose_unit(page, width);
    page->width = width;
    const int frame = place_columns(page, width);
    if (frame < FRAME_LEAST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu maps have no room beside each other in a picture %d px wide: a "
                               "wider one, or fewer in a row",
                               page->columns, width);
    }
    const double ratio = tallest_column(page, measure) / frame;
    const map_rectangle ground = map_data_area(&page->terrain), data = join_data(page);
    const map_rectangle area =
        map_choose_area(&data, &ground, 40 * page->tiles[0].image.cell, ratio > 0.6 ? ratio : 0.6);
    place_rows(page, &area, frame);
    const map_view *first = &page->tiles[0].view, *last = &page->tiles[page->tile_count - 1].view;
    page->left = first->left;
    page->right = page->tile_count == 1 ? first->left + first->width : width - (int)(28 * u);
    page->below = last->top + last->height;
    page->contours = map_contour_interval(first, &page->terrain);
    map_font(measure, 12 * u, false);
    const int lines =
        map_wrapped_text(measure, page->attribution, 0, 0, width - 56 * u, 16 * u, false);
    page->height = page->below + (int)((86 + 16 * lines) * u);
    return TALUS_OK;
}
