// SPDX-License-Identifier: GPL-3.0-or-later
// A map of one layer of a result directory: what to show, where it stands, and the file.
#include "io/map/map.h"
#include "io/map/map_hazard.h"
#include "io/map/map_tracks.h"

#include "foundation/base/sized.h"
#include "foundation/files/files.h"
#include "talus/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_WIDTH = 1200, MAP_WIDTH_MIN = 320, MAP_WIDTH_MAX = 10000 };

/// Everything one picture is made of.
typedef struct map_job {
    campaign_layer layer;
    map_meaning meaning;
    map_classes classes; ///< of a layer of classes
    chart_rgb colours[MAP_CLASS_MAX];
    geo_image terrain, image, envelope; ///< envelope without values: none
    map_gauges gauges;
    map_tracks tracks; ///< of a layer of single rocks
    double envelope_level;
    float *shade;
    map_rectangle data; ///< where there is something to show
    map_scale scale;
    map_view view;
    double unit;     ///< px of picture for a length of 1 in one 1200 px wide
    double contours; ///< m between contour lines, 0 = none
    int width, height;
    double column; ///< px, of what stands on the right
    char *title, *attribution, *provenance, *envelope_label;
    char crs[256];
    bool partial;
} map_job;

static void clear_job(map_job *job)
{
    geo_image_clear(&job->terrain);
    geo_image_clear(&job->image);
    geo_image_clear(&job->envelope);
    map_clear_gauges(&job->gauges);
    map_clear_tracks(&job->tracks);
    map_clear_classes(&job->classes);
    free(job->shade);
    free(job->title);
    free(job->attribution);
    free(job->provenance);
    free(job->envelope_label);
}

static talus_status find_layer(const char *directory, const char *name, map_job *job,
                               char path[OUTPUT_PATH_SIZE], talus_error *error)
{
    if (!map_find_layer(name, &job->layer, &job->meaning)) {
        return map_unknown_layer(directory, name, error);
    }
    if (map_find_tracks(name, &job->layer, &job->meaning)) {
        return output_path(path, directory, "terrain", ".tif", error); // of the same coordinates
    }
    campaign_layer unused;
    size_t band = 0;
    const char *file = map_find_sources(name, &unused) ? "sources" : name;
    const talus_status status = output_path(path, directory, file, ".tif", error);
    if (status == TALUS_OK && (!output_file_exists(path) ||
                               map_find_band(path, name, &band, error) == TALUS_ERROR_INPUT)) {
        return map_unknown_layer(directory, name, error);
    }
    return status;
}

/// One line on how the map came about.
static char *word_provenance(const files_json_node *root)
{
    double rocks = 0, step = 0;
    const char *scheme = files_json_text(files_json_member(root, "scheme"));
    const char *hash = files_json_text(files_json_member(root, "hash"));
    const char *version =
        files_json_text(files_json_member(files_json_member(root, "talus"), "version"));
    char text[512];
    files_json_number(files_json_member(root, "rocks"), &rocks);
    files_json_number(files_json_member(root, "time_step_s"), &step);
    if (files_json_member(root, "models") != NULL) { // no run of one scheme
        snprintf(text, sizeof text, "talus %s, %.15g rocks under each model",
                 version ? version : "?", rocks);
    } else {
        snprintf(text, sizeof text, "talus %s, %.15g rocks, %s scheme, time step %g s, hash %s",
                 version ? version : "?", rocks, scheme ? scheme : "?", step, hash ? hash : "?");
    }
    return files_clean_text(text);
}

static talus_status read_summary(const char *directory, const talus_map_options *options,
                                 map_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    talus_status status = output_path(path, directory, "summary", ".json", error);
    if (status == TALUS_OK) {
        status = files_json_read(path, &json, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const files_json_node *root = files_json_root(json);
    const char *title = files_json_text(files_json_member(root, "title"));
    double done = 0, requested = 0;
    files_json_number(files_json_member(root, "rocks"), &done);
    files_json_number(files_json_member(root, "rocks_requested"), &requested);
    job->partial = done < requested;
    title = options && options->title ? options->title : title ? title : "";
    job->title = files_clean_text(title);
    job->provenance = word_provenance(root);
    files_json_destroy(json);
    if (!job->title || !job->provenance) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the title");
    }
    return TALUS_OK;
}

/// Deposits are shown with the way that led to them, like all other layers, when passages.tif is
/// there.
static talus_status find_data(const char *directory, map_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    geo_image passages = {0};
    job->data = map_data_area(&job->image);
    talus_status status = output_path(path, directory, "passages", ".tif", error);
    if (status != TALUS_OK || strcmp(job->layer.name, "deposits") != 0 ||
        !output_file_exists(path)) {
        return status;
    }
    status = geo_read_image(path, &passages, error);
    if (status == TALUS_OK) {
        job->data = map_data_area(&passages);
        geo_image_clear(&passages);
    }
    return status;
}

/// The map shows the envelope whole.
static talus_status load_envelope(const talus_map_options *options, map_job *job,
                                  talus_error *error)
{
    if (!options || !options->envelope) {
        return TALUS_OK;
    }
    if (!(options->envelope_level > 0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the level of the envelope is %g; expected a number > 0",
                               options->envelope_level);
    }
    const talus_status status = geo_read_image(options->envelope, &job->envelope, error);
    map_rectangle area;
    if (status == TALUS_OK && map_envelope_area(&job->envelope, options->envelope_level, &area)) {
        job->data = map_join_areas(&job->data, &area);
    }
    job->envelope_level = options->envelope_level;
    job->envelope_label = files_clean_text(options->envelope_label ? options->envelope_label : "");
    return status == TALUS_OK && !job->envelope_label
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the legend")
               : status;
}

/// Classes with their colours; the map shows the sources whole.
static talus_status load_classes(const char *directory, map_job *job, talus_error *error)
{
    if (!map_is_classes(&job->layer)) {
        return TALUS_OK;
    }
    const talus_status status = map_load_classes(directory, &job->layer, &job->classes, error);
    for (size_t k = 0; k < job->classes.count; k++) {
        job->colours[k] = job->classes.items[k].colour;
    }
    job->scale.classes = job->colours;
    job->scale.class_count = job->classes.count;
    job->scale.undecided = job->classes.undecided.colour;
    const geo_vectors *sources = &job->classes.sources;
    for (size_t k = 0; k < sources->part_count; k++) {
        const double *xy = sources->parts[k].xy;
        const map_rectangle place = {xy[0], xy[1], xy[0], xy[1]};
        job->data = map_join_areas(&job->data, &place);
    }
    return status;
}

static talus_status load(const char *directory, const char *layer, const talus_map_options *options,
                         map_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_status status = find_layer(directory, layer, job, path, error);
    if (status == TALUS_OK) {
        status = read_summary(directory, options, job, error);
    }
    if (status == TALUS_OK) {
        status = map_read_less(path, options ? options->minus : NULL, job->layer.name, &job->image,
                               error);
    }
    if (status == TALUS_OK) {
        status = find_data(directory, job, error);
    }
    if (status == TALUS_OK) {
        status = load_envelope(options, job, error);
    }
    if (status == TALUS_OK) {
        status = output_path(path, directory, "terrain", ".tif", error);
    }
    if (status == TALUS_OK) {
        status = geo_read_image(path, &job->terrain, error);
    }
    if (status == TALUS_OK) {
        status = map_relief(&job->terrain, &job->shade, error);
    }
    if (status == TALUS_OK) {
        status = (options && options->minus ? map_scale_fit_change : map_scale_fit)(
            &job->layer, &job->image, &job->scale, error);
    }
    if (status == TALUS_OK) {
        status = load_classes(directory, job, error);
    }
    if (status == TALUS_OK) {
        status =
            map_load_tracks(directory, &job->layer, &job->tracks, &job->data, &job->scale, error);
    }
    if (status == TALUS_OK) {
        char crs[256];
        map_crs_name(job->image.crs_wkt ? job->image.crs_wkt : "", crs, sizeof crs);
        char *clean = files_clean_text(crs);
        snprintf(job->crs, sizeof job->crs, "%s", clean ? clean : "");
        free(clean);
        map_load_gauges(directory, &job->gauges);
        job->attribution = files_clean_text(job->image.attribution ? job->image.attribution : "");
    }
    return status == TALUS_OK && !job->attribution
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the attribution")
               : status;
}

/// The column on the right of the picture.
static map_rectangle legend_place(const map_job *job)
{
    const double x = job->view.left + job->view.width + 26 * job->unit;
    return (map_rectangle){x, job->view.top + 100 * job->unit, x + job->column - 50 * job->unit,
                           job->view.top + job->view.height};
}

/// Height that it wants: 440 units for arrow, bar and ticks, or what classes take.
static double column_height(const map_job *job, cairo_t *measure)
{
    if (job->classes.count == 0) {
        return 440 * job->unit;
    }
    const map_rectangle place = legend_place(job);
    return map_classes_legend(measure, &job->classes, &job->gauges, &place, job->unit) -
           job->view.top;
}

/// Title above, column with north arrow and legend on the right, scale bar and small type below.
static void lay_out(map_job *job, int width, cairo_t *measure)
{
    // small pictures keep larger type, so that it can be read
    const double share = width / (double)MAP_WIDTH;
    const double u = share < 1 ? 0.4 + 0.6 * share : share;
    job->width = width;
    job->unit = u;
    job->view.left = (int)(28 * u);
    job->view.top = (int)(86 * u);
    job->column = (job->classes.count > 0 ? 290 : 190) * u;
    job->view.width = width - (int)(28 * u) - (int)job->column;
    const double ratio = column_height(job, measure) / job->view.width;
    const map_rectangle ground = map_data_area(&job->terrain);
    const map_rectangle area =
        map_choose_area(&job->data, &ground, 40 * job->image.cell, ratio > 0.6 ? ratio : 0.6);
    job->view.west = area.x0;
    job->view.north = area.y1;
    job->view.metres = (area.x1 - area.x0) / job->view.width;
    job->view.height = (int)floor((area.y1 - area.y0) / job->view.metres + 0.5);
    job->contours = map_contour_interval(&job->view, &job->terrain);
    map_font(measure, 12 * u, false);
    const int lines =
        map_wrapped_text(measure, job->attribution, 0, 0, width - 56 * u, 16 * u, false);
    job->height = job->view.top + job->view.height + (int)((86 + 16 * lines) * u);
}

/// One line of small type that ends below the frame's right edge.
static void draw_right(cairo_t *cr, const map_job *job, const char *text, double y)
{
    const double u = job->unit;
    const double most = 0.55 * job->view.width;
    map_font(cr, 13 * u, false);
    const double wide = map_text_width(cr, text);
    map_fitted_text(cr, text, job->view.left + job->view.width - (wide < most ? wide : most), y,
                    most, 13 * u, 9 * u, false);
}

static void draw_words(cairo_t *cr, const map_job *job)
{
    const double u = job->unit;
    const map_view *view = &job->view;
    const double below = view->top + view->height;
    char subtitle[224];
    char unit[48] = "";
    if (job->classes.count == 0) {
        snprintf(unit, sizeof unit, " (%s)", job->scale.unit);
    }
    snprintf(subtitle, sizeof subtitle, "%s%s%s%s", job->layer.title,
             job->scale.diverging ? ", change" : "", unit,
             job->partial ? "   PARTIAL RESULTS: the run was interrupted" : "");
    cairo_set_source_rgb(cr, 0.12, 0.13, 0.15);
    map_fitted_text(cr, job->title, view->left, 44 * u, job->width - 56 * u, 26 * u, 14 * u, true);
    map_fitted_text(cr, subtitle, view->left, 72 * u, job->width - 56 * u, 18 * u, 11 * u, false);
    draw_right(cr, job, job->crs, below + 24 * u);
    if (job->contours > 0) {
        char text[64];
        snprintf(text, sizeof text, "contours every %.6g m", job->contours);
        draw_right(cr, job, text, below + 42 * u);
    }
    cairo_set_source_rgb(cr, 0.32, 0.34, 0.37);
    map_fitted_text(cr, job->provenance, view->left, below + 66 * u, job->width - 56 * u, 12 * u,
                    8 * u, false);
    map_font(cr, 12 * u, false);
    map_wrapped_text(cr, job->attribution, view->left, below + 83 * u, job->width - 56 * u, 16 * u,
                     true);
}

static void draw_legend(cairo_t *cr, const map_job *job)
{
    const double u = job->unit;
    map_rectangle place = legend_place(job);
    map_north_arrow(cr, place.x0, job->view.top, u);
    if (job->classes.count > 0) {
        (void)map_classes_legend(cr, &job->classes, &job->gauges, &place, u);
        return;
    }
    place.y1 = place.y1 < place.y0 + 560 * u ? place.y1 : place.y0 + 560 * u;
    map_legend(cr, &job->scale, &job->meaning, &place, u);
}

/// What lies over relief and layer.
static void draw_over(cairo_t *cr, const map_job *job, bool discs)
{
    const double u = job->unit;
    const map_view *view = &job->view;
    map_paint_zones(cr, view, &job->classes, u);
    map_paint_contours(cr, view, &job->terrain, job->contours, u);
    map_paint_sources(cr, view, &job->classes, u);
    map_paint_tracks(cr, view, &job->tracks, &job->scale, u);
    if (discs) {
        map_paint_discs(cr, view, &job->image, &job->scale, u);
    }
    map_paint_gauges(cr, view, &job->gauges, u);
    if (job->envelope.values) {
        map_paint_envelope(cr, view, &job->envelope, job->envelope_level, u);
        map_envelope_legend(cr, job->envelope_label, view->left + 0.37 * view->width,
                            view->top + view->height + 42 * u, 0.42 * view->width, u);
    }
}

static talus_status draw(cairo_t *cr, const map_job *job, talus_error *error)
{
    const double u = job->unit;
    const map_view *view = &job->view;
    const bool discs = strcmp(job->layer.name, "deposits") == 0;
    const bool has_cells =
        !discs && job->classes.zones.part_count == 0 && job->tracks.vectors.part_count == 0;
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    const talus_status status = map_paint_frame(cr, view, &job->terrain, job->shade,
                                                has_cells ? &job->image : NULL, &job->scale, error);
    if (status != TALUS_OK) {
        return status;
    }
    draw_over(cr, job, discs);
    cairo_set_source_rgb(cr, 0.12, 0.13, 0.15);
    cairo_set_line_width(cr, u);
    cairo_rectangle(cr, view->left, view->top, view->width, view->height);
    cairo_stroke(cr);
    draw_words(cr, job);
    draw_legend(cr, job);
    map_scale_bar(cr, view, view->left, view->top + view->height + 14 * u, u);
    return TALUS_OK;
}

static talus_status make_picture(map_job *job, int width, chart_format format, const char *path,
                                 talus_error *error)
{
    chart_canvas canvas;
    cairo_surface_t *probe = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
    cairo_t *measure = cairo_create(probe);
    lay_out(job, width, measure);
    cairo_destroy(measure);
    cairo_surface_destroy(probe);
    cairo_t *cr = chart_canvas_init(&canvas, format, job->width, job->height);
    talus_status status = draw(cr, job, error);
    if (status == TALUS_OK) {
        status = chart_canvas_save(&canvas, cr, path, error);
    }
    cairo_destroy(cr);
    chart_canvas_clear(&canvas);
    return status;
}

void talus_map_options_defaults(talus_map_options *options, size_t size)
{
    const talus_map_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_map_draw(const char *directory, const char *layer, const char *path,
                            const talus_map_options *options, talus_error *error)
{
    if (directory == NULL || layer == NULL || path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the directory, the layer or the path is NULL");
    }
    talus_map_options own = talus_map_options_default();
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_map_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    map_job job = {0};
    const int width = own.width != 0 ? own.width : MAP_WIDTH;
    if (width < MAP_WIDTH_MIN || width > MAP_WIDTH_MAX) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the picture is to be %d px wide; expected %d to %d", width,
                               MAP_WIDTH_MIN, MAP_WIDTH_MAX);
    }
    chart_format format = CHART_PNG;
    status = chart_format_of(path, &format, error);
    if (status == TALUS_OK) {
        status = load(directory, layer, &own, &job, error);
    }
    if (status == TALUS_OK) {
        status = make_picture(&job, width, format, path, error);
    }
    clear_job(&job);
    return status;
}
