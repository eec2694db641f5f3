// SPDX-License-Identifier: GPL-3.0-or-later
// Path following in Lorentz cones. With D = diag(mu, 1, 1) and the scale s of a contact,
//   x = D P / s,  z = D^-1 s (xi + mu |xi_T| n):  x, z in { |x_T| <= x_N },  x'z = 0,
//   z - |z_T| e_N = D^-1 s (W s D^-1 x + c),
// the term of de Saxce has lost its mu. The points with x o z = tau e are followed to tau = 0 by
// predictor and corrector steps in the scaling of Nesterov and Todd; the step solves
//   (W' + shift I + G S) dx = G b + residual,  G = I - e_N z_T'/|z_T|,  dz = b - S dx.
// z_N follows from the gap z_N - |z_T|, the normal velocity, which is linear in x: only so does a
// step of length l lower the residual to the share 1 - l of what it was. The shift holds back what W
// leaves undetermined (hyperstatic contacts) and leads around folds of the path; the residual knows
// nothing of it.
#include "physics/contact_problem/cone.h"
#include "physics/solve_sparse/stages.h"

#include <string.h>

// below it a contact is followed without friction: its cone is too thin to be scaled
static const double LEAST_FRICTION = 1e-9;
// relative to diagonal blocks of trace 3: while steps are long, and at most
static const double LEAST_SHIFT = 1e-6, MOST_SHIFT = 0.1;

typedef struct path_point {
    sparse_state *solve;
    double *x, *z; ///< (3n) interior points
    double *gap_x, *gap_z;
    double *residual; ///< (3n) z - |z_T| e_N - D^-1 s xi
    double *target;   ///< (3n) b
    double *corrector;
    double *dx, *dz;
    cone_scaling *scaling; ///< (n)
    double tau;            ///< mean of x'z
    double shift;
} path_point;

/// Scale of the normal component: P_N = s x_N / mu; without friction the cone is the half-line.
static double normal_scale(const sparse_state *solve, size_t i)
{
    const double mu = solve->problem->mu[i];
    return mu > LEAST_FRICTION ? solve->scale[i] / mu : solve->scale[i];
}

static bool frictionless(const path_point *p, size_t i)
{
    return !(p->solve->problem->mu[i] > LEAST_FRICTION);
}

static bool create_point(path_point *p, sparse_state *solve)
{
    const size_t n = solve->count, size = 3 * n;
    p->solve = solve;
    p->x = sparse_scratch_take(solve->scratch, 7 * size + 2 * n, sizeof *p->x);
    p->scaling = sparse_scratch_take(solve->scratch, n, sizeof *p->scaling);
    if (p->x == NULL || p->scaling == NULL) {
        return false;
    }
    p->z = p->x + size;
    p->residual = p->z + size;
    p->target = p->residual + size;
    p->corrector = p->target + size;
    p->dx = p->corrector + size;
    p->dz = p->dx + size;
    p->gap_x = p->dz + size;
    p->gap_z = p->gap_x + n;
    return true;
}

static void place_start(path_point *p, double start)
{
    const sparse_state *solve = p->solve;
    double size = 0.0;
    for (size_t i = 0; i < 3 * solve->count; i++) {
        const double c = solve->scale[i / 3] * fabs(solve->problem->c[i]);
        size = c > size ? c : size;
    }
    size = size > 0.0 ? size : 1.0;
    for (size_t i = 0; i < solve->count; i++) {
        p->x[3 * i] = p->gap_x[i] = 0.1 * start * size;
        p->z[3 * i] = p->gap_z[i] = start * size;
    }
}

/// The percussion of x becomes the candidate; its residual and tau. @return error of the candidate
static double evaluate(path_point *p)
{
    sparse_state *solve = p->solve;
    double sum = 0.0;
    for (size_t i = 0; i < solve->count; i++) {
        solve->percussion[3 * i] = normal_scale(solve, i) * p->x[3 * i];
        solve->percussion[3 * i + 1] = solve->scale[i] * p->x[3 * i + 1];
        solve->percussion[3 * i + 2] = solve->scale[i] * p->x[3 * i + 2];
        sum += cone_product(p->x + 3 * i, p->gap_x[i], p->z + 3 * i, p->gap_z[i]);
    }
    p->tau = sum / (double)solve->count;
    const double error = solve_sparse_judge(solve, TALUS_SOLVE_INTERIOR);
    for (size_t i = 0; i < solve->count; i++) {
        const double *xi = solve->xi + 3 * i, *z = p->z + 3 * i;
        double *f = p->residual + 3 * i;
        f[0] = z[0] - cone_tangent(z) - normal_scale(solve, i) * xi[0];
        for (size_t k = 1; k < 3; k++) {
            f[k] = frictionless(p, i) ? 0.0 : z[k] - solve->scale[i] * xi[k];
        }
    }
    return error;
}

/// First row of G: (1, -z_T / |z_T|).
static void coupling_row(const path_point *p, size_t i, double g[2])
{
    const double *z = p->z + 3 * i, tangent = cone_tangent(z);
    const double scale = tangent > 0.0 ? -1.0 / tangent : 0.0;
    g[0] = scale * z[1];
    g[1] = scale * z[2];
}

static void factor_matrix(path_point *p, block_lu *lu)
{
    const sparse_state *solve = p->solve;
    const talus_contact_problem *problem = solve->problem;
    block_lu_clear(lu);
    for (size_t i = 0; i < solve->count; i++) {
        cone_scaling *scaling = p->scaling + i;
        double g[2];
        const double left[3] = {normal_scale(solve, i), solve->scale[i], solve->scale[i]};
        cone_scale(p->x + 3 * i, p->gap_x[i], p->z + 3 * i, p->gap_z[i], scaling);
        coupling_row(p, i, g);
        for (size_t k = problem->row_start[i]; k < problem->row_start[i + 1]; k++) {
            const size_t j = problem->column[k];
            const double *w = problem->blocks + 9 * k, *s = scaling->s;
            const double right[3] = {normal_scale(solve, j), solve->scale[j], solve->scale[j]};
            double *to = lu->value + 9 * lu->slot[k];
            for (size_t a = 0; a < 9; a++) {
                to[a] = left[a / 3] * w[a] * right[a % 3];
            }
            for (size_t b = 0; i == j && b < 3; b++) {
                to[b] += s[b] + g[0] * s[3 + b] + g[1] * s[6 + b];
                to[3 + b] += s[3 + b];
                to[6 + b] += s[6 + b];
                to[4 * b] += p->shift * left[b] * left[b] / (solve->scale[i] * solve->scale[i]);
            }
            for (size_t a = 3; frictionless(p, i) && a < 9; a++) {
                to[a] = i == j && (a == 4 || a == 8) ? 1.0 : 0.0;
            }
        }
    }
    block_lu_factor(lu);
}

/// dx, dz for a centring share sigma; the corrector is left out when `plain`.
static void solve_step(path_point *p, block_lu *lu, double sigma, bool plain)
{
    const size_t n = p->solve->count;
    for (size_t i = 0; i < n; i++) {
        const double *x = p->x + 3 * i, *z = p->z + 3 * i, *f = p->residual + 3 * i;
        const double centre = sigma * p->tau / cone_determinant(x, p->gap_x[i]);
        double *b = p->target + 3 * i, *to = p->dx + 3 * i, g[2];
        for (size_t k = 0; k < 3; k++) {
            b[k] =
                (k == 0 ? centre : -centre) * x[k] - z[k] - (plain ? 0.0 : p->corrector[3 * i + k]);
        }
        coupling_row(p, i, g);
        to[0] = b[0] + g[0] * b[1] + g[1] * b[2] + f[0];
        to[1] = frictionless(p, i) ? 0.0 : b[1] + f[1];
        to[2] = frictionless(p, i) ? 0.0 : b[2] + f[2];
    }
    block_lu_solve(lu, p->dx);
    for (size_t i = 0; i < n; i++) {
        double s[3];
        cone_apply(p->scaling[i].s, p->dx + 3 * i, s);
        for (size_t k = 0; k < 3; k++) {
            p->dz[3 * i + k] = k > 0 && frictionless(p, i) ? 0.0 : p->target[3 * i + k] - s[k];
        }
    }
}

/// Step of the gap of z.
static double gap_step(const path_point *p, size_t i)
{
    const double *dz = p->dz + 3 * i;
    double g[2];
    coupling_row(p, i, g);
    return dz[0] + g[0] * dz[1] + g[1] * dz[2];
}

/// Share of the step, at most 1, that stays within `share` of the way to the bounds.
static double step_length(const path_point *p, double share)
{
    double length = 1.0 / share;
    for (size_t i = 0; i < p->solve->count; i++) {
        const double a = cone_step_length(p->x + 3 * i, p->gap_x[i], p->dx + 3 * i);
        const double gap = gap_step(p, i), b = gap < 0.0 ? -p->gap_z[i] / gap : 1e30;
        length = a < length ? a : length;
        length = b < length ? b : length;
    }
    return share * length;
}

/// Share by which the predictor would lower tau, cubed.
static double choose_centring(const path_point *p, double length)
{
    double sum = 0.0;
    for (size_t i = 0; i < 3 * p->solve->count; i++) {
        sum += (p->x[i] + length * p->dx[i]) * (p->z[i] + length * p->dz[i]);
    }
    const double ratio = sum / (p->tau * (double)p->solve->count);
    const double sigma = ratio > 0.0 ? ratio * ratio * ratio : 0.0;
    return sigma < 1e-8 ? 1e-8 : sigma > 1.0 ? 1.0 : sigma;
}

/// Second-order term of the step, V (l \ ((V dx) o (V^-1 dz))) with l = V x.
static void find_corrector(path_point *p)
{
    for (size_t i = 0; i < p->solve->count; i++) {
        const cone_scaling *scaling = p->scaling + i;
        double a[3], b[3], l[3], y[3];
        cone_apply(scaling->v, p->dx + 3 * i, a);
        cone_apply(scaling->w, p->dz + 3 * i, b);
        cone_apply(scaling->v, p->x + 3 * i, l);
        const double o[3] = {a[0] * b[0] + a[1] * b[1] + a[2] * b[2], a[0] * b[1] + b[0] * a[1],
                             a[0] * b[2] + b[0] * a[2]};
        const double det = sqrt(cone_determinant(p->x + 3 * i, p->gap_x[i]) *
                                cone_determinant(p->z + 3 * i, p->gap_z[i]));
        y[0] = (l[0] * o[0] - l[1] * o[1] - l[2] * o[2]) / det;
        y[1] = (o[1] - y[0] * l[1]) / l[0];
        y[2] = (o[2] - y[0] * l[2]) / l[0];
        cone_apply(scaling->v, y, p->corrector + 3 * i);
    }
}

static void move_point(path_point *p, double length)
{
    for (size_t i = 0; i < p->solve->count; i++) {
        p->gap_x[i] = cone_moved_gap(p->x + 3 * i, p->gap_x[i], p->dx + 3 * i, length);
        p->gap_z[i] += length * gap_step(p, i);
        for (size_t k = 3 * i; k < 3 * i + 3; k++) {
            p->x[k] += length * p->dx[k];
            p->z[k] += length * p->dz[k];
        }
        p->z[3 * i] = p->gap_z[i] + cone_tangent(p->z + 3 * i);
    }
}

/// One step along the path. @return its length
static double advance(path_point *p, block_lu *lu, double last)
{
    // after a short step the point is brought back to the middle first
    const bool recentre = last < 0.3;
    double sigma = 0.8;
    factor_matrix(p, lu);
    if (!recentre) {
        solve_step(p, lu, 0.0, true);
        sigma = choose_centring(p, step_length(p, 1.0));
        find_corrector(p);
    }
    solve_step(p, lu, sigma, recentre);
    const double length = step_length(p, 0.99);
    move_point(p, length);
    return length;
}

/// More after a short step, less after a long one.
static double next_shift(double shift, double length)
{
    if (length < 0.1) {
        return 10.0 * shift < MOST_SHIFT ? 10.0 * shift : MOST_SHIFT;
    }
    return length <= 0.6 ? shift : 0.1 * shift > LEAST_SHIFT ? 0.1 * shift : LEAST_SHIFT;
}

static talus_status follow_path(path_point *p, block_lu *lu, int steps)
{
    sparse_state *solve = p->solve;
    // a path that lowers its own error by less than a tenth in STALL steps is left
    enum { STALL = 15 };
    double polished = 1e-3, last = 1.0, least = (double)INFINITY, mark = (double)INFINITY;
    for (int step = 0; step < steps && last > 1e-13 && !solve_sparse_spent(solve); step++) {
        const double error = evaluate(p);
        if (solve_sparse_solved(solve) || !isfinite(error) || !(p->tau > 0.0)) {
            break;
        }
        if (error < polished) {
            const talus_status status = solve_sparse_polish(solve, 6);
            if (status != TALUS_OK || solve_sparse_solved(solve)) {
                return status;
            }
            polished = 0.1 * error;
            evaluate(p);
        }
        least = error < least ? error : least;
        last = advance(p, lu, last);
        p->shift = next_shift(p->shift, last);
        solve->iterations++;
        if (step % STALL == STALL - 1) {
            if (!(least < 0.9 * mark)) {
                break;
            }
            mark = least;
        }
    }
    return TALUS_OK;
}

talus_status solve_sparse_interior(sparse_state *solve, int steps, double start)
{
    path_point point = {.shift = LEAST_SHIFT};
    block_lu *lu = solve_sparse_factor(solve);
    const sparse_mark mark = sparse_scratch_mark(solve->scratch);
    const bool ready = lu != NULL && create_point(&point, solve);
    talus_status status = TALUS_ERROR_MEMORY;
    if (ready) {
        place_start(&point, start);
        status = follow_path(&point, lu, steps);
    }
    sparse_scratch_release(solve->scratch, mark);
    return status;
}
