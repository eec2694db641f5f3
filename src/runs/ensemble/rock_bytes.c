// SPDX-License-Identifier: GPL-3.0-or-later
// Records and means, one description for both ways. A member that is not listed here is lost on the
// way; the sizes below notice a new one.
#include "runs/ensemble/rock_bytes.h"

#include <string.h>

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(talus_rock_record) == 480, "a new member of talus_rock_record: list it here");
_Static_assert(sizeof(talus_rock_means) == 80, "a new member of talus_rock_means: list it here");
#endif

/// States and other doubles of a record, in the order of the file.
enum { STATE_DOUBLES = 15, RECORD_DOUBLES = 2 * STATE_DOUBLES + 15 };

static void list_state(talus_state *s, double *list[STATE_DOUBLES])
{
    double *const all[STATE_DOUBLES] = {&s->r.x,     &s->r.y,      &s->r.z,       &s->p.w,
                                        &s->p.x,     &s->p.y,      &s->p.z,       &s->v.x,
                                        &s->v.y,     &s->v.z,      &s->omega.x,   &s->omega.y,
                                        &s->omega.z, &s->slippage, &s->scar_depth};
    memcpy(list, all, sizeof all);
}

static void code_record(byte_coder coder, talus_rock_record *r)
{
    double *const others[] = {&r->mass,           &r->volume,
                              &r->scale,          &r->time,
                              &r->path,           &r->kinetic_energy_max,
                              &r->speed_max,      &r->jump_height_max,
                              &r->spin_max,       &r->correction,
                              &r->scar_depth_max, &r->scar_length_max,
                              &r->stem_energy,    &r->jump_height_max_slope,
                              &r->base_work};
    double *list[RECORD_DOUBLES];
    double values[RECORD_DOUBLES];
    uint32_t outcome = (uint32_t)r->outcome;
    list_state(&r->start, list);
    list_state(&r->end, list + STATE_DOUBLES);
    memcpy(list + 2 * STATE_DOUBLES, others, sizeof others);
    byte_code_count(coder, &r->rock);
    byte_code_count32(coder, &r->release);
    byte_code_count32(coder, &r->rock_class);
    byte_code_count32(coder, &outcome);
    byte_code_flag(coder, &r->below_ground);
    byte_code_flag(coder, &r->tunnelled);
    byte_code_flag(coder, &r->is_freed);
    byte_code_flag(coder, &r->is_held);
    byte_code_count(coder, &r->steps);
    byte_code_count(coder, &r->contact_steps);
    byte_code_count(coder, &r->swept_steps);
    byte_code_count(coder, &r->soil_steps);
    byte_code_count(coder, &r->scars);
    byte_code_count(coder, &r->stem_impacts);
    byte_code_count(coder, &r->stems_broken);
    byte_code_count(coder, &r->free_falls);
    byte_code_count(coder, &r->free_fall_steps);
    byte_code_count32(coder, &r->bodies);
    byte_code_count32(coder, &r->breaks);
    byte_code_u64(coder, &r->fragment_hash);
    for (size_t k = 0; k < RECORD_DOUBLES; k++) {
        values[k] = *list[k];
    }
    byte_code_sparse(coder, values, RECORD_DOUBLES);
    for (size_t k = 0; k < RECORD_DOUBLES; k++) {
        *list[k] = values[k];
    }
    r->outcome = (talus_outcome)outcome;
}

static void code_means(byte_coder coder, talus_rock_means *means)
{
    byte_code_count(coder, &means->steps);
    byte_code_count(coder, &means->spinning_steps);
    byte_code_sparse(coder, means->mean, TALUS_QUANTITY_COUNT);
    byte_code_sparse(coder, means->axis_share, sizeof means->axis_share / sizeof(double));
}

void rock_bytes_put(byte_writer *writer, const talus_rock_record *record,
                    const talus_rock_means *means)
{
    const byte_coder coder = {.writer = writer};
    talus_rock_record record_copy = *record;
    talus_rock_means means_copy = *means;
    code_record(coder, &record_copy);
    code_means(coder, &means_copy);
}

bool rock_bytes_get(byte_reader *reader, talus_rock_record *record, talus_rock_means *means)
{
    const byte_coder coder = {.reader = reader};
    memset(record, 0, sizeof *record);
    memset(means, 0, sizeof *means);
    code_record(coder, record);
    code_means(coder, means);
    record->done = true;
    return !reader->failed && (unsigned)record->outcome < TALUS_OUTCOME_COUNT;
}
