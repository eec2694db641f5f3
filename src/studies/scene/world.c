// SPDX-License-Identifier: GPL-3.0-or-later
// Growing lists of what is drawn; faces in the light.
#include "studies/scene/scene.h"

#include <math.h>
#include <stdlib.h>

/// Room for one more. @return false without memory
static bool grow(void **items, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return true;
    }
    const size_t larger = *room > 0 ? 2 * *room : 256;
    void *moved = realloc(*items, larger * size);
    if (moved == NULL) {
        return false;
    }
    *items = moved;
    *room = larger;
    return true;
}

void scene_add_triangle(scene_world *world, const scene_triangle *triangle)
{
    void *items = world->triangles;
    if (grow(&items, world->triangle_count, &world->triangle_room, sizeof *triangle)) {
        world->triangles = items;
        world->triangles[world->triangle_count++] = *triangle;
    } else {
        world->failed = true;
    }
}

void scene_add_stroke(scene_world *world, const scene_stroke *stroke)
{
    void *items = world->strokes;
    if (grow(&items, world->stroke_count, &world->stroke_room, sizeof *stroke)) {
        world->strokes = items;
        world->strokes[world->stroke_count++] = *stroke;
    } else {
        world->failed = true;
    }
}

void scene_add_label(scene_world *world, const scene_label *label)
{
    void *items = world->labels;
    if (grow(&items, world->label_count, &world->label_room, sizeof *label)) {
        world->labels = items;
        world->labels[world->label_count++] = *label;
    } else {
        world->failed = true;
    }
}

void scene_add_face(scene_world *world, const double (*points)[3], size_t count, chart_rgb colour)
{
    double normal[3] = {0.0, 0.0, 0.0};
    for (size_t k = 0; k < count; k++) { // Newell's normal
        const double *a = points[k], *b = points[(k + 1) % count];
        normal[0] += (a[1] - b[1]) * (a[2] + b[2]);
        normal[1] += (a[2] - b[2]) * (a[0] + b[0]);
        normal[2] += (a[0] - b[0]) * (a[1] + b[1]);
    }
    const double length =
        sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    double facing = 0.0;
    for (int c = 0; c < 3; c++) {
        facing += length > 0.0 ? normal[c] / length * world->sun[c] : 0.0;
    }
    const double light =
        0.38 + 0.16 * (length > 0.0 ? normal[2] / length : 0.0) + 0.62 * fmax(facing, 0.0);
    scene_triangle triangle = {.colour = {fmin(light * colour.r, 1.0), fmin(light * colour.g, 1.0),
                                          fmin(light * colour.b, 1.0)},
                               .cover = 1.0F};
    for (size_t k = 1; k + 1 < count; k++) {
        for (int c = 0; c < 3; c++) {
            triangle.points[0][c] = (float)points[0][c];
            triangle.points[1][c] = (float)points[k][c];
            triangle.points[2][c] = (float)points[k + 1][c];
        }
        scene_add_triangle(world, &triangle);
    }
}

void scene_clear_world(scene_world *world)
{
    scene_clear_terrain(&world->terrain);
    free(world->triangles);
    free(world->strokes);
    free(world->labels);
}
