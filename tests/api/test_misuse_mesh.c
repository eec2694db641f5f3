// SPDX-License-Identifier: GPL-3.0-or-later
// mesh.h called wrongly.
#include "misuse.h"
#include "talus/mesh.h"

static talus_mesh mesh;
static const talus_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const talus_vec3 no_number[1] = {{NOTHING, 0, 0}};
static const uint32_t starts[2] = {0, 3}, beyond[3] = {0, 1, 9}, empty[2] = {0, 0};

static talus_status read_null(talus_error *error)
{
    return talus_mesh_read(NULL, &mesh, error);
}

static talus_status read_no_place(talus_error *error)
{
    return talus_mesh_read("rock.obj", NULL, error);
}

static talus_status read_absent(talus_error *error)
{
    return talus_mesh_read("absent.obj", &mesh, error);
}

static talus_status write_null(talus_error *error)
{
    return talus_mesh_write(NULL, points, 4, NULL, NULL, 0, error);
}

static talus_status write_no_points(talus_error *error)
{
    return talus_mesh_write("/absent/x.obj", NULL, 4, NULL, NULL, 0, error);
}

static talus_status write_none(talus_error *error)
{
    return talus_mesh_write("/absent/x.obj", points, 0, NULL, NULL, 0, error);
}

static talus_status write_nan(talus_error *error)
{
    return talus_mesh_write("/absent/x.obj", no_number, 1, NULL, NULL, 0, error);
}

static talus_status write_no_faces(talus_error *error)
{
    return talus_mesh_write("/absent/x.obj", points, 4, NULL, NULL, 1, error);
}

static talus_status write_no_corners(talus_error *error)
{
    return talus_mesh_write("/absent/x.obj", points, 4, starts, NULL, 1, error);
}

static talus_status write_corner_beyond(talus_error *error)
{
    return talus_mesh_write("/absent/x.obj", points, 4, starts, beyond, 1, error);
}

static talus_status write_empty_face(talus_error *error)
{
    return talus_mesh_write("/absent/x.obj", points, 4, empty, beyond, 1, error);
}

MISUSE_TABLE(mesh, REFUSED(read_null), REFUSED(read_no_place), REFUSED(read_absent),
             REFUSED(write_null), REFUSED(write_no_points), REFUSED(write_none), REFUSED(write_nan),
             REFUSED(write_no_faces), REFUSED(write_no_corners), REFUSED(write_corner_beyond),
             REFUSED(write_empty_face))

/// Functions without a status answer with nothing.
Test(misuse, mesh_without_status)
{
    talus_mesh_clear(NULL);
    talus_mesh_clear(&mesh);
    talus_free(NULL);
}

Test(mesh, another_extension_is_not_supported)
{
    talus_error error = {0};
    cr_expect_eq(talus_mesh_read("README.md", &mesh, &error), TALUS_ERROR_UNSUPPORTED);
    cr_expect_neq(error.message[0], 0);
}

Test(mesh, an_error_leaves_it_empty)
{
    talus_mesh found = {.point_count = 7};
    cr_expect_neq(talus_mesh_read("absent.obj", &found, NULL), TALUS_OK);
    cr_expect_eq(found.point_count, 0);
    cr_expect_null(found.points);
}
