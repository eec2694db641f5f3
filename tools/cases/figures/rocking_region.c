// SPDX-License-Identifier: GPL-3.0-or-later
// Where bouncing replaces rocking, and how much that depends on e. [L93, figs 10 and 14]
#include "cases/figures/rocking_region.h"
#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdlib.h>

enum { BOUNCES_MOST = 3000, SENSITIVITY_RUNS = 201, PHASES_MOST = 200 };

rocking_region_options rocking_region_options_default(void)
{
    return (rocking_region_options){.aspect0 = 0.7,
                                    .aspect1 = 10.0,
                                    .e0 = 0.2,
                                    .e1 = 1.0,
                                    .nx = 93,
                                    .ny = 80,
                                    .release = 0.5,
                                    .aspect = 2.0,
                                    .base = 0.0508};
}

static talus_status check(const rocking_region_options *o, talus_error *error)
{
    if (!(o->aspect0 > 0.0) || !(o->aspect1 > o->aspect0) || !(o->aspect1 < 1e3) ||
        !(o->e0 >= 0.0) || !(o->e1 > o->e0) || !(o->e1 <= 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "aspects from %g to %g and restitutions from %g to %g: expected "
                               "ascending numbers, aspects > 0 and restitutions in [0, 1]",
                               o->aspect0, o->aspect1, o->e0, o->e1);
    }
    if (o->nx < 1 || o->ny < 1 || o->nx > ROCKING_CELLS_MOST || o->ny > ROCKING_CELLS_MOST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu x %zu cells: expected 1 to %d each", o->nx, o->ny,
                               (int)ROCKING_CELLS_MOST);
    }
    if (!(o->release > 0.0 && o->release < 1.0) || !(o->aspect > 0.0 && o->aspect < 1e3) ||
        !(o->base > 0.0) || !isfinite(o->base)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "release at %g alpha of a block h/b = %g on a base of %g m: expected "
            "a share in (0, 1) and sizes > 0",
            o->release, o->aspect, o->base);
    }
    return TALUS_OK;
}

static talus_planar_model model_of(double base, double aspect)
{
    const talus_rocking_block block =
        talus_rocking_block_rectangle(1.0, 0.5 * base, 0.5 * base * aspect);
    return talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
}

/// Rate at the first impact after a release at a share of alpha; < 0.
static double rate_of(const talus_planar_model *model, double release)
{
    const talus_rocking_block *block = &model->block;
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(block, false, model->gravity);
    const double uplift = talus_rocking_uplift(block->b1, block->h, release * pivot.alpha);
    return -sqrt(2.0 * block->mass * model->gravity * uplift / pivot.inertia);
}

static talus_bounce_options bouncing(talus_bounce_flight flight, double e)
{
    return (talus_bounce_options){
        .tangential = TALUS_BOUNCE_STICK, .flight = flight, .e = e, .settle = 1e-6};
}

/// The half cycles of one run: extremes of theta between its changes of sign.
typedef struct half_cycles {
    double *peak;
    size_t count; ///< begun
    double sign;  ///< of the present one
} half_cycles;

static void add_angle(half_cycles *halves, double theta)
{
    if (theta == 0.0) {
        return;
    }
    if (halves->count == 0 || theta * halves->sign < 0.0) {
        halves->sign = theta < 0.0 ? -1.0 : 1.0;
        halves->count++;
    }
    if (halves->count <= ROCKING_HALF_CYCLES) {
        double *peak = &halves->peak[halves->count - 1];
        *peak = fmax(*peak, fabs(theta));
    }
}

/// Bouncing until it settles, rocking until upright, and so on. The run's own frame is turned round
/// where the block comes down on A.
static talus_status run_phases(const talus_planar_model *model, double rate,
                               const talus_bounce_options *options, talus_bounce_impact *impacts,
                               rocking_region_run *run)
{
    half_cycles halves = {.peak = run->peak};
    double frame = 1.0;
    for (int phase = 0; phase < PHASES_MOST && halves.count <= ROCKING_HALF_CYCLES; phase++) {
        talus_bounce_end end;
        talus_status status =
            talus_bounce_run(model, rate, options, impacts, BOUNCES_MOST, &end, NULL);
        for (size_t i = 1; i < end.count && status == TALUS_OK; i++) {
            add_angle(&halves, frame * impacts[i].theta);
        }
        run->settles = phase == 0 ? end.settled && !end.other_corner_landed : run->settles;
        if (status != TALUS_OK || !end.settled || end.omega == 0.0) {
            return status;
        }
        talus_planar_options rocking = talus_planar_options_default();
        rocking.theta0 = end.theta;
        rocking.omega0 = end.omega;
        rocking.most_impacts = 1;
        double time, speed;
        talus_planar_history history = {
            .impact_room = 1, .impact_time = &time, .impact_speed = &speed};
        talus_planar_result result;
        status = talus_planar_run(model, NULL, &rocking, &history, &result, NULL);
        if (status != TALUS_OK || history.impact_count == 0 || speed == 0.0) {
            return status;
        }
        // down on A after pivoting on B: omega > 0
        add_angle(&halves, frame * (speed > 0.0 ? -result.peak_angle : result.peak_angle));
        frame = speed > 0.0 ? -frame : frame;
        rate = -fabs(speed);
    }
    return TALUS_OK;
}

typedef struct region_job {
    const rocking_region_options *options;
    rocking_region *region;
    talus_bounce_impact *impacts; ///< (BOUNCES_MOST x items)
    talus_status *statuses;
} region_job;

static void run_column(void *context, size_t i)
{
    const region_job *job = context;
    const rocking_region_options *o = job->options;
    const double aspect = rocking_centre(o->aspect0, o->aspect1, i, o->nx);
    const talus_planar_model model = model_of(o->base, aspect);
    const double rate = rate_of(&model, o->release);
    talus_bounce_impact *impacts = &job->impacts[i * BOUNCES_MOST];
    job->region->critical_aspect[i] = aspect;
    job->region->critical_small[i] = talus_bounce_critical_restitution(&model, 0.0);
    const double alpha = talus_rocking_block_pivot(&model.block, false, model.gravity).alpha;
    job->region->critical[i] = talus_bounce_critical_restitution(&model, o->release * alpha);
    for (size_t k = 0; k < o->ny; k++) {
        rocking_region_cell *cell = &job->region->cells[k * o->nx + i];
        *cell =
            (rocking_region_cell){.aspect = aspect, .e = rocking_centre(o->e0, o->e1, k, o->ny)};
        const talus_bounce_options options = bouncing(TALUS_BOUNCE_CONSISTENT, cell->e);
        talus_bounce_end end;
        job->statuses[i] =
            talus_bounce_run(&model, rate, &options, impacts, BOUNCES_MOST, &end, NULL);
        while (cell->impacts < end.count && impacts[cell->impacts].corner == 'B') {
            cell->impacts++;
        }
        cell->bounces = cell->impacts < end.count || !end.settled;
    }
}

static void run_one(void *context, size_t i)
{
    const region_job *job = context;
    const rocking_region_options *o = job->options;
    const talus_planar_model model = model_of(o->base, o->aspect);
    rocking_region_run *run = &job->region->runs[i];
    run->e = rocking_centre(o->e0, o->e1, i, job->region->run_count);
    const talus_bounce_options options = bouncing(TALUS_BOUNCE_EXACT, run->e);
    job->statuses[i] = run_phases(&model, rate_of(&model, o->release), &options,
                                  &job->impacts[i * BOUNCES_MOST], run);
}

static talus_status run_all(const rocking_region_options *o, rocking_region *region,
                            talus_error *error)
{
    const size_t items = o->nx > SENSITIVITY_RUNS ? o->nx : SENSITIVITY_RUNS;
    region_job job = {.options = o,
                      .region = region,
                      .impacts = malloc(items * BOUNCES_MOST * sizeof *job.impacts),
                      .statuses = calloc(items, sizeof *job.statuses)};
    talus_status status = TALUS_OK;
    if (!job.impacts || !job.statuses) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a region");
    }
    if (status == TALUS_OK) {
        status = rocking_share(o->nx, o->threads, run_column, &job, error);
    }
    if (status == TALUS_OK) {
        status = rocking_share(region->run_count, o->threads, run_one, &job, error);
    }
    for (size_t i = 0; i < items && status == TALUS_OK; i++) {
        if (job.statuses[i] != TALUS_OK) {
            status = talus_error_set(error, job.statuses[i], "run %zu of the region failed: %s", i,
                                     talus_status_text(job.statuses[i]));
        }
    }
    free(job.impacts);
    free(job.statuses);
    return status;
}

talus_status rocking_region_make(const rocking_region_options *options, rocking_region *region,
                                 talus_error *error)
{
    *region = (rocking_region){.options = *options, .run_count = SENSITIVITY_RUNS};
    talus_status status = check(options, error);
    if (status != TALUS_OK) {
        return status;
    }
    region->cells = calloc(options->nx * options->ny, sizeof *region->cells);
    region->critical_aspect = calloc(options->nx, sizeof *region->critical_aspect);
    region->critical_small = calloc(options->nx, sizeof *region->critical_small);
    region->critical = calloc(options->nx, sizeof *region->critical);
    region->runs = calloc(region->run_count, sizeof *region->runs);
    if (!region->cells || !region->critical_aspect || !region->critical_small ||
        !region->critical || !region->runs) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a region");
    } else {
        status = run_all(options, region, error);
    }
    if (status != TALUS_OK) {
        rocking_region_clear(region);
    }
    return status;
}

void rocking_region_clear(rocking_region *region)
{
    free(region->cells);
    free(region->critical_aspect);
    free(region->critical_small);
    free(region->critical);
    free(region->runs);
    *region = (rocking_region){.run_count = 0};
}
