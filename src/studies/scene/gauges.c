// SPDX-License-Identifier: GPL-3.0-or-later
// Screens, objects, walls, nets and dams as they stand on the terrain.
#include "studies/scene/things.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CURTAIN 0.022 // of the camera's distance: height of a screen, which has none of its own

/// How a line or an outline stands on the ground.
typedef struct stand {
    double height; ///< m over the ground, of the world
    chart_rgb colour;
    float cover; ///< of the curtain between ground and top; 0 = none
    float width; ///< px, of the lines at the foot and at the top
} stand;

static bool place_on_ground(const scene_world *world, const double xy[2], double over,
                            float point[3])
{
    const double ground = scene_ground(&world->terrain, xy[0], xy[1]);
    double at[3];
    if (isnan(ground)) {
        return false;
    }
    scene_place(&world->terrain, xy[0], xy[1], ground + over, at);
    for (int c = 0; c < 3; c++) {
        point[c] = (float)at[c];
    }
    return true;
}

static void add_line(scene_world *world, const float a[3], const float b[3], const stand *s)
{
    scene_stroke stroke = {.colour = s->colour, .width = s->width, .lift = 4e-3F};
    memcpy(stroke.points[0], a, 3 * sizeof *a);
    memcpy(stroke.points[1], b, 3 * sizeof *b);
    scene_add_stroke(world, &stroke);
}

static void add_piece(scene_world *world, const double from[2], const double to[2], const stand *s)
{
    float foot[2][3], top[2][3];
    const double least = 0.02 * world->terrain.image.cell;
    if (!place_on_ground(world, from, least, foot[0]) ||
        !place_on_ground(world, to, least, foot[1])) {
        return;
    }
    add_line(world, foot[0], foot[1], s);
    if (s->cover > 0.0F && place_on_ground(world, from, s->height, top[0]) &&
        place_on_ground(world, to, s->height, top[1])) {
        const float *corners[2][3] = {{foot[0], foot[1], top[1]}, {foot[0], top[1], top[0]}};
        for (int k = 0; k < 2; k++) {
            scene_triangle t = {.colour = s->colour, .cover = s->cover};
            for (int c = 0; c < 3; c++) {
                memcpy(t.points[c], corners[k][c], sizeof t.points[c]);
            }
            scene_add_triangle(world, &t);
        }
        add_line(world, top[0], top[1], s);
    }
}

/// Along the ground, in pieces no longer than a cell.
static void add_part(scene_world *world, const geo_part *part, const stand *s)
{
    for (size_t k = 0; k + 1 < part->count; k++) {
        const double *a = part->xy + 2 * k, *b = a + 2;
        const double length = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
        const size_t pieces = (size_t)fmin(5000.0, length / world->terrain.image.cell) + 1;
        for (size_t i = 0; i < pieces; i++) {
            const double u = (double)i / (double)pieces, v = (double)(i + 1) / (double)pieces;
            const double from[2] = {a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1])};
            const double to[2] = {a[0] + v * (b[0] - a[0]), a[1] + v * (b[1] - a[1])};
            add_piece(world, from, to, s);
        }
    }
}

/// The name over a part: over its middle, else over another point of it.
static void add_name(scene_world *world, const geo_part *part, const char *name, const stand *s)
{
    static const double shares[SCENE_LABEL_PLACES] = {0.5, 0.3, 0.7, 0.1, 0.9};
    const double over = s->cover > 0.0F ? s->height : 0.0;
    scene_label label = {.colour = s->colour};
    for (size_t k = 0; k < SCENE_LABEL_PLACES && part->count > 0; k++) {
        const double along = shares[k] * (double)(part->count - 1);
        const size_t point = (size_t)along, next = point + 1 < part->count ? point + 1 : point;
        const double t = along - (double)point, *a = part->xy + 2 * point, *b = part->xy + 2 * next;
        const double xy[2] = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
        label.place_count += place_on_ground(world, xy, over, label.places[label.place_count]);
    }
    if (label.place_count > 0) {
        files_clean_copy(label.text, sizeof label.text, name);
        scene_add_label(world, &label);
    }
}

/// Heights of walls and nets, by features.
static talus_status read_heights(const char *directory, const char *layer, geo_attribute *heights,
                                 talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = output_path(path, directory, "results", ".gpkg", error);
    return status == TALUS_OK
               ? geo_read_attribute(path, layer, NULL, "height_m", false, heights, error)
               : status;
}

static bool is_layer(const map_gauge_layer *layer, const char *name)
{
    return strcmp(layer->kind->name, name) == 0;
}

static stand stand_of(const scene_world *world, const map_gauge_layer *layer, const geo_part *part,
                      const geo_attribute *heights, double unit)
{
    stand s = {.colour = map_gauge_colour(layer), .width = (float)(1.6 * unit)};
    const double curtain = CURTAIN * world->camera.distance / world->terrain.exaggeration;
    const double height =
        part->feature < heights->count ? strtod(heights->texts[part->feature], NULL) : 0.0;
    if (is_layer(layer, "walls")) {
        s.height = height;
        s.cover = 0.95F;
    } else if (is_layer(layer, "nets")) {
        s.height = height;
        s.cover = 0.45F;
    } else if (is_layer(layer, "screens")) {
        s.height = curtain;
        s.cover = 0.22F;
    } else {
        s.width = (float)(2.6 * unit);
    }
    return s;
}

talus_status scene_add_gauges(scene_world *world, const map_gauges *gauges, const char *directory,
                              bool screens, bool barriers, double unit, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < MAP_GAUGE_LAYERS && status == TALUS_OK; k++) {
        const map_gauge_layer *layer = &gauges->layers[k];
        geo_attribute heights = {0};
        const bool stands = is_layer(layer, "walls") || is_layer(layer, "nets");
        const bool is_barrier = stands || is_layer(layer, "dams");
        if (!(is_barrier ? barriers : screens) || layer->vectors.part_count == 0) {
            continue;
        }
        if (stands) {
            status = read_heights(directory, layer->kind->name, &heights, error);
        }
        for (size_t i = 0; i < layer->vectors.part_count; i++) {
            const geo_part *part = &layer->vectors.parts[i];
            const stand s = stand_of(world, layer, part, &heights, unit);
            add_part(world, part, &s);
            const bool is_first = i == 0 || part[-1].feature != part->feature;
            if (is_first && part->feature < layer->names.count) {
                add_name(world, part, layer->names.texts[part->feature], &s);
            }
        }
        geo_attribute_clear(&heights);
    }
    return status;
}
