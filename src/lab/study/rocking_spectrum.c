// SPDX-License-Identifier: GPL-3.0-or-later
// Overturning spectra: verdicts over amplitude and frequency, and where they change.
#include "lab/rocking/ground_motion.h"
#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdlib.h>

rocking_spectrum_options rocking_spectrum_options_default(void)
{
    return (rocking_spectrum_options){
        .block = talus_rocking_block_rectangle(1.0, 0.2, 0.6),
        .impact = {.map = TALUS_ROCKING_HOUSNER},
        .pulse = {.kind = TALUS_PULSE_SINE, .frequency = 1.0, .cycles = 1.0, .rise = 0.2},
        .name = "sine",
        .x0 = 0.5,
        .x1 = 8.0,
        .y0 = 0.5,
        .y1 = 10.0,
        .nx = 120,
        .ny = 90,
        .horizon = 60.0};
}

static talus_status check(const rocking_spectrum_options *o, talus_error *error)
{
    if (!(o->x0 > 0.0) || !(o->x1 > o->x0) || !(o->y0 >= 0.0) || !(o->y1 > o->y0) ||
        !isfinite(o->x1) || !isfinite(o->y1)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "frequencies from %g to %g and amplitudes from %g to %g: expected "
                               "ascending numbers > 0",
                               o->x0, o->x1, o->y0, o->y1);
    }
    if (o->nx < 1 || o->ny < 1 || o->nx > ROCKING_CELLS_MOST || o->ny > ROCKING_CELLS_MOST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu x %zu cells: expected 1 to %d each", o->nx, o->ny,
                               (int)ROCKING_CELLS_MOST);
    }
    if (!(o->horizon > 0.0) || !(o->horizon < 1e5)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a horizon of %g / p: expected a number > 0 and < 1e5", o->horizon);
    }
    const talus_status status = talus_rocking_block_check(&o->block, error);
    return status == TALUS_OK ? rocking_impact_check(&o->impact, &o->block, error) : status;
}

/// One column: block, shaking of unit amplitude, options.
typedef struct column {
    talus_planar_model model;
    talus_shaking shaking;
    talus_planar_options options;
    double alpha;
    double unit; ///< scale per y
} column;

/// The same shape with another p: lengths times s, moments times s^2.
static talus_rocking_block resized(const talus_rocking_block *block, double s)
{
    talus_rocking_block other = *block;
    other.h *= s;
    other.b1 *= s;
    other.b2 *= s;
    other.inertia *= s * s;
    return other;
}

static column column_of(const rocking_spectrum_options *o, double x)
{
    const double gravity = 9.81;
    column c = {.options = talus_planar_options_default()};
    const double p0 = talus_rocking_block_pivot(&o->block, false, gravity).p;
    const double s = o->motion ? (p0 / x) * (p0 / x) : 1.0;
    const talus_rocking_block block = resized(&o->block, s);
    rocking_impact middle = o->impact;
    middle.low = middle.spread == ROCKING_UNIFORM ? 0.5 * (middle.low + middle.high) : middle.low;
    middle.spread = ROCKING_FIXED;
    c.model = rocking_impact_sample(&middle, &block, 0, 0);
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(&block, false, gravity);
    c.alpha = pivot.alpha;
    // the weaker side lifts off first
    const double threshold = gravity * fmin(block.b1, block.b2) / block.h;
    double duration = 0.0, velocity = 0.0;
    if (o->motion) {
        c.shaking.motion = o->motion;
        ground_motion_peaks(o->motion, &c.unit, &velocity);
        c.unit = threshold / c.unit;
        duration = (double)o->motion->count * o->motion->time_step;
    } else {
        c.shaking.pulse = o->pulse;
        c.shaking.pulse.frequency = x * pivot.p;
        c.shaking.pulse.amplitude = 1.0;
        c.unit = threshold;
        duration = talus_pulse_duration(&c.shaking.pulse);
    }
    c.options.duration = duration + o->horizon / pivot.p;
    return c;
}

typedef struct spectrum_job {
    const rocking_spectrum_options *options;
    rocking_spectrum_cell *cells;
    rocking_spectrum_edge *edges; ///< (nx x ny) room for each column
    size_t *edge_counts;          ///< (nx)
    talus_status *statuses;       ///< (nx)
} spectrum_job;

static talus_status run_at(const column *c, double y, talus_planar_result *result)
{
    talus_shaking shaking = c->shaking;
    shaking.scale = y * c->unit;
    return talus_planar_run(&c->model, &shaking, &c->options, NULL, result, NULL);
}

/// Where the verdict changes between two cells.
static talus_status find_edge(const column *c, const rocking_spectrum_cell *low,
                              const rocking_spectrum_cell *high, rocking_spectrum_edge *edge)
{
    double scale = 0.0;
    *edge = (rocking_spectrum_edge){.x = low->x};
    const talus_status status =
        talus_planar_critical_scale(&c->model, &c->shaking, low->y * c->unit, high->y * c->unit,
                                    &c->options, &scale, &edge->overturns_below, NULL);
    edge->y = scale / c->unit;
    edge->impacts = edge->overturns_below ? low->impacts : high->impacts;
    return status;
}

static void run_column(void *context, size_t i)
{
    const spectrum_job *job = context;
    const rocking_spectrum_options *o = job->options;
    const column c = column_of(o, rocking_centre(o->x0, o->x1, i, o->nx));
    talus_status status = TALUS_OK;
    size_t edges = 0;
    for (size_t k = 0; k < o->ny && status == TALUS_OK; k++) {
        rocking_spectrum_cell *cell = &job->cells[k * o->nx + i];
        talus_planar_result result;
        cell->x = rocking_centre(o->x0, o->x1, i, o->nx);
        cell->y = rocking_centre(o->y0, o->y1, k, o->ny);
        status = run_at(&c, cell->y, &result);
        cell->outcome = result.outcome;
        cell->impacts = result.impacts;
        cell->peak = result.peak_angle / c.alpha;
        const rocking_spectrum_cell *below = k > 0 ? cell - o->nx : NULL;
        if (status == TALUS_OK && below &&
            (below->outcome == TALUS_PLANAR_OVERTURNED) !=
                (cell->outcome == TALUS_PLANAR_OVERTURNED)) {
            status = find_edge(&c, below, cell, &job->edges[i * o->ny + edges++]);
        }
    }
    job->edge_counts[i] = edges;
    job->statuses[i] = status;
}

/// Edges of all columns in a row, in place.
static size_t pack_edges(const spectrum_job *job)
{
    size_t count = 0;
    for (size_t i = 0; i < job->options->nx; i++) {
        for (size_t k = 0; k < job->edge_counts[i]; k++) {
            job->edges[count++] = job->edges[i * job->options->ny + k];
        }
    }
    return count;
}

talus_status rocking_spectrum_make(const rocking_spectrum_options *options,
                                   rocking_spectrum *spectrum, talus_error *error)
{
    *spectrum = (rocking_spectrum){.options = *options};
    talus_status status = check(options, error);
    if (status != TALUS_OK) {
        return status;
    }
    // shaking and block are refused with a sentence before the threads start
    const column first = column_of(options, options->x0);
    talus_planar_result result;
    talus_shaking shaking = first.shaking;
    shaking.scale = options->y1 * first.unit;
    status = talus_planar_run(&first.model, &shaking, &first.options, NULL, &result, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t count = options->nx * options->ny;
    spectrum_job job = {.options = options,
                        .cells = calloc(count, sizeof *job.cells),
                        .edges = calloc(count, sizeof *job.edges),
                        .edge_counts = calloc(options->nx, sizeof *job.edge_counts),
                        .statuses = calloc(options->nx, sizeof *job.statuses)};
    if (job.cells && job.edges && job.edge_counts && job.statuses) {
        status = rocking_share(options->nx, options->threads, run_column, &job, error);
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a spectrum");
    }
    for (size_t i = 0; i < options->nx && status == TALUS_OK; i++) {
        if (job.statuses[i] != TALUS_OK) {
            status =
                talus_error_set(error, job.statuses[i], "column %zu of the spectrum failed: %s", i,
                                talus_status_text(job.statuses[i]));
        }
    }
    spectrum->cells = job.cells;
    spectrum->edges = job.edges;
    spectrum->edge_count = status == TALUS_OK ? pack_edges(&job) : 0;
    free(job.edge_counts);
    free(job.statuses);
    if (status != TALUS_OK) {
        rocking_spectrum_clear(spectrum);
    }
    return status;
}

void rocking_spectrum_clear(rocking_spectrum *spectrum)
{
    free(spectrum->cells);
    free(spectrum->edges);
    *spectrum = (rocking_spectrum){.edge_count = 0};
}
