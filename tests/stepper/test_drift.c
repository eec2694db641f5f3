// SPDX-License-Identifier: GPL-3.0-or-later
// Flights inside a drag layer against single steps.
#include "bench/scenes.h"
#include "foundation/math/linalg.h"
#include "stepper/rock_steps.h"
#include "talus/stepper.h"

#include <criterion/criterion.h>

#include "physics/stepper/drift.h"

enum { SIDE = 60 };

/// A rough slope with stripes of forest: two layers, and none.
typedef struct drift_scene {
    talus_terrain *terrain;
    talus_ground ground;
    talus_forest forests[2];
    uint8_t classes[SIDE * SIDE];
    talus_class_map map;
    talus_site site;
    talus_rock *rock;
    talus_step_options options;
    talus_obstacles *walls; ///< NULL: none
    talus_stepper *stepper;
} drift_scene;

typedef struct drift_case {
    const char *shape;
    talus_vec3 size;
    talus_scheme scheme;
    talus_detection detection;
    double drag, rotational_drag, height;
    bool is_striped, has_walls;
} drift_case;

/// Walls of 12 to 15 m, 8 m apart.
static void build_walls(drift_scene *d)
{
    enum { WALLS = 12 };
    talus_wall walls[WALLS];
    double lines[WALLS][4];
    for (int k = 0; k < WALLS; k++) {
        const double x = 8.0 * k - 44.0;
        memcpy(lines[k], (const double[]){x, -50.0, x, 50.0}, sizeof lines[k]);
        walls[k] = (talus_wall){.line = {"wall", 2, lines[k]},
                                .height = 12.0 + k % 4,
                                .width = 0.6,
                                .law = {.mu = 0.5}};
    }
    const talus_obstacle_list list = {.wall_count = WALLS, .walls = walls};
    cr_assert_eq(talus_obstacles_create(&list, d->terrain, &d->walls, NULL), TALUS_OK);
    d->site.obstacles = d->walls;
}

static void make(drift_scene *d, const drift_case *c)
{
    *d = (drift_scene){.terrain = scene_plane(0.6, 0.3, 60.0, 1.0, 0.3),
                       .ground = scene_ground(0.6),
                       .map = {-60.0, -60.0, 2.0, SIDE, SIDE, d->classes}};
    const double turn = c->rotational_drag;
    d->forests[0] = (talus_forest){
        .drag = c->drag, .rotational_drag = {turn, 0.5 * turn, 0.0}, .height = c->height};
    d->forests[1] = (talus_forest){.drag = 0.5 * c->drag, .height = c->height};
    for (int k = 0; k < SIDE * SIDE; k++) {
        d->classes[k] = (uint8_t)(c->is_striped ? k % SIDE / 3 % 3 : 1);
    }
    d->site = (talus_site){.terrain = d->terrain,
                           .grounds = &d->ground,
                           .ground_count = 1,
                           .forests = d->forests,
                           .forest_count = 2,
                           .forest_map = &d->map};
    if (c->has_walls) {
        build_walls(d);
    }
    cr_assert_eq(talus_rock_build(c->shape, c->size, 0, 2700.0, &d->rock, NULL), TALUS_OK);
    d->options = talus_step_options_default();
    d->options.scheme = c->scheme;
    d->options.detection = c->detection;
    cr_assert_eq(
        talus_stepper_create(&d->site, &d->options, d->rock->vertex_count, &d->stepper, NULL),
        TALUS_OK);
    cr_assert_eq(rock_set(d->stepper, d->rock, 1.0), TALUS_OK);
}

static void clear(drift_scene *d)
{
    talus_stepper_destroy(d->stepper);
    talus_obstacles_destroy(d->walls);
    talus_rock_destroy(d->rock);
    talus_terrain_destroy(d->terrain);
}

static double draw(uint64_t k, uint32_t j, double low, double high)
{
    const double u = (double)(talus_random_bits(5, k, j) >> 11) / 9007199254740992.0;
    return low + u * (high - low);
}

/// A rock over the middle of the slope, its lowest vertex up to `most` m over the ground.
static talus_state random_state(const drift_scene *d, uint64_t k, double most)
{
    const talus_quat p = {draw(k, 2, -1.0, 1.0), draw(k, 3, -1.0, 1.0), draw(k, 4, -1.0, 1.0),
                          draw(k, 5, -1.0, 1.0)};
    talus_state state = {
        .r = vec3(draw(k, 0, -30.0, 30.0), draw(k, 1, -30.0, 30.0), 100.0),
        .p = quat_unit(p),
        .v = vec3(draw(k, 7, -5.0, 25.0), draw(k, 8, -8.0, 8.0), draw(k, 9, -25.0, 15.0)),
        .omega = vec3(draw(k, 10, -25.0, 25.0), draw(k, 11, -25.0, 25.0), draw(k, 12, -25.0, 25.0)),
        .slippage = draw(k, 13, 0.0, 2.0)};
    const double up = draw(k, 6, 0.0, 1.0);
    state.r.z += 2e-3 + most * up * up - rock_min_gap(d->stepper, state.r, state.p);
    return state;
}

/// What a flight gives of its steps.
typedef struct flown {
    double spin[3][STEPPER_TURNS_ROOM], of[9][STEPPER_TURNS_ROOM];
    stepper_spins spins;
    stepper_drift drift;
} flown;

static uint64_t take(const drift_scene *d, talus_flight *flight, uint64_t count, flown *f)
{
    f->spins = (stepper_spins){f->spin[0], f->spin[1], f->spin[2]};
    f->drift = (stepper_drift){f->of[0], f->of[1], f->of[2], f->of[3], f->of[4],
                               f->of[5], f->of[6], f->of[7], f->of[8]};
    return stepper_flight_take(d->stepper, rock_on(d->stepper), flight, count, &f->spins,
                               &f->drift);
}

static bool is_step(const flown *f, size_t k, const talus_state *s, const talus_step_report *r)
{
    const stepper_drift *d = &f->drift;
    return d->x[k] == s->r.x && d->y[k] == s->r.y && d->z[k] == s->r.z && d->v_x[k] == s->v.x &&
           d->v_y[k] == s->v.y && d->v_z[k] == s->v.z && f->spins.x[k] == s->omega.x &&
           f->spins.y[k] == s->omega.y && f->spins.z[k] == s->omega.z &&
           d->kinetic_energy[k] == r->kinetic_energy && d->ledger[k] == r->ledger &&
           d->forest_energy[k] == r->forest_energy;
}

static const talus_forest *layer_of(const drift_scene *d, const talus_flight *flight)
{
    return flight->layer == 0 ? NULL : &d->forests[flight->layer - 1];
}

/// The flight from a state, in parts of 40 steps, against single steps. A flight that is cut short
/// ends where another layer acts on the next step, or none.
/// @return steps in the flight
static uint64_t check_flight(drift_scene *d, const talus_state *start, uint64_t *cuts)
{
    talus_flight flight;
    talus_state stepped = *start;
    talus_step_report report;
    uint64_t taken = 0, now = 40, iterations = 0;
    const uint64_t planned = rock_plan(d->stepper, start, 400, &flight);
    const talus_forest *layer = layer_of(d, &flight);
    if (planned == 0 || layer == NULL) {
        return 0;
    }
    cr_expect_not(flight.is_repeating);
    while (now == 40 && taken < planned) {
        static flown f;
        const uint64_t left = planned - taken, some = left < 40 ? left : 40;
        rock_on(d->stepper)->state = stepped;
        now = take(d, &flight, some, &f);
        const talus_state end = rock_on(d->stepper)->state;
        for (uint64_t k = 0; k < now; k++) {
            rock_step(d->stepper, &stepped, &report);
            iterations += (uint64_t)report.rotation_iterations;
            cr_assert(report.contact_count == 0 && !report.touching, "step %d of %d",
                      (int)(taken + k), (int)planned);
            cr_assert_eq(report.forest, layer);
            cr_assert(is_step(&f, k, &stepped, &report), "step %d", (int)(taken + k));
        }
        cr_assert_eq(memcmp(&end, &stepped, sizeof end), 0);
        taken += now;
        if (now < some) {
            rock_step(d->stepper, &stepped, &report);
            cr_assert_neq(report.forest, layer, "step %d of %d", (int)taken, (int)planned);
            *cuts += 1;
        }
    }
    cr_expect_eq(flight.taken, taken);
    cr_expect_eq(flight.iterations, iterations);
    return taken;
}

/// @param least, least_cuts flights, and cut ones, that the case must have
static void check(const drift_case *c, double most, uint64_t least, uint64_t least_cuts)
{
    drift_scene d;
    uint64_t flights = 0, cuts = 0;
    make(&d, c);
    for (uint64_t k = 0; k < 600; k++) {
        const talus_state start = random_state(&d, k, most);
        flights += check_flight(&d, &start, &cuts) > 0;
    }
    cr_expect_geq(flights, least, "%s, %s: %d flights", c->shape, talus_scheme_name(c->scheme),
                  (int)flights);
    cr_expect_geq(cuts, least_cuts, "%s, %s: %d of %d flights cut", c->shape,
                  talus_scheme_name(c->scheme), (int)cuts, (int)flights);
    clear(&d);
}

#define WHEEL .shape = "eota221", .size = {0.93, 0.93, 0.47}
#define BLOCK .shape = "cuboid", .size = {1.3, 0.9, 0.5}

Test(drift, has_the_bits_of_single_steps_whatever_rock_and_scheme)
{
    for (int k = 0; k < 2 * TALUS_SCHEME_COUNT; k++) {
        drift_case wheel = {WHEEL, .drag = 500.0, .height = 30.0},
                   block = {BLOCK, .drag = 500.0, .height = 30.0};
        drift_case *c = k % 2 == 0 ? &wheel : &block;
        c->scheme = (talus_scheme)(k / 2);
        // measured 519 to 559 flights of 600 states
        check(c, 3.0, 500, 0);
    }
}

Test(drift, ends_at_the_border_of_another_class_and_at_the_top)
{
    // measured 233 flights, 89 of them cut; 390, 136
    check(&(drift_case){WHEEL, .scheme = TALUS_SCHEME_MIDPOINT, .drag = 500.0, .height = 1.2,
                        .is_striped = true},
          1.5, 200, 60);
    check(&(drift_case){BLOCK, .scheme = TALUS_SCHEME_MIDPOINT, .drag = 500.0, .height = 30.0,
                        .is_striped = true},
          4.0, 300, 100);
}

Test(drift, turns_under_rotational_drag_as_single_steps_do)
{
    // measured 465, 476, 465 flights
    check(&(drift_case){BLOCK, .scheme = TALUS_SCHEME_MIDPOINT, .drag = 300.0,
                        .rotational_drag = 200.0, .height = 30.0},
          10.0, 400, 0);
    check(&(drift_case){WHEEL, .scheme = TALUS_SCHEME_MIDPOINT_PLUS, .drag = 300.0,
                        .rotational_drag = 200.0, .height = 30.0},
          10.0, 400, 0);
    check(&(drift_case){BLOCK, .scheme = TALUS_SCHEME_EXPLICIT, .drag = 300.0,
                        .rotational_drag = 200.0, .height = 30.0},
          10.0, 400, 0);
}

/// Rocks faster than the speed at which they fall in the layer are braked upwards.
Test(drift, leaves_out_no_contact_whatever_the_drag)
{
    static const double drags[] = {0.0, 1.0, 5000.0, 50000.0, 1e9};
    for (size_t k = 0; k < sizeof drags / sizeof *drags; k++) {
        // measured 139 flights at least
        check(
            &(drift_case){WHEEL, .scheme = TALUS_SCHEME_MIDPOINT, .drag = drags[k], .height = 30.0},
            1.0, 130, 0);
        check(
            &(drift_case){BLOCK, .scheme = TALUS_SCHEME_MIDPOINT, .drag = drags[k], .height = 30.0},
            1.0, 130, 0);
        check(
            &(drift_case){BLOCK, .scheme = TALUS_SCHEME_EXPLICIT, .drag = drags[k], .height = 30.0},
            1.0, 130, 0);
        check(&(drift_case){BLOCK, .scheme = TALUS_SCHEME_MIDPOINT,
                            .detection = TALUS_DETECTION_TWO_WAY, .drag = drags[k], .height = 30.0},
              1.0, 130, 0);
    }
}

/// Drag lowers the way of a rock that rises, and delays it.
Test(drift, leaves_out_no_contact_with_walls)
{
    static const double drags[] = {500.0, 2000.0, 5000.0};
    for (size_t k = 0; k < sizeof drags / sizeof *drags; k++) {
        // measured 408 flights at least
        check(&(drift_case){WHEEL, .scheme = TALUS_SCHEME_MIDPOINT, .drag = drags[k],
                            .height = 60.0, .has_walls = true},
              25.0, 350, 0);
    }
}

Test(drift, begins_where_a_flight_from_above_meets_the_layer)
{
    drift_scene d;
    make(&d, &(drift_case){WHEEL, .scheme = TALUS_SCHEME_MIDPOINT, .drag = 500.0, .height = 4.0});
    talus_state state = random_state(&d, 1, 0.0);
    state.r.z += 6.0;
    state.v = vec3(2.0, 0.0, -8.0);
    talus_flight flight;
    static flown f;
    const uint64_t planned = rock_plan(d.stepper, &state, 150, &flight);
    cr_assert(planned > 100 && flight.layer == 0);
    const uint64_t above = take(&d, &flight, planned, &f);
    cr_assert(above > 20 && above < planned);
    stepper_flight_turn(&flight, &rock_on(d.stepper)->state);
    state = rock_on(d.stepper)->state;
    uint64_t cuts = 0;
    cr_expect_gt(check_flight(&d, &state, &cuts), 40);
    cr_expect_eq(cuts, 0);
    clear(&d);
}

/// Sums of the recurrence against the recurrence.
Test(drift, places_ahead_are_those_of_the_steps)
{
    static const double drags[] = {0.0, 1e-9, 500.0, 5e4, 1e9};
    for (size_t k = 0; k < sizeof drags / sizeof *drags; k++) {
        drift_scene d;
        make(&d, &(drift_case){WHEEL, .scheme = TALUS_SCHEME_MIDPOINT, .drag = drags[k],
                               .height = 1e3});
        talus_state state = random_state(&d, 3, 0.0);
        state.r.z += 300.0;
        const talus_flight flight = {.start = state, .layer = 1};
        stepper_drift_begin(d.stepper, &flight);
        for (int n = 0; n < 300; n++) {
            talus_vec3 r, v;
            stepper_drift_at(d.stepper, &flight, (double)n, &r, &v);
            // measured 3e-13 m and m/s
            cr_assert_lt(vec3_norm(vec3_sub(r, state.r)), 1e-10, "%g, step %d", drags[k], n);
            cr_assert_lt(vec3_norm(vec3_sub(v, state.v)), 1e-10);
            talus_step_report report;
            rock_step(d.stepper, &state, &report);
        }
        clear(&d);
    }
}
