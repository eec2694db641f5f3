// SPDX-License-Identifier: GPL-3.0-or-later
// A piece as a rock in its own principal frame.
#include "physics/fracture/fracture.h"

#include <stdlib.h>
#include <string.h>

/// Radius and extents of the vertices.
static void measure(talus_rock *rock)
{
    talus_vec3 low = rock->vertices[0], high = low;
    for (size_t k = 0; k < rock->vertex_count; k++) {
        const talus_vec3 x = rock->vertices[k];
        low = vec3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
        high = vec3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
        rock->radius = fmax(rock->radius, vec3_norm(x));
    }
    rock->dimensions = vec3_sub(high, low);
}

talus_status fracture_piece_rock(const fracture_piece *piece, double density, talus_rock **rock,
                                 talus_vec3 *centre, talus_quat *rotation, talus_error *error)
{
    *rock = NULL;
    const fracture_mass mass = fracture_mass_of(piece);
    if (!(mass.volume > 0.0) || !(density > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a piece of %g m3 and %g kg/m3 cannot be a rock; expected both > 0",
                               mass.volume, density);
    }
    const size_t corners = piece->face_starts[piece->face_count];
    talus_rock *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->vertices = calloc(piece->vertex_count, sizeof *made->vertices);
        made->face_starts = calloc(piece->face_count + 1, sizeof *made->face_starts);
        made->face_vertices = calloc(corners, sizeof *made->face_vertices);
    }
    if (made == NULL || made->vertices == NULL || made->face_starts == NULL ||
        made->face_vertices == NULL) {
        talus_rock_destroy(made);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the pieces of a rock");
    }
    double moments[3];
    talus_mat3 axes;
    talus_mat3_symmetric_eigen(&mass.inertia, moments, &axes);
    for (size_t k = 0; k < piece->vertex_count; k++) {
        made->vertices[k] = mat3_tmulv(&axes, vec3_sub(piece->vertices[k], mass.centre));
    }
    memcpy(made->face_starts, piece->face_starts,
           (piece->face_count + 1) * sizeof *made->face_starts);
    memcpy(made->face_vertices, piece->corners, corners * sizeof *made->face_vertices);
    made->vertex_count = made->input_point_count = piece->vertex_count;
    made->face_count = piece->face_count;
    made->volume = mass.volume;
    made->mass = density * mass.volume;
    made->inertia = vec3_scale(density, vec3(moments[0], moments[1], moments[2]));
    measure(made);
    *centre = mass.centre;
    *rotation = quat_of_matrix(&axes);
    *rock = made;
    return TALUS_OK;
}
