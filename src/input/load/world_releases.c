// SPDX-License-Identifier: GPL-3.0-or-later
// Releases of a scenario in local metres: points, segments, triangles or cells, with their running
// lengths and areas.
#include "input/load/sources.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report_memory(const scenario_release_loader *m)
{
    scenario_fail(m->loader, m->node, TALUS_ERROR_MEMORY, "out of memory for a release");
}

static bool allocate(scenario_release_loader *m, talus_release_kind kind, size_t count)
{
    static const size_t points_of[] = {1, 2, 3, 1, 1, 1};
    m->release->kind = kind;
    m->release->xy = malloc((count > 0 ? count : 1) * points_of[kind] * 2 * sizeof(double));
    if (m->release->xy == NULL) {
        report_memory(m);
        return false;
    }
    return true;
}

/// Running sums of lengths or areas, as drawing needs them.
static void sum_up(scenario_release_loader *m)
{
    talus_release *release = m->release;
    const bool areas = release->kind == TALUS_RELEASE_TRIANGLES;
    if (release->kind != TALUS_RELEASE_SEGMENTS && !areas) {
        return;
    }
    release->cumulative = malloc((release->count > 0 ? release->count : 1) * sizeof(double));
    if (release->cumulative == NULL) {
        report_memory(m);
        return;
    }
    double sum = 0.0;
    for (size_t i = 0; i < release->count; i++) {
        const double *p = release->xy + i * (areas ? 6 : 4);
        const double ux = p[2] - p[0];
        const double uy = p[3] - p[1];
        sum +=
            areas ? 0.5 * fabs(ux * (p[5] - p[1]) - uy * (p[4] - p[0])) : sqrt(ux * ux + uy * uy);
        release->cumulative[i] = sum;
    }
    if (!(sum > 0.0)) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "the release has no %s: its points coincide%s", areas ? "area" : "length",
                      areas ? " or lie on a line" : "");
    }
}

static void add_points(scenario_release_loader *m, const geo_vectors *vectors)
{
    size_t count = 0;
    for (size_t i = 0; i < vectors->part_count; i++) {
        count += vectors->parts[i].count;
    }
    if (!allocate(m, TALUS_RELEASE_POINTS, count)) {
        return;
    }
    for (size_t i = 0; i < vectors->part_count; i++) {
        const geo_part *part = &vectors->parts[i];
        memcpy(m->release->xy + 2 * m->release->count, part->xy, 2 * part->count * sizeof(double));
        m->release->count += part->count;
    }
}

static void add_lines(scenario_release_loader *m, const geo_vectors *vectors)
{
    size_t count = 0;
    for (size_t i = 0; i < vectors->part_count; i++) {
        count += vectors->parts[i].count;
    }
    if (!allocate(m, TALUS_RELEASE_SEGMENTS, count)) {
        return;
    }
    for (size_t i = 0; i < vectors->part_count; i++) {
        const geo_part *part = &vectors->parts[i];
        for (size_t k = 0; k + 1 < part->count; k++) {
            memcpy(m->release->xy + 4 * m->release->count++, part->xy + 2 * k, 4 * sizeof(double));
        }
    }
}

static void add_polygons(scenario_release_loader *m, const geo_vectors *vectors)
{
    talus_error error = {0};
    geo_overlaps found;
    char what[2 * sizeof m->release->name];
    m->release->kind = TALUS_RELEASE_TRIANGLES;
    const talus_status status =
        geo_polygons_to_triangles(vectors, &m->release->count, &m->release->xy, &found, &error);
    if (status != TALUS_OK) {
        scenario_fail(m->loader, m->node, status, "%s", error.message);
        return;
    }
    if (!scenario_stands_add(m->places, vectors, &found)) {
        report_memory(m);
    }
    snprintf(what, sizeof what, "release '%s'", m->release->name);
    scenario_say_overlaps(m->loader, m->node, what, &found);
}

static void add_vectors(scenario_release_loader *m, const geo_vectors *vectors)
{
    if (vectors->kind != GEO_POINTS && m->spec->rocks_per_point != SCENARIO_NO_COUNT) {
        scenario_fail(m->loader, scenario_find(m->spec->node, "rocks_per_point"), TALUS_ERROR_INPUT,
                      "rocks_per_point: found %s in the file, expected points",
                      vectors->kind == GEO_LINES ? "lines" : "polygons");
        return;
    }
    switch (vectors->kind) {
    case GEO_POINTS:
        add_points(m, vectors);
        break;
    case GEO_LINES:
        add_lines(m, vectors);
        break;
    case GEO_POLYGONS:
    case GEO_FLAT_POLYGONS:
        add_polygons(m, vectors);
        break;
    }
}

/// Points of the scenario file become one part in local metres; a polygon is closed.
static void add_listed(scenario_release_loader *m, geo_kind kind, const double *xy, size_t count)
{
    const bool closed = kind == GEO_POLYGONS;
    double *local = malloc((count + 1) * 2 * sizeof *local);
    if (local == NULL) {
        report_memory(m);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        local[2 * i] = xy[2 * i] - m->loader->dem.east;
        local[2 * i + 1] = xy[2 * i + 1] - m->loader->dem.north;
    }
    geo_part part = {.count = count, .xy = local};
    if (closed) {
        memcpy(local + 2 * count, local, 2 * sizeof *local);
        part.count++;
    }
    const geo_vectors vectors = {.kind = kind, .part_count = 1, .parts = &part};
    add_vectors(m, &vectors);
    free(local);
}

static void add_box(scenario_release_loader *m)
{
    const scenario_box b = m->spec->box;
    const double corners[] = {b.west, b.south, b.east, b.south, b.east, b.north, b.west, b.north};
    add_listed(m, GEO_POLYGONS, corners, 4);
}

static void add_file(scenario_release_loader *m)
{
    geo_vectors vectors = {0};
    if (scenario_load_vectors(m->loader, m->spec->node, &m->spec->file, &vectors)) {
        add_vectors(m, &vectors);
        geo_vectors_clear(&vectors);
    }
}

static void load_geometry(scenario_release_loader *m)
{
    switch (m->source) {
    case SCENARIO_FROM_BOX:
        add_box(m);
        break;
    case SCENARIO_FROM_POINTS:
        add_listed(m, GEO_POINTS, m->spec->points.xy, m->spec->points.count);
        break;
    case SCENARIO_FROM_LINE:
        add_listed(m, GEO_LINES, m->spec->line.xy, m->spec->line.count);
        break;
    case SCENARIO_FROM_POLYGON:
        add_listed(m, GEO_POLYGONS, m->spec->polygon.xy, m->spec->polygon.count);
        break;
    case SCENARIO_FROM_FILE:
        add_file(m);
        break;
    case SCENARIO_FROM_RUNS:
        scenario_add_runs(m);
        break;
    case SCENARIO_FROM_SLOPE:
    case SCENARIO_FROM_SLOPE_PRESET:
    case SCENARIO_FROM_SLOPE_TABLE:
        scenario_add_slope(m);
        break;
    case SCENARIO_FROM_RASTER:
        scenario_add_raster(m);
        break;
    case SCENARIO_FROM_MESH:
        scenario_add_rock_wall(m);
        break;
    case SCENARIO_FROM_NOTHING:
        break;
    }
}

/// A place of the release for its share q in [0, 1) of all places; for samples, not for rocks.
static void sample_place(const talus_release *release, double q, double turn, double *x, double *y)
{
    if (release->kind != TALUS_RELEASE_SEGMENTS && release->kind != TALUS_RELEASE_TRIANGLES) {
        const double *p = release->xy + 2 * (size_t)(q * (double)release->count);
        *x = p[0];
        *y = p[1];
        return;
    }
    const double at = q * release->cumulative[release->count - 1];
    size_t k = 0;
    for (size_t high = release->count - 1; k < high;) {
        const size_t middle = k + (high - k) / 2;
        if (release->cumulative[middle] > at) {
            high = middle;
        } else {
            k = middle + 1;
        }
    }
    const size_t stride = release->kind == TALUS_RELEASE_TRIANGLES ? 6 : 4;
    const double *p = release->xy + stride * k;
    const double before = k > 0 ? release->cumulative[k - 1] : 0.0;
    const double f = (at - before) / (release->cumulative[k] - before);
    if (release->kind == TALUS_RELEASE_SEGMENTS) {
        *x = p[0] + f * (p[2] - p[0]);
        *y = p[1] + f * (p[3] - p[1]);
    } else {
        const double a = sqrt(f);
        *x = p[0] + a * ((1.0 - turn) * (p[2] - p[0]) + turn * (p[4] - p[0]));
        *y = p[1] + a * ((1.0 - turn) * (p[3] - p[1]) + turn * (p[5] - p[1]));
    }
}

/// Check 1000 places: outside the DEM and NODATA are reported before a run is wasted on them.
static void check_places(const scenario_release_loader *m)
{
    const talus_release *release = m->release;
    const bool listed = release->kind == TALUS_RELEASE_POINTS ||
                        release->kind == TALUS_RELEASE_RUNS ||
                        release->kind == TALUS_RELEASE_BLOCKS;
    const size_t samples = listed && release->count < 1000 ? release->count : 1000;
    const talus_terrain *terrain = m->loader->world->terrain;
    size_t outside = 0;
    size_t nodata = 0;
    for (size_t i = 0; i < samples; i++) {
        double x = 0.0;
        double y = 0.0;
        double z = 0.0;
        // Golden-ratio steps spread the second coordinate evenly.
        const double golden = (double)i * 0.6180339887498949;
        sample_place(release, ((double)i + 0.5) / (double)samples, golden - floor(golden), &x, &y);
        const talus_where where = talus_terrain_height(terrain, x, y, &z);
        outside += where == TALUS_OUTSIDE;
        nodata += where == TALUS_NODATA;
    }
    if (outside == samples) {
        scenario_fail(
            m->loader, m->node, TALUS_ERROR_INPUT,
            "release '%s' lies outside the DEM: expected coordinates of the DEM's CRS, "
            "east %.10g to %.10g, north %.10g to %.10g",
            release->name, m->loader->dem.east,
            m->loader->dem.east + m->loader->dem.grid.cell * (double)(m->loader->dem.grid.nx - 1),
            m->loader->dem.north,
            m->loader->dem.north + m->loader->dem.grid.cell * (double)(m->loader->dem.grid.ny - 1));
    } else if (nodata + outside == samples) {
        scenario_fail(m->loader, m->node, TALUS_ERROR_INPUT,
                      "release '%s' lies on NODATA: no rock could start", release->name);
    } else if (outside + nodata > 0) {
        scenario_warn(
            m->loader, m->node,
            "release '%s': about %.1f %% of its places lie outside the DEM and %.1f %% on "
            "NODATA; rocks that start there count as left_domain or nodata",
            release->name, 100.0 * (double)outside / (double)samples,
            100.0 * (double)nodata / (double)samples);
    }
}

static uint64_t count_rocks(const scenario_release_loader *m)
{
    const scenario_release *spec = m->spec;
    const talus_release *release = m->release;
    if (spec->rocks_per_point != SCENARIO_NO_COUNT) {
        return spec->rocks_per_point * release->count;
    }
    if (spec->rocks_per_cell != SCENARIO_NO_COUNT) {
        return spec->rocks_per_cell * release->count;
    }
    if (spec->replicates != SCENARIO_NO_COUNT) {
        return spec->replicates * release->count;
    }
    if (spec->rocks != SCENARIO_NO_COUNT) {
        return spec->rocks;
    }
    double sum = 0.0; // whole numbers, exact below 2^53
    for (size_t k = 0; k < release->count; k++) {
        sum += m->values[k];
    }
    return (uint64_t)sum;
}

/// Fewer rocks than cells: every cell has its chance, but most release nothing.
static void check_number(const scenario_release_loader *m)
{
    const talus_release *release = m->release;
    if (release->kind == TALUS_RELEASE_CELLS && release->rocks > 0 &&
        release->rocks < release->count) {
        scenario_warn(m->loader, m->node,
                      "release '%s': %llu rocks on %zu cells, %.2g per cell: they are spread "
                      "evenly, but only one cell in %.3g releases a rock; give at least %zu rocks, "
                      "better ten per cell, before maps are taken as hazard maps",
                      release->name, (unsigned long long)release->rocks, release->count,
                      (double)release->rocks / (double)release->count,
                      (double)release->count / (double)release->rocks, release->count);
    }
}

static void load_release(scenario_loader *loader, const scenario_release *spec,
                         talus_release *release, scenario_stands *places)
{
    scenario_release_loader m = {
        .loader = loader, .spec = spec, .release = release, .places = places};
    size_t count = 0;
    m.source = scenario_release_source(spec, &count, &m.node);
    *release = (talus_release){
        .height = spec->height,
        .bodies = spec->bodies == SCENARIO_NO_COUNT ? 1 : (uint32_t)spec->bodies,
        .spacing = isnan(spec->body_spacing) ? 0.0 : spec->body_spacing,
        .velocity = spec->velocity,
        .spin = spec->spin,
        .spin_in_world = spec->spin_axes == SCENARIO_AXES_WORLD,
        .random_orientation = spec->orientation.random,
        .orientation = spec->orientation.p,
    };
    memcpy(release->name, spec->name, strlen(spec->name) + 1);
    const size_t failures = loader->failures;
    scenario_name_rock(&m);
    load_geometry(&m);
    if (failures == loader->failures) {
        sum_up(&m);
    }
    if (failures == loader->failures) {
        scenario_weigh(&m);
    }
    if (failures == loader->failures) {
        release->rocks = count_rocks(&m);
        check_places(&m);
        check_number(&m);
    }
    free(m.values);
    free(m.factors);
}

void scenario_load_releases(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.releases;
    const scenario_release *specs = list->items;
    talus_world *world = loader->world;
    world->releases = calloc(list->count, sizeof *world->releases);
    scenario_stands *places = calloc(list->count, sizeof *places);
    if (world->releases == NULL || places == NULL) {
        free(places);
        scenario_fail(loader, specs[0].node, TALUS_ERROR_MEMORY, "out of memory for the releases");
        return;
    }
    world->release_count = list->count;
    uint64_t rocks = 0;
    for (size_t i = 0; i < list->count; i++) {
        load_release(loader, &specs[i], &world->releases[i], &places[i]);
        rocks += world->releases[i].rocks;
    }
    if (loader->status == TALUS_OK) {
        scenario_check_release_overlaps(loader, places);
    }
    for (size_t i = 0; i < list->count; i++) {
        scenario_stands_clear(&places[i]);
    }
    free(places);
    if (loader->status == TALUS_OK && rocks == 0) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_INPUT,
                      "the releases hold no rock, expected at least one");
    }
}
