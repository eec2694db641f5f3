// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons without and with breaking: pairs of events, whose values are those of their bodies.
#include "ensemble/incline.h"
#include "studies/study/compare.h"
#include "studies/study/compare_motion.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROCKS = 40, WITHOUT = 0, WITH = 1 };

/// The scene with boxes that have faces, and both variants of it.
typedef struct desk {
    incline scene;
    talus_rock *box;
    compare_study *study;
    talus_results *results[2];
} desk;

/// @param area_ratio of the law; 0: no rock breaks   @param bodies that start together
static void make_desk(desk *d, double area_ratio, uint32_t bodies)
{
    talus_error error = {0};
    compare_variant variants[] = {
        {.scheme = TALUS_SCHEME_MIDPOINT, .time_step = 0.002, .is_unbroken = true},
        {.scheme = TALUS_SCHEME_MIDPOINT, .time_step = 0.002}};
    *d = (desk){.box = NULL};
    incline_make(&d->scene, 0.7, 0.15, false);
    cr_assert_eq(talus_rock_from_points(incline_vertices, 8, 2500.0, &d->box, NULL), TALUS_OK);
    d->scene.kind.rock = d->box;
    d->scene.release.height = 6.0;
    d->scene.release.bodies = bodies;
    d->scene.release.spacing = 2.0;
    talus_campaign *campaign = incline_campaign(&d->scene);
    if (area_ratio > 0.0) {
        campaign->breaking = (talus_breaking){.law = TALUS_BREAKING_ROCKGIS,
                                              .area_ratio = area_ratio,
                                              .least_volume = 0.02,
                                              .scatter = 0.1,
                                              .window = 0.5};
    }
    compare_name_variants(variants, 2);
    cr_assert_eq(compare_create(campaign, variants, 2, &d->study, &error), TALUS_OK, "%s",
                 error.message);
    for (size_t k = 0; k < 2; k++) {
        const compare_options options = {.threads = 2};
        cr_assert_eq(compare_run(d->study, &options, &d->results[k], &error), TALUS_OK, "%s",
                     error.message);
    }
    cr_assert_eq(compare_pairs(d->study, NULL), TALUS_OK);
}

static void clear_desk(desk *d)
{
    talus_results_destroy(d->results[0]);
    talus_results_destroy(d->results[1]);
    compare_destroy(d->study);
    talus_rock_destroy(d->box);
    incline_clear(&d->scene);
}

/// Fragments of a rock in the variant with breaking; NULL: none.
static const talus_fragment *fragments_of(const desk *d, uint64_t rock, size_t *count)
{
    size_t all;
    const talus_fragment *list = ensemble_fragments(d->results[WITH], &all), *first = NULL;
    *count = 0;
    for (size_t k = 0; k < all; k++) {
        first = first == NULL && list[k].rock == rock ? &list[k] : first;
        *count += list[k].rock == rock;
    }
    return first;
}

static double reach(const talus_rock_record *record, double x, double y)
{
    const double dx = x - record->start.r.x, dy = y - record->start.r.y;
    return sqrt(dx * dx + dy * dy);
}

Test(compare_breaking, variants_are_the_campaign_without_and_with_its_law)
{
    desk d;
    make_desk(&d, 0.4, 1);
    talus_campaign alone = *incline_campaign(&d.scene);
    for (size_t k = 0; k < 2; k++) {
        talus_results *results = NULL;
        alone.breaking.law = k == WITHOUT ? TALUS_BREAKING_NONE : TALUS_BREAKING_ROCKGIS;
        cr_assert_eq(talus_campaign_run(&alone, NULL, &results, NULL), TALUS_OK);
        cr_expect_eq(ensemble_totals(results)->hash, d.study->outcomes[k].totals.hash);
        talus_results_destroy(results);
    }
    cr_expect_str_eq(d.study->outcomes[WITHOUT].variant.name, "unbroken");
    cr_expect_str_eq(d.study->outcomes[WITH].variant.name, "broken");
    const talus_totals *totals = &d.study->outcomes[WITH].totals;
    cr_assert_gt(totals->breaking.broken, ROCKS / 2);
    cr_assert_lt(totals->breaking.broken, ROCKS, "some stay whole");
    for (size_t k = 0; k < ROCKS; k++) {
        const talus_rock_record *a = &ensemble_records(d.results[WITHOUT])[k];
        const talus_rock_record *b = &ensemble_records(d.results[WITH])[k];
        cr_expect_eq(memcmp(&a->start, &b->start, sizeof a->start), 0, "rock %zu", k);
        const bool is_same = memcmp(&a->end, &b->end, sizeof a->end) == 0;
        cr_expect_eq(is_same, b->outcome != TALUS_BROKEN, "rock %zu", k);
    }
    clear_desk(&d);
}

Test(compare_breaking, values_of_an_event_are_those_of_its_bodies)
{
    desk d;
    make_desk(&d, 0.4, 1);
    const compare_outcome *outcome = &d.study->outcomes[WITH];
    const double dt = outcome->variant.time_step;
    for (size_t k = 0; k < ROCKS; k++) {
        const talus_rock_record *record = &ensemble_records(d.results[WITH])[k];
        size_t count;
        const talus_fragment *fragments = fragments_of(&d, k, &count);
        cr_expect_eq(outcome->values[COMPARE_BODIES][k], (double)(1 + count));
        for (int v = COMPARE_SHARE_MINOR; v <= COMPARE_SPINNING; v++) {
            cr_expect(isnan(outcome->values[v][k]), "bodies turn about axes of their own");
            cr_expect(isnan(d.study->outcomes[WITHOUT].values[v][k]));
        }
        if (count == 0) {
            cr_expect_eq(outcome->values[COMPARE_DURATION][k],
                         outcome->values[COMPARE_BODY_TIME][k]);
            continue;
        }
        // the rock alone, until it breaks
        double born = fragments[0].birth, far = 0.0, time = 0.0, bodies = born, energy = 0.0;
        for (size_t i = 0; i < count; i++) {
            const talus_fragment *f = &fragments[i];
            const double here = reach(record, f->end.x, f->end.y);
            time = here > far ? f->time : time;
            far = here > far ? here : far;
            bodies += f->time - f->birth;
            energy = fmax(energy, 1e-3 * f->kinetic_energy_max);
        }
        cr_expect_eq(fragments[0].parent, 0);
        cr_expect_float_eq(outcome->values[COMPARE_RUNOUT][k], far, 1e-12);
        cr_expect_float_eq(outcome->values[COMPARE_DURATION][k], time, 1e-12);
        cr_expect_float_eq(outcome->values[COMPARE_BODY_TIME][k], bodies, 0.1 * dt);
        cr_expect_geq(outcome->values[COMPARE_ENERGY_MAX][k], energy);
    }
    clear_desk(&d);
}

Test(compare_breaking, ratios_are_those_of_the_pooled_means)
{
    desk d;
    make_desk(&d, 0.4, 1);
    const talus_totals *to = &d.study->outcomes[WITHOUT].totals;
    const talus_totals *of = &d.study->outcomes[WITH].totals;
    const statistics_interval *ratios = d.study->pairs[1].ratios;
    /* measured 0 to 4e-16 */
    cr_expect_float_eq(
        ratios[COMPARE_RATIO_ENERGY].value,
        of->pooled[TALUS_KINETIC_ENERGY].mean / to->pooled[TALUS_KINETIC_ENERGY].mean, 1e-12);
    cr_expect_float_eq(ratios[COMPARE_RATIO_JUMP].value,
                       of->pooled[TALUS_JUMP_HEIGHT].mean / to->pooled[TALUS_JUMP_HEIGHT].mean,
                       1e-12);
    cr_expect_float_eq(
        ratios[COMPARE_RATIO_ENERGY_MAX].value,
        of->largest[TALUS_KINETIC_ENERGY].mean / to->largest[TALUS_KINETIC_ENERGY].mean, 1e-9);
    cr_expect_float_eq(ratios[COMPARE_RATIO_RUNOUT].value, of->runout.mean / to->runout.mean,
                       1e-12);
    const double bodies = compare_bodies_per_event(of);
    cr_expect_float_eq(d.study->pairs[1].paired[COMPARE_BODIES].mean.value, bodies - 1.0, 1e-12);
    cr_expect_eq(compare_bodies_per_event(to), 1.0);
    cr_expect_eq(compare_broken_share(of), (double)of->outcomes[TALUS_BROKEN] / ROCKS);
    cr_expect_eq(compare_broken_share(to), 0.0);
    clear_desk(&d);
}

Test(compare_breaking, an_event_gets_as_far_as_the_body_that_ended_farthest)
{
    desk d;
    make_desk(&d, 0.4, 1);
    const compare_profile *profile = &d.study->outcomes[WITH].profile;
    const double *direction = d.study->direction;
    size_t beyond_breaks = 0;
    for (size_t s = 0; s < COMPARE_SCREENS; s++) {
        size_t least = 0, most = 0, whole = 0;
        for (size_t k = 0; k < ROCKS; k++) {
            const talus_rock_record *record = &ensemble_records(d.results[WITH])[k];
            size_t count;
            const talus_fragment *fragments = fragments_of(&d, k, &count);
            bool any = false;
            for (size_t i = 0; i < count; i++) {
                for (size_t p = 0; p < fragments[i].count && !any; p++) {
                    const talus_track_point *point = &fragments[i].points[p];
                    any = (point->x - record->start.r.x) * direction[0] +
                              (point->y - record->start.r.y) * direction[1] >=
                          d.study->screens[s];
                }
            }
            const double along = (record->end.r.x - record->start.r.x) * direction[0] +
                                 (record->end.r.y - record->start.r.y) * direction[1];
            const bool ends_beyond = along >= d.study->screens[s];
            least += ends_beyond;
            most += any || ends_beyond || count == 0;
            whole += count == 0;
        }
        cr_expect_geq(profile->rocks[s], least, "line %zu", s);
        cr_expect_leq(profile->rocks[s], most, "line %zu", s);
        beyond_breaks += least > whole;
    }
    cr_expect_gt(beyond_breaks, 10, "lines that pieces cross");
    clear_desk(&d);
}

Test(compare_breaking, layers_of_bodies_are_compared_where_events_may_have_several)
{
    desk d;
    make_desk(&d, 0.4, 1);
    cr_expect(d.study->has_bodies);
    cr_assert_eq(d.study->layer_count, 5);
    cr_expect_str_eq(d.study->layers[3], "passages");
    compare_add_layer(d.study, "deposits");
    cr_expect_eq(d.study->layer_count, 5);
    compare_add_layer(d.study, "kinetic_energy_exceeds_30_kj");
    cr_expect_eq(d.study->layer_count, 6);
    clear_desk(&d);
    // both variants of a campaign without a law are the same
    make_desk(&d, 0.0, 1);
    cr_expect_not(d.study->has_bodies);
    cr_expect_eq(d.study->layer_count, 3);
    cr_expect_eq(d.study->outcomes[0].totals.hash, d.study->outcomes[1].totals.hash);
    clear_desk(&d);
}

Test(compare_breaking, names_say_what_differs)
{
    compare_variant v[] = {
        {.scheme = TALUS_SCHEME_EXPLICIT, .time_step = 0.002, .is_unbroken = true},
        {.scheme = TALUS_SCHEME_EXPLICIT, .time_step = 0.002},
        {.scheme = TALUS_SCHEME_MIDPOINT, .time_step = 0.002, .is_unbroken = true}};
    compare_name_variants(v, 3);
    cr_expect_str_eq(v[0].name, "explicit_unbroken");
    cr_expect_str_eq(v[1].name, "explicit_broken");
    cr_expect_str_eq(v[2].name, "midpoint_unbroken");
    v[2].scheme = TALUS_SCHEME_EXPLICIT;
    v[2].time_step = 0.001;
    compare_name_variants(v, 3);
    cr_expect_str_eq(v[1].name, "explicit_2ms_broken");
    cr_expect_str_eq(v[2].name, "explicit_1ms_unbroken");
}

/// Rows of body b.
static const double *column(const compare_motion *motion, size_t b, int which)
{
    return motion->columns[which] + motion->bodies[b].begin;
}

Test(compare_breaking, motion_has_the_rock_until_it_breaks_and_its_pieces)
{
    desk d;
    compare_motion motion;
    uint64_t rock = 0;
    size_t count, leading = 0, steps = 0;
    make_desk(&d, 0.4, 1);
    const talus_rock_record *records = ensemble_records(d.results[WITH]);
    while (records[rock].breaks < 2) {
        rock++;
    }
    const talus_fragment *fragments = fragments_of(&d, rock, &count);
    cr_assert_eq(compare_motion_replay(&d.study->outcomes[WITH].campaign, rock, &motion, NULL),
                 TALUS_OK);
    cr_expect(motion.is_broken);
    cr_assert_eq(motion.body_count, 1 + count);
    const compare_body *first = &motion.bodies[0];
    cr_expect_float_eq(column(&motion, 0, MOTION_TIME)[first->count - 1], fragments[0].birth,
                       1e-12);
    cr_expect_eq(
        first->count,
        1 + (size_t)(fragments[0].birth / d.study->outcomes[WITH].variant.time_step + 0.5));
    for (size_t b = 1; b <= count; b++) {
        const talus_fragment *f = &fragments[b - 1];
        const compare_body *body = &motion.bodies[b], *parent = &motion.bodies[f->parent];
        cr_expect_eq(body->parent, f->parent);
        cr_expect_eq(column(&motion, b, MOTION_WAY)[0],
                     column(&motion, f->parent, MOTION_WAY)[parent->count - 1]);
        cr_expect_eq(body->x, f->end.x);
        cr_expect_eq(column(&motion, b, MOTION_ALTITUDE)[body->count - 1], f->end.z);
        cr_expect_float_eq(column(&motion, b, MOTION_TIME)[body->count - 1], f->time, 1e-12);
        leading += body->leads && !parent->leads;
        steps += (size_t)((f->time - f->birth) / d.study->outcomes[WITH].variant.time_step);
        cr_expect_eq(body->count, f->count, "the points of its track");
    }
    cr_expect_eq(leading, 0, "what leads to the farthest body comes from what does");
    cr_expect(motion.bodies[0].leads);
    double far = 0.0;
    for (size_t b = 0; b <= count; b++) {
        const compare_body *body = &motion.bodies[b];
        const double here = reach(&records[rock], body->x, body->y);
        far = here > far ? here : far;
    }
    bool is_led = false;
    for (size_t b = 0; b <= count; b++) {
        const compare_body *body = &motion.bodies[b];
        is_led = is_led || (body->leads && reach(&records[rock], body->x, body->y) >= far);
    }
    cr_expect(is_led);
    cr_expect_lt(motion.count - first->count, steps / 10, "%zu rows", motion.count);
    compare_motion_clear(&motion);
    clear_desk(&d);
}

Test(compare_breaking, bodies_that_start_together_have_ways_of_their_own)
{
    desk d;
    compare_motion motion;
    make_desk(&d, 0.0, 3);
    cr_expect(d.study->has_bodies);
    cr_assert_eq(compare_motion_replay(&d.study->outcomes[WITH].campaign, 2, &motion, NULL),
                 TALUS_OK);
    cr_expect_not(motion.is_broken);
    cr_assert_eq(motion.body_count, 3);
    size_t leading = 0;
    for (size_t b = 0; b < 3; b++) {
        cr_expect_eq(column(&motion, b, MOTION_WAY)[0], 0.0);
        leading += motion.bodies[b].leads;
    }
    cr_expect_eq(leading, 1);
    const compare_outcome *outcome = &d.study->outcomes[WITH];
    cr_expect_eq(outcome->values[COMPARE_BODIES][2], 3.0);
    cr_expect_eq(compare_bodies_per_event(&outcome->totals), 3.0);
    cr_expect_eq(compare_broken_share(&outcome->totals), 0.0);
    compare_motion_clear(&motion);
    clear_desk(&d);
}
