// SPDX-License-Identifier: GPL-3.0-or-later
// Rock meshes and point clouds: every format as it is met, and written and read back.
#include "files_case.h"

#include <math.h>

static const talus_vec3 corners[5] = {{-1.0, -1.0, 0.0},
                                      {1.0, -1.0, 0.0},
                                      {1.0, 1.0, 0.0},
                                      {-1.0, 1.0, 0.0},
                                      {1.0 / 3.0, -2e-17, 1e6 + 0.1}};
static const uint32_t starts[6] = {0, 4, 7, 10, 13, 16};
static const uint32_t faces[16] = {0, 3, 2, 1, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};

static mesh_case round_trip(const char *name)
{
    mesh_case result = {.status = TALUS_OK};
    talus_error error = {0};
    const file_path path = temporary_path(name);
    cr_assert_eq(talus_mesh_write(path.text, corners, 5, starts, faces, 5, &error), TALUS_OK, "%s",
                 error.message);
    result.status = talus_mesh_read(path.text, &result.mesh, &result.error);
    (void)remove(path.text);
    cr_assert_eq(result.status, TALUS_OK, "%s: %s", name, result.error.message);
    return result;
}

static void expect_same_points(const talus_mesh *mesh)
{
    cr_assert_eq(mesh->point_count, 5);
    cr_expect_eq(memcmp(mesh->points, corners, sizeof corners), 0);
}

static void expect_triangles(const talus_mesh *mesh, const uint32_t *expected, size_t count)
{
    cr_assert_eq(mesh->triangle_count, count);
    cr_expect_eq(memcmp(mesh->triangles, expected, 3 * count * sizeof *expected), 0);
}

static const uint32_t fanned[18] = {0, 3, 2, 0, 2, 1, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};

Test(mesh, obj_is_read_back_to_the_last_bit)
{
    mesh_case got = round_trip("pyramid.obj");
    expect_same_points(&got.mesh);
    expect_triangles(&got.mesh, fanned, 6);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, ply_is_read_back_to_the_last_bit)
{
    mesh_case got = round_trip("pyramid.PLY");
    expect_same_points(&got.mesh);
    expect_triangles(&got.mesh, fanned, 6);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, xyz_is_read_back_to_the_last_bit_without_faces)
{
    mesh_case got = round_trip("pyramid.xyz");
    expect_same_points(&got.mesh);
    cr_expect_null(got.mesh.triangles);
    cr_expect_eq(got.mesh.triangle_count, 0);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, stl_is_read_back_in_single_precision_with_merged_points)
{
    mesh_case got = round_trip("pyramid.stl");
    cr_assert_eq(got.mesh.point_count, 5);
    cr_assert_eq(got.mesh.triangle_count, 6);
    for (size_t k = 0; k < 18; k++) {
        const talus_vec3 p = got.mesh.points[got.mesh.triangles[k]], q = corners[fanned[k]];
        cr_expect(fabs(p.x - q.x) < 6e-8 /* measured 1e-8 m */ && p.y == (double)(float)q.y);
        cr_expect_eq(p.z, (double)(float)q.z);
    }
    talus_mesh_clear(&got.mesh);
}

Test(mesh, faces_of_more_than_255_corners_are_written_to_ply)
{
    enum { SIDES = 300 };
    static talus_vec3 points[SIDES];
    static uint32_t ring[SIDES];
    const uint32_t two[2] = {0, SIDES};
    for (uint32_t k = 0; k < SIDES; k++) {
        points[k] = (talus_vec3){k, (double)k * k, 0.0};
        ring[k] = k;
    }
    const file_path path = temporary_path("ring.ply");
    talus_mesh mesh;
    cr_assert_eq(talus_mesh_write(path.text, points, SIDES, two, ring, 1, NULL), TALUS_OK);
    cr_assert_eq(talus_mesh_read(path.text, &mesh, NULL), TALUS_OK);
    (void)remove(path.text);
    cr_expect_eq(mesh.triangle_count, SIDES - 2);
    talus_mesh_clear(&mesh);
}

Test(mesh, obj_takes_all_forms_of_a_corner)
{
    mesh_case got = read_text_as("forms.obj", "\xEF\xBB\xBF# a comment\r\nmtllib none.mtl\r\n"
                                              "f 1 2/7 3//1\r\nv 0 0 0 1.0\r\nv 1 0 0\r\n"
                                              "v 0 1 0 0.5 0.5 0.5\r\nvt 0 0\r\nvn 0 0 1\r\n"
                                              "f -3/1/1 -2/1/1 \\\r\n -1/1/1 # last\r\n");
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    const uint32_t expected[6] = {0, 1, 2, 0, 1, 2};
    cr_expect_eq(got.mesh.point_count, 3);
    expect_triangles(&got.mesh, expected, 2);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, obj_without_faces_is_a_point_cloud)
{
    mesh_case got = read_text_as("points.obj", "v 1 2 3\nv 4 5 6");
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.mesh.point_count, 2);
    cr_expect_eq(got.mesh.points[1].z, 6.0);
    cr_expect_null(got.mesh.triangles);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, ascii_stl_merges_equal_points)
{
    mesh_case got = read_text_as("two.stl", "solid rock\n"
                                            " facet normal 0 0 1\n  outer loop\n"
                                            "   vertex 0 0 0\n   vertex 1e0 0 0\n   vertex 0 1 0\n"
                                            "  endloop\n endfacet\n"
                                            " FACET NORMAL 0 0 1\n  OUTER LOOP\n"
                                            "   VERTEX 1 0 -0.0\n   VERTEX 1 1 0\n"
                                            "   VERTEX 0 1 0\n  ENDLOOP\n ENDFACET\n"
                                            "endsolid rock\n\n");
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    const uint32_t expected[6] = {0, 1, 2, 1, 3, 2};
    cr_expect_eq(got.mesh.point_count, 4);
    expect_triangles(&got.mesh, expected, 2);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, binary_stl_is_known_by_its_size_even_when_it_begins_with_solid)
{
    unsigned char data[84 + 50] = "solid but binary";
    const unsigned char one[4] = {0, 0, 0x80, 0x3f};
    data[80] = 1;
    memcpy(data + 84 + 12 + 12, one, 4);     // second corner x = 1
    memcpy(data + 84 + 12 + 24 + 4, one, 4); // third corner y = 1
    mesh_case got = read_bytes_as("solid.stl", data, sizeof data);
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    cr_expect_eq(got.mesh.point_count, 3);
    cr_expect_eq(got.mesh.points[1].x, 1.0);
    cr_expect_eq(got.mesh.points[2].y, 1.0);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, ascii_ply_steps_over_foreign_elements_and_properties)
{
    mesh_case got = read_text_as(
        "foreign.ply", "ply\nformat ascii 1.0\ncomment by hand\nobj_info none\n"
                       "element camera 1\nproperty float fov\nproperty list uchar int tags\n"
                       "element face 1\nproperty uchar red\n"
                       "property list ushort short vertex_index\n"
                       "element vertex 4\nproperty uchar red\nproperty double z\n"
                       "property float y\nproperty float x\nproperty list int8 uint8 neighbours\n"
                       "element nothing 5\nend_header\n"
                       "0.5 2 7 8\n9 4 0 1 2 3\n"
                       "1 0 0 0 0\n1 0 0 1 1 5\n1 0 1 1 0\n1 3 1 0 2\n4 4\n");
    cr_assert_eq(got.status, TALUS_OK, "%s:%d %s", got.error.file, got.error.line,
                 got.error.message);
    const uint32_t expected[6] = {0, 1, 2, 0, 2, 3};
    cr_expect_eq(got.mesh.point_count, 4);
    cr_expect(got.mesh.points[3].x == 0.0 && got.mesh.points[3].y == 1.0 &&
              got.mesh.points[3].z == 3.0);
    expect_triangles(&got.mesh, expected, 2);
    talus_mesh_clear(&got.mesh);
}

/// Bytes of a value in either order.
static size_t put(unsigned char *at, uint64_t bits, size_t size, bool big)
{
    for (size_t i = 0; i < size; i++) {
        at[i] = (unsigned char)(bits >> 8 * (big ? size - 1 - i : i));
    }
    return size;
}

/// A triangle with double, float and int16 coordinates, a foreign list in front of its corners.
static mesh_case read_binary_ply(bool big, size_t cut)
{
    unsigned char data[1024];
    int header = snprintf((char *)data, sizeof data,
                          "ply\nformat binary_%s_endian 1.0\nelement vertex 3\n"
                          "property double x\nproperty float y\nproperty short z\n"
                          "element face 1\nproperty list uint double weights\n"
                          "property list uchar uint vertex_indices\nend_header\n",
                          big ? "big" : "little");
    size_t at = (size_t)header;
    for (int k = 0; k < 3; k++) {
        const double x = 0.1 * k;
        const float y = 2.5f * (float)(k == 2);
        uint64_t x_bits;
        uint32_t y_bits;
        memcpy(&x_bits, &x, sizeof x);
        memcpy(&y_bits, &y, sizeof y);
        at += put(data + at, x_bits, 8, big);
        at += put(data + at, y_bits, 4, big);
        at += put(data + at, (uint16_t)-k, 2, big);
    }
    at += put(data + at, 2, 4, big);
    at += put(data + at, 0, 8, big);
    at += put(data + at, 0, 8, big);
    data[at++] = 3;
    for (uint32_t k = 0; k < 3; k++) {
        at += put(data + at, 2 - k, 4, big);
    }
    return read_bytes_as("binary.ply", data, at - cut);
}

static void expect_binary_triangle(mesh_case got)
{
    cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
    const uint32_t expected[3] = {2, 1, 0};
    cr_assert_eq(got.mesh.point_count, 3);
    cr_expect_eq(got.mesh.points[2].x, 0.2);
    cr_expect_eq(got.mesh.points[2].y, 2.5);
    cr_expect_eq(got.mesh.points[2].z, -2.0);
    expect_triangles(&got.mesh, expected, 1);
    talus_mesh_clear(&got.mesh);
}

Test(mesh, binary_ply_is_read_in_little_endian_order)
{
    expect_binary_triangle(read_binary_ply(false, 0));
}

Test(mesh, binary_ply_is_read_in_big_endian_order)
{
    expect_binary_triangle(read_binary_ply(true, 0));
}

Test(mesh, binary_ply_cut_anywhere_is_refused_with_its_byte)
{
    for (size_t cut = 1; cut < 75; cut++) {
        const mesh_case got = read_binary_ply(cut % 2 == 0, cut);
        cr_assert_eq(got.status, TALUS_ERROR_INPUT, "cut %zu", cut);
        cr_expect_not_null(strstr(got.error.message, "byte "));
        cr_expect_not_null(strstr(got.error.message, "ends inside"), "%s", got.error.message);
        cr_expect_null(got.mesh.points);
    }
}

static const char *const clouds[] = {
    "1 2 3\n4 5 6\n",
    "2\n1 2 3 0.5 255 0 0\n4 5 6 0.1 0 0 0\n",
    "# x y z\n\n1\t2\t3 # first\n   4\t5\t6\t\n",
    "// by a scanner\n1,2,3\r\n4, 5, 6\r\n",
    "1;2;3\r4;5;6",
    "id,x,y,z,name\nA1,1,2,3,top\nA2,4,5,6,\n",
    "\"z\";\"y\";\"x\"\n3;2;1\n6;5;4\n",
    "east,north,height\n1e0,+2.,3.0\n4,.5e1,6\n",
};

Test(mesh, point_clouds_are_read_with_any_separator_count_line_and_heading)
{
    for (size_t k = 0; k < sizeof clouds / sizeof clouds[0]; k++) {
        mesh_case got = read_text_as(k % 2 == 0 ? "cloud.csv" : "cloud.PTS", clouds[k]);
        cr_assert_eq(got.status, TALUS_OK, "cloud %zu: %s", k, got.error.message);
        cr_assert_eq(got.mesh.point_count, 2, "cloud %zu", k);
        const talus_vec3 p = got.mesh.points[0], q = got.mesh.points[1];
        cr_expect(p.x == 1.0 && p.y == 2.0 && p.z == 3.0, "cloud %zu", k);
        cr_expect(q.x == 4.0 && q.y == 5.0 && q.z == 6.0, "cloud %zu", k);
        cr_expect_null(got.mesh.triangles);
        talus_mesh_clear(&got.mesh);
    }
}

Test(mesh, writing_refuses_what_no_reader_could_take)
{
    const talus_vec3 broken[1] = {{0.0, (double)NAN, 0.0}}, far[3] = {{1e39, 0.0, 0.0}};
    const uint32_t out_of_range[3] = {0, 1, 5}, triangle[2] = {0, 3};
    talus_error error = {0};
    const file_path obj = temporary_path("no.obj"), stl = temporary_path("no.stl"),
                    abc = temporary_path("no.abc");
    cr_expect_neq(talus_mesh_write(obj.text, broken, 1, NULL, NULL, 0, &error), TALUS_OK);
    cr_expect_not_null(strstr(error.message, "point 1"), "%s", error.message);
    cr_expect_neq(talus_mesh_write(obj.text, corners, 5, triangle, out_of_range, 1, &error),
                  TALUS_OK);
    cr_expect_not_null(strstr(error.message, "face 1"), "%s", error.message);
    cr_expect_neq(talus_mesh_write(obj.text, corners, 0, NULL, NULL, 0, &error), TALUS_OK);
    cr_expect_neq(talus_mesh_write(stl.text, corners, 5, NULL, NULL, 0, &error), TALUS_OK);
    cr_expect_neq(talus_mesh_write(stl.text, far, 3, triangle, faces, 1, &error), TALUS_OK);
    cr_expect_eq(talus_mesh_write(abc.text, corners, 5, starts, faces, 5, &error),
                 TALUS_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(error.message, ".obj, .stl, .ply or .xyz"), "%s", error.message);
    cr_expect(!file_exists(obj.text) && !file_exists(stl.text) && !file_exists(abc.text));
}

Test(mesh, the_mesh_and_the_point_cloud_of_a_measured_rock_agree)
{
    talus_mesh mesh, cloud;
    const char *const folder = TALUS_SOURCE_DIR "/tests/data/rocks/";
    char name[1024];
    (void)snprintf(name, sizeof name, "%sAZ-coarse_00002_1m3.obj", folder);
    cr_assert_eq(talus_mesh_read(name, &mesh, NULL), TALUS_OK);
    (void)snprintf(name, sizeof name, "%sAZ-coarse_00002_1m3.xyz", folder);
    cr_assert_eq(talus_mesh_read(name, &cloud, NULL), TALUS_OK);
    cr_expect(mesh.point_count == 642 && mesh.triangle_count == 1280);
    cr_assert_eq(cloud.point_count, mesh.point_count);
    cr_expect_eq(memcmp(cloud.points, mesh.points, 642 * sizeof *mesh.points), 0);
    talus_mesh_clear(&mesh);
    talus_mesh_clear(&cloud);
}
