// SPDX-License-Identifier: GPL-3.0-or-later
// Symmetric 3 x 3 eigenproblem by cyclic Jacobi rotations.
#include "foundation/math/linalg.h"

enum { SWEEP_LIMIT = 60 };

/// Rotate rows and columns p, q of a so that a[p][q] = 0; columns of v follow.
static void rotate_pair(double a[3][3], double v[3][3], int p, int q)
{
    if (a[p][q] == 0.0) {
        return;
    }
    const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        const double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        const double pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
    }
    a[p][q] = a[q][p] = 0.0;
    for (int k = 0; k < 3; k++) {
        const double kp = v[k][p], kq = v[k][q];
        v[k][p] = c * kp - s * kq;
        v[k][q] = s * kp + c * kq;
    }
}

static void swap_columns(double values[3], double v[3][3], int i, int j)
{
    const double value = values[i];
    values[i] = values[j];
    values[j] = value;
    for (int k = 0; k < 3; k++) {
        const double x = v[k][i];
        v[k][i] = v[k][j];
        v[k][j] = x;
    }
}

/// Make the largest component of a column positive.
static void fix_sign(double v[3][3], int column)
{
    int largest = 0;
    for (int k = 1; k < 3; k++) {
        largest = fabs(v[k][column]) > fabs(v[largest][column]) ? k : largest;
    }
    if (v[largest][column] < 0.0) {
        for (int k = 0; k < 3; k++) {
            v[k][column] = -v[k][column];
        }
    }
}

void talus_mat3_symmetric_eigen(const talus_mat3 *matrix, double values[3], talus_mat3 *vectors)
{
    if (matrix == NULL || values == NULL || vectors == NULL) {
        return;
    }
    double a[3][3], v[3][3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            a[i][j] = 0.5 * (matrix->m[i][j] + matrix->m[j][i]);
            v[i][j] = i == j ? 1.0 : 0.0;
        }
    }
    for (int sweep = 0; sweep < SWEEP_LIMIT; sweep++) {
        const double off = fabs(a[0][1]) + fabs(a[0][2]) + fabs(a[1][2]);
        const double trace = fabs(a[0][0]) + fabs(a[1][1]) + fabs(a[2][2]);
        if (!(off > 1e-18 * trace)) {
            break;
        }
        rotate_pair(a, v, 0, 1);
        rotate_pair(a, v, 0, 2);
        rotate_pair(a, v, 1, 2);
    }
    for (int i = 0; i < 3; i++) {
        values[i] = a[i][i];
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2 - i; j++) {
            if (values[j] > values[j + 1]) {
                swap_columns(values, v, j, j + 1);
            }
        }
    }
    fix_sign(v, 0);
    fix_sign(v, 1);
    v[0][2] = v[1][0] * v[2][1] - v[2][0] * v[1][1];
    v[1][2] = v[2][0] * v[0][1] - v[0][0] * v[2][1];
    v[2][2] = v[0][0] * v[1][1] - v[1][0] * v[0][1];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            vectors->m[i][j] = v[i][j];
        }
    }
}
