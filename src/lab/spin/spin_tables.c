// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files of the spin study.
#include "io/table/table.h"
#include "lab/spin/spin_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void spin_describe(const talus_spin_case *one, char *text, size_t size)
{
    (void)snprintf(text, size,
                   "Free body with moments %.6g, %.6g, %.6g kg m², angular velocity %g, %g, %g "
                   "rad/s at the start, time step %g s.",
                   one->inertia.x, one->inertia.y, one->inertia.z, one->omega.x, one->omega.y,
                   one->omega.z, one->time_step);
}

#define VECTOR(X, x_, y_, z_, unit, doc, a)                                                        \
    X(REAL17, x_, unit, doc, (a).x) X(REAL17, y_, unit, doc, (a).y) X(REAL17, z_, unit, doc, (a).z)
#define HISTORY_COLUMNS(X)                                                                         \
    X(REAL15, time_s, "s", NULL, row->time)                                                        \
    VECTOR(X, omega_x_rad_s, omega_y_rad_s, omega_z_rad_s, "rad/s", "axes of the body",            \
           row->omega)                                                                             \
    X(REAL17, p_w, "1", "attitude", row->orientation.w)                                            \
    VECTOR(X, p_x, p_y, p_z, "1", "attitude", row->orientation)                                    \
    X(EXPONENT6, energy_drift, "1", "relative", row->energy_drift)                                 \
    X(EXPONENT6, spin_length_drift, "1", "relative", row->spin_drift)                              \
    X(EXPONENT6, spin_vector_drift, "1", "relative", row->spin_turn)                               \
    X(REAL17, v_major, NULL, "Lyapunov function of the major axis", row->v_major)                  \
    X(REAL17, v_minor, NULL, "of the minor axis", row->v_minor)                                    \
    VECTOR(X, d_x, d_y, d_z, "1", "body's axis less that of the stationary rotation", row->d)      \
    X(REAL17, d_norm, "1", "length of d",                                                          \
      sqrt(row->d.x * row->d.x + row->d.y * row->d.y + row->d.z * row->d.z))
TABLE_DEFINE(history, HISTORY_COLUMNS, const talus_spin_sample *row = TABLE_ROW(talus_spin_sample))

static talus_status write_history(talus_directory *directory, const talus_spin_history *history,
                                  talus_error *error)
{
    const talus_table table = TABLE(history, history->samples, history->count);
    char name[96];
    (void)snprintf(name, sizeof name, "history_%s.csv", talus_scheme_name(history->scheme));
    return table_write_csv(directory, name, &table, error);
}

/// A row of eigenvalues.csv.
typedef struct eigen_row {
    int axis;
    const char *rank, *of;
    spin_eigen eigen;
} eigen_row;
static const char *const axis_names[] = {"x", "y", "z"};
#define EIGEN_COLUMNS(X)                                                                           \
    X(WORD, axis, NULL, "principal", axis_names[row->axis])                                        \
    X(WORD, rank, NULL, "major, intermediate or minor", row->rank)                                 \
    X(WORD, of, NULL, "the body, the explicit formula, or a scheme", row->of)                      \
    X(REAL15, real_1, "1", NULL, row->eigen.real[0])                                               \
    X(REAL15, imaginary_1, "1", NULL, row->eigen.imaginary[0])                                     \
    X(REAL15, real_2, "1", NULL, row->eigen.real[1])                                               \
    X(REAL15, imaginary_2, "1", NULL, row->eigen.imaginary[1])                                     \
    X(REAL15, modulus, "1", "the larger one", row->eigen.modulus)                                  \
    X(EXPONENT6, growth_per_turn, "1", "e-folds", row->eigen.growth)
TABLE_DEFINE(eigenvalues, EIGEN_COLUMNS, const eigen_row *row = TABLE_ROW(eigen_row))

enum { MODELS = 2 }; ///< the body and the explicit formula

static void fill_axis(const talus_spin_case *one, int axis, const talus_spin_history *histories,
                      size_t count, eigen_row *rows)
{
    double w[3];
    spin_components(one->omega, w);
    const double rate = w[spin_axis_of(one)], dt = one->time_step;
    const char *rank = talus_spin_rank_name(spin_rank_of(one->inertia, axis));
    rows[0] = (eigen_row){axis, rank, "body", spin_eigen_body(one->inertia, axis, rate, dt)};
    rows[1] = (eigen_row){axis, rank, "explicit formula",
                          spin_eigen_explicit(one->inertia, axis, rate, dt)};
    for (size_t k = 0; k < count; k++) {
        const talus_scheme scheme = histories[k].scheme;
        rows[MODELS + k] = (eigen_row){axis, rank, talus_scheme_name(scheme),
                                       spin_eigen_measured(scheme, one->inertia, axis, rate, dt)};
    }
}

static talus_status write_eigenvalues(talus_directory *directory, const talus_spin_case *one,
                                      const talus_spin_history *histories, size_t count,
                                      talus_error *error)
{
    const size_t each = MODELS + count;
    eigen_row *rows = malloc(3 * each * sizeof *rows);
    if (rows == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for eigenvalues.csv");
    }
    for (int axis = 0; axis < 3; axis++) {
        fill_axis(one, axis, histories, count, rows + (size_t)axis * each);
    }
    const talus_table table = TABLE(eigenvalues, rows, 3 * each);
    const talus_status status = table_write_csv(directory, "eigenvalues.csv", &table, error);
    free(rows);
    return status;
}

talus_status spin_claim(talus_directory *directory, const talus_scheme *schemes, size_t count,
                        talus_error *error)
{
    static const char *const names[] = {
        "eigenvalues.csv", "omega.svg", "difference.svg", "drift.svg", "lyapunov.svg",
        "polhode.svg",     NULL};
    talus_status status = directory_claim_all(directory, names, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = directory_claim(directory, error, "history_%s.csv", talus_scheme_name(schemes[k]));
    }
    return status;
}

talus_status spin_write_tables(talus_directory *directory, const talus_spin_case *one,
                               const talus_spin_history *histories, size_t count,
                               talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = write_history(directory, &histories[k], error);
    }
    return status == TALUS_OK ? write_eigenvalues(directory, one, histories, count, error) : status;
}
