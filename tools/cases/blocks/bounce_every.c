// SPDX-License-Identifier: GPL-3.0-or-later
// Bouncing at every impact [L93]: flights of one corner, rocking about it once they have died out,
// flights again at the next landing.
#include "cases/blocks/bounce_every.h"

#include <math.h>

/// Angle at which a block that rocks turns round, from its energy: the flights may have lasted
/// beyond that moment. NaN where it overturns.
static double turning_angle(const talus_planar_model *model, double theta, double omega, bool on_b)
{
    const talus_rocking_block *b = &model->block;
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(b, on_b, model->gravity);
    const double uplift = talus_planar_energy(model, theta, omega) / (b->mass * model->gravity);
    // u = R [cos(alpha - x) - cos alpha] by halving: it grows up to alpha
    double low = 0.0, high = pivot.alpha;
    if (!(uplift < pivot.radius - b->h)) {
        return (double)NAN;
    }
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        if (talus_rocking_uplift(b->b1, b->h, middle) < uplift) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return on_b ? -low : low;
}

/// Rocking about the corner that stayed, until the other one lands.
typedef struct rocking_phase {
    double time, speed; ///< of the landing: s after it began, rad/s; speed 0 = there is none
    double peak;        ///< rad, turning angle
} rocking_phase;

static talus_status rock(const talus_planar_model *model, const talus_bounce_end *end,
                         rocking_phase *phase, talus_error *error)
{
    const double p = talus_rocking_block_pivot(&model->block, false, model->gravity).p;
    const bool on_b = end->corner == 'B';
    talus_planar_options options = talus_planar_options_default();
    // round-off may leave the corner that stays a little above the other one
    options.theta0 = (end->theta < 0.0) == on_b ? end->theta : 0.0;
    options.omega0 = end->omega;
    options.duration = 1e4 / p;
    options.most_impacts = 1;
    *phase = (rocking_phase){.peak = turning_angle(model, options.theta0, end->omega, on_b)};
    talus_planar_history history = {
        .impact_room = 1, .impact_time = &phase->time, .impact_speed = &phase->speed};
    talus_planar_result result;
    return talus_planar_run(model, NULL, &options, &history, &result, error);
}

talus_status bounce_every(const talus_planar_model *model, double omega0,
                          const talus_bounce_options *options, bounce_landing *landings,
                          size_t room, size_t *count, talus_error *error)
{
    if (model == NULL || options == NULL || count == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    enum { MOST_BOUNCES = 1000000 };
    const talus_rocking_block *block = &model->block;
    const double radius = sqrt(block->b1 * block->b1 + block->h * block->h);
    const double quiet = 1e-6 * sqrt(model->gravity * radius); // m/s, of the corner that lands
    double time = 0.0, speed = omega0, mirror = 1.0;
    talus_status status = TALUS_OK;
    *count = 0;
    while (*count < room && status == TALUS_OK) {
        talus_bounce_end end;
        bounce_landing *landing = &landings[(*count)++];
        *landing = (bounce_landing){.time = time, .omega = mirror * speed};
        status = talus_bounce_run(model, speed, options, NULL, MOST_BOUNCES, &end, error);
        landing->bounces = end.count;
        landing->settled = end.settled;
        if (status != TALUS_OK || !end.settled) {
            break;
        }
        rocking_phase phase;
        status = rock(model, &end, &phase, error);
        landing->corner = (end.corner == 'B') == (mirror > 0.0) ? 'B' : 'A';
        landing->rocks_from = time + end.time;
        landing->peak = mirror * phase.peak;
        time += end.time + phase.time;
        if (!(fabs(phase.speed) * (block->b1 + block->b2) > quiet)) {
            break;
        }
        // seen from the side on which B lands: omega < 0
        mirror = phase.speed < 0.0 ? mirror : -mirror;
        speed = -fabs(phase.speed);
    }
    return status;
}
