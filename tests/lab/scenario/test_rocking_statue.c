// SPDX-License-Identifier: GPL-3.0-or-later
// Statues: mass properties of closed meshes and the facet they stand on.
#include "lab/scenario/rocking_statue.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path_of(const char *name)
{
    static char path[512];
    const char *folder = getenv("TALUS_TEST_TMP");
    (void)snprintf(path, sizeof path, "%s/%s", folder ? folder : ".", name);
    return path;
}

static const char *write_mesh(const char *name, const char *text)
{
    const char *path = path_of(name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    (void)fputs(text, file);
    (void)fclose(file);
    return path;
}

#define BOX_FACES "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
#define BOX_BASE "v 1 2 0\nv 1.4 2 0\nv 1.4 2.5 0\nv 1 2.5 0\n"

Test(rocking_statue, box_is_the_cuboid)
{
    rocking_statue s;
    talus_error error = {0};
    const char *path = write_mesh("statue_box.obj", BOX_BASE
                                  "v 1 2 1.6\nv 1.4 2 1.6\nv 1.4 2.5 1.6\nv 1 2.5 1.6\n" BOX_FACES);
    cr_assert_eq(rocking_statue_read(path, (double)NAN, &s, &error), TALUS_OK, "%s", error.message);
    const talus_spatial_block box = talus_spatial_cuboid(0.4 * 0.5 * 1.6, 0.2, 0.25, 0.8);
    cr_expect_float_eq(s.block.mass, box.mass, 1e-14);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            cr_expect_float_eq(s.block.inertia.m[i][j], box.inertia.m[i][j], 1e-14);
        }
    }
    cr_expect_eq(s.block.corner_count, 4);
    cr_expect_eq(s.base_points, 4);
    cr_expect_float_eq(s.top, 0.8, 1e-14);
    cr_expect_float_eq(s.block.corners[0].z, -0.8, 1e-14);
    cr_assert_eq(talus_spatial_block_check(&s.block, &error), TALUS_OK, "%s", error.message);
    for (size_t i = 0; i < 4; i++) {
        cr_expect_float_eq(fabs(s.block.corners[i].x), 0.2, 1e-14);
        cr_expect_float_eq(fabs(s.block.corners[i].y), 0.25, 1e-14);
    }
}

Test(rocking_statue, leaning_prism_has_its_own_centre_and_falls_when_it_leans_too_far)
{
    rocking_statue s;
    talus_error error = {0};
    // the top is shifted along x: the centre of mass by half of it
    const char *path =
        write_mesh("statue_lean.obj",
                   BOX_BASE "v 1.2 2 1.6\nv 1.6 2 1.6\nv 1.6 2.5 1.6\nv 1.2 2.5 1.6\n" BOX_FACES);
    cr_assert_eq(rocking_statue_read(path, (double)NAN, &s, &error), TALUS_OK, "%s", error.message);
    double near = 0.0, far = 0.0;
    for (size_t i = 0; i < 4; i++) {
        near = fmax(near, s.block.corners[i].x);
        far = fmin(far, s.block.corners[i].x);
    }
    cr_expect_float_eq(near, 0.1, 1e-14);
    cr_expect_float_eq(far, -0.3, 1e-14);
    // volume of a sheared box, product of inertia x z = m (0.2/1.6) h^2/12
    cr_expect_float_eq(s.block.mass, 0.32, 1e-14);
    cr_expect_float_eq(s.block.inertia.m[0][2], -0.32 * (0.2 / 1.6) * 1.6 * 1.6 / 12.0, 1e-14);
    path = write_mesh("statue_fall.obj", BOX_BASE
                      "v 1.5 2 1.6\nv 1.9 2 1.6\nv 1.9 2.5 1.6\nv 1.5 2.5 1.6\n" BOX_FACES);
    cr_expect_eq(rocking_statue_read(path, (double)NAN, &s, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "does not stand over"), "%s", error.message);
}

Test(rocking_statue, round_base_keeps_eight_corners_inside_it)
{
    enum { SIDES = 24 };
    static char text[8192];
    size_t used = 0;
    for (int level = 0; level < 2; level++) {
        for (int i = 0; i < SIDES; i++) {
            const double angle = 2.0 * TALUS_PI * i / SIDES;
            used += (size_t)snprintf(text + used, sizeof text - used, "v %.17g %.17g %d\n",
                                     0.3 * cos(angle), 0.3 * sin(angle), level);
        }
    }
    for (int i = 0; i < SIDES; i++) {
        const int next = (i + 1) % SIDES;
        used += (size_t)snprintf(text + used, sizeof text - used, "f %d %d %d %d\n", i + 1,
                                 next + 1, SIDES + next + 1, SIDES + i + 1);
    }
    for (int level = 0; level < 2; level++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "f");
        for (int i = 0; i < SIDES; i++) {
            used += (size_t)snprintf(text + used, sizeof text - used, " %d",
                                     level == 0 ? SIDES - i : SIDES + i + 1);
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    rocking_statue s;
    talus_error error = {0};
    const char *path = write_mesh("statue_round.obj", text);
    cr_assert_eq(rocking_statue_read(path, (double)NAN, &s, &error), TALUS_OK, "%s", error.message);
    cr_expect_eq(s.base_points, SIDES);
    cr_expect_eq(s.block.corner_count, 8);
    for (size_t i = 0; i < 8; i++) {
        const talus_vec3 c = s.block.corners[i];
        cr_expect_float_eq(sqrt(c.x * c.x + c.y * c.y), 0.3, 1e-12);
    }
}

Test(rocking_statue, meshes_that_are_no_bodies_are_refused)
{
    rocking_statue s;
    talus_error error = {0};
    const char *open = write_mesh("statue_open.obj", BOX_BASE
                                  "v 1 2 1\nv 1.4 2 1\nv 1.4 2.5 1\nv 1 2.5 1\n"
                                  "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    cr_expect_eq(rocking_statue_read(open, (double)NAN, &s, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "not closed"), "%s", error.message);
    const char *flat = write_mesh("statue_flat.obj",
                                  BOX_BASE "v 1 2 1\nv 1.4 2 1\nv 1.4 2.5 1\nv 1 2.5 1\n"
                                           "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
                                           "f 5 6 7 8\nf 5 6 6\n");
    cr_expect_eq(rocking_statue_read(flat, (double)NAN, &s, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "statue_flat.obj: triangle 13 of 13 has no area"),
                       "%s", error.message);
    // on its tip
    const char *tip =
        write_mesh("statue_tip.obj",
                   "v 0 0 0\nv 1 0 1\nv 0 1 1\nv -1 -1 1\nf 1 3 2\nf 1 4 3\nf 1 2 4\nf 2 3 4\n");
    cr_expect_eq(rocking_statue_read(tip, (double)NAN, &s, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "at least three"), "%s", error.message);
    cr_expect_neq(rocking_statue_read("absent.obj", (double)NAN, &s, &error), TALUS_OK);
}
