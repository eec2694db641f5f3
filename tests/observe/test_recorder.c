// SPDX-License-Identifier: GPL-3.0-or-later
// Thinning of tracks and the impacts of a record.
#include "observe/recorder.h"

#include <criterion/criterion.h>
#include <math.h>

static talus_campaign campaign = {.sample_time = 0.05, .sample_distance = 0.1};

/// A rock at x on a straight line at a time; `speed` only marks the point.
static trajectory at(double time, double x)
{
    return (trajectory){.campaign = &campaign, .time = time, .state = {.r = {x, 0.0, 0.0}}};
}

/// Points kept of a way of `steps` steps of 2 ms at constant speed.
static observe_record record_way(int steps, double speed)
{
    observe_recorder recorder = {0};
    observe_record record;
    trajectory t = at(0.0, 0.0);
    observe_recorder_start(&recorder, &t);
    for (int k = 1; k <= steps; k++) {
        t = at(0.002 * k, 0.002 * k * speed);
        observe_recorder_add(&recorder, &t);
    }
    cr_assert(observe_recorder_finish(&recorder, &record));
    observe_recorder_clear(&recorder);
    return record;
}

Test(recorder, fast_rock_is_thinned_by_time)
{
    observe_record record = record_way(101, 20.0);
    cr_assert_eq(record.point_count, 6); // 0, 50, 100, 150, 200 ms and the last
    cr_expect(fabs(record.points[1].t - 0.05) < 1e-12);
    cr_expect(fabs(record.points[5].t - 0.202) < 1e-12);
    observe_record_clear(&record);
}

Test(recorder, slow_rock_is_thinned_by_distance)
{
    observe_record record = record_way(500, 0.35);
    cr_assert_eq(record.point_count, 5); // 0, 0.1, 0.2, 0.3 and 0.35 m
    for (size_t k = 1; k + 1 < record.point_count; k++) {
        const double way = record.points[k].x - record.points[k - 1].x;
        cr_expect(way >= 0.1 && way < 0.1008); // m, one step more at most
    }
    observe_record_clear(&record);
}

Test(recorder, last_point_is_there_once)
{
    observe_record record = record_way(25, 20.0);
    cr_expect_eq(record.point_count, 2);
    observe_record_clear(&record);
}

Test(recorder, rock_without_a_step_has_one_point)
{
    observe_record record = record_way(0, 1.0);
    cr_expect_eq(record.point_count, 1);
    cr_expect_eq(record.impact_count, 0);
    observe_record_clear(&record);
}

Test(recorder, long_tracks_grow)
{
    observe_record record = record_way(100000, 50.0);
    cr_expect_eq(record.point_count, 4001);
    observe_record_clear(&record);
}

Test(recorder, impacts_hold_both_sides_of_the_step)
{
    observe_recorder recorder = {0};
    observe_record record;
    trajectory t = at(0.0, 0.0);
    observe_recorder_start(&recorder, &t);
    t = at(0.002, 1.0);
    t.is_impact = true;
    t.before.v.z = -5.0;
    t.state.v.z = 0.5;
    t.kinetic_energy_before = 100.0;
    t.kinetic_energy = 20.0;
    t.report.contact_count = 3;
    t.record.rock = 8;
    observe_recorder_add(&recorder, &t);
    cr_assert(observe_recorder_finish(&recorder, &record));
    cr_assert_eq(record.impact_count, 1);
    cr_expect_eq(record.impacts[0].rock, 8);
    cr_expect_eq(record.impacts[0].v_before.z, -5.0);
    cr_expect_eq(record.impacts[0].v_after.z, 0.5);
    cr_expect_eq(record.impacts[0].energy_before, 100.0);
    cr_expect_eq(record.impacts[0].energy_after, 20.0);
    cr_expect_eq(record.impacts[0].contacts, 3);
    observe_record_clear(&record);
    observe_recorder_clear(&recorder);
}
