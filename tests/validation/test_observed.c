// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks of a run, observed: the impacts of the run. Tables that do not hold.
#include "ensemble/incline.h"
#include "foundation/math/linalg.h"
#include "foundation/statistics/statistics.h"
#include "studies/validation/observed.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// No terrain; diameter, noise and gravity are to be found.
static talus_observe_options free_options(void)
{
    return (talus_observe_options){
        .diameter = (double)NAN, .noise = (double)NAN, .gravity = (double)NAN};
}

enum { ROCKS = 20, MOST = 200000 };

static const char *path_of(const char *name)
{
    static char path[512];
    const char *directory = getenv("TALUS_TEST_TMP");
    snprintf(path, sizeof path, "%s/observed_%s", directory != NULL ? directory : "/tmp", name);
    return path;
}

static const char *write_table(const char *name, const char *text)
{
    const char *path = path_of(name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(text, file);
    fclose(file);
    return path;
}

/// A rock's log as a row of the table of tracks; the time step is thinned.
typedef struct log_writer {
    FILE *file;
    uint64_t rock, every, steps;
} log_writer;

static bool write_step(void *user, const talus_log_entry *entry)
{
    log_writer *w = user;
    const talus_mat3 a = talus_quat_matrix(entry->state.p);
    const talus_vec3 r = entry->state.r, v = entry->state.v;
    const talus_vec3 omega = mat3_mulv(&a, entry->state.omega);
    if (w->steps++ % w->every == 0) {
        fprintf(w->file, "rock %d,%.17g,%.17g,%.17g,%.17g,%g,%g,%g,%.17g,%.17g,%.17g\n",
                (int)w->rock, entry->time, r.x, r.y, r.z, v.x, v.y, v.z, omega.x, omega.y, omega.z);
    }
    return true;
}

/// Rocks on a slope, their impacts, and the table of their tracks.
typedef struct study {
    incline scene;
    talus_results *results;
    const talus_impact *impacts;
    size_t count;
    const char *path;
} study;

static void run_study(study *s, uint64_t every, const char *name)
{
    incline_make(&s->scene, 0.7, 0.15, false);
    s->scene.release.rocks = ROCKS;
    s->scene.ground.epsilon_n = 0.3;
    s->scene.ground.drag = 0.0;
    talus_campaign *campaign = incline_campaign(&s->scene);
    campaign->recorded_rocks = ROCKS;
    cr_assert_eq(
        talus_campaign_run(campaign,
                           &(talus_run_options){.size = sizeof(talus_run_options), .threads = 1},
                           &s->results, NULL),
        TALUS_OK);
    s->impacts = ensemble_impacts(s->results, &s->count);
    s->path = path_of(name);
    log_writer writer = {.file = fopen(s->path, "w"), .every = every};
    cr_assert_not_null(writer.file);
    fprintf(writer.file, "run,t,x,y,z,vx,vy,vz,wx,wy,wz\n");
    for (writer.rock = 0; writer.rock < ROCKS; writer.rock++) {
        writer.steps = 0;
        cr_assert_eq(talus_campaign_replay(campaign, writer.rock, write_step, &writer, NULL, NULL),
                     TALUS_OK);
    }
    fclose(writer.file);
}

static void clear_study(study *s)
{
    talus_results_destroy(s->results);
    incline_clear(&s->scene);
}

/// The found impact nearest in time to one of the run; NULL without one within 10 ms.
static const flights_impact *find_near(const observed_run *run, const talus_impact *impact,
                                       double slack)
{
    const double middle = impact->time + 0.5 * impact->contact_time;
    const flights_impact *best = NULL;
    for (size_t k = 0; k < run->found.count; k++) {
        const flights_impact *found = &run->found.impacts[k];
        if (fabs(found->time - middle) < slack &&
            (best == NULL || fabs(found->time - middle) < fabs(best->time - middle))) {
            best = found;
        }
    }
    return best;
}

/// Does the run have an impact of the same rock around this time? @param first impact of the rock
static bool is_in_run(const study *s, size_t first, double time)
{
    for (size_t k = first; k < s->count && s->impacts[k].rock == s->impacts[first].rock; k++) {
        const double middle = s->impacts[k].time + 0.5 * s->impacts[k].contact_time;
        if (fabs(time - middle) < 0.01 + 0.5 * s->impacts[k].contact_time) {
            return true;
        }
    }
    return false;
}

static double median(double *values, size_t count)
{
    double m = (double)NAN;
    cr_assert_eq(statistics_quantile(values, count, 0.5, &m, NULL), TALUS_OK);
    return m;
}

Test(observed, tracks_of_a_run_give_the_impacts_of_the_run)
{
    static double energy[MOST], truth[MOST], normal[MOST], length[MOST], plumb[MOST], turned[MOST];
    study s;
    run_study(&s, 1, "whole.csv");
    flights_options options = {.terrain = s.scene.terrain,
                               .diameter =
                                   talus_exp(talus_log(6.0 / TALUS_PI * incline_rock.volume) / 3.0),
                               .gravity = s.scene.campaign.step.gravity};
    talus_observe_options own = free_options();
    own.tracks = s.path;
    observed_result result;
    cr_assert_eq(observed_find(&own, &result, NULL), TALUS_OK);
    cr_assert_eq(result.count, ROCKS);
    size_t matched = 0, found = 0, far = 0, far_matched = 0, long_found = 0, long_matched = 0;
    for (size_t k = 0; k < s.count; k++) {
        observed_run *run = &result.runs[s.impacts[k].rock];
        if (k == 0 || s.impacts[k].rock != s.impacts[k - 1].rock) { // with the slope's normals
            flights_clear(&run->found);
            cr_assert_eq(flights_find(&run->track->table, &options, &run->found, NULL), TALUS_OK);
            found += run->found.count;
            for (size_t i = 0; i < run->found.count; i++) {
                const bool is_long = run->found.impacts[i].jump.time >= 0.1;
                long_found += is_long;
                long_matched += is_long && is_in_run(&s, k, run->found.impacts[i].time);
            }
        }
        const flights_impact *near = find_near(run, &s.impacts[k], 0.01);
        far += s.impacts[k].jump_time >= 0.1;
        far_matched += s.impacts[k].jump_time >= 0.1 && near != NULL;
        if (near == NULL) {
            continue;
        }
        const talus_impact *i = &s.impacts[k];
        const observe_split split = observe_split_velocities(i->v_before, i->v_after, i->normal);
        energy[matched] = fabs(near->split.energy_kept - split.energy_kept);
        truth[matched] = split.energy_kept;
        normal[matched] = fabs(near->jump.height_normal - i->jump_normal);
        length[matched] = fabs(near->jump.length - i->jump_length);
        plumb[matched] = fabs(near->jump.height_vertical - i->jump_vertical);
        turned[matched] = vec3_norm(vec3_sub(near->omega_after, i->omega_after));
        matched++;
    }
    printf("%zu of the run, %zu observed, %zu both; after flights of 0.1 s: %zu of %zu, %zu of "
           "%zu\n",
           s.count, found, matched, far_matched, far, long_matched, long_found);
    cr_expect_gt(s.count, 100);
    // touches of little impulse and flights near 0.06 s tell steps and parabolas apart
    cr_expect_gt((double)matched, 0.85 * (double)s.count);         // measured 0.93
    cr_expect_gt((double)far_matched, 0.88 * (double)far);         // measured 0.93
    cr_expect_gt((double)long_matched, 0.85 * (double)long_found); // measured 0.90
    const double e = median(energy, matched), n = median(normal, matched),
                 l = median(length, matched), p = median(plumb, matched),
                 w = median(turned, matched), t = median(truth, matched);
    printf("median differences: energy kept %.2g (of %.3g), height normal %.2g m, length %.2g m, "
           "plumb %.2g m, spin %.2g rad/s\n",
           e, t, n, l, p, w);
    cr_expect_lt(e, 0.01);  // measured 0.0033
    cr_expect_lt(n, 0.005); // measured 0.0017 m
    cr_expect_lt(l, 0.03);  // measured 0.014 m
    cr_expect_lt(p, 0.002); // measured 0
    cr_expect_lt(w, 0.03);  // measured 0.01 rad/s
    observed_clear(&result);
    clear_study(&s);
}

Test(observed, json_and_tables_hold_all_flights)
{
    study s;
    run_study(&s, 5, "thin.csv");
    talus_observe_options own = free_options();
    own.tracks = s.path;
    observed_result result;
    cr_assert_eq(observed_find(&own, &result, NULL), TALUS_OK);
    char *json = NULL;
    cr_assert_eq(observed_json(&result, &json, NULL), TALUS_OK);
    size_t flights = 0;
    for (const char *at = json; (at = strstr(at, "\"residual_m\"")) != NULL; at++) {
        flights++;
    }
    cr_expect_eq(flights, result.flight_count);
    cr_expect_gt(flights, ROCKS);
    free(json);
    observed_clear(&result);
    clear_study(&s);
}

static void expect_refused(const char *table, const char *phrase)
{
    talus_observe_options options = free_options();
    observed_result result;
    talus_error error = {0};
    options.tracks = write_table("bad.csv", table);
    cr_expect_eq(observed_find(&options, &result, &error), TALUS_ERROR_INPUT, "%s", table);
    cr_expect_not_null(strstr(error.message, phrase), "%s: %s", phrase, error.message);
    observed_clear(&result);
}

Test(observed, bad_tables_are_refused_with_their_line)
{
    expect_refused("run,t,x,y\n", "found no column 'z'");
    expect_refused("run,t,x,y,z\n", "found a heading and no row");
    expect_refused("run,t,x,y,z\na,0,0,0,0\na,0,0,0,0\n", ".csv:3: expected t, x, y and z");
    expect_refused("run,t,x,y,z\na,0,0,0,\n", ".csv:2: expected t, x, y and z");
    expect_refused("run,t,x,y,z\na,0,0,0,0\nb,0,0,0,0\na,1,0,0,0\n",
                   ".csv:4: run: found 'a' again");
    expect_refused("run,t,x,y,z\na,0,0,0,q\n", "z: found 'q'");
}
