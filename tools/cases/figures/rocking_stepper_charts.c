// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block as charts.
#include "cases/figures/rocking_stepper_charts.h"

#include "lab/study/rocking_internal.h"

#include <math.h>
#include <stdio.h>

enum { CURVE = 200 };

/// A series of points or a line over arrays that stay where they are.
static chart_series series_of(const char *label, const double *x, const double *y, size_t count,
                              int colour)
{
    return (chart_series){
        .label = label, .x = x, .y = y, .count = count, .mark = CHART_LINE, .colour = colour};
}

static chart_series points_of(const char *label, const double *x, const double *y, size_t count,
                              int colour)
{
    chart_series series = series_of(label, x, y, count, colour);
    series.mark = CHART_POINTS;
    series.width = 4.0;
    return series;
}

// --- Single impacts ---

/// What the series of impacts.svg point at.
typedef struct impact_curves {
    double aspect[CURVE], ratio[ROCKING_FRICTIONS][CURVE];
    double found_aspect[ROCKING_ASPECTS], found_ratio[ROCKING_FRICTIONS][ROCKING_ASPECTS];
    double entry[CURVE], entry_ratio[CURVE], entry_place[CURVE];
    double found_entry[ROCKING_ENTRIES], found_entry_ratio[ROCKING_ENTRIES],
        found_place[ROCKING_ENTRIES];
    chart_series left[2 * ROCKING_FRICTIONS], right[4];
} impact_curves;

static void fill_frictions(const rocking_stepper *study, impact_curves *curves)
{
    static const char *const names[ROCKING_FRICTIONS] = {"sticking (Housner)", "\u03bc = 0.3",
                                                         "\u03bc = 0.1", "\u03bc = 0"};
    const double first = study->sweep[0][0].aspect;
    const double last = study->sweep[0][ROCKING_ASPECTS - 1].aspect;
    for (size_t k = 0; k < ROCKING_FRICTIONS; k++) {
        for (size_t i = 0; i < CURVE; i++) {
            curves->aspect[i] = first + (last - first) * (double)i / (CURVE - 1);
            curves->ratio[k][i] = rocking_stepper_ratio(curves->aspect[i], study->frictions[k]);
        }
        for (size_t i = 0; i < ROCKING_ASPECTS; i++) {
            curves->found_aspect[i] = study->sweep[k][i].aspect;
            curves->found_ratio[k][i] = study->sweep[k][i].ratio;
        }
        curves->left[2 * k] = series_of(names[k], curves->aspect, curves->ratio[k], CURVE, (int)k);
        curves->left[2 * k + 1] =
            points_of(NULL, curves->found_aspect, curves->found_ratio[k], ROCKING_ASPECTS, (int)k);
    }
}

static void fill_entries(const rocking_stepper *study, impact_curves *curves)
{
    const talus_rocking_block block =
        talus_rocking_block_rectangle(1.0, 1.0, study->entries[0].aspect);
    const double housner = talus_rocking_ratio(&block, TALUS_ROCKING_HOUSNER, 0.0);
    const double first = study->entries[0].en21;
    for (size_t i = 0; i < ROCKING_ENTRIES; i++) {
        curves->found_entry[i] = study->entries[i].en21;
        curves->found_entry_ratio[i] = study->entries[i].ratio;
        curves->found_place[i] = study->entries[i].place;
    }
    // below Housner's ratio the law has no say
    for (size_t i = 0; i < CURVE; i++) {
        curves->entry[i] = first + (1.0 - first) * (double)i / (CURVE - 1);
        curves->entry_ratio[i] = fmax(curves->entry[i], housner);
        curves->entry_place[i] = talus_rocking_lambda(&block, curves->entry_ratio[i]);
    }
    curves->right[0] =
        series_of("\u03c9\u207a/\u03c9\u207b", curves->entry, curves->entry_ratio, CURVE, 0);
    curves->right[1] =
        points_of(NULL, curves->found_entry, curves->found_entry_ratio, ROCKING_ENTRIES, 0);
    curves->right[2] =
        series_of("\u03bb of the percussion", curves->entry, curves->entry_place, CURVE, 1);
    curves->right[3] =
        points_of(NULL, curves->found_entry, curves->found_place, ROCKING_ENTRIES, 1);
}

static talus_status draw_impacts(talus_directory *directory, const rocking_stepper *study,
                                 talus_error *error)
{
    impact_curves curves;
    fill_frictions(study, &curves);
    fill_entries(study, &curves);
    char title[96];
    (void)snprintf(title, sizeof title, "Generalised law in the step, h/b = %g",
                   study->entries[0].aspect);
    const chart_panel panels[2] = {
        {.title = "Moreau's law, \u03b5 = 0",
         .x = {.label = "h/b"},
         .y = {.label = "\u03c9\u207a/\u03c9\u207b", .from = 0.0, .to = 1.0},
         .series = curves.left,
         .series_count = 2 * ROCKING_FRICTIONS},
        {.title = title,
         .x = {.label = "e_n21", .from = curves.entry[0], .to = 1.0},
         .y = {.label = "ratio, \u03bb", .from = 0.0, .to = 1.05},
         .series = curves.right,
         .series_count = 4}};
    const chart page = {.title = "One impact of a rocking block in one Moreau step",
                        .note = "Points: the step. Lines: closed forms.",
                        .columns = 2,
                        .panels = panels,
                        .panel_count = 2};
    return chart_put(directory, "impacts.svg", &page, error);
}

// --- Free rocking and convergence ---

static chart_panel error_panel(const char *title, const char *label, const chart_series *series,
                               size_t count)
{
    return (chart_panel){.title = title,
                         .x = {.label = "time step (ms)", .logarithmic = true},
                         .y = {.label = label, .logarithmic = true},
                         .series = series,
                         .series_count = count};
}

static talus_status draw_convergence(talus_directory *directory, const rocking_stepper *study,
                                     talus_error *error)
{
    double step[ROCKING_STEPS], time[ROCKING_LAWS][ROCKING_STEPS], rest[ROCKING_STEPS],
        slope[ROCKING_STEPS];
    chart_series motion[3], errors[ROCKING_LAWS + 2];
    for (size_t i = 0; i < ROCKING_STEPS; i++) {
        step[i] = 1e3 * study->errors[0][i].time_step;
        slope[i] = 3e-3 * step[i];
        rest[i] = study->errors[ROCKING_STICKING][i].rest;
        for (size_t law = 0; law < ROCKING_LAWS; law++) {
            time[law][i] = study->errors[law][i].time;
        }
    }
    for (size_t law = 0; law < ROCKING_LAWS; law++) {
        errors[law] =
            points_of(rocking_law_name((rocking_law)law), step, time[law], ROCKING_STEPS, (int)law);
    }
    errors[ROCKING_LAWS] = points_of("end of the motion, sticking", step, rest, ROCKING_STEPS, 3);
    errors[ROCKING_LAWS + 1] = series_of("first order", step, slope, ROCKING_STEPS, -1);
    errors[ROCKING_LAWS + 1].dashed = true;
    const rocking_reference *reference = &study->reference;
    const rocking_stepper_run *coarse = &study->runs[0], *fine = &study->runs[1];
    motion[0] = series_of("event-driven", reference->sample_time, reference->theta,
                          reference->sample_count, -1);
    motion[0].width = 3.0;
    motion[1] = series_of("stepper, 4 ms", coarse->time, coarse->theta, coarse->sample_count, 1);
    motion[2] = series_of("stepper, 0.25 ms", fine->time, fine->theta, fine->sample_count, 0);
    const chart_panel panels[2] = {
        {.title = "Free rocking, sticking corners",
         .x = {.label = "time (s)", .from = 0.0, .to = 5.5},
         .y = {.label = "\u03b8 (rad)"},
         .series = motion,
         .series_count = 3},
        error_panel("Error of the impact times", "rms error (s)", errors, ROCKING_LAWS + 2)};
    char note[160];
    (void)snprintf(note, sizeof note,
                   "Block %g x %g m. Right: first %d impacts of %d releases about %g \u03b1.",
                   study->options.width, study->options.height, ROCKING_COMPARED, ROCKING_RELEASES,
                   study->options.release);
    const chart page = {.title = "The time-stepper and event-driven motion",
                        .note = note,
                        .columns = 2,
                        .panels = panels,
                        .panel_count = 2};
    return chart_put(directory, "convergence.svg", &page, error);
}

// --- Bouncing, vertex rocking ---

static talus_status draw_bounces(talus_directory *directory, const rocking_stepper *study,
                                 talus_error *error)
{
    double number[ROCKING_SHOWN], step[ROCKING_STEPS];
    chart_series hits[2 * ROCKING_BOUNCES], errors[ROCKING_BOUNCES];
    char labels[ROCKING_BOUNCES][24];
    for (size_t i = 0; i < ROCKING_SHOWN; i++) {
        number[i] = (double)i + 1.0;
    }
    for (size_t i = 0; i < ROCKING_STEPS; i++) {
        step[i] = 1e3 * rocking_stepper_time_step(i);
    }
    for (size_t i = 0; i < ROCKING_BOUNCES; i++) {
        const rocking_bouncing *one = &study->bouncing[i];
        const size_t room = one->found.count < one->hits_of_b ? one->found.count : one->hits_of_b;
        const size_t shown =
            one->expected.count < one->expected_of_b ? one->expected.count : one->expected_of_b;
        (void)snprintf(labels[i], sizeof labels[i], "e = %g", one->e);
        hits[2 * i] = series_of(labels[i], one->expected.time, number, shown, (int)i);
        hits[2 * i + 1] = points_of(NULL, one->found.time, number, room, (int)i);
        errors[i] = points_of(labels[i], step, one->error, ROCKING_STEPS, (int)i);
    }
    const chart_panel panels[2] = {
        {.title = "Impacts of B before A lands, 0.25 ms",
         .x = {.label = "time after the first (s)"},
         .y = {.label = "number"},
         .series = hits,
         .series_count = 2 * ROCKING_BOUNCES},
        error_panel("When A lands", "rms error (s)", errors, ROCKING_BOUNCES)};
    const chart page = {.title = "Bouncing with Moreau's restitution",
                        .note = "Points: stepper. Lines: free flights and sticking collisions.",
                        .columns = 2,
                        .panels = panels,
                        .panel_count = 2};
    return chart_put(directory, "bounces.svg", &page, error);
}

/// Number of the lowest corner of a set, from 1.
static double corner_of(unsigned set)
{
    double corner = 1.0;
    for (; set != 0 && !(set & 1U); set >>= 1) {
        corner += 1.0;
    }
    return corner;
}

/// Corners that hit over time, stepper and model.
typedef struct corner_hits {
    double corner[2][ROCKING_SHOWN];
    chart_series series[2];
} corner_hits;

static void fill_hits(const rocking_spatial_case *one, const char *model, corner_hits *hits)
{
    const rocking_series *found = &one->found, *expected = &one->expected;
    for (size_t i = 0; i < ROCKING_SHOWN; i++) {
        hits->corner[0][i] = i < expected->count ? corner_of(expected->corners[i]) : (double)NAN;
        hits->corner[1][i] = i < found->count ? corner_of(found->corners[i]) : (double)NAN;
    }
    hits->series[0] = points_of(model, expected->time, hits->corner[0], expected->count, -1);
    hits->series[0].width = 9.0;
    hits->series[1] = points_of("stepper, 0.25 ms", found->time, hits->corner[1], found->count, 0);
}

static chart_panel hits_panel(const char *title, const corner_hits *hits)
{
    return (chart_panel){.title = title,
                         .x = {.label = "time (s)"},
                         .y = {.label = "corner that hits", .from = 0.5, .to = 4.5},
                         .series = hits->series,
                         .series_count = 2};
}

static void fill_steps(double step[ROCKING_STEPS])
{
    for (size_t i = 0; i < ROCKING_STEPS; i++) {
        step[i] = 1e3 * rocking_stepper_time_step(i);
    }
}

static talus_status draw_spatial(talus_directory *directory, const rocking_stepper *study,
                                 talus_error *error)
{
    double step[ROCKING_STEPS];
    corner_hits hits[2];
    chart_series errors[ROCKING_SPATIAL_CASES];
    char labels[ROCKING_SPATIAL_CASES][40];
    fill_steps(step);
    for (size_t k = 0; k < ROCKING_SPATIAL_CASES; k++) {
        const rocking_spatial_case *one = &study->spatial[k];
        (void)snprintf(labels[k], sizeof labels[k], "lateral tilt / tilt = %.2g",
                       one->start.lateral / one->start.tilt);
        errors[k] = points_of(labels[k], step, one->error, ROCKING_STEPS, (int)k);
    }
    chart_panel panels[3];
    for (size_t k = 0; k < 2; k++) {
        fill_hits(&study->spatial[k], "event-driven, \u03bb = 1", &hits[k]);
        panels[k] = hits_panel(labels[k], &hits[k]);
    }
    panels[2] =
        error_panel("Error of the impact times", "rms error (s)", errors, ROCKING_SPATIAL_CASES);
    const chart page = {.title = "Vertex rocking: edge impacts",
                        .columns = 3,
                        .panel_width = 340.0,
                        .panels = panels,
                        .panel_count = 3};
    return chart_put(directory, "spatial.svg", &page, error);
}

talus_status rocking_wrench_draw(talus_directory *directory, const rocking_wrench_study *study,
                                 talus_error *error)
{
    const rocking_wrench_options *o = &study->options;
    double step[ROCKING_STEPS], slope[ROCKING_STEPS];
    corner_hits hits;
    char title[96];
    fill_steps(step);
    for (size_t i = 0; i < ROCKING_STEPS; i++) {
        slope[i] = 3e-3 * step[i];
    }
    fill_hits(&study->run, "event-driven", &hits);
    chart_series errors[2] = {points_of("impacts", step, study->run.error, ROCKING_STEPS, 0),
                              series_of("first order", step, slope, ROCKING_STEPS, -1)};
    errors[1].dashed = true;
    (void)snprintf(title, sizeof title, "\u03bb = %g, \u03bb_lat = %g, \u03bb_lon = %g", o->lam,
                   o->lat, o->lon);
    const chart_panel panels[2] = {
        hits_panel(title, &hits),
        error_panel("Error of the first impact times", "rms error (s)", errors, 2)};
    const chart page = {.title = "Wrench law in the step: vertex rocking",
                        .columns = 2,
                        .panels = panels,
                        .panel_count = 2};
    return chart_put(directory, "wrench.svg", &page, error);
}

talus_status rocking_stepper_draw(talus_directory *directory, const rocking_stepper *study,
                                  talus_error *error)
{
    talus_status status = draw_impacts(directory, study, error);
    if (status == TALUS_OK) {
        status = draw_convergence(directory, study, error);
    }
    if (status == TALUS_OK) {
        status = draw_bounces(directory, study, error);
    }
    return status == TALUS_OK ? draw_spatial(directory, study, error) : status;
}

const char *rocking_law_name(rocking_law law)
{
    static const char *const names[] = {
#define NAME(enumerator, name) name,
        ROCKING_LAW_LIST(NAME)
#undef NAME
    };
    return names[law];
}
