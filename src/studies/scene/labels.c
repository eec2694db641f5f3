// SPDX-License-Identifier: GPL-3.0-or-later
// Names of what stands on the terrain: each at the first of its places that is seen and free.
#include "studies/scene/page.h"

#include <math.h>

enum { MOST_LABELS = 60 };

/// Is the point in the picture and in front of the ground?
static bool is_seen(const scene_page *page, const scene_world *world, const float *nearest,
                    const float point[3], double *x, double *y)
{
    const scene_spot spot = scene_project(&world->camera, point);
    if (!(spot.q > 0.0F && spot.x >= 0.0F && spot.y >= 0.0F && spot.x < (float)page->wide &&
          spot.y < (float)page->tall)) {
        return false;
    }
    *x = page->left + (double)spot.x;
    *y = page->top + (double)spot.y;
    const size_t at = (size_t)spot.y * (size_t)page->wide + (size_t)spot.x;
    return nearest[at] <= spot.q * 1.02F;
}

/// The first box that a box covers, NULL when it is free.
static const map_rectangle *find_covered(const map_rectangle *boxes, size_t count,
                                         const map_rectangle *box)
{
    for (size_t k = 0; k < count; k++) {
        const map_rectangle *b = &boxes[k];
        if (box->x0 < b->x1 && box->x1 > b->x0 && box->y0 < b->y1 && box->y1 > b->y0) {
            return b;
        }
    }
    return NULL;
}

bool scene_find_room(const map_rectangle *boxes, size_t count, const map_rectangle *places,
                     size_t place_count, map_rectangle *box)
{
    for (size_t k = 0; k < place_count; k++) {
        if (find_covered(boxes, count, &places[k]) == NULL) {
            *box = places[k];
            return true;
        }
    }
    if (place_count == 0) {
        return false;
    }
    // above what stands at the best place, and above what stands there
    const double tall = places[0].y1 - places[0].y0;
    *box = places[0];
    for (const map_rectangle *b = find_covered(boxes, count, box); b != NULL;
         b = find_covered(boxes, count, box)) {
        box->y1 = b->y0;
        box->y0 = box->y1 - tall;
    }
    return true;
}

/// Boxes of a word at the places of its label that are seen, moved into the picture.
static size_t find_places(const scene_page *page, const scene_world *world, const float *nearest,
                          const scene_label *label, double wide,
                          map_rectangle places[SCENE_LABEL_PLACES])
{
    const double u = page->unit, left = page->left + 4 * u;
    const double right = page->left + page->wide - 4 * u;
    size_t count = 0;
    for (size_t k = 0; k < label->place_count; k++) {
        double x = 0.0, y = 0.0;
        if (is_seen(page, world, nearest, label->places[k], &x, &y)) {
            x = x - wide / 2 < left ? left : x - wide / 2;
            x = x + wide > right ? right - wide : x;
            places[count++] = (map_rectangle){x - 3 * u, y - 20 * u, x + wide + 3 * u, y - 2 * u};
        }
    }
    return count;
}

static void draw_word(cairo_t *cr, const scene_label *label, const map_rectangle *box, double u)
{
    cairo_new_path(cr);
    cairo_move_to(cr, box->x0 + 3 * u, box->y1 - 4 * u);
    cairo_text_path(cr, label->text);
    cairo_set_line_width(cr, 3 * u);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_source_rgba(cr, 1, 1, 1, 0.9);
    cairo_stroke_preserve(cr);
    cairo_set_source_rgb(cr, label->colour.r, label->colour.g, label->colour.b);
    cairo_fill(cr);
}

void scene_draw_labels(cairo_t *cr, const scene_page *page, const scene_world *world,
                       const float *nearest)
{
    map_rectangle boxes[MOST_LABELS], places[SCENE_LABEL_PLACES];
    size_t count = 0;
    map_font(cr, 13 * page->unit, true);
    for (size_t k = 0; k < world->label_count && count < MOST_LABELS; k++) {
        const scene_label *label = &world->labels[k];
        const double wide = map_text_width(cr, label->text);
        const size_t found = find_places(page, world, nearest, label, wide, places);
        if (scene_find_room(boxes, count, places, found, &boxes[count])) {
            draw_word(cr, label, &boxes[count++], page->unit);
        }
    }
}
