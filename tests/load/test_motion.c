// SPDX-License-Identifier: GPL-3.0-or-later
// The contract of stepper.h: rocks in turn on one stepper, each on a stepper of its own, or copied
// out and back after every step move with the same bits. On shipped scenarios, whole rocks, with
// flights, soil, drawn grounds, forest, stems, walls and nets.
#include "runs/campaign/campaign.h"
#include "runs/trajectory/trajectory.h"
#include "scenario/support.h"

#include <stdlib.h>
#include <string.h>

#define SCENARIOS TALUS_SOURCE_DIR "/scenarios/"

enum { ROCKS = 6, STEPS = 4000 };

typedef struct site_case {
    const char *scenario;
    talus_override values[4];
    size_t count;
} site_case;

static const site_case SITES[] = {
    {SCENARIOS "ramp.yaml", {{"terrain.detection", "published"}}, 1},
    {SCENARIOS "soil_plane.yaml", {{"terrain.detection", "published"}}, 1},
    {SCENARIOS "soil_plane.yaml", {{"terrain.detection", "two_way"}}, 1},
    {SCENARIOS "protection.yaml", {{"terrain.detection", "published"}}, 1},
    {SCENARIOS "protection.yaml", {{"terrain.detection", "two_way"}}, 1},
    {SCENARIOS "kot.yaml", {{"terrain.detection", "published"}}, 1},
    {SCENARIOS "kot_hazard.yaml", {{"terrain.detection", "two_way"}}, 1},
    {SCENARIOS "boulders.yaml",
     {{"terrain.detection", "two_way"}, {"simulation.scheme", "explicit"}},
     2},
    {SCENARIOS "ramp.yaml",
     {{"terrain.detection", "published"},
      {"rocks", "[{shape: hull, size_m: [1, 0.8, 0.6], density_kg_m3: 2700}]"},
      {"simulation.scheme", "exact"}},
     3},
};

/// The motions of all rocks, on steppers of their own or on one.
typedef struct crowd {
    const talus_campaign *campaign;
    size_t size; ///< bytes of a motion
    talus_stepper *steppers[ROCKS];
    talus_rock_motion *motions[ROCKS];
    trajectory rocks[ROCKS];
    size_t stepper_count;
} crowd;

static void crowd_make(crowd *c, const talus_campaign *campaign, size_t stepper_count)
{
    *c = (crowd){.campaign = campaign, .stepper_count = stepper_count};
    for (size_t k = 0; k < stepper_count; k++) {
        cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step,
                                          campaign_max_vertices(campaign), &c->steppers[k], NULL),
                     TALUS_OK);
    }
    c->size = talus_motion_size(c->steppers[0]);
    for (size_t k = 0; k < ROCKS; k++) {
        talus_stepper *stepper = c->steppers[k % stepper_count];
        cr_assert_eq(talus_motion_create(stepper, &c->motions[k], NULL), TALUS_OK);
        cr_assert_eq(trajectory_start(&c->rocks[k], campaign, stepper, c->motions[k], 7 * k, NULL),
                     TALUS_OK);
    }
}

static void crowd_clear(crowd *c)
{
    for (size_t k = 0; k < ROCKS; k++) {
        talus_free(c->motions[k]);
        talus_stepper_destroy(c->steppers[k]);
    }
}

/// Rock after rock, each to its end.
static void run_one_by_one(crowd *c)
{
    for (size_t k = 0; k < ROCKS; k++) {
        for (int step = 0; step < STEPS && trajectory_step(&c->rocks[k]); step++) {
        }
    }
}

/// Step after step, all rocks in turn; in an order that changes.
static void run_in_turn(crowd *c)
{
    for (size_t step = 0; step < STEPS; step++) {
        for (size_t k = 0; k < ROCKS; k++) {
            (void)trajectory_step(&c->rocks[step % 2 == 0 ? k : ROCKS - 1 - k]);
        }
    }
}

/// After every step the motion goes to a file's worth of bytes and comes back to another place.
static void run_copied(crowd *c)
{
    unsigned char *kept = malloc(c->size);
    talus_rock_motion *spare = NULL;
    cr_assert_not_null(kept);
    cr_assert_eq(talus_motion_create(c->steppers[0], &spare, NULL), TALUS_OK);
    for (size_t step = 0; step < STEPS; step++) {
        for (size_t k = 0; k < ROCKS; k++) {
            trajectory *t = &c->rocks[k];
            (void)trajectory_step(t);
            memcpy(kept, c->motions[k], c->size);
            memset(c->motions[k], 0xa5, c->size);
            memcpy(spare, kept, c->size);
            talus_rock_motion *old = c->motions[k];
            t->motion = c->motions[k] = spare;
            spare = old;
        }
    }
    talus_free(spare);
    free(kept);
}

/// Same ends to the bit.
static void expect_same(const crowd *a, const crowd *b, const char *what, const site_case *site)
{
    for (size_t k = 0; k < ROCKS; k++) {
        const trajectory *x = &a->rocks[k], *y = &b->rocks[k];
        cr_expect_eq(memcmp(&x->state, &y->state, sizeof x->state), 0, "%s, rock %zu %s",
                     site->scenario, k, what);
        cr_expect_eq(x->record.steps, y->record.steps);
        cr_expect_eq(x->record.contact_steps, y->record.contact_steps);
        cr_expect_eq(x->record.stem_energy, y->record.stem_energy);
        cr_expect_eq(x->record.path, y->record.path);
        cr_expect_eq(memcmp(a->motions[k], b->motions[k], a->size), 0, "%s, motion of rock %zu %s",
                     site->scenario, k, what);
        cr_expect_eq(y->motion->steps, y->record.steps);
    }
}

Test(motion, rocks_in_turn_alone_or_copied_move_with_the_same_bits)
{
    static crowd alone, together, turns, copied;
    uint64_t contacts = 0;
    for (size_t k = 0; k < sizeof SITES / sizeof *SITES; k++) {
        talus_world *world = load_good(SITES[k].scenario, SITES[k].values, SITES[k].count, NULL);
        const talus_campaign *campaign = talus_world_campaign(world);
        crowd_make(&alone, campaign, ROCKS);
        crowd_make(&together, campaign, 1);
        crowd_make(&turns, campaign, 1);
        crowd_make(&copied, campaign, 1);
        run_one_by_one(&alone);
        run_one_by_one(&together);
        run_in_turn(&turns);
        run_copied(&copied);
        expect_same(&alone, &together, "one by one on one stepper", &SITES[k]);
        expect_same(&alone, &turns, "in turn", &SITES[k]);
        expect_same(&alone, &copied, "copied", &SITES[k]);
        for (size_t rock = 0; rock < ROCKS; rock++) {
            contacts += alone.rocks[rock].record.contact_steps;
        }
        crowd_clear(&alone);
        crowd_clear(&together);
        crowd_clear(&turns);
        crowd_clear(&copied);
        talus_world_destroy(world);
    }
    cr_expect_gt(contacts, 20000, "found %llu contact steps", (unsigned long long)contacts);
}

/// A stepper does not touch what another version or another stepper has made.
Test(motion, of_another_size_or_version_is_left_alone)
{
    talus_world *world = load_good(SITES[0].scenario, SITES[0].values, SITES[0].count, NULL);
    const talus_campaign *campaign = talus_world_campaign(world);
    crowd c;
    crowd_make(&c, campaign, 1);
    talus_stepper *larger = NULL;
    cr_assert_eq(talus_stepper_create(&campaign->site, &campaign->step,
                                      campaign_max_vertices(campaign) + 9, &larger, NULL),
                 TALUS_OK);
    unsigned char *before = malloc(c.size);
    cr_assert_not_null(before);
    memcpy(before, c.motions[0], c.size);
    talus_step_report report = talus_step_report_default();
    cr_expect_eq(talus_step(larger, c.motions[0], &report, NULL), TALUS_ERROR_ARGUMENT);
    uint32_t *version = (uint32_t *)(void *)((char *)c.motions[0] + sizeof(size_t));
    *version += 1;
    cr_expect_eq(talus_step(c.steppers[0], c.motions[0], &report, NULL), TALUS_ERROR_ARGUMENT);
    *version -= 1;
    cr_expect_eq(memcmp(before, c.motions[0], c.size), 0);
    cr_expect_eq(talus_step(c.steppers[0], c.motions[0], &report, NULL), TALUS_OK);
    cr_expect(report.solver.solved);
    cr_expect_neq(memcmp(before, c.motions[0], c.size), 0);
    free(before);
    talus_stepper_destroy(larger);
    crowd_clear(&c);
    talus_world_destroy(world);
}
