// SPDX-License-Identifier: GPL-3.0-or-later
// A result directory as glTF: its terrain, the paths of recorded rocks and of their fragments as
// lines with what is known of them, and some rocks run again, which move.
#include "studies/export/export.h"

#include "io/chart/ramp.h"
#include "io/products/output.h"
#include "studies/rerun/rerun.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUND_NODES = 250000, MOST_MOVING = 200 };

/// Columns that become extras of a path; the first is the rock.
typedef struct path_layer {
    const char *name;
    bool has_bodies; ///< column 1 is the number of a fragment
    const char *const *columns;
    size_t column_count, texts; ///< columns from this on are texts
} path_layer;

enum { KEY_ROCK, KEY_ENERGY, KEY_RUNOUT, KEY_JUMP };
static const char *const track_columns[] = {
    "rock",    "energy_max_kj", "runout_m",      "jump_height_max_m",
    "mass_kg", "volume_m3",     "speed_max_m_s", "spin_max_rad_s",
    "path_m",  "time_s",        "release",       "rock_class",
    "outcome"};
static const char *const fragment_columns[] = {"rock", "body", "mass_kg", "outcome"};
static const path_layer path_layers[] = {
    {"trajectories", false, track_columns, sizeof track_columns / sizeof track_columns[0], 10},
    {"fragments", true, fragment_columns, sizeof fragment_columns / sizeof fragment_columns[0], 3},
};
enum { PATH_LAYERS = sizeof path_layers / sizeof path_layers[0] };

typedef struct paths {
    geo_tracks lines;
    geo_rows rows;
    size_t shown;
} paths;

typedef struct gltf_job {
    export_job *job;
    gltf_scene scene;
    geo_image terrain;
    talus_grid grid; ///< centres of the pixels, world
    paths paths[PATH_LAYERS];
    double fastest; ///< m/s, of the colours
} gltf_job;

static void miss(const gltf_job *g, const char *what, const char *why)
{
    if (g->job->options.warnings != NULL) {
        talus_diagnostics_say(g->job->options.warnings, TALUS_WARNING, "%s: %s", what, why);
    }
}

static double height_of(const void *user, double x, double y)
{
    const geo_image *image = user;
    const double i = floor((x - image->west) / image->cell),
                 j = floor((y - image->south) / image->cell);
    if (!(i >= 0.0 && j >= 0.0 && i < (double)image->nx && j < (double)image->ny)) {
        return (double)NAN;
    }
    return (double)image->values[(size_t)j * image->nx + (size_t)i];
}

static talus_status add_ground(gltf_job *g, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    geo_image *image = &g->terrain;
    talus_status status = output_find_terrain(g->job->directory, path, error);
    status = status == TALUS_OK ? geo_read_image(path, image, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const double half = 0.5 * image->cell;
    g->grid = (talus_grid){.x0 = image->west + half,
                           .y0 = image->south + half,
                           .cell = image->cell,
                           .nx = image->nx,
                           .ny = image->ny};
    const gltf_ground ground = {.grid = &g->grid,
                                .height = height_of,
                                .user = image,
                                .west = g->grid.x0,
                                .south = g->grid.y0,
                                .east = g->grid.x0 + image->cell * (double)(image->nx - 1),
                                .north = g->grid.y0 + image->cell * (double)(image->ny - 1),
                                .most = GROUND_NODES};
    double lowest = (double)INFINITY;
    for (size_t k = 0; k < image->nx * image->ny; k++) {
        lowest = fmin(lowest, (double)image->values[k]); // fmin leaves NaN out
    }
    g->scene.origin = (talus_vec3){floor(0.5 * (ground.west + ground.east)),
                                   floor(0.5 * (ground.south + ground.north)),
                                   isfinite(lowest) ? floor(lowest) : 0.0};
    gltf_node *node = gltf_scene_add(&g->scene, GLTF_GROUND, "terrain");
    if (node != NULL) {
        node->mesh = gltf_add_ground(&g->scene.buffer, &ground, g->scene.origin);
    }
    return TALUS_OK;
}

static const char *cell_of(const gltf_job *g, size_t layer, size_t track, size_t column)
{
    const paths *p = &g->paths[layer];
    const size_t feature = p->lines.features[track];
    return feature < p->rows.count ? p->rows.texts[feature * p->rows.field_count + column] : "";
}

static double number_of(const gltf_job *g, size_t track, size_t column)
{
    const char *text = cell_of(g, 0, track, column);
    return text[0] != '\0' ? strtod(text, NULL) : (double)NAN;
}

static talus_status load_paths(gltf_job *g, size_t layer, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const path_layer *of = &path_layers[layer];
    paths *p = &g->paths[layer];
    talus_status status = output_path(path, g->job->directory, "results", ".gpkg", error);
    if (status == TALUS_OK) {
        status = geo_read_paths(path, of->name, of->columns, of->column_count, &p->lines, &p->rows,
                                error);
    }
    return status;
}

/// The first rocks, and the fragments of these: both layers are in the order of the rocks.
static void choose_paths(gltf_job *g)
{
    paths *rocks = &g->paths[0], *fragments = &g->paths[1];
    const size_t most = g->job->options.tracks;
    rocks->shown = rocks->lines.count < most ? rocks->lines.count : most;
    const double last = rocks->shown > 0 ? number_of(g, rocks->shown - 1, KEY_ROCK) : -1.0;
    size_t count = fragments->lines.count;
    while (count > 0 && strtod(cell_of(g, 1, count - 1, KEY_ROCK), NULL) > last) {
        count--;
    }
    fragments->shown = count;
}

static double speed_at(const double *p, size_t k)
{
    const double *a = k > 0 ? p + 4 * (k - 1) : p, *b = k > 0 ? p + 4 * k : p;
    const double dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2], dt = b[3] - a[3];
    return dt > 0.0 ? sqrt(dx * dx + dy * dy + dz * dz) / dt : 0.0;
}

/// Vertices of a path with time, speed and a colour for it.
static void add_line(gltf_job *g, gltf_node *node, const double *xyzm, size_t count)
{
    float *values = malloc(8 * count * sizeof *values);
    gltf_buffer *buffer = &g->scene.buffer;
    if (values == NULL) {
        buffer->failed = true;
        return;
    }
    float *colours = values + 3 * count, *times = values + 6 * count, *speeds = values + 7 * count;
    for (size_t k = 0; k < count; k++) {
        const double *p = xyzm + 4 * k, speed = speed_at(xyzm, k);
        const chart_rgb c = chart_ramp(CHART_WARM, 0.15 + 0.85 * speed / g->fastest);
        gltf_turn_point((talus_vec3){p[0], p[1], p[2]}, g->scene.origin, values + 3 * k);
        colours[3 * k] = (float)c.r;
        colours[3 * k + 1] = (float)c.g;
        colours[3 * k + 2] = (float)c.b;
        times[k] = isfinite(p[3]) ? (float)p[3] : 0.0F;
        speeds[k] = (float)speed;
    }
    node->is_line = node->has_values = true;
    node->line = gltf_buffer_add(buffer, values, count, 3, GLTF_FLOAT, GLTF_VERTICES);
    node->colours = gltf_buffer_add(buffer, colours, count, 3, GLTF_FLOAT, GLTF_VERTICES);
    node->times = gltf_buffer_add(buffer, times, count, 1, GLTF_FLOAT, GLTF_VERTICES);
    node->speeds = gltf_buffer_add(buffer, speeds, count, 1, GLTF_FLOAT, GLTF_VERTICES);
    free(values);
}

/// The row of the path: numbers as they stand in the layer, no value as null.
static char *word_extras(const gltf_job *g, size_t layer, size_t track)
{
    const path_layer *of = &path_layers[layer];
    files_text text = {.first = true, .depth = 1};
    for (size_t k = 0; k < of->column_count; k++) {
        const char *value = cell_of(g, layer, track, k);
        if (k >= of->texts) {
            files_json_add_text(&text, of->columns[k], value);
        } else {
            files_json_add_number(&text, of->columns[k],
                                  value[0] != '\0' ? strtod(value, NULL) : (double)NAN);
        }
    }
    return text.data; // NULL when out of memory: a path without a row
}

static void add_paths(gltf_job *g, size_t layer)
{
    const paths *p = &g->paths[layer];
    for (size_t k = 0; k < p->shown; k++) {
        const size_t start = p->lines.starts[k], count = p->lines.starts[k + 1] - start;
        if (count < 2) {
            continue;
        }
        const char *rock = cell_of(g, layer, k, 0);
        gltf_node *node =
            path_layers[layer].has_bodies
                ? gltf_scene_add(&g->scene, GLTF_COLOURED_PATH, "path %.20s, fragment %.20s", rock,
                                 cell_of(g, layer, k, 1))
                : gltf_scene_add(&g->scene, GLTF_COLOURED_PATH, "path %.20s", rock);
        if (node != NULL) {
            node->extras = word_extras(g, layer, k);
            add_line(g, node, p->lines.xyzm + 4 * start, count);
            g->job->report.tracks++;
        }
    }
}

static void find_fastest(gltf_job *g)
{
    g->fastest = 1.0;
    for (size_t layer = 0; layer < PATH_LAYERS; layer++) {
        const geo_tracks *lines = &g->paths[layer].lines;
        for (size_t k = 0; k < g->paths[layer].shown; k++) {
            for (size_t i = lines->starts[k]; i < lines->starts[k + 1]; i++) {
                const double *start = lines->xyzm + 4 * lines->starts[k];
                g->fastest = fmax(g->fastest, speed_at(start, i - lines->starts[k]));
            }
        }
    }
}

/// "17,203": the recorded rocks of these numbers.
static talus_status choose_named(const gltf_job *g, bool *chosen, talus_error *error)
{
    size_t count = 0;
    for (const char *at = g->job->options.rock; at != NULL;) {
        char *end = NULL;
        const unsigned long long rock = strtoull(at, &end, 10);
        size_t k = 0;
        if (!isdigit((unsigned char)*at) || (*end != '\0' && *end != ',') ||
            ++count > MOST_MOVING) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "found the rocks \"%.100s\", expected at most %d numbers with "
                                   "commas",
                                   g->job->options.rock, MOST_MOVING);
        }
        while (k < g->paths[0].shown && strtoull(cell_of(g, 0, k, KEY_ROCK), NULL, 10) != rock) {
            k++;
        }
        if (k == g->paths[0].shown) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "rock %llu is not among the %zu recorded rocks whose paths are "
                                   "shown (outputs.trajectories, --tracks)",
                                   rock, g->paths[0].shown);
        }
        chosen[k] = true;
        at = *end == ',' ? end + 1 : NULL;
    }
    return TALUS_OK;
}

static talus_status choose_best(const gltf_job *g, bool *chosen, talus_error *error)
{
    const size_t shown = g->paths[0].shown;
    double *keys = malloc(RERUN_KEYS * shown * sizeof *keys + 1);
    if (keys == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the rocks of an export");
    }
    for (size_t k = 0; k < shown; k++) {
        keys[RERUN_KEYS * k] = number_of(g, k, KEY_ENERGY);
        keys[RERUN_KEYS * k + 1] = number_of(g, k, KEY_RUNOUT);
        keys[RERUN_KEYS * k + 2] = number_of(g, k, KEY_JUMP);
    }
    rerun_choose(keys, shown, g->job->options.rocks, chosen);
    free(keys);
    return TALUS_OK;
}

static talus_status add_event(gltf_job *g, const rerun_site *site, size_t track, talus_error *error)
{
    gltf_bodies bodies = {0};
    char name[32];
    bool is_same = false;
    const uint64_t rock = (uint64_t)number_of(g, track, KEY_ROCK);
    const rerun_mark mark = {number_of(g, track, KEY_ENERGY), number_of(g, track, KEY_RUNOUT)};
    talus_status status = rerun_move(site, rock, &mark, &bodies, &is_same, error);
    if (status == TALUS_OK && !is_same) {
        status = talus_error_set(error, TALUS_ERROR_INPUT, RERUN_OTHER);
    }
    gltf_bodies_add_meshes(&bodies, &g->scene.buffer);
    snprintf(name, sizeof name, "rock %" PRIu64, rock);
    for (size_t k = 0; k < bodies.count && status == TALUS_OK; k++) {
        gltf_node *node = gltf_scene_add_body(&g->scene, &bodies.items[k], name);
        if (node != NULL && k == 0) {
            node->extras = word_extras(g, 0, track);
        }
        g->job->report.bodies += node != NULL;
    }
    gltf_bodies_clear(&bodies);
    return status;
}

static talus_status add_events(gltf_job *g, const bool *chosen, talus_error *error)
{
    rerun_site site;
    const talus_vec3 world = g->scene.origin;
    talus_status status = rerun_open(g->job->directory, false, &site, error);
    // poses are in metres from the origin of the run
    g->scene.origin = (talus_vec3){world.x - site.east, world.y - site.north, world.z};
    for (size_t k = 0; k < g->paths[0].shown && status == TALUS_OK; k++) {
        status = chosen[k] ? add_event(g, &site, k, error) : TALUS_OK;
    }
    for (size_t k = 0; k < g->scene.node_count; k++) {
        talus_vec3 *r = &g->scene.nodes[k].pose.r;
        *r = (talus_vec3){r->x + site.east, r->y + site.north, r->z};
    }
    g->scene.origin = world;
    rerun_clear(&site);
    return status;
}

/// Remove what an event that cannot be shown has left.
static void remove_bodies(gltf_job *g, size_t nodes)
{
    while (g->scene.node_count > nodes) {
        free(g->scene.nodes[--g->scene.node_count].extras);
    }
    g->job->report.bodies = 0;
}

/// Rocks that are chosen move; without the inputs of the run they are left out, unless they were
/// named.
static talus_status add_moving(gltf_job *g, talus_error *error)
{
    bool *chosen = calloc(g->paths[0].shown + 1, sizeof *chosen);
    const size_t nodes = g->scene.node_count;
    const bool is_named = g->job->options.rock != NULL;
    talus_error why = {0};
    if (chosen == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the rocks of an export");
    }
    talus_status status = is_named ? choose_named(g, chosen, error) : choose_best(g, chosen, error);
    if (status == TALUS_OK && (is_named || g->job->options.rocks > 0) && g->paths[0].shown > 0) {
        status = add_events(g, chosen, is_named ? error : &why);
        if (!is_named && status == TALUS_ERROR_INPUT) {
            miss(g, "rocks that move are left out of the file", why.message);
            remove_bodies(g, nodes);
            status = TALUS_OK;
        } else if (!is_named && status != TALUS_OK) {
            status = talus_error_set(error, status, "%s", why.message);
        }
    }
    free(chosen);
    return status;
}

static void add_extras(files_text *text, const void *user)
{
    const gltf_job *g = user;
    files_json_add_text(text, "crs_wkt", g->terrain.crs_wkt != NULL ? g->terrain.crs_wkt : "");
    files_json_add_text(text, "attribution",
                        g->terrain.attribution != NULL ? g->terrain.attribution : "");
    files_json_add_bool(text, "partial", g->job->report.is_partial);
    files_json_add_number(text, "colour_speed_max_m_s", g->fastest);
}

static talus_status compose(gltf_job *g, talus_error *error)
{
    talus_status status = add_ground(g, error);
    for (size_t k = 0; k < PATH_LAYERS && status == TALUS_OK; k++) {
        status = load_paths(g, k, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    choose_paths(g);
    find_fastest(g);
    for (size_t k = 0; k < PATH_LAYERS; k++) {
        add_paths(g, k);
    }
    status = add_moving(g, error);
    return status == TALUS_OK ? gltf_scene_save(&g->scene, g->job->path, error) : status;
}

talus_status export_gltf_write(export_job *job, talus_error *error)
{
    gltf_job *g = calloc(1, sizeof *g);
    if (g == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for an export");
    }
    g->job = job;
    g->scene.motion = "fall";
    g->scene.add_extras = add_extras;
    g->scene.user = g;
    const talus_status status = compose(g, error);
    for (size_t k = 0; k < PATH_LAYERS; k++) {
        geo_tracks_clear(&g->paths[k].lines);
        geo_rows_clear(&g->paths[k].rows);
    }
    geo_image_clear(&g->terrain);
    gltf_scene_clear(&g->scene);
    free(g);
    return status;
}
