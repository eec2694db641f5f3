// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of the chosen rock: its spin about the three axes, and its way over the ground.
#include "studies/study/compare_charts.h"
#include "studies/study/compare_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TITLE = 160 };
/// The rock in every variant.
typedef struct rock_charts {
    compare_motion *motions; ///< (variants)
    chart_series *series;    ///< (2 x all bodies, at least 4 variants)
    chart_panel *panels;     ///< (variants)
    char (*titles)[TITLE];   ///< (variants)
    char labels[4][64];
} rock_charts;

static void clear_charts(rock_charts *charts, size_t variants)
{
    for (size_t k = 0; charts->motions != NULL && k < variants; k++) {
        compare_motion_clear(&charts->motions[k]);
    }
    free(charts->motions);
    free(charts->series);
    free(charts->panels);
    free(charts->titles);
}

static talus_status replay_variants(const compare_study *study, uint64_t rock, rock_charts *charts,
                                    talus_error *error)
{
    charts->motions = calloc(study->count, sizeof *charts->motions);
    charts->panels = calloc(study->count, sizeof *charts->panels);
    charts->titles = calloc(study->count, sizeof *charts->titles);
    const bool has_places = charts->motions && charts->panels && charts->titles;
    talus_status status = TALUS_OK;
    size_t bodies = study->count;
    for (size_t k = 0; has_places && k < study->count && status == TALUS_OK; k++) {
        status =
            compare_motion_replay(&study->outcomes[k].campaign, rock, &charts->motions[k], error);
        bodies += charts->motions[k].body_count;
    }
    if (status == TALUS_OK) {
        charts->series = calloc(2 * bodies, sizeof *charts->series);
        status = has_places && charts->series != NULL
                     ? TALUS_OK
                     : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    return status;
}

/// Whose spin a panel shows.
static void write_title(const compare_outcome *outcome, const compare_motion *motion,
                        char title[TITLE])
{
    const char *name = outcome->variant.name;
    const double end = motion->columns[MOTION_TIME][motion->bodies[0].count - 1];
    if (motion->is_broken) {
        snprintf(title, TITLE, "%s: the rock alone, until it breaks after %.4g s", name, end);
    } else if (motion->body_count > 1) {
        snprintf(title, TITLE, "%s: the first of %zu bodies", name, motion->body_count);
    } else {
        snprintf(title, TITLE, "%s", name);
    }
}

/// Lines of one variant over time: three axes and the norm.
static void place_spins(const compare_study *study, size_t k, rock_charts *charts)
{
    const compare_motion *motion = &charts->motions[k];
    chart_series *series = charts->series + 4 * k;
    for (int axis = 0; axis < 4; axis++) {
        // the norm lies below the axes
        const int column = axis == 0 ? MOTION_SPIN : MOTION_SPIN_X + axis - 1;
        series[axis] = (chart_series){.label = charts->labels[axis],
                                      .x = motion->columns[MOTION_TIME],
                                      .y = motion->columns[column],
                                      .count = motion->bodies[0].count,
                                      .mark = CHART_LINE,
                                      .colour = axis - 1};
    }
    write_title(&study->outcomes[k], motion, charts->titles[k]);
    charts->panels[k] = (chart_panel){.title = charts->titles[k],
                                      .x = {.label = "time (s)"},
                                      .y = {.label = "angular velocity (rad/s)"},
                                      .series = series,
                                      .series_count = 4};
}

static double longest_time(const rock_charts *charts, size_t variants)
{
    double longest = 0.0;
    for (size_t k = 0; k < variants; k++) {
        const compare_motion *motion = &charts->motions[k];
        longest = fmax(longest, motion->columns[MOTION_TIME][motion->bodies[0].count - 1]);
    }
    return longest;
}

static talus_status draw_motion(const compare_study *study, const compare_files *files,
                                rock_charts *charts, talus_error *error)
{
    const talus_vec3 inertia = charts->motions[0].inertia;
    const double moments[3] = {inertia.x, inertia.y, inertia.z};
    const double end = longest_time(charts, study->count);
    char title[80];
    snprintf(charts->labels[0], sizeof charts->labels[0], "whole");
    for (int axis = 0; axis < 3; axis++) {
        snprintf(charts->labels[axis + 1], sizeof charts->labels[0], "about %c, %.4g kg m²",
                 "xyz"[axis], moments[axis]);
    }
    for (size_t k = 0; k < study->count; k++) {
        place_spins(study, k, charts);
        charts->panels[k].x.to = end; // all panels on one scale
    }
    snprintf(title, sizeof title, "Angular velocity of rock %llu in its own frame",
             (unsigned long long)files->rock);
    chart page = {.title = title,
                  .panel_width = 900,
                  .panel_height = 280,
                  .panels = charts->panels,
                  .panel_count = study->count};
    return compare_chart_save(study, files, "motion", &page, error);
}

/// Lines of the bodies of a variant over their way, with the ground under those that lead to the one
/// that ended farthest; the others are thin.
/// @return their number
static size_t place_ways(const compare_outcome *outcome, const compare_motion *motion, int colour,
                         chart_series *series)
{
    size_t count = 0;
    for (size_t b = 0; b < motion->body_count; b++) {
        const compare_body *body = &motion->bodies[b];
        const chart_series line = {.x = motion->columns[MOTION_WAY] + body->begin,
                                   .y = motion->columns[MOTION_ALTITUDE] + body->begin,
                                   .count = body->count,
                                   .mark = CHART_LINE,
                                   .colour = colour};
        if (body->leads) {
            series[count] = line;
            series[count].y = motion->columns[MOTION_GROUND] + body->begin;
            series[count].dashed = true;
            series[count].width = 0.8;
            count++;
        }
        series[count] = line;
        series[count].label = b == 0 ? outcome->variant.name : NULL;
        series[count].width = body->leads ? 0.0 : 0.5;
        count++;
    }
    return count;
}

static talus_status draw_profile(const compare_study *study, const compare_files *files,
                                 rock_charts *charts, talus_error *error)
{
    char title[120];
    size_t count = 0, most = 1;
    for (size_t k = 0; k < study->count; k++) {
        const compare_motion *motion = &charts->motions[k];
        count += place_ways(&study->outcomes[k], motion, (int)k, charts->series + count);
        most = motion->body_count > most ? motion->body_count : most;
    }
    for (size_t k = 0; k < count; k++) {
        if (charts->series[k].dashed) {
            charts->series[k].label = "ground below (dashed)";
            break;
        }
    }
    const chart_panel panel = {.x = {.label = "length of the path in plan (m)"},
                               .y = {.label = "altitude of the centre of mass (m)"},
                               .series = charts->series,
                               .series_count = count};
    snprintf(title, sizeof title, "Way of rock %llu%s", (unsigned long long)files->rock,
             most > 1 ? ": to the body that ended farthest; other bodies thin" : "");
    chart page = {.title = title,
                  .panel_width = 900,
                  .panel_height = 440,
                  .panels = &panel,
                  .panel_count = 1};
    return compare_chart_save(study, files, "profile", &page, error);
}

talus_status compare_write_motion(const compare_study *study, const compare_files *files,
                                  talus_error *error)
{
    rock_charts charts = {0};
    talus_status status = replay_variants(study, files->rock, &charts, error);
    if (status == TALUS_OK) {
        status = draw_motion(study, files, &charts, error);
    }
    if (status == TALUS_OK) {
        status = draw_profile(study, files, &charts, error);
    }
    clear_charts(&charts, study->count);
    return status;
}
