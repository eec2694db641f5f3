// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks of files: points without faces, surfaces that are not closed, units, numbers that are too
// coarse where they stand.
#include "talus/mesh.h"
#include "talus/shape.h"

#include "files/files_case.h"

#include <math.h>
#include <string.h>

/// A box of 1 x 0.8 x 0.6 m by its corners: bit 0 is x, bit 1 y, bit 2 z.
static const double box[3] = {1.0, 0.8, 0.6};
static const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

typedef struct read_case {
    talus_status status;
    talus_rock *rock;
    talus_diagnostics *warnings;
    talus_error error;
} read_case;

static read_case read_bytes(const char *name, const char *bytes, size_t size, double unit)
{
    const file_path path = make_file(name, bytes, size);
    read_case c = {.warnings = talus_diagnostics_create()};
    c.status = talus_rock_read(path.text, unit, 2700.0, &c.rock, c.warnings, &c.error);
    remove(path.text);
    return c;
}

static void clear(read_case *c)
{
    talus_rock_destroy(c->rock);
    talus_diagnostics_destroy(c->warnings);
}

static bool has_said(const read_case *c, const char *phrase)
{
    bool has = false;
    for (size_t k = 0; k < talus_diagnostics_count(c->warnings); k++) {
        has = has || strstr(talus_diagnostics_get(c->warnings, k)->message, phrase) != NULL;
    }
    return has;
}

/// The box as OBJ, moved, with numbers of one form.
/// @param form f or g and its digits, as of printf
/// @param is_single the numbers have been 32-bit numbers
static char *obj_text(char *text, talus_vec3 place, const char *form, bool is_single)
{
    size_t used = 0;
    for (int k = 0; k < 8; k++) {
        const double x[3] = {place.x + (k & 1 ? box[0] : 0.0), place.y + (k & 2 ? box[1] : 0.0),
                             place.z + (k & 4 ? box[2] : 0.0)};
        used += (size_t)sprintf(text + used, "v");
        for (int i = 0; i < 3; i++) {
            used += (size_t)sprintf(text + used, " ");
            const double value = is_single ? (double)(float)x[i] : x[i];
            used += (size_t)(form[0] == 'f' ? sprintf(text + used, "%.*f", atoi(form + 1), value)
                                            : sprintf(text + used, "%.*g", atoi(form + 1), value));
        }
        used += (size_t)sprintf(text + used, "\n");
    }
    for (int f = 0; f < 6; f++) {
        used += (size_t)sprintf(text + used, "f %d %d %d %d\n", faces[f][0] + 1, faces[f][1] + 1,
                                faces[f][2] + 1, faces[f][3] + 1);
    }
    return text;
}

static read_case read_obj(const char *text, double unit)
{
    return read_bytes("rock.obj", text, strlen(text), unit);
}

static const talus_vec3 origin = {0.0, 0.0, 0.0}, far = {2600000.0, 1200000.0, 1500.0};

Test(mesh_rock, the_hull_of_an_l_is_compared_with_the_mesh)
{
    read_case c = read_obj("v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
                           "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
                           "f 1 6 5 4 3 2\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\n"
                           "f 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n",
                           1.0);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_float_eq(c.rock->volume, 3.5, 1e-14);
    cr_expect_float_eq(c.rock->hull_volume_change, 0.5 / 3.0, 1e-14);
    cr_expect_eq(talus_diagnostics_count(c.warnings), 0);
    clear(&c);
}

Test(mesh_rock, points_without_faces_are_left_out_and_said)
{
    char text[2048] = "v -9 0 0\n";
    // faces name points from the end, so that the stray ones move nothing
    size_t used = strlen(text);
    obj_text(text + used, origin, "f3", false);
    *strstr(text, "f ") = '\0';
    used = strlen(text);
    for (int f = 0; f < 6; f++) {
        used += (size_t)sprintf(text + used, "f %d %d %d %d\n", faces[f][0] - 8, faces[f][1] - 8,
                                faces[f][2] - 8, faces[f][3] - 8);
    }
    sprintf(text + used, "v 50 50 50\n");
    read_case c = read_obj(text, 1.0);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_float_eq(c.rock->volume, 0.48, 1e-14);
    cr_expect_eq(c.rock->input_point_count, 8);
    cr_expect(has_said(&c, "2 of the 10 points belong to no face"));
    cr_expect_eq(talus_diagnostics_count(c.warnings), 1);
    clear(&c);
}

Test(mesh_rock, a_surface_that_is_not_closed_is_not_compared)
{
    static const struct {
        const char *without, *with, *said;
    } cases[] = {
        // a lid is missing
        {"f 5 6 8 7\n", "", "a face is missing at 4 edges"},
        // bottom and lid are missing: the area vectors of the tube add up to nothing
        {"f 1 3 4 2\nf 5 6 8 7\n", "", "a face is missing at 8 edges"},
        {"f 5 6 8 7\n", "f 5 7 8 6\n", "faces point in and out at 4 edges"},
        {"f 5 6 8 7\n", "f 5 6 8\n", "a face is missing at 3 edges"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        char text[2048], changed[2048];
        obj_text(text, origin, "f3", false);
        char *at = strstr(text, cases[k].without);
        cr_assert_not_null(at);
        *at = '\0';
        sprintf(changed, "%s%s%s", text, cases[k].with, at + strlen(cases[k].without));
        read_case c = read_obj(changed, 1.0);
        cr_assert_eq(c.status, TALUS_OK, "case %zu: %s", k, c.error.message);
        cr_expect_eq(c.rock->hull_volume_change, 0.0);
        cr_expect(has_said(&c, cases[k].said), "case %zu: %s", k,
                  talus_diagnostics_count(c.warnings) > 0
                      ? talus_diagnostics_get(c.warnings, 0)->message
                      : "nothing");
        clear(&c);
    }
}

Test(mesh_rock, faces_that_all_point_inwards_are_compared)
{
    char text[2048];
    obj_text(text, origin, "f3", false);
    *strstr(text, "f ") = '\0';
    size_t used = strlen(text);
    for (int f = 0; f < 6; f++) {
        used += (size_t)sprintf(text + used, "f %d %d %d %d\n", faces[f][3] + 1, faces[f][2] + 1,
                                faces[f][1] + 1, faces[f][0] + 1);
    }
    read_case c = read_obj(text, 1.0);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(talus_diagnostics_count(c.warnings), 0);
    cr_expect(fabs(c.rock->hull_volume_change) < 1e-14);
    clear(&c);
}

Test(mesh_rock, texts_with_too_few_digits_far_away_are_said)
{
    static const struct {
        talus_vec3 place;
        const char *form;
        bool is_single;
        const char *said; ///< NULL: nothing
    } cases[] = {
        {{2600000.0, 1200000.0, 1500.0}, "f3", false, NULL},
        {{2600000.0, 1200000.0, 1500.0}, "g9", false, "x in steps of 1 m"},
        {{2600000.0, 1200000.0, 1500.0}, "f6", true, "x in steps of 0.25 m"},
        {{2600000.3, 1200000.7, 1500.2}, "g17", true, "x in steps of 0.25 m"},
        {{2600000.2, 1200000.1, 1500.0}, "f1", false, "z in steps of 0.1 m"},
        {{2600000.0, 1200000.0, 1500.0}, "g7", false, "in steps of 1 m"},
        {{500000.3, 5200000.3, 0.2}, "f6", true, "y in steps of 0.5 m"},
        {{0.0, 0.0, 0.0}, "f1", false, NULL},
        {{12.5, -3.25, 7.0}, "f6", true, NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        char text[2048];
        obj_text(text, cases[k].place, cases[k].form, cases[k].is_single);
        read_case c = read_obj(text, 1.0);
        const char *found = c.status != TALUS_OK ? c.error.message
                            : talus_diagnostics_count(c.warnings) > 0
                                ? talus_diagnostics_get(c.warnings, 0)->message
                                : NULL;
        if (cases[k].said == NULL) {
            cr_expect_null(found, "case %zu: %s", k, found);
        } else {
            cr_expect(found != NULL && strstr(found, cases[k].said), "case %zu: %s", k,
                      found != NULL ? found : "nothing");
            cr_expect(found != NULL && strstr(found, "subtract a corner such as"));
        }
        clear(&c);
    }
}

/// Written with two decimals, the coordinates of these points are whole metres or quarters of them: 32-bit numbers by
/// the header alone.
Test(mesh_rock, a_header_of_32_bits_counts_more_than_decimals)
{
    for (int k = 0; k < 2; k++) {
        char text[2048];
        size_t used = (size_t)sprintf(text, "ply\nformat ascii 1.0\nelement vertex 8\n");
        for (int axis = 0; axis < 3; axis++) {
            used += (size_t)sprintf(text + used, "property %s %c\n", k == 0 ? "float" : "double",
                                    "xyz"[axis]);
        }
        used += (size_t)sprintf(text + used, "end_header\n");
        for (int i = 0; i < 8; i++) {
            used += (size_t)sprintf(text + used, "%.2f %.2f %.2f\n", 2600000.0 + (i & 1),
                                    1200000.0 + 0.75 * (i >> 1 & 1), 1500.1 + 0.6 * (i >> 2));
        }
        const file_path path = make_text("float.ply", text);
        talus_mesh mesh = {0};
        cr_assert_eq(talus_mesh_read(path.text, &mesh, NULL), TALUS_OK);
        remove(path.text);
        cr_expect_float_eq(mesh.step.x, k == 0 ? 0.25 : 0.01, 1e-12, "%g", mesh.step.x);
        cr_expect_float_eq(mesh.step.z, 0.01, 1e-12, "%g", mesh.step.z);
        talus_mesh_clear(&mesh);
    }
}

static void put_single(char *at, double x, bool is_big)
{
    const float value = (float)x;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 4; i++) {
        at[is_big ? 3 - i : i] = (char)(bits >> 8 * i);
    }
}

/// The points of the box as a PLY of floats or doubles.
static size_t ply_points(char *bytes, talus_vec3 place, bool is_big, bool is_double)
{
    size_t used = (size_t)sprintf(
        bytes,
        "ply\nformat binary_%s_endian 1.0\nelement vertex 8\nproperty %s x\nproperty %s y\n"
        "property %s z\nend_header\n",
        is_big ? "big" : "little", is_double ? "double" : "float", is_double ? "double" : "float",
        is_double ? "double" : "float");
    for (int k = 0; k < 8; k++) {
        const double x[3] = {place.x + (k & 1 ? box[0] : 0.0), place.y + (k & 2 ? box[1] : 0.0),
                             place.z + (k & 4 ? box[2] : 0.0)};
        for (int i = 0; i < 3; i++) {
            if (is_double) {
                memcpy(bytes + used, &x[i], sizeof x[i]); // little endian
            } else {
                put_single(bytes + used, x[i], is_big);
            }
            used += is_double ? 8 : 4;
        }
    }
    return used;
}

static size_t stl_bytes(char *bytes, talus_vec3 place)
{
    memset(bytes, 0, 84 + 12 * 50);
    bytes[80] = 12;
    char *at = bytes + 84;
    for (int f = 0; f < 6; f++) {
        for (int half = 0; half < 2; half++, at += 50) {
            const int corner[3] = {faces[f][0], faces[f][1 + half], faces[f][2 + half]};
            for (int c = 0; c < 3; c++) {
                put_single(at + 12 + 12 * c, place.x + (corner[c] & 1 ? box[0] : 0.0), false);
                put_single(at + 16 + 12 * c, place.y + (corner[c] & 2 ? box[1] : 0.0), false);
                put_single(at + 20 + 12 * c, place.z + (corner[c] & 4 ? box[2] : 0.0), false);
            }
        }
    }
    return 84 + 12 * 50;
}

Test(mesh_rock, numbers_of_32_bits_far_away_are_said)
{
    char bytes[2048];
    for (int k = 0; k < 8; k++) {
        const bool is_far = k & 1;
        const talus_vec3 place = is_far ? far : origin;
        const bool is_stl = k / 2 == 0, is_double = k / 2 == 3;
        const size_t size =
            is_stl ? stl_bytes(bytes, place) : ply_points(bytes, place, k / 2 == 1, is_double);
        read_case c = read_bytes(is_stl ? "rock.stl" : "rock.ply", bytes, size, 1.0);
        cr_assert_eq(c.status, TALUS_OK, "case %d: %s", k, c.error.message);
        cr_expect_eq(has_said(&c, "x in steps of 0.25 m"), is_far && !is_double, "case %d", k);
        cr_expect_eq(talus_diagnostics_count(c.warnings), is_far && !is_double, "case %d", k);
        clear(&c);
    }
}

Test(mesh_rock, a_rock_that_far_digits_press_flat_is_an_error_with_the_reason)
{
    char text[2048];
    obj_text(text, far, "g6", false);
    read_case c = read_obj(text, 1.0);
    cr_expect_eq(c.status, TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(c.error.message, "lie in one plane"), "%s", c.error.message);
    cr_expect_not_null(strstr(c.error.message, "in steps of"), "%s", c.error.message);
    clear(&c);
}

Test(mesh_rock, units_scale_points_and_steps)
{
    static const double volumes[] = {1.0, 1e-6, 1e-9, 0.028316846592, 0.028317016493, 1.6387064e-5};
    char text[2048];
    obj_text(text, (talus_vec3){2600000000.0, 1200000000.0, 0.0}, "g9", false);
    cr_assert_null(talus_mesh_unit_names()[6]);
    for (size_t k = 0; k < 6; k++) {
        char plain[2048];
        obj_text(plain, origin, "f3", false);
        read_case c = read_obj(plain, talus_mesh_unit(k));
        cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
        cr_expect_float_eq(c.rock->volume / (0.48 * volumes[k]), 1.0, 1e-9, "%s",
                           talus_mesh_unit_names()[k]);
        cr_expect_eq(c.rock->hull_volume_change < 1e-12, true);
        clear(&c);
    }
    talus_mesh mesh = {0};
    const file_path path = make_text("far.xyz", "2600000.25 1 2\n2600001.00 2 3\n");
    cr_assert_eq(talus_mesh_read(path.text, &mesh, NULL), TALUS_OK);
    remove(path.text);
    cr_expect_float_eq(mesh.step.x, 0.25, 1e-12);
    cr_expect_float_eq(mesh.step.y, 1.0, 1e-12);
    cr_expect_eq(talus_mesh_scale(&mesh, 0.001, NULL), TALUS_OK);
    cr_expect_float_eq(mesh.step.x, 2.5e-4, 1e-15);
    cr_expect_float_eq(mesh.points[1].x, 2600.001, 1e-12);
    cr_expect_eq(talus_mesh_scale(&mesh, 0.0, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_mesh_scale(&mesh, (double)NAN, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_mesh_scale(NULL, 1.0, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_mesh_scale(&mesh, 1e308, NULL), TALUS_ERROR_INPUT);
    cr_expect(isnan(talus_mesh_unit(6)));
    talus_mesh_clear(&mesh);
    talus_error error = {0};
    cr_expect_eq(talus_rock_read("rock.obj", 1.0, 2700.0, NULL, NULL, &error),
                 TALUS_ERROR_ARGUMENT);
}
