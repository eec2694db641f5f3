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

static double window_time(const trajectory_together *g)
{
    return TOGETHER_WINDOW * g->campaign->step.time_step;
}

/// Largest kinetic energy of a body in a window that nobody pushes: what it has turns into speed,
/// and it falls, J.
static double energy_alone(const trajectory_together *g, const together_member *m)
{
    const double fastest = sqrt(2.0 * m->t.kinetic_energy / m->t.mass);
    const double falling = fastest + g->campaign->step.gravity * window_time(g);
    return 0.5 * m->t.mass * falling * falling;
}

/// How far a body can come in a window, its size included.
static pairs_sphere reach_of(const trajectory_together *g, const together_member *m, double energy)
{
    const double radius = m->t.motion->body.radius * m->t.motion->body.factor;
    return (pairs_sphere){.centre = m->t.state.r,
                          .radius =
                              1.001 * radius + window_time(g) * sqrt(2.0 * energy / m->t.mass)};
}

uint32_t together_group_of(trajectory_together *g, uint32_t body)
{
    while (g->members[body]->group != body) {
        body = g->members[body]->group;
    }
    return body;
}

/// @return whether they were in two groups
static bool unite(trajectory_together *g, uint32_t a, uint32_t b)
{
    const uint32_t x = together_group_of(g, a), y = together_group_of(g, b);
    g->members[x > y ? x : y]->group = x > y ? y : x;
    return x != y;
}

/// A body in a group of several that may meet can get the energy of all of them by contacts; one
/// asleep without such company stays where it is.
static void set_reaches(trajectory_together *g)
{
    double shared[TALUS_MOST_BODIES] = {0.0};
    uint32_t company[TALUS_MOST_BODIES] = {0};
    for (uint32_t k = 0; k < g->count; k++) {
        const together_member *m = g->members[k];
        if (m->t.sleeps && !m->t.has_ended) {
            const uint32_t group = together_group_of(g, k);
            shared[group] += energy_alone(g, m);
            company[group]++;
        }
    }
    for (uint32_t k = 0; k < g->count; k++) {
        const together_member *m = g->members[k];
        const uint32_t group = together_group_of(g, k);
        const bool is_pushed = m->t.sleeps && company[group] > 1;
        const double alone = m->is_asleep ? 0.0 : energy_alone(g, m);
        g->reach[k] = reach_of(g, m, is_pushed ? shared[group] : alone);
    }
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
/// @return whether groups have grown
static bool unite_at_nets(trajectory_together *g)
{
    bool has_grown = false;
    for (size_t n = 0; n < g->net_count; n++) {
        uint32_t first = TALUS_MOST_BODIES;
        for (uint32_t k = 0; k < g->count; k++) {
            const double radius = g->reach[k].radius;
            if (together_is_moving(g->members[k]) &&
                distance2(&g->nets[n].line, g->reach[k].centre) < radius * radius) {
                first = first == TALUS_MOST_BODIES ? k : first;
                has_grown = unite(g, first, k) || has_grown;
            }
        }
    }
    return has_grown;
}

/// Bodies whose spheres of reach meet. @param has_grown out: whether groups have
static bool unite_near(trajectory_together *g, bool *has_grown)
{
    uint32_t there[TALUS_MOST_BODIES];
    pairs_sphere spheres[TALUS_MOST_BODIES];
    bool is_lively[TALUS_MOST_BODIES] = {false}; // groups in which a body moves
    size_t count = 0;
    for (uint32_t k = 0; k < g->count; k++) {
        if (g->members[k]->t.sleeps && !g->members[k]->t.has_ended) {
            there[count] = k;
            spheres[count++] = g->reach[k];
        }
        if (together_is_moving(g->members[k])) {
            is_lively[together_group_of(g, k)] = true;
        }
    }
    *has_grown = false;
    if (!pairs_near_find(spheres, count, &g->near)) {
        return together_lack_memory(g);
    }
    for (size_t k = 0; k < g->near.count; k++) {
        const uint32_t a = there[g->near.pairs[k].a], b = there[g->near.pairs[k].b];
        if (is_lively[together_group_of(g, a)] || is_lively[together_group_of(g, b)]) {
            *has_grown = unite(g, a, b) || *has_grown;
        }
    }
    return true;
}

bool together_find_groups(trajectory_together *g)
{
    for (uint32_t k = 0; k < g->count; k++) {
        g->members[k]->group = k;
    }
    bool has_grown = true;
    while (has_grown) { // in a group a body gets farther, and may meet more
        set_reaches(g);
        if (!unite_near(g, &has_grown)) {
            return false;
        }
        has_grown = unite_at_nets(g) || has_grown;
    }
    return true;
}
