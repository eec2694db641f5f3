// SPDX-License-Identifier: GPL-3.0-or-later
#include "foundation/math/linalg.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/linalg.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 2048 };
static talus_vec3 rates[SAMPLES], forces[SAMPLES];
static talus_euler angles[SAMPLES];
static const double b1 = 0.05, h = 0.2;
static double rate_hz = 512.0;

static talus_rocking_peaks peaks;
static bool begun;

static void record_sample(void *user, const talus_spatial_state *state)
{
    (void)user;
    const size_t i = (size_t)floor(state->time * rate_hz + 0.5);
    const talus_mat3 a = talus_quat_matrix(state->attitude);
    if (i < SAMPLES) {
        rates[i] = mat3_tmulv(&a, state->w);
    }
    if (begun) {
        talus_rocking_peaks_add(&peaks, state->time, state->attitude, state->w);
    }
}

static void record_impact(void *user, const talus_spatial_event *event)
{
    (void)user;
    const talus_spatial_state *after = &event->after;
    if (begun) {
        talus_rocking_peaks_add(&peaks, after->time, after->attitude, event->w_minus);
    }
    begun = true;
    talus_rocking_peaks_add(&peaks, after->time, after->attitude, after->w);
}

/// Rates of free rocking, as a gyroscope on the block would read them.
static void record(double lam, double lat, double lon, double end_time)
{
    const talus_spatial_block block = talus_spatial_cuboid(1.0, b1, 0.05, h);
    const talus_spatial_law law = talus_spatial_law_uniform(lam, lat, lon);
    talus_spatial_options options = talus_spatial_options_default();
    options.end_time = end_time;
    options.sample_interval = 1.0 / rate_hz;
    options.on_sample = record_sample;
    options.on_event = record_impact;
    talus_spatial_state state = talus_spatial_release(&block, 1, 0.2);
    talus_spatial_summary summary;
    memset(rates, 0, sizeof rates);
    cr_assert(talus_spatial_run(&block, &law, &options, &state, &summary, NULL) == TALUS_OK);
}

static talus_inertial_measures measure(size_t count)
{
    const talus_inertial_series series = {.count = count, .interval = 1.0 / rate_hz, .rate = rates};
    const talus_inertial_options options = talus_inertial_options_default(b1, h);
    talus_inertial_measures measures;
    cr_assert(talus_inertial_measure(&series, &options, angles, &measures, NULL) == TALUS_OK);
    return measures;
}

Test(measures, the_avrf_of_planar_rocking_is_its_ratio)
{
    record(1.0, 0.0, 0.9, 4.0);
    const talus_rocking_block plane = talus_rocking_block_rectangle(1.0, b1, h);
    const double r = talus_rocking_ratio(&plane, TALUS_ROCKING_CHATZIS, 0.9);
    const talus_inertial_measures m = measure(SAMPLES);
    cr_expect(m.peak_count == 10);
    cr_expect(fabs(m.avrf - r) < 2e-3, "%g", m.avrf - r); /* measured 4e-4: 512 samples a second */
    cr_expect(m.opmf < 1e-12);
}

Test(measures, the_avrf_survives_drift_of_the_gyroscope)
{
    record(1.0, 0.0, 0.9, 4.0);
    const talus_rocking_block plane = talus_rocking_block_rectangle(1.0, b1, h);
    const double r = talus_rocking_ratio(&plane, TALUS_ROCKING_CHATZIS, 0.9);
    for (size_t i = 0; i < SAMPLES; i++) {
        rates[i] = vec3_add(rates[i], vec3(-0.004, 0.01, 0.02)); // rad/s
    }
    const talus_inertial_measures m = measure(SAMPLES);
    cr_expect(m.drift_y > 0.02, "%g", m.drift_y);
    cr_expect(fabs(m.avrf - r) < 3e-3, "%g", m.avrf - r); /* measured 4e-4 */
}

Test(measures, the_opmf_of_a_series_is_that_of_the_run)
{
    rate_hz = 2048.0; // a sample late at an impact, phi_x is off by 0.1 rad/s times that
    record(1.0, -1.5, 0.6, 0.9);
    const talus_inertial_measures m = measure((size_t)(0.9 * rate_hz));
    const double opmf = peaks.x / peaks.y;
    cr_expect(opmf > 0.005 && fabs(m.opmf - opmf) < 0.05 * opmf, "%g %g", m.opmf, opmf);
}

Test(measures, angles_between_states_are_cubic)
{
    // phi_y = 0.1 sin(3 t) about y alone: its peak lies between the states
    talus_rocking_peaks p = {.x = 0.0};
    for (int i = 0; i <= 10; i++) {
        const double t = 0.1 * i;
        const talus_quat q = talus_euler_attitude((talus_euler){.theta = 0.1 * sin(3.0 * t)});
        talus_rocking_peaks_add(&p, t, q, vec3(0.0, 0.3 * cos(3.0 * t), 0.0));
    }
    cr_expect(fabs(p.y - 0.1) < 2e-6, "%g", p.y - 0.1); /* measured 1e-6; the states alone 1e-4 */
    cr_expect(p.x < 1e-15);
}

Test(measures, the_accelerometer_gives_the_first_attitude)
{
    record(1.0, 0.0, 0.9, 4.0);
    const talus_quat tilted = talus_euler_attitude((talus_euler){.theta = 0.2, .psi = 0.03});
    const talus_mat3 a = talus_quat_matrix(tilted);
    for (size_t i = 0; i < 50; i++) {
        forces[i] = mat3_tmulv(&a, vec3(0.0, 0.0, 9.81));
    }
    const talus_inertial_series series = {
        .count = 50, .interval = 1.0 / rate_hz, .rate = forces + 1000, .force = forces};
    talus_inertial_options options = talus_inertial_options_default(b1, h);
    options.still_count = 50;
    talus_inertial_measures m;
    cr_assert(talus_inertial_measure(&series, &options, angles, &m, NULL) == TALUS_OK);
    cr_expect(fabs(angles[49].theta - 0.2) < 1e-12 && fabs(angles[49].psi - 0.03) < 1e-12);
    cr_expect(isnan(m.avrf) && isnan(m.opmf));
}

Test(measures, impossible_series_are_refused)
{
    const talus_inertial_series series = {.count = 1, .interval = 0.01, .rate = rates};
    const talus_inertial_options options = talus_inertial_options_default(b1, h);
    talus_inertial_measures m;
    talus_error error;
    cr_expect(talus_inertial_measure(&series, &options, angles, &m, &error) ==
              TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "at least 2 samples") != NULL);
}

enum { FRAMES = 450 };
static double theta[FRAMES];

/// theta(t) of a block that is released at `release`, at 150 frames a second.
static talus_planar_model film(double eta, double late_eta, double release)
{
    static double time[FRAMES * 10], angle[FRAMES * 10], omega[FRAMES * 10];
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0225, 0.10125);
    talus_planar_model model = {.block = block, .r_ab = eta, .r_ba = late_eta, .gravity = 9.81};
    talus_planar_options options = talus_planar_options_default();
    options.theta0 = 0.15;
    options.duration = 3.0;
    talus_planar_history history = {.sample_step = 1.0 / 1500.0,
                                    .sample_room = FRAMES * 10,
                                    .time = time,
                                    .theta = angle,
                                    .omega = omega};
    talus_planar_result result;
    cr_assert(talus_planar_run(&model, NULL, &options, &history, &result, NULL) == TALUS_OK);
    const size_t late = (size_t)(release * 1500.0 + 0.5);
    for (size_t i = 0; i < FRAMES; i++) {
        theta[i] = 10 * i < late ? 0.15 : angle[10 * i - late];
    }
    return model;
}

Test(measures, a_constant_ratio_is_found_in_both_windows)
{
    const talus_planar_model model = film(0.93, 0.93, 0.1);
    const talus_rotation_series series = {.count = FRAMES, .interval = 1.0 / 150.0, .theta = theta};
    talus_eta_fit fit;
    cr_assert(talus_eta_fit_series(&model, &series, &fit, NULL) == TALUS_OK);
    cr_expect(fabs(fit.release - 0.1) < 1e-3, "%g", fit.release - 0.1);
    cr_expect(fabs(fit.eta - 0.93) < 1e-3, "%g", fit.eta - 0.93);             /* measured 1.5e-5 */
    cr_expect(fabs(fit.eta_first - 0.93) < 5e-3, "%g", fit.eta_first - 0.93); /* measured 9e-5 */
}

Test(measures, the_first_half_period_has_its_own_ratio)
{
    // A to B, the first impact, loses less than B to A
    const talus_planar_model model = film(0.96, 0.90, 0.0);
    const talus_rotation_series series = {.count = FRAMES, .interval = 1.0 / 150.0, .theta = theta};
    talus_eta_fit fit;
    cr_assert(talus_eta_fit_series(&model, &series, &fit, NULL) == TALUS_OK);
    cr_expect(fabs(fit.eta_first - 0.96) < 5e-3, "%g", fit.eta_first - 0.96);
    cr_expect(fit.eta < 0.95 && fit.eta > 0.91, "%g", fit.eta);
}

Test(measures, a_rotation_without_impacts_is_refused)
{
    const talus_planar_model model = film(0.93, 0.93, 0.1);
    talus_rotation_series series = {.count = 20, .interval = 1.0 / 150.0, .theta = theta};
    talus_eta_fit fit;
    talus_error error;
    cr_expect(talus_eta_fit_series(&model, &series, &fit, &error) == TALUS_ERROR_INPUT);
}

Test(measures, the_steel_blocks_of_l93_count_as_rigid)
{
    // table 2: contact times against measured periods; the longest block has 3.2 oscillations
    static const double aspect[4] = {1.0, 2.0, 4.0, 8.0};
    static const double contact[4] = {180e-6, 240e-6, 520e-6, 1600e-6};
    for (int i = 0; i < 4; i++) {
        const talus_rigid_check check =
            talus_rigid_body_check(0.0508, 0.0508 * aspect[i], 5900.0, contact[i]);
        cr_expect(i > 2 || check.rigid, "h/b %g: %g", aspect[i], check.oscillations);
    }
    // free-free beam: 22.3733 c r / L^2
    const talus_rigid_check slender = talus_rigid_body_check(0.1, 1.0, 5000.0, 1.0);
    cr_expect(fabs(slender.bending_period -
                   2.0 * TALUS_PI / (22.373285 * 5000.0 * 0.1 / sqrt(12.0))) < 1e-9);
    cr_expect(fabs(slender.axial_period - 4e-4) < 1e-15);
}
