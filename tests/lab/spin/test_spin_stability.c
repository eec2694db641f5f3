// SPDX-License-Identifier: GPL-3.0-or-later
// Linearised steps, and the files that the spin study writes.
#include "foundation/files/files.h"
#include "lab/spin/spin.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const talus_vec3 cuboid = {5.0 / 12, 10.0 / 12, 13.0 / 12};

Test(spin_eigen, of_the_explicit_step_are_those_of_the_formula)
{
    static const talus_vec3 bodies[] = {
        {5.0 / 12, 10.0 / 12, 13.0 / 12}, {52.31, 52.31, 83.34}, {3, 2, 1.2}, {1, 1, 1}};
    static const double steps[] = {1e-3, 0.01, 0.05, 0.2};
    for (size_t b = 0; b < 4; b++) {
        for (int axis = 0; axis < 3; axis++) {
            for (size_t k = 0; k < 4; k++) {
                const spin_eigen measured =
                    spin_eigen_measured(TALUS_SCHEME_EXPLICIT, bodies[b], axis, -7, steps[k]);
                const spin_eigen formula = spin_eigen_explicit(bodies[b], axis, -7, steps[k]);
                // measured 4e-12
                cr_expect_float_eq(measured.modulus, formula.modulus, 5e-11,
                                   "body %zu axis %d step %g: %.14f, formula %.14f", b, axis,
                                   steps[k], measured.modulus, formula.modulus);
            }
        }
    }
}

Test(spin_eigen, of_the_published_example)
{
    const spin_eigen measured = spin_eigen_measured(TALUS_SCHEME_EXPLICIT, cuboid, 2, 10, 0.01);
    const spin_eigen formula = spin_eigen_explicit(cuboid, 2, 10, 0.01);
    cr_expect_float_eq(measured.modulus, 1.01047664, 5e-9);
    cr_expect_float_eq(formula.modulus, 1.01047664, 5e-9);
    cr_expect_neq(formula.imaginary[0], 0);
    // |lambda|^2 = 1 + dt^2 Omega^2 C (C^2 - (A^2 + B^2)/2) / D
    const double a = cuboid.x, b = cuboid.y, c = cuboid.z;
    const double det = c * (a * b + 0.01 * (a + b) * (a + b) / 4);
    const double square = 1 + 0.01 * c * (c * c - 0.5 * (a * a + b * b)) / det;
    cr_expect_float_eq(formula.modulus, sqrt(square), 1e-14);
    cr_expect_float_eq(formula.growth, log(formula.modulus) * 2 * TALUS_PI / 0.1, 1e-12);
}

Test(spin_eigen, of_midpoint_lie_on_the_circle_about_stable_axes_only)
{
    for (int axis = 0; axis < 3; axis++) {
        const spin_eigen eigen = spin_eigen_measured(TALUS_SCHEME_MIDPOINT, cuboid, axis, 10, 0.01);
        if (axis == 1) {
            cr_expect_gt(eigen.modulus, 1.04);
            // (1 + z/2) / (1 - z/2) of the body's exponent z
            const double z =
                0.1 * sqrt((cuboid.y - cuboid.x) * (cuboid.z - cuboid.y) / (cuboid.x * cuboid.z));
            cr_expect_float_eq(eigen.modulus, (1 + z / 2) / (1 - z / 2), 1e-11);
        } else {
            cr_expect_float_eq(eigen.modulus, 1, 1e-11); // measured 2e-13
        }
    }
}

Test(spin_eigen, of_schemes_tend_to_the_bodys)
{
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        for (int axis = 0; axis < 3; axis++) {
            const spin_eigen measured =
                spin_eigen_measured((talus_scheme)k, cuboid, axis, 10, 1e-4);
            const spin_eigen body = spin_eigen_body(cuboid, axis, 10, 1e-4);
            // dt^2 Omega^2 = 1e-6
            cr_expect_float_eq(measured.modulus, body.modulus, 2e-6, "%s axis %d",
                               talus_scheme_name((talus_scheme)k), axis);
        }
    }
}

static size_t size_of(const char *directory, const char *name, const char *part)
{
    char path[700];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    char *text = NULL;
    size_t size = 0;
    cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK, "%s", path);
    cr_expect_not_null(strstr(text, part), "no \"%s\" in %s", part, name);
    free(text);
    return size;
}

/// What the directory of the test is written with.
static const talus_spin_history *written;
static const talus_spin_case *written_case;

static talus_status claim_all(void *user, talus_directory *directory, talus_error *error)
{
    talus_scheme schemes[TALUS_SCHEME_COUNT];
    (void)user;
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        schemes[k] = (talus_scheme)k;
    }
    return spin_claim(directory, schemes, TALUS_SCHEME_COUNT, error);
}

static talus_status write_all(void *user, talus_directory *directory, talus_error *error)
{
    (void)user;
    const talus_status status =
        spin_write_tables(directory, written_case, written, TALUS_SCHEME_COUNT, error);
    return status == TALUS_OK
               ? spin_write_charts(directory, written_case, written, TALUS_SCHEME_COUNT, error)
               : status;
}

static void write_directory(const char *path)
{
    const talus_contributor spin = {
        .size = sizeof spin, .name = "spin", .claim = claim_all, .write = write_all};
    const talus_directory_options options = {.size = sizeof options, .overwrite = true};
    talus_directory *directory = NULL;
    cr_assert_eq(talus_directory_open(path, &options, &directory, NULL), TALUS_OK);
    cr_assert_eq(talus_directory_prepare(directory, &spin, 1, NULL), TALUS_OK);
    cr_assert_eq(talus_directory_write(directory, &spin, 1, false, NULL), TALUS_OK);
    talus_directory_close(directory);
}

Test(spin_files, hold_histories_and_charts)
{
    const char *tmp = getenv("TALUS_TEST_TMP");
    char directory[600];
    (void)snprintf(directory, sizeof directory, "%s/spin_files", tmp != NULL ? tmp : "/tmp");
    const talus_spin_case one = {cuboid, {1e-3, 1e-3, 10}, 0.01, 20};
    talus_spin_history histories[TALUS_SCHEME_COUNT];
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        cr_assert_eq(talus_spin_run(&one, (talus_scheme)k, &histories[k], NULL), TALUS_OK);
    }
    written = histories;
    written_case = &one;
    write_directory(directory);
    size_of(directory, "history_explicit.csv", "time_s,omega_x_rad_s");
    size_of(directory, "history_midpoint.csv", "\n20,");
    size_of(directory, "eigenvalues.csv", "z,major,explicit formula,");
    cr_expect_lt(size_of(directory, "omega.svg", ">midpoint<"), 300000);
    cr_expect_lt(size_of(directory, "difference.svg", ">d along z<"), 300000);
    cr_expect_lt(size_of(directory, "drift.svg", ">Kinetic energy<"), 300000);
    cr_expect_lt(size_of(directory, "lyapunov.svg", "Lyapunov function of the major axis"), 300000);
    cr_expect_lt(size_of(directory, "polhode.svg", ">polhodes<"), 300000);
    for (int k = 0; k < TALUS_SCHEME_COUNT; k++) {
        talus_spin_history_clear(&histories[k]);
    }
}
