// SPDX-License-Identifier: GPL-3.0-or-later
// history.svg of a stack: tilts and slips of its blocks and the ground motion, against one time.
#include "io/chart/chart.h"
#include "lab/study/rocking_stack.h"

#include <math.h>
#include <stdlib.h>

/// More blocks than colours are drawn without names.
enum { NAMED_MOST = 8, GROUND = 3, PANELS_MOST = 3 };

typedef struct picture {
    const rocking_stack *stack;
    double *tilt, *slip;  ///< (blocks x samples)
    double *ground;       ///< (GROUND x samples)
    chart_series *series; ///< (2 blocks + GROUND)
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

/// A panel of lines: a column of `values` for each. @param name_of NULL: no names yet
static void add_panel(picture *p, const char *label, const double *values, size_t count,
                      const char *(*name_of)(const rocking_stack *stack, size_t line))
{
    const size_t n = p->stack->sample_count;
    chart_series *series = p->series + p->series_count;
    for (size_t k = 0; k < count; k++) {
        series[k] = (chart_series){
            .label = name_of != NULL && count <= NAMED_MOST ? name_of(p->stack, k) : NULL,
            .x = p->stack->times,
            .y = values + k * n,
            .count = n,
            .mark = CHART_LINE,
            .colour = (int)(k % NAMED_MOST)};
    }
    p->panels[p->panel_count++] = (chart_panel){.x = {.to = p->stack->times[n - 1]},
                                                .y = {.label = label},
                                                .series = series,
                                                .series_count = count};
    p->series_count += count;
}

static const char *block_name(const rocking_stack *stack, size_t line)
{
    return stack->bodies[line].name;
}

/// Axes along which the base moves, as lines of the panel; those that stay at 0 are left out.
static void keep_axes_that_move(picture *p)
{
    static const char *const names[GROUND] = {"x", "y", "z"};
    const size_t n = p->stack->sample_count;
    chart_panel *panel = &p->panels[p->panel_count - 1];
    chart_series *series = p->series + p->series_count - GROUND;
    size_t kept = 0;
    for (size_t axis = 0; axis < GROUND; axis++) {
        bool moves = false;
        for (size_t i = 0; i < n && !moves; i++) {
            moves = series[axis].y[i] != 0.0;
        }
        if (moves) {
            series[kept] = series[axis];
            series[kept++].label = names[axis];
        }
    }
    if (kept == 0) {
        series[kept++].label = names[0]; // it moves between two samples only
    }
    panel->series_count = kept;
}

talus_status rocking_stack_chart(talus_directory *directory, const rocking_stack *stack,
                                 talus_error *error)
{
    const size_t n = stack->sample_count, blocks = stack->count;
    picture p = {.stack = stack,
                 .tilt = malloc((2 * blocks + GROUND) * n * sizeof *p.tilt),
                 .series = malloc((2 * blocks + GROUND) * sizeof *p.series)};
    talus_status status = TALUS_OK;
    if (p.tilt == NULL || p.series == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    } else {
        p.slip = p.tilt + blocks * n;
        p.ground = p.slip + blocks * n;
        fill(&p);
        add_panel(&p, "tilt (°)", p.tilt, blocks, block_name);
        add_panel(&p, "slip on what is below (mm)", p.slip, blocks, block_name);
        if (rocking_is_shaken(&stack->scenario->keys.ground)) {
            add_panel(&p, "ground acceleration (m/s²)", p.ground, GROUND, NULL);
            keep_axes_that_move(&p);
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
    return status;
}
