// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks that tumble along their paths, and trees: what only the inputs of the run know.
#include "studies/scene/things.h"

#include "foundation/math/linalg.h"
#include "talus/linalg.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TREES = 14000, SIDES = 6 };
#define RADIUS 4.0       // px, in the picture, of the smallest rock that is drawn larger
#define APART 3.4        // radii between two attitudes of a rock
#define SPACING 9.0      // m between symbols of trees
#define SYMBOL_HEIGHT 16 // m

/// Drawn size over true size: 1, or a round number.
static double choose_scale(const scene_camera *camera, double radius, double unit)
{
    const double exact = RADIUS * unit / (radius * scene_pixels_per_metre(camera));
    static const double steps[] = {1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0};
    size_t k = 0;
    while (k + 1 < sizeof steps / sizeof steps[0] && steps[k] < 0.9 * exact) {
        k++;
    }
    return steps[k];
}

/// A body at one moment, enlarged about its lowest point.
static void add_body(scene_world *world, const rerun_site *site, const talus_rock *shape,
                     const gltf_sample *sample, double enlarged)
{
    const scene_terrain *t = &world->terrain;
    double lowest = 0.0, points[64][3];
    for (size_t k = 0; k < shape->vertex_count; k++) {
        lowest = fmin(lowest, talus_quat_rotate(sample->p, shape->vertices[k]).z);
    }
    const double lift = (1.0 - enlarged) * lowest;
    for (size_t f = 0; f < shape->face_count; f++) {
        size_t count = 0;
        for (size_t i = shape->face_starts[f]; i < shape->face_starts[f + 1] && count < 64; i++) {
            const talus_vec3 v =
                talus_quat_rotate(sample->p, shape->vertices[shape->face_vertices[i]]);
            scene_place(t, site->east + sample->r.x, site->north + sample->r.y, sample->r.z + lift,
                        points[count]);
            points[count][0] += enlarged * v.x; // heights are exaggerated, rocks are not
            points[count][1] += enlarged * v.y;
            points[count][2] += enlarged * v.z;
            count++;
        }
        scene_add_face(world, (const double(*)[3])points, count, (chart_rgb){0.86, 0.50, 0.22});
    }
}

static double distance2(const gltf_sample *a, const gltf_sample *b)
{
    return vec3_norm2(vec3_sub(a->r, b->r));
}

/// At the end, at the start if that is elsewhere, and of the rock itself on its way, far enough apart
/// to be separate.
static void add_motion(scene_world *world, const rerun_site *site, const gltf_body *body,
                       double enlarged)
{
    const double radius = enlarged * body->shape->radius, step = APART * radius;
    const gltf_sample *items = body->samples.items, *end = &items[body->samples.count - 1];
    const gltf_sample *last = NULL;
    for (const gltf_sample *s = items; s < end; s++) {
        const bool is_due =
            body->number == 0 ? last == NULL || distance2(last, s) >= step * step : s == items;
        if (is_due && distance2(s, end) >= radius * radius) {
            add_body(world, site, body->shape, s, enlarged);
            last = s;
        }
    }
    add_body(world, site, body->shape, end, enlarged);
}

static talus_status choose_rocks(const scene_tracks *tracks, size_t most, bool **chosen,
                                 talus_error *error)
{
    double *keys = malloc(RERUN_KEYS * tracks->rocks * sizeof *keys + 1);
    *chosen = calloc(tracks->rocks + 1, sizeof **chosen);
    if (keys == NULL || *chosen == NULL) {
        free(keys);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the rocks of a scene");
    }
    for (size_t k = 0; k < tracks->rocks; k++) {
        keys[RERUN_KEYS * k] = scene_track_key(tracks, k, SCENE_ENERGY);
        keys[RERUN_KEYS * k + 1] = scene_track_key(tracks, k, SCENE_RUNOUT);
        keys[RERUN_KEYS * k + 2] = scene_track_key(tracks, k, SCENE_JUMP);
    }
    rerun_choose(keys, tracks->rocks, most, *chosen);
    free(keys);
    return TALUS_OK;
}

talus_status scene_add_rocks(scene_world *world, const rerun_site *site, const scene_tracks *tracks,
                             size_t most, double unit, talus_scene_report *report,
                             talus_error *error)
{
    bool *chosen = NULL;
    talus_status status = choose_rocks(tracks, most, &chosen, error);
    for (size_t k = 0; k < tracks->rocks && status == TALUS_OK; k++) {
        gltf_bodies bodies;
        bool is_same = false;
        if (!chosen[k]) {
            continue;
        }
        const rerun_mark mark = {scene_track_key(tracks, k, SCENE_ENERGY),
                                 scene_track_key(tracks, k, SCENE_RUNOUT)};
        status = rerun_move(site, (uint64_t)scene_track_key(tracks, k, SCENE_ROCK), &mark, &bodies,
                            &is_same, error);
        if (status == TALUS_OK && !is_same) {
            status = talus_error_set(error, TALUS_ERROR_INPUT, RERUN_OTHER);
        }
        if (status == TALUS_OK) {
            const double radius = bodies.items[0].shape->radius;
            report->rock_scale = report->rock_scale > 0.0
                                     ? report->rock_scale
                                     : choose_scale(&world->camera, radius, unit);
            report->rocks++;
            report->bodies += bodies.count - 1;
        }
        for (size_t i = 0; i < bodies.count && status == TALUS_OK; i++) {
            add_motion(world, site, &bodies.items[i], report->rock_scale);
        }
        gltf_bodies_clear(&bodies);
    }
    free(chosen);
    return status;
}

/// A cone over a stem. @param draw 0..1, for its tone
static bool add_tree(scene_world *world, double east, double north, double height, double draw)
{
    const scene_terrain *t = &world->terrain;
    const double ground = scene_ground(t, east, north), wide = 0.13 * height;
    if (isnan(ground)) {
        return false;
    }
    double foot[3], top[3], ring[SIDES][3];
    scene_place(t, east, north, ground, foot);
    scene_place(t, east, north, ground + height, top);
    const chart_rgb colour = {0.24 + 0.10 * draw, 0.40 + 0.10 * draw, 0.22 + 0.05 * draw};
    static const double around[SIDES][2] = {{1.0, 0.0},  {0.5, 0.866},   {-0.5, 0.866},
                                            {-1.0, 0.0}, {-0.5, -0.866}, {0.5, -0.866}};
    for (int k = 0; k < SIDES; k++) {
        ring[k][0] = foot[0] + wide * around[k][0];
        ring[k][1] = foot[1] + wide * around[k][1];
        ring[k][2] = foot[2] + 0.15 * (top[2] - foot[2]);
    }
    for (int k = 0; k < SIDES; k++) {
        const double face[3][3] = {
            {ring[k][0], ring[k][1], ring[k][2]},
            {ring[(k + 1) % SIDES][0], ring[(k + 1) % SIDES][1], ring[(k + 1) % SIDES][2]},
            {top[0], top[1], top[2]}};
        scene_add_face(world, face, 3, colour);
    }
    return true;
}

/// 0..1, the same for the same tree.
static double draw_of(uint64_t tree)
{
    return (double)(talus_mix64(tree) >> 11) * 0x1p-53;
}

static size_t add_stems(scene_world *world, const rerun_site *site, const talus_obstacle_list *list)
{
    const size_t step = (list->stem_count - 1) / MOST_TREES + 1;
    size_t count = 0;
    for (size_t k = 0; k < list->stem_count; k += step) {
        const talus_stem *stem = &list->stems[k];
        count +=
            add_tree(world, site->east + stem->x, site->north + stem->y, stem->height, draw_of(k));
    }
    return count;
}

/// A tree for each square of a lattice whose middle lies in a stand, anywhere in it.
static size_t add_symbols(scene_world *world, const rerun_site *site, const talus_class_map *map)
{
    const geo_image *image = &world->terrain.image;
    double side = SPACING;
    const double wide = image->cell * (double)image->nx, tall = image->cell * (double)image->ny;
    while (wide / side * (tall / side) > 8.0 * MOST_TREES) {
        side *= 1.25;
    }
    const size_t nx = (size_t)(wide / side), ny = (size_t)(tall / side);
    size_t count = 0;
    for (size_t k = 0; k < nx * ny && count < MOST_TREES; k++) {
        const double x = image->west + ((double)(k % nx) + draw_of(3 * k)) * side;
        const double y = image->south + ((double)(k / nx) + draw_of(3 * k + 1)) * side;
        const double i = (x - site->east - map->x0) / map->cell;
        const double j = (y - site->north - map->y0) / map->cell;
        const bool is_inside = i >= 0.0 && j >= 0.0 && i < (double)map->nx && j < (double)map->ny;
        if (is_inside && map->classes[(size_t)j * map->nx + (size_t)i] != 0) {
            const double draw = draw_of(3 * k + 2);
            count += add_tree(world, x, y, SYMBOL_HEIGHT * (0.8 + 0.4 * draw), draw);
        }
    }
    return count;
}

size_t scene_add_forest(scene_world *world, const rerun_site *site, bool *are_symbols)
{
    const talus_site *place = &site->campaign->site;
    const talus_obstacle_list *list =
        place->obstacles != NULL ? talus_obstacles_list(place->obstacles) : NULL;
    *are_symbols = list == NULL || list->stem_count == 0;
    if (!*are_symbols) {
        return add_stems(world, site, list);
    }
    return place->forest_map != NULL && place->forest_map->nx > 0 && place->forest_count > 0
               ? add_symbols(world, site, place->forest_map)
               : 0;
}
