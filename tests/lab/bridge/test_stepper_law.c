// SPDX-License-Identifier: GPL-3.0-or-later
// The restitution matrix of talus/lab/impact_law.h against the right-hand side that the step builds.
#include "bench/scenes.h"
#include "physics/stepper/stepper_internal.h"
#include "stepper/rock_steps.h"
#include "talus/lab/impact_law.h"
#include "talus/linalg.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>

typedef struct bench {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_site site;
    talus_stepper *stepper;
} bench;

static void set_up(bench *b, talus_scheme scheme, double epsilon_n, double epsilon_t)
{
    *b = (bench){.terrain = scene_plane(0.4, 0.0, 40.0, 1.0, 0.0), .ground = scene_ground(0.5)};
    talus_step_options options = talus_step_options_default();
    options.scheme = scheme;
    b->ground.epsilon_n = epsilon_n;
    b->ground.epsilon_t = epsilon_t;
    b->site = (talus_site){.terrain = b->terrain, .grounds = &b->ground, .ground_count = 1};
    (void)talus_rock_build("cuboid", vec3(1.0, 0.8, 0.5), 0, 2700.0, &b->rock, NULL);
    cr_assert_not_null(b->rock);
    cr_assert(talus_stepper_create(&b->site, &options, b->rock->vertex_count, &b->stepper, NULL) ==
              TALUS_OK);
    cr_assert(rock_set(b->stepper, b->rock, 1.0) == TALUS_OK);
}

/// One step in a random contact state; the right-hand side again with E = epsilon_N 1.
static size_t compare_bits(bench *b, talus_random *rng)
{
    double matrix[16 * 16] = {0.0}, epsilon_t[16], c[48];
    talus_step_report report;
    talus_state state = {.p = talus_quat_uniform(talus_random_uniform(rng),
                                                 talus_random_uniform(rng),
                                                 talus_random_uniform(rng))};
    state.v = vec3(talus_random_normal(rng), talus_random_normal(rng), talus_random_normal(rng));
    state.omega = vec3(5.0 * talus_random_normal(rng), 5.0 * talus_random_normal(rng),
                       5.0 * talus_random_normal(rng));
    state.r.z -= 0.2 + rock_min_gap(b->stepper, state.r, state.p);
    const talus_stepper *s = b->stepper;
    const talus_vec3 v = state.v;
    const talus_vec3 omega =
        s->options.scheme == TALUS_SCHEME_EXPLICIT
            ? state.omega
            : talus_rotation_free(s->options.scheme, s->inertia, state.omega, s->options.time_step)
                  .omega;
    rock_step(b->stepper, &state, &report);
    const size_t n = s->set.count;
    cr_assert(n > 0 && n <= 16);
    for (size_t i = 0; i < n; i++) {
        matrix[i * n + i] = b->ground.epsilon_n;
        epsilon_t[i] = b->ground.epsilon_t;
    }
    double gamma[48];
    for (size_t i = 0; i < 3 * n; i++) {
        const stepper_rows *w = &s->rows[i / 3];
        const size_t k = i % 3;
        gamma[i] = vec3_dot(vec3(w->force[0][k], w->force[1][k], w->force[2][k]), v) +
                   vec3_dot(vec3(w->torque[0][k], w->torque[1][k], w->torque[2][k]), omega);
    }
    cr_assert(talus_impact_law_step_rhs(n, s->delassus, s->c_plastic, gamma, matrix, epsilon_t, c,
                                        NULL) == TALUS_OK);
    for (size_t i = 0; i < 3 * n; i++) {
        cr_expect(c[i] == s->c[i], "row %zu of %zu: %.17g, the step has %.17g", i, n, c[i],
                  s->c[i]);
    }
    return n;
}

static void compare(talus_scheme scheme)
{
    bench b;
    talus_random rng = {.seed = 17};
    size_t several = 0;
    set_up(&b, scheme, 0.35, 0.15);
    for (size_t i = 0; i < 200; i++) {
        several += compare_bits(&b, &rng) > 1;
    }
    cr_expect(several > 20, "only %zu states with several contacts", several);
    talus_stepper_destroy(b.stepper);
    talus_rock_destroy(b.rock);
    talus_terrain_destroy(b.terrain);
}

Test(law_step, diagonal_matrix_gives_the_bits_of_the_explicit_step)
{
    compare(TALUS_SCHEME_EXPLICIT);
}

Test(law_step, diagonal_matrix_gives_the_bits_of_the_midpoint_step)
{
    compare(TALUS_SCHEME_MIDPOINT);
}
