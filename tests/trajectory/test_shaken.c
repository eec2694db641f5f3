// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks on ground that shakes: closed forms of sliding, the stop rule, the ledger.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "runs/trajectory/trajectory.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>

enum { VALUES = 101 };
#define RECORD_STEP 0.01 /* s */

typedef struct quake {
    incline scene;
    double acceleration[VALUES], velocity[VALUES];
    talus_base_record record;
    talus_stepper *stepper;
    trajectory t;
} quake;

/// A box lies on the slope; the ground accelerates by `a` (m/s^2) down to `last`, then not.
static void make_quake(quake *q, double slope, double mu, double a, int last)
{
    const double turn = 0.5 * atan(slope);
    *q = (quake){.record = {.axis = {1.0, 0.0, 0.0}, .time_step = RECORD_STEP, .count = VALUES}};
    incline_make(&q->scene, slope, 0.0, false);
    q->scene.ground = (talus_ground){.name = "even", .mu_min = mu, .mu_max = mu};
    q->scene.xy[0] = 10.5;
    q->scene.xy[1] = 20.5;
    q->scene.release.kind = TALUS_RELEASE_POINTS;
    q->scene.release.random_orientation = false;
    q->scene.release.height = 0.0;
    q->scene.release.orientation = (talus_quat){cos(turn), 0.0, sin(turn), 0.0};
    q->record.acceleration = q->acceleration;
    q->record.velocity = q->velocity;
    for (int i = 0; i < VALUES; i++) {
        q->acceleration[i] = i <= last ? a : 0.0;
        q->velocity[i] =
            i == 0 ? 0.0
                   : q->velocity[i - 1] +
                         0.5 * RECORD_STEP * (q->acceleration[i - 1] + q->acceleration[i]);
    }
}

static void start_quake(quake *q)
{
    talus_campaign *campaign = incline_campaign(&q->scene);
    campaign->base = (talus_base_motion){
        .end = (VALUES - 1) * RECORD_STEP, .record_count = 1, .records = &q->record};
    cr_assert_eq(talus_campaign_check(campaign, NULL), TALUS_OK);
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 8, &q->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(trajectory_start(&q->t, campaign, q->stepper, rock_on(q->stepper), 0, NULL),
                 TALUS_OK);
}

static void clear_quake(quake *q)
{
    talus_stepper_destroy(q->stepper);
    incline_clear(&q->scene);
}

/// Displacement down a slope of a block that slides under a (< 0, uphill) until T, a ramp of one
/// value, then nothing: v = c |V| - d t,  c = cos + mu sin,  d = g (mu cos - sin)    [Newmark 1965]
static double slides_by(double slope, double mu, double a, double duration)
{
    const double angle = atan(slope), h = RECORD_STEP;
    const double c = cos(angle) + mu * sin(angle), d = 9.81 * (mu * cos(angle) - sin(angle));
    const double v_end = a * (duration + 0.5 * h);
    const double place = a * (0.5 * duration * duration + duration * h + h * h / 3.0);
    const double t = c * v_end / d;
    cr_assert_gt(t, duration + h, "it still slides when the ground has stopped");
    return c * (place + v_end * (t - duration - h)) - 0.5 * d * t * t;
}

Test(shaken, a_block_slides_as_newmark_says_level_and_on_a_slope)
{
    const double slopes[] = {0.0, 0.3, 0.5};
    for (size_t k = 0; k < 3; k++) {
        const double mu = slopes[k] + 0.2, a = -6.0;
        quake q;
        make_quake(&q, slopes[k], mu, a, 30);
        start_quake(&q);
        while (trajectory_step(&q.t)) {
        }
        const talus_vec3 from = q.t.record.start.r, to = q.t.record.end.r;
        const double found = vec3_norm(vec3_sub(to, from));
        const double expected = slides_by(slopes[k], mu, -a, 0.3);
        cr_expect_eq(q.t.record.outcome, TALUS_STOPPED);
        /* measured 2.4e-5 */
        cr_expect_float_eq(found / expected, 1.0, 1e-4, "slope %g: %g m, %g m expected", slopes[k],
                           found, expected);
        cr_expect_gt(q.t.record.base_work, 0.0);
        clear_quake(&q);
    }
}

Test(shaken, a_block_rests_while_friction_suffices_and_stops_after_the_shaking)
{
    quake q;
    make_quake(&q, 0.3, 0.6, -1.5, VALUES); // 0.3 + 0.15 < 0.6
    start_quake(&q);
    while (trajectory_step(&q.t)) {
    }
    cr_expect_eq(q.t.record.outcome, TALUS_STOPPED);
    cr_expect_eq(q.t.record.steps, 500 + 100, "1 s of shaking and 0.2 s at rest of 2 ms");
    cr_expect_lt(vec3_norm(vec3_sub(q.t.record.end.r, q.t.record.start.r)), 1e-4);
    clear_quake(&q);
}

Test(shaken, a_still_record_changes_nothing_but_the_end)
{
    quake still, none;
    make_quake(&still, 0.5, 0.3, 0.0, 0);
    start_quake(&still);
    make_quake(&none, 0.5, 0.3, 0.0, 0);
    start_quake(&none);
    none.scene.campaign.base.record_count = 0;
    none.scene.campaign.step.flights = false;
    for (int k = 0; k < 400; k++) {
        cr_assert(trajectory_step(&still.t) && trajectory_step(&none.t));
        cr_assert_eq(memcmp(&still.t.state, &none.t.state, sizeof still.t.state), 0, "step %d", k);
    }
    clear_quake(&still);
    clear_quake(&none);
}

Test(shaken, flights_end_while_the_ground_shakes_and_come_back)
{
    quake q;
    make_quake(&q, 0.0, 0.5, 1.0, VALUES);
    q.scene.release.height = 15.0; // 1.75 s of fall
    start_quake(&q);
    bool flew_early = false, flew_late = false;
    double drift = 0.0;
    while (trajectory_step(&q.t)) {
        flew_early = flew_early || (q.t.airborne.count > 0 && q.t.time < 1.0 + 1e-9);
        flew_late = flew_late || (q.t.airborne.count > 0 && q.t.time > 1.0);
        drift = fabs(q.t.time - 1.0) < 1e-9 ? q.t.state.r.x - q.t.record.start.r.x : drift;
    }
    cr_expect_not(flew_early);
    cr_expect(flew_late);
    // relative to the ground it lags by the double integral; measured 1e-14
    cr_expect_float_eq(drift, -0.5, 1e-9);
    clear_quake(&q);
}

Test(shaken, the_absolute_ledger_closes_too)
{
    quake q;
    make_quake(&q, 0.0, 0.3, -6.0, 30);
    start_quake(&q);
    const talus_base_motion *base = &q.scene.campaign.base;
    double worst = 0.0, base_absolute = 0.0;
    double spinning = 0.0;
    for (int n = 0; n < 500; n++) {
        cr_assert(trajectory_step(&q.t));
        const talus_vec3 v0 = talus_base_velocity(base, 0.002 * n),
                         v1 = talus_base_velocity(base, 0.002 * (n + 1));
        const talus_vec3 before = vec3_add(q.t.before.v, v0), after = vec3_add(q.t.state.v, v1);
        const talus_vec3 mean = vec3_scale(0.5, vec3_add(v0, v1)),
                         own = vec3_scale(0.5, vec3_add(q.t.before.v, q.t.state.v));
        const double input = vec3_dot(q.t.report.impulse, mean);
        const double change = 0.5 * q.t.mass * (vec3_norm2(after) - vec3_norm2(before));
        const double gravity = q.t.mass * 9.81 * 0.002 * own.z;
        spinning = fmax(spinning, q.t.spin);
        base_absolute += input;
        worst = fmax(worst, fabs(change + gravity - input - vec3_dot(q.t.report.impulse, own)));
    }
    cr_expect_gt(base_absolute, 100.0, "J");
    cr_expect_lt(worst, 1e-9 * base_absolute); // J, measured 5e-13
    cr_expect_lt(spinning, 1e-9);
    clear_quake(&q);
}

Test(shaken, campaigns_whose_shaking_cannot_be_run_are_refused)
{
    quake q;
    talus_error error;
    make_quake(&q, 0.0, 0.3, -6.0, 30);
    start_quake(&q);
    talus_campaign c = q.scene.campaign;
    c.time_limit = 1.0;
    cr_expect_eq(talus_campaign_check(&c, &error), TALUS_ERROR_ARGUMENT);
    c = q.scene.campaign;
    c.base.start = (double)NAN;
    cr_expect_eq(talus_campaign_check(&c, &error), TALUS_ERROR_ARGUMENT);
    c = q.scene.campaign;
    q.acceleration[7] = (double)INFINITY;
    cr_expect_eq(talus_campaign_check(&c, &error), TALUS_ERROR_ARGUMENT);
    q.acceleration[7] = 0.0;
    q.record.axis.x = 2.0;
    cr_expect_eq(talus_campaign_check(&c, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_base_velocity(NULL, 1.0).x, 0.0);
    clear_quake(&q);
}
