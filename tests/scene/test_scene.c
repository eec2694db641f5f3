// SPDX-License-Identifier: GPL-3.0-or-later
// Camera, light and picture of a small terrain of which everything is known.
#include "studies/scene/job.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 41, WIDE = 320, TALL = 240 };

/// A plane that falls to the south by `slope`, 400 m x 400 m; with a wall 60 m high across it at
/// row `wall` (< 0: none).
static void make_world(scene_world *world, double slope, int wall)
{
    *world = (scene_world){0};
    scene_terrain *t = &world->terrain;
    t->image = (geo_image){.nx = SIDE, .ny = SIDE, .cell = 10.0, .west = 1000.0, .south = 5000.0};
    t->image.values = malloc(SIDE * SIDE * sizeof(float));
    t->exaggeration = 1.0;
    t->middle[0] = 1000.0 + 5.0 * SIDE;
    t->middle[1] = 5000.0 + 5.0 * SIDE;
    t->middle[2] = 100.0;
    t->base = -300.0;
    for (int k = 0; k < SIDE * SIDE; k++) {
        const double north = 10.0 * (k / SIDE - SIDE / 2);
        t->image.values[k] = (float)(100.0 + slope * north + (k / SIDE == wall ? 60.0 : 0.0));
    }
    world->sun[2] = 1.0;
    world->plain = true;
}

static scene_points points_of(const scene_world *world, double (*items)[3])
{
    static const int nodes[4][2] = {{10, 10}, {30, 10}, {10, 30}, {30, 30}};
    scene_points points = {.items = items, .count = 4, .fall = {0.0, -1.0}};
    for (int k = 0; k < 4; k++) {
        const float z = world->terrain.image.values[nodes[k][1] * SIDE + nodes[k][0]];
        scene_place(&world->terrain, 1005.0 + 10.0 * nodes[k][0], 5005.0 + 10.0 * nodes[k][1],
                    (double)z, items[k]);
    }
    return points;
}

Test(scene, camera_chosen_sees_everything_and_looks_up_the_slope)
{
    scene_world world;
    double items[4][3];
    make_world(&world, 0.5, -1);
    const scene_points points = points_of(&world, items);
    const talus_scene_options options = talus_scene_options_default();
    scene_set_camera(&world, &points, &options, WIDE, TALL);
    for (size_t k = 0; k < points.count; k++) {
        const float point[3] = {(float)items[k][0], (float)items[k][1], (float)items[k][2]};
        const scene_spot spot = scene_project(&world.camera, point);
        cr_expect(spot.q > 0.0F && spot.x > 0.05F * WIDE && spot.x < 0.95F * WIDE &&
                      spot.y > 0.05F * TALL && spot.y < 0.95F * TALL,
                  "point %zu at %g, %g", k, (double)spot.x, (double)spot.y);
    }
    const double aside =
        fabs(world.camera.azimuth > 180.0 ? world.camera.azimuth - 360.0 : world.camera.azimuth);
    cr_expect(aside < 60.0, "azimuth %g", world.camera.azimuth);
    scene_clear_world(&world);
}

Test(scene, view_asked_for_is_taken)
{
    scene_world world;
    double items[4][3];
    make_world(&world, 0.5, -1);
    const scene_points points = points_of(&world, items);
    talus_scene_options options = talus_scene_options_default();
    options.azimuth = 90.0;
    options.elevation = 30.0;
    options.distance = 1000.0;
    options.target[0] = world.terrain.middle[0];
    options.target[1] = world.terrain.middle[1];
    options.target[2] = world.terrain.middle[2];
    scene_set_camera(&world, &points, &options, WIDE, TALL);
    const double eye[3] = {-1000.0 * sqrt(0.75), 0.0, 500.0};
    for (int c = 0; c < 3; c++) {
        cr_expect_float_eq(world.camera.eye[c], eye[c], 1e-6); /* measured 1e-13 m */
    }
    const scene_spot middle = scene_project(&world.camera, (const float[3]){0.0F, 0.0F, 0.0F});
    cr_expect_float_eq((double)middle.x, WIDE / 2.0, 1e-3);   /* measured 0 px */
    cr_expect_float_eq((double)middle.y, TALL / 2.0, 1e-3);   /* measured 1e-5 px */
    cr_expect_float_eq(1.0 / (double)middle.q, 1000.0, 1e-2); /* measured 6e-5 m */
    // looking east, the south lies to the right
    const scene_spot south = scene_project(&world.camera, (const float[3]){0.0F, -50.0F, 0.0F});
    cr_expect(south.x > middle.x + 1.0F);
    // a field of 30 degrees: half the height is 1000 m tan 15
    cr_expect_float_eq(scene_pixels_per_metre(&world.camera), TALL / 2.0 / (1000.0 * 0.26794919243),
                       2e-3); /* measured 1e-6 px/m */
    scene_clear_world(&world);
}

Test(scene, camera_rises_over_what_stands_in_front_of_it)
{
    scene_world open, walled;
    double items[4][3], others[4][3];
    make_world(&open, 0.1, -1);
    make_world(&walled, 0.1, 6); // south of all points
    talus_scene_options options = talus_scene_options_default();
    options.azimuth = 0.0;
    const scene_points points = points_of(&open, items), behind = points_of(&walled, others);
    scene_set_camera(&open, &points, &options, WIDE, TALL);
    scene_set_camera(&walled, &behind, &options, WIDE, TALL);
    cr_expect(walled.camera.elevation > open.camera.elevation + 5.0, "%g and %g",
              walled.camera.elevation, open.camera.elevation);
    scene_clear_world(&open);
    scene_clear_world(&walled);
}

Test(scene, light_falls_by_lamberts_law_and_walls_cast_shadows)
{
    scene_world world;
    make_world(&world, 0.0, 20);
    world.sun[0] = 0.0; // in the south, 45 degrees high
    world.sun[1] = -sqrt(0.5);
    world.sun[2] = sqrt(0.5);
    cr_assert_eq(scene_light_terrain(&world, 2, NULL), TALUS_OK);
    const float *light = world.terrain.light;
    const float sunny = light[5 * SIDE + 20], shaded = light[23 * SIDE + 20];
    cr_expect(sunny > 2.0F * shaded, "%g in the sun, %g in the shadow", (double)sunny,
              (double)shaded);
    cr_expect(shaded < sunny - 0.3F);
    // 60 m high and 45 degrees: the shadow ends 60 m behind; what is left is the sky that the wall hides
    cr_expect(light[28 * SIDE + 20] > sunny - 0.2F, "%g", (double)light[28 * SIDE + 20]);
    scene_clear_world(&world);
}

/// A red square that stands 50 m over the middle, and a line below the ground.
static void paint(scene_world *world, unsigned threads, uint32_t **pixels)
{
    double items[4][3];
    float *nearest = NULL;
    make_world(world, 0.3, -1);
    const scene_points points = points_of(world, items);
    talus_scene_options options = talus_scene_options_default();
    options.azimuth = 0.0;
    options.elevation = 60.0;
    options.distance = 1500.0;
    scene_set_camera(world, &points, &options, WIDE, TALL);
    cr_assert_eq(scene_light_terrain(world, threads, NULL), TALUS_OK);
    const scene_triangle red = {
        .points = {{-60.0F, -40.0F, 50.0F}, {60.0F, -40.0F, 50.0F}, {0.0F, 60.0F, 50.0F}},
        .colour = {1.0, 0.0, 0.0},
        .cover = 1.0F};
    scene_add_triangle(world, &red);
    scene_stroke buried = {.points = {{-80.0F, 0.0F, -60.0F}, {80.0F, 0.0F, -60.0F}},
                           .colour = {0.0, 0.0, 1.0},
                           .width = 4.0F};
    scene_add_stroke(world, &buried);
    cr_assert_eq(scene_paint(world, threads, pixels, &nearest, NULL), TALUS_OK);
    free(nearest);
}

static uint32_t pixel_at(const scene_world *world, const uint32_t *pixels, float x, float y,
                         float z)
{
    const scene_spot spot = scene_project(&world->camera, (const float[3]){x, y, z});
    return pixels[(size_t)spot.y * WIDE + (size_t)spot.x];
}

Test(scene, near_things_hide_far_ones)
{
    scene_world world;
    uint32_t *pixels = NULL;
    paint(&world, 1, &pixels);
    cr_expect_eq(pixel_at(&world, pixels, 0.0F, 0.0F, 50.0F), 0xFF0000U);
    size_t blue = 0;
    for (size_t k = 0; k < WIDE * TALL; k++) {
        blue += (pixels[k] & 0xFF) > 150 && (pixels[k] >> 16) < 60;
    }
    cr_expect_eq(blue, 0, "%zu pixels of a line below the ground", blue);
    cr_expect_eq(pixels[0], 0xFFFFFFU, "the background is plain");
    free(pixels);
    scene_clear_world(&world);
}

Test(scene, picture_does_not_depend_on_the_number_of_threads)
{
    scene_world one, four;
    uint32_t *first = NULL, *second = NULL;
    paint(&one, 1, &first);
    paint(&four, 4, &second);
    cr_expect_eq(memcmp(first, second, WIDE * TALL * sizeof *first), 0);
    free(first);
    free(second);
    scene_clear_world(&one);
    scene_clear_world(&four);
}

Test(scene, what_shines_through_mixes_and_hides_nothing)
{
    scene_world world;
    uint32_t *pixels = NULL, *again = NULL;
    float *nearest = NULL;
    paint(&world, 1, &pixels);
    const scene_triangle veil = {
        .points = {{-60.0F, -40.0F, 80.0F}, {60.0F, -40.0F, 80.0F}, {0.0F, 60.0F, 80.0F}},
        .colour = {0.0, 0.0, 1.0},
        .cover = 0.5F};
    scene_add_triangle(&world, &veil);
    cr_assert_eq(scene_paint(&world, 1, &again, &nearest, NULL), TALUS_OK);
    const uint32_t mixed = pixel_at(&world, again, 0.0F, 0.0F, 80.0F);
    cr_expect_eq(mixed, 0x800080U, "%06x", mixed);
    free(pixels);
    free(again);
    free(nearest);
    scene_clear_world(&world);
}

static bool covers(const map_rectangle *a, const map_rectangle *b)
{
    return a->x0 < b->x1 && a->x1 > b->x0 && a->y0 < b->y1 && a->y1 > b->y0;
}

Test(scene, names_take_their_first_free_place_and_never_cover_each_other)
{
    const map_rectangle house = {100, 80, 150, 100};
    // the road's middle is where the house stands, its third place is free
    const map_rectangle road[3] = {{120, 85, 160, 105}, {60, 90, 110, 110}, {200, 80, 240, 100}};
    map_rectangle boxes[40] = {house};
    cr_assert(scene_find_room(boxes, 1, road, 3, &boxes[1]));
    cr_expect_float_eq(boxes[1].x0, 200.0, 0.0);
    cr_expect_not(scene_find_room(boxes, 2, road, 0, &boxes[2]), "a name that is not seen");
    // without a free place: above those that stand there
    size_t count = 2;
    for (; count < 40; count++) {
        const double x = 90.0 + (double)(7 * count % 60);
        const map_rectangle place = {x, 80, x + 50, 100};
        cr_assert(scene_find_room(boxes, count, &place, 1, &boxes[count]));
    }
    for (size_t a = 0; a < count; a++) {
        for (size_t b = 0; b < a; b++) {
            cr_expect_not(covers(&boxes[a], &boxes[b]), "%zu and %zu", a, b);
        }
    }
}

/// What the subtitle says of two rocks and of further bodies of these generations.
static const char *subtitle(scene_job *job, const char *const *generations, size_t count)
{
    static char *texts[5 * SCENE_KEYS];
    static size_t features[5] = {0, 1, 2, 3, 4};
    static char empty[] = "";
    for (size_t k = 0; k < 5 * SCENE_KEYS; k++) {
        texts[k] = empty;
    }
    for (size_t k = 0; k < count; k++) {
        texts[(2 + k) * SCENE_KEYS + SCENE_GENERATION] = (char *)(uintptr_t)generations[k];
    }
    *job = (scene_job){.page.tracks = &job->tracks, .report.tracks = 2};
    job->tracks = (scene_tracks){.rocks = 2,
                                 .shown = 2 + count,
                                 .lines.features = features,
                                 .rows = {.count = 2 + count, .texts = texts},
                                 .meaning.what = "speed"};
    scene_word_subtitle(job);
    return job->page.subtitle;
}

Test(scene, subtitle_tells_fragments_from_rocks_released_together)
{
    static const char *const none[] = {"", "", ""}, *const apart[] = {"0", "0", "0"},
                             *const pieces[] = {"1", "1", "2"}, *const both[] = {"0", "0", "1"};
    scene_job *job = malloc(sizeof *job);
    cr_assert(job != NULL);
    cr_expect_str_eq(subtitle(job, none, 0), "Paths of 2 rocks, coloured by speed");
    cr_expect_str_eq(subtitle(job, apart, 3),
                     "Paths of 2 rocks and 3 released with them, coloured by speed");
    cr_expect_str_eq(subtitle(job, pieces, 3),
                     "Paths of 2 rocks and 3 fragments, coloured by speed");
    cr_expect_str_eq(subtitle(job, both, 3),
                     "Paths of 2 rocks, 2 released with them and 1 fragment, coloured by speed");
    free(job);
}
