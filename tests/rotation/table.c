// SPDX-License-Identifier: GPL-3.0-or-later
// The measured columns of the table in docs/schemes.md: rotation.table
#include "bodies.h"

#include <stdio.h>
#include <time.h>

static const talus_quat identity = {1.0, 0.0, 0.0, 0.0};

/// A block with three different moments, 22 rad/s; 2 ms make 0.044 rad a step.
static body block(void)
{
    return (body){vec3(52.31, 60.0, 83.336), vec3(3.0, -9.0, 20.0), identity};
}

static double error_after_second(talus_scheme scheme, double dt)
{
    body b = block(), exact = block();
    (void)turn_body(scheme, &b, dt, (long)floor(1.0 / dt + 0.5));
    (void)turn_body(TALUS_SCHEME_EXACT, &exact, 1.0, 1);
    return body_difference(&b, &exact);
}

static double iterations_per_step(talus_scheme scheme)
{
    body b = block();
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
        const talus_free_rotation free = talus_rotation_free(scheme, b.inertia, b.omega, 2e-3);
        sum += free.iterations;
        b.omega = free.omega;
    }
    return (double)sum / 1000.0;
}

static double back_and_forth(talus_scheme scheme)
{
    body b = block();
    const body start = b;
    (void)turn_body(scheme, &b, 2e-3, 5000);
    (void)turn_body(scheme, &b, -2e-3, 5000);
    return body_difference(&b, &start);
}

/// Best of some batches, ns of processor time a step.
static double time_per_step(talus_scheme scheme)
{
    double best = 1e300;
    for (int batch = 0; batch < 15; batch++) {
        body b = block();
        const clock_t start = clock();
        (void)turn_body(scheme, &b, 2e-3, 20000);
        const double time = (double)(clock() - start) / CLOCKS_PER_SEC / 20000.0;
        best = time < best ? time : best;
    }
    return 1e9 * best;
}

int main(void)
{
    printf("| scheme | order | error at 2 ms | drift of T | of N | area | back | Newton | ns |\n"
           "|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const talus_scheme scheme = (talus_scheme)i;
        body b = block();
        const double t0 = twice_energy(&b);
        const talus_vec3 n0 = spin_vector(&b);
        (void)turn_body(scheme, &b, 2e-3, 100000);
        const double coarse = error_after_second(scheme, 2e-3);
        const double order = log2(coarse / error_after_second(scheme, 1e-3));
        // round-off has no order
        printf("| `%s` | ", talus_scheme_name(scheme));
        if (coarse < 1e-12) {
            printf("- ");
        } else {
            printf("%.2f ", order);
        }
        printf("| %.1e | %.0e | %.0e | %.0e | %.0e | %.1f | %.0f |\n", coarse,
               fabs(twice_energy(&b) / t0 - 1.0),
               vec3_norm(vec3_sub(spin_vector(&b), n0)) / vec3_norm(n0),
               area_defect(scheme, block(), 1e-2), back_and_forth(scheme),
               iterations_per_step(scheme), time_per_step(scheme));
    }
    return 0;
}
