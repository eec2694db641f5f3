// SPDX-License-Identifier: GPL-3.0-or-later
// The layers `breaks` and `fragments`: where the recorded rocks broke, and the paths of their pieces.
#include "io/products/output.h"
#include "runs/campaign/campaign.h"

#define DEGREES (180.0 / TALUS_PI)

/// What the layers are made of; their `user`.
typedef struct fragment_rows {
    const talus_products_context *context;
    const talus_break *breaks;
    const talus_fragment *fragments;
} fragment_rows;

static const char *ground_name(const fragment_rows *rows, const talus_break *row)
{
    const talus_site *site = &rows->context->campaign->site;
    return row->ground < site->ground_count ? site->grounds[row->ground].name : "";
}

#define ROWS ((const fragment_rows *)user)
#define BREAK_COLUMNS(X)                                                                           \
    X(INTEGER, rock, "1", "index", row->rock)                                                      \
    X(INTEGER, body, "1", "what broke; 0: the rock as released", row->body)                        \
    X(INTEGER, generation, "1", "of what broke; 0: the rock as released", row->generation)         \
    X(REAL, time_s, "s", "after the release", row->time)                                           \
    X(TEXT, ground, NULL, "class under the deepest contact", ground_name(ROWS, row))               \
    X(REAL, mass_kg, "kg", "of what broke", row->mass)                                             \
    X(REAL, volume_m3, "m3", "of what broke", row->volume)                                         \
    X(INTEGER, pieces, "1", "that flew on", row->pieces)                                           \
    X(INTEGER, fines, "1", "pieces below the least volume", row->fines)                            \
    X(REAL, largest_share, "1", "largest piece over what broke", row->largest)                     \
    X(REAL, speed_m_s, "m/s", "of S before the impact", row->speed)                                \
    X(REAL, angle_deg, "deg", "between velocity and surface", DEGREES * row->angle)                \
    X(REAL, impact_energy_kj, "kJ", "taken by the normal percussions", 1e-3 * row->energy)         \
    X(REAL, effective_energy_kj, "kJ", "that the criterion counts", 1e-3 * row->effective)         \
    X(REAL, area_ratio, "1", "new surface over all, by that energy", row->area_ratio)              \
    X(INTEGER, is_clamped, "1", "1: beyond the law of sizes", row->is_clamped)                     \
    X(REAL, new_surface_m2, "m2", "that the cuts made", row->surface)                              \
    X(REAL, kinetic_energy_kj, "kJ", "after the impact, before the scatter", 1e-3 * row->kinetic)  \
    X(REAL, scatter_energy_kj, "kJ", "given to the pieces", 1e-3 * row->scatter)                   \
    X(REAL, fines_mass_kg, "kg", "that left", row->fines_mass)                                     \
    X(REAL, fines_energy_kj, "kJ", "kinetic, that left", 1e-3 * row->fines_energy)                 \
    X(REAL, imbalance, "1", "largest relative error of the ledger", row->imbalance)
#define FRAGMENT_COLUMNS(X)                                                                        \
    X(INTEGER, rock, "1", "index", row->rock)                                                      \
    X(INTEGER, body, "1", "number in its event", row->body)                                        \
    X(INTEGER, parent, "1", "body that it is a piece of; itself: released together with the rock", \
      row->parent)                                                                                 \
    X(INTEGER, generation, "1", "0: released, 1: a piece of what was released", row->generation)   \
    X(TEXT, outcome, NULL, "how it ended", talus_outcome_name(row->outcome))                       \
    X(REAL, mass_kg, "kg", NULL, row->mass)                                                        \
    X(REAL, volume_m3, "m3", NULL, row->volume)                                                    \
    X(REAL, birth_s, "s", "after the release", row->birth)                                         \
    X(REAL, time_s, "s", "from the release to its end", row->time)                                 \
    X(REAL, path_m, "m", "along the path of S since its birth", row->path)                         \
    X(REAL, energy_max_kj, "kJ", "kinetic, largest", 1e-3 * row->kinetic_energy_max)               \
    X(REAL, speed_max_m_s, "m/s", "largest", row->speed_max)                                       \
    X(REAL, jump_height_max_m, "m", "largest", row->jump_height_max)
TABLE_DEFINE(breaks, BREAK_COLUMNS, const talus_break *row = &ROWS->breaks[index])
TABLE_DEFINE(fragments, FRAGMENT_COLUMNS, const talus_fragment *row = &ROWS->fragments[index])

static talus_status place_break(const void *user, size_t index, size_t part, table_points *points,
                                talus_error *error)
{
    const talus_products_context *context = ROWS->context;
    const talus_break *row = &ROWS->breaks[index];
    return part == 0 ? table_points_add(points, context->east + row->r.x, context->north + row->r.y,
                                        row->r.z, row->time, error)
                     : TALUS_OK;
}

/// A fragment that rested where it was born has no line.
static talus_status place_fragment(const void *user, size_t index, size_t part,
                                   table_points *points, talus_error *error)
{
    const talus_products_context *context = ROWS->context;
    const talus_fragment *row = &ROWS->fragments[index];
    talus_status status = TALUS_OK;
    for (size_t k = 0; part == 0 && row->count >= 2 && k < row->count && status == TALUS_OK; k++) {
        const talus_track_point *p = &row->points[k];
        status = table_points_add(points, context->east + p->x, context->north + p->y, p->z, p->t,
                                  error);
    }
    return status;
}

talus_status output_write_fragments(geo_writer *writer, const talus_products_context *context,
                                    const talus_results *results, talus_error *error)
{
    if (!campaign_has_bodies(context->campaign)) {
        return TALUS_OK;
    }
    size_t break_count = 0, fragment_count = 0;
    const fragment_rows rows = {.context = context,
                                .breaks = ensemble_breaks(results, &break_count),
                                .fragments = ensemble_fragments(results, &fragment_count)};
    const talus_table breaks = TABLE(breaks, &rows, break_count);
    const talus_table fragments = TABLE(fragments, &rows, fragment_count);
    const talus_status status =
        table_gpkg(writer, &breaks, GEO_POINTS, output_style_breaks, place_break, error);
    return status == TALUS_OK ? table_gpkg(writer, &fragments, GEO_LINES, output_style_trajectories,
                                           place_fragment, error)
                              : status;
}
