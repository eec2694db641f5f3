// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of an event at one time.
#include "runs/trajectory/together_internal.h"

#include "physics/site/obstacles.h"
#include "runs/campaign/campaign.h"

#include <stdlib.h>
#include <string.h>

trajectory_together *trajectory_together_create(const talus_campaign *campaign)
{
    trajectory_together *g = calloc(1, sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    g->campaign = campaign;
    bodies_options options = bodies_options_default();
    options.step = campaign->step;
    options.law =
        (bodies_law){campaign->contact.mu, campaign->contact.epsilon, campaign->contact.epsilon};
    talus_status status = bodies_event_create(&campaign->site, &options,
                                              campaign_max_vertices(campaign), &g->bodies, NULL);
    if (campaign->site.obstacles != NULL && campaign->net_memory) {
        const talus_obstacle_list *list = talus_obstacles_list(campaign->site.obstacles);
        g->nets = list->nets;
        g->net_count = list->net_count;
        g->net_left = calloc(g->net_count + 1, sizeof *g->net_left);
        status = g->net_left != NULL ? status : TALUS_ERROR_MEMORY;
    }
    if (status != TALUS_OK) {
        trajectory_together_destroy(g);
        g = NULL;
    }
    return g;
}

void trajectory_together_destroy(trajectory_together *g)
{
    if (g == NULL) {
        return;
    }
    for (uint32_t k = 0; k < g->made; k++) {
        trajectory_tape_clear(&g->members[k]->tape);
        free(g->members[k]);
    }
    trajectory_reel_clear(&g->reel);
    bodies_event_destroy(g->bodies);
    pairs_near_clear(&g->near);
    free(g->net_left);
    free(g);
}

trajectory_tape *trajectory_together_tape(trajectory_together *g, uint32_t body)
{
    return &g->members[body]->tape;
}

// --- Bodies that come and go ---------------------------------------------------------------------

/// Scratch of the next body. @return NULL: `status` says why
static together_member *make_member(trajectory_together *g, talus_stepper **stepper,
                                    talus_rock_motion **motion)
{
    if (g->count == g->made) {
        g->members[g->made] = calloc(1, sizeof *g->members[g->made]);
        if (g->members[g->made] == NULL) {
            (void)together_lack_memory(g);
            return NULL;
        }
        g->made++;
    }
    g->status = bodies_event_place(g->bodies, stepper, motion, &g->error);
    if (g->status != TALUS_OK) {
        return NULL;
    }
    together_member *m = g->members[g->count];
    trajectory_tape_empty(&m->tape, &g->reel);
    m->asked = 0;
    m->is_whole = m->is_asleep = false;
    return m;
}

/// The started body is there. @param rock at `factor` times its size
static bool join(trajectory_together *g, together_member *m, const talus_rock *rock, double factor,
                 bool meets)
{
    g->status = bodies_event_join(g->bodies, rock, factor, meets, &g->error);
    if (g->status != TALUS_OK) {
        return false;
    }
    m->t.event = g->event;
    m->t.net_left = g->net_left;
    m->t.sleeps = meets;
    m->tape.record = m->t.record;
    bodies_event_set(g->bodies, g->count++, BODIES_AWAY);
    return true;
}

/// The shape of a body that is released, true to scale.
static talus_rock *shape_of(trajectory_together *g, const trajectory *t, uint32_t body)
{
    const talus_rock *rock = NULL;
    talus_rock *own = NULL, *copy = NULL;
    g->status = trajectory_body(g->campaign, t->record.rock_class,
                                trajectory_stream(t->record.rock, body), &rock, &own, &g->error);
    if (g->status == TALUS_OK) {
        g->status = talus_rock_copy(rock, &copy, &g->error);
    }
    if (g->status == TALUS_OK) {
        g->status = talus_rock_scale(copy, t->record.scale, &g->error);
    }
    talus_rock_destroy(own);
    return copy;
}

/// A body that is released with the event.
static bool add_root(trajectory_together *g, uint64_t rock, uint32_t body)
{
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    together_member *m = make_member(g, &stepper, &motion);
    if (m == NULL) {
        return false;
    }
    g->status = trajectory_start_root(&m->t, g->campaign, stepper, motion, rock, body, &g->error);
    talus_rock *shape = g->status == TALUS_OK ? shape_of(g, &m->t, body) : NULL;
    const bool meets = g->campaign->contact.meeting != TALUS_MEET_NONE;
    const bool is_there = g->status == TALUS_OK && join(g, m, shape, 1.0, meets);
    if (body == 0 || !is_there) {
        talus_rock_destroy(shape);
        return is_there;
    }
    g->event->pieces[g->event->count++] = (trajectory_piece){.parent = body, .rock = shape};
    return true;
}

/// Pieces that wait in the event join the group under way.
static bool add_pieces(trajectory_together *g)
{
    while (g->count <= g->event->count) {
        talus_stepper *stepper = NULL;
        talus_rock_motion *motion = NULL;
        const uint32_t body = g->count;
        const trajectory_piece *piece = &g->event->pieces[body - 1];
        together_member *m = make_member(g, &stepper, &motion);
        if (m == NULL) {
            return false;
        }
        g->status = trajectory_start_piece(&m->t, g->campaign, stepper, motion, piece, body,
                                           &g->members[0]->t.record, &g->error);
        if (g->status != TALUS_OK ||
            !join(g, m, piece->rock, 1.0, g->campaign->contact.meeting == TALUS_MEET_ALL)) {
            return false;
        }
        g->list[g->list_count++] = body;
    }
    return true;
}

/// Before and after the part of a step in which a body may break: its own counts are the event's.
static void enter(trajectory_together *g, uint32_t body)
{
    g->event->body = body;
    g->event->asked = g->members[body]->asked;
    g->event->is_whole = g->members[body]->is_whole;
}

/// @param is_counted the step stands
static bool leave(trajectory_together *g, uint32_t body, bool is_counted)
{
    together_member *m = g->members[body];
    m->asked = g->event->asked;
    m->is_whole = g->event->is_whole;
    if (is_counted && !trajectory_tape_add(&m->tape, &g->reel, &m->t)) {
        return together_lack_memory(g);
    }
    m->tape.record = m->t.record;
    return !g->event->is_lost || together_lack_memory(g);
}

static void fall_asleep(trajectory_together *g, uint32_t body)
{
    g->members[body]->is_asleep = true;
    bodies_event_set(g->bodies, body, BODIES_ASLEEP);
}

// --- A group's way through a window --------------------------------------------------------------

static bool is_at_rest(const together_member *m)
{
    return m->t.sleeps && m->t.still_steps >= m->t.still_limit;
}

/// @return false: out of memory
static bool see(void *user, const bodies_solved *solved)
{
    const trajectory_together *g = user;
    return g->event->see == NULL || g->event->see(g->event->watcher, g->step, solved);
}

/// The problem of the step that a body has taken alone.
static bool see_alone(trajectory_together *g, uint32_t body)
{
    const trajectory *t = &g->members[body]->t;
    bodies_solved solved = {.body = body};
    g->step = t->record.steps;
    return g->event->see == NULL ||
           !stepper_last_problem(t->stepper, &solved.problem, &solved.percussion, &solved.solver) ||
           see(g, &solved) || together_lack_memory(g);
}

/// A body that meets nobody before step `until`: to there, to its end or to its break.
static bool go_alone(trajectory_together *g, uint32_t body, uint64_t until)
{
    together_member *m = g->members[body];
    while (together_is_moving(m) && m->t.record.steps < until) {
        m->t.most_airborne = until - m->t.record.steps;
        m->t.most_airborne =
            m->t.most_airborne < TRAJECTORY_AIRBORNE ? m->t.most_airborne : TRAJECTORY_AIRBORNE;
        m->t.pair_energy = 0.0;
        enter(g, body);
        const bool is_counted = trajectory_step(&m->t);
        if (!leave(g, body, is_counted) || (is_counted && !see_alone(g, body))) {
            return false;
        }
        if (!m->t.has_ended && is_at_rest(m)) {
            fall_asleep(g, body);
        }
    }
    return true;
}

/// What has been set asleep and was met moves again.
static void wake(trajectory_together *g, uint32_t body, uint64_t step)
{
    together_member *m = g->members[body];
    m->is_asleep = false;
    m->t.still_steps = 0;
    m->t.record.steps = step;
    m->t.state = m->t.motion->state;
    trajectory_prepare(&m->t);
}

/// Islands of which all bodies are at rest sleep.
static void rest_islands(trajectory_together *g)
{
    bool is_awake[TALUS_MOST_BODIES] = {false};
    for (size_t k = 0; k < g->list_count; k++) {
        const together_member *m = g->members[g->list[k]];
        if (together_is_moving(m) && !is_at_rest(m)) {
            is_awake[bodies_event_own(g->bodies, g->list[k]).root] = true;
        }
    }
    for (size_t k = 0; k < g->list_count; k++) {
        const uint32_t body = g->list[k];
        if (together_is_moving(g->members[body]) &&
            !is_awake[bodies_event_own(g->bodies, body).root]) {
            fall_asleep(g, body);
        }
    }
}

/// All that follows from the step of one body. @param step number of the steps before it
static bool end_step(trajectory_together *g, uint32_t body, uint64_t step)
{
    together_member *m = g->members[body];
    if (m->t.has_ended || bodies_event_condition(g->bodies, body) != BODIES_MOVING) {
        return true;
    }
    const bodies_own own = bodies_event_own(g->bodies, body);
    if (m->is_asleep) {
        const talus_state moved = m->t.motion->state;
        m->t.motion->state = m->t.state;
        wake(g, body, step);
        m->t.motion->state = moved;
    }
    m->t.report = *own.report;
    m->t.pair_energy = own.pair_energy;
    m->t.pair_normal = own.normal;
    enter(g, body);
    return leave(g, body, trajectory_conclude(&m->t));
}

/// One step of all bodies of the group, `step` steps being done.
static bool step_group(trajectory_together *g, uint64_t step)
{
    bodies_report report;
    for (size_t k = 0; k < g->list_count; k++) {
        together_member *m = g->members[g->list[k]];
        if (together_is_moving(m)) {
            trajectory_land(&m->t);
            trajectory_prepare(&m->t);
            bodies_event_set(g->bodies, g->list[k], BODIES_MOVING);
        } else if (m->is_asleep) {
            bodies_event_set(g->bodies, g->list[k], BODIES_ASLEEP);
        }
    }
    g->step = step + 1;
    g->status = bodies_event_step(g->bodies, &report, &g->error);
    if (g->status != TALUS_OK) {
        return false;
    }
    const size_t count = g->list_count; // without the pieces
    for (size_t k = 0; k < count; k++) {
        if (!end_step(g, g->list[k], step) || !add_pieces(g)) {
            return false;
        }
    }
    rest_islands(g);
    for (size_t k = 0; k < count; k++) {
        bodies_event_set(g->bodies, g->list[k], BODIES_AWAY);
    }
    return true;
}

/// Asked before every step of bodies that move together: one of a large heap may take seconds.
static bool must_stop(trajectory_together *g)
{
    trajectory_event *event = g->event;
    event->is_stopped = event->should_stop != NULL && event->should_stop(event->context);
    return event->is_stopped;
}

/// The group in the list up to step `until`.
static bool run_group(trajectory_together *g, uint64_t until)
{
    for (uint64_t step = g->now; step < until; step++) {
        size_t moving = 0, there = 0;
        uint32_t last = 0;
        for (size_t k = 0; k < g->list_count; k++) {
            const together_member *m = g->members[g->list[k]];
            there += !m->t.has_ended;
            moving += together_is_moving(m);
            last = together_is_moving(m) ? g->list[k] : last;
        }
        if (moving == 0) {
            return true;
        }
        if (there > 1) {
            if (must_stop(g) || !step_group(g, step)) {
                return false;
            }
            continue;
        }
        if (!go_alone(g, last, until) || !add_pieces(g)) {
            return false;
        }
        step = g->members[last]->t.record.steps - 1;
    }
    return true;
}

// --- Windows -------------------------------------------------------------------------------------

/// All groups through the next window, by their lowest bodies; pieces of a group come behind all
/// bodies there are by then.
static bool run_window(trajectory_together *g)
{
    const uint64_t until = g->now + TOGETHER_WINDOW;
    const uint32_t count = g->count;
    if (!together_find_groups(g)) {
        return false;
    }
    for (uint32_t root = 0; root < count; root++) {
        if (g->members[root]->group != root) {
            continue;
        }
        g->list_count = 0;
        for (uint32_t k = root; k < count; k++) {
            if (!g->members[k]->t.has_ended && together_group_of(g, k) == root) {
                g->list[g->list_count++] = k;
            }
        }
        if (!run_group(g, until)) {
            return false;
        }
    }
    g->now = until;
    return true;
}

static bool has_moving(const trajectory_together *g)
{
    bool has_some = false;
    for (uint32_t k = 0; k < g->count; k++) {
        has_some = has_some || together_is_moving(g->members[k]);
    }
    return has_some;
}

static void begin(trajectory_together *g, trajectory_event *event)
{
    g->event = event;
    g->count = 0;
    g->now = 0;
    g->list_count = 0;
    g->status = TALUS_OK;
    bodies_event_empty(g->bodies);
    bodies_event_watch(g->bodies, event->see != NULL ? see : NULL, g);
    trajectory_reel_empty(&g->reel);
    for (size_t k = 0; k < g->net_count; k++) {
        g->net_left[k] = g->nets[k].capacity;
    }
}

/// What lies still has come to rest.
static void end(trajectory_together *g)
{
    for (uint32_t k = 0; k < g->count; k++) {
        together_member *m = g->members[k];
        if (m->is_asleep) {
            trajectory_rest(&m->t);
            m->tape.record = m->t.record;
        }
    }
    g->event->body = 0;
}

talus_status trajectory_together_run(trajectory_together *g, trajectory_event *event, trajectory *t,
                                     talus_error *error)
{
    const uint64_t rock = t->record.rock;
    const uint32_t bodies = g->campaign->releases[t->record.release].bodies;
    bool goes_on = true;
    begin(g, event);
    for (uint32_t k = 0; goes_on && (k == 0 || k < bodies); k++) {
        goes_on = add_root(g, rock, k);
    }
    while (goes_on && has_moving(g)) {
        goes_on = run_window(g) && !must_stop(g);
        terrain_reader_rest(stepper_reader(t->stepper));
    }
    if (g->status != TALUS_OK) {
        return talus_error_set(error, g->status, "%s", g->error.message);
    }
    end(g);
    t->tape = trajectory_together_tape(g, 0);
    return TALUS_OK;
}
