// SPDX-License-Identifier: GPL-3.0-or-later
#include "percussion/stick.h"

#include "math/linalg.h"
#include "percussion/dense.h"
#include "percussion/local.h"

#include <string.h>

/// Determinants below this share of the cube of the trace are left to the other stages.
#define LEAST_DETERMINANT 1e-9

static talus_mat3 read_block(const talus_contact_problem *problem, size_t row, size_t column)
{
    const double *g = problem->delassus + 18 * row + 3 * column;
    return (talus_mat3){{{g[0], g[1], g[2]}, {g[6], g[7], g[8]}, {g[12], g[13], g[14]}}};
}

static talus_vec3 read_part(const double *x, size_t k)
{
    return vec3(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
}

static talus_mat3 subtract(const talus_mat3 *a, const talus_mat3 *b)
{
    talus_mat3 c;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c.m[i][j] = a->m[i][j] - b->m[i][j];
        }
    }
    return c;
}

/// Whether a contact sticks at the start.
static bool sticks(const talus_contact_problem *problem, const double *percussion, size_t k)
{
    const talus_vec3 p = read_part(percussion, k);
    const double reach = problem->mu[k] * p.x;
    return p.x > 0.0 && p.y * p.y + p.z * p.z < reach * reach;
}

/// S x = b for S of rank two, with the x that has no share in the axis whose minor is the largest.
static talus_vec3 solve_on_line(const talus_mat3 *s, talus_vec3 b)
{
    const double x = s->m[1][1] * s->m[2][2] - s->m[1][2] * s->m[2][1];
    const double y = s->m[2][2] * s->m[0][0] - s->m[2][0] * s->m[0][2];
    const double z = s->m[0][0] * s->m[1][1] - s->m[0][1] * s->m[1][0];
    if (z >= x && z >= y) {
        const double scale = 1.0 / z;
        return vec3(scale * (s->m[1][1] * b.x - s->m[0][1] * b.y),
                    scale * (s->m[0][0] * b.y - s->m[1][0] * b.x), 0.0);
    }
    if (y >= x) {
        const double scale = 1.0 / y;
        return vec3(scale * (s->m[2][2] * b.x - s->m[0][2] * b.z), 0.0,
                    scale * (s->m[0][0] * b.z - s->m[2][0] * b.x));
    }
    const double scale = 1.0 / x;
    return vec3(0.0, scale * (s->m[2][2] * b.y - s->m[1][2] * b.z),
                scale * (s->m[1][1] * b.z - s->m[2][1] * b.y));
}

/// Error of the two percussions, a number that is not finite when something is not.
static double find_error(const talus_contact_problem *problem, const double p[6])
{
    double xi[6], worst = 0.0, sum = 0.0;
    dense_velocities_of(2, problem->delassus, problem->c, p, xi);
    for (size_t k = 0; k < 2; k++) {
        const double *g = problem->delassus + 21 * k, mu = problem->mu[k];
        const double third = (g[0] + g[7] + g[14]) * (1.0 / 3.0);
        const double y[3] = {third * p[3 * k], third * p[3 * k + 1], third * p[3 * k + 2]};
        const double e = dense_contact_error2(mu, y, xi + 3 * k);
        worst = e > worst ? e : worst;
        sum += e + (xi[3 * k] + xi[3 * k + 1] + xi[3 * k + 2]);
    }
    return sqrt(worst) + 0.0 * sum;
}

bool percussion_stick(const talus_contact_problem *problem, double target, double *percussion,
                      double *error)
{
    const size_t held = sticks(problem, percussion, 0) ? 0 : 1, other = 1 - held;
    if (!sticks(problem, percussion, held)) {
        return false;
    }
    const talus_mat3 own = read_block(problem, held, held), to = read_block(problem, held, other);
    const talus_mat3 from = read_block(problem, other, held);
    const talus_mat3 rest = read_block(problem, other, other);
    const double trace = own.m[0][0] + own.m[1][1] + own.m[2][2];
    if (!(mat3_det(&own) > LEAST_DETERMINANT * (trace * trace * trace))) {
        return false;
    }
    const talus_mat3 inverse = mat3_inverse(&own);
    const talus_mat3 back = mat3_mul(&inverse, &to), tied = mat3_mul(&from, &back);
    const talus_mat3 s = subtract(&rest, &tied);
    const talus_vec3 free = mat3_mulv(&inverse, read_part(problem->c, held));
    const talus_vec3 c = vec3_sub(read_part(problem->c, other), mat3_mulv(&from, free));
    talus_vec3 p = read_part(percussion, other);
    if (sticks(problem, percussion, other)) {
        p = vec3_sub(p, solve_on_line(&s, vec3_add(c, mat3_mulv(&s, p))));
    } else {
        const double plain[3] = {c.x, c.y, c.z};
        double block[9], solved[3];
        memcpy(block, s.m, sizeof block);
        percussion_local_solve(block, plain, problem->mu[other], &percussion[3 * other + 1],
                               solved);
        p = vec3(solved[0], solved[1], solved[2]);
    }
    const talus_vec3 q = vec3_scale(-1.0, vec3_add(free, mat3_mulv(&back, p)));
    double both[6];
    both[3 * held] = q.x;
    both[3 * held + 1] = q.y;
    both[3 * held + 2] = q.z;
    both[3 * other] = p.x;
    both[3 * other + 1] = p.y;
    both[3 * other + 2] = p.z;
    *error = find_error(problem, both);
    if (!(*error <= target)) {
        return false;
    }
    for (size_t i = 0; i < 6; i++) {
        percussion[i] = both[i];
    }
    return true;
}
