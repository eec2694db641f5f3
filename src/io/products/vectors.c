// SPDX-License-Identifier: GPL-3.0-or-later
// results.gpkg: trajectories, deposits, impacts, releases. Coordinates are world metres.
#include "io/products/gauges.h"

#include <math.h>
#include <stdlib.h>

/// Everything the four layers need.
typedef struct vector_job {
    const talus_output_context *context;
    const talus_results *results;
    geo_writer *writer;
} vector_job;

enum { ROCK_FIELD_COUNT = 14, RELEASE_FIELD_COUNT = 12 };

static const geo_field rock_fields[ROCK_FIELD_COUNT] = {
    {"rock", GEO_FIELD_INTEGER},
    {"release", GEO_FIELD_TEXT},
    {"rock_class", GEO_FIELD_TEXT},
    {"outcome", GEO_FIELD_TEXT},
    {"mass_kg", GEO_FIELD_REAL},
    {"volume_m3", GEO_FIELD_REAL},
    {"energy_max_kj", GEO_FIELD_REAL},
    {"speed_max_m_s", GEO_FIELD_REAL},
    {"jump_height_max_m", GEO_FIELD_REAL},
    {"spin_max_rad_s", GEO_FIELD_REAL},
    {"path_m", GEO_FIELD_REAL},
    {"runout_m", GEO_FIELD_REAL},
    {"reach_angle_deg", GEO_FIELD_REAL},
    {"time_s", GEO_FIELD_REAL},
};

static const geo_field release_fields[RELEASE_FIELD_COUNT] = {
    {"rock", GEO_FIELD_INTEGER},   {"release", GEO_FIELD_TEXT},    {"rock_class", GEO_FIELD_TEXT},
    {"outcome", GEO_FIELD_TEXT},   {"mass_kg", GEO_FIELD_REAL},    {"volume_m3", GEO_FIELD_REAL},
    {"speed_m_s", GEO_FIELD_REAL}, {"spin_rad_s", GEO_FIELD_REAL}, {"runout_m", GEO_FIELD_REAL},
    {"drop_m", GEO_FIELD_REAL},    {"stratum", GEO_FIELD_INTEGER}, {"weight_1_yr", GEO_FIELD_REAL},
};
/// Fields where no release has a frequency.
enum { UNWEIGHTED_FIELD_COUNT = RELEASE_FIELD_COUNT - 2 };

static double length_of(talus_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

/// Straight horizontal distance from release to end.
static double runout_of(const talus_rock_record *record)
{
    const double dx = record->end.r.x - record->start.r.x;
    const double dy = record->end.r.y - record->start.r.y;
    return sqrt(dx * dx + dy * dy);
}

/// Reach angle (degrees) of the straight line from release to end; NaN for a rock that did not
/// move.
static double reach_angle_deg(const talus_rock_record *record)
{
    const double runout = runout_of(record);
    const double drop = record->start.r.z - record->end.r.z;
    if (!(runout > 0)) {
        return drop > 0 ? 90 : (double)NAN;
    }
    return talus_atan(drop / runout) * (180 / TALUS_PI);
}

static const char *release_name(const vector_job *job, const talus_rock_record *record)
{
    const talus_campaign *campaign = job->context->campaign;
    return record->release < campaign->release_count ? campaign->releases[record->release].name
                                                     : "";
}

static const char *rock_class_name(const vector_job *job, const talus_rock_record *record)
{
    const talus_campaign *campaign = job->context->campaign;
    return record->rock_class < campaign->rock_class_count
               ? campaign->rocks[record->rock_class].rock->name
               : "";
}

static void fill_rock_values(const vector_job *job, const talus_rock_record *record,
                             geo_value values[ROCK_FIELD_COUNT])
{
    values[0].integer = (int64_t)record->rock;
    values[1].text = release_name(job, record);
    values[2].text = rock_class_name(job, record);
    values[3].text = talus_outcome_name(record->outcome);
    values[4].real = record->mass;
    values[5].real = record->volume;
    values[6].real = 1e-3 * record->kinetic_energy_max;
    values[7].real = record->speed_max;
    values[8].real = record->jump_height_max;
    values[9].real = record->spin_max;
    values[10].real = record->path;
    values[11].real = runout_of(record);
    values[12].real = reach_angle_deg(record);
    values[13].real = record->time;
}

static void world_point(const vector_job *job, double x, double y, double z, double m,
                        double out[4])
{
    out[0] = job->context->east + x;
    out[1] = job->context->north + y;
    out[2] = z;
    out[3] = m;
}

static talus_status add_track(const vector_job *job, const talus_track *track, talus_error *error)
{
    const talus_rock_record *record = &talus_results_records(job->results)[track->rock];
    geo_value values[ROCK_FIELD_COUNT];
    if (track->count < 2) {
        return TALUS_OK; // a rock that rested where it was released has no line
    }
    double *line = malloc(track->count * 4 * sizeof *line);
    if (!line) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a line of %zu points",
                               track->count);
    }
    for (size_t k = 0; k < track->count; k++) {
        const talus_track_point *point = &track->points[k];
        world_point(job, point->x, point->y, point->z, point->t, line + 4 * k);
    }
    fill_rock_values(job, record, values);
    const talus_status status = geo_writer_feature(job->writer, line, track->count, values, error);
    free(line);
    return status;
}

static talus_status write_trajectories(const vector_job *job, talus_error *error)
{
    size_t count = 0;
    const talus_track *tracks = talus_results_tracks(job->results, &count);
    talus_status status = geo_writer_layer(job->writer, "trajectories", GEO_LINES, rock_fields,
                                           ROCK_FIELD_COUNT, output_style_trajectories, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = add_track(job, &tracks[k], error);
    }
    return status;
}

/// Where every rock ended, whatever its outcome.
static talus_status write_deposits(const vector_job *job, talus_error *error)
{
    const uint64_t count = talus_campaign_rock_count(job->context->campaign);
    const talus_rock_record *records = talus_results_records(job->results);
    talus_status status = geo_writer_layer(job->writer, "deposits", GEO_POINTS, rock_fields,
                                           ROCK_FIELD_COUNT, output_style_deposits, error);
    for (uint64_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_vec3 end = records[k].end.r;
        geo_value values[ROCK_FIELD_COUNT];
        double point[4];
        // a diverged rock may have no end in any coordinate system
        if (!records[k].done || !isfinite(end.x) || !isfinite(end.y) || !isfinite(end.z)) {
            continue;
        }
        world_point(job, end.x, end.y, end.z, records[k].time, point);
        fill_rock_values(job, &records[k], values);
        status = geo_writer_feature(job->writer, point, 1, values, error);
    }
    return status;
}

/// Where every rock started, and how many real rocks per year it stands for.
static talus_status write_releases(const vector_job *job, talus_error *error)
{
    const uint64_t count = talus_campaign_rock_count(job->context->campaign);
    const talus_campaign *campaign = job->context->campaign;
    const talus_rock_record *records = talus_results_records(job->results);
    size_t stratum_count = 0;
    const talus_stratum *strata = talus_results_strata(job->results, &stratum_count);
    talus_status status =
        geo_writer_layer(job->writer, "releases", GEO_POINTS, release_fields,
                         campaign->frequency != NULL ? RELEASE_FIELD_COUNT : UNWEIGHTED_FIELD_COUNT,
                         output_style_releases, error);
    for (uint64_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_rock_record *record = &records[k];
        double point[4];
        if (!record->done) {
            continue;
        }
        const size_t stratum =
            talus_campaign_stratum(campaign, record->release, record->rock_class);
        const geo_value values[RELEASE_FIELD_COUNT] = {
            {.integer = (int64_t)record->rock},
            {.text = release_name(job, record)},
            {.text = rock_class_name(job, record)},
            {.text = talus_outcome_name(record->outcome)},
            {.real = record->mass},
            {.real = record->volume},
            {.real = length_of(record->start.v)},
            {.real = length_of(record->start.omega)},
            {.real = runout_of(record)},
            {.real = record->start.r.z - record->end.r.z},
            {.integer = (int64_t)stratum},
            {.real = strata[stratum].weight},
        };
        world_point(job, record->start.r.x, record->start.r.y, record->start.r.z, 0, point);
        status = geo_writer_feature(job->writer, point, 1, values, error);
    }
    return status;
}

static talus_status write_layers(const vector_job *job, talus_error *error)
{
    talus_status status = write_trajectories(job, error);
    if (status == TALUS_OK) {
        status = write_deposits(job, error);
    }
    if (status == TALUS_OK) {
        status = output_write_impacts(job->writer, job->context, job->results, error);
    }
    if (status == TALUS_OK) {
        status = write_releases(job, error);
    }
    if (status == TALUS_OK) {
        status = output_write_gauge_layers(job->writer, job->context, job->results, error);
    }
    return status == TALUS_OK
               ? output_write_obstacles(job->writer, job->context, job->results, error)
               : status;
}

talus_status output_write_vectors(talus_directory *directory, const talus_output_context *context,
                                  const talus_results *results, talus_error *error)
{
    static const char name[] = "results.gpkg";
    vector_job job = {.context = context, .results = results};
    char path[OUTPUT_PATH_SIZE];
    talus_status status = talus_directory_begin(directory, name, path, sizeof path, error);
    if (status == TALUS_OK) {
        status =
            geo_writer_open(path, context->crs_wkt ? context->crs_wkt : "", &job.writer, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    status = write_layers(&job, error);
    if (status != TALUS_OK) {
        (void)geo_writer_close(job.writer, false, NULL); // nothing is kept
        return status;
    }
    status = geo_writer_close(job.writer, true, error);
    return status == TALUS_OK ? talus_directory_commit(directory, name, error) : status;
}
