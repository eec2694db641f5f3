// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include "physics/stepper/worker.h"

talus_status bench_init(bench *b, const bench_scene *scene, talus_error *error)
{
    *b = (bench){.scene = *scene};
    if (!scene->terrain || !scene->rock) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scene");
    }
    b->site =
        (talus_site){.terrain = scene->terrain, .grounds = &b->scene.ground, .ground_count = 1};
    talus_step_options options = talus_step_options_default();
    options.scheme = scene->scheme;
    options.time_step = scene->time_step;
    options.slip_gap = scene->slip_gap;
    talus_status status =
        talus_stepper_create(&b->site, &options, scene->rock->vertex_count, &b->stepper, error);
    b->state.p = (talus_quat){1.0, 0.0, 0.0, 0.0};
    if (status == TALUS_OK) {
        status = talus_motion_create(b->stepper, &b->motion, error);
    }
    if (status == TALUS_OK) {
        status = talus_motion_start(b->stepper, scene->rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS,
                                    &b->state, b->motion, error);
    }
    return status;
}

void bench_clear(bench *b)
{
    talus_free(b->motion);
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->scene.rock);
    talus_terrain_destroy(b->scene.terrain);
    *b = (bench){0};
}

void bench_lift(bench *b, double height)
{
    b->state.r.z += height - stepper_min_gap(b->stepper, b->motion, b->state.r, b->state.p);
}

void bench_step(bench *b)
{
    b->motion->state = b->state;
    stepper_step(b->stepper, b->motion, &b->report);
    b->state = *talus_motion_state(b->motion);
}

void bench_steps(bench *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bench_step(b);
    }
}

talus_rock *bench_rock(const char *name, talus_vec3 size, unsigned sides, double density)
{
    talus_rock *rock = NULL;
    (void)talus_rock_build(name, size, sides, density, &rock, NULL);
    return rock;
}
