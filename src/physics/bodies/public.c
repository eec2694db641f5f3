// SPDX-License-Identifier: GPL-3.0-or-later
// Public functions of several bodies and of pieces: arguments are checked here, once.
#include "foundation/base/sized.h"
#include "foundation/math/linalg.h"
#include "physics/bodies/bodies_internal.h"
#include "physics/fracture/fracture.h"
#include "physics/stepper/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct talus_bodies {
    bodies_event *event;
};

void talus_bodies_options_defaults(talus_bodies_options *options, size_t size)
{
    const bodies_options own = bodies_options_default();
    const talus_bodies_options defaults = {.step = own.step,
                                           .mu = own.law.mu,
                                           .epsilon_n = own.law.epsilon_n,
                                           .epsilon_t = own.law.epsilon_t,
                                           .most_points = own.most_points};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_bodies_create(const talus_site *site, const talus_bodies_options *options,
                                 size_t max_vertices, talus_bodies **bodies, talus_error *error)
{
    talus_bodies_options given = talus_bodies_options_default();
    if (bodies == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the bodies is NULL");
    }
    *bodies = NULL;
    talus_status status =
        sized_take(&given, sizeof given, options, sizeof given, "talus_bodies_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_bodies *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for bodies");
    }
    bodies_options own = bodies_options_default();
    own.step = given.step;
    own.law = (bodies_law){given.mu, given.epsilon_n, given.epsilon_t};
    own.most_points = given.most_points;
    status = bodies_event_create(site, &own, max_vertices, &made->event, error);
    if (status != TALUS_OK) {
        free(made);
        return status;
    }
    *bodies = made;
    return TALUS_OK;
}

void talus_bodies_destroy(talus_bodies *bodies)
{
    if (bodies != NULL) {
        bodies_event_destroy(bodies->event);
        free(bodies);
    }
}

static talus_status refuse_null(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the bodies are NULL");
}

/// Is there such a body?
static talus_status check_body(const talus_bodies *bodies, size_t body, talus_error *error)
{
    if (bodies == NULL) {
        return refuse_null(error);
    }
    return body < bodies->event->count
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT, "body %zu: there are %zu, from 0 on",
                                 body, bodies->event->count);
}

static talus_status check_state(const talus_state *q, talus_error *error)
{
    const char *fault = stepper_state_fault(q);
    return fault == NULL ? TALUS_OK
                         : talus_error_set(error, TALUS_ERROR_ARGUMENT, "the state %s", fault);
}

talus_status talus_bodies_add(talus_bodies *bodies, const talus_rock *rock, double factor,
                              const talus_state *state, talus_error *error)
{
    if (bodies == NULL) {
        return refuse_null(error);
    }
    if (rock != NULL && rock->face_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rock has no faces: only polyhedra meet each other");
    }
    return bodies_event_add(bodies->event, rock, factor, 0, TALUS_ROCK_WITHOUT_DRAWS, state, error);
}

size_t talus_bodies_count(const talus_bodies *bodies)
{
    return bodies != NULL ? bodies->event->count : 0;
}

const talus_state *talus_bodies_state(const talus_bodies *bodies, size_t body)
{
    return bodies != NULL ? bodies_event_state(bodies->event, body) : NULL;
}

talus_status talus_bodies_set_state(talus_bodies *bodies, size_t body, const talus_state *state,
                                    talus_error *error)
{
    const talus_status status = check_body(bodies, body, error);
    return status == TALUS_OK
               ? talus_motion_set_state(bodies->event->bodies[body].motion, state, error)
               : status;
}

_Static_assert((int)TALUS_BODY_MOVING == (int)BODIES_MOVING &&
                   (int)TALUS_BODY_ASLEEP == (int)BODIES_ASLEEP &&
                   (int)TALUS_BODY_AWAY == (int)BODIES_AWAY,
               "conditions are those of an event");

talus_status talus_bodies_set_condition(talus_bodies *bodies, size_t body,
                                        talus_body_condition condition, talus_error *error)
{
    const talus_status status = check_body(bodies, body, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (condition != TALUS_BODY_MOVING && condition != TALUS_BODY_ASLEEP &&
        condition != TALUS_BODY_AWAY) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "condition %d: there is no such one",
                               (int)condition);
    }
    bodies_event_set(bodies->event, body, (bodies_condition)condition);
    return TALUS_OK;
}

talus_status talus_bodies_condition(const talus_bodies *bodies, size_t body,
                                    talus_body_condition *condition, talus_error *error)
{
    const talus_status status = check_body(bodies, body, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (condition == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the condition is NULL");
    }
    *condition = (talus_body_condition)bodies_event_condition(bodies->event, body);
    return TALUS_OK;
}

talus_status talus_bodies_set_base(talus_bodies *bodies, const talus_vec3 *gain, talus_error *error)
{
    if (bodies == NULL) {
        return refuse_null(error);
    }
    if (gain != NULL && !vec3_finite(*gain)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found a gain of (%g, %g, %g) m/s, expected finite numbers", gain->x,
                               gain->y, gain->z);
    }
    bodies_event_set_base(bodies->event, gain);
    return TALUS_OK;
}

/// Bodies whose state is not finite.
static size_t count_diverged(const bodies_event *event)
{
    size_t count = 0;
    for (size_t k = 0; k < event->count; k++) {
        count += !stepper_state_is_finite(bodies_event_state(event, k));
    }
    return count;
}

talus_status talus_bodies_step(talus_bodies *bodies, talus_bodies_report *report,
                               talus_error *error)
{
    bodies_report own;
    talus_status status = bodies == NULL ? refuse_null(error) : TALUS_OK;
    if (status == TALUS_OK && report != NULL) {
        status = sized_check(report, sizeof *report, "talus_bodies_report", error);
    }
    status = status == TALUS_OK ? bodies_event_step(bodies->event, &own, error) : status;
    if (status != TALUS_OK || report == NULL) {
        return status;
    }
    *report = (talus_bodies_report){.size = sizeof *report,
                                    .parts = (size_t)own.parts,
                                    .contact_count = own.contact_count,
                                    .pair_count = own.pair_count,
                                    .deep_pairs = own.deep_pairs,
                                    .island_count = own.island_count,
                                    .unsolved = own.unsolved,
                                    .retried_plastic = own.retried_plastic,
                                    .limited = own.limited,
                                    .iterations = (uint64_t)own.iterations,
                                    .worst_error = own.worst_error,
                                    .penetration = own.penetration,
                                    .kinetic_energy = own.kinetic_energy,
                                    .contact_work = own.contact_work,
                                    .pair_work = own.pair_work,
                                    .gain = own.gain,
                                    .ledger = own.ledger,
                                    .correction = own.correction,
                                    .base_work = own.base_work,
                                    .diverged = count_diverged(bodies->event)};
    return TALUS_OK;
}

talus_status talus_bodies_contacts(const talus_bodies *bodies, const talus_body_contact **contacts,
                                   size_t *count, talus_error *error)
{
    if (bodies == NULL || contacts == NULL || count == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the bodies, or a place for their contacts, are NULL");
    }
    const bodies_contact *found = bodies_event_contacts(bodies->event, count);
    *contacts = *count > 0 ? found : NULL;
    return TALUS_OK;
}

/// Normals in the order of the planes.
static talus_vec3 next_normal(const fracture_piece *piece, size_t k, void *user)
{
    (void)piece;
    const talus_vec3 n = ((const talus_vec3 *)user)[k];
    return vec3_scale(1.0 / vec3_norm(n), n);
}

static talus_status check_split(const talus_rock *rock, const double *volumes, size_t count,
                                const talus_vec3 *normals, const talus_piece *pieces,
                                talus_error *error)
{
    if (rock == NULL || volumes == NULL || pieces == NULL || count == 0 ||
        (normals == NULL && count > 1)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the rock, the volumes, the normals or the pieces are NULL, or "
                               "there is no volume");
    }
    for (size_t k = 0; k + 1 < count; k++) {
        const double length = vec3_norm(normals[k]);
        if (!(length > 0.0) || !isfinite(length)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "normal %zu has the length %g; expected one above 0", k, length);
        }
    }
    return TALUS_OK;
}

/// Rocks of the polyhedra.
static talus_status make_rocks(const talus_rock *rock, const fracture_piece *cut, size_t count,
                               talus_piece *pieces, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = fracture_piece_rock(&cut[k], rock->mass / rock->volume, &pieces[k].rock,
                                     &pieces[k].centre, &pieces[k].rotation, error);
        if (status == TALUS_OK) {
            memcpy(pieces[k].rock->name, rock->name, sizeof rock->name);
        }
    }
    return status;
}

talus_status talus_rock_split(const talus_rock *rock, const double *volumes, size_t count,
                              const talus_vec3 *normals, talus_piece *pieces, talus_error *error)
{
    fracture_piece whole;
    talus_status status = check_split(rock, volumes, count, normals, pieces, error);
    if (status != TALUS_OK) {
        return status;
    }
    memset(pieces, 0, count * sizeof *pieces);
    fracture_piece *cut = calloc(count, sizeof *cut);
    if (cut == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu pieces", count);
    }
    status = fracture_piece_of(rock, &whole, error);
    if (status == TALUS_OK) {
        status = fracture_split(&whole, volumes, count, next_normal, (void *)(uintptr_t)normals,
                                cut, NULL, error);
        fracture_piece_clear(&whole);
        status = status == TALUS_OK ? make_rocks(rock, cut, count, pieces, error) : status;
    }
    for (size_t k = 0; k < count; k++) {
        fracture_piece_clear(&cut[k]);
    }
    free(cut);
    if (status != TALUS_OK) {
        talus_pieces_clear(pieces, count);
    }
    return status;
}

void talus_pieces_clear(talus_piece *pieces, size_t count)
{
    for (size_t k = 0; pieces != NULL && k < count; k++) {
        talus_rock_destroy(pieces[k].rock);
        pieces[k] = (talus_piece){.rock = NULL};
    }
}

talus_status talus_piece_state(const talus_piece *piece, const talus_state *whole,
                               talus_state *state, talus_error *error)
{
    if (piece == NULL || whole == NULL || state == NULL || piece->rock == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the piece, its rock, the state of the whole or the place for the "
                               "state is NULL");
    }
    const talus_status status = check_state(whole, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_quat p = whole->p, q = piece->rotation;
    const talus_vec3 turning = vec3_cross(whole->omega, piece->centre);
    *state = (talus_state){.r = vec3_add(whole->r, quat_rotate(p, piece->centre)),
                           .p = quat_unit(quat_mul(p, q)),
                           .v = vec3_add(whole->v, quat_rotate(p, turning)),
                           .omega = quat_rotate((talus_quat){q.w, -q.x, -q.y, -q.z}, whole->omega),
                           .slippage = whole->slippage,
                           .scar_depth = whole->scar_depth};
    return TALUS_OK;
}
