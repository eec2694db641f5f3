// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems made for tests: W = H M H' of bodies with contacts between them, so it has rank
// 6 (bodies) at most, and a c for which a solution is known to exist.
#ifndef TALUS_TESTS_PERCUSSION_SYSTEM_PROBLEMS_H
#define TALUS_TESTS_PERCUSSION_SYSTEM_PROBLEMS_H

#include "physics/contact_problem/errors.h"
#include "physics/contact_problem/rows.h"
#include "talus/base.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct made_problem {
    problem_rows *rows;
    double *percussion; ///< (3n) a solution
    size_t bodies;
} made_problem;

static inline double uniform(talus_random *random, double low, double high)
{
    return low + (high - low) * talus_random_uniform(random);
}

/// A percussion and a velocity that satisfy the law, in one of its states.
static inline void known_pair(talus_random *random, double mu, double r[3], double u[3])
{
    const double state = uniform(random, 0.0, 3.0), x = uniform(random, -1.0, 1.0),
                 y = uniform(random, -1.0, 1.0), length = sqrt(x * x + y * y) + 1e-12;
    memset(r, 0, 3 * sizeof *r);
    memset(u, 0, 3 * sizeof *u);
    if (state < 1.0) {
        u[0] = uniform(random, 0.0, 1.0);
        u[1] = x;
        u[2] = y;
        return;
    }
    const double share = state < 2.0 ? 0.7 * uniform(random, 0.0, 1.0) : 1.0;
    r[0] = uniform(random, 0.1, 2.0);
    r[1] = share * mu * r[0] * x / length;
    r[2] = share * mu * r[0] * y / length;
    if (state >= 2.0) {
        const double slip = uniform(random, 0.0, 1.0);
        u[1] = -slip * x / length;
        u[2] = -slip * y / length;
    }
}

/// Contact k lies between bodies k % bodies and (k + 1) % bodies (or the ground for the last).
/// rows (3n x 6 bodies): gap velocities by body velocities.
static inline void fill_rows(talus_random *random, size_t contacts, size_t bodies, double *rows)
{
    const size_t width = 6 * bodies;
    for (size_t k = 0; k < contacts; k++) {
        for (size_t side = 0; side < 2; side++) {
            const size_t body = (k % bodies) + side;
            for (size_t i = 0; body < bodies && i < 3; i++) {
                for (size_t j = 0; j < 6; j++) {
                    const double unit = i == j ? 1.0 : 0.0;
                    const double arm = j < 3 ? 0.0 : uniform(random, -1.0, 1.0);
                    rows[(3 * k + i) * width + 6 * body + j] = (side == 0 ? 1 : -1) * (unit + arm);
                }
            }
        }
    }
}

/// @param skew relative size of an unsymmetric part
static inline made_problem make_bodies(uint64_t seed, size_t contacts, size_t bodies, double mu_max,
                                       double skew)
{
    talus_random random = {2021, seed, 0};
    made_problem made = {.bodies = bodies};
    const size_t width = 6 * bodies;
    double *gradients = calloc(3 * contacts * width, sizeof *gradients);
    double *u = calloc(3 * contacts, sizeof *u);
    made.percussion = calloc(3 * contacts, sizeof *made.percussion);
    cr_assert(problem_rows_create(contacts, contacts * contacts, &made.rows, NULL) == TALUS_OK);
    problem_rows *s = made.rows;
    fill_rows(&random, contacts, bodies, gradients);
    for (size_t i = 0; i < contacts; i++) {
        s->row_start[i + 1] = (i + 1) * contacts;
        s->mu[i] = uniform(&random, 0.0, mu_max);
        known_pair(&random, s->mu[i], made.percussion + 3 * i, u + 3 * i);
        for (size_t j = 0; j < contacts; j++) {
            s->column[i * contacts + j] = (uint32_t)j;
            for (size_t e = 0; e < 9; e++) {
                const double *a = gradients + (3 * i + e / 3) * width,
                             *b = gradients + (3 * j + e % 3) * width;
                double sum = 0.0;
                for (size_t k = 0; k < width; k++) {
                    sum += a[k] * b[k];
                }
                s->blocks[9 * (i * contacts + j) + e] =
                    sum * (1.0 + skew * uniform(&random, -1.0, 1.0));
            }
        }
    }
    for (size_t i = 0; i < 3 * contacts; i++) {
        s->c[i] = u[i];
        for (size_t j = 0; j < 3 * contacts; j++) {
            s->c[i] -= s->blocks[9 * (i / 3 * contacts + j / 3) + 3 * (i % 3) + j % 3] *
                       made.percussion[j];
        }
    }
    free(gradients);
    free(u);
    return made;
}

static inline void destroy_bodies(made_problem *made)
{
    problem_rows_destroy(made->rows);
    free(made->percussion);
}

static inline double cone_error(const problem_rows *rows, const double *percussion)
{
    const talus_contact_problem problem = problem_rows_view(rows);
    return problem_error(&problem, TALUS_MEASURE_CONE, percussion);
}

/// One contact with a full block; c and mu as given.
static inline problem_rows *make_single(const double w[9], const double c[3], double mu)
{
    problem_rows *rows;
    cr_assert(problem_rows_create(1, 1, &rows, NULL) == TALUS_OK);
    rows->row_start[1] = 1;
    memcpy(rows->blocks, w, 9 * sizeof *w);
    memcpy(rows->c, c, 3 * sizeof *c);
    rows->mu[0] = mu;
    return rows;
}

#endif
