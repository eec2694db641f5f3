// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign that went through bytes is the campaign: for a scenario that has every key, and for shipped
// scenarios, whose rocks end with the same bits.
#include "load/copy_case.h"
#include "runs/trajectory/event.h"

Test(copy, holds_what_every_key_says)
{
    loaded l;
    cr_assert(load(RICH, NULL, NULL, &l));
    copy(&l, RICH);
    expect_same(&l, RICH);
    clear(&l);
}

/// Soil and draws; stems, walls, nets and dams; an earthquake; class maps and forest; triangles.
Test(copy, runs_the_same_rocks)
{
    static const char *const cases[][3] = {
        {"scenarios/soil_plane.yaml", NULL, NULL},
        {"scenarios/protection.yaml", NULL, NULL},
        {"scenarios/earthquake.yaml", NULL, NULL},
        {"scenarios/kot.yaml", "terrain.surface", "triangulated"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        loaded l;
        cr_assert(load(cases[k][0], cases[k][1], cases[k][2], &l), "%s", cases[k][0]);
        copy(&l, cases[k][0]);
        expect_same(&l, cases[k][0]);
        for (uint64_t rock = 0; rock < 3; rock++) {
            talus_rock_record a = {0}, b = {0};
            cr_assert_eq(
                talus_campaign_replay(talus_world_campaign(l.world), rock, NULL, NULL, &a, NULL),
                TALUS_OK);
            cr_assert_eq(talus_campaign_replay(&l.copy->campaign, rock, NULL, NULL, &b, NULL),
                         TALUS_OK);
            cr_expect_eq(trajectory_record_hash(&a), trajectory_record_hash(&b), "%s rock %d",
                         cases[k][0], (int)rock);
            cr_expect_eq(a.steps, b.steps);
        }
        clear(&l);
    }
}

Test(copy, needs_heights_that_were_kept)
{
    loaded l;
    talus_grid grid;
    const double *heights = NULL;
    cr_assert(load("scenarios/plane.yaml", NULL, NULL, &l));
    cr_assert_eq(talus_world_heights(l.world, &grid, &heights, NULL), TALUS_OK);
    cr_expect_eq(grid.nx, 26);
    cr_expect_float_eq(heights[0], 86.91, 0.005); // m, terrain/plane/README.md
    talus_world_destroy(l.world);
    cr_assert_eq(talus_world_load(l.scenario, NULL, &l.world, NULL), TALUS_OK);
    cr_assert_eq(talus_world_heights(l.world, &grid, &heights, NULL), TALUS_OK);
    cr_expect_null(heights);
    clear(&l);
}

Test(copy, refuses_other_bytes)
{
    loaded l;
    campaign_copy *none = NULL;
    talus_error error = {0};
    cr_assert(load("scenarios/soil_plane.yaml", NULL, NULL, &l));
    copy(&l, "soil_plane");
    cr_expect_eq(campaign_copy_read("something else", 14, &none, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "not a copy of a campaign"));
    cr_expect_eq(campaign_copy_read(l.bytes.data, l.bytes.size - 1, &none, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "changed or cut"));
    for (size_t at = 8; at < l.bytes.size; at += l.bytes.size / 50 + 1) {
        l.bytes.data[at] ^= 1;
        cr_expect_eq(campaign_copy_read(l.bytes.data, l.bytes.size, &none, &error),
                     TALUS_ERROR_INPUT, "byte %zu", at);
        cr_expect_null(none);
        l.bytes.data[at] ^= 1;
    }
    clear(&l);
}
