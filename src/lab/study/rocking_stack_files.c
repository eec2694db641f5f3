// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a stack: history, replay, resolved scenario.
#include "io/replay/replay.h"
#include "io/table/table.h"
#include "lab/study/rocking_stack.h"

#include <stdlib.h>

static const char replay_name[] = "replay.glb";

/// A row of history.csv: a block at a time.
typedef struct history_row {
    double time;
    const rocking_stack_body *body;
    const rocking_stack_sample *s;
} history_row;

static history_row row_of(const rocking_stack *stack, size_t index)
{
    return (history_row){stack->times[index / stack->count], &stack->bodies[index % stack->count],
                         &stack->samples[index]};
}

#define HISTORY(X)                                                                                 \
    X(REAL17, time_s, "s", NULL, row.time)                                                         \
    X(TEXT, block, NULL, "its name", row.body->name)                                               \
    X(REAL17, x_m, "m", "centre of mass, axes of the base", row.s->position.x)                     \
    X(REAL17, y_m, "m", "centre of mass", row.s->position.y)                                       \
    X(REAL17, z_m, "m", "centre of mass", row.s->position.z)                                       \
    X(REAL17, tilt_rad, "rad", "from upright", row.s->tilt)                                        \
    X(REAL17, lean_rad, "rad", "from upright on what is below", row.s->place.lean)                 \
    X(REAL17, slip_x_m, "m", "on what is below, in its axes", row.s->place.slip[0])                \
    X(REAL17, slip_y_m, "m", "on what is below, in its axes", row.s->place.slip[1])                \
    X(REAL17, twist_rad, "rad", "on what is below", row.s->place.twist)                            \
    X(REAL17, v_x_m_s, "m/s", "relative to the base", row.s->v.x)                                  \
    X(REAL17, v_y_m_s, "m/s", "relative to the base", row.s->v.y)                                  \
    X(REAL17, v_z_m_s, "m/s", "relative to the base", row.s->v.z)                                  \
    X(REAL17, omega_x_rad_s, "rad/s", "axes of the base", row.s->w.x)                              \
    X(REAL17, omega_y_rad_s, "rad/s", "axes of the base", row.s->w.y)                              \
    X(REAL17, omega_z_rad_s, "rad/s", "axes of the base", row.s->w.z)                              \
    X(REAL17, q_w, "1", "attitude", row.s->attitude.w)                                             \
    X(REAL17, q_x, "1", "attitude", row.s->attitude.x)                                             \
    X(REAL17, q_y, "1", "attitude", row.s->attitude.y)                                             \
    X(REAL17, q_z, "1", "attitude", row.s->attitude.z)
TABLE_DEFINE(history, HISTORY, const history_row row = row_of(user, index))

static void fill_poses(const rocking_stack *stack, size_t body, replay_pose *poses)
{
    for (size_t i = 0; i < stack->sample_count; i++) {
        const rocking_stack_sample *s = &stack->samples[i * stack->count + body];
        poses[i] = (replay_pose){stack->times[i], s->position, s->attitude};
    }
}

static talus_status write_replay(talus_directory *directory, const rocking_stack *stack,
                                 talus_error *error)
{
    const size_t n = stack->sample_count;
    char path[4096] = "";
    replay_pose *poses = malloc(n * stack->count * sizeof *poses);
    replay_body *items = malloc(stack->count * sizeof *items);
    talus_status status = TALUS_OK;
    if (poses == NULL || items == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the replay");
    } else {
        status = talus_directory_begin(directory, replay_name, path, sizeof path, error);
    }
    if (status == TALUS_OK) {
        for (size_t k = 0; k < stack->count; k++) {
            const rocking_stack_body *body = &stack->bodies[k];
            fill_poses(stack, k, poses + k * n);
            items[k] = (replay_body){body->name, body->rock, poses + k * n};
        }
        const replay_bodies all = {items, stack->count, n,
                                   rocking_stack_outcome_name(stack->outcome)};
        status = replay_write_bodies(path, &all, error);
    }
    free(poses);
    free(items);
    return status == TALUS_OK ? talus_directory_commit(directory, replay_name, error) : status;
}

static talus_status write_scenario(talus_directory *directory, const rocking_stack *stack,
                                   talus_error *error)
{
    char *resolved = rocking_stack_resolved(stack->scenario, talus_directory_path(directory));
    files_text text = {.first = true, .failed = resolved == NULL};
    if (resolved != NULL) {
        files_text_add(&text, "%s", resolved);
    }
    free(resolved);
    return directory_write_text(directory, "scenario.yaml", &text, error);
}

talus_status rocking_stack_claim(talus_directory *directory, const rocking_stack_scenario *scenario,
                                 talus_error *error)
{
    static const char *const names[] = {"history.csv", "history.svg", "scenario.yaml", NULL};
    const talus_status status = directory_claim_all(directory, names, error);
    return status == TALUS_OK && scenario->keys.outputs.replay
               ? talus_directory_claim(directory, replay_name, error)
               : status;
}

talus_status rocking_stack_write(talus_directory *directory, const rocking_stack *stack,
                                 talus_error *error)
{
    const talus_table table = TABLE(history, stack, stack->sample_count * stack->count);
    talus_status status = table_write_csv(directory, "history.csv", &table, error);
    status = status == TALUS_OK ? rocking_stack_chart(directory, stack, error) : status;
    if (status == TALUS_OK && stack->scenario->keys.outputs.replay) {
        status = write_replay(directory, stack, error);
    }
    return status == TALUS_OK ? write_scenario(directory, stack, error) : status;
}
