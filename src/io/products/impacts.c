// SPDX-License-Identifier: GPL-3.0-or-later
// The layer `impacts`: what lies between two flights of a recorded rock.
#include "io/products/output.h"
#include "runs/observe/impact.h"

#include <math.h>

#define DEGREES (180.0 / TALUS_PI)

/// What the layer is made of; its `user`.
typedef struct impact_rows {
    const talus_products_context *context;
    const talus_impact *impacts;
} impact_rows;

static double length_of(talus_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

static const char *ground_name(const impact_rows *rows, const talus_impact *impact)
{
    const talus_site *site = &rows->context->campaign->site;
    return impact->ground < site->ground_count ? site->grounds[impact->ground].name : "";
}

static observe_split split_of(const talus_impact *impact)
{
    return observe_split_velocities(impact->v_before, impact->v_after, impact->normal);
}

#define VECTOR(X, x_, y_, z_, unit, doc, a)                                                        \
    X(REAL, x_, unit, doc, (a).x) X(REAL, y_, unit, doc, (a).y) X(REAL, z_, unit, doc, (a).z)
#define ROWS ((const impact_rows *)user)
#define IMPACT_COLUMNS(X)                                                                          \
    X(INTEGER, rock, "1", "index", row->rock)                                                      \
    X(REAL, time_s, "s", "after the release", row->time)                                           \
    X(REAL, energy_before_kj, "kJ", "kinetic", 1e-3 * row->energy_before)                          \
    X(REAL, energy_after_kj, "kJ", "kinetic", 1e-3 * row->energy_after)                            \
    X(REAL, speed_before_m_s, "m/s", "of S", length_of(row->v_before))                             \
    X(REAL, speed_after_m_s, "m/s", "of S", length_of(row->v_after))                               \
    X(REAL, spin_before_rad_s, "rad/s", NULL, row->spin_before)                                    \
    X(REAL, spin_after_rad_s, "rad/s", NULL, row->spin_after)                                      \
    X(REAL, impulse_n_s, "N s", "magnitude", length_of(row->impulse))                              \
    X(INTEGER, contacts, "1", "closed", row->contacts)                                             \
    X(REAL, withheld, "1", "share of the restitution left out", row->withheld)                     \
    X(TEXT, ground, NULL, "class under S", ground_name(ROWS, row))                                 \
    X(REAL, scar_depth_m, "m", "of the hard plane under the soil", row->scar_depth)                \
    X(REAL, scar_length_m, "m", "along the surface under S", row->scar_length)                     \
    VECTOR(X, vx_before_m_s, vy_before_m_s, vz_before_m_s, "m/s", "of S", row->v_before)           \
    VECTOR(X, vx_after_m_s, vy_after_m_s, vz_after_m_s, "m/s", "of S", row->v_after)               \
    VECTOR(X, wx_before_rad_s, wy_before_rad_s, wz_before_rad_s, "rad/s", NULL, row->omega_before) \
    VECTOR(X, wx_after_rad_s, wy_after_rad_s, wz_after_rad_s, "rad/s", NULL, row->omega_after)     \
    VECTOR(X, nx, ny, nz, "1", "normal", row->normal)                                              \
    X(REAL, v_n_before_m_s, "m/s", "along the normal", split_of(row).n_before)                     \
    X(REAL, v_n_after_m_s, "m/s", "along the normal", split_of(row).n_after)                       \
    X(REAL, v_t_before_m_s, "m/s", "across the normal", split_of(row).t_before)                    \
    X(REAL, v_t_after_m_s, "m/s", "across the normal", split_of(row).t_after)                      \
    X(REAL, energy_kept, "1", NULL, split_of(row).energy_kept)                                     \
    X(REAL, e_n, "1", NULL, split_of(row).e_n)                                                     \
    X(REAL, e_t, "1", NULL, split_of(row).e_t)                                                     \
    X(REAL, deviation_deg, "deg", NULL, DEGREES *split_of(row).deviation)                          \
    X(REAL, angle_deg, "deg", NULL, DEGREES *split_of(row).angle)                                  \
    X(REAL, contact_time_s, "s", NULL, row->contact_time)                                          \
    X(REAL, jump_time_s, "s", NULL, row->jump_time)                                                \
    X(REAL, jump_length_m, "m", NULL, row->jump_length)                                            \
    X(REAL, jump_height_plumb_m, "m", NULL, row->jump_vertical)                                    \
    X(REAL, jump_height_normal_m, "m", NULL, row->jump_normal)                                     \
    X(INTEGER, jump_falls_free, "1", NULL, row->jump_falls_free)
TABLE_DEFINE(impacts, IMPACT_COLUMNS, const talus_impact *row = &ROWS->impacts[index])

static talus_status place(const void *user, size_t index, size_t part, table_points *points,
                          talus_error *error)
{
    const talus_products_context *context = ROWS->context;
    const talus_impact *impact = &ROWS->impacts[index];
    return part == 0
               ? table_points_add(points, context->east + impact->r.x, context->north + impact->r.y,
                                  impact->r.z, impact->time, error)
               : TALUS_OK;
}

talus_status output_write_impacts(geo_writer *writer, const talus_products_context *context,
                                  const talus_results *results, talus_error *error)
{
    size_t count = 0;
    const impact_rows rows = {context, ensemble_impacts(results, &count)};
    const talus_table table = TABLE(impacts, &rows, count);
    return table_gpkg(writer, &table, GEO_POINTS, output_style_impacts, place, error);
}
