// SPDX-License-Identifier: GPL-3.0-or-later
// Faces for bodies that are given by vertices, mass and moments.
#include "cases/evaluate/bodies_evaluate.h"
#include "physics/shape/hull.h"

#include <stdlib.h>

talus_status bodies_add_faces(talus_rock *rock, talus_error *error)
{
    shape_hull hull = {0};
    const talus_status status = shape_hull_make(rock->vertices, rock->vertex_count, &hull, error);
    if (status != TALUS_OK) {
        return status;
    }
    // ascending: what is overwritten has been read
    for (size_t k = 0; k < hull.vertex_count; k++) {
        rock->vertices[k] = rock->vertices[hull.points[k]];
    }
    rock->vertex_count = hull.vertex_count;
    free(rock->face_starts);
    free(rock->face_vertices);
    rock->face_count = hull.face_count;
    rock->face_starts = hull.face_starts;
    rock->face_vertices = hull.face_vertices;
    hull.face_starts = hull.face_vertices = NULL;
    shape_hull_clear(&hull);
    return TALUS_OK;
}
