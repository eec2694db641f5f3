// SPDX-License-Identifier: GPL-3.0-or-later
// What stems and walls take from a rock, and stems that break. [docs/theory.md 16]
#include "physics/stepper/stepper_internal.h"

#include "physics/site/obstacles.h"

#include <string.h>

/// A stem that gives way changes what the ground and other stems bear: rounds until no percussion
/// changes by more than a share, and halvings of the scale where they do not settle.
enum { MOST_ROUNDS = 8, HALVINGS = 48 };
#define SETTLED 1e-9

/// (u- + u_free + M^-1 D P of all other contacts) seen at row i of a group.
static double seen_without(const talus_stepper *s, const stepper_motion *m, const stepper_group *g,
                           size_t i)
{
    const size_t size = 3 * s->set.count;
    const double *row = s->delassus + i * size;
    const stepper_rows *rows = &s->rows[i / 3];
    const size_t lane = i % 3;
    const talus_vec3 force = vec3(rows->force[0][lane], rows->force[1][lane], rows->force[2][lane]);
    const talus_vec3 torque =
        vec3(rows->torque[0][lane], rows->torque[1][lane], rows->torque[2][lane]);
    double sum = vec3_dot(force, m->v_before) + vec3_dot(torque, m->omega_before) + s->c_plastic[i];
    for (size_t j = 0; j < 3 * g->first; j++) {
        sum += row[j] * s->percussion[j];
    }
    for (size_t j = 3 * g->last; j < size; j++) {
        sum += row[j] * s->percussion[j];
    }
    return sum;
}

/// Work of the rock against `scale` times the percussions P of a group: -(a scale + b scale^2).
typedef struct group_work {
    double a, b;
} group_work;

/// @param percussion of the group
static group_work work_of(const talus_stepper *s, const stepper_motion *m, const stepper_group *g,
                          const double *percussion)
{
    const size_t size = 3 * s->set.count, begin = 3 * g->first, count = 3 * (g->last - g->first);
    group_work work = {0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        const double *row = s->delassus + (begin + i) * size + begin;
        double own = 0.0;
        for (size_t j = 0; j < count; j++) {
            own += row[j] * percussion[j];
        }
        work.a += 0.5 * percussion[i] * seen_without(s, m, g, begin + i);
        work.b += 0.5 * percussion[i] * own;
    }
    return work;
}

static double limit_of(const talus_stepper *s, const stepper_group *g)
{
    const obstacle_body *body = &s->obstacles->index->bodies[g->body];
    return body->kind == TALUS_OBSTACLE_WALL ? (double)INFINITY
                                             : s->obstacles->index->list.stems[body->index].energy;
}

/// What is left of the limit of a group, J.
static double rest_of(const talus_stepper *s, const stepper_group *g)
{
    const double left = limit_of(s, g) - g->touched->taken;
    return left > 0.0 ? left : 0.0;
}

/// Energy a group takes with the percussions as they are, J.
static double energy_of(const talus_stepper *s, const stepper_motion *m, const stepper_group *g)
{
    const group_work work = work_of(s, m, g, s->percussion + 3 * g->first);
    return -(work.a + work.b);
}

/// Set the percussions of a stem that breaks. @return whether they changed
static bool scale_group(talus_stepper *s, const stepper_group *g, double scale)
{
    bool has_changed = false;
    for (size_t i = 0; i < 3 * (g->last - g->first); i++) {
        double *percussion = &s->percussion[3 * g->first + i];
        const double scaled = scale * g->full[i];
        has_changed = has_changed || fabs(scaled - *percussion) > SETTLED * fabs(g->full[i]);
        *percussion = scaled;
    }
    return has_changed;
}

/// Stems that would take more than is left of their limits break.
/// @return whether one has broken that had not before
static bool find_broken(talus_stepper *s, const stepper_motion *m)
{
    stepper_obstacles *o = s->obstacles;
    bool is_new = false;
    for (size_t k = 0; k < o->group_count; k++) {
        stepper_group *g = &o->groups[k];
        if (!g->touched->is_broken && energy_of(s, m, g) > rest_of(s, g)) {
            g->touched->is_broken = is_new = true;
            memcpy(g->full, s->percussion + 3 * g->first,
                   3 * (g->last - g->first) * sizeof *g->full);
        }
    }
    return is_new;
}

/// Scale the stems that break so that each takes just what is left of its limit, beside the
/// percussions of the others as they are. @return false when one would not take that much
static bool load_stems(talus_stepper *s, const stepper_motion *m, bool *has_changed)
{
    stepper_obstacles *o = s->obstacles;
    *has_changed = false;
    for (size_t k = 0; k < o->group_count; k++) {
        stepper_group *g = &o->groups[k];
        if (!g->touched->is_broken) {
            continue;
        }
        const group_work work = work_of(s, m, g, g->full);
        const double rest = rest_of(s, g);
        if (!(-(work.a + work.b) > rest)) {
            return false;
        }
        // root of b x^2 + a x + rest on the branch from 0; a < -b <= 0
        const double scale = 2.0 * rest / (sqrt(work.a * work.a - 4.0 * work.b * rest) - work.a);
        *has_changed = scale_group(s, g, scale) || *has_changed;
    }
    return true;
}

/// Contacts that are not on a stem that broke. @return how many
static size_t list_others(const talus_stepper *s, size_t *others)
{
    const stepper_obstacles *o = s->obstacles;
    size_t count = 0;
    for (size_t k = 0; k < s->set.count - s->set.obstacle_count; k++) {
        others[count++] = k;
    }
    for (size_t g = 0; g < o->group_count; g++) {
        for (size_t k = o->groups[g].first;
             k < o->groups[g].last && !o->groups[g].touched->is_broken; k++) {
            others[count++] = k;
        }
    }
    return count;
}

/// c of a row of the contacts that stay: beside the percussions of the stems that broke.
static double pushed(const talus_stepper *s, const talus_step_report *report, size_t row)
{
    const stepper_obstacles *o = s->obstacles;
    double c = report->retried_plastic ? s->c_plastic[row] : s->c[row];
    for (size_t g = 0; g < o->group_count; g++) {
        for (size_t i = 3 * o->groups[g].first;
             i < 3 * o->groups[g].last && o->groups[g].touched->is_broken; i++) {
            c += s->delassus[row * 3 * s->set.count + i] * s->percussion[i];
        }
    }
    return c;
}

/// Solve the problem of the contacts that stay. @param p (3n) in: start
static void solve_others(talus_stepper *s, const talus_contact_problem *problem, double *p,
                         talus_step_report *report)
{
    talus_solver_info *info = &s->obstacles->settled;
    talus_solve_options options = talus_solve_options_default();
    *info = talus_solver_info_default();
    options.tolerance = s->options.tolerance;
    if (talus_contact_solve(s->solver, problem, &options, p, info, NULL) != TALUS_OK) {
        // numbers that are not finite
        memset(p, 0, 3 * problem->contact_count * sizeof *p);
        info->solved = false;
    }
    report->solver.iterations += info->iterations;
}

static void hand_back(talus_stepper *s, const size_t *others, size_t n, const double *p)
{
    for (size_t i = 0; i < 3 * n; i++) {
        s->percussion[3 * others[i / 3] + i % 3] = p[i];
    }
}

/// Solve the contacts that stay once more: without it the ground would push back a push that the
/// stem did not make. With less restitution where all contacts together would gain energy.
static void settle_others(talus_stepper *s, const stepper_motion *m, talus_step_report *report)
{
    const size_t size = 3 * s->set.count, *others = s->obstacles->other_contacts;
    const size_t n = list_others(s, s->obstacles->other_contacts);
    double *g = s->obstacles->others, *c = g + 9 * n * n, *p = c + 3 * n, *plastic = p + 3 * n,
           *mu = plastic + 3 * n;
    for (size_t i = 0; i < 3 * n; i++) {
        const size_t row = 3 * others[i / 3] + i % 3;
        c[i] = pushed(s, report, row);
        plastic[i] = report->retried_plastic ? c[i] : c[i] + (s->c_plastic[row] - s->c[row]);
        p[i] = s->percussion[row];
        mu[i / 3] = s->mu[others[i / 3]];
        for (size_t j = 0; j < 3 * n; j++) {
            g[i * 3 * n + j] = s->delassus[row * size + 3 * others[j / 3] + j % 3];
        }
    }
    s->obstacles->settled = (talus_solver_info){.solved = true}; // without contacts
    s->obstacles->settled_share = 1.0;
    if (n == 0) {
        return;
    }
    const talus_contact_problem problem = talus_contact_problem_dense(n, g, c, mu);
    solve_others(s, &problem, p, report);
    hand_back(s, others, n, p);
    const bool is_restoring = memcmp(c, plastic, 3 * n * sizeof *c) != 0;
    for (double share = 1.0; is_restoring && share > 0.0 && stepper_gains_energy(s, m);) {
        const double next = stepper_next_share(share);
        stepper_lower_share(c, plastic, 3 * n, share, next);
        share = next;
        solve_others(s, &problem, p, report);
        hand_back(s, others, n, p);
        s->obstacles->settled_share = share;
    }
}

/// Whether all stems that break take between nothing and what is left, scaled alike.
static bool is_bearable(talus_stepper *s, const stepper_motion *m, double scale,
                        talus_step_report *report)
{
    const stepper_obstacles *o = s->obstacles;
    for (size_t k = 0; k < o->group_count; k++) {
        if (o->groups[k].touched->is_broken) {
            scale_group(s, &o->groups[k], scale);
        }
    }
    settle_others(s, m, report);
    for (size_t k = 0; k < o->group_count; k++) {
        const stepper_group *g = &o->groups[k];
        const double energy = g->touched->is_broken ? energy_of(s, m, g) : 0.0;
        if (energy < 0.0 || energy > rest_of(s, g)) {
            return false;
        }
    }
    return true;
}

/// Load the stems and settle the others in turn; where that does not come to rest, as between a
/// stem and the ground that wedge the rock, the largest common scale that all can bear.
static void break_stems(talus_stepper *s, const stepper_motion *m, talus_step_report *report)
{
    bool has_changed = true;
    for (int round = 0; round < MOST_ROUNDS && load_stems(s, m, &has_changed); round++) {
        if (!has_changed) {
            return;
        }
        settle_others(s, m, report);
    }
    double bearable = 0.0, too_much = 1.0;
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (bearable + too_much);
        if (is_bearable(s, m, middle, report)) {
            bearable = middle;
        } else {
            too_much = middle;
        }
    }
    is_bearable(s, m, bearable, report);
}

/// Pieces of one wall are one event.
static talus_obstacle_event *find_event(stepper_obstacles *o, const motion_touched *touched)
{
    for (size_t k = 0; k < o->event_count; k++) {
        if (o->events[k].index == touched->index && o->events[k].kind == touched->kind) {
            return &o->events[k];
        }
    }
    talus_obstacle_event *event = &o->events[o->event_count++];
    *event = (talus_obstacle_event){.kind = touched->kind,
                                    .index = touched->index,
                                    .is_impact = touched->last_touch + 1 < o->memory->clock};
    return event;
}

/// The step is as well solved as its worse part: all contacts, and those that stay.
static void report_settled(const talus_solver_info *settled, talus_solver_info *solver)
{
    if (!settled->solved) {
        solver->solved = false;
    }
    if (!(settled->error <= solver->error) && !isnan(solver->error)) {
        solver->error = settled->error;
        solver->relative_error = settled->relative_error;
    }
}

void stepper_load_stems(talus_stepper *s, const stepper_motion *m, talus_step_report *report)
{
    stepper_obstacles *o = s->obstacles;
    o->settled = (talus_solver_info){.solved = true};
    o->settled_share = 1.0;
    // others that bear more for it may break in turn
    for (size_t k = 0; k < o->group_count && find_broken(s, m); k++) {
        break_stems(s, m, report);
    }
    report_settled(&o->settled, &report->solver);
    if (o->settled_share < 1.0) {
        report->withheld = 1.0 - (1.0 - report->withheld) * o->settled_share;
    }
    for (size_t k = 0; k < o->group_count; k++) {
        const stepper_group *g = &o->groups[k];
        const double energy = energy_of(s, m, g);
        talus_obstacle_event *event = find_event(o, g->touched);
        event->energy += energy;
        report->forest_energy +=
            g->touched->kind != TALUS_OBSTACLE_STEM || energy < 0.0 ? 0.0 : energy;
        event->is_broken = g->touched->is_broken;
        g->touched->taken += energy;
        g->touched->last_touch = o->memory->clock;
    }
}

const talus_obstacle_event *stepper_obstacle_events(const talus_stepper *s, size_t *count)
{
    *count = s->obstacles != NULL ? s->obstacles->event_count : 0;
    return *count > 0 ? s->obstacles->events : NULL;
}
