// SPDX-License-Identifier: GPL-3.0-or-later
// The law of breaking, and the motion of the pieces.
#include "physics/fracture/fracture.h"

#include <criterion/criterion.h>

Test(law, examples_of_a_cubic_metre)
{
    // effective energy, area ratio, pieces down to 1e-4 m3, share of the largest
    static const struct {
        double energy, ratio, largest;
        size_t pieces;
    } rows[] = {{7240.0, 0.3, 0.846, 16}, {22200.0, 0.5, 0.744, 30}, {38000.0, 0.6, 0.6925, 6}};
    for (size_t k = 0; k < 3; k++) {
        double volumes[256], sum = 0.0;
        const fracture_law law = fracture_law_of(1.0, rows[k].energy);
        const size_t count = fracture_sizes(&law, 1.0, 1e-4, volumes, 256);
        cr_assert(fabs(law.area_ratio - rows[k].ratio) <= 1e-3, "%g", law.area_ratio);
        cr_assert(count == rows[k].pieces, "%zu", count);
        cr_assert(fabs(volumes[0] - rows[k].largest) <= 1e-3, "%g", volumes[0]);
        for (size_t i = 0; i < count; i++) {
            cr_assert(volumes[i] > 0.0);
            sum += volumes[i];
        }
        cr_assert(fabs(sum - 1.0) <= 1e-15);
    }
}

Test(law, outside_its_window_there_are_no_sizes)
{
    double volumes[64];
    bool clamped;
    for (int low = 0; low < 2; low++) {
        const double energy = low ? 100.0 : 1e7;
        const fracture_law law = fracture_law_of(1.0, energy);
        cr_assert(!law.is_inside && fracture_sizes(&law, 1.0, 1e-4, volumes, 64) == 0);
        const fracture_law within = fracture_law_clamped(1.0, energy, &clamped);
        cr_assert(clamped && within.is_inside && within.area_ratio == law.area_ratio);
        cr_assert(fracture_sizes(&within, 1.0, 1e-4, volumes, 64) >= 2);
    }
    fracture_law_clamped(1.0, 10000.0, &clamped);
    cr_assert(!clamped);
    // never more pieces than asked for: the rest is larger
    const fracture_law law = fracture_law_of(1.0, 22200.0);
    cr_assert(fracture_sizes(&law, 1.0, 1e-4, volumes, 3) == 3);
    cr_assert(fabs(volumes[0] + volumes[1] + volumes[2] - 1.0) <= 1e-15);
}

Test(law, criterion)
{
    const double degree = TALUS_PI / 180.0;
    cr_assert(fabs(fracture_effective_share(90.0 * degree) - 0.036) <= 5e-4);
    cr_assert(fabs(fracture_effective_share(45.0 * degree) - 0.15) <= 5e-3);
    cr_assert(fabs(fracture_effective_share(20.0 * degree) - 0.79) <= 1e-2);
    cr_assert(fracture_effective_share(1.0 * degree) == 4.0);
    cr_assert(fracture_breaks(0.5, 0.45, 0.5) && !fracture_breaks(0.44, 0.45, 0.5));
    cr_assert(fracture_breaks(0.44, 0.45, 0.0) && !fracture_breaks(0.46, 0.45, 0.999));
}

Test(law, sizes_by_a_power_law)
{
    static const double shares[] = {0.05, 0.4, 0.9}, betas[] = {0.3, 1.0, 2.5};
    for (size_t at = 0; at < 9; at++) {
        const double share = shares[at / 3], beta = betas[at % 3];
        double volumes[256], others[256], sum = 0.0;
        const size_t count = fracture_sizes_by_power(2.0, share, beta, 1e-3, volumes, 256);
        size_t rest = 0;
        cr_assert(count >= 2 && count <= 256);
        for (size_t k = 0; k < count; k++) {
            cr_assert(k == 0 || volumes[k] <= volumes[k - 1]);
            sum += volumes[k];
            if (rest + 1 != k + 1 || fabs(volumes[k] - 2.0 * share) > 1e-15) {
                others[rest++] = volumes[k];
            }
        }
        cr_assert(rest == count - 1 && fabs(sum - 2.0) <= 1e-12, "%g", sum);
        // V_i = V_2 (i - 1)^(-1/beta), the last one no smaller than asked for
        for (size_t k = 1; k < rest; k++) {
            const double expected = others[0] * pow((double)(k + 1), -1.0 / beta);
            cr_assert(fabs(others[k] - expected) <= 1e-12, "%g %g", others[k], expected);
        }
        cr_assert(rest == 1 || others[rest - 1] >= 1e-3);
    }
    double two[2];
    cr_assert(fracture_sizes_by_power(1.0, 0.5, 1.0, 1e-6, two, 2) == 2);
    cr_assert(fabs(two[0] + two[1] - 1.0) <= 1e-15);
}

Test(law, dust_goes_to_the_largest_piece)
{
    double dusty[] = {0.7, 0.3 - 9e-7, 9e-7}, clean[] = {0.7, 0.3 - 2e-6, 2e-6}, one[] = {1e-9};
    cr_assert(fracture_without_dust(1.0, dusty, 3) == 2);
    cr_assert(fabs(dusty[0] - (0.7 + 9e-7)) <= 1e-15 && dusty[1] == 0.3 - 9e-7);
    cr_assert(fracture_without_dust(1.0, clean, 3) == 3 && clean[0] == 0.7);
    cr_assert(fracture_without_dust(1.0, one, 1) == 1);
    cr_assert(fracture_without_dust(1.0, NULL, 0) == 0);
}

Test(law, probability_of_breaking)
{
    cr_assert(fracture_probability(0.0, 10.0, 2.0, 1.0, 0.0) == 0.0);
    cr_assert(fabs(fracture_probability(10.0, 10.0, 2.0, 5.0, 0.0) - (1.0 - exp(-1.0))) <= 1e-15);
    cr_assert(fabs(fracture_probability(20.0, 10.0, 2.0, 8.0, 1.0 / 3.0) - (1.0 - exp(-8.0))) <=
              1e-14);
}

enum { PIECES = 9 };

static double draw(talus_random *random, double size)
{
    return size * (2.0 * talus_random_uniform(random) - 1.0);
}

static talus_vec3 draw_vec3(talus_random *random, double size)
{
    const double x = draw(random, size), y = draw(random, size);
    return vec3(x, y, draw(random, size));
}

static void draw_fragments(talus_random *random, fracture_fragment fragments[PIECES])
{
    talus_vec3 mean = vec3(0.0, 0.0, 0.0);
    double mass = 0.0;
    for (int k = 0; k < PIECES; k++) {
        fracture_fragment *f = &fragments[k];
        *f = (fracture_fragment){.mass = 100.0 + draw(random, 80.0),
                                 .centre = draw_vec3(random, 0.6),
                                 .raw = draw_vec3(random, 10.0)};
        for (int i = 0; i < 3; i++) {
            f->inertia.m[i][i] = 10.0 + draw(random, 2.0);
        }
        f->inertia.m[0][1] = f->inertia.m[1][0] = draw(random, 1.0);
        mass += f->mass;
        mean = vec3_axpy(mean, f->mass, f->centre);
    }
    for (int k = 0; k < PIECES; k++) {
        fragments[k].centre = vec3_axpy(fragments[k].centre, -1.0 / mass, mean);
    }
}

static double relative(talus_vec3 a, talus_vec3 b)
{
    return vec3_norm(vec3_sub(a, b)) / (vec3_norm(a) + vec3_norm(b));
}

Test(motion, scatter_keeps_momentum_and_adds_its_energy)
{
    talus_random random = {9, 1, 0};
    for (int trial = 0; trial < 100; trial++) {
        fracture_fragment fragments[PIECES];
        const talus_vec3 v = draw_vec3(&random, 15.0), omega = draw_vec3(&random, 5.0);
        const double energy = 100.0 + 20000.0 * talus_random_uniform(&random);
        draw_fragments(&random, fragments);
        cr_assert(fracture_set_moving(fragments, PIECES, v, omega, 0.0) == 0.0);
        const fracture_sums rigid = fracture_sum(fragments, PIECES);
        cr_assert(relative(rigid.momentum, vec3_scale(rigid.mass, v)) <= 1e-12);
        cr_assert(fracture_set_moving(fragments, PIECES, v, omega, energy) > 0.0);
        const fracture_sums apart = fracture_sum(fragments, PIECES);
        cr_assert(relative(apart.momentum, rigid.momentum) <= 1e-12);
        cr_assert(relative(apart.angular_momentum, rigid.angular_momentum) <= 1e-12);
        cr_assert(fabs(apart.energy - rigid.energy - energy) <= 1e-12 * apart.energy);
    }
}

Test(motion, raw_velocities_of_a_rigid_motion_do_not_scatter)
{
    talus_random random = {9, 2, 0};
    fracture_fragment fragments[2];
    const talus_vec3 d = vec3(0.3, 0.4, 0.5);
    for (int k = 0; k < 2; k++) {
        fragments[k] = (fracture_fragment){.mass = 10.0,
                                           .centre = vec3_scale(k ? 1.0 : -1.0, d),
                                           .inertia = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                           .raw = vec3(1.0, 2.0, 3.0)};
    }
    cr_assert(fracture_set_moving(fragments, 2, draw_vec3(&random, 1.0), d, 5.0) == 0.0);
}

Test(motion, the_scatter_never_has_more_than_was_taken)
{
    cr_assert(fabs(fracture_scatter_energy(0.1, 10000.0, 3.0) - 0.1 * (10000.0 - 222.0)) <= 1e-9);
    cr_assert(fracture_scatter_energy(1.0, 100.0, 3.0) == 0.0);
}
