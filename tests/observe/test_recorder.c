// SPDX-License-Identifier: GPL-3.0-or-later
// Thinning of tracks and the impacts of a record.
#include "runs/observe/impact.h"
#include "runs/observe/recorder.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static talus_campaign campaign = {.sample_time = 0.05, .sample_distance = 0.1};

/// A rock at x on a straight line at a time; `speed` only marks the point.
static trajectory at(double time, double x)
{
    return (trajectory){.campaign = &campaign,
                        .time = time,
                        .state = {.r = {x, 0.0, 0.0}},
                        .is_open = true,
                        .record.volume = 0.5};
}

/// Level ground under the impacts.
static void lay_ground(void)
{
    static const double level[] = {0.0, 0.0, 0.0, 0.0};
    const talus_grid grid = {-100.0, -100.0, 200.0, 2, 2};
    talus_terrain *terrain = NULL;
    cr_assert_eq(talus_terrain_create(&grid, level, NULL, &terrain, NULL), TALUS_OK);
    campaign.site.terrain = terrain;
}

/// Points kept of a way of `steps` steps of 2 ms at constant speed.
static talus_track record_way(int steps, double speed)
{
    observe_recorder recorder = {0};
    talus_track track;
    trajectory t = at(0.0, 0.0);
    observe_recorder_start(&recorder, &t);
    for (int k = 1; k <= steps; k++) {
        t = at(0.002 * k, 0.002 * k * speed);
        observe_recorder_add(&recorder, &t);
    }
    cr_assert(observe_recorder_finish(&recorder, &t, &track));
    observe_recorder_clear(&recorder);
    return track;
}

Test(recorder, fast_rock_is_thinned_by_time)
{
    talus_track track = record_way(101, 20.0);
    cr_assert_eq(track.count, 6); // 0, 50, 100, 150, 200 ms and the last
    cr_expect(fabs(track.points[1].t - 0.05) < 1e-12);
    cr_expect(fabs(track.points[5].t - 0.202) < 1e-12);
    free(track.points);
}

Test(recorder, slow_rock_is_thinned_by_distance)
{
    talus_track track = record_way(500, 0.35);
    cr_assert_eq(track.count, 5); // 0, 0.1, 0.2, 0.3 and 0.35 m
    for (size_t k = 1; k + 1 < track.count; k++) {
        const double way = track.points[k].x - track.points[k - 1].x;
        cr_expect(way >= 0.1 && way < 0.1008); // m, one step more at most
    }
    free(track.points);
}

Test(recorder, last_point_is_there_once)
{
    talus_track track = record_way(25, 20.0);
    cr_expect_eq(track.count, 2);
    free(track.points);
}

Test(recorder, rock_without_a_step_has_one_point)
{
    talus_track track = record_way(0, 1.0);
    cr_expect_eq(track.count, 1);
    free(track.points);
}

Test(recorder, long_tracks_grow)
{
    talus_track track = record_way(100000, 50.0);
    cr_expect_eq(track.count, 4001);
    free(track.points);
}

enum { FLIGHT = 40, CHATTER = 3 };

/// One step, open or with contacts.
static void take_step(observe_recorder *recorder, uint64_t rock, int *step, bool is_open)
{
    trajectory t = at(0.002 * ++*step, 1.0);
    t.is_open = is_open;
    t.before.p.w = t.state.p.w = 1.0;
    t.before.v.z = -5.0;
    t.before.v.x = 4.0;
    t.state.v.z = 0.5;
    t.state.v.x = 3.0;
    t.before.omega.y = 7.0;
    t.kinetic_energy_before = 100.0;
    t.kinetic_energy = 20.0;
    t.report.contact_count = is_open ? 0 : 3;
    t.report.impulse.z = 2.0;
    t.jump_height = is_open ? 1.5 : 0.5;
    t.record.rock = rock;
    observe_recorder_add(recorder, &t);
}

/// A rock with so many impacts, three closed steps each, flights before and behind; finished or
/// left unfinished.
static void run_impacts(observe_recorder *recorder, uint64_t rock, int count, bool finishes)
{
    trajectory t = at(0.0, 0.0);
    int step = 0;
    lay_ground();
    t.record.rock = rock;
    observe_recorder_start(recorder, &t);
    for (int k = 0; k <= count; k++) {
        for (int i = 0; i < FLIGHT; i++) {
            take_step(recorder, rock, &step, true);
        }
        for (int i = 0; i < CHATTER && k < count; i++) {
            take_step(recorder, rock, &step, false);
            take_step(recorder, rock, &step, i + 1 < CHATTER); // a gap of one step is no flight
        }
    }
    if (finishes) {
        talus_track track;
        cr_assert(observe_recorder_finish(recorder, &t, &track));
        cr_expect_eq(track.rock, rock);
        free(track.points);
    }
    talus_terrain_destroy((talus_terrain *)(uintptr_t)campaign.site.terrain);
}

Test(recorder, impacts_hold_both_sides_of_the_step)
{
    observe_recorder recorder = {0};
    run_impacts(&recorder, 8, 1, true);
    cr_assert_eq(recorder.whole.count, 1);
    const talus_impact *impact = &recorder.whole.items[0];
    cr_expect_eq(impact->rock, 8);
    cr_expect_eq(impact->v_before.z, -5.0);
    cr_expect_eq(impact->v_after.z, 0.5);
    cr_expect_eq(impact->energy_before, 100.0);
    cr_expect_eq(impact->energy_after, 20.0);
    cr_expect_eq(impact->contacts, 3);
    cr_expect_eq(impact->v_before.x, 4.0);
    cr_expect_eq(impact->omega_before.y, 7.0);
    cr_expect_eq(impact->normal.z, 1.0);
    // closed, open, closed, open, closed, closed: from 80 to 92 ms
    cr_expect_float_eq(impact->time, 0.082, 1e-12);
    cr_expect_float_eq(impact->contact_time, 0.012, 1e-12);
    cr_expect_float_eq(impact->jump_time, 0.08, 1e-12);
    cr_expect_eq(impact->jump_vertical, 1.5);
    cr_expect_eq(impact->impulse.z, 8.0); // of four closed steps
    observe_recorder_clear(&recorder);
}

/// Steps of a rock that comes down, and what is no impact of them.
static size_t count_impacts(double fall, int closed, int behind)
{
    observe_recorder recorder = {0};
    talus_track track;
    trajectory t = at(0.0, 0.0);
    lay_ground();
    observe_recorder_start(&recorder, &t);
    for (int k = 1; k <= FLIGHT + closed + behind; k++) {
        t = at(0.002 * k, 1.0);
        t.is_open = k <= FLIGHT || k > FLIGHT + closed;
        t.before.v.z = t.state.v.z = -fall;
        observe_recorder_add(&recorder, &t);
    }
    cr_assert(observe_recorder_finish(&recorder, &t, &track));
    free(track.points);
    const size_t count = recorder.whole.count;
    observe_recorder_clear(&recorder);
    talus_terrain_destroy((talus_terrain *)(uintptr_t)campaign.site.terrain);
    return count;
}

Test(recorder, impacts_lie_between_two_flights)
{
    cr_expect_eq(count_impacts(5.0, 3, FLIGHT), 1);
    cr_expect_eq(count_impacts(5.0, 250, FLIGHT), 1); // 0.5 s
    cr_expect_eq(count_impacts(5.0, 252, FLIGHT), 0); // longer is rolling
    cr_expect_eq(count_impacts(5.0, 3, 30), 1);       // 0.06 s is a flight
    cr_expect_eq(count_impacts(5.0, 3, 29), 0);       // it comes to rest without one
    cr_expect_eq(count_impacts(0.29, 3, FLIGHT), 0);  // a flight cut in two
    cr_expect_eq(count_impacts(0.31, 3, FLIGHT), 1);
}

enum { BOUNCES = 25, ARC = 211 };

/// Where a bouncing rock is after a step: arcs over ground that falls, every other one slow.
static void bounce(trajectory *t, uint64_t step)
{
    const uint64_t arc = step / ARC;
    const double u = (double)(step % ARC) / ARC, pace = arc % 2 == 0 ? 5.0 : 0.5;
    t->time = (double)step * campaign.step.time_step;
    t->jump_height = 4.0 * u * (1.0 - u) + 0.1 * (double)(arc % 3);
    t->state.r.x += pace * campaign.step.time_step;
    t->state.r.y = 0.3 * t->state.r.x;
    t->state.r.z = t->jump_height - t->state.r.x;
    t->speed = 3.0 + u;
    t->spin = arc % 2 == 0 ? 2.0 : 2.0 + u;
    t->kinetic_energy = 50.0 - u;
    t->is_open = step % ARC >= 3;
    t->record.steps = step;
    t->ticks = 1;
    t->before.v.z = -3.0;
    t->before.p.w = t->state.p.w = 1.0;
    t->state.p.x = 0.1 * u;
    t->state.omega.y = 5.0 + u;
}

/// Whether a flight goes on after a step, `taken` steps of it at once.
static bool goes_on(uint64_t step, size_t taken, size_t most)
{
    return taken < most && (step + 1) % ARC >= 3;
}

/// A way of bounces, its flights step by step or `most` steps at once.
static void record_bounces(observe_recorder *recorder, size_t most, talus_track *track)
{
    static trajectory t;
    t = at(0.0, 0.0);
    observe_recorder_start(recorder, &t);
    for (uint64_t step = 1; step < BOUNCES * ARC; step++) {
        trajectory_airborne *air = &t.airborne;
        bounce(&t, step);
        air->count = 0;
        air->highest_jump = t.jump_height;
        air->is_turning_evenly = step / ARC % 2 == 0;
        while (t.is_open && most > 0) {
            const size_t k = air->count++;
            air->x[k] = t.state.r.x;
            air->y[k] = t.state.r.y;
            air->z[k] = t.state.r.z;
            air->speed[k] = t.speed;
            air->spin[k] = t.spin;
            air->kinetic_energy[k] = t.kinetic_energy;
            air->jump_height[k] = t.jump_height;
            air->highest_jump = fmax(air->highest_jump, t.jump_height);
            if (!goes_on(step, air->count, most)) {
                break;
            }
            bounce(&t, ++step);
        }
        if (air->count > 0) {
            observe_recorder_add_many(recorder, &t);
        } else {
            observe_recorder_add(recorder, &t);
        }
    }
    cr_assert(observe_recorder_finish(recorder, &t, track));
}

Test(recorder, flights_at_once_leave_what_single_steps_leave)
{
    static const size_t most[] = {1, 5, TRAJECTORY_AIRBORNE};
    observe_recorder single = {0};
    talus_track track;
    lay_ground();
    campaign.step.time_step = 0.002;
    record_bounces(&single, 0, &track);
    cr_assert_geq(track.count, 100);
    cr_assert_eq(single.whole.count, BOUNCES - 1);
    for (size_t n = 0; n < sizeof most / sizeof most[0]; n++) {
        observe_recorder recorder = {0};
        talus_track same;
        record_bounces(&recorder, most[n], &same);
        cr_assert_eq(same.count, track.count);
        cr_expect_arr_eq(same.points, track.points, track.count * sizeof *track.points);
        cr_assert_eq(recorder.whole.count, single.whole.count);
        for (size_t k = 0; k < single.whole.count; k++) {
            const talus_impact *a = &single.whole.items[k], *b = &recorder.whole.items[k];
            cr_expect_eq(a->time, b->time);
            cr_expect_eq(a->jump_time, b->jump_time);
            cr_expect_eq(a->jump_length, b->jump_length);
            cr_expect_eq(a->jump_vertical, b->jump_vertical);
            cr_expect_eq(a->jump_normal, b->jump_normal);
            cr_expect_eq(a->contact_time, b->contact_time);
            cr_expect_eq(a->omega_after.y, b->omega_after.y);
        }
        free(same.points);
        observe_recorder_clear(&recorder);
    }
    free(track.points);
    observe_recorder_clear(&single);
    talus_terrain_destroy((talus_terrain *)(uintptr_t)campaign.site.terrain);
}

Test(recorder, height_over_the_chord_is_normal_to_it)
{
    const talus_vec3 begin = {0.0, 0.0, 0.0}, end = {3.0, 4.0, -5.0}; // 45 degrees
    const talus_vec3 path[] = {{0.3, 0.4, -1.5}, {1.5, 2.0, -2.5 + sqrt(2.0)}, {3.0, 4.0, -5.0}};
    cr_expect_float_eq(observe_highest_over_chord(begin, end, path, 3), 1.0, 1e-12);
    cr_expect_eq(observe_highest_over_chord(begin, end, path, 1), 0.0);   // all are under it
    cr_expect_eq(observe_highest_over_chord(begin, begin, path, 3), 0.0); // straight up
}

Test(recorder, unfinished_rock_leaves_no_impacts)
{
    observe_recorder recorder = {0};
    observe_impacts all = {0};
    run_impacts(&recorder, 0, 4, true);
    run_impacts(&recorder, 1, 5, false);
    run_impacts(&recorder, 2, 6, true);
    run_impacts(&recorder, 3, 7, false);
    cr_assert(observe_recorder_hand_over(&recorder, &all));
    cr_assert_eq(all.count, 10);
    cr_expect_eq(all.items[3].rock, 0);
    cr_expect_eq(all.items[4].rock, 2);
    free(all.items);
    observe_recorder_clear(&recorder);
}

Test(recorder, impacts_of_several_workers_are_ordered_by_rock_and_time)
{
    observe_recorder workers[3] = {0};
    observe_impacts all = {0};
    for (uint64_t rock = 0; rock < 20; rock++) {
        const uint64_t shuffled = rock * 7 % 20;
        run_impacts(&workers[rock % 2], shuffled, (int)(shuffled % 4), true);
    }
    for (int k = 0; k < 3; k++) { // the third has none
        cr_assert(observe_recorder_hand_over(&workers[k], &all));
        observe_recorder_clear(&workers[k]);
    }
    cr_assert_eq(all.count, 5 * (0 + 1 + 2 + 3));
    cr_assert(observe_impacts_sort(&all, 20));
    for (size_t k = 1; k < all.count; k++) {
        const talus_impact *a = &all.items[k - 1], *b = &all.items[k];
        cr_expect(a->rock < b->rock || (a->rock == b->rock && a->time < b->time));
    }
    free(all.items);
}

Test(recorder, sorting_nothing_is_fine)
{
    observe_impacts none = {0};
    cr_expect(observe_impacts_sort(&none, 0));
}
