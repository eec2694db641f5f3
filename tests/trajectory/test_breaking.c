// SPDX-License-Identifier: GPL-3.0-or-later
// A rock that breaks: its pieces, the ledger of the break, limits, and numbers that stay their own.
#include "ensemble/incline.h"
#include "physics/stepper/motion.h"
#include "physics/stepper/worker.h"
#include "runs/trajectory/event.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/// What an event came to.
typedef struct event_report {
    talus_rock_record whole;
    size_t bodies, break_count;
    uint32_t refused, generations;
    talus_break first;
    double pieces_volume, pieces_mass; ///< of the first break
    double energy_before, fall;        ///< J, of the step of the first break: before it; m g dz
    double worst_imbalance, total_mass;
    double least_gap, most_lift, worst_lift; ///< of the pieces where they begin: m, J, J off m g dz
    size_t strange_streams;                  ///< pieces that draw with other numbers than their own
    size_t not_pieces;                       ///< bodies that are not told to be pieces, but are
} event_report;

/// A box as the incline's, with faces.
static talus_rock *make_box(void)
{
    talus_rock *box = NULL;
    cr_assert_eq(talus_rock_from_points(incline_vertices, 8, 2500.0, &box, NULL), TALUS_OK);
    return box;
}

/// After the first body: what its break was.
static void report_first(const trajectory_event *event, const trajectory *t, event_report *out)
{
    out->break_count = 1;
    out->first = event->breaks[0];
    out->energy_before = t->kinetic_energy_before;
    out->fall = t->mass * 9.81 * (t->before.r.z - t->state.r.z);
    for (size_t k = 0; k < event->count; k++) {
        out->pieces_volume += event->pieces[k].rock->volume;
        out->pieces_mass += event->pieces[k].rock->mass;
    }
}

static void report_event(const trajectory_event *event, event_report *out)
{
    out->whole = event->whole;
    out->bodies = event->count + 1;
    out->break_count = event->break_count;
    out->refused = event->refused;
    for (size_t k = 0; k < event->count; k++) {
        const uint32_t generation = event->pieces[k].generation;
        out->generations = generation > out->generations ? generation : out->generations;
    }
    for (size_t k = 0; k < event->break_count; k++) {
        out->worst_imbalance = fmax(out->worst_imbalance, event->breaks[k].imbalance);
        out->total_mass += event->breaks[k].fines_mass;
    }
}

/// A piece where it begins: over the ground, with numbers of its own.
static void report_piece(const trajectory_event *event, const trajectory *t, event_report *out)
{
    const double gap = stepper_min_gap(t->stepper, t->motion, t->state.r, t->state.p);
    const double way = t->state.r.z - event->pieces[event->body - 1].state.r.z;
    out->least_gap = fmin(out->least_gap, gap);
    out->most_lift = fmax(out->most_lift, t->record.correction);
    out->worst_lift = fmax(out->worst_lift, fabs(t->record.correction - t->mass * 9.81 * way));
    double ground = 0.0;
    cr_assert_eq(terrain_height(t->campaign->site.terrain, t->state.r.x, t->state.r.y, &ground),
                 TALUS_INSIDE);
    cr_expect_eq(t->jump_height, t->state.r.z - ground);
    out->strange_streams += t->motion->draw.rock != trajectory_stream(0, event->body);
    out->strange_streams += t->motion->draw.rock == 0;
    out->not_pieces += !t->motion->is_piece;
}

static void run_bodies(trajectory_event *event, trajectory *t, event_report *out)
{
    talus_status status = TALUS_OK;
    do {
        if (event != NULL && event->body > 0) {
            report_piece(event, t, out);
        }
        while (trajectory_step(t)) {
        }
        if (event == NULL) {
            out->whole = t->record;
            return;
        }
        if (event->break_count == 1 && out->break_count == 0) {
            report_first(event, t, out);
        }
        trajectory_event_add(event, t);
        out->total_mass += t->record.outcome == TALUS_BROKEN ? 0.0 : t->mass;
    } while (trajectory_event_next(event, t, t->stepper, t->motion, &status, NULL));
    cr_assert_eq(status, TALUS_OK);
    report_event(event, out);
}

/// A box thrown down onto flat ground from 10 m, with this law.
static event_report run_event(const talus_breaking *breaking, double cushion, bool has_event)
{
    incline scene;
    talus_rock *box = make_box();
    incline_make(&scene, 0.0, 0.0, false);
    scene.kind.rock = box;
    scene.ground.cushion = cushion;
    scene.release.height = 10.0;
    scene.release.velocity = (talus_vec3){3.0, 0.0, -8.0};
    scene.release.rocks = 1;
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->breaking = *breaking;
    campaign->time_limit = 30.0;
    cr_assert_eq(talus_campaign_check(campaign, NULL), TALUS_OK);
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 48, &stepper, NULL),
                 TALUS_OK);
    trajectory_event *event = has_event ? trajectory_event_create(campaign) : NULL;
    trajectory t;
    event_report out = {0};
    cr_assert_eq(trajectory_start(&t, campaign, stepper, rock_on(stepper), 0, NULL), TALUS_OK);
    if (event != NULL) {
        trajectory_event_begin(event, 0);
        t.event = event;
    }
    run_bodies(event, &t, &out);
    trajectory_event_destroy(event);
    talus_stepper_destroy(stepper);
    incline_clear(&scene);
    talus_rock_destroy(box);
    return out;
}

static talus_breaking breaking_of(talus_breaking_law law)
{
    talus_breaking b = talus_campaign_default().breaking;
    b.law = law;
    b.area_ratio = 0.3;
    b.energy = 20.0;
    b.exponent = 2.0;
    b.survival = 0.4;
    b.beta = 1.0;
    b.least_volume = 5e-3;
    return b;
}

Test(breaking, mass_and_ledger_of_every_break_are_exact)
{
    for (int law = TALUS_BREAKING_ROCKGIS; law <= TALUS_BREAKING_SURVIVAL; law++) {
        const talus_breaking b = breaking_of((talus_breaking_law)law);
        const event_report r = run_event(&b, 0.0, true);
        cr_assert_eq(r.whole.outcome, TALUS_BROKEN, "law %d", law);
        cr_assert_geq(r.bodies, 3);
        cr_expect_eq(r.whole.bodies, r.bodies);
        cr_expect_eq(r.whole.breaks, r.break_count);
        // measured 2e-15
        cr_expect_lt(r.worst_imbalance, 1e-12, "law %d: %g", law, r.worst_imbalance);
        const double mass = r.pieces_mass + r.first.fines_mass;
        cr_expect_lt(fabs(mass - 1200.0), 1e-9, "law %d: %.12g kg", law, mass);
        cr_expect_lt(fabs(r.total_mass - 1200.0), 1e-9, "law %d: %.12g kg", law, r.total_mass);
        cr_expect_leq(r.pieces_volume, 0.48 * (1.0 + 1e-12));
        cr_expect_gt(r.first.pieces + r.first.fines, 1);
        // nothing is created: after the scatter there is no more than before the impact and its fall
        cr_expect_gt(r.first.scatter, 0.0);
        cr_expect_leq(r.first.scatter, 0.1 * r.first.energy);
        cr_expect_leq(r.first.kinetic + r.first.scatter, r.energy_before + r.fall, "law %d", law);
    }
}

Test(breaking, the_energy_taken_is_a_part_of_the_fall_and_the_ground_cushions_it)
{
    talus_breaking b = breaking_of(TALUS_BREAKING_THRESHOLD);
    b.energy = 1.0; // at the first touch
    const event_report r = run_event(&b, 0.0, true);
    // a corner or an edge takes a part of m v_n^2 / 2, a face all of it
    const double all = 0.5 * 1200.0 * (8.0 * 8.0 + 2.0 * 9.81 * 10.0);
    cr_expect_gt(r.first.energy, 0.02 * all, "%g of %g", r.first.energy, all);
    cr_expect_lt(r.first.energy, 1.001 * all, "%g of %g", r.first.energy, all);
    cr_expect_leq(r.first.energy, r.energy_before + r.fall - r.first.kinetic + 1e-6 * all);
    const event_report half = run_event(&b, 0.5, true);
    cr_expect_lt(fabs(half.first.energy - 0.5 * r.first.energy), 1e-9 * r.first.energy);
}

Test(breaking, soft_ground_and_hard_rocks_leave_the_bits_alone)
{
    const talus_breaking none = {.law = TALUS_BREAKING_NONE};
    talus_breaking b = breaking_of(TALUS_BREAKING_ROCKGIS);
    const event_report plain = run_event(&none, 0.0, false), soft = run_event(&b, 1.0, true);
    b.area_ratio = 0.999;
    const event_report hard = run_event(&b, 0.0, true);
    cr_expect_eq(plain.whole.outcome, TALUS_STOPPED);
    cr_expect_eq(soft.bodies, 1);
    cr_expect_eq(hard.bodies, 1);
    cr_expect_eq(trajectory_record_hash(&plain.whole), trajectory_record_hash(&soft.whole));
    cr_expect_eq(trajectory_record_hash(&plain.whole), trajectory_record_hash(&hard.whole));
    cr_expect_eq(hard.whole.fragment_hash, 0);
    cr_expect_eq(hard.whole.steps, plain.whole.steps);
}

Test(breaking, the_same_event_has_the_same_bits)
{
    const talus_breaking b = breaking_of(TALUS_BREAKING_ROCKGIS);
    const event_report first = run_event(&b, 0.0, true), again = run_event(&b, 0.0, true);
    cr_expect_neq(first.whole.fragment_hash, 0);
    cr_expect_eq(first.whole.fragment_hash, again.whole.fragment_hash);
    cr_expect_eq(trajectory_record_hash(&first.whole), trajectory_record_hash(&again.whole));
}

Test(breaking, pieces_begin_over_the_ground_and_draw_for_themselves)
{
    talus_breaking b = breaking_of(TALUS_BREAKING_THRESHOLD);
    b.energy = 1.0;
    const event_report r = run_event(&b, 0.0, true);
    cr_assert_geq(r.bodies, 3);
    cr_expect_eq(r.strange_streams, 0);
    cr_expect_eq(r.not_pieces, 0);
    cr_expect_geq(r.least_gap, -1e-12, "%g m", r.least_gap);
    cr_expect_gt(r.most_lift, 0.0);
    cr_expect_leq(r.worst_lift, 1e-9, "%g J", r.worst_lift);
}

Test(breaking, generations_end)
{
    talus_breaking b = breaking_of(TALUS_BREAKING_THRESHOLD);
    b.energy = 0.05; // whatever touches the ground breaks
    b.survival = 0.6;
    b.least_volume = 0.01;
    const event_report r = run_event(&b, 0.0, true);
    cr_expect_eq(r.generations, TALUS_MOST_GENERATIONS);
    cr_expect_gt(r.refused, 0);
    cr_expect_leq(r.bodies, TALUS_MOST_BODIES);
    cr_expect_lt(fabs(r.total_mass - 1200.0), 1e-9, "%.12g kg", r.total_mass);
}

Test(breaking, campaigns_with_wrong_numbers_are_refused)
{
    incline scene;
    talus_error error;
    incline_make(&scene, 0.0, 0.0, false);
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->breaking = breaking_of(TALUS_BREAKING_ROCKGIS);
    cr_expect_eq(talus_campaign_check(campaign, &error), TALUS_ERROR_ARGUMENT);
    cr_expect(strstr(error.message, "faces") != NULL, "%s", error.message);
    talus_rock *box = make_box();
    scene.kind.rock = box;
    cr_expect_eq(talus_campaign_check(campaign, NULL), TALUS_OK);
    double *const numbers[] = {&campaign->breaking.area_ratio, &campaign->breaking.least_volume,
                               &campaign->breaking.scatter, &campaign->breaking.window};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        const double good = *numbers[k];
        *numbers[k] = (double)NAN;
        cr_expect_eq(talus_campaign_check(campaign, NULL), TALUS_ERROR_ARGUMENT, "number %zu", k);
        *numbers[k] = -1.0;
        cr_expect_eq(talus_campaign_check(campaign, NULL), TALUS_ERROR_ARGUMENT, "number %zu", k);
        *numbers[k] = good;
    }
    campaign->breaking.law = (talus_breaking_law)7;
    cr_expect_eq(talus_campaign_check(campaign, NULL), TALUS_ERROR_ARGUMENT);
    talus_rock_destroy(box);
    incline_clear(&scene);
}

/// A piece that falls at 500 m/s onto flat ground, until it has met it.
static trajectory fall_fast(double height)
{
    incline scene;
    talus_rock *box = make_box();
    incline_make(&scene, 0.0, 0.0, false);
    scene.kind.rock = box;
    scene.release.rocks = 1;
    talus_campaign *campaign = incline_campaign(&scene);
    campaign->breaking = breaking_of(TALUS_BREAKING_THRESHOLD);
    campaign->breaking.energy = 1e9;
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step, 48, &stepper, NULL),
                 TALUS_OK);
    trajectory_event *event = trajectory_event_create(campaign);
    trajectory_event_begin(event, 0);
    event->body = 1;
    const trajectory_piece piece = {.generation = 1,
                                    .rock = box,
                                    .state = {.r = {scene.xy[0], scene.xy[1], height},
                                              .p = {1.0, 0.0, 0.0, 0.0},
                                              .v = {0.0, 0.0, -500.0}}};
    trajectory t;
    cr_assert_eq(trajectory_start_piece(&t, campaign, stepper, rock_on(stepper), &piece, 1,
                                        &event->whole, NULL),
                 TALUS_OK);
    t.event = event;
    while (t.record.contact_steps == 0 && trajectory_step(&t)) {
    }
    const double gap = stepper_min_gap(stepper, t.motion, t.state.r, t.state.p);
    cr_expect(t.record.correction == 0.0 || fabs(gap) < 1e-12, "%g m", gap);
    trajectory_event_destroy(event);
    talus_stepper_destroy(stepper);
    incline_clear(&scene);
    talus_rock_destroy(box);
    return t;
}

Test(breaking, a_piece_that_ends_under_the_ground_is_lifted_out)
{
    size_t lifted = 0;
    for (int k = 0; k < 8; k++) {
        const trajectory t = fall_fast(505.0 + 0.125 * k);
        cr_expect_gt(t.record.contact_steps, 0);
        cr_expect_not(t.record.below_ground);
        cr_expect_geq(t.jump_height, 0.0, "%g m", t.jump_height);
        cr_expect_float_eq(t.jump_height, t.state.r.z - 500.0, 1e-12);
        lifted += t.record.correction > 0.0;
    }
    cr_expect(lifted > 0 && lifted < 8, "%zu", lifted);
}
