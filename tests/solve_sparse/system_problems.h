// SPDX-License-Identifier: GPL-3.0-or-later
// Contact systems made for tests: W = H M H' of bodies with contacts between them, so it has rank
// 6 (bodies) at most, and a q for which a solution is known to exist.
#ifndef TALUS_TESTS_PERCUSSION_SYSTEM_PROBLEMS_H
#define TALUS_TESTS_PERCUSSION_SYSTEM_PROBLEMS_H

#include "talus/percussion.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct made_system {
    talus_contact_system *system;
    double *reaction; ///< (3n) a solution
    size_t bodies;
} made_system;

static inline double uniform(talus_random *random, double low, double high)
{
    return low + (high - low) * talus_random_uniform(random);
}

/// A reaction and a velocity that satisfy the law, in one of its states.
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
static inline made_system make_system(uint64_t seed, size_t contacts, size_t bodies, double mu_max,
                                      double skew)
{
    talus_random random = {2021, seed, 0};
    made_system made = {.bodies = bodies};
    const size_t width = 6 * bodies;
    double *rows = calloc(3 * contacts * width, sizeof *rows);
    double *u = calloc(3 * contacts, sizeof *u);
    made.reaction = calloc(3 * contacts, sizeof *made.reaction);
    cr_assert(talus_contact_system_create(contacts, contacts * contacts, &made.system, NULL) ==
              TALUS_OK);
    talus_contact_system *s = made.system;
    fill_rows(&random, contacts, bodies, rows);
    for (size_t i = 0; i < contacts; i++) {
        s->row_start[i + 1] = (i + 1) * contacts;
        s->mu[i] = uniform(&random, 0.0, mu_max);
        known_pair(&random, s->mu[i], made.reaction + 3 * i, u + 3 * i);
        for (size_t j = 0; j < contacts; j++) {
            s->column[i * contacts + j] = j;
            for (size_t e = 0; e < 9; e++) {
                const double *a = rows + (3 * i + e / 3) * width,
                             *b = rows + (3 * j + e % 3) * width;
                double sum = 0.0;
                for (size_t k = 0; k < width; k++) {
                    sum += a[k] * b[k];
                }
                s->block[9 * (i * contacts + j) + e] =
                    sum * (1.0 + skew * uniform(&random, -1.0, 1.0));
            }
        }
    }
    for (size_t i = 0; i < 3 * contacts; i++) {
        s->q[i] = u[i];
        for (size_t j = 0; j < 3 * contacts; j++) {
            s->q[i] -=
                s->block[9 * (i / 3 * contacts + j / 3) + 3 * (i % 3) + j % 3] * made.reaction[j];
        }
    }
    free(rows);
    free(u);
    return made;
}

static inline void destroy_system(made_system *made)
{
    talus_contact_system_destroy(made->system);
    free(made->reaction);
}

/// One contact with a full block; q and mu as given.
static inline talus_contact_system *make_single(const double w[9], const double q[3], double mu)
{
    talus_contact_system *system;
    cr_assert(talus_contact_system_create(1, 1, &system, NULL) == TALUS_OK);
    system->row_start[1] = 1;
    memcpy(system->block, w, 9 * sizeof *w);
    memcpy(system->q, q, 3 * sizeof *q);
    system->mu[0] = mu;
    return system;
}

#endif
