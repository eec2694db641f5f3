// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign that went through bytes is the campaign: for a scenario that has every key, for each change of
// one key, and for shipped scenarios, whose rocks end with the same bits.
#include "runs/campaign/copy.h"
#include "runs/campaign/fingerprint.h"
#include "runs/trajectory/event.h"
#include "scenario/support.h"
#include "talus/run.h"

#define RICH SCENARIO_DATA "rich.yaml"

typedef struct loaded {
    talus_scenario *scenario;
    talus_world *world;
    byte_writer bytes;
    campaign_copy *copy;
} loaded;

static void clear(loaded *l)
{
    campaign_copy_destroy(l->copy);
    byte_writer_clear(&l->bytes);
    talus_world_destroy(l->world);
    talus_scenario_destroy(l->scenario);
    *l = (loaded){0};
}

/// @return false: the scenario is refused
static bool load(const char *file, const char *path, const char *value, loaded *l)
{
    const talus_override override = {path, value};
    talus_world_options options = talus_world_options_default();
    talus_diagnostics *list = talus_diagnostics_create();
    talus_error error = {0};
    options.keep_heights = true;
    *l = (loaded){0};
    talus_status status =
        talus_scenario_read(file, &override, path != NULL, list, &l->scenario, &error);
    if (status == TALUS_OK) {
        status = talus_world_load_with(l->scenario, &options, list, &l->world, &error);
    }
    talus_diagnostics_destroy(list);
    return status == TALUS_OK;
}

static void copy(loaded *l, const char *what)
{
    const double *heights = NULL;
    talus_grid grid;
    talus_error error = {0};
    const talus_campaign *campaign = talus_world_campaign(l->world);
    cr_assert_eq(talus_world_heights(l->world, &grid, &heights, &error), TALUS_OK);
    cr_assert_not_null(heights, "%s", what);
    cr_assert_eq(campaign_copy_write(campaign, heights, &l->bytes, &error), TALUS_OK);
    cr_assert_eq(campaign_copy_read(l->bytes.data, l->bytes.size, &l->copy, &error), TALUS_OK,
                 "%s: %s", what, error.message);
}

static void expect_same(const loaded *l, const char *what)
{
    campaign_fingerprint a, b;
    char differ[256];
    cr_assert_eq(campaign_fingerprint_of(talus_world_campaign(l->world), &a, NULL), TALUS_OK);
    cr_assert_eq(campaign_fingerprint_of(&l->copy->campaign, &b, NULL), TALUS_OK);
    a.parts[CAMPAIGN_PART_OUTPUTS] = b.parts[CAMPAIGN_PART_OUTPUTS] = 0;
    campaign_fingerprint_compare(&a, &b, differ, sizeof differ);
    cr_expect_str_eq(differ, "", "%s: the copy differs in %s", what, differ);
}

Test(copy, holds_what_every_key_says)
{
    loaded l;
    cr_assert(load(RICH, NULL, NULL, &l));
    copy(&l, RICH);
    expect_same(&l, RICH);
    clear(&l);
    FILE *file = fopen(SCENARIO_DATA "changes.txt", "r");
    cr_assert_not_null(file);
    char line[512];
    size_t compared = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *value = strchr(line, ' ');
        if (line[0] == '#' || value == NULL) {
            continue;
        }
        *value++ = '\0';
        char *end = value + strlen(value) - 1;
        if (*end == '!' || *end == '=') {
            end[-1] = '\0';
        }
        if (load(RICH, line, value, &l)) {
            copy(&l, line);
            expect_same(&l, line);
            compared++;
        }
        clear(&l);
    }
    fclose(file);
    cr_expect_gt(compared, 150, "only %zu changes were compared", compared);
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
