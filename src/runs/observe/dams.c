// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks at dams.
#include "runs/observe/dams.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool observe_dams_plan(const talus_campaign *campaign, plan_index *plan)
{
    bool has_room = true;
    for (size_t k = 0; k < campaign->dam_count && has_room; k++) {
        const talus_dam *dam = &campaign->dams[k];
        const double face = dam->height * talus_cos(dam->face_slope) / talus_sin(dam->face_slope);
        has_room = plan_begin(plan, 0.5 * dam->crest_width + face, false) &&
                   plan_add(plan, dam->line.xy, dam->line.count, false);
    }
    return has_room && plan_finish(plan);
}

bool observe_dams_init(observe_dams *dams, const plan_index *plan)
{
    *dams = (observe_dams){.plan = plan, .free2 = (double)INFINITY};
    dams->is_reached = calloc(plan->item_count + 1, sizeof *dams->is_reached);
    dams->is_crossed = calloc(plan->item_count + 1, sizeof *dams->is_crossed);
    return dams->is_reached != NULL && dams->is_crossed != NULL;
}

void observe_dams_clear(observe_dams *dams)
{
    free(dams->is_reached);
    free(dams->is_crossed);
    free(dams->hits.hits);
    *dams = (observe_dams){.free2 = (double)INFINITY};
}

/// The disc around a point in which there is nothing to see.
static void look_round(observe_dams *dams, double x, double y)
{
    const double clear = plan_clearance(dams->plan, dams->is_crossed, x, y);
    dams->x = x;
    dams->y = y;
    dams->free2 = clear > 0.0 ? clear * clear : 0.0;
}

/// The way of one step.
static void meet(observe_dams *dams, const double a[2], const double b[2])
{
    plan_search search = plan_start_search(dams->plan, a, b, 0.0);
    size_t k;
    while (plan_next(&search, &k)) {
        dams->is_reached[k] = dams->is_reached[k] || plan_is_near(dams->plan, k, a, b, 0.0);
    }
    dams->hits.count = 0;
    if (!plan_cross(dams->plan, dams->is_crossed, a, b, &dams->hits)) {
        dams->is_lost = true;
    }
    for (size_t i = 0; i < dams->hits.count; i++) {
        dams->is_crossed[dams->hits.hits[i].item] = true;
    }
    look_round(dams, b[0], b[1]);
}

void observe_dams_start(observe_dams *dams, const trajectory *t)
{
    memset(dams->is_reached, 0, dams->plan->item_count * sizeof *dams->is_reached);
    memset(dams->is_crossed, 0, dams->plan->item_count * sizeof *dams->is_crossed);
    dams->is_lost = false;
    observe_dams_continue(dams, t);
}

void observe_dams_continue(observe_dams *dams, const trajectory *t)
{
    const double at[2] = {t->state.r.x, t->state.r.y};
    if (dams->plan->item_count > 0) {
        meet(dams, at, at);
    }
}

void observe_dams_look(observe_dams *dams, const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    double a[2] = {t->before.r.x, t->before.r.y};
    if (air->count == 0) {
        meet(dams, a, (const double[]){t->state.r.x, t->state.r.y});
        return;
    }
    for (size_t k = 0; k < air->count; k++) {
        const double b[2] = {air->x[k], air->y[k]};
        const double dx = b[0] - dams->x, dy = b[1] - dams->y;
        if (!(dx * dx + dy * dy < dams->free2)) {
            meet(dams, a, b);
        }
        a[0] = b[0];
        a[1] = b[1];
    }
}
