// SPDX-License-Identifier: GPL-3.0-or-later
// Rocking of a planar block: its history with the impacts between the samples.
#include "lab/study/rocking_run_internal.h"

#include <float.h>
#include <stdlib.h>

enum { CORNER_A, CORNER_B, PEAKS = 10 };

/// Room of a history; the first guess is doubled until all fits.
typedef struct room {
    talus_planar_history history;
    double *memory;
} room;

static bool allocate(room *r, size_t impacts, size_t samples)
{
    free(r->memory);
    r->memory = calloc(2 * impacts + 2 * PEAKS + 3 * samples, sizeof *r->memory);
    if (r->memory == NULL) {
        return false;
    }
    double *at = r->memory;
    talus_planar_history *h = &r->history;
    h->impact_room = impacts;
    h->impact_time = at;
    h->impact_speed = at += impacts;
    h->peak_room = PEAKS;
    h->peak_time = at += impacts;
    h->peak_angle = at += PEAKS;
    h->sample_room = samples;
    h->time = at += PEAKS;
    h->theta = at += samples;
    h->omega = at + samples;
    return true;
}

rocking_run_sample rocking_run_pose(const rocking_run *run, double time, double theta, double omega,
                                    double shift)
{
    const talus_rocking_block *b = &run->planar.block;
    const double c = talus_cos(theta), s = talus_sin(theta), x = theta >= 0.0 ? b->b1 : -b->b2;
    // counter-clockwise in the plane x-z is a turn about -y
    const talus_quat attitude = {talus_cos(0.5 * theta), 0.0, -talus_sin(0.5 * theta), 0.0};
    return (rocking_run_sample){
        .time = time,
        .theta = theta,
        .omega = omega,
        .attitude = attitude,
        .position = vec3(shift - x + c * x - s * b->h, 0.0, s * x + c * b->h),
        .w = vec3(0.0, -omega, 0.0),
        .energy = talus_planar_energy(&run->planar, theta, omega),
        .touching = theta > 0.0   ? 1U << CORNER_A
                    : theta < 0.0 ? 1U << CORNER_B
                                  : 1U << CORNER_A | 1U << CORNER_B,
        .regular = true,
    };
}

/// Velocity of the centre of mass when a level block turns about a corner.
static talus_vec3 velocity(const talus_rocking_block *b, int corner, double omega)
{
    const double lever = corner == CORNER_A ? b->b1 : -b->b2;
    return vec3(-b->h * omega, 0.0, lever * omega);
}

/// An impact with the states on both sides of it.
static void add_impact(rocking_run *run, const rocking_stretch *stretch, double at, double before)
{
    const double time = stretch->from + at, shift = stretch->shift;
    const talus_planar_model *model = &run->planar;
    const int from = before < 0.0 ? CORNER_A : CORNER_B, other = 1 - from;
    const double ratio = from == CORNER_A ? model->r_ab : model->r_ba;
    const int to = ratio >= 0.0 ? other : from;
    const double after = ratio * before;
    const talus_vec3 change =
        vec3_sub(velocity(&model->block, to, after), velocity(&model->block, from, before));
    rocking_run_sample sides[2] = {rocking_run_pose(run, time, 0.0, before, shift),
                                   rocking_run_pose(run, time, 0.0, after, shift)};
    const int pivots[2] = {from, to};
    for (int i = 0; i < 2; i++) {
        const talus_rocking_pivot pivot =
            talus_rocking_block_pivot(&model->block, pivots[i] == CORNER_B, model->gravity);
        sides[i].energy = 0.5 * pivot.inertia * sides[i].omega * sides[i].omega;
        sides[i].touching = 1U << pivots[i];
        sides[i].regular = false;
        rocking_run_add_sample(run, &sides[i]);
    }
    const rocking_run_impact impact = {.time = time,
                                       .kind = "impact",
                                       .hit = other,
                                       .before = 1U << from,
                                       .after = 1U << to,
                                       .w_minus = vec3(0.0, -before, 0.0),
                                       .w_plus = vec3(0.0, -after, 0.0),
                                       .impulse = vec3_scale(model->block.mass, change),
                                       .energy_change = sides[1].energy - sides[0].energy};
    rocking_run_add_impact(run, &impact);
}

/// Angle of sample i. A block that starts upright towards B is on that side from the first moment.
static double side_of(const talus_planar_history *h, size_t i)
{
    return i == 0 && h->theta[i] == 0.0 && h->omega[i] < 0.0 ? -DBL_MIN : h->theta[i];
}

/// Samples and, unless the stretch ends before them, impacts by time.
static void merge(rocking_run *run, const talus_planar_history *h, const rocking_stretch *stretch)
{
    const size_t impacts = stretch->falls ? 0 : h->impact_count;
    size_t impact = 0;
    for (size_t i = 0; i < h->sample_count; i++) {
        const double time = stretch->from + h->time[i];
        for (; impact < impacts && h->impact_time[impact] <= h->time[i]; impact++) {
            add_impact(run, stretch, h->impact_time[impact], h->impact_speed[impact]);
        }
        const bool known = run->sample_count > 0 && h->theta[i] == 0.0 &&
                           run->samples[run->sample_count - 1].time >= time;
        if (!known) {
            const rocking_run_sample sample =
                rocking_run_pose(run, time, side_of(h, i), h->omega[i], stretch->shift);
            rocking_run_add_sample(run, &sample);
        }
    }
    for (; impact < impacts; impact++) {
        add_impact(run, stretch, h->impact_time[impact], h->impact_speed[impact]);
    }
}

/// Median of the ratios of free rocking, from the start and the peaks after it.
static talus_status find_avrf(rocking_run *run, const talus_planar_history *h, double theta0,
                              double omega0, talus_error *error)
{
    const talus_rocking_block *b = &run->planar.block;
    double peaks[PEAKS + 1];
    size_t count = 0;
    if (rocking_run_is_shaken(run) || b->b1 != b->b2) {
        return TALUS_OK;
    }
    if (theta0 != 0.0 && omega0 == 0.0) {
        peaks[count++] = theta0;
    }
    for (size_t i = 0; i < h->peak_count && i < PEAKS; i++) {
        peaks[count++] = h->peak_angle[i];
    }
    if (count < 2) {
        return TALUS_OK;
    }
    double avrf;
    const talus_status status = talus_rocking_avrf(b->b1, b->h, peaks, count, &avrf, error);
    if (status == TALUS_OK) {
        run->avrf = avrf;
    }
    // peaks that no uplift belongs to leave the ratio undefined
    return status == TALUS_ERROR_INPUT ? TALUS_OK : status;
}

static talus_planar_options options_of(const rocking_run *run, const rocking_stretch *stretch)
{
    const rocking_simulation_keys *s = &run->scenario->keys.simulation;
    talus_planar_options options = talus_planar_options_default();
    options.theta0 = stretch->theta0;
    options.omega0 = stretch->omega0;
    options.duration = s->duration - stretch->from;
    options.tolerance = isnan(s->tolerance) ? options.tolerance : s->tolerance;
    options.most_impacts = stretch->falls ? 1 : (size_t)s->impacts;
    options.time_step = isnan(s->time_step) ? options.time_step : s->time_step;
    options.demand = true;
    options.mu = isnan(run->scenario->keys.contact.mu) ? 0.0 : run->scenario->keys.contact.mu;
    return options;
}

static void record_outcome(rocking_run *run, const talus_planar_result *result, double from)
{
    static const rocking_run_outcome outcomes[] = {[TALUS_PLANAR_MOVING] = ROCKING_RUN_MOVING,
                                                   [TALUS_PLANAR_REST] = ROCKING_RUN_REST,
                                                   [TALUS_PLANAR_OVERTURNED] =
                                                       ROCKING_RUN_OVERTURNED};
    run->outcome = outcomes[result->outcome];
    if (result->outcome == TALUS_PLANAR_MOVING &&
        result->impacts >= run->scenario->keys.simulation.impacts) {
        run->outcome = ROCKING_RUN_IMPACTS;
    }
    run->time = from + result->time;
    run->peak = fmax(run->peak, result->peak_angle);
}

talus_status rocking_run_rock(rocking_run *run, rocking_stretch *stretch, talus_error *error)
{
    const rocking_keys *keys = &run->scenario->keys;
    const talus_planar_options options = options_of(run, stretch);
    const talus_shaking *shaking = rocking_run_is_shaken(run) ? &run->shaking.shaking.x : NULL;
    const bool newmark = keys->simulation.scheme == ROCKING_SCHEME_NEWMARK;
    const double step = newmark ? options.time_step : keys->outputs.sample;
    size_t impacts = 1024, samples = (size_t)(options.duration / step) + 1024;
    room r = {.history = {.sample_step = keys->outputs.sample}};
    talus_planar_result result = {.outcome = TALUS_PLANAR_MOVING};
    talus_status status = TALUS_OK;
    for (bool fits = false; !fits && status == TALUS_OK;) {
        if (!allocate(&r, impacts, samples)) {
            return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the history");
        }
        status =
            newmark
                ? talus_planar_newmark(&run->planar, shaking, &options, &r.history, &result, error)
                : talus_planar_run(&run->planar, shaking, &options, &r.history, &result, error);
        fits = r.history.impact_count <= impacts && r.history.sample_count <= samples;
        impacts = r.history.impact_count + 1;
        samples = r.history.sample_count + 1;
    }
    if (status == TALUS_OK) {
        merge(run, &r.history, stretch);
        status = find_avrf(run, &r.history, options.theta0, options.omega0, error);
        record_outcome(run, &result, stretch->from);
        if (!newmark) {
            rocking_run_add_demand(run, &result.demand, stretch->from);
        }
        if (stretch->falls && r.history.impact_count > 0) {
            stretch->impact_time = stretch->from + r.history.impact_time[0];
            stretch->impact_speed = r.history.impact_speed[0];
        }
    }
    free(r.memory);
    return status;
}

talus_status rocking_run_planar(rocking_run *run, talus_error *error)
{
    const rocking_keys *keys = &run->scenario->keys;
    rocking_stretch all = {.theta0 = rocking_start_theta(keys), .omega0 = keys->start.omega};
    return rocking_run_rock(run, &all, error);
}
