// SPDX-License-Identifier: GPL-3.0-or-later
// The lowest and the highest point of a rock where it crosses a screen, against boxes whose
// orientation is known at every instant.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "talus/run.h"

#include <criterion/criterion.h>

static double across[] = {20.0, -500.0, 20.0, 500.0};
static const talus_screen line = {.line = {.name = "line", .count = 2, .xy = across}};

static talus_quat about(talus_vec3 axis, double angle)
{
    const talus_vec3 e = vec3_scale(sin(0.5 * angle) / vec3_norm(axis), axis);
    return (talus_quat){cos(0.5 * angle), e.x, e.y, e.z};
}

/// Half the height of the box of 0.8 x 1.0 x 0.6 m.
static double half_height(talus_quat p)
{
    const talus_mat3 a = quat_matrix(p);
    return 0.4 * fabs(a.m[2][0]) + 0.5 * fabs(a.m[2][1]) + 0.3 * fabs(a.m[2][2]);
}

/// Run a scene with the screen; its crossings, and as many.
static talus_results *cross(incline *scene, const talus_crossing **crossings, size_t *count)
{
    talus_results *results = NULL;
    talus_error error = {0};
    talus_campaign *campaign = incline_campaign(scene);
    campaign->screens = &line;
    campaign->screen_count = 1;
    cr_assert_eq(
        talus_campaign_run(campaign,
                           &(talus_run_options){.size = sizeof(talus_run_options), .threads = 2},
                           &results, &error),
        TALUS_OK, "%s", error.message);
    *crossings = ensemble_crossings(results, count);
    return results;
}

/// Spun about a horizontal axis of its own, which it keeps: the angle grows evenly. With three
/// moments a flight turns step by step, with two equal ones in closed form.
Test(extent, of_a_turning_box_in_the_air_is_that_of_its_vertices)
{
    static const talus_vec3 moments[] = {{136.0, 100.0, 164.0}, {136.0, 100.0, 136.0}};
    for (int run = 0; run < 4; run++) {
        const talus_quat start = about(vec3(0.3, -0.2, 0.9), 0.7);
        const double spin = 23.0;
        talus_rock box = incline_rock;
        incline scene;
        incline_make(&scene, 0.9, 0.0, false);
        box.inertia = moments[run / 2];
        scene.kind.rock = &box;
        scene.release.rocks = 12;
        scene.release.height = 30.0;
        scene.release.velocity = vec3(8.0, -3.0, 2.0);
        scene.release.random_orientation = false;
        scene.release.orientation = start;
        scene.release.spin = vec3(0.0, spin, 0.0);
        scene.campaign.time_limit = 2.5;
        scene.campaign.step.scheme = TALUS_SCHEME_EXACT;
        scene.campaign.step.flights = run % 2 == 1;
        const talus_crossing *crossings = NULL;
        size_t count = 0;
        talus_results *results = cross(&scene, &crossings, &count);
        cr_assert_eq(count, 12);
        for (size_t k = 0; k < count; k++) {
            const talus_crossing *c = &crossings[k];
            const talus_quat p = quat_mul(start, about(vec3(0.0, 1.0, 0.0), spin * c->time));
            const double height = c->z - (500.0 - 0.9 * c->x);
            // measured 6e-15 m
            cr_expect_float_eq(c->values[TALUS_GAUGE_CLEARANCE], height - half_height(p), 1e-13);
            cr_expect_float_eq(c->values[TALUS_GAUGE_TOP], height + half_height(p), 1e-13);
        }
        talus_results_destroy(results);
        incline_clear(&scene);
    }
}

/// Flat on a slope S is c/2 / cos over it, plumb; the lower edge is under the ground at S, so
/// nothing is left below the rock.
Test(extent, of_a_box_that_slides_is_that_of_its_sides)
{
    const double slope = atan(0.5);
    incline scene;
    incline_make(&scene, 0.5, 0.0, false);
    scene.release.rocks = 5;
    scene.release.height = 0.001;
    scene.release.velocity = vec3(6.0, 0.0, -3.0);
    scene.release.random_orientation = false;
    scene.release.orientation = about(vec3(0.0, 1.0, 0.0), slope);
    scene.ground.mu_min = scene.ground.mu_max = 0.1;
    const talus_crossing *crossings = NULL;
    size_t count = 0;
    talus_results *results = cross(&scene, &crossings, &count);
    cr_assert_eq(count, 5);
    for (size_t k = 0; k < count; k++) {
        const double *values = crossings[k].values;
        const double top = 0.3 / cos(slope) + 0.4 * sin(slope) + 0.3 * cos(slope);
        // it stays 0.1 mm in the ground; measured 1e-4 m
        cr_expect_float_eq(values[TALUS_GAUGE_TOP], top, 1e-3, "%g, %g", values[TALUS_GAUGE_TOP],
                           top);
        cr_expect_eq(values[TALUS_GAUGE_CLEARANCE], 0.0);
    }
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(extent, encloses_the_centre_of_mass_within_the_radius)
{
    incline scene;
    incline_make(&scene, 0.9, 0.1, false);
    const talus_crossing *crossings = NULL;
    size_t count = 0, in_contact = 0;
    talus_results *results = cross(&scene, &crossings, &count);
    cr_assert_gt(count, 20);
    for (size_t k = 0; k < count; k++) {
        const double *values = crossings[k].values, height = values[TALUS_GAUGE_HEIGHT];
        const double under = height - values[TALUS_GAUGE_CLEARANCE];
        const double over = values[TALUS_GAUGE_TOP] - height;
        in_contact += values[TALUS_GAUGE_CLEARANCE] == 0.0;
        cr_expect(over >= 0.3 && over <= incline_rock.radius + 1e-12, "%g m", over);
        cr_expect(under <= incline_rock.radius + 1e-12, "%g m", under);
        // a box is symmetric about S
        cr_expect(values[TALUS_GAUGE_CLEARANCE] == 0.0 || fabs(over - under) < 1e-12);
    }
    cr_expect(in_contact > 0 && in_contact < count, "%zu of %zu", in_contact, count);
    talus_results_destroy(results);
    incline_clear(&scene);
}
