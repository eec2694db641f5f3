// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of recorded rocks and of their fragments, coloured by what the rock does there; where rocks came to rest.
#include "studies/scene/things.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const fields[SCENE_KEYS] = {"rock",     "mass_kg",           "energy_max_kj",
                                               "runout_m", "jump_height_max_m", "generation"};

double scene_track_key(const scene_tracks *tracks, size_t track, scene_key key)
{
    const size_t feature = tracks->lines.features[track];
    const char *text =
        feature < tracks->rows.count ? tracks->rows.texts[feature * SCENE_KEYS + (size_t)key] : "";
    return text[0] != '\0' ? strtod(text, NULL) : (double)NAN;
}

/// Lines and rows of fragments behind those of the rocks. @return false: out of memory
static bool append(scene_tracks *tracks, const geo_tracks *pieces, size_t count, geo_rows *rows)
{
    geo_tracks *lines = &tracks->lines;
    const size_t first = lines->starts[tracks->rocks], more = pieces->starts[count];
    const size_t all = tracks->rocks + count, texts = tracks->rows.count * SCENE_KEYS;
    size_t *starts = realloc(lines->starts, (all + 1) * sizeof *starts);
    lines->starts = starts != NULL ? starts : lines->starts;
    size_t *features = realloc(lines->features, all * sizeof *features);
    lines->features = features != NULL ? features : lines->features;
    double *xyzm = realloc(lines->xyzm, 4 * (first + more) * sizeof *xyzm);
    lines->xyzm = xyzm != NULL ? xyzm : lines->xyzm;
    char **row = realloc(tracks->rows.texts, (texts + rows->count * SCENE_KEYS) * sizeof *row);
    tracks->rows.texts = row != NULL ? row : tracks->rows.texts;
    if (starts == NULL || features == NULL || xyzm == NULL || row == NULL) {
        lines->count = tracks->shown = tracks->rocks = 0; // no line is whole
        return false;
    }
    memcpy(xyzm + 4 * first, pieces->xyzm, 4 * more * sizeof *xyzm);
    for (size_t k = 0; k < count; k++) {
        features[tracks->rocks + k] = tracks->rows.count + pieces->features[k];
        starts[tracks->rocks + k + 1] = first + pieces->starts[k + 1];
    }
    memcpy(row + texts, rows->texts, rows->count * SCENE_KEYS * sizeof *row); // they change hands
    tracks->rows.count += rows->count;
    rows->count = 0;
    lines->count = tracks->shown = all;
    return true;
}

/// Fragments of the rocks that are shown: both layers are in the order of the rocks.
static talus_status add_pieces(const char *path, scene_tracks *tracks, talus_error *error)
{
    scene_tracks pieces = {.shown = 0};
    talus_status status =
        geo_read_paths(path, "fragments", fields, SCENE_KEYS, &pieces.lines, &pieces.rows, error);
    if (status == TALUS_OK && pieces.lines.count > 0 && tracks->rocks > 0) {
        const double last = scene_track_key(tracks, tracks->rocks - 1, SCENE_ROCK);
        size_t count = pieces.lines.count;
        while (count > 0 && scene_track_key(&pieces, count - 1, SCENE_ROCK) > last) {
            count--;
        }
        if (count > 0 && !append(tracks, &pieces.lines, count, &pieces.rows)) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu paths",
                                     tracks->rocks + count);
        }
    }
    scene_clear_tracks(&pieces);
    return status;
}

talus_status scene_load_tracks(const char *directory, size_t most, scene_tracks *tracks,
                               talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_status status = output_path(path, directory, "results", ".gpkg", error);
    if (status == TALUS_OK) {
        status = geo_read_paths(path, "trajectories", fields, SCENE_KEYS, &tracks->lines,
                                &tracks->rows, error);
    }
    tracks->rocks = tracks->lines.count < most ? tracks->lines.count : most;
    tracks->shown = tracks->rocks;
    return status == TALUS_OK ? add_pieces(path, tracks, error) : status;
}

static double speed_between(const double *p, const double *q)
{
    const double dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2], dt = q[3] - p[3];
    return dt > 0.0 ? sqrt(dx * dx + dy * dy + dz * dz) / dt : 0.0;
}

static double value_at(const scene_world *world, talus_scene_colour colour, const double *p,
                       double speed, double mass)
{
    switch (colour) {
    case TALUS_SCENE_ENERGY:
        return 0.5e-3 * mass * speed * speed;
    case TALUS_SCENE_HEIGHT:
        return fmax(0.0, p[2] - scene_ground(&world->terrain, p[0], p[1]));
    case TALUS_SCENE_SPEED:
    case TALUS_SCENE_COLOURS:
        break;
    }
    return speed;
}

talus_status scene_value_tracks(const scene_world *world, talus_scene_colour colour,
                                scene_tracks *tracks, talus_error *error)
{
    static const char *const units[] = {"m/s", "kJ", "m"};
    static const char *const words[] = {"speed", "energy of translation",
                                        "height of the centre of mass over ground"};
    const geo_tracks *lines = &tracks->lines;
    const size_t count = lines->starts[tracks->shown];
    tracks->values = malloc(count * sizeof *tracks->values + 1);
    if (tracks->values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the paths of a scene");
    }
    for (size_t k = 0; k < tracks->shown; k++) {
        const double mass = scene_track_key(tracks, k, SCENE_MASS);
        for (size_t i = lines->starts[k]; i < lines->starts[k + 1]; i++) {
            const double *p = lines->xyzm + 4 * i;
            const double speed = i > lines->starts[k] ? speed_between(p - 4, p) : 0.0;
            tracks->values[i] = (float)value_at(world, colour, p, speed, mass);
        }
    }
    const campaign_layer layer = {.unit = units[colour], .factor = 1.0F};
    const geo_image values = {.nx = count, .ny = 1, .values = tracks->values};
    snprintf(tracks->meaning.what, sizeof tracks->meaning.what, "%s", words[colour]);
    return map_scale_fit(&layer, &values, &tracks->scale, error);
}

void scene_clear_tracks(scene_tracks *tracks)
{
    geo_tracks_clear(&tracks->lines);
    geo_rows_clear(&tracks->rows);
    free(tracks->values);
}

/// Points of which the line to the last one kept is shorter than this are left out.
#define LEAST_STEP 1.5 // px

void scene_add_tracks(scene_world *world, const scene_tracks *tracks, double unit)
{
    const geo_tracks *lines = &tracks->lines;
    for (size_t k = 0; k < tracks->shown; k++) {
        float last[3] = {0.0F, 0.0F, 0.0F}, largest = 0.0F;
        scene_spot before = {0.0F, 0.0F, 0.0F};
        for (size_t i = lines->starts[k]; i < lines->starts[k + 1]; i++) {
            const double *p = lines->xyzm + 4 * i;
            double at[3];
            scene_place(&world->terrain, p[0], p[1], p[2], at);
            const float point[3] = {(float)at[0], (float)at[1], (float)at[2]};
            const scene_spot spot = scene_project(&world->camera, point);
            const bool is_first = i == lines->starts[k], is_last = i + 1 == lines->starts[k + 1];
            largest = fmaxf(largest, tracks->values[i]);
            const double step =
                fabs((double)spot.x - (double)before.x) + fabs((double)spot.y - (double)before.y);
            if (!is_first && !is_last && step < LEAST_STEP) {
                continue;
            }
            if (!is_first) {
                const scene_stroke stroke = {
                    .points = {{last[0], last[1], last[2]}, {point[0], point[1], point[2]}},
                    .colour = map_value_colour(&tracks->scale, (double)largest),
                    .width = (float)(1.25 * unit),
                    .lift = 2e-3F};
                scene_add_stroke(world, &stroke);
            }
            for (int c = 0; c < 3; c++) {
                last[c] = point[c];
            }
            before = spot;
            largest = 0.0F;
        }
    }
}

talus_status scene_add_deposits(scene_world *world, const char *directory, double unit,
                                size_t *count, talus_error *error)
{
    geo_vectors points = {0};
    *count = 0;
    const talus_status status =
        map_read_vectors(directory, "results", "deposits", NULL, &points, NULL, error);
    for (size_t k = 0; k < points.part_count; k++) {
        const double *xy = points.parts[k].xy;
        const double ground = scene_ground(&world->terrain, xy[0], xy[1]);
        double at[3];
        if (isnan(ground)) {
            continue;
        }
        scene_place(&world->terrain, xy[0], xy[1], ground, at);
        // a stroke without length is a square
        const scene_stroke dot = {.points = {{(float)at[0], (float)at[1], (float)at[2]},
                                             {(float)at[0], (float)at[1], (float)at[2]}},
                                  .colour = {0.13, 0.13, 0.16},
                                  .width = (float)(1.9 * unit),
                                  .lift = 3e-3F};
        scene_add_stroke(world, &dot);
        ++*count;
    }
    geo_vectors_clear(&points);
    return status;
}
