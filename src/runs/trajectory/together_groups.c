// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of an event that may meet within a window.
#include "runs/trajectory/together_internal.h"

bool together_lack_memory(trajectory_together *g)
{
    g->status =
        talus_error_set(&g->error, TALUS_ERROR_MEMORY, "out of memory for the bodies of rock %llu",
                        (unsigned long long)g->event->rock);
    return false;
}

/// How far a body can come in a window, its size included: with all its energy, and the fall.
static pairs_sphere reach_of(const trajectory_together *g, const together_member *m)
{
    const talus_step_options *step = &g->campaign->step;
    const double time = m->is_asleep ? 0.0 : TOGETHER_WINDOW * step->time_step;
    const double fastest = sqrt(2.0 * m->t.kinetic_energy / m->t.mass);
    const double radius = m->t.motion->body.radius * m->t.motion->body.factor;
    return (pairs_sphere){.centre = m->t.state.r,
                          .radius = 1.001 * radius + time * (fastest + 0.5 * step->gravity * time)};
}

uint32_t together_group_of(trajectory_together *g, uint32_t body)
{
    while (g->members[body]->group != body) {
        body = g->members[body]->group;
    }
    return body;
}

static void unite(trajectory_together *g, uint32_t a, uint32_t b)
{
    const uint32_t x = together_group_of(g, a), y = together_group_of(g, b);
    g->members[x > y ? x : y]->group = x > y ? y : x;
}

/// Square of the distance in plan from a line of points.
static double distance2(const talus_line *line, talus_vec3 r)
{
    double least = (double)INFINITY;
    for (size_t k = 0; k + 1 < line->count; k++) {
        const double *p = line->xy + 2 * k;
        const double dx = p[2] - p[0], dy = p[3] - p[1], x = r.x - p[0], y = r.y - p[1];
        const double length2 = dx * dx + dy * dy;
        double at = length2 > 0.0 ? (x * dx + y * dy) / length2 : 0.0;
        at = at < 0.0 ? 0.0 : at > 1.0 ? 1.0 : at;
        const double off_x = x - at * dx, off_y = y - at * dy;
        const double square = off_x * off_x + off_y * off_y;
        least = square < least ? square : least;
    }
    return least;
}

/// Bodies that can cross the same net in this window: what it has taken is known in order of time.
static void unite_at_nets(trajectory_together *g)
{
    for (size_t n = 0; n < g->net_count; n++) {
        uint32_t first = TALUS_MOST_BODIES;
        for (uint32_t k = 0; k < g->count; k++) {
            const double radius = g->reach[k].radius;
            if (together_is_moving(g->members[k]) &&
                distance2(&g->nets[n].line, g->reach[k].centre) < radius * radius) {
                first = first == TALUS_MOST_BODIES ? k : first;
                unite(g, first, k);
            }
        }
    }
}

bool together_find_groups(trajectory_together *g)
{
    uint32_t there[TALUS_MOST_BODIES];
    pairs_sphere spheres[TALUS_MOST_BODIES];
    size_t count = 0;
    for (uint32_t k = 0; k < g->count; k++) {
        together_member *m = g->members[k];
        m->group = k;
        g->reach[k] = reach_of(g, m);
        if (m->t.sleeps && !m->t.has_ended) {
            there[count] = k;
            spheres[count++] = g->reach[k];
        }
    }
    if (!pairs_near_find(spheres, count, &g->near)) {
        return together_lack_memory(g);
    }
    for (size_t k = 0; k < g->near.count; k++) {
        const uint32_t a = there[g->near.pairs[k].a], b = there[g->near.pairs[k].b];
        if (together_is_moving(g->members[a]) || together_is_moving(g->members[b])) {
            unite(g, a, b);
        }
    }
    unite_at_nets(g);
    return true;
}
