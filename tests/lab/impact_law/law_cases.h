// SPDX-License-Identifier: GPL-3.0-or-later
// Small systems for the tests of the impact laws.
#ifndef TALUS_TESTS_PERCUSSION_LAW_CASES_H
#define TALUS_TESTS_PERCUSSION_LAW_CASES_H

#include "talus/lab/impact_law.h"

#include <math.h>

/// A system that owns its matrices.
typedef struct law_bench {
    talus_impact_law_system system;
    double mass[TALUS_IMPACT_LAW_MATRIX], normals[TALUS_IMPACT_LAW_MATRIX];
    double tangents[2 * TALUS_IMPACT_LAW_MAX * TALUS_IMPACT_LAW_MAX], mu[TALUS_IMPACT_LAW_MAX];
} law_bench;

static inline void law_bench_init(law_bench *b, size_t n, size_t m, size_t tangents)
{
    b->system = (talus_impact_law_system){n, m, tangents, b->mass, b->normals, b->tangents, NULL};
}

/// Block of width 1 m and mass 1 kg.
static inline void law_bench_block(law_bench *b, double aspect)
{
    const talus_impact_law_block block = {1.0, 1.0, aspect};
    law_bench_init(b, 3, 2, 2);
    talus_impact_law_block_matrices(&block, b->mass, b->normals, b->tangents);
}

static inline void law_bench_friction(law_bench *b, double mu)
{
    for (size_t i = 0; i < b->system.contact_count; i++) {
        b->mu[i] = mu;
    }
    b->system.mu = b->mu;
}

/// Balls of 1 kg.
static inline void law_bench_chain(law_bench *b, size_t balls)
{
    double masses[TALUS_IMPACT_LAW_MAX];
    for (size_t i = 0; i < balls; i++) {
        masses[i] = 1.0;
    }
    law_bench_init(b, balls, balls - 1, 0);
    talus_impact_law_chain_matrices(balls, masses, b->mass, b->normals);
}

static inline double law_uniform(talus_random *rng, double low, double high)
{
    return low + (high - low) * talus_random_uniform(rng);
}

/// M = B'B + 1, gradients and tangents of any direction.
static inline void law_bench_random(law_bench *b, size_t n, size_t m, size_t tangents,
                                    talus_random *rng)
{
    double root[TALUS_IMPACT_LAW_MATRIX];
    law_bench_init(b, n, m, tangents);
    for (size_t i = 0; i < n * n; i++) {
        root[i] = law_uniform(rng, -1.0, 1.0);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            b->mass[i * n + j] = i == j ? 1.0 : 0.0;
            for (size_t k = 0; k < n; k++) {
                b->mass[i * n + j] += root[k * n + i] * root[k * n + j];
            }
        }
    }
    for (size_t i = 0; i < m * n; i++) {
        b->normals[i] = law_uniform(rng, -1.0, 1.0);
    }
    for (size_t i = 0; i < tangents * n; i++) {
        b->tangents[i] = law_uniform(rng, -1.0, 1.0);
    }
}

/// A velocity with q_norm- < 0 in every contact.
static inline void law_bench_approach(const law_bench *b, talus_random *rng, double *velocity)
{
    static talus_impact_law_metric metric;
    double q_norm[TALUS_IMPACT_LAW_MAX], q_tan[TALUS_IMPACT_LAW_MAX];
    (void)talus_impact_law_metric_init(&b->system, &metric, NULL);
    for (size_t i = 0; i < TALUS_IMPACT_LAW_MAX; i++) {
        q_norm[i] = -talus_random_uniform(rng);
        q_tan[i] = law_uniform(rng, -1.0, 1.0);
    }
    talus_impact_law_velocity(&metric, q_norm, q_tan, velocity);
}

#endif
