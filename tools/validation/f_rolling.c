// SPDX-License-Identifier: GPL-3.0-or-later
// F. Toppling and rolling bodies with a closed form.
#include "f_analytic.h"

#include "bench.h"
#include "bench/scenes.h"

static const double missing = (double)NAN;

/// Does a block of 0.5 x 1 x 1 m, laid on a plane of this angle (rad), fall over within 4 s?
static bool topples(talus_scheme scheme, double angle)
{
    const bench_scene scene = {.terrain = scene_plane(angle, 0.0, 10.0, 1.0, 0.0),
                               .rock = bench_rock("cuboid", vec3(0.5, 1.0, 1.0), 0, 2700.0),
                               .ground = scene_ground(2.0),
                               .scheme = scheme,
                               .time_step = 2e-3};
    bench b;
    double tilt = 0.0;
    if (bench_init(&b, &scene, NULL) == TALUS_OK) {
        b.state.p = scene_lay(angle, 0.0);
        bench_lift(&b, -1e-7);
        bench_steps(&b, 2000);
        const talus_vec3 up = talus_quat_rotate(b.state.p, vec3(0.0, 0.0, 1.0));
        tilt = fabs(acos(fmin(1.0, up.z)) - angle);
    }
    bench_clear(&b);
    return tilt > 0.3;
}

double analytic_toppling_angle(talus_scheme scheme)
{
    double low = 24.0, high = 29.0; // degrees
    if (topples(scheme, low * TALUS_PI / 180.0) || !topples(scheme, high * TALUS_PI / 180.0)) {
        return missing;
    }
    while (high - low > 2e-3) {
        const double middle = 0.5 * (low + high);
        *(topples(scheme, middle * TALUS_PI / 180.0) ? &high : &low) = middle;
    }
    return 0.5 * (low + high);
}

/// A hexagonal prism of circumradius 1 m, its axis across the slope, lying on a face.
static talus_status lay_prism(bench *b, double angle, talus_scheme scheme)
{
    const bench_scene scene = {.terrain = scene_plane(angle, 0.0, 60.0, 1.0, 0.0),
                               .rock = bench_rock("prism", vec3(2.0, 2.0, 1.0), 6, 2700.0),
                               .ground = scene_ground(5.0),
                               .scheme = scheme,
                               .time_step = 2e-4};
    const talus_status status = bench_init(b, &scene, NULL);
    if (status == TALUS_OK) {
        // body z, the axis, along world -y; a vertex lies on body x, so a face looks along body y
        b->state.p =
            quat_mul(scene_lay(angle, 0.0), scene_turn(0.5 * TALUS_PI, vec3(1.0, 0.0, 0.0)));
        b->state.r = vec3(-30.0, 0.0, 0.0);
        bench_lift(b, -1e-7);
    }
    return status;
}

/// Start to turn about the edge that lies ahead at `rate` (rad/s).
static void tip_over(bench *b, double angle, double rate)
{
    // the edge lies half a side ahead and the apothem below S
    const double ahead = 0.5, below = sqrt(0.75);
    const double along = rate * below, off = rate * ahead;
    b->state.omega = vec3(0.0, 0.0, -rate);
    b->state.v =
        vec3(along * cos(angle) + off * sin(angle), 0.0, -along * sin(angle) + off * cos(angle));
}

/// Roll until the next impact (from 2 contacts to 4, or to 2 others). @return false: it lies still
static bool roll_to_impact(bench *b, double *before, double *after)
{
    for (int i = 0; i < 20000; i++) {
        const double w = vec3_norm(b->state.omega);
        bench_step(b);
        *before = w;
        *after = vec3_norm(b->state.omega);
        if (*after < 0.9 * w) {
            return true;
        }
    }
    return false;
}

double analytic_prism_ratio(talus_scheme scheme)
{
    bench b;
    double ratio = missing, before, after;
    if (lay_prism(&b, 0.0, scheme) == TALUS_OK) {
        tip_over(&b, 0.0, 2.0);
        if (roll_to_impact(&b, &before, &after)) {
            ratio = after / before;
        }
    }
    bench_clear(&b);
    return ratio;
}

double analytic_prism_speed(talus_scheme scheme)
{
    const double angle = TALUS_PI / 18.0; // 10 degrees
    bench b;
    double before = missing, after;
    bool rolls = false;
    if (lay_prism(&b, angle, scheme) == TALUS_OK) {
        tip_over(&b, angle, 1.8);
        rolls = true;
        for (int i = 0; rolls && i < 20; i++) {
            rolls = roll_to_impact(&b, &before, &after);
        }
    }
    bench_clear(&b);
    return rolls ? before : missing;
}

/// Does a thin disc (256-gon, 2 mm) of 1 m radius that rolls at `rate` and leans by 1 degree lean
/// further within 2 s? It starts in the turn of 2 rate lean, in which the lean obeys
/// 5/4 lean'' = (g/r - 3 rate^2) lean.
static bool stays_upright(talus_scheme scheme, double rate)
{
    const double lean = TALUS_PI / 180.0;
    const bench_scene scene = {.terrain = scene_plane(0.0, 0.0, 20.0, 1.0, 0.0),
                               .rock = bench_rock("prism", vec3(2.0, 2.0, 0.002), 256, 2700.0),
                               .ground = scene_ground(2.0),
                               .scheme = scheme,
                               .time_step = 1e-3};
    bench b;
    double steepest = 1.0;
    if (bench_init(&b, &scene, NULL) == TALUS_OK) {
        // the axle, body z, along world y and up by the lean
        b.state.p = scene_turn(-0.5 * TALUS_PI + lean, vec3(1.0, 0.0, 0.0));
        const talus_quat back = {b.state.p.w, -b.state.p.x, -b.state.p.y, -b.state.p.z};
        const talus_vec3 axle = talus_quat_rotate(b.state.p, vec3(0.0, 0.0, 1.0));
        const talus_vec3 spin =
            vec3_add(vec3_scale(rate, axle), vec3(0.0, 0.0, -2.0 * rate * lean));
        b.state.omega = talus_quat_rotate(back, spin);
        b.state.v = vec3_cross(spin, vec3(0.0, -axle.z, axle.y));
        bench_lift(&b, -1e-6);
        steepest = 0.0;
        for (int i = 0; i < 2000; i++) {
            bench_step(&b);
            steepest = fmax(steepest, talus_quat_rotate(b.state.p, vec3(0.0, 0.0, 1.0)).z);
        }
    }
    bench_clear(&b);
    return steepest < 1.2 * sin(lean);
}

double analytic_disc_rate(talus_scheme scheme)
{
    double low = 0.5, high = 4.0; // rad/s
    if (stays_upright(scheme, low) || !stays_upright(scheme, high)) {
        return missing;
    }
    while (high - low > 1e-3) {
        const double middle = 0.5 * (low + high);
        *(stays_upright(scheme, middle) ? &high : &low) = middle;
    }
    return 0.5 * (low + high);
}

/// First three impact points of a drop on a slope of 40 degrees, turned back by the azimuth.
static bool first_impacts(talus_scheme scheme, double azimuth, talus_vec3 impacts[3])
{
    const talus_ground hard = {
        .name = "hard", .mu_min = 0.55, .mu_max = 2.0, .kappa = 3.0, .beta = 185.0};
    const bench_scene scene = {.terrain = scene_plane(0.7, azimuth, 60.0, 1.0, 0.0),
                               .rock = bench_rock("eota221", vec3(0.93, 0.93, 0.47), 0, 2709.0),
                               .ground = hard,
                               .scheme = scheme,
                               .time_step = 2e-3,
                               .slip_gap = 1e-3};
    bench b;
    int count = 0;
    if (bench_init(&b, &scene, NULL) == TALUS_OK) {
        const talus_quat turn = scene_turn(azimuth, vec3(0.0, 0.0, 1.0));
        const talus_quat back = scene_turn(-azimuth, vec3(0.0, 0.0, 1.0));
        b.state.p = quat_mul(turn, talus_quat_uniform(0.3, 0.6, 0.1));
        bench_lift(&b, 2.0);
        bool open = true;
        for (int i = 0; i < 20000 && count < 3; i++) {
            bench_step(&b);
            if (b.report.contact_count > 0 && open) {
                impacts[count++] = talus_quat_rotate(back, b.state.r);
            }
            open = b.report.contact_count == 0;
        }
    }
    bench_clear(&b);
    return count == 3;
}

double analytic_azimuth(talus_scheme scheme)
{
    talus_vec3 a[3], b[3];
    if (!first_impacts(scheme, 0.0, a) || !first_impacts(scheme, 37.0 * TALUS_PI / 180.0, b)) {
        return missing;
    }
    double worst = 0.0;
    for (int i = 0; i < 3; i++) {
        worst = fmax(worst, vec3_norm(vec3_sub(a[i], b[i])));
    }
    return worst;
}
