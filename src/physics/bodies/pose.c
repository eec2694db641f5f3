// SPDX-License-Identifier: GPL-3.0-or-later
// The contact problem of an island of several bodies in block rows.
#include "physics/bodies/bodies_internal.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_row(double row[3], talus_vec3 x)
{
    row[0] = x.x;
    row[1] = x.y;
    row[2] = x.z;
}

/// Theta^-1 x of a body.
static talus_vec3 turned(const stepper_motion *m, talus_vec3 x)
{
    return m->is_diagonal ? vec3_mul(m->turn_diagonal, x) : mat3_mulv(&m->turn_inverse, x);
}

/// A contact of the ground, as the stepper has posed it.
static void append_ground(bodies_event *event, uint32_t number, size_t k)
{
    const talus_stepper *s = event->bodies[number].stepper;
    bodies_problem *p = &event->problem;
    const contact_point *point = &s->set.points[k];
    bodies_rows *rows = &p->rows[p->count];
    bodies_side *side = &rows->side[1];
    rows->side[0].body = BODIES_NONE;
    side->body = number;
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            side->force[i][j] = s->rows[k].force[j][i];
            side->torque[i][j] = s->rows[k].torque[j][i];
            side->turn[i][j] = s->rows[k].turn[j][i];
        }
        p->percussion[3 * p->count + i] = s->percussion[3 * k + i];
    }
    rows->epsilon_n = s->epsilon[2 * k];
    rows->epsilon_t = s->epsilon[2 * k + 1];
    rows->start = s->percussion + 3 * k;
    p->mu[p->count++] = s->mu[k];
    event->contacts[event->contact_count++] = (bodies_contact){.a = TALUS_BODY_FIXED,
                                                               .b = (int32_t)number,
                                                               .point = point->foot,
                                                               .normal = point->normal,
                                                               .tangent1 = point->tangent1,
                                                               .tangent2 = point->tangent2,
                                                               .gap = -point->depth};
}

/// Rows (1) of one body of a pair. @param sign -1 for a, +1 for b
static void set_side(const bodies_event *event, uint32_t number, double sign, talus_vec3 lever,
                     const talus_vec3 frame[3], bodies_side *side)
{
    const bodies_body *body = &event->bodies[number];
    const talus_vec3 x = mat3_tmulv(&body->a_end, lever);
    side->body = number;
    for (int i = 0; i < 3; i++) {
        const talus_vec3 direction = mat3_tmulv(&body->a_end, frame[i]);
        const talus_vec3 torque = vec3_scale(sign, vec3_cross(x, direction));
        set_row(side->force[i], vec3_scale(sign, frame[i]));
        set_row(side->torque[i], torque);
        set_row(side->turn[i], turned(&body->work.m, torque));
    }
}

/// What the point had in the step before, or nothing. Both lists ascend by (a, b, key).
static void start_pair(const bodies_event *event, const bodies_pair *pair, uint64_t key,
                       double *start)
{
    size_t low = 0, high = event->warm_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const bodies_warm *w = &event->warm[middle];
        const bool before = w->a != pair->a   ? w->a < pair->a
                            : w->b != pair->b ? w->b < pair->b
                                              : w->key < key;
        if (before) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bodies_warm *w = low < event->warm_count ? &event->warm[low] : NULL;
    const bool is_found = w != NULL && w->a == pair->a && w->b == pair->b && w->key == key;
    const talus_vec3 p = is_found ? w->percussion : vec3(0.0, 0.0, 0.0);
    start[0] = vec3_dot(pair->normal, p);
    start[1] = vec3_dot(pair->tangent1, p);
    start[2] = vec3_dot(pair->tangent2, p);
}

static void append_point(bodies_event *event, const bodies_pair *pair, const pairs_point *point)
{
    bodies_problem *p = &event->problem;
    bodies_rows *rows = &p->rows[p->count];
    const talus_vec3 frame[3] = {pair->normal, pair->tangent1, pair->tangent2};
    set_side(event, pair->a, -1.0, point->lever_a, frame, &rows->side[0]);
    set_side(event, pair->b, 1.0, point->lever_b, frame, &rows->side[1]);
    rows->epsilon_n = event->options.law.epsilon_n;
    rows->epsilon_t = event->options.law.epsilon_t;
    rows->start = NULL;
    start_pair(event, pair, point->key, p->percussion + 3 * p->count);
    p->mu[p->count++] = event->options.law.mu;
    event->contacts[event->contact_count++] =
        (bodies_contact){.a = (int32_t)pair->a,
                         .b = (int32_t)pair->b,
                         .point = vec3_add(event->bodies[pair->a].posed.r, point->lever_a),
                         .normal = pair->normal,
                         .tangent1 = pair->tangent1,
                         .tangent2 = pair->tangent2,
                         .gap = point->gap};
}

/// Room for `count` contacts and for their blocks. @return false: no memory
static bool reserve_contacts(bodies_event *event, size_t count)
{
    bodies_problem *p = &event->problem;
    if (!array_reserve(&event->contacts, &event->contact_capacity, event->contact_count + count,
                       sizeof *event->contacts)) {
        return false;
    }
    if (count <= p->contact_capacity) {
        return true;
    }
    const size_t more = count + count / 2 + 16;
    bodies_rows *rows = realloc(p->rows, more * sizeof *rows);
    p->rows = rows != NULL ? rows : p->rows;
    size_t *row_start = realloc(p->row_start, (more + 1) * sizeof *row_start);
    p->row_start = row_start != NULL ? row_start : p->row_start;
    uint32_t *lists = realloc(p->contacts_of, 3 * more * sizeof *lists);
    p->contacts_of = lists != NULL ? lists : p->contacts_of;
    double *numbers = realloc(p->c, 10 * more * sizeof *numbers);
    p->c = numbers != NULL ? numbers : p->c;
    if (rows == NULL || row_start == NULL || lists == NULL || numbers == NULL) {
        p->contact_capacity = 0;
        return false;
    }
    p->contact_capacity = more;
    p->c_plastic = p->c + 3 * more;
    p->percussion = p->c_plastic + 3 * more;
    p->mu = p->percussion + 3 * more;
    p->cursor = p->contacts_of + 2 * more;
    return true;
}

/// W' u of a contact.
static void find_velocity(const bodies_event *event, const bodies_rows *rows, bool is_free,
                          double velocity[3])
{
    memset(velocity, 0, 3 * sizeof *velocity);
    for (int k = 0; k < 2; k++) {
        const bodies_side *side = &rows->side[k];
        if (side->body == BODIES_NONE) {
            continue;
        }
        const stepper_motion *m = &event->bodies[side->body].work.m;
        const talus_vec3 v = is_free ? m->v_free : m->v_before;
        const talus_vec3 w = is_free ? m->omega_free : m->omega_before;
        for (int i = 0; i < 3; i++) {
            const double *f = side->force[i], *t = side->torque[i];
            velocity[i] +=
                (f[0] * v.x + f[1] * v.y + f[2] * v.z) + (t[0] * w.x + t[1] * w.y + t[2] * w.z);
        }
    }
}

/// c = W' u_free + eps gamma', parts of gamma that open (normal) or rest left out.
static void fill_velocities(bodies_event *event, uint32_t root)
{
    bodies_problem *p = &event->problem;
    const double least = stepper_least_speed(&event->bodies[root].stepper->options);
    for (size_t k = 0; k < p->count; k++) {
        const bodies_rows *rows = &p->rows[k];
        double gamma[3];
        find_velocity(event, rows, true, p->c_plastic + 3 * k);
        find_velocity(event, rows, false, gamma);
        const double closing = gamma[0] < -least ? rows->epsilon_n : 0.0;
        const bool slides = fabs(gamma[1]) > least || fabs(gamma[2]) > least;
        const double sliding = slides ? rows->epsilon_t : 0.0;
        p->c[3 * k] = p->c_plastic[3 * k] + closing * gamma[0];
        p->c[3 * k + 1] = p->c_plastic[3 * k + 1] + sliding * gamma[1];
        p->c[3 * k + 2] = p->c_plastic[3 * k + 2] + sliding * gamma[2];
    }
}

/// Add the part of block (i, j) of W that one body makes.
static void add_block(double inverse_mass, const bodies_side *own, const bodies_side *other,
                      double block[9])
{
    for (int i = 0; i < 3; i++) {
        const double *f = own->force[i], *t = own->torque[i];
        for (int j = 0; j < 3; j++) {
            const double *g = other->force[j], *u = other->turn[j];
            block[3 * i + j] += inverse_mass * (f[0] * g[0] + f[1] * g[1] + f[2] * g[2]) +
                                (t[0] * u[0] + t[1] * u[1] + t[2] * u[2]);
        }
    }
}

static void fill_block(const bodies_event *event, const bodies_rows *first,
                       const bodies_rows *second, double block[9])
{
    memset(block, 0, 9 * sizeof *block);
    for (int k = 0; k < 2; k++) {
        for (int l = 0; l < 2; l++) {
            const bodies_side *own = &first->side[k], *other = &second->side[l];
            if (own->body != BODIES_NONE && own->body == other->body) {
                add_block(event->bodies[own->body].work.m.inverse_mass, own, other, block);
            }
        }
    }
}

/// Contacts of every body of the island, ascending, one list behind the other.
static void list_contacts(bodies_event *event, uint32_t root)
{
    bodies_problem *p = &event->problem;
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        event->bodies[b].contact_total = 0;
    }
    for (size_t k = 0; k < p->count; k++) {
        for (int i = 0; i < 2; i++) {
            if (p->rows[k].side[i].body != BODIES_NONE) {
                event->bodies[p->rows[k].side[i].body].contact_total++;
            }
        }
    }
    size_t at = 0;
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        event->bodies[b].first_contact = at;
        at += event->bodies[b].contact_total;
        event->bodies[b].contact_total = 0;
    }
    for (size_t k = 0; k < p->count; k++) {
        for (int i = 0; i < 2; i++) {
            const uint32_t number = p->rows[k].side[i].body;
            if (number != BODIES_NONE) {
                bodies_body *body = &event->bodies[number];
                p->contacts_of[body->first_contact + body->contact_total++] = (uint32_t)k;
            }
        }
    }
}

/// The contacts that share a body with contact k, ascending. @return how many
static size_t list_neighbours(const bodies_event *event, size_t k, uint32_t *column)
{
    const bodies_problem *p = &event->problem;
    const uint32_t *list[2] = {NULL, NULL};
    size_t left[2] = {0, 0}, count = 0;
    for (int i = 0; i < 2; i++) {
        const uint32_t number = p->rows[k].side[i].body;
        if (number != BODIES_NONE) {
            list[i] = p->contacts_of + event->bodies[number].first_contact;
            left[i] = event->bodies[number].contact_total;
        }
    }
    while (left[0] + left[1] > 0) {
        const uint32_t x = left[0] > 0 ? *list[0] : UINT32_MAX;
        const uint32_t y = left[1] > 0 ? *list[1] : UINT32_MAX;
        const uint32_t least = x < y ? x : y;
        column[count++] = least;
        for (int i = 0; i < 2; i++) {
            if (left[i] > 0 && *list[i] == least) {
                list[i]++;
                left[i]--;
            }
        }
    }
    return count;
}

/// Most blocks that the island can have.
static size_t bound_blocks(const bodies_event *event)
{
    const bodies_problem *p = &event->problem;
    size_t bound = 0;
    for (size_t k = 0; k < p->count; k++) {
        for (int i = 0; i < 2; i++) {
            const uint32_t number = p->rows[k].side[i].body;
            bound += number == BODIES_NONE ? 0 : event->bodies[number].contact_total;
        }
    }
    return bound;
}

double bodies_trace(const bodies_event *event, const bodies_rows *rows)
{
    double block[9];
    fill_block(event, rows, rows, block);
    return block[0] + block[4] + block[8];
}

bool bodies_fill_blocks(bodies_event *event, bool is_symmetric)
{
    bodies_problem *p = &event->problem;
    const size_t bound = bound_blocks(event);
    size_t capacity = p->block_capacity;
    if (!array_reserve(&p->column, &capacity, bound, sizeof *p->column)) {
        return false;
    }
    if (!array_reserve(&p->blocks, &p->block_capacity, bound, 9 * sizeof *p->blocks)) {
        return false;
    }
    p->row_start[0] = 0;
    for (size_t i = 0; i < p->count; i++) {
        p->row_start[i + 1] =
            p->row_start[i] + list_neighbours(event, i, p->column + p->row_start[i]);
        p->cursor[i] = 0;
    }
    for (size_t i = 0; i < p->count; i++) {
        for (size_t k = p->row_start[i]; k < p->row_start[i + 1]; k++) {
            const size_t j = p->column[k];
            double *block = p->blocks + 9 * k;
            if (j < i && is_symmetric) {
                continue;
            }
            fill_block(event, &p->rows[i], &p->rows[j], block);
            // rows ascend, and so do the columns of row j
            double *mirror = p->blocks + 9 * (p->row_start[j] + p->cursor[j]);
            p->cursor[j] += is_symmetric && j > i;
            for (size_t e = 0; is_symmetric && e < 9; e++) {
                if (j > i) {
                    mirror[e] = block[3 * (e % 3) + e / 3];
                } else if (e % 3 < e / 3) {
                    block[e] = block[3 * (e % 3) + e / 3];
                }
            }
        }
    }
    return true;
}

bool bodies_pose_island(bodies_event *event, uint32_t root)
{
    bodies_problem *p = &event->problem;
    size_t count = 0;
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        count += event->bodies[b].stepper->set.count;
    }
    for (uint32_t k = event->bodies[root].first_pair; k != BODIES_NONE; k = event->pairs[k].next) {
        count += event->pairs[k].count;
    }
    if (!reserve_contacts(event, count)) {
        return false;
    }
    p->count = 0;
    for (uint32_t b = root; b != BODIES_NONE; b = event->bodies[b].next) {
        for (size_t k = 0; k < event->bodies[b].stepper->set.count; k++) {
            append_ground(event, b, k);
        }
    }
    for (uint32_t k = event->bodies[root].first_pair; k != BODIES_NONE; k = event->pairs[k].next) {
        const bodies_pair *pair = &event->pairs[k];
        for (size_t i = 0; i < pair->count; i++) {
            append_point(event, pair, &event->points[pair->first + i]);
        }
    }
    fill_velocities(event, root);
    list_contacts(event, root);
    return true;
}
