// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of the chosen rock: its spin about the three axes, and its way over the ground.
#include "studies/study/compare_charts.h"
#include "studies/study/compare_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// The rock in every variant.
typedef struct rock_charts {
    compare_motion *motions; ///< (variants)
    chart_series *series;    ///< (4 variants)
    chart_panel *panels;     ///< (variants)
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
}

static talus_status replay_variants(const compare_study *study, uint64_t rock, rock_charts *charts,
                                    talus_error *error)
{
    charts->motions = calloc(study->count, sizeof *charts->motions);
    charts->series = calloc(4 * study->count, sizeof *charts->series);
    charts->panels = calloc(study->count, sizeof *charts->panels);
    if (!charts->motions || !charts->series || !charts->panels) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < study->count && status == TALUS_OK; k++) {
        status =
            compare_motion_replay(&study->outcomes[k].campaign, rock, &charts->motions[k], error);
    }
    return status;
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
                                      .count = motion->count,
                                      .mark = CHART_LINE,
                                      .colour = axis - 1};
    }
    charts->panels[k] = (chart_panel){.title = study->outcomes[k].variant.name,
                                      .x = {.label = "time (s)"},
                                      .y = {.label = "angular velocity (rad/s)"},
                                      .series = series,
                                      .series_count = 4};
}

static double longest_time(const rock_charts *charts, size_t variants)
{
    double longest = 0.0;
    for (size_t k = 0; k < variants; k++) {
        longest =
            fmax(longest, charts->motions[k].columns[MOTION_TIME][charts->motions[k].count - 1]);
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

static talus_status draw_profile(const compare_study *study, const compare_files *files,
                                 rock_charts *charts, talus_error *error)
{
    char title[80];
    for (size_t k = 0; k < study->count; k++) {
        const compare_motion *motion = &charts->motions[k];
        const chart_series flight = {.label = study->outcomes[k].variant.name,
                                     .x = motion->columns[MOTION_WAY],
                                     .y = motion->columns[MOTION_ALTITUDE],
                                     .count = motion->count,
                                     .mark = CHART_LINE,
                                     .colour = (int)k};
        charts->series[2 * k] = charts->series[2 * k + 1] = flight;
        charts->series[2 * k].label = k == 0 ? "ground below (dashed)" : NULL;
        charts->series[2 * k].y = motion->columns[MOTION_GROUND];
        charts->series[2 * k].dashed = true;
        charts->series[2 * k].width = 0.8;
    }
    const chart_panel panel = {.x = {.label = "length of the path in plan (m)"},
                               .y = {.label = "altitude of the centre of mass (m)"},
                               .series = charts->series,
                               .series_count = 2 * study->count};
    snprintf(title, sizeof title, "Way of rock %llu", (unsigned long long)files->rock);
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
