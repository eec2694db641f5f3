// SPDX-License-Identifier: GPL-3.0-or-later
// F. Motions with a closed form: flight, sliding, bouncing, sticking; and the table of the section.
#include "f_analytic.h"
#include "physics/stepper/worker.h"

#include "bench.h"
#include "bench/scenes.h"
#include "validation.h"

static const double slope = TALUS_PI / 6.0; // 30 degrees
static const double gravity = 9.81;

/// A block of 1 x 1 x 0.5 m laid on a plane of `angle`, at `speed` down the slope.
static talus_status lay_block(bench *b, double angle, talus_ground ground, talus_scheme scheme,
                              double speed)
{
    const bench_scene scene = {.terrain = scene_plane(angle, 0.0, 60.0, 1.0, 0.0),
                               .rock = bench_rock("cuboid", vec3(1.0, 1.0, 0.5), 0, 2700.0),
                               .ground = ground,
                               .scheme = scheme,
                               .time_step = 1e-3,
                               .slip_gap = 1e-3};
    const talus_status status = bench_init(b, &scene, NULL);
    if (status == TALUS_OK) {
        b->state.p = scene_lay(angle, 0.0);
        b->state.v = vec3(speed * cos(angle), 0.0, -speed * sin(angle));
        bench_lift(b, -1e-6);
    }
    return status;
}

/// m: largest distance from the parabola over 5 s
static double flight_error(talus_scheme scheme)
{
    const bench_scene scene = {.terrain = scene_plane(0.0, 0.0, 100.0, 1.0, 0.0),
                               .rock = bench_rock("eota221", vec3(0.93, 0.93, 0.47), 0, 2709.0),
                               .ground = scene_ground(0.5),
                               .scheme = scheme,
                               .time_step = 2e-3};
    const talus_vec3 r0 = vec3(-50.0, 3.0, 200.0), v0 = vec3(12.0, -1.5, 4.0);
    bench b;
    double worst = 0.0;
    const talus_status status = bench_init(&b, &scene, NULL);
    b.state.r = r0;
    b.state.v = v0;
    b.state.omega = vec3(3.0, -9.0, 20.0);
    for (int i = 1; status == TALUS_OK && i <= 2500; i++) {
        bench_step(&b);
        const double t = 2e-3 * i;
        const talus_vec3 exact =
            vec3(r0.x + v0.x * t, r0.y + v0.y * t, r0.z + v0.z * t - 0.5 * gravity * t * t);
        worst = fmax(worst, vec3_norm(vec3_sub(b.state.r, exact)));
    }
    bench_clear(&b);
    return status == TALUS_OK ? worst : NONE;
}

/// A body with a vertex exactly below S, 1 m over flat ground.
static talus_status hang_body(bench *b, talus_rock *rock, double epsilon, talus_scheme scheme)
{
    bench_scene scene = {.terrain = scene_plane(0.0, 0.0, 5.0, 1.0, 0.0),
                         .rock = rock,
                         .ground = scene_ground(0.5),
                         .scheme = scheme,
                         .time_step = 2e-3};
    scene.ground.epsilon_n = epsilon;
    const talus_status status = bench_init(b, &scene, NULL);
    if (status == TALUS_OK) {
        bench_lift(b, 1.0);
    }
    return status;
}

static talus_rock *octahedron(void)
{
    static const talus_vec3 points[6] = {{0.5, 0, 0},  {-0.5, 0, 0}, {0, 0.5, 0},
                                         {0, -0.5, 0}, {0, 0, 0.5},  {0, 0, -0.5}};
    talus_rock *rock = NULL;
    (void)talus_rock_from_points(points, 6, 2700.0, &rock, NULL);
    return rock;
}

/// Largest relative change of T + V over five elastic bounces; the step of an impact keeps both.
static double elastic_energy(talus_scheme scheme)
{
    bench b;
    double worst = 0.0;
    const talus_status status = hang_body(&b, octahedron(), 1.0, scheme);
    if (status == TALUS_OK) {
        const double weight = b.motion->body.mass * gravity;
        const double start = weight * b.state.r.z;
        for (int i = 0; i < 2500; i++) {
            bench_step(&b);
            const double now = b.report.kinetic_energy + weight * b.state.r.z;
            worst = fmax(worst, fabs(now / start - 1.0));
        }
    }
    bench_clear(&b);
    return status == TALUS_OK ? worst : NONE;
}

/// -(v_z after) / (v_z before) of the first impact of a near-sphere of 320 faces
static double bounce(talus_scheme scheme, double epsilon)
{
    bench b;
    double before = NONE;
    const talus_vec3 size = vec3(1.0, 1.0, 1.0);
    if (hang_body(&b, bench_rock("icosphere", size, 2, 2700.0), epsilon, scheme) == TALUS_OK) {
        // the first vertex is turned to stand below S
        const talus_vec3 x =
            vec3_scale(1.0 / vec3_norm(b.scene.rock->vertices[0]), b.scene.rock->vertices[0]);
        const talus_vec3 axis = vec3_cross(x, vec3(0.0, 0.0, -1.0));
        b.state.p = quat_unit((talus_quat){1.0 - x.z, axis.x, axis.y, axis.z});
        bench_lift(&b, 1.0);
        do {
            before = b.state.v.z;
            bench_step(&b);
        } while (b.report.contact_count == 0 && b.state.r.z > 0.0);
    }
    const double after = b.state.v.z;
    bench_clear(&b);
    return -after / before;
}

static double elastic_bounce(talus_scheme scheme)
{
    return bounce(scheme, 1.0);
}

static double half_elastic_bounce(talus_scheme scheme)
{
    return bounce(scheme, 0.5);
}

static double plastic_bounce(talus_scheme scheme)
{
    return fabs(bounce(scheme, 0.0));
}

/// m/s after 2 s of sliding from rest at mu = 0.3
static double slide(talus_scheme scheme, double drag)
{
    bench b;
    talus_ground ground = scene_ground(0.3);
    ground.drag = drag;
    const talus_status status = lay_block(&b, slope, ground, scheme, 0.0);
    if (status == TALUS_OK) {
        bench_steps(&b, 2000);
    }
    const double speed = vec3_norm(b.state.v);
    bench_clear(&b);
    return status == TALUS_OK ? speed : NONE;
}

static double slide_acceleration(talus_scheme scheme)
{
    return slide(scheme, 0.0) / 2.0;
}

static double slide_against_drag(talus_scheme scheme)
{
    return slide(scheme, 0.5);
}

/// m that a block thrown down the slope at 6 m/s slides at mu = 0.9
static double stopping_distance(talus_scheme scheme)
{
    bench b;
    const talus_status status = lay_block(&b, slope, scene_ground(0.9), scheme, 6.0);
    const talus_vec3 start = b.state.r;
    if (status == TALUS_OK) {
        bench_steps(&b, 4000);
    }
    const double way = vec3_norm(vec3_sub(b.state.r, start));
    bench_clear(&b);
    return status == TALUS_OK ? way : NONE;
}

/// m of creep in 10 s at mu = 0.7 > tan(30 degrees)
static double sticking_creep(talus_scheme scheme)
{
    bench b;
    const talus_status status = lay_block(&b, slope, scene_ground(0.7), scheme, 0.0);
    talus_vec3 start = b.state.r;
    if (status == TALUS_OK) {
        bench_steps(&b, 100);
        start = b.state.r;
        bench_steps(&b, 10000);
    }
    const double way = vec3_norm(vec3_sub(b.state.r, start));
    bench_clear(&b);
    return status == TALUS_OK ? way : NONE;
}

typedef struct analytic_item {
    validation_row row;
    double (*measure)(talus_scheme scheme);
} analytic_item;

/// The value of the two published schemes that is farther from what is expected.
static double worse_of_both(const analytic_item *item)
{
    const double a = item->measure(TALUS_SCHEME_EXPLICIT);
    const double b = item->measure(TALUS_SCHEME_MIDPOINT);
    const double expected = isnan(item->row.published) ? 0.0 : item->row.published;
    return !(fabs(a - expected) <= fabs(b - expected)) ? a : b;
}

talus_status validate_analytic(validation *v, talus_error *error)
{
    (void)error;
    const double a = gravity * (sin(slope) - 0.3 * cos(slope));
    const double brake = gravity * (0.9 * cos(slope) - sin(slope));
    const double p = 5.0 / 12.0; // gyration squared / radius squared of a hexagonal prism
    const double eta = (p + 0.5) / (p + 1.0);
    const analytic_item items[] = {
        {{"flight over 5 s: largest distance from the parabola (m)", 0, NONE, 1e-11, false, NULL},
         flight_error},
        {{"ε = 1, vertex below S, 5 bounces: relative change of T + V", 0, NONE, 1e-14, false,
          NULL},
         elastic_energy},
        {{"near-sphere, ε = 1: speed after / before", 1, 1 - 1e-12, 1 + 1e-12, true, NULL},
         elastic_bounce},
        {{"near-sphere, ε = 0.5: speed after / before", 0.5, 1 - 1e-12, 1 + 1e-12, true, NULL},
         half_elastic_bounce},
        {{"near-sphere, ε = 0: speed after / before", 0, NONE, 1e-12, false, NULL}, plastic_bounce},
        {{"block on 30°, μ = 0.3: g (sin α − μ cos α) (m/s²)", a, 1 - 1e-9, 1 + 1e-9, true, NULL},
         slide_acceleration},
        {{"the same with ν = 0.5 1/s: (a/ν)(1 − exp(−νt)) after 2 s (m/s)",
          a / 0.5 * (1.0 - exp(-1.0)), 1 - 1e-6, 1 + 1e-6, true, NULL},
         slide_against_drag},
        {{"block at 6 m/s on 30°, μ = 0.9: stopping distance (m)", 36.0 / (2.0 * brake), 1 - 1e-3,
          1 + 1e-3, true, NULL},
         stopping_distance},
        {{"block on 30°, μ = 0.7 > tan α: creep in 10 s (m)", 0, NONE, 1e-9, false, NULL},
         sticking_creep},
        {{"block of b/h = 0.5: slope at which it topples, arctan(b/h) (degrees)",
          atan(0.5) * 180.0 / TALUS_PI, 1 - 1e-3, 1 + 1e-3, true, NULL},
         analytic_toppling_angle},
        {{"hexagonal prism, edge to edge on the flat: ω after / before", eta, 1 - 5e-3, 1 + 5e-3,
          true, NULL},
         analytic_prism_ratio},
        {{"hexagonal prism down 10°: steady ω before an impact (rad/s)",
          sqrt(4.0 * gravity * 0.5 * sin(TALUS_PI / 18.0) / ((1.0 + p) * (1.0 - eta * eta))),
          1 - 1e-2, 1 + 1e-2, true, NULL},
         analytic_prism_speed},
        {{"plane turned by 37°: the three first impacts, turned back, differ by (m)", 0, NONE, 1e-6,
          false, NULL},
         analytic_azimuth},
    };
    const validation_row disc = {"thin upright disc, midpoint: slowest rate that stays upright, "
                                 "√(g / 3r) (rad/s)",
                                 sqrt(gravity / 3.0),
                                 0.97,
                                 1.03,
                                 true,
                                 NULL};
    report_heading(v, "F. Motions with a closed form");
    report_text(v, "Both schemes reproduce the closed forms of flight, bouncing, sliding, toppling "
                   "and rolling. Each case is run with `explicit` and `midpoint`, and the row "
                   "shows the worse of the two; a row that names a scheme has that scheme alone. "
                   "The expected value follows from the formula or the quantity in the row.");
    report_table_as(v, "expected", REPORT_BRIEF);
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        report_row(v, &items[i].row, worse_of_both(&items[i]));
    }
    report_row(v, &disc, analytic_disc_rate(TALUS_SCHEME_MIDPOINT));
    return TALUS_OK;
}
