// SPDX-License-Identifier: GPL-3.0-or-later
// Broken rock files: each is refused with its place, what was found and what was expected.
#include "files_case.h"

typedef struct broken_file {
    const char *name;
    const char *text;
    int line;         ///< expected in the error
    const char *said; ///< a phrase of its message
} broken_file;

#define PLY_START "ply\nformat ascii 1.0\n"
#define PLY_XYZ "property float x\nproperty float y\nproperty float z\n"
#define PLY_FACE "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
#define STL_START "solid\nfacet normal 0 0 1\nouter loop\n"

static const broken_file files[] = {
    {"a.obj", "v 0 0 0\nv 0 nan 0\n", 2, "'nan', expected a finite number"},
    {"a.obj", "v 0 0 0\nv 0 1e999 0\n", 2, "'1e999'"},
    {"a.obj", "v 0 0x1p3 0\n", 1, "'0x1p3'"},
    {"a.obj", "v 0,5 1 2\n", 1, "'0,5'"},
    {"a.obj", "\n\nv 0 1\n", 3, "found 2 numbers"},
    {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", 4, "face corner 4: expected"},
    {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", 4, "face corner 0: expected"},
    {"a.obj", "v 0 0 0\nf -1 -2 -3\nv 1 0 0\nv 0 1 0\n", 2, "face corner -2: expected"},
    {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", 4, "2 corners"},
    {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 1e300\n", 4, "'1e300'"},
    {"a.obj", "v 0 0 0\nf 1 \\\n 1 \\\n x\nv 0 0 z\n", 2, "'x'"},
    {"a.obj", "v 0 0 0\nf 1 \\\n 1 \\\n 1\nv 0 0 z\n", 5, "'z'"},
    {"a.obj", "# nothing\n", 0, "no points"},
    {"a.stl", STL_START "vertex 0 0 inf\n", 4, "'inf'"},
    {"a.stl", STL_START "vertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\n", 7, "after 2 vertices"},
    {"a.stl", STL_START "vertex 0 0 0\n", 4, "without 'endsolid'"},
    {"a.stl", STL_START "vertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\n", 7, "'vertex'"},
    {"a.stl", STL_START "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n", 8,
     "without 'endsolid'"},
    {"a.stl", "solid\nvertex 0 0 0\nendsolid\n", 2, "expected 'facet'"},
    {"a.stl", "solid\nendsolid\n", 0, "no triangles"},
    {"a.stl", "not a mesh at all", 0, "byte 17: the file ends inside the header"},
    {"a.ply", "plx\n", 1, "expected 'ply'"},
    {"a.ply", "ply\nformat binary_middle_endian 1.0\n", 2, "'binary_middle_endian'"},
    {"a.ply", "ply\nelement vertex 1\n" PLY_XYZ "end_header\n0 0 0\n", 6, "'end_header'"},
    {"a.ply", PLY_START "element vertex 1\n" PLY_XYZ, 6, "inside the PLY header"},
    {"a.ply", PLY_START "element vertex -1\n", 3, "'-1'"},
    {"a.ply", PLY_START "element vertex 1e20\n", 3, "'1e20'"},
    {"a.ply", PLY_START "property float x\n", 3, "before any element"},
    {"a.ply", PLY_START "element vertex 1\nproperty float128 x\n", 4, "'float128'"},
    {"a.ply", PLY_START "element face 1\nproperty list float int a\n", 4, "'float'"},
    {"a.ply", PLY_START "element face 1\nproperty list int float vertex_index\n", 4,
     "whole numbers"},
    {"a.ply", PLY_START "element vertex 1\nproperty float x\nend_header\n0\n", 5, "x, y and z"},
    {"a.ply", PLY_START "element tristrips 1\n", 3, "strips"},
    {"a.ply", PLY_START "element vertex 4000000000\n" PLY_XYZ "end_header\n0 0 0\n", 8,
     "ends inside vertex 2 of the 4000000000"},
    {"a.ply", PLY_START "element vertex 2\n" PLY_XYZ "end_header\n0 0 0\n0 nan 0\n", 9, "'nan'"},
    {"a.ply", PLY_START "element vertex 1\n" PLY_XYZ "end_header\n0 0 0\n1\n", 9, "data after"},
    {"a.ply", PLY_START "element vertex 1\n" PLY_XYZ PLY_FACE "0 0 0\n3 0 0 1\n", 11,
     "corner 1, expected a whole number from 0 to below 1"},
    {"a.ply", PLY_START "element vertex 1\n" PLY_XYZ PLY_FACE "0 0 0\n3 0 0 -1\n", 11, "corner -1"},
    {"a.ply", PLY_START "element vertex 1\n" PLY_XYZ PLY_FACE "0 0 0\n2 0 0\n", 11, "2 corners"},
    {"a.ply", PLY_START "element vertex 1\n" PLY_XYZ PLY_FACE "0 0 0\n4000000000 0 0 0\n", 11,
     "ends inside face 1 of the 1"},
    {"a.xyz", "1 2 3\n4 5\n", 2, "found 2 fields"},
    {"a.xyz", "1 2 3\n4 5 n/a\n", 2, "'n/a'"},
    {"a.xyz", "nan 2 3\n", 1, "'nan'"},
    {"a.xyz", "3\n1 2 3\n4 5 6\n", 1, "promises 3 points, the file holds 2"},
    {"a.txt", "1,5 2,5 3,5\n", 1, "different separators"},
    {"a.csv", "1,5;2,5;3,5\n", 1, "different separators"},
    {"a.csv", "1,,2,3\n", 1, "different separators"},
    {"a.csv", "x,y,z\n1,2,\n", 2, "found 2 fields"},
    {"a.csv", "x,y,z\na,b,c\n", 2, "'a'"},
    {"a.pts", "# nothing\n", 0, "no points"},
};

Test(broken_mesh, each_is_refused_at_its_line_with_the_reason)
{
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        const mesh_case got = read_text_as(files[k].name, files[k].text);
        cr_expect_eq(got.status, TALUS_ERROR_INPUT, "file %zu of kind %s was read", k,
                     files[k].name);
        cr_expect_eq(got.error.line, files[k].line, "file %zu: line %d, %s", k, got.error.line,
                     got.error.message);
        cr_expect_not_null(strstr(got.error.message, files[k].said), "file %zu: %s", k,
                           got.error.message);
        cr_expect_not_null(strstr(got.error.file, files[k].name));
        cr_expect(got.mesh.points == NULL && got.mesh.triangles == NULL);
    }
}

static const char *const extensions[] = {"a.obj", "a.stl", "a.ply", "a.xyz",
                                         "a.pts", "a.txt", "a.csv"};

Test(broken_mesh, empty_files_and_pointers_are_refused_in_every_format)
{
    static const char pointer[] = "version https://git-lfs.github.com/spec/v1\n"
                                  "oid sha256:0\nsize 12\n";
    for (size_t k = 0; k < sizeof extensions / sizeof extensions[0]; k++) {
        cr_expect_not_null(strstr(read_text_as(extensions[k], "").error.message, "empty"));
        cr_expect_not_null(strstr(read_text_as(extensions[k], " \r\n\t\n").error.message, "empty"));
        cr_expect_not_null(strstr(read_text_as(extensions[k], pointer).error.message, "git lfs"));
    }
}

Test(broken_mesh, bytes_without_sense_are_refused_in_every_format)
{
    unsigned char noise[4096];
    for (uint32_t seed = 0; seed < 20; seed++) {
        for (uint32_t k = 0; k < sizeof noise; k++) {
            noise[k] = (unsigned char)talus_random_bits(7, seed, k);
        }
        for (size_t k = 0; k < sizeof extensions / sizeof extensions[0]; k++) {
            const mesh_case got = read_bytes_as(extensions[k], noise, sizeof noise);
            cr_expect_eq(got.status, TALUS_ERROR_INPUT, "%s", extensions[k]);
        }
    }
}

Test(broken_mesh, an_unknown_extension_lists_the_known_ones)
{
    static const char *const names[] = {"rock.abc", "rock", "rock."};
    for (size_t k = 0; k < 3; k++) {
        const mesh_case got = read_text_as(names[k], "v 0 0 0\n");
        cr_expect_eq(got.status, TALUS_ERROR_UNSUPPORTED);
        cr_expect_not_null(strstr(got.error.message, ".obj, .stl, .ply"), "%s", got.error.message);
        cr_expect_not_null(strstr(got.error.message, ".xyz, .pts, .txt, .csv"));
    }
}

Test(broken_mesh, a_missing_file_is_an_io_error)
{
    talus_mesh mesh;
    cr_expect_eq(talus_mesh_read("/nowhere/at/all.obj", &mesh, NULL), TALUS_ERROR_INPUT);
    cr_expect_null(mesh.points);
}

Test(broken_mesh, binary_stl_of_another_size_than_its_count_is_refused)
{
    unsigned char data[84 + 50 + 1] = {0};
    static const size_t sizes[] = {84, 84 + 49, 84 + 51};
    data[80] = 1;
    for (size_t k = 0; k < 3; k++) {
        const mesh_case got = read_bytes_as("size.stl", data, sizes[k]);
        cr_expect_eq(got.status, TALUS_ERROR_INPUT);
        cr_expect_not_null(strstr(got.error.message, "byte 80: a binary STL of 1 triangles is 134"),
                           "%s", got.error.message);
    }
}

Test(broken_mesh, binary_stl_with_a_nan_names_the_byte)
{
    unsigned char data[84 + 50] = {0};
    data[80] = 1;
    data[84 + 12 + 12 + 2] = data[84 + 12 + 12 + 3] = 0xff;
    const mesh_case got = read_bytes_as("nan.stl", data, sizeof data);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "byte 108: corner 2 of triangle 1"), "%s",
                       got.error.message);
}

Test(broken_mesh, a_huge_count_in_a_binary_header_costs_no_memory)
{
    static const char stl_count[4] = {-1, -1, -1, -1};
    char data[84] = {0};
    memcpy(data + 80, stl_count, 4);
    cr_expect_eq(read_bytes_as("huge.stl", data, sizeof data).status, TALUS_ERROR_INPUT);
    static const char ply[] = "ply\nformat binary_little_endian 1.0\nelement vertex 4294967295\n"
                              "property double x\nproperty double y\nproperty double z\n"
                              "end_header\nabc";
    const mesh_case got = read_text_as("huge.ply", ply);
    cr_expect_eq(got.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(got.error.message, "inside vertex 1 of the 4294967295"));
}
