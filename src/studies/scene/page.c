// SPDX-License-Identifier: GPL-3.0-or-later
// Title, legends, arrow and words around a scene, and the file.
#include "studies/scene/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS_WIDE = 1200 };

void scene_lay_out(scene_page *page)
{
    // small pictures keep larger type, as maps do
    const double share = page->width / (double)UNITS_WIDE;
    const double u = share < 1.0 ? 0.4 + 0.6 * share : share;
    page->unit = u;
    page->column = (page->classes->count > 0 ? 290 : 190) * u;
    page->left = (int)(28 * u);
    page->top = (int)(86 * u);
    page->wide = page->width - page->left - (int)page->column;
    page->tall = page->height - page->top - (int)(76 * u);
}

talus_status scene_read_words(const char *directory, const char *title, scene_page *page,
                              talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], text[512];
    files_json *json = NULL;
    double rocks = 0.0;
    talus_status status = output_path(path, directory, "summary", ".json", error);
    status = status == TALUS_OK ? files_json_read(path, &json, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const files_json_node *root = files_json_root(json);
    const char *own = files_json_text(files_json_member(root, "title"));
    const char *hash = files_json_text(files_json_member(root, "hash"));
    const char *scheme = files_json_text(files_json_member(root, "scheme"));
    const char *version =
        files_json_text(files_json_member(files_json_member(root, "talus"), "version"));
    files_json_number(files_json_member(root, "rocks"), &rocks);
    snprintf(text, sizeof text, "talus %s, %.15g rocks, %s scheme, hash %s",
             version ? version : "?", rocks, scheme ? scheme : "?", hash ? hash : "?");
    page->title = files_clean_text(title != NULL ? title : own != NULL ? own : "");
    page->provenance = files_clean_text(text);
    files_json_destroy(json);
    return page->title != NULL && page->provenance != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the words of a scene");
}

void scene_clear_page(scene_page *page)
{
    free(page->title);
    free(page->provenance);
    free(page->attribution);
}

static talus_status draw_picture(cairo_t *cr, const scene_page *page, const uint32_t *pixels,
                                 talus_error *error)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, page->wide, page->tall);
    unsigned char *bytes = cairo_image_surface_get_data(surface);
    if (bytes == NULL) {
        cairo_surface_destroy(surface);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a picture of %d x %d",
                               page->wide, page->tall);
    }
    const size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (int j = 0; j < page->tall; j++) {
        memcpy(bytes + (size_t)j * stride, pixels + (size_t)j * (size_t)page->wide,
               (size_t)page->wide * sizeof *pixels);
    }
    cairo_surface_mark_dirty(surface);
    cairo_set_source_surface(cr, surface, page->left, page->top);
    cairo_paint(cr);
    cairo_surface_destroy(surface);
    return TALUS_OK;
}

/// The arrow as it would lie on the ground.
static void draw_north(cairo_t *cr, const scene_page *page, const scene_camera *camera, double x,
                       double y)
{
    const double u = page->unit, radius = 32 * u;
    const double flat = talus_sin(camera->elevation * TALUS_PI / 180.0);
    const double around = -camera->azimuth * TALUS_PI / 180.0;
    const double c = talus_cos(around), s = talus_sin(around);
    static const double arrow[4][2] = {{0.0, -1.0}, {0.32, 0.55}, {0.0, 0.28}, {-0.32, 0.55}};
    double points[4][2];
    for (int k = 0; k < 4; k++) {
        points[k][0] = x + radius + radius * (c * arrow[k][0] - s * arrow[k][1]);
        points[k][1] = y + radius + flat * radius * (s * arrow[k][0] + c * arrow[k][1]);
    }
    cairo_set_source_rgb(cr, 0.12, 0.13, 0.15);
    cairo_set_line_width(cr, 1.2 * u);
    for (int half = 0; half < 2; half++) {
        cairo_move_to(cr, points[0][0], points[0][1]);
        cairo_line_to(cr, points[2 * half + 1][0], points[2 * half + 1][1]);
        cairo_line_to(cr, points[2][0], points[2][1]);
        cairo_close_path(cr);
        if (half == 1) {
            cairo_fill_preserve(cr);
        }
        cairo_stroke(cr);
    }
    const double far = radius + 13 * u;
    map_font(cr, 17 * u, true);
    cairo_move_to(cr, x + radius + far * s - map_text_width(cr, "N") / 2,
                  y + radius - (flat * radius + 13 * u) * c + 6 * u);
    cairo_show_text(cr, "N");
}

/// The bar of a layer or of the paths in a share of the column. @return y below it
static double draw_bar(cairo_t *cr, const scene_page *page, const char *title,
                       const map_scale *scale, const catalogue_meaning *meaning, double y,
                       double tall)
{
    const double u = page->unit, x = page->left + page->wide + 26 * u;
    const double wide = page->column - 50 * u;
    catalogue_meaning words = *meaning;
    if (title != NULL) {
        snprintf(words.what, sizeof words.what, "%.95s", title);
    }
    const map_rectangle place = {x, y, x + wide, y + tall};
    map_legend(cr, scale, &words, &place, u);
    return y + tall + 30 * u;
}

static void draw_legends(cairo_t *cr, const scene_page *page, const scene_world *world)
{
    const double u = page->unit, x = page->left + page->wide + 26 * u;
    double y = page->top + 110 * u;
    const bool has_bar = page->layer_scale != NULL && page->classes->count == 0;
    const double room = page->top + page->tall - y;
    const double most = 360 * u, half = (room - 30 * u) / (has_bar && page->tracks ? 2 : 1);
    const double tall = half < most ? half : most;
    draw_north(cr, page, &world->camera, x, page->top + 14 * u);
    if (page->tracks != NULL) {
        y = draw_bar(cr, page, NULL, &page->tracks->scale, &page->tracks->meaning, y, tall);
    }
    if (has_bar) {
        (void)draw_bar(cr, page, page->layer_title, page->layer_scale, page->layer_meaning, y,
                       tall);
    } else if (page->classes->count > 0) {
        // what stands on the ground has its name there
        const map_gauges none = {0};
        const map_rectangle place = {x, y, x + page->column - 50 * u, page->top + page->tall};
        (void)map_classes_legend(cr, page->classes, &none, &place, u);
    }
}

static void draw_words(cairo_t *cr, const scene_page *page)
{
    const double u = page->unit, below = page->top + page->tall, wide = page->width - 56 * u;
    cairo_set_source_rgb(cr, 0.12, 0.13, 0.15);
    map_fitted_text(cr, page->title, page->left, 44 * u, wide, 26 * u, 14 * u, true);
    map_fitted_text(cr, page->subtitle, page->left, 72 * u, wide, 18 * u, 11 * u, false);
    map_fitted_text(cr, page->camera, page->left, below + 20 * u, wide, 13 * u, 9 * u, false);
    cairo_set_source_rgb(cr, 0.32, 0.34, 0.37);
    map_fitted_text(cr, page->notes, page->left, below + 37 * u, wide, 12 * u, 8 * u, false);
    map_fitted_text(cr, page->provenance, page->left, below + 53 * u, wide, 12 * u, 8 * u, false);
    map_fitted_text(cr, page->attribution, page->left, below + 68 * u, wide, 12 * u, 8 * u, false);
}

talus_status scene_save(const scene_page *page, const scene_world *world, const uint32_t *pixels,
                        const float *nearest, const char *path, talus_error *error)
{
    chart_canvas canvas;
    cairo_t *cr = chart_canvas_init(&canvas, CHART_PNG, page->width, page->height);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    talus_status status = draw_picture(cr, page, pixels, error);
    if (status == TALUS_OK) {
        scene_draw_labels(cr, page, world, nearest);
        draw_words(cr, page);
        draw_legends(cr, page, world);
        status = chart_canvas_save(&canvas, cr, path, error);
    }
    cairo_destroy(cr);
    chart_canvas_clear(&canvas);
    return status;
}
