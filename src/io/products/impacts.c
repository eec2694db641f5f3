// SPDX-License-Identifier: GPL-3.0-or-later
// The layer `impacts`: what lies between two flights of a recorded rock.
#include "io/products/output.h"
#include "runs/observe/impact.h"

#include <math.h>

#define DEGREES (180.0 / TALUS_PI)

enum {
    IMPACT_ROCK,
    IMPACT_TIME,
    IMPACT_ENERGY_BEFORE,
    IMPACT_ENERGY_AFTER,
    IMPACT_SPEED_BEFORE,
    IMPACT_SPEED_AFTER,
    IMPACT_SPIN_BEFORE,
    IMPACT_SPIN_AFTER,
    IMPACT_IMPULSE,
    IMPACT_CONTACTS,
    IMPACT_GROUND,
    IMPACT_SCAR_DEPTH,
    IMPACT_SCAR_LENGTH,
    IMPACT_V_BEFORE, // three, with each of the next four
    IMPACT_V_AFTER = IMPACT_V_BEFORE + 3,
    IMPACT_W_BEFORE = IMPACT_V_AFTER + 3,
    IMPACT_W_AFTER = IMPACT_W_BEFORE + 3,
    IMPACT_NORMAL = IMPACT_W_AFTER + 3,
    IMPACT_N_BEFORE = IMPACT_NORMAL + 3,
    IMPACT_N_AFTER,
    IMPACT_T_BEFORE,
    IMPACT_T_AFTER,
    IMPACT_ENERGY_KEPT,
    IMPACT_E_N,
    IMPACT_E_T,
    IMPACT_DEVIATION,
    IMPACT_ANGLE,
    IMPACT_CONTACT_TIME,
    IMPACT_JUMP_TIME,
    IMPACT_JUMP_LENGTH,
    IMPACT_JUMP_PLUMB,
    IMPACT_JUMP_NORMAL,
    IMPACT_FALLS_FREE,
    IMPACT_FIELDS
};

#define REAL(place, name) [place] = {name, GEO_FIELD_REAL}
#define VECTOR(place, begin, end)                                                                  \
    REAL(place, begin "x" end), REAL(place + 1, begin "y" end), REAL(place + 2, begin "z" end)
static const geo_field fields[IMPACT_FIELDS] = {
    [IMPACT_ROCK] = {"rock", GEO_FIELD_INTEGER},
    REAL(IMPACT_TIME, "time_s"),
    REAL(IMPACT_ENERGY_BEFORE, "energy_before_kj"),
    REAL(IMPACT_ENERGY_AFTER, "energy_after_kj"),
    REAL(IMPACT_SPEED_BEFORE, "speed_before_m_s"),
    REAL(IMPACT_SPEED_AFTER, "speed_after_m_s"),
    REAL(IMPACT_SPIN_BEFORE, "spin_before_rad_s"),
    REAL(IMPACT_SPIN_AFTER, "spin_after_rad_s"),
    REAL(IMPACT_IMPULSE, "impulse_n_s"),
    [IMPACT_CONTACTS] = {"contacts", GEO_FIELD_INTEGER},
    [IMPACT_GROUND] = {"ground", GEO_FIELD_TEXT},
    REAL(IMPACT_SCAR_DEPTH, "scar_depth_m"),
    REAL(IMPACT_SCAR_LENGTH, "scar_length_m"),
    VECTOR(IMPACT_V_BEFORE, "v", "_before_m_s"),
    VECTOR(IMPACT_V_AFTER, "v", "_after_m_s"),
    VECTOR(IMPACT_W_BEFORE, "w", "_before_rad_s"),
    VECTOR(IMPACT_W_AFTER, "w", "_after_rad_s"),
    VECTOR(IMPACT_NORMAL, "n", ""),
    REAL(IMPACT_N_BEFORE, "v_n_before_m_s"),
    REAL(IMPACT_N_AFTER, "v_n_after_m_s"),
    REAL(IMPACT_T_BEFORE, "v_t_before_m_s"),
    REAL(IMPACT_T_AFTER, "v_t_after_m_s"),
    REAL(IMPACT_ENERGY_KEPT, "energy_kept"),
    REAL(IMPACT_E_N, "e_n"),
    REAL(IMPACT_E_T, "e_t"),
    REAL(IMPACT_DEVIATION, "deviation_deg"),
    REAL(IMPACT_ANGLE, "angle_deg"),
    REAL(IMPACT_CONTACT_TIME, "contact_time_s"),
    REAL(IMPACT_JUMP_TIME, "jump_time_s"),
    REAL(IMPACT_JUMP_LENGTH, "jump_length_m"),
    REAL(IMPACT_JUMP_PLUMB, "jump_height_plumb_m"),
    REAL(IMPACT_JUMP_NORMAL, "jump_height_normal_m"),
    [IMPACT_FALLS_FREE] = {"jump_falls_free", GEO_FIELD_INTEGER},
};

static double length_of(talus_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

static void put_vector(geo_value *values, talus_vec3 a)
{
    values[0].real = a.x;
    values[1].real = a.y;
    values[2].real = a.z;
}

/// Columns of before: of the touch.
static void fill_touch(const talus_impact *impact, const talus_site *site, geo_value *values)
{
    values[IMPACT_ROCK].integer = (int64_t)impact->rock;
    values[IMPACT_TIME].real = impact->time;
    values[IMPACT_ENERGY_BEFORE].real = 1e-3 * impact->energy_before;
    values[IMPACT_ENERGY_AFTER].real = 1e-3 * impact->energy_after;
    values[IMPACT_SPEED_BEFORE].real = length_of(impact->v_before);
    values[IMPACT_SPEED_AFTER].real = length_of(impact->v_after);
    values[IMPACT_SPIN_BEFORE].real = impact->spin_before;
    values[IMPACT_SPIN_AFTER].real = impact->spin_after;
    values[IMPACT_IMPULSE].real = length_of(impact->impulse);
    values[IMPACT_CONTACTS].integer = impact->contacts;
    values[IMPACT_GROUND].text =
        impact->ground < site->ground_count ? site->grounds[impact->ground].name : "";
    values[IMPACT_SCAR_DEPTH].real = impact->scar_depth;
    values[IMPACT_SCAR_LENGTH].real = impact->scar_length;
}

/// Vectors, what follows from them, and the jump.
static void fill_motion(const talus_impact *impact, geo_value *values)
{
    const observe_split split =
        observe_split_velocities(impact->v_before, impact->v_after, impact->normal);
    put_vector(values + IMPACT_V_BEFORE, impact->v_before);
    put_vector(values + IMPACT_V_AFTER, impact->v_after);
    put_vector(values + IMPACT_W_BEFORE, impact->omega_before);
    put_vector(values + IMPACT_W_AFTER, impact->omega_after);
    put_vector(values + IMPACT_NORMAL, impact->normal);
    values[IMPACT_N_BEFORE].real = split.n_before;
    values[IMPACT_N_AFTER].real = split.n_after;
    values[IMPACT_T_BEFORE].real = split.t_before;
    values[IMPACT_T_AFTER].real = split.t_after;
    values[IMPACT_ENERGY_KEPT].real = split.energy_kept;
    values[IMPACT_E_N].real = split.e_n;
    values[IMPACT_E_T].real = split.e_t;
    values[IMPACT_DEVIATION].real = DEGREES * split.deviation;
    values[IMPACT_ANGLE].real = DEGREES * split.angle;
    values[IMPACT_CONTACT_TIME].real = impact->contact_time;
    values[IMPACT_JUMP_TIME].real = impact->jump_time;
    values[IMPACT_JUMP_LENGTH].real = impact->jump_length;
    values[IMPACT_JUMP_PLUMB].real = impact->jump_plumb;
    values[IMPACT_JUMP_NORMAL].real = impact->jump_normal;
    values[IMPACT_FALLS_FREE].integer = impact->jump_falls_free;
}

talus_status output_write_impacts(geo_writer *writer, const talus_output_context *context,
                                  const talus_results *results, talus_error *error)
{
    size_t count = 0;
    const talus_impact *impacts = talus_results_impacts(results, &count);
    talus_status status = geo_writer_layer(writer, "impacts", GEO_POINTS, fields, IMPACT_FIELDS,
                                           output_style_impacts, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_vec3 r = impacts[k].r;
        const double point[4] = {context->east + r.x, context->north + r.y, r.z, impacts[k].time};
        geo_value values[IMPACT_FIELDS];
        fill_touch(&impacts[k], &context->campaign->site, values);
        fill_motion(&impacts[k], values);
        status = geo_writer_feature(writer, point, 1, values, error);
    }
    return status;
}
