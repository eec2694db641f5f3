// SPDX-License-Identifier: GPL-3.0-or-later
// A rock's motion for glTF: thinned samples of its full log, and the animation made of them.
#include "io/replay/gltf.h"

#include "foundation/base/array.h"
#include "runs/trajectory/trajectory.h"
#include "talus/run.h"

#include <stdlib.h>

static const double sample_interval = 1.0 / 60; // s

/// What the log callback carries along.
typedef struct sampler {
    gltf_samples *samples;
    gltf_sample previous; ///< last step, kept or not
    bool previous_kept, touching;
} sampler;

/// The same for all bodies of an event.
typedef struct bodies_sampler {
    sampler body; ///< under way
    gltf_bodies *bodies;
    bool failed;
} bodies_sampler;

void gltf_samples_add(gltf_samples *samples, const gltf_sample *sample)
{
    if (!array_reserve(&samples->items, &samples->capacity, samples->count + 1,
                       sizeof *samples->items)) {
        samples->failed = true;
        return;
    }
    samples->items[samples->count++] = *sample;
}

static bool record_step(void *user, const talus_log_entry *entry)
{
    sampler *s = user;
    const gltf_sample sample = {.time = entry->time, .r = entry->state.r, .p = entry->state.p};
    const bool touching = entry->report->contact_count > 0;
    const bool impact = touching && !s->touching;
    const size_t count = s->samples->count;
    const bool due =
        count == 0 || entry->time >= s->samples->items[count - 1].time + sample_interval;
    if (impact && count > 0 && !s->previous_kept) {
        gltf_samples_add(s->samples, &s->previous); // the corner of the path is not cut
    }
    if (due || impact) {
        gltf_samples_add(s->samples, &sample);
    }
    s->previous = sample;
    s->previous_kept = due || impact;
    s->touching = touching;
    return !s->samples->failed;
}

/// The last step of a body is kept.
static talus_status finish(sampler *s, talus_error *error)
{
    if (!s->previous_kept) {
        gltf_samples_add(s->samples, &s->previous);
    }
    if (s->samples->failed) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the samples of a rock");
    }
    if (s->samples->count == 0) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL, "the log of a rock is empty");
    }
    return TALUS_OK;
}

/// The body before has come to its end, another begins.
static bool begin_body(bodies_sampler *s, const talus_log_entry *entry)
{
    gltf_bodies *bodies = s->bodies;
    if (bodies->count > 0 && finish(&s->body, NULL) != TALUS_OK) {
        return false;
    }
    gltf_body *larger = realloc(bodies->items, (bodies->count + 1) * sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    bodies->items = larger;
    gltf_body *body = &larger[bodies->count++];
    *body = (gltf_body){.number = entry->body};
    if (entry->fragment != NULL) {
        if (talus_rock_copy(entry->fragment, &body->shape, NULL) != TALUS_OK) {
            return false;
        }
        for (size_t k = 0; k + 1 < bodies->count; k++) {
            larger[k].breaks = larger[k].breaks || larger[k].number == entry->parent;
        }
    }
    s->body = (sampler){.samples = &body->samples, .previous_kept = true};
    return true;
}

static bool record_event(void *user, const talus_log_entry *entry)
{
    bodies_sampler *s = user;
    const gltf_bodies *bodies = s->bodies;
    const bool is_new =
        bodies->count == 0 || bodies->items[bodies->count - 1].number != entry->body;
    s->failed = (is_new && !begin_body(s, entry)) || !record_step(&s->body, entry);
    return !s->failed;
}

/// The shape of the rock as released.
static talus_status add_shape(const talus_campaign *campaign, const talus_rock_record *record,
                              talus_rock **shape, talus_error *error)
{
    const talus_rock *kind = NULL;
    talus_rock *own = NULL;
    talus_status status =
        trajectory_body(campaign, record->rock_class, record->rock, &kind, &own, error);
    if (status == TALUS_OK) {
        status = talus_rock_copy(kind, shape, error);
    }
    if (status == TALUS_OK) {
        status = talus_rock_scale(*shape, record->scale, error);
    }
    talus_rock_destroy(own);
    return status;
}

talus_status gltf_bodies_take(const talus_campaign *campaign, uint64_t rock, gltf_bodies *bodies,
                              talus_rock_record *record, talus_error *error)
{
    bodies_sampler s = {.bodies = bodies};
    *bodies = (gltf_bodies){0};
    talus_status status =
        talus_campaign_replay_event(campaign, rock, record_event, &s, record, error);
    if (status == TALUS_OK && s.failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the bodies of an event");
    }
    status = status == TALUS_OK ? finish(&s.body, error) : status;
    return status == TALUS_OK ? add_shape(campaign, record, &bodies->items[0].shape, error)
                              : status;
}

void gltf_bodies_add_meshes(gltf_bodies *bodies, gltf_buffer *buffer)
{
    for (size_t k = 0; k < bodies->count; k++) {
        bodies->items[k].mesh = gltf_add_rock(buffer, bodies->items[k].shape);
    }
}

void gltf_bodies_clear(gltf_bodies *bodies)
{
    for (size_t k = 0; k < bodies->count; k++) {
        free(bodies->items[k].samples.items);
        talus_rock_destroy(bodies->items[k].shape);
    }
    free(bodies->items);
    *bodies = (gltf_bodies){0};
}

/// Float times must grow strictly: neighbours that round to the same float are pushed apart by
/// nothing less than a microsecond.
static float later_than(float previous, double time)
{
    const float exact = (float)time;
    const float least = previous + (previous > 16 ? previous * 2e-7F : 1e-6F);
    return exact > least ? exact : least;
}

/// q and -q are the same rotation: take the one near the sample before, or viewers spin backwards.
static void keep_sign(const float *before, float *q)
{
    const float dot = before[0] * q[0] + before[1] * q[1] + before[2] * q[2] + before[3] * q[3];
    for (int k = 0; k < 4 && dot < 0; k++) {
        q[k] = -q[k];
    }
}

gltf_animation gltf_add_animation(gltf_buffer *buffer, const gltf_samples *samples,
                                  talus_vec3 origin)
{
    gltf_animation animation = {0};
    const size_t n = samples->count;
    float *values = malloc((n * 8 + 1) * sizeof *values);
    if (!values) {
        buffer->failed = true;
        return animation;
    }
    float *times = values;
    float *translations = values + n;
    float *rotations = values + 4 * n;
    for (size_t k = 0; k < n; k++) {
        const gltf_sample *sample = &samples->items[k];
        times[k] = k == 0 ? (float)sample->time : later_than(times[k - 1], sample->time);
        gltf_turn_point(sample->r, origin, translations + 3 * k);
        gltf_turn_rotation(sample->p, rotations + 4 * k);
        if (k > 0) {
            keep_sign(rotations + 4 * (k - 1), rotations + 4 * k);
        }
    }
    animation.count = n;
    animation.first = times[0];
    animation.last = times[n - 1];
    animation.times = gltf_buffer_add(buffer, times, n, 1, GLTF_FLOAT, GLTF_NO_TARGET);
    animation.translations =
        gltf_buffer_add(buffer, translations, n, 3, GLTF_FLOAT, GLTF_NO_TARGET);
    animation.rotations = gltf_buffer_add(buffer, rotations, n, 4, GLTF_FLOAT, GLTF_NO_TARGET);
    animation.path = gltf_buffer_add(buffer, translations, n, 3, GLTF_FLOAT, GLTF_VERTICES);
    free(values);
    return animation;
}
