// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks, where they start, and how they are stepped, in a copy.
#include "runs/campaign/copy_internal.h"

#include <string.h>

static void code_rock(copy_carrier *c, void *item)
{
    talus_rock *r = item;
    size_t starts = r->face_count > 0 ? r->face_count + 1 : 0;
    size_t corners = r->face_count > 0 ? r->face_starts[r->face_count] : 0;
    byte_code_text(c->coder, r->name, sizeof r->name);
    COPY_DOUBLES(&r->mass, &r->volume, &r->radius, &r->hull_volume_change);
    copy_vector(c, &r->inertia);
    copy_vector(c, &r->dimensions);
    copy_size(c, &r->input_point_count);
    size_t numbers = 3 * r->vertex_count;
    const void *vertices = copy_list(c, r->vertices, &numbers, sizeof(double), copy_number);
    const void *face_starts =
        copy_list(c, r->face_starts, &starts, sizeof *r->face_starts, copy_index);
    const void *face_vertices =
        copy_list(c, r->face_vertices, &corners, sizeof *r->face_vertices, copy_index);
    r->vertex_count = numbers / 3;
    r->face_count = starts > 0 ? starts - 1 : 0;
    memcpy(&r->vertices, &vertices, sizeof vertices);
    memcpy(&r->face_starts, &face_starts, sizeof face_starts);
    memcpy(&r->face_vertices, &face_vertices, sizeof face_vertices);
}

/// A pointer to a block, one of a list.
static void code_block(copy_carrier *c, void *item)
{
    const talus_rock *rock = NULL;
    if (!copy_is_reading(c)) {
        memcpy(&rock, item, sizeof rock);
    }
    rock = copy_optional(c, rock, sizeof *rock, code_rock);
    memcpy(item, &rock, sizeof rock);
}

static void code_rock_class(copy_carrier *c, void *item)
{
    talus_rock_class *kind = item;
    talus_hull_rule *hull = &kind->hull;
    kind->rock = copy_optional(c, kind->rock, sizeof *kind->rock, code_rock);
    byte_code_f64(c->coder, &kind->share);
    byte_code_flag(c->coder, &kind->sized);
    copy_distribution(c, &kind->volume);
    byte_code_count32(c->coder, &hull->points);
    copy_vector(c, &hull->size);
    COPY_DOUBLES(&hull->volume, &hull->mass, &hull->density, &hull->exponent);
    kind->blocks = copy_list(c, kind->blocks, &kind->block_count, sizeof *kind->blocks, code_block);
    if (copy_is_reading(c) && kind->block_count > 0) {
        kind->rock = kind->blocks[0];
    }
}

static void code_quaternion(copy_carrier *c, talus_quat *p)
{
    COPY_DOUBLES(&p->w, &p->x, &p->y, &p->z);
}

static void code_run(copy_carrier *c, void *item)
{
    talus_release_run *run = item;
    COPY_DOUBLES(&run->z, &run->height);
    copy_vector(c, &run->velocity);
    copy_vector(c, &run->spin);
    code_quaternion(c, &run->orientation);
    byte_code_count32(c->coder, &run->rock);
}

static void code_release(copy_carrier *c, void *item)
{
    talus_release *r = item;
    byte_code_text(c->coder, r->name, sizeof r->name);
    r->kind = (talus_release_kind)copy_choice(c, (uint32_t)r->kind);
    copy_size(c, &r->count);
    const size_t width = r->kind == TALUS_RELEASE_SEGMENTS    ? 4
                         : r->kind == TALUS_RELEASE_TRIANGLES ? 6
                                                              : 2;
    size_t numbers = width * r->count, sums = r->cumulative != NULL ? r->count : 0;
    size_t rows = r->kind == TALUS_RELEASE_RUNS || r->kind == TALUS_RELEASE_BLOCKS ? r->count : 0;
    const void *xy = copy_list(c, r->xy, &numbers, sizeof *r->xy, copy_number);
    const void *sum = copy_list(c, r->cumulative, &sums, sizeof *r->cumulative, copy_number);
    const void *runs = copy_list(c, r->runs, &rows, sizeof *r->runs, code_run);
    memcpy(&r->xy, &xy, sizeof xy);
    memcpy(&r->cumulative, &sum, sizeof sum);
    memcpy(&r->runs, &runs, sizeof runs);
    r->count = numbers / width;
    byte_code_count(c->coder, &r->rocks);
    byte_code_count32(c->coder, &r->bodies);
    byte_code_f64(c->coder, &r->spacing);
    COPY_DOUBLES(&r->cell, &r->height, &r->plan_area, &r->area);
    copy_vector(c, &r->velocity);
    copy_vector(c, &r->spin);
    code_quaternion(c, &r->orientation);
    byte_code_flag(c->coder, &r->random_orientation);
    byte_code_flag(c->coder, &r->spin_in_world);
    byte_code_count32(c->coder, &r->rock);
}

static void code_base_record(copy_carrier *c, void *item)
{
    talus_base_record *record = item;
    copy_vector(c, &record->axis);
    byte_code_f64(c->coder, &record->time_step);
    size_t velocities = record->count;
    const void *acceleration =
        copy_list(c, record->acceleration, &record->count, sizeof(double), copy_number);
    const void *velocity = copy_list(c, record->velocity, &velocities, sizeof(double), copy_number);
    memcpy(&record->acceleration, &acceleration, sizeof acceleration);
    memcpy(&record->velocity, &velocity, sizeof velocity);
}

static void code_breaking(copy_carrier *c, talus_breaking *b)
{
    b->law = (talus_breaking_law)copy_choice(c, (uint32_t)b->law);
    COPY_DOUBLES(&b->area_ratio, &b->energy, &b->exponent, &b->volume_exponent,
                 &b->reference_volume, &b->survival, &b->beta, &b->least_volume, &b->scatter,
                 &b->window);
}

static void code_options(copy_carrier *c, talus_campaign *campaign)
{
    talus_step_options *step = &campaign->step;
    byte_code_u64(c->coder, &campaign->seed);
    step->scheme = (talus_scheme)copy_choice(c, (uint32_t)step->scheme);
    step->detection = (talus_detection)copy_choice(c, (uint32_t)step->detection);
    COPY_DOUBLES(&step->time_step, &step->gravity, &step->slip_gap, &step->tolerance,
                 &step->position_correction, &step->air_drag, &step->air_density,
                 &campaign->stop.speed, &campaign->stop.spin, &campaign->stop.time,
                 &campaign->time_limit, &campaign->sample_time, &campaign->sample_distance,
                 &campaign->base.start, &campaign->base.end, &campaign->pace.path);
    byte_code_count32(c->coder, &campaign->pace.flight);
    byte_code_count32(c->coder, &campaign->pace.most);
    byte_code_flag(c->coder, &step->flights);
    campaign->base.records = copy_list(c, campaign->base.records, &campaign->base.record_count,
                                       sizeof *campaign->base.records, code_base_record);
    code_breaking(c, &campaign->breaking);
    campaign->contact.meeting = (talus_meeting)copy_choice(c, (uint32_t)campaign->contact.meeting);
    COPY_DOUBLES(&campaign->contact.mu, &campaign->contact.epsilon);
    byte_code_flag(c->coder, &campaign->net_memory);
}

void copy_rest(copy_carrier *c, talus_campaign *campaign)
{
    code_options(c, campaign);
    campaign->rocks = copy_list(c, campaign->rocks, &campaign->rock_class_count,
                                sizeof *campaign->rocks, code_rock_class);
    campaign->releases = copy_list(c, campaign->releases, &campaign->release_count,
                                   sizeof *campaign->releases, code_release);
}
