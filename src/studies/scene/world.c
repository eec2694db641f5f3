// SPDX-License-Identifier: GPL-3.0-or-later
// Growing lists of what is drawn; faces in the light.
#include "studies/scene/scene.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>

void scene_add_triangle(scene_world *world, const scene_triangle *triangle)
{
    if (array_reserve(&world->triangles, &world->triangle_room, world->triangle_count + 1,
                      sizeof *triangle)) {
        world->triangles[world->triangle_count++] = *triangle;
    } else {
        world->failed = true;
    }
}

void scene_add_stroke(scene_world *world, const scene_stroke *stroke)
{
    if (array_reserve(&world->strokes, &world->stroke_room, world->stroke_count + 1,
                      sizeof *stroke)) {
        world->strokes[world->stroke_count++] = *stroke;
    } else {
        world->failed = true;
    }
}

void scene_add_label(scene_world *world, const scene_label *label)
{
    if (array_reserve(&world->labels, &world->label_room, world->label_count + 1, sizeof *label)) {
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
