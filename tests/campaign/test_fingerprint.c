// SPDX-License-Identifier: GPL-3.0-or-later
// Every member that rocks or statistics can notice changes its part of the fingerprint and no
// other, be it by the last bit; names do not.
#include "ensemble/incline.h"
#include "runs/campaign/fingerprint.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static char *difference(const talus_campaign *a, const campaign_fingerprint *b)
{
    static char text[256];
    campaign_fingerprint own;
    cr_assert_eq(campaign_fingerprint_of(a, &own, NULL), TALUS_OK);
    campaign_fingerprint_compare(&own, b, text, sizeof text);
    return text;
}

/// A member whose lowest bit is turned for one comparison.
typedef struct member {
    void *place;
    const char *name;
} member;

static void expect_parts(const talus_campaign *c, const member *members, size_t count,
                         const char *part)
{
    campaign_fingerprint before;
    cr_assert_eq(campaign_fingerprint_of(c, &before, NULL), TALUS_OK);
    for (size_t k = 0; k < count; k++) {
        unsigned char *byte = members[k].place;
        *byte ^= 1u;
        cr_expect_str_eq(difference(c, &before), part, "%s", members[k].name);
        *byte ^= 1u;
    }
    cr_expect_str_eq(difference(c, &before), "");
}

#define MEMBER(x)                                                                                  \
    {                                                                                              \
        &(x), #x                                                                                   \
    }
#define EXPECT_PARTS(campaign, part, ...)                                                          \
    do {                                                                                           \
        const member members[] = {__VA_ARGS__};                                                    \
        expect_parts(campaign, members, sizeof members / sizeof members[0], part);                 \
    } while (0)

Test(fingerprint, simulation_and_outputs)
{
    incline scene;
    incline_make(&scene, 0.5, 0.1, false);
    talus_campaign *c = incline_campaign(&scene);
    EXPECT_PARTS(c, "seed or simulation options", MEMBER(c->seed), MEMBER(c->step.scheme),
                 MEMBER(c->step.time_step), MEMBER(c->step.gravity), MEMBER(c->step.slip_gap),
                 MEMBER(c->step.tolerance), MEMBER(c->step.detection),
                 MEMBER(c->step.position_correction), MEMBER(c->step.flights),
                 MEMBER(c->step.air_drag), MEMBER(c->step.air_density), MEMBER(c->stop.speed),
                 MEMBER(c->stop.spin), MEMBER(c->stop.time), MEMBER(c->time_limit));
    c->recorded_rocks = 10;
    double line[4] = {25.0, 0.0, 25.0, 40.0};
    talus_dam dam = {.line = {"dam", 2, line}, .height = 2.0, .face_slope = 1.0};
    c->dams = &dam;
    c->dam_count = 1;
    EXPECT_PARTS(c, "statistics cells or recorded rocks", MEMBER(line[3]), MEMBER(dam.height),
                 MEMBER(dam.crest_width), MEMBER(dam.face_slope));
    EXPECT_PARTS(c, "statistics cells or recorded rocks", MEMBER(c->cells.x0), MEMBER(c->cells.y0),
                 MEMBER(c->cells.cell), MEMBER(c->cells.nx), MEMBER(c->cells.ny),
                 MEMBER(c->pooled_outside_soil), MEMBER(c->recorded_rocks), MEMBER(c->sample_time),
                 MEMBER(c->sample_distance));
    incline_clear(&scene);
}

Test(fingerprint, rocks_and_releases)
{
    incline scene;
    incline_make(&scene, 0.5, 0.1, false);
    talus_campaign *c = incline_campaign(&scene);
    talus_rock_class *kind = &scene.kind;
    kind->sized = true;
    kind->volume = (talus_distribution){.law = TALUS_LAW_UNIFORM, .a = 1.0, .b = 2.0};
    EXPECT_PARTS(c, "rocks", MEMBER(kind->share), MEMBER(kind->volume.law), MEMBER(kind->volume.a),
                 MEMBER(kind->volume.b), MEMBER(kind->volume.min), MEMBER(kind->volume.max),
                 MEMBER(kind->sized), MEMBER(kind->hull.points), MEMBER(kind->hull.size.y),
                 MEMBER(kind->hull.volume), MEMBER(kind->hull.mass), MEMBER(kind->hull.density),
                 MEMBER(kind->hull.exponent), MEMBER(incline_rock.mass),
                 MEMBER(incline_rock.volume), MEMBER(incline_rock.inertia.x),
                 MEMBER(incline_rock.inertia.y), MEMBER(incline_rock.inertia.z),
                 MEMBER(incline_rock.radius), MEMBER(incline_rock.dimensions.z),
                 MEMBER(incline_vertices[7].z));
    talus_release *r = &scene.release;
    c->recorded_rocks = 10; // else how many there are is recorded too
    r->random_orientation = false;
    EXPECT_PARTS(c, "releases", MEMBER(r->kind), MEMBER(scene.xy[5]), MEMBER(r->rocks),
                 MEMBER(r->height), MEMBER(r->spin_in_world), MEMBER(r->rock),
                 MEMBER(r->velocity.x), MEMBER(r->velocity.y), MEMBER(r->velocity.z),
                 MEMBER(r->spin.z), MEMBER(r->orientation.w), MEMBER(r->orientation.z),
                 MEMBER(r->random_orientation));
    incline_clear(&scene);
}

Test(fingerprint, rows_of_runs)
{
    incline scene;
    incline_make(&scene, 0.5, 0.1, false);
    talus_campaign *c = incline_campaign(&scene);
    talus_release_run rows[2] = {{.z = 1.0, .height = 2.0, .orientation.w = 1.0}, {.z = 3.0}};
    talus_release *r = &scene.release;
    r->kind = TALUS_RELEASE_RUNS;
    r->count = 2;
    r->runs = rows;
    talus_release_run *run = &rows[1];
    c->recorded_rocks = 10;
    EXPECT_PARTS(c, "releases", MEMBER(run->z), MEMBER(run->height), MEMBER(run->velocity.x),
                 MEMBER(run->velocity.y), MEMBER(run->velocity.z), MEMBER(run->spin.x),
                 MEMBER(run->spin.y), MEMBER(run->spin.z), MEMBER(run->orientation.w),
                 MEMBER(run->orientation.x), MEMBER(run->orientation.y), MEMBER(run->orientation.z),
                 MEMBER(run->rock));
    // what is not known is another start than 0
    campaign_fingerprint before;
    run->velocity.x = 0.0;
    cr_assert_eq(campaign_fingerprint_of(c, &before, NULL), TALUS_OK);
    run->velocity.x = (double)NAN;
    cr_expect_str_eq(difference(c, &before), "releases");
    incline_clear(&scene);
}

Test(fingerprint, ground_and_forest)
{
    incline scene;
    incline_make(&scene, 0.5, 0.1, false);
    talus_campaign *c = incline_campaign(&scene);
    uint8_t classes[4] = {0, 0, 0, 0};
    const talus_class_map map = {.cell = 30.0, .nx = 2, .ny = 2, .classes = classes};
    float values[4] = {0.0F, 1.0F, 2.0F, 3.0F};
    talus_field field = {.range = 10.0,
                         .grid = {.x0 = 0.0, .y0 = 0.0, .cell = 60.0, .nx = 2, .ny = 2},
                         .values = values};
    talus_variation variation = {.field = &field, .parameter = TALUS_VARIED_BETA, .sd = 0.1};
    talus_forest forest = {.name = "beech", .drag = 500.0, .height = 3.0};
    talus_ground *g = &scene.ground;
    talus_ground_draw draw = {.laws[TALUS_VARIED_MU_MIN] = {.law = TALUS_LAW_UNIFORM, .b = 1.0}};
    talus_distribution *laws = draw.laws;
    double posterior[2 * TALUS_VARIED_COUNT] = {0.5};
    draw.posterior = posterior;
    draw.posterior_count = 2;
    g->variation = &variation;
    g->draw = &draw;
    g->roughness.amplitude = 0.1;
    c->site.ground_map = &map;
    c->site.forest_map = &map;
    c->site.forests = &forest;
    c->site.forest_count = 1;
    EXPECT_PARTS(
        c, "ground or forest", MEMBER(g->mu_min), MEMBER(g->mu_max), MEMBER(g->kappa),
        MEMBER(g->beta), MEMBER(g->drag), MEMBER(g->epsilon_n), MEMBER(g->epsilon_t),
        MEMBER(g->soil.modulus), MEMBER(g->soil.drag), MEMBER(g->soil.density),
        MEMBER(g->soil.rotational), MEMBER(g->soil.rolling), MEMBER(g->soil.is_normal),
        MEMBER(g->roughness.amplitude), MEMBER(g->roughness.spacing), MEMBER(g->roughness.clear),
        MEMBER(g->roughness.seed), MEMBER(g->roughness.per_rock), MEMBER(variation.sd),
        MEMBER(variation.multiply), MEMBER(draw.per_impact), MEMBER(draw.soil_per_impact),
        MEMBER(posterior[0]), MEMBER(posterior[2 * TALUS_VARIED_COUNT - 1]),
        MEMBER(laws[TALUS_VARIED_MU_MIN].b), MEMBER(laws[TALUS_VARIED_SOIL_MODULUS].law),
        MEMBER(laws[TALUS_VARIED_SOIL_MODULUS].a), MEMBER(laws[TALUS_VARIED_SOIL_DRAG].b),
        MEMBER(variation.parameter), MEMBER(values[3]), MEMBER(field.grid.cell), MEMBER(classes[3]),
        MEMBER(forest.drag), MEMBER(forest.height), MEMBER(forest.hold_height),
        MEMBER(forest.hold_path), MEMBER(forest.rotational_drag.x));
    // a law by measured values, in every parameter that can be drawn
    for (size_t k = TALUS_VARIED_MU_MIN; k < TALUS_VARIED_COUNT; k++) {
        double table[3] = {0.1, 0.2, 0.3};
        const talus_distribution kept = laws[k];
        laws[k] = (talus_distribution){.law = TALUS_LAW_TABLE, .table = table, .table_count = 2};
        EXPECT_PARTS(c, "ground or forest", MEMBER(table[0]), MEMBER(table[1]),
                     MEMBER(laws[k].table_count));
        laws[k] = kept;
    }
    campaign_fingerprint before;
    cr_assert_eq(campaign_fingerprint_of(c, &before, NULL), TALUS_OK);
    forest.name[0] = 'l';
    g->name[0] = 'x';
    cr_expect_str_eq(difference(c, &before), "");
    incline_clear(&scene);
}

/// What has no effect in other runs: rocks that break, several bodies of an event, shaken ground.
Test(fingerprint, rocks_that_break_and_meet_on_shaken_ground)
{
    incline scene;
    incline_make(&scene, 0.5, 0.1, false);
    talus_campaign *c = incline_campaign(&scene);
    talus_breaking *b = &c->breaking;
    talus_ground *g = &scene.ground;
    talus_release *r = &scene.release;
    double acceleration[3] = {0.0, 1.0, 0.0};
    talus_base_record record = {
        .axis = {1.0, 0.0, 0.0}, .acceleration = acceleration, .count = 3, .time_step = 0.01};
    c->base = (talus_base_motion){.records = &record, .record_count = 1, .end = 0.02};
    b->law = TALUS_BREAKING_SURVIVAL;
    r->bodies = 4;
    r->spacing = 2.0;
    g->impact.law = TALUS_IMPACT_LAMBDA;
    EXPECT_PARTS(c, "seed or simulation options", MEMBER(b->law), MEMBER(b->area_ratio),
                 MEMBER(b->energy), MEMBER(b->exponent), MEMBER(b->volume_exponent),
                 MEMBER(b->reference_volume), MEMBER(b->survival), MEMBER(b->beta),
                 MEMBER(b->least_volume), MEMBER(b->scatter), MEMBER(b->window),
                 MEMBER(c->contact.meeting), MEMBER(c->contact.mu), MEMBER(c->contact.epsilon),
                 MEMBER(c->net_memory), MEMBER(c->base.start), MEMBER(c->base.end),
                 MEMBER(record.axis.y), MEMBER(record.time_step), MEMBER(acceleration[2]));
    EXPECT_PARTS(c, "ground or forest", MEMBER(g->impact.law), MEMBER(g->impact.value),
                 MEMBER(g->cushion));
    EXPECT_PARTS(c, "releases", MEMBER(r->bodies), MEMBER(r->spacing));
    incline_clear(&scene);
}

Test(fingerprint, terrain_is_known_by_every_height)
{
    enum { N = 40 };
    static double heights[N * N];
    const talus_grid grid = {.x0 = 0.0, .y0 = 0.0, .cell = 1.0, .nx = N, .ny = N};
    incline scene;
    incline_make(&scene, 0.5, 0.1, false);
    talus_campaign *c = incline_campaign(&scene);
    talus_terrain *own = scene.terrain, *terrain = NULL;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &terrain, NULL), TALUS_OK);
    c->site.terrain = terrain;
    campaign_fingerprint before;
    cr_assert_eq(campaign_fingerprint_of(c, &before, NULL), TALUS_OK);
    for (size_t k = 0; k < N * N; k += 37) {
        talus_terrain *other = NULL;
        heights[k] = k % 2 == 0 ? 0x1p-52 : (double)NAN;
        cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &other, NULL), TALUS_OK);
        heights[k] = 0.0;
        c->site.terrain = other;
        cr_expect_str_eq(difference(c, &before), "terrain", "node %zu", k);
        talus_terrain_destroy(other);
    }
    c->site.terrain = terrain;
    cr_assert_eq(talus_terrain_set_surface(terrain, TALUS_SURFACE_TRIANGULATED, NULL), TALUS_OK);
    cr_expect_str_eq(difference(c, &before), "terrain");
    talus_terrain_destroy(terrain);
    scene.terrain = own;
    incline_clear(&scene);
}
