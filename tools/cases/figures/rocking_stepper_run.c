// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a block under the time-stepper: hits of corners, rest, peaks.
#include "cases/figures/rocking_stepper.h"
#include "foundation/math/linalg.h"

#include <math.h>
#include <stdlib.h>

#define PRESSED 1e-12 ///< m, so that a corner on the plane is closed from the first step on
#define STILL 1e-9    ///< kinetic energy of a block at rest, of m g b

/// Turned about y and x with the lowest corner at (-b1, -b2, 0).
static talus_state start_state(const rocking_bench *bench, rocking_start start)
{
    const double x = 0.5 * start.lateral, y = -0.5 * start.tilt;
    const talus_quat about_x = {talus_cos(x), talus_sin(x), 0.0, 0.0};
    const talus_quat about_y = {talus_cos(y), 0.0, talus_sin(y), 0.0};
    const talus_quat p = quat_mul(about_y, about_x);
    const talus_vec3 foot = vec3(-bench->options.b1, -bench->options.b2, -PRESSED);
    return (talus_state){.r = vec3_sub(foot, talus_quat_rotate(p, bench->corners[3])), .p = p};
}

static talus_vec3 world_rate(const talus_state *state)
{
    return talus_quat_rotate(state->p, state->omega);
}

/// Middle of the corners of a set; @return false for none
static bool middle(const rocking_bench_step *step, unsigned set, talus_vec3 *point)
{
    double n = 0.0;
    *point = vec3(0.0, 0.0, 0.0);
    for (size_t i = 0; i < ROCKING_CORNERS; i++) {
        if (set & 1U << i) {
            *point = vec3_add(*point, step->foot[i]);
            n += 1.0;
        }
    }
    *point = n > 0.0 ? vec3_scale(1.0 / n, *point) : *point;
    return n > 0.0;
}

static void place_resultant(const rocking_bench_step *step, rocking_hit *hit)
{
    const talus_spatial_wrench wrench =
        step->is_wrench ? step->wrench
                        : talus_spatial_wrench_of(step->foot, step->percussion, ROCKING_CORNERS);
    talus_vec3 from, to;
    hit->tau = wrench.tau;
    hit->lambda = (double)NAN;
    if (middle(step, hit->resting, &from) && middle(step, hit->arriving, &to)) {
        const double dx = to.x - from.x, dy = to.y - from.y;
        const double along =
            (wrench.x - 0.5 * (from.x + to.x)) * dx + (wrench.y - 0.5 * (from.y + to.y)) * dy;
        hit->lambda = 2.0 * along / (dx * dx + dy * dy);
    }
}

/// What stays the same through a run.
typedef struct run_job {
    rocking_bench bench;
    rocking_stepper_run *run;
    unsigned closed; ///< corners closed in the last step
    bool has_hit;
} run_job;

static unsigned closed_corners(const rocking_bench_step *step)
{
    unsigned closed = 0;
    for (unsigned i = 0; i < ROCKING_CORNERS; i++) {
        closed |= step->closed[i] ? 1U << i : 0U;
    }
    return closed;
}

/// Corners that were open and come down, as a hit at the time when the fastest met the plane.
static void record_hit(run_job *job, const talus_state *before, const talus_state *after,
                       const rocking_bench_step *step, unsigned closed, double begin)
{
    rocking_hit hit = {.w_minus = world_rate(before), .w_plus = world_rate(after)};
    for (unsigned i = 0; i < ROCKING_CORNERS; i++) {
        const double down = -step->approach[i].z;
        if ((closed & ~job->closed & 1U << i) && down > 0.0) {
            hit.arriving |= 1U << i;
            if (down > hit.speed) {
                hit.speed = down;
                hit.time = begin + 0.5 * job->bench.options.time_step + step->foot[i].z / down;
            }
        }
    }
    if (hit.arriving == 0) {
        return;
    }
    hit.resting = closed & job->closed;
    hit.energy_minus = rocking_bench_energy(&job->bench, before);
    hit.energy_plus = rocking_bench_energy(&job->bench, after);
    place_resultant(step, &hit);
    // a pivot that lifts by round-off lands again at the speed of one step's fall
    const rocking_bench_options *o = &job->bench.options;
    job->has_hit = job->has_hit || hit.speed > 2.0 * o->gravity * o->time_step;
    if (job->run->hit_count < ROCKING_HITS_MOST) {
        job->run->hits[job->run->hit_count++] = hit;
    }
}

static void go(run_job *job, talus_state *state, double duration)
{
    rocking_stepper_run *run = job->run;
    const double dt = job->bench.options.time_step;
    const double still =
        STILL * job->bench.mass * job->bench.options.gravity * job->bench.options.b1;
    const size_t steps = (size_t)(duration / dt + 0.5), stride = steps / ROCKING_SAMPLES_MOST + 1;
    rocking_bench_step step;
    for (size_t k = 0; k < steps; k++) {
        const talus_state before = *state;
        if (k % stride == 0) {
            run->time[run->sample_count] = (double)k * dt;
            run->theta[run->sample_count++] = rocking_bench_theta(state);
        }
        rocking_bench_take(&job->bench, state, &step);
        const unsigned closed = closed_corners(&step);
        if (k > 0) {
            record_hit(job, &before, state, &step, closed, (double)k * dt);
        }
        job->closed = closed;
        if (job->has_hit) {
            talus_rocking_peaks_add(&run->peaks, (double)(k + 1) * dt, state->p, world_rate(state));
        }
        if (step.report.kinetic_energy > still) {
            run->rest = (double)(k + 1) * dt;
        }
    }
}

static void keep_counts(const run_job *job, const talus_state *state)
{
    rocking_stepper_run *run = job->run;
    const rocking_bench *bench = &job->bench;
    const talus_vec3 up = talus_quat_rotate(state->p, vec3(0.0, 0.0, 1.0));
    run->rest_tilt = sqrt(up.x * up.x + up.y * up.y);
    run->steps = bench->steps;
    run->unsolved = bench->unsolved;
    run->plastic = bench->plastic;
    run->deepest = bench->deepest;
    run->worst_residual = bench->worst_residual;
    run->worst_ledger = bench->worst_ledger;
    run->wrenches = bench->wrenches;
    run->refused = bench->refused;
    run->limited = bench->limited;
}

talus_status rocking_stepper_run_make(const rocking_bench_options *options, rocking_start start,
                                      double duration, rocking_stepper_run *run, talus_error *error)
{
    run_job job = {.run = run};
    *run = (rocking_stepper_run){.hits = malloc(ROCKING_HITS_MOST * sizeof *run->hits),
                                 .time = malloc(2 * ROCKING_SAMPLES_MOST * sizeof *run->time)};
    talus_status status = rocking_bench_init(&job.bench, options, error);
    if (status == TALUS_OK && (!run->hits || !run->time)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a run");
    }
    if (status == TALUS_OK) {
        run->theta = run->time + ROCKING_SAMPLES_MOST;
        talus_state state = start_state(&job.bench, start);
        go(&job, &state, duration);
        keep_counts(&job, &state);
    }
    rocking_bench_clear(&job.bench);
    return status;
}

void rocking_stepper_run_clear(rocking_stepper_run *run)
{
    free(run->hits);
    free(run->time);
    *run = (rocking_stepper_run){.steps = 0};
}
