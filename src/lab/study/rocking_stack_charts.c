// SPDX-License-Identifier: GPL-3.0-or-later
// history.svg of a stack: tilts and slips of its blocks and the ground motion, against one time.
#include "io/chart/chart.h"
#include "lab/study/rocking_stack.h"

#include <math.h>
#include <stdlib.h>

/// As many blocks as there are colours have names: those that tilt the most. The others are grey.
enum { NAMED_MOST = 8, GROUND = 3, PANELS_MOST = 3, GREY = -1 };

typedef struct picture {
    const rocking_stack *stack;
    double *tilt, *slip;  ///< (blocks x samples)
    double *ground;       ///< (GROUND x samples)
    chart_series *series; ///< (2 blocks + GROUND)
    int *colours;         ///< (blocks) GREY: without a name
    chart_panel panels[PANELS_MOST];
    size_t panel_count, series_count;
} picture;

static void fill(picture *p)
{
    const rocking_stack *stack = p->stack;
    const size_t n = stack->sample_count;
    for (size_t i = 0; i < n; i++) {
        const talus_vec3 a = rocking_stack_ground(stack, stack->times[i]);
        p->ground[i] = a.x;
        p->ground[n + i] = a.y;
        p->ground[2 * n + i] = a.z;
        for (size_t k = 0; k < stack->count; k++) {
            const rocking_stack_sample *s = &stack->samples[i * stack->count + k];
            const double *slip = s->place.slip;
            p->tilt[k * n + i] = s->tilt * 180.0 / TALUS_PI;
            p->slip[k * n + i] = 1000.0 * sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
        }
    }
}

static double largest_tilt(const picture *p, size_t block)
{
    const size_t n = p->stack->sample_count;
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(p->tilt[block * n + i]));
    }
    return largest;
}

/// Colours of the blocks that tilt the most, by their order in the stack.
static void choose_colours(picture *p)
{
    const size_t blocks = p->stack->count;
    for (size_t k = 0; k < blocks; k++) {
        p->colours[k] = GREY;
    }
    for (int named = 0; named < NAMED_MOST && (size_t)named < blocks; named++) {
        size_t most = blocks;
        double largest = -1.0;
        for (size_t k = 0; k < blocks; k++) {
            const double tilt = p->colours[k] == GREY ? largest_tilt(p, k) : -1.0;
            most = tilt > largest ? k : most;
            largest = fmax(largest, tilt);
        }
        p->colours[most] = 0;
    }
    int colour = 0;
    for (size_t k = 0; k < blocks; k++) {
        p->colours[k] = p->colours[k] == GREY ? GREY : colour++;
    }
}

static chart_series line_of(const picture *p, const double *values, size_t line)
{
    const size_t n = p->stack->sample_count;
    return (chart_series){
        .x = p->stack->times, .y = values + line * n, .count = n, .mark = CHART_LINE};
}

/// A panel of lines: a column of `values` for each.
static chart_panel *add_panel(picture *p, const char *label)
{
    chart_panel *panel = &p->panels[p->panel_count++];
    *panel = (chart_panel){.x = {.to = p->stack->times[p->stack->sample_count - 1]},
                           .y = {.label = label},
                           .series = p->series + p->series_count};
    return panel;
}

/// A line for each block; those without a name first, so that they lie behind the others.
static void add_blocks(picture *p, const char *label, const double *values)
{
    chart_panel *panel = add_panel(p, label);
    chart_series *series = p->series + p->series_count;
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t k = 0; k < p->stack->count; k++) {
            if ((p->colours[k] != GREY) == (pass == 1)) {
                series[count] = line_of(p, values, k);
                series[count].colour = p->colours[k];
                series[count].label = pass == 1    ? p->stack->bodies[k].name
                                      : count == 0 ? "others"
                                                   : NULL;
                count++;
            }
        }
    }
    panel->series_count = count;
    p->series_count += count;
}

/// Axes along which the base moves; those that stay at 0 are left out.
static void add_ground(picture *p)
{
    static const char *const names[GROUND] = {"x", "y", "z"};
    const size_t n = p->stack->sample_count;
    chart_panel *panel = add_panel(p, "ground acceleration (m/s²)");
    chart_series *series = p->series + p->series_count;
    size_t kept = 0;
    for (int axis = 0; axis < GROUND; axis++) {
        bool moves = false;
        for (size_t i = 0; i < n && !moves; i++) {
            moves = p->ground[(size_t)axis * n + i] != 0.0;
        }
        if (moves || (axis == GROUND - 1 && kept == 0)) { // it may move between two samples only
            series[kept] = line_of(p, p->ground, moves ? (size_t)axis : 0);
            series[kept].colour = axis;
            series[kept++].label = names[moves ? axis : 0];
        }
    }
    panel->series_count = kept;
    p->series_count += kept;
}

talus_status rocking_stack_chart(talus_directory *directory, const rocking_stack *stack,
                                 talus_error *error)
{
    const size_t n = stack->sample_count, blocks = stack->count;
    picture p = {.stack = stack,
                 .tilt = malloc((2 * blocks + GROUND) * n * sizeof *p.tilt),
                 .series = malloc((2 * blocks + GROUND) * sizeof *p.series),
                 .colours = malloc(blocks * sizeof *p.colours)};
    talus_status status = TALUS_OK;
    if (p.tilt == NULL || p.series == NULL || p.colours == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    } else {
        p.slip = p.tilt + blocks * n;
        p.ground = p.slip + blocks * n;
        fill(&p);
        choose_colours(&p);
        add_blocks(&p, "tilt (°)", p.tilt);
        add_blocks(&p, "slip on what is below (mm)", p.slip);
        if (rocking_is_shaken(&stack->scenario->keys.ground)) {
            add_ground(&p);
        }
        p.panels[p.panel_count - 1].x.label = "time (s)";
        const chart page = {.title = stack->scenario->document.title,
                            .panel_width = 760.0,
                            .panel_height = 240.0,
                            .panels = p.panels,
                            .panel_count = p.panel_count};
        status = chart_put(directory, "history.svg", &page, error);
    }
    free(p.tilt);
    free(p.series);
    free(p.colours);
    return status;
}
