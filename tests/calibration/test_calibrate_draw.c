// SPDX-License-Identifier: GPL-3.0-or-later
// Data sets of deposits: distances and summaries worked by hand, and what they are drawn from.
#include "studies/calibration/calibrate_score.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static double origin[4] = {0, 0, 100, 0};
static calibrate_frame frame = {.group_count = 1, .centres = origin, .direction = {1, 0}};

static calibrate_set set_of(double *xy, size_t *groups, size_t count)
{
    return (calibrate_set){.count = count, .xy = xy, .groups = groups};
}

Test(calibrate_distance, is_zero_for_equal_sets_and_worked_by_hand_for_others)
{
    double a[] = {3, 4, 6, 8}, b[] = {3, 4, 30, 40};
    size_t groups[] = {0, 0};
    const calibrate_set sets[2] = {set_of(a, groups, 2), set_of(b, groups, 2)};
    cr_expect_float_eq(calibrate_distance(&sets[0], &sets[0], &frame), 0.0, 1e-12);
    // on one ray: distances 0, 45, 5, 40 across, 5 and 45 within; run-outs have the same
    const double across = (0 + 45 + 5 + 40) / 4.0, within = 2 * 5 / 4.0 + 2 * 45 / 4.0;
    cr_expect_float_eq(calibrate_distance(&sets[0], &sets[1], &frame), 2 * (2 * across - within),
                       1e-12);
    cr_expect_float_eq(calibrate_distance(&sets[1], &sets[0], &frame),
                       calibrate_distance(&sets[0], &sets[1], &frame), 1e-12);
}

Test(calibrate_summaries, tell_run_out_and_sideways_scatter)
{
    double xy[] = {10, 0, 20, 0, 30, 0, 40, 0, 50, 3}, scratch[5], s[CALIBRATE_SUMMARIES];
    size_t groups[5] = {0};
    const calibrate_set set = set_of(xy, groups, 5);
    calibrate_summarise(&set, &frame, scratch, s);
    cr_expect_float_eq(s[0], 14, 1e-9); // 0.4 of the way from 10 to 20
    cr_expect_float_eq(s[1], 30, 1e-9);
    cr_expect_float_eq(s[2], 40 + 0.6 * (sqrt(2509) - 40), 1e-9);
    cr_expect_float_eq(s[3], 0.6, 1e-9);
    cr_expect_float_eq(s[4], 3 / sqrt(5), 1e-9);
    cr_expect_float_eq(scratch[4], sqrt(2509), 1e-9);
}

Test(calibrate_distance, adds_volumes_in_metres)
{
    double xy[] = {3, 4, 6, 8}, one[] = {0, 1}, other[] = {0, 2};
    size_t groups[] = {0, 0};
    calibrate_set sets[2] = {set_of(xy, groups, 2), set_of(xy, groups, 2)};
    sets[0].log_volumes = one;
    sets[1].log_volumes = other;
    frame.volume_scale = 10;
    // 2 (0 + 2 + 1 + 1) / 4 across, 2 x 1 / 4 and 2 x 2 / 4 within
    cr_expect_float_eq(calibrate_distance(&sets[0], &sets[1], &frame), 10 * (2 - 0.5 - 1), 1e-12);
    cr_expect_float_eq(calibrate_distance(&sets[0], &sets[0], &frame), 0.0, 1e-12);
}

Test(calibrate_summaries, of_volumes_follow_those_of_places)
{
    double xy[] = {10, 0, 20, 0, 30, 0}, volumes[] = {-1, -5, 3}, scratch[3];
    double s[CALIBRATE_SUMMARIES];
    size_t groups[3] = {0};
    calibrate_set set = set_of(xy, groups, 3);
    cr_expect_eq(calibrate_summary_count(&set), 5);
    set.log_volumes = volumes;
    cr_assert_eq(calibrate_summary_count(&set), 8);
    calibrate_summarise(&set, &frame, scratch, s);
    cr_expect_float_eq(s[5], -5 + 0.2 * 4, 1e-12);
    cr_expect_float_eq(s[6], -1, 1e-12);
    cr_expect_float_eq(s[7], -1 + 0.8 * 4, 1e-12);
    cr_expect_float_eq(s[1], 20, 1e-12);
    cr_expect_float_eq(scratch[2], 30, 1e-12);
}

Test(calibrate_summaries, drawn_sets_are_rocks_of_the_right_release)
{
    double rocks[] = {1, 1, 2, 2, 50, 50, 51, 51}, like_xy[8] = {0}, xy[8];
    size_t groups[] = {1, 0, 1, 0}, starts[] = {0, 2, 4};
    const calibrate_set like = set_of(like_xy, groups, 4);
    const calibrate_cloud cloud = {.group_count = 2, .starts = starts, .xy = rocks};
    calibrate_set drawn = set_of(xy, groups, 4);
    talus_random rng = {.seed = 5};
    double sum = 0.0;
    for (int k = 0; k < 400; k++) {
        calibrate_draw(&like, &cloud, &rng, &drawn);
        for (int i = 0; i < 4; i++) {
            cr_assert(groups[i] == 0 ? xy[2 * i] <= 2 : xy[2 * i] >= 50);
        }
        sum += xy[2];
    }
    cr_expect_float_eq(sum / 400, 1.5, 0.1); // 4 standard errors
}

/// Draws of three deposits from an event of three, at 1, 2, 3 m, and one of a single deposit, at 10 m.
typedef struct event_draws {
    int of_place[11]; ///< how often each was drawn
    int whole;        ///< draws of all three pieces
} event_draws;

static event_draws draw_events(double share, int draws)
{
    double rocks[] = {1, 0, 2, 0, 3, 0, 10, 0}, volumes[] = {1, 2, 3, 10}, like_xy[6] = {0};
    double xy[6], drawn_volumes[3];
    size_t groups[] = {0, 0, 0}, starts[] = {0, 4}, events[] = {0, 3, 4}, group_events[] = {0, 2};
    calibrate_set like = set_of(like_xy, groups, 3), drawn = set_of(xy, groups, 3);
    like.share = share;
    drawn.log_volumes = drawn_volumes;
    const calibrate_cloud cloud = {.group_count = 1,
                                   .starts = starts,
                                   .xy = rocks,
                                   .log_volumes = volumes,
                                   .events = events,
                                   .group_events = group_events};
    talus_random rng = {.seed = 8};
    event_draws found = {{0}, 0};
    for (int k = 0; k < draws; k++) {
        int seen[11] = {0};
        calibrate_draw(&like, &cloud, &rng, &drawn);
        for (int i = 0; i < 3; i++) {
            seen[(int)xy[2 * i]]++;
            found.of_place[(int)xy[2 * i]]++;
            cr_assert_eq(drawn_volumes[i], xy[2 * i], "a place with another's volume");
        }
        cr_assert(share < 1.0 || (seen[1] <= 1 && seen[2] <= 1 && seen[3] <= 1));
        found.whole += seen[1] == 1 && seen[2] == 1 && seen[3] == 1;
    }
    return found;
}

Test(calibrate_draw, pieces_of_one_block_come_together)
{
    enum { DRAWS = 4000 };
    const event_draws all = draw_events(1.0, DRAWS);
    // the first event is the block of three in every second draw
    cr_expect_float_eq((double)all.whole / DRAWS, 0.5, 0.03, "%d", all.whole);
    // else 2, 1 or 0 of its pieces beside single rocks, any of them
    for (int k = 1; k <= 3; k++) {
        cr_expect_float_eq((double)all.of_place[k] / DRAWS, (1.5 + 0.5 + 0.125) / 3, 0.04, "%d: %d",
                           k, all.of_place[k]);
    }
}

Test(calibrate_draw, a_part_of_the_deposits_has_pieces_of_more_blocks)
{
    enum { DRAWS = 4000 };
    const event_draws half = draw_events(0.5, DRAWS);
    // measured 0.10: one block alone gives 1/16
    cr_expect(half.whole > DRAWS / 20 && half.whole < DRAWS / 5, "%d", half.whole);
}

Test(calibrate_draw, sets_scatter_as_their_blocks_do)
{
    // 400 blocks of 20 pieces each about a place of its own; sets of 300 pieces are 15 blocks
    enum { EVENTS = 400, PIECES = 20, COUNT = EVENTS * PIECES, POINTS = 300, DRAWS = 400 };
    talus_random rng = {.seed = 9};
    size_t starts[] = {0, COUNT}, group_events[] = {0, EVENTS}, *groups, *events;
    double *rocks = malloc(2 * COUNT * sizeof *rocks), *xy = malloc(2 * POINTS * sizeof *xy);
    groups = calloc(POINTS, sizeof *groups);
    events = malloc((EVENTS + 1) * sizeof *events);
    for (size_t e = 0; e < EVENTS; e++) {
        const double place = talus_random_normal(&rng);
        events[e] = e * PIECES;
        for (size_t k = e * PIECES; k < (e + 1) * PIECES; k++) {
            rocks[2 * k] = place + 0.1 * talus_random_normal(&rng);
            rocks[2 * k + 1] = 0.0;
        }
    }
    events[EVENTS] = COUNT;
    calibrate_set set = set_of(xy, groups, POINTS);
    set.share = 1.0;
    calibrate_cloud cloud = {.group_count = 1, .starts = starts, .xy = rocks};
    double deviation[2];
    for (int way = 0; way < 2; way++) {
        double sum = 0.0, square = 0.0;
        cloud.events = way == 0 ? NULL : events;
        cloud.group_events = way == 0 ? NULL : group_events;
        for (int d = 0; d < DRAWS; d++) {
            double mean = 0.0;
            calibrate_draw(&set, &cloud, &rng, &set);
            for (int i = 0; i < POINTS; i++) {
                mean += xy[2 * i] / POINTS;
            }
            sum += mean / DRAWS;
            square += mean * mean / DRAWS;
        }
        deviation[way] = sqrt(square - sum * sum);
    }
    cr_expect_float_eq(deviation[0], 1 / sqrt(POINTS), 0.01, "%g", deviation[0]);
    cr_expect_float_eq(deviation[1], 1 / sqrt(15), 0.03, "%g", deviation[1]);
    free(rocks);
    free(xy);
    free(groups);
    free(events);
}
