// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of results.gpkg: screens and objects with their figures, and recorded crossings.
#include "io/products/gauges.h"

#include <stdlib.h>
#include <string.h>

enum { FIGURE_FIELDS = 26, CROSSING_FIELDS = 16 };

static const geo_field figure_fields[FIGURE_FIELDS] = {
    {"name", GEO_FIELD_TEXT},
    {"released", GEO_FIELD_INTEGER},
    {"rocks", GEO_FIELD_INTEGER},
    {"passages", GEO_FIELD_INTEGER},
    {"to_left", GEO_FIELD_INTEGER},
    {"to_right", GEO_FIELD_INTEGER},
    {"reach_probability", GEO_FIELD_REAL},
    {"reach_probability_low", GEO_FIELD_REAL},
    {"reach_probability_high", GEO_FIELD_REAL},
    {"annual_frequency_1_yr", GEO_FIELD_REAL},
    {"E50_kj", GEO_FIELD_REAL},
    {"E95_kj", GEO_FIELD_REAL},
    {"E99_kj", GEO_FIELD_REAL},
    {"E_max_kj", GEO_FIELD_REAL},
    {"h50_m", GEO_FIELD_REAL},
    {"h95_m", GEO_FIELD_REAL},
    {"h99_m", GEO_FIELD_REAL},
    {"h_max_m", GEO_FIELD_REAL},
    {"top95_m", GEO_FIELD_REAL},
    {"top99_m", GEO_FIELD_REAL},
    {"clearance95_m", GEO_FIELD_REAL},
    {"clearance99_m", GEO_FIELD_REAL},
    {"v95_m_s", GEO_FIELD_REAL},
    {"v_max_m_s", GEO_FIELD_REAL},
    {"spin95_rad_s", GEO_FIELD_REAL},
    {"width_m", GEO_FIELD_REAL},
};

static const geo_field crossing_fields[CROSSING_FIELDS] = {
    {"screen", GEO_FIELD_TEXT},
    {"rock", GEO_FIELD_INTEGER},
    {"to_left", GEO_FIELD_INTEGER},
    {"time_s", GEO_FIELD_REAL},
    {"along_m", GEO_FIELD_REAL},
    {"kinetic_energy_kj", GEO_FIELD_REAL},
    {"translational_energy_kj", GEO_FIELD_REAL},
    {"rotational_energy_kj", GEO_FIELD_REAL},
    {"speed_m_s", GEO_FIELD_REAL},
    {"spin_rad_s", GEO_FIELD_REAL},
    {"height_m", GEO_FIELD_REAL},
    {"height_normal_m", GEO_FIELD_REAL},
    {"clearance_m", GEO_FIELD_REAL},
    {"top_height_m", GEO_FIELD_REAL},
    {"angle_deg", GEO_FIELD_REAL},
    {"inclination_deg", GEO_FIELD_REAL},
};

/// Everything the layers need.
typedef struct layer_job {
    geo_writer *writer;
    const talus_output_context *context;
    const talus_results *results;
} layer_job;

static talus_status fill_figures(const layer_job *job, size_t gauge,
                                 geo_value values[FIGURE_FIELDS], talus_error *error)
{
    const talus_campaign *campaign = job->context->campaign;
    talus_gauge_result g;
    const talus_status status = output_gauge_figures(job->results, gauge, &g, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_gauge_moments *energy = &g.moments[TALUS_GAUGE_ENERGY];
    const talus_gauge_moments *height = &g.moments[TALUS_GAUGE_HEIGHT];
    const talus_gauge_moments *speed = &g.moments[TALUS_GAUGE_SPEED];
    const bool is_object = output_gauge_is_object(campaign, gauge);
    const geo_value filled[FIGURE_FIELDS] = {
        {.text = output_gauge_name(campaign, gauge)},
        {.integer = (int64_t)g.released},
        {.integer = (int64_t)g.rocks},
        {.integer = (int64_t)g.passages},
        {.integer = (int64_t)g.to_left},
        {.integer = (int64_t)g.to_right},
        {.real = g.probability},
        {.real = g.low},
        {.real = g.high},
        {.real = g.annual_frequency},
        {.real = 1e-3 * energy->quantile[0]},
        {.real = 1e-3 * energy->quantile[2]},
        {.real = 1e-3 * energy->quantile[3]},
        {.real = 1e-3 * energy->max},
        {.real = height->quantile[0]},
        {.real = height->quantile[2]},
        {.real = height->quantile[3]},
        {.real = height->max},
        {.real = g.moments[TALUS_GAUGE_TOP].quantile[2]},
        {.real = g.moments[TALUS_GAUGE_TOP].quantile[3]},
        {.real = g.moments[TALUS_GAUGE_CLEARANCE].quantile[2]},
        {.real = g.moments[TALUS_GAUGE_CLEARANCE].quantile[3]},
        {.real = speed->quantile[2]},
        {.real = speed->max},
        {.real = g.moments[TALUS_GAUGE_SPIN].quantile[2]},
        {.real = is_object ? campaign->objects[gauge - campaign->screen_count].width : 0.0},
    };
    memcpy(values, filled, sizeof filled);
    return TALUS_OK;
}

/// World coordinates of points, at the height of the ground; 0 where there is none.
static double *place(const layer_job *job, const double *xy, size_t count, talus_error *error)
{
    const talus_output_context *context = job->context;
    double *points = malloc(4 * count * sizeof *points);
    if (points == NULL) {
        (void)talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a line of %zu points",
                              count);
        return NULL;
    }
    for (size_t k = 0; k < count; k++) {
        double z = 0.0;
        (void)talus_terrain_height(context->campaign->site.terrain, xy[2 * k], xy[2 * k + 1], &z);
        points[4 * k] = context->east + xy[2 * k];
        points[4 * k + 1] = context->north + xy[2 * k + 1];
        points[4 * k + 2] = z;
        points[4 * k + 3] = 0.0;
    }
    return points;
}

static talus_status write_screens(const layer_job *job, talus_error *error)
{
    const talus_campaign *campaign = job->context->campaign;
    geo_value values[FIGURE_FIELDS];
    talus_status status = geo_writer_layer(job->writer, "screens", GEO_LINES, figure_fields,
                                           FIGURE_FIELDS - 1, output_style_screens, error);
    for (size_t k = 0; k < campaign->screen_count && status == TALUS_OK; k++) {
        const talus_line *line = &campaign->screens[k].line;
        double *points = place(job, line->xy, line->count, error);
        status = points == NULL ? TALUS_ERROR_MEMORY : fill_figures(job, k, values, error);
        if (status == TALUS_OK) {
            status = geo_writer_feature(job->writer, points, line->count, values, error);
        }
        free(points);
    }
    return status;
}

static talus_status write_crossings(const layer_job *job, talus_error *error)
{
    size_t count = 0;
    const talus_crossing *crossings = talus_results_crossings(job->results, &count);
    talus_status status =
        geo_writer_layer(job->writer, "screen_crossings", GEO_POINTS, crossing_fields,
                         CROSSING_FIELDS, output_style_crossings, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_crossing *c = &crossings[k];
        const double point[4] = {job->context->east + c->x, job->context->north + c->y, c->z,
                                 c->time};
        geo_value values[CROSSING_FIELDS] = {
            {.text = output_gauge_name(job->context->campaign, c->screen)},
            {.integer = (int64_t)c->rock},
            {.integer = c->to_left},
            {.real = c->time},
            {.real = c->along}};
        for (int q = 0; q <= TALUS_GAUGE_INCLINATION; q++) { // those of screens come first
            values[5 + q].real = output_gauge_quantities[q].scale * c->values[q];
        }
        status = geo_writer_feature(job->writer, point, 1, values, error);
    }
    return status;
}

/// Areas and lines have layers of their own; rings are features of one name, each.
static talus_status write_objects(const layer_job *job, bool areas, talus_error *error)
{
    const talus_campaign *campaign = job->context->campaign;
    bool has_layer = false;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < campaign->object_count && status == TALUS_OK; k++) {
        const talus_object *object = &campaign->objects[k];
        geo_value values[FIGURE_FIELDS];
        if (object->is_area != areas) {
            continue;
        }
        if (!has_layer) {
            status =
                geo_writer_layer(job->writer, areas ? "objects" : "object_lines",
                                 areas ? GEO_POLYGONS : GEO_LINES, figure_fields, FIGURE_FIELDS,
                                 areas ? output_style_objects : output_style_object_lines, error);
            has_layer = true;
        }
        status = status == TALUS_OK ? fill_figures(job, campaign->screen_count + k, values, error)
                                    : status;
        for (size_t i = 0; i < object->ring_count && status == TALUS_OK; i++) {
            const size_t first = object->ring_starts[i];
            const size_t count = object->ring_starts[i + 1] - first;
            double *points = place(job, object->xy + 2 * first, count, error);
            status = points == NULL ? TALUS_ERROR_MEMORY
                                    : geo_writer_feature(job->writer, points, count, values, error);
            free(points);
        }
    }
    return status;
}

talus_status output_write_gauge_layers(geo_writer *writer, const talus_output_context *context,
                                       const talus_results *results, talus_error *error)
{
    const layer_job job = {.writer = writer, .context = context, .results = results};
    talus_status status = TALUS_OK;
    if (context->campaign->screen_count > 0) {
        status = write_screens(&job, error);
        status = status == TALUS_OK ? write_crossings(&job, error) : status;
    }
    status = status == TALUS_OK ? write_objects(&job, true, error) : status;
    return status == TALUS_OK ? write_objects(&job, false, error) : status;
}
