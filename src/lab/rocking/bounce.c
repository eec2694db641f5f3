// SPDX-License-Identifier: GPL-3.0-or-later
// Bouncing in the plane: impacts of a corner and free flights. [L93, 4-10]
#include "lab/rocking/series.h"
#include "talus/lab/rocking.h"

#include <math.h>

typedef struct bounce {
    double gravity;
    double spin;    ///< M / I (1/m2): percussions are per unit mass
    double x[2], y; ///< corners A, B in the body (m)
    const talus_bounce_options *options;
    double height[2];     ///< of the corners above the ground (m)
    double rise, theta;   ///< of the centre of mass (m), rad
    double vx, vy, omega; ///< m/s, rad/s
    double percussion[2]; ///< of the last impact
} bounce;

/// Arm of a corner: offset from the centre of mass in the world.
static void arm(const bounce *b, int corner, double *rx, double *ry)
{
    if (b->options->flight == TALUS_BOUNCE_CONSISTENT) {
        *rx = b->x[corner] - b->y * b->theta;
        *ry = b->x[corner] * b->theta + b->y;
        return;
    }
    const double c = talus_cos(b->theta), s = talus_sin(b->theta);
    *rx = b->x[corner] * c - b->y * s;
    *ry = b->x[corner] * s + b->y * c;
}

/// Percussion that takes the corner's velocity to the target: F = W^-1 (target - v).
static void bring_to(const double w[3], double change_x, double change_y, double f[2])
{
    const double det = w[0] * w[2] - w[1] * w[1];
    f[0] = (w[2] * change_x - w[1] * change_y) / det;
    f[1] = (w[0] * change_y - w[1] * change_x) / det;
}

static void strike(bounce *b, int corner)
{
    const talus_bounce_options *options = b->options;
    double rx, ry;
    arm(b, corner, &rx, &ry);
    const double vx = b->vx - ry * b->omega, vy = b->vy + rx * b->omega;
    // W_xx, W_xy, W_yy times the mass
    const double w[3] = {1.0 + ry * ry * b->spin, -rx * ry * b->spin, 1.0 + rx * rx * b->spin};
    double *f = b->percussion;
    const double kept = options->tangential == TALUS_BOUNCE_RESTITUTION ? options->e_t : 0.0;
    bring_to(w, -(1.0 + kept) * vx, -(1.0 + options->e) * vy, f);
    if (options->tangential == TALUS_BOUNCE_SLIP) {
        const double friction = f[0] < 0.0 ? -options->mu : options->mu;
        f[1] = -(1.0 + options->e) * vy / (w[2] + friction * w[1]);
        f[0] = friction * f[1];
    }
    b->vx += f[0];
    b->vy += f[1];
    b->omega += b->spin * (rx * f[1] - ry * f[0]);
    b->height[corner] = 0.0;
}

/// Smallest positive root of a t^2 + b t + c, c >= 0; infinite if there is none.
static double quadratic_root(double a, double b, double c)
{
    if (c == 0.0) {
        return b <= 0.0 ? 0.0 : a < 0.0 ? -b / a : (double)INFINITY;
    }
    const double under = b * b - 4.0 * a * c;
    if (under < 0.0) {
        return (double)INFINITY;
    }
    const double q = -0.5 * (b + (b < 0.0 ? -sqrt(under) : sqrt(under)));
    const double one = q / a, two = c / q;
    const double first = fmin(one, two), second = fmax(one, two);
    return first > 0.0 ? first : second > 0.0 ? second : (double)INFINITY;
}

enum { EXACT_TERMS = 24, EXACT_STEPS = 10000, MOST_IMPACTS = 1000000 };

/// Height of a corner about a later time of the flight, as a series.
static void exact_series(const bounce *b, int corner, double time, double *c)
{
    const double angle = b->theta + b->omega * time;
    const double sine = talus_sin(angle), cosine = talus_cos(angle);
    const double rx = b->x[corner] * cosine - b->y * sine, ry = b->x[corner] * sine + b->y * cosine;
    const double cycle[4] = {ry, rx, -ry, -rx};
    double factor = 1.0;
    for (int k = 0; k < EXACT_TERMS; k++) {
        c[k] = factor * cycle[k % 4];
        factor *= b->omega / (k + 1);
    }
    c[0] += b->rise + (b->vy - 0.5 * b->gravity * time) * time;
    c[1] += b->vy - b->gravity * time;
    c[2] -= 0.5 * b->gravity;
}

static double exact_flight(const bounce *b, int corner)
{
    double c[EXACT_TERMS], root = 0.0;
    // every height is below zero after the centre of mass has fallen by its arm
    const double reach = sqrt(b->x[corner] * b->x[corner] + b->y * b->y);
    const double longest =
        (b->vy + sqrt(b->vy * b->vy + 2.0 * b->gravity * (b->rise + reach))) / b->gravity;
    const double h = fmin(longest, 1.0 / (fabs(b->omega) + sqrt(b->gravity / reach)));
    for (int i = 0; i < EXACT_STEPS && i * h <= longest + h; i++) {
        exact_series(b, corner, i * h, c);
        if (i == 0) {
            c[0] = b->height[corner];
            if (c[0] == 0.0 && c[1] <= 0.0) {
                return 0.0;
            }
        }
        if (series_first_root(c, EXACT_TERMS, h, &root)) {
            return i * h + root;
        }
    }
    return (double)INFINITY;
}

static double flight_time(const bounce *b, int corner)
{
    if (b->options->flight == TALUS_BOUNCE_EXACT) {
        return exact_flight(b, corner);
    }
    const double x = b->x[corner], y = b->y, w = b->omega;
    return quadratic_root(-0.5 * (b->gravity + y * w * w), b->vy + x * w - y * b->theta * w,
                          b->height[corner]);
}

static void fly(bounce *b, double time)
{
    b->rise += (b->vy - 0.5 * b->gravity * time) * time;
    b->vy -= b->gravity * time;
    b->theta += b->omega * time;
    for (int corner = 0; corner < 2; corner++) {
        double up = b->x[corner] * b->theta + b->y * (1.0 - 0.5 * b->theta * b->theta);
        if (b->options->flight == TALUS_BOUNCE_EXACT) {
            up = b->x[corner] * talus_sin(b->theta) + b->y * talus_cos(b->theta);
        }
        b->height[corner] = fmax(0.0, b->rise + up);
    }
}

/// Rotation rate with the same angular momentum about the corner.
static double rate_about(const bounce *b, int corner)
{
    double rx, ry;
    arm(b, corner, &rx, &ry);
    return (b->omega + b->spin * (ry * b->vx - rx * b->vy)) / (1.0 + b->spin * (rx * rx + ry * ry));
}

/// @param until_other  stop when a corner other than B lands
static void run(bounce *b, bool until_other, talus_bounce_impact *impacts, size_t room,
                talus_bounce_end *end)
{
    int corner = 1;
    double first_flight = 0.0;
    const double no_time = 1e-14 / fabs(b->omega); // a flight of round-off
    while (end->count < room && !(until_other && end->other_corner_landed)) {
        strike(b, corner);
        if (impacts != NULL) {
            impacts[end->count] = (talus_bounce_impact){.time = end->time,
                                                        .corner = (char)('A' + corner),
                                                        .theta = b->theta,
                                                        .vx = b->vx,
                                                        .vy = b->vy,
                                                        .omega = b->omega,
                                                        .percussion_x = b->percussion[0],
                                                        .percussion_y = b->percussion[1]};
        }
        end->count++;
        const double to_a = flight_time(b, 0), to_b = flight_time(b, 1);
        const int next = to_a < to_b ? 0 : 1;
        const double flight = fmin(to_a, to_b);
        // a series is that of one corner
        first_flight = first_flight == 0.0 || next != corner ? flight : first_flight;
        if (next == corner && flight <= fmax(b->options->settle * first_flight, no_time)) {
            end->settled = true;
            break;
        }
        if (!isfinite(flight)) {
            break;
        }
        fly(b, flight);
        end->time += flight;
        corner = next;
        b->height[corner] = 0.0;
        end->other_corner_landed = end->other_corner_landed || corner == 0;
    }
    end->corner = (char)('A' + corner);
    end->theta = b->theta;
    end->omega = end->settled ? rate_about(b, corner) : b->omega;
}

static talus_status check(const talus_planar_model *model, double omega0,
                          const talus_bounce_options *options, talus_error *error)
{
    const talus_status status = talus_rocking_block_check(&model->block, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (model->block.b1 != model->block.b2 || !(omega0 < 0.0) || !isfinite(omega0) ||
        !(model->gravity > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "bouncing of a block with corners %g m and %g m from its centre of "
                               "mass that turns with %g rad/s: expected b1 = b2 and a rate < 0",
                               model->block.b1, model->block.b2, omega0);
    }
    if (!(options->e >= 0.0 && options->e <= 1.0) || !(fabs(options->e_t) <= 1.0) ||
        !(options->mu >= 0.0) || !(options->settle >= 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "restitution %g and %g, friction %g, settling at %g: expected e in "
                               "[0, 1], e_t in [-1, 1], mu and settle >= 0",
                               options->e, options->e_t, options->mu, options->settle);
    }
    return TALUS_OK;
}

/// Just before the first impact: upright, turning about A.
static bounce upright(const talus_planar_model *model, double omega0,
                      const talus_bounce_options *options)
{
    const talus_rocking_block *block = &model->block;
    return (bounce){.gravity = model->gravity,
                    .spin = block->mass / block->inertia,
                    .x = {-block->b1, block->b2},
                    .y = -block->h,
                    .options = options,
                    .rise = block->h,
                    .vx = -block->h * omega0,
                    .vy = block->b1 * omega0,
                    .omega = omega0};
}

talus_status talus_bounce_run(const talus_planar_model *model, double omega0,
                              const talus_bounce_options *options, talus_bounce_impact *impacts,
                              size_t room, talus_bounce_end *end, talus_error *error)
{
    if (model == NULL || options == NULL || end == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    *end = (talus_bounce_end){.settled = false};
    const talus_status status = check(model, omega0, options, error);
    if (status == TALUS_OK) {
        bounce b = upright(model, omega0, options);
        run(&b, false, impacts, room, end);
    }
    return status;
}

/// Whether A lands before B has come to rest on the ground.
static bool bounces(const talus_planar_model *model, double omega0, double e)
{
    const talus_bounce_options options = {.tangential = TALUS_BOUNCE_STICK,
                                          .flight = TALUS_BOUNCE_CONSISTENT,
                                          .e = e,
                                          .settle = 1e-9};
    talus_bounce_end end = {.settled = false};
    bounce b = upright(model, omega0, &options);
    run(&b, true, NULL, MOST_IMPACTS, &end);
    return !end.settled;
}

double talus_bounce_critical_restitution(const talus_planar_model *model, double theta0)
{
    if (model == NULL) {
        return (double)NAN;
    }
    const talus_rocking_block *block = &model->block;
    if (theta0 == 0.0) {
        return fmax(0.0, talus_rocking_ratio(block, TALUS_ROCKING_HOUSNER, 0.0));
    }
    // speed at the first impact, from the energy
    const talus_rocking_pivot pivot = talus_rocking_block_pivot(block, false, model->gravity);
    const double uplift = talus_rocking_uplift(block->b1, block->h, theta0);
    const double omega0 = -sqrt(2.0 * block->mass * model->gravity * uplift / pivot.inertia);
    double low = 0.0, high = 1.0;
    while (high - low > 1e-12) {
        const double middle = 0.5 * (low + high);
        if (bounces(model, omega0, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return 0.5 * (low + high);
}
