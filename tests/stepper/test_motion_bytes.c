// SPDX-License-Identifier: GPL-3.0-or-later
// A motion from a file: bytes that are not those of a motion are refused, never followed.
#include "stepper/obstacle_scene.h"

#include "talus/base.h"

#include <math.h>
#include <string.h>

static const talus_vec3 block = {1.0, 0.8, 0.6};
static const talus_state start = {
    .r = {20.0, 20.0, 0.6}, .p = {1.0, 0.0, 0.0, 0.0}, .v = {4.0, 0.5, 0.0}, .omega = {0, 2, 1}};

/// A block that rolls past stems.
static void make(obstacle_scene *scene)
{
    static talus_stem stems[2] = {
        {.x = 21.5, .y = 20.0, .diameter = 0.3, .height = 5, .energy = 1e5},
        {.x = 22.5, .y = 20.8, .diameter = 0.3, .height = 5, .energy = 1e5}};
    const talus_obstacle_list list = {
        .stem_count = 2, .stems = stems, .stem_law = {.mu = 0.3, .epsilon_n = 0.1}};
    scene_make(scene, &list, "cuboid", block, 9.81);
}

/// Its motion after so many steps, on the scene's stepper.
static talus_rock_motion *go(obstacle_scene *scene, int steps)
{
    talus_rock_motion *motion = NULL;
    talus_step_report report = talus_step_report_default();
    cr_assert_eq(talus_motion_create(scene->stepper, &motion, NULL), TALUS_OK);
    cr_assert_eq(talus_motion_start(scene->stepper, scene->rock, 1.0, 1, 0, &start, motion, NULL),
                 TALUS_OK);
    for (int k = 0; k < steps; k++) {
        cr_assert_eq(talus_step(scene->stepper, motion, &report, NULL), TALUS_OK);
    }
    return motion;
}

static bool is_finite(const talus_state *q)
{
    return isfinite(q->r.x + q->r.y + q->r.z + q->v.x + q->v.y + q->v.z) &&
           isfinite(q->omega.x + q->omega.y + q->omega.z + q->p.w + q->p.x + q->p.y + q->p.z);
}

/// Up to 20 steps; they end in finite numbers, or the report says that they do not.
/// @return whether the first was refused
static bool try_steps(talus_stepper *stepper, talus_rock_motion *motion)
{
    talus_error error = {0};
    for (int k = 0; k < 20; k++) {
        talus_step_report report = talus_step_report_default();
        talus_flight flight;
        if (talus_step(stepper, motion, &report, &error) != TALUS_OK) {
            cr_assert(error.message[0] != '\0');
            return k == 0;
        }
        const bool is_good = is_finite(talus_motion_state(motion));
        cr_assert_eq(report.diverged, !is_good);
        cr_assert(is_good || !report.solver.solved);
        (void)talus_flight_plan(stepper, motion, 10, &flight, NULL);
    }
    return false;
}

/// Flip `bits` random bits in copies of a motion. @return how many copies were refused
static int flip(obstacle_scene *scene, const talus_rock_motion *good, talus_stepper *on, int copies,
                int bits, uint64_t seed)
{
    const size_t size = talus_motion_size(scene->stepper);
    talus_rock_motion *turns[2] = {NULL, NULL}; // each is another one than the last
    int refused = 0;
    cr_assert_eq(talus_motion_create(scene->stepper, &turns[0], NULL), TALUS_OK);
    cr_assert_eq(talus_motion_create(scene->stepper, &turns[1], NULL), TALUS_OK);
    for (int k = 0; k < copies; k++) {
        talus_rock_motion *spoilt = turns[k % 2];
        memcpy(spoilt, good, size);
        for (int bit = 0; bit < bits; bit++) {
            talus_random random = {seed, (uint64_t)k, (uint32_t)bit};
            const size_t at = (size_t)(talus_random_uniform(&random) * 8.0 * (double)size);
            ((unsigned char *)spoilt)[at / 8] ^= (unsigned char)(1u << at % 8);
        }
        refused += try_steps(on, spoilt);
    }
    talus_free(turns[0]);
    talus_free(turns[1]);
    return refused;
}

/// On another stepper, as from a file, and on the one that had the motion last.
Test(motion_bytes, flipped_bits_are_refused_or_step)
{
    obstacle_scene scene;
    make(&scene);
    talus_rock_motion *motion = go(&scene, 150);
    for (int bits = 1; bits <= 64; bits *= 8) {
        talus_stepper *other = NULL;
        cr_assert_eq(talus_stepper_create(&scene.site, &scene.options, scene.rock->vertex_count,
                                          &other, NULL),
                     TALUS_OK);
        const int refused = flip(&scene, motion, other, 400, bits, 7) +
                            flip(&scene, motion, scene.stepper, 300, bits, 8);
        // most of a motion is memory of stems that it does not use: measured 60, 349, 692
        cr_expect(refused > 40 * bits / (1 + bits / 8),
                  "of 700 motions with %d bits flipped %d were refused", bits, refused);
        talus_stepper_destroy(other);
    }
    talus_free(motion);
    scene_clear(&scene);
}

/// Each part of a motion that a step would follow. What is flipped must be refused.
Test(motion_bytes, each_part_is_checked)
{
    obstacle_scene scene;
    talus_stepper *other = NULL;
    talus_step_report report = talus_step_report_default();
    make(&scene);
    talus_rock_motion *motion = go(&scene, 150), *spoilt = go(&scene, 0);
    cr_assert_eq(
        talus_stepper_create(&scene.site, &scene.options, scene.rock->vertex_count, &other, NULL),
        TALUS_OK);
    const size_t size = talus_motion_size(other);
    const motion_layout l =
        motion_layout_of(scene.rock->vertex_count + 24, scene.rock->vertex_count, true);
    cr_assert_eq(l.size, size, "the test knows another layout");
#define OFFSET(member) offsetof(talus_rock_motion, member)
    const size_t high = sizeof(double) - 1;
    const size_t bytes[] = {OFFSET(is_shaken),
                            OFFSET(is_down),
                            OFFSET(warm_slips),
                            OFFSET(nearest) + 3,
                            OFFSET(warm_count) + 1,
                            OFFSET(state.slippage) + high,
                            OFFSET(state.p) + high,
                            OFFSET(body.key),
                            OFFSET(body.mass) + high,
                            OFFSET(body.vertex_count) + 2,
                            OFFSET(body.face_count),
                            l.vertices + high,
                            l.face_starts + 5,
                            l.corners + 2,
                            l.obstacles + offsetof(motion_obstacles, touched_count) + 1};
    for (size_t k = 0; k < sizeof bytes / sizeof bytes[0]; k++) {
        memcpy(spoilt, motion, size);
        ((unsigned char *)spoilt)[bytes[k]] ^= 0x82;
        cr_expect_eq(talus_step(other, spoilt, &report, NULL), TALUS_ERROR_ARGUMENT, "part %zu", k);
    }
    // and as it was kept it goes on
    memcpy(spoilt, motion, size);
    cr_expect_eq(talus_step(other, spoilt, &report, NULL), TALUS_OK);
    cr_assert_eq(talus_step(scene.stepper, motion, &report, NULL), TALUS_OK);
    cr_expect_eq(memcmp(spoilt, motion, size), 0);
    talus_free(spoilt);
    talus_free(motion);
    talus_stepper_destroy(other);
    scene_clear(&scene);
}

/// A state that overflows is said, and is not stepped on.
Test(motion_bytes, a_state_that_is_not_finite_is_reported)
{
    obstacle_scene scene;
    talus_step_report report = talus_step_report_default();
    talus_state state = start;
    make(&scene);
    talus_rock_motion *motion = go(&scene, 0);
    state.r.z = 1e4;
    state.v.x = 1.7e308;
    state.v.z = 1.7e308;
    state.omega.x = 1.7e308;
    cr_assert_eq(talus_motion_set_state(motion, &state, NULL), TALUS_OK);
    for (int k = 0; k < 2000 && !report.diverged; k++) {
        cr_assert_eq(talus_step(scene.stepper, motion, &report, NULL), TALUS_OK);
    }
    cr_expect(report.diverged);
    cr_expect_not(report.solver.solved);
    cr_expect_eq(talus_step(scene.stepper, motion, &report, NULL), TALUS_ERROR_ARGUMENT);
    talus_free(motion);
    scene_clear(&scene);
}
