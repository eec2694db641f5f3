// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a body breaks at an impact, and its pieces. [docs/bodies.md, 4]
#include "runs/trajectory/event.h"

#include "foundation/math/linalg.h"
#include "physics/stepper/motion.h"

#include <stdlib.h>

#define YOUNG 0.01                  /* s after its birth, in which a body does not break */
#define MOST_TURN 0.610865238198015 /* rad, of a normal off the longest axis: 35 degrees */
#define THIN 0.1                    /* inner radius over the cube root of the volume */
enum { MOST_SPLITS = 8 };

/// Which random numbers of a body's stream serve which purpose.
enum {
    DRAW_BREAK = 1 << 16,  ///< + number of the question
    DRAW_NORMAL = 1 << 20, ///< + 4 (plane + 256 try)
    DRAW_SCATTER = 1 << 24 ///< + 2 (try + 16 piece)
};

/// A break that is tried.
typedef struct trajectory_attempt {
    trajectory_event *event;
    const trajectory *t;
    stepper_blow blow;
    talus_break out;
    double volumes[TALUS_MOST_BODIES];
    fracture_piece pieces[TALUS_MOST_BODIES];
    fracture_fragment fragments[TALUS_MOST_BODIES];
    talus_rock *rocks[TALUS_MOST_BODIES];
    talus_quat turns[TALUS_MOST_BODIES]; ///< principal frame of a piece to the body
    size_t count;
    uint32_t number; ///< of the split that is tried
} trajectory_attempt;

static double draw(const trajectory_attempt *a, uint32_t number)
{
    talus_random random = {a->t->campaign->seed, trajectory_stream(a->event->rock, a->event->body),
                           number};
    return talus_random_uniform(&random);
}

// --- Whether it breaks ---------------------------------------------------------------------------

static double angle_of(double sine)
{
    const double cosine = sqrt(sine < 1.0 ? 1.0 - sine * sine : 0.0);
    return cosine > 0.0 ? talus_atan(sine / cosine) : 0.5 * TALUS_PI;
}

/// Energy that counts, area ratio, and the answer of the law.
static bool decide(trajectory_attempt *a)
{
    const talus_breaking *b = &a->t->campaign->breaking;
    talus_break *out = &a->out;
    const double least_angle = 1e-3; // rad; k_n is 2 from 9 degrees down
    out->angle = angle_of(a->blow.sine);
    out->effective = fracture_effective_share(out->angle > least_angle ? out->angle : least_angle) *
                     a->blow.energy;
    const fracture_law law = fracture_law_of(out->volume, out->effective);
    out->area_ratio = law.area_ratio;
    const double specific = a->blow.energy / out->mass;
    switch (b->law) {
    case TALUS_BREAKING_ROCKGIS:
        return law.area_ratio > FRACTURE_LEAST_RATIO &&
               fracture_breaks(law.area_ratio, b->area_ratio,
                               draw(a, DRAW_BREAK + a->event->asked++));
    case TALUS_BREAKING_THRESHOLD:
        return specific > b->energy;
    case TALUS_BREAKING_SURVIVAL: {
        const double p =
            fracture_probability(specific, b->energy, b->exponent,
                                 out->volume / b->reference_volume, b->volume_exponent);
        return p > 1e-6 && draw(a, DRAW_BREAK + a->event->asked++) < p;
    }
    case TALUS_BREAKING_NONE:
        break;
    }
    return false;
}

/// Volumes of the pieces, largest first; at most `most`. @return whether there are several
static bool find_sizes(trajectory_attempt *a, size_t most)
{
    const talus_breaking *b = &a->t->campaign->breaking;
    talus_break *out = &a->out;
    if (b->law == TALUS_BREAKING_ROCKGIS) {
        const fracture_law law =
            fracture_law_clamped(out->volume, out->effective, &out->is_clamped);
        a->count = fracture_sizes(&law, out->volume, b->least_volume, a->volumes, most);
    } else {
        a->count = fracture_sizes_by_power(out->volume, b->survival, b->beta, b->least_volume,
                                           a->volumes, most);
    }
    a->count = fracture_without_dust(out->volume, a->volumes, a->count);
    // what would leave as fines altogether stays a rock
    a->count = a->count > 1 && a->volumes[0] < b->least_volume ? 1 : a->count;
    return a->count > 1;
}

// --- Its pieces ----------------------------------------------------------------------------------

/// The longest principal axis of what is cut, turned about a random axis.
static talus_vec3 choose_normal(const fracture_piece *piece, size_t k, void *user)
{
    const trajectory_attempt *a = user;
    const uint32_t first = DRAW_NORMAL + 4 * ((uint32_t)k + 256 * a->number);
    const fracture_mass mass = fracture_mass_of(piece);
    double moments[3];
    talus_mat3 axes;
    talus_mat3_symmetric_eigen(&mass.inertia, moments, &axes);
    const talus_vec3 longest = vec3(axes.m[0][0], axes.m[1][0], axes.m[2][0]);
    const double z = 2.0 * draw(a, first) - 1.0, around = 2.0 * TALUS_PI * draw(a, first + 1);
    const double across = sqrt(1.0 - z * z), half = 0.5 * MOST_TURN * draw(a, first + 2);
    const double sine = talus_sin(half);
    const talus_quat turn = {talus_cos(half), sine * across * talus_cos(around),
                             sine * across * talus_sin(around), sine * z};
    const talus_mat3 matrix = quat_matrix(turn);
    const talus_vec3 n = mat3_mulv(&matrix, longest);
    return vec3_scale(1.0 / vec3_norm(n), n);
}

/// Least distance of a face from the centre.
static double inner_radius(const fracture_piece *piece, talus_vec3 centre)
{
    double least = (double)INFINITY;
    for (size_t f = 0; f < piece->face_count; f++) {
        const uint32_t *corners = piece->corners + piece->face_starts[f];
        const talus_vec3 p = piece->vertices[corners[0]];
        talus_vec3 n = vec3(0.0, 0.0, 0.0);
        for (uint32_t k = 1; k + 1 < piece->face_starts[f + 1] - piece->face_starts[f]; k++) {
            n = vec3_add(n, vec3_cross(vec3_sub(piece->vertices[corners[k]], p),
                                       vec3_sub(piece->vertices[corners[k + 1]], p)));
        }
        const double distance = vec3_dot(n, vec3_sub(p, centre)) / vec3_norm(n);
        least = distance < least ? distance : least;
    }
    return least;
}

static bool has_thin_piece(const trajectory_attempt *a)
{
    for (size_t k = 0; k < a->count; k++) {
        const fracture_mass mass = fracture_mass_of(&a->pieces[k]);
        const bool flies = mass.volume >= a->t->campaign->breaking.least_volume;
        if (flies &&
            inner_radius(&a->pieces[k], mass.centre) < THIN * trajectory_cube_root(mass.volume)) {
            return true;
        }
    }
    return false;
}

static void clear_pieces(trajectory_attempt *a)
{
    for (size_t k = 0; k < a->count; k++) {
        fracture_piece_clear(&a->pieces[k]);
        talus_rock_destroy(a->rocks[k]);
        a->rocks[k] = NULL;
    }
}

/// The body that breaks, in its own frame.
static talus_status find_whole(const trajectory_attempt *a, fracture_piece *whole,
                               talus_error *error)
{
    const trajectory_event *event = a->event;
    if (event->body > 0) {
        return fracture_piece_of(event->pieces[event->body - 1].rock, whole, error);
    }
    const talus_rock_record *record = &a->t->record;
    const talus_rock *body = NULL;
    talus_rock *own = NULL;
    talus_status status =
        trajectory_body(a->t->campaign, record->rock_class, record->rock, &body, &own, error);
    status = status == TALUS_OK ? fracture_piece_of(body, whole, error) : status;
    for (size_t k = 0; status == TALUS_OK && k < whole->vertex_count; k++) {
        whole->vertices[k] = vec3_scale(record->scale, whole->vertices[k]);
    }
    talus_rock_destroy(own);
    return status;
}

/// Cut; again with other normals where a piece comes out thin or a cut fails.
static talus_status cut(trajectory_attempt *a, const fracture_piece *whole, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (a->number = 0; a->number < MOST_SPLITS; a->number++) {
        status =
            fracture_split(whole, a->volumes, a->count, choose_normal, a, a->pieces, NULL, error);
        if (status == TALUS_ERROR_MEMORY) {
            return status;
        }
        if (status == TALUS_OK && !(a->number + 1 < MOST_SPLITS && has_thin_piece(a))) {
            return TALUS_OK;
        }
        for (size_t k = 0; status == TALUS_OK && k < a->count; k++) {
            fracture_piece_clear(&a->pieces[k]);
        }
    }
    return status;
}

static talus_vec3 raw_velocity(const trajectory_attempt *a, size_t piece, talus_vec3 centre)
{
    talus_random random = {a->t->campaign->seed, trajectory_stream(a->event->rock, a->event->body),
                           DRAW_SCATTER + 2 * FRACTURE_MOST_DRAWS * (uint32_t)piece};
    return fracture_raw_velocity(a->t->state.v, a->blow.normal, centre, &random);
}

/// factor A J A'
static talus_mat3 turned(const talus_mat3 *a, double factor, const talus_mat3 *inertia)
{
    const talus_mat3 part = mat3_mul(a, inertia);
    talus_mat3 out;
    for (int i = 0; i < 3; i++) {
        const talus_vec3 row = mat3_mulv(a, vec3(part.m[i][0], part.m[i][1], part.m[i][2]));
        out.m[i][0] = factor * row.x;
        out.m[i][1] = factor * row.y;
        out.m[i][2] = factor * row.z;
    }
    return out;
}

/// Masses, places and inertia of the pieces in the world; their surface.
static talus_status weigh(trajectory_attempt *a, double surface, talus_error *error)
{
    const talus_state *q = &a->t->state;
    const talus_mat3 turn = quat_matrix(q->p);
    const double density = a->out.mass / a->out.volume;
    double made = -surface;
    for (size_t k = 0; k < a->count; k++) {
        fracture_fragment *f = &a->fragments[k];
        const fracture_mass mass = fracture_mass_of(&a->pieces[k]);
        talus_vec3 centre;
        const talus_status status =
            fracture_piece_rock(&a->pieces[k], density, &a->rocks[k], &centre, &a->turns[k], error);
        if (status != TALUS_OK) {
            return status;
        }
        f->mass = density * mass.volume;
        f->centre = mat3_mulv(&turn, centre);
        f->inertia = turned(&turn, density, &mass.inertia);
        f->raw = raw_velocity(a, k, f->centre);
        made += mass.surface;
    }
    a->out.surface = made;
    return TALUS_OK;
}

static double relative(double error, double scale)
{
    return scale > 0.0 ? error / scale : 0.0;
}

/// Velocities of the pieces, and the ledger of the break. [docs/bodies.md, 4.3]
static void set_moving(trajectory_attempt *a)
{
    const trajectory *t = a->t;
    const talus_state *q = &t->state;
    talus_break *out = &a->out;
    const talus_mat3 turn = quat_matrix(q->p);
    const talus_vec3 omega = mat3_mulv(&turn, q->omega);
    const talus_vec3 spin = mat3_mulv(&turn, vec3_mul(t->motion->body.inertia, q->omega));
    out->scatter =
        fracture_scatter_energy(t->campaign->breaking.scatter, a->blow.energy, out->surface);
    const double scale = fracture_set_moving(a->fragments, a->count, q->v, omega, out->scatter);
    out->scatter = scale > 0.0 ? out->scatter : 0.0;
    out->kinetic = t->report.kinetic_energy;
    const fracture_sums sums = fracture_sum(a->fragments, a->count);
    // what the pieces move with, also where the rock as a whole came to a stop
    const double all = out->kinetic + out->scatter, moving = sqrt(2.0 * out->mass * all);
    const double size = trajectory_cube_root(out->volume);
    const double mass = fabs(sums.mass - out->mass) / out->mass;
    const double momentum = relative(vec3_norm(vec3_axpy(sums.momentum, -out->mass, q->v)), moving);
    const double angular =
        relative(vec3_norm(vec3_sub(sums.angular_momentum, spin)), moving * size);
    const double energy = relative(fabs(sums.energy - all), all);
    out->imbalance = fmax(fmax(mass, momentum), fmax(angular, energy));
}

/// Pieces that are large enough wait in the event; the others leave. @return false: no room, or a
/// piece has more vertices than steppers have room for
static bool hand_over(trajectory_attempt *a)
{
    trajectory_event *event = a->event;
    const talus_state *q = &a->t->state;
    const uint32_t generation = event->body > 0 ? event->pieces[event->body - 1].generation + 1 : 1;
    for (size_t k = 0; k < a->count; k++) {
        if (a->rocks[k]->vertex_count > event->max_vertices) {
            return false;
        }
    }
    a->out.largest = a->volumes[0] / a->out.volume;
    for (size_t k = 0; k < a->count; k++) {
        const fracture_fragment *f = &a->fragments[k];
        if (a->rocks[k]->volume < a->t->campaign->breaking.least_volume) {
            const talus_vec3 spin = mat3_mulv(&f->inertia, f->omega);
            a->out.fines++;
            a->out.fines_mass += f->mass;
            a->out.fines_energy += 0.5 * (f->mass * vec3_norm2(f->v) + vec3_dot(spin, f->omega));
            continue;
        }
        const talus_quat p = talus_quat_normalised(quat_mul(q->p, a->turns[k]));
        const talus_mat3 own = quat_matrix(p);
        event->pieces[event->count++] =
            (trajectory_piece){.parent = event->body,
                               .generation = generation,
                               .birth = a->t->record.steps,
                               .rock = a->rocks[k],
                               .path = a->t->record.path,
                               .state = {.r = vec3_add(q->r, f->centre),
                                         .p = p,
                                         .v = f->v,
                                         .omega = mat3_tmulv(&own, f->omega),
                                         .slippage = q->slippage}};
        a->rocks[k] = NULL;
        a->out.pieces++;
    }
    return true;
}

static bool keep_break(trajectory_event *event, const talus_break *made)
{
    if (event->break_count == event->break_capacity) {
        const size_t capacity = 2 * event->break_capacity + 16;
        talus_break *larger = realloc(event->breaks, capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        event->breaks = larger;
        event->break_capacity = capacity;
    }
    event->breaks[event->break_count++] = *made;
    return true;
}

/// @return whether the pieces wait in the event
static bool make_pieces(trajectory_attempt *a)
{
    fracture_piece whole = {0};
    talus_error error;
    talus_status status = find_whole(a, &whole, &error);
    if (status == TALUS_OK) {
        // of the polyhedron itself: the volumes have to add up to round-off
        const fracture_mass mass = fracture_mass_of(&whole);
        const double factor = mass.volume / a->out.volume;
        for (size_t k = 0; k < a->count; k++) {
            a->volumes[k] *= factor;
        }
        a->out.volume = mass.volume;
        status = cut(a, &whole, &error);
        if (status == TALUS_OK) {
            status = weigh(a, mass.surface, &error);
        }
    }
    bool is_made = false;
    if (status == TALUS_OK) {
        set_moving(a);
        is_made = hand_over(a);
    }
    if (status == TALUS_ERROR_MEMORY || (is_made && !keep_break(a->event, &a->out))) {
        a->event->is_lost = true;
    }
    fracture_piece_clear(&whole);
    clear_pieces(a);
    return is_made;
}

static bool is_young(const trajectory_event *event, const trajectory *t)
{
    const double age = (double)(t->record.steps - t->birth) * t->campaign->step.time_step;
    return event->body > 0 && age < YOUNG;
}

static bool try_break(trajectory_attempt *a)
{
    trajectory_event *event = a->event;
    const uint32_t body = event->body;
    a->out.generation = body > 0 ? event->pieces[body - 1].generation : 0;
    if (!decide(a)) {
        return false;
    }
    const size_t room = TALUS_MOST_BODIES - 1 - event->count;
    event->is_whole = a->out.generation >= TALUS_MOST_GENERATIONS || room < 2 ||
                      (find_sizes(a, room) && !make_pieces(a));
    event->refused += event->is_whole;
    return !event->is_whole && a->count > 1;
}

/// What other bodies took; the larger part says the angle.
static void add_pairs(const trajectory *t, stepper_blow *blow)
{
    if (t->pair_energy > blow->energy) {
        const double speed = vec3_norm(t->before.v);
        blow->normal = t->pair_normal;
        blow->sine = speed > 0.0 ? fabs(vec3_dot(t->before.v, blow->normal)) / speed : 0.0;
    }
    blow->energy += t->pair_energy;
}

bool trajectory_event_breaks(trajectory_event *event, const trajectory *t)
{
    const talus_breaking *b = &t->campaign->breaking;
    if (event->is_whole || t->record.volume <= b->least_volume || is_young(event, t)) {
        return false;
    }
    stepper_blow blow = stepper_blow_of(t->stepper, &t->before, &t->state);
    if (t->pair_energy > 0.0) {
        add_pairs(t, &blow);
    }
    // most steps with contact take little: no law breaks a rock by less than 0.01 J/kg
    if (!(blow.energy > 1e-2 * t->mass)) {
        return false;
    }
    trajectory_attempt *a = event->attempt;
    a->event = event;
    a->t = t;
    a->blow = blow;
    a->count = 0;
    a->out = (talus_break){.rock = event->rock,
                           .body = event->body,
                           .ground = blow.ground,
                           .time = (double)(int64_t)t->record.steps * t->campaign->step.time_step,
                           .r = t->state.r,
                           .mass = t->mass,
                           .volume = t->record.volume,
                           .speed = vec3_norm(t->before.v),
                           .energy = blow.energy};
    return try_break(a);
}

struct trajectory_attempt *trajectory_attempt_create(void)
{
    return calloc(1, sizeof(trajectory_attempt));
}
