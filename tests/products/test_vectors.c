// SPDX-License-Identifier: GPL-3.0-or-later
#include "products/scene.h"

#include "foundation/files/files.h"
#include "io/geo/geo.h"

#include <math.h>

static talus_status read_where(const char *directory, const char *layer, const char *where,
                               geo_vectors *vectors)
{
    char path[600];
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/results.gpkg", directory);
    memset(vectors, 0, sizeof *vectors);
    return geo_read_vectors(path, layer, where, SCENE_WKT, SCENE_EAST, SCENE_NORTH, NULL, vectors,
                            &error);
}

static void write_scene(scene *s, char directory[512], const char *name)
{
    scene_init(s);
    scene_path(directory, name);
    scene_write(s, directory);
}

Test(vectors, hold_one_feature_for_every_rock)
{
    scene s;
    char directory[512];
    geo_vectors vectors;
    write_scene(&s, directory, "vectors_count");
    cr_assert_eq(read_where(directory, "deposits", NULL, &vectors), TALUS_OK);
    cr_expect_eq(vectors.kind, GEO_POINTS);
    cr_expect_eq(vectors.part_count, SCENE_ROCKS);
    geo_vectors_clear(&vectors);
    cr_assert_eq(read_where(directory, "releases", NULL, &vectors), TALUS_OK);
    cr_expect_eq(vectors.part_count, SCENE_ROCKS);
    geo_vectors_clear(&vectors);
    cr_assert_eq(read_where(directory, "trajectories", NULL, &vectors), TALUS_OK);
    cr_expect_eq(vectors.kind, GEO_LINES);
    cr_expect_eq(vectors.part_count, SCENE_ROCKS);
    geo_vectors_clear(&vectors);
    scene_remove(directory);
    scene_clear(&s);
}

Test(vectors, hold_every_recorded_impact)
{
    scene s;
    char directory[512];
    geo_vectors vectors;
    size_t count = 0;
    write_scene(&s, directory, "vectors_impacts");
    ensemble_impacts(s.results, &count);
    cr_assert_gt(count, 0);
    cr_assert_eq(read_where(directory, "impacts", "ground = 'hard'", &vectors), TALUS_OK);
    cr_expect_eq(vectors.part_count, count);
    geo_vectors_clear(&vectors);
    // every row lies between two flights, and its columns fit together
    static const char *const conditions[] = {
        "jump_time_s >= 0.0599 AND contact_time_s BETWEEN 0 AND 0.5 AND v_n_before_m_s <= -0.3",
        "vx_before_m_s * vx_before_m_s + vy_before_m_s * vy_before_m_s + vz_before_m_s * "
        "vz_before_m_s - speed_before_m_s * speed_before_m_s BETWEEN -1e-6 AND 1e-6",
        "wx_after_rad_s * wx_after_rad_s + wy_after_rad_s * wy_after_rad_s + wz_after_rad_s * "
        "wz_after_rad_s - spin_after_rad_s * spin_after_rad_s BETWEEN -1e-6 AND 1e-6",
        "vx_after_m_s * nx + vy_after_m_s * ny + vz_after_m_s * nz - v_n_after_m_s BETWEEN -1e-9 "
        "AND 1e-9",
        "energy_kept * speed_before_m_s * speed_before_m_s - speed_after_m_s * speed_after_m_s "
        "BETWEEN -1e-6 AND 1e-6",
        "e_n * v_n_before_m_s + v_n_after_m_s BETWEEN -1e-9 AND 1e-9 AND e_t * v_t_before_m_s - "
        "v_t_after_m_s BETWEEN -1e-9 AND 1e-9",
        "jump_height_normal_m >= 0 AND jump_height_plumb_m > 0 AND jump_length_m > 0 AND "
        "jump_falls_free IN (0, 1) AND angle_deg BETWEEN 0 AND 90 AND deviation_deg BETWEEN 0 AND "
        "180"};
    for (size_t k = 0; k < sizeof conditions / sizeof *conditions; k++) {
        cr_assert_eq(read_where(directory, "impacts", conditions[k], &vectors), TALUS_OK, "%s",
                     conditions[k]);
        cr_expect_eq(vectors.part_count, count, "%s: %zu of %zu", conditions[k], vectors.part_count,
                     count);
        geo_vectors_clear(&vectors);
    }
    scene_remove(directory);
    scene_clear(&s);
}

Test(vectors, lie_where_the_rocks_were)
{
    scene s;
    char directory[512];
    geo_vectors vectors;
    write_scene(&s, directory, "vectors_place");
    const talus_rock_record *records = ensemble_records(s.results);
    cr_assert_eq(read_where(directory, "deposits", "rock = 3", &vectors), TALUS_OK);
    cr_assert_eq(vectors.part_count, 1);
    // world coordinates of 5e6 m: a double keeps 1e-9 m
    cr_expect_float_eq(vectors.parts[0].xy[0], records[3].end.r.x, 2e-9);
    cr_expect_float_eq(vectors.parts[0].xy[1], records[3].end.r.y, 2e-9);
    geo_vectors_clear(&vectors);
    cr_assert_eq(read_where(directory, "trajectories", "rock = 3", &vectors), TALUS_OK);
    const geo_part *line = &vectors.parts[0];
    cr_expect_gt(line->count, 10);
    cr_expect_float_eq(line->xy[0], records[3].start.r.x, 2e-9);
    cr_expect_float_eq(line->xy[2 * line->count - 1], records[3].end.r.y, 2e-9);
    geo_vectors_clear(&vectors);
    scene_remove(directory);
    scene_clear(&s);
}

Test(vectors, carry_attributes_that_filters_understand)
{
    scene s;
    char directory[512];
    char where[200];
    geo_vectors vectors;
    write_scene(&s, directory, "vectors_fields");
    const talus_rock_record *r = &ensemble_records(s.results)[2];
    snprintf(
        where, sizeof where,
        "rock = 2 AND outcome = '%s' AND release = 'edge' AND mass_kg - %.17g BETWEEN -1e-6 AND "
        "1e-6 AND energy_max_kj - %.17g BETWEEN -1e-6 AND 1e-6 AND runout_m > 20",
        talus_outcome_name(r->outcome), r->mass, 1e-3 * r->kinetic_energy_max);
    cr_assert_eq(read_where(directory, "trajectories", where, &vectors), TALUS_OK);
    cr_expect_eq(vectors.part_count, 1);
    geo_vectors_clear(&vectors);
    scene_remove(directory);
    scene_clear(&s);
}

Test(vectors, bring_their_styles)
{
    scene s;
    char directory[512];
    char path[600];
    char *data = NULL;
    size_t size = 0;
    int found = 0;
    write_scene(&s, directory, "vectors_styles");
    snprintf(path, sizeof path, "%s/results.gpkg", directory);
    cr_assert_eq(files_read_all(path, &data, &size, NULL), TALUS_OK);
    for (size_t k = 0; k + 12 < size; k++) {
        found += memcmp(data + k, "<renderer-v2", 12) == 0;
    }
    cr_expect_eq(found, 4, "one style a layer, found %d", found);
    free(data);
    scene_remove(directory);
    scene_clear(&s);
}
