// SPDX-License-Identifier: GPL-3.0-or-later
// history.csv and impacts.csv of a rocking scenario.
#include "io/table/table.h"
#include "lab/study/rocking_internal.h"
#include "lab/study/rocking_run_internal.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_SIZE = 8 * TALUS_SPATIAL_CORNERS, MOST_COLUMNS = 40 };

static bool is_planar(const rocking_run *run)
{
    return run->scenario->keys.block.kind == ROCKING_PLANAR;
}

/// A planar block has two feet, its drawing four corners.
static size_t corner_count(const rocking_run *run)
{
    return is_planar(run) ? 2 : run->block.corner_count;
}

/// "A", "V3+V4"; empty in flight.
static void name_corners(const rocking_run *run, unsigned corners, char names[NAMES_SIZE])
{
    size_t used = 0;
    names[0] = '\0';
    for (int i = 0; i < (int)corner_count(run); i++) {
        char name[8];
        rocking_run_corner_name(run, i, name);
        if ((corners >> i & 1U) != 0) {
            used += (size_t)snprintf(names + used, NAMES_SIZE - used, "%s%s", used > 0 ? "+" : "",
                                     name);
        }
    }
}

/// A row of history.csv.
typedef struct history_row {
    const rocking_run *run;
    const rocking_run_sample *s;
    talus_vec3 ground, body;
    rocking_run_force f;
    double across; ///< N
    char touching[NAMES_SIZE];
} history_row;

static history_row row_of(const rocking_run *run, const rocking_run_sample *s)
{
    history_row row = {.run = run,
                       .s = s,
                       .ground = rocking_run_ground(run, s->time),
                       .body = rocking_run_body_rate(s),
                       .f = rocking_run_reaction(run, s)};
    const talus_vec3 force = row.f.force;
    row.across = is_planar(run) ? force.x : sqrt(force.x * force.x + force.y * force.y);
    name_corners(run, s->touching, row.touching);
    return row;
}

/// Height of a corner above the base: of a planar block A or B.
static double height_of(const history_row *row, size_t i)
{
    static const size_t feet[2] = {3, 0};
    const talus_vec3 corner = row->run->block.corners[is_planar(row->run) ? feet[i] : i];
    return row->s->position.z + talus_quat_rotate(row->s->attitude, corner).z;
}

#define VECTOR(X, x_, y_, z_, unit, doc, a)                                                        \
    X(REAL17, x_, unit, doc, (a).x) X(REAL17, y_, unit, doc, (a).y) X(REAL17, z_, unit, doc, (a).z)

#define PLANAR_MOTION(X)                                                                           \
    X(REAL17, time_s, "s", NULL, row->s->time)                                                     \
    X(REAL17, theta_rad, "rad", "rotation, above 0 about A", row->s->theta)                        \
    X(REAL17, omega_rad_s, "rad/s", NULL, row->s->omega)                                           \
    X(REAL17, com_x_m, "m", "centre of mass", row->s->position.x)                                  \
    X(REAL17, com_z_m, "m", "centre of mass", row->s->position.z)                                  \
    X(REAL17, energy_j, "J", "above that at rest", row->s->energy)                                 \
    X(WORD, touching, NULL, "corners that stay on the base", row->touching)
#define SPATIAL_MOTION(X)                                                                          \
    X(REAL17, time_s, "s", NULL, row->s->time)                                                     \
    X(REAL17, q_w, "1", "attitude", row->s->attitude.w)                                            \
    VECTOR(X, q_x, q_y, q_z, "1", "attitude", row->s->attitude)                                    \
    VECTOR(X, omega_x_rad_s, omega_y_rad_s, omega_z_rad_s, "rad/s", "axes of the base", row->s->w) \
    VECTOR(X, body_omega_x_rad_s, body_omega_y_rad_s, body_omega_z_rad_s, "rad/s",                 \
           "axes of the block", row->body)                                                         \
    X(REAL17, inclination_rad, "rad", "of the block's axis", row->s->theta)                        \
    VECTOR(X, com_x_m, com_y_m, com_z_m, "m", "centre of mass", row->s->position)                  \
    X(REAL17, energy_j, "J", "above that at rest", row->s->energy)                                 \
    X(WORD, touching, NULL, "corners that stay on the base: V3+V4", row->touching)
#define PLANAR_FORCES(X)                                                                           \
    X(REAL17, ground_x_m_s2, "m/s2", "of the base", row->ground.x)                                 \
    X(REAL17, ground_z_m_s2, "m/s2", "of the base", row->ground.z)                                 \
    X(REAL17, reaction_n, "N", "of the base, upwards", row->f.force.z)                             \
    X(REAL17, reaction_t, "N", "of the base, along it", row->across)                               \
    X(REAL17, friction_demand, "1", "along it over upwards", row->f.demand)                        \
    X(REAL17, pressure_x, "m", "where the reaction cuts the base", row->f.x)
#define SPATIAL_FORCES(X)                                                                          \
    VECTOR(X, ground_x_m_s2, ground_y_m_s2, ground_z_m_s2, "m/s2", "of the base", row->ground)     \
    X(REAL17, reaction_n, "N", "of the base, upwards", row->f.force.z)                             \
    X(REAL17, reaction_t, "N", "of the base, along it", row->across)                               \
    X(REAL17, friction_demand, "1", "along it over upwards", row->f.demand)                        \
    X(REAL17, pressure_x, "m", "where the reaction cuts the base", row->f.x)                       \
    X(REAL17, pressure_y, "m", "where the reaction cuts the base", row->f.y)
TABLE_DEFINE(planar_motion, PLANAR_MOTION, const history_row *row = TABLE_ROW(history_row))
TABLE_DEFINE(spatial_motion, SPATIAL_MOTION, const history_row *row = TABLE_ROW(history_row))
TABLE_DEFINE(planar_forces, PLANAR_FORCES, const history_row *row = TABLE_ROW(history_row))
TABLE_DEFINE(spatial_forces, SPATIAL_FORCES, const history_row *row = TABLE_ROW(history_row))

/// What history.csv is made of: the row at hand is worked out once for all its cells.
typedef struct history_rows {
    const rocking_run *run;
    history_row *row;
    size_t *at; ///< index of *row; SIZE_MAX = none yet
} history_rows;

static bool is_regular(const void *user, size_t index)
{
    return ((const history_rows *)user)->run->samples[index].regular;
}

/// The motion, a height for each corner, the forces.
static talus_value history_cell(const void *user, size_t index, size_t column)
{
    const history_rows *rows = user;
    const history_row *row = rows->row;
    if (*rows->at != index) {
        *rows->row = row_of(rows->run, &rows->run->samples[index]);
        *rows->at = index;
    }
    const bool planar = is_planar(row->run);
    const size_t before =
        planar ? TABLE_COLUMN_COUNT(planar_motion) : TABLE_COLUMN_COUNT(spatial_motion);
    const size_t corners = corner_count(row->run);
    if (column < before) {
        return (planar ? planar_motion_cell : spatial_motion_cell)(row, 0, column);
    }
    if (column < before + corners) {
        return talus_value_real(height_of(row, column - before));
    }
    return (planar ? planar_forces_cell : spatial_forces_cell)(row, 0, column - before - corners);
}

/// Keys "height_V3_m" of the corners.
typedef struct height_keys {
    char key[TALUS_SPATIAL_CORNERS][24];
} height_keys;

/// @return how many columns
static size_t history_columns(const rocking_run *run, height_keys *keys,
                              talus_column columns[MOST_COLUMNS])
{
    const bool planar = is_planar(run);
    const talus_table motion = TABLE(planar_motion, NULL, 0),
                      space = TABLE(spatial_motion, NULL, 0);
    const talus_table force = TABLE(planar_forces, NULL, 0), all = TABLE(spatial_forces, NULL, 0);
    const talus_table *first = planar ? &motion : &space, *last = planar ? &force : &all;
    size_t count = first->column_count;
    memcpy(columns, first->columns, count * sizeof *columns);
    for (size_t i = 0; i < corner_count(run); i++) {
        char name[8];
        rocking_run_corner_name(run, (int)i, name);
        (void)snprintf(keys->key[i], sizeof keys->key[i], "height_%s_m", name);
        columns[count++] = (talus_column){
            .key = keys->key[i], .unit = "m", .type = TALUS_COLUMN_REAL, .digits = 17};
    }
    memcpy(columns + count, last->columns, last->column_count * sizeof *columns);
    return count + last->column_count;
}

talus_status rocking_run_write_history(talus_directory *directory, const rocking_run *run,
                                       talus_error *error)
{
    talus_column columns[MOST_COLUMNS];
    height_keys keys;
    history_row row;
    size_t at = SIZE_MAX;
    const history_rows rows = {run, &row, &at};
    const talus_table table = {.size = sizeof table,
                               .name = "history",
                               .columns = columns,
                               .column_count = history_columns(run, &keys, columns),
                               .row_count = run->sample_count,
                               .cell = history_cell,
                               .user = &rows};
    return table_write_csv_where(directory, "history.csv", &table, is_regular, error);
}

/// Rows of impacts.csv; the names are those of the row that is read.
typedef struct impact_rows {
    const rocking_run *run;
    char *hit, *before, *after; ///< (8), (NAMES_SIZE) twice
} impact_rows;
#define ROWS ((const impact_rows *)user)

static const char *hit_of(const impact_rows *rows, const rocking_run_impact *impact)
{
    rocking_run_corner_name(rows->run, impact->hit, rows->hit);
    return rows->hit;
}

static const char *corners_of(const impact_rows *rows, unsigned corners, char *names)
{
    name_corners(rows->run, corners, names);
    return names;
}

#define IMPACT_HEAD(X)                                                                             \
    X(REAL17, time_s, "s", NULL, row->time)                                                        \
    X(WORD, kind, NULL, "of the event", row->kind)                                                 \
    X(WORD, hit, NULL, "corner that came down", hit_of(ROWS, row))                                 \
    X(WORD, touching_before, NULL, "corners at rest", corners_of(ROWS, row->before, ROWS->before)) \
    X(WORD, touching_after, NULL, "corners at rest", corners_of(ROWS, row->after, ROWS->after))
#define PLANAR_IMPACT(X)                                                                           \
    IMPACT_HEAD(X)                                                                                 \
    X(REAL17, omega_before_rad_s, "rad/s", NULL, -row->w_minus.y)                                  \
    X(REAL17, omega_after_rad_s, "rad/s", NULL, -row->w_plus.y)                                    \
    X(REAL17, energy_change_j, "J", NULL, row->energy_change)                                      \
    X(REAL17, impulse_x_n_s, "N s", "of the base", row->impulse.x)                                 \
    X(REAL17, impulse_z_n_s, "N s", "of the base", row->impulse.z)
#define SPATIAL_IMPACT(X)                                                                          \
    IMPACT_HEAD(X)                                                                                 \
    VECTOR(X, omega_before_x_rad_s, omega_before_y_rad_s, omega_before_z_rad_s, "rad/s",           \
           "axes of the base", row->w_minus)                                                       \
    VECTOR(X, omega_after_x_rad_s, omega_after_y_rad_s, omega_after_z_rad_s, "rad/s",              \
           "axes of the base", row->w_plus)                                                        \
    X(REAL17, energy_change_j, "J", NULL, row->energy_change)                                      \
    VECTOR(X, impulse_x_n_s, impulse_y_n_s, impulse_z_n_s, "N s", "of the base", row->impulse)
TABLE_DEFINE(planar_impacts, PLANAR_IMPACT,
             const rocking_run_impact *row = &ROWS->run->impacts[index])
TABLE_DEFINE(spatial_impacts, SPATIAL_IMPACT,
             const rocking_run_impact *row = &ROWS->run->impacts[index])

talus_status rocking_run_write_impacts(talus_directory *directory, const rocking_run *run,
                                       talus_error *error)
{
    char hit[8], before[NAMES_SIZE], after[NAMES_SIZE];
    const impact_rows rows = {run, hit, before, after};
    const talus_table planar = TABLE(planar_impacts, &rows, run->impact_count);
    const talus_table spatial = TABLE(spatial_impacts, &rows, run->impact_count);
    return table_write_csv(directory, "impacts.csv", is_planar(run) ? &planar : &spatial, error);
}
