// SPDX-License-Identifier: GPL-3.0-or-later
// results.gpkg: trajectories, deposits, impacts, releases. Coordinates are world metres.
#include "io/products/gauges.h"
#include "runs/campaign/campaign.h"

#include <math.h>

/// What the four layers are made of; their `user`.
typedef struct vector_job {
    const talus_products_context *context;
    const talus_results *results;
    const talus_rock_record *records;
    const talus_track *tracks;
    const talus_stratum *strata;
} vector_job;

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

static double descent_of(const talus_rock_record *record)
{
    return record->start.r.z - record->end.r.z;
}

/// Reach angle (degrees) of the straight line from release to end; NaN for a rock that did not
/// move.
static double reach_angle_deg(const talus_rock_record *record)
{
    const double runout = runout_of(record), drop = descent_of(record);
    if (!(runout > 0)) {
        return drop > 0 ? 90 : (double)NAN;
    }
    return talus_atan(drop / runout) * (180 / TALUS_PI);
}

static const char *release_name(const talus_campaign *campaign, const talus_rock_record *record)
{
    return record->release < campaign->release_count ? campaign->releases[record->release].name
                                                     : "";
}

static const char *rock_class_name(const talus_campaign *campaign, const talus_rock_record *record)
{
    return record->rock_class < campaign->rock_class_count
               ? campaign->rocks[record->rock_class].rock->name
               : "";
}

static size_t stratum_of(const talus_campaign *campaign, const talus_rock_record *record)
{
    return campaign_stratum(campaign, record->release, record->rock_class);
}

#define CAMPAIGN ((const vector_job *)user)->context->campaign
#define ROCK_HEAD(X)                                                                               \
    X(INTEGER, rock, "1", "index", row->rock)                                                      \
    X(TEXT, release, NULL, "name", release_name(CAMPAIGN, row))                                    \
    X(TEXT, rock_class, NULL, "name", rock_class_name(CAMPAIGN, row))                              \
    X(TEXT, outcome, NULL, "how it ended", talus_outcome_name(row->outcome))                       \
    X(REAL, mass_kg, "kg", "of the rock", row->mass)                                               \
    X(REAL, volume_m3, "m3", "of the rock", row->volume)
#define ROCK_COLUMNS(X)                                                                            \
    ROCK_HEAD(X)                                                                                   \
    X(REAL, energy_max_kj, "kJ", "kinetic, largest", 1e-3 * row->kinetic_energy_max)               \
    X(REAL, speed_max_m_s, "m/s", "largest", row->speed_max)                                       \
    X(REAL, jump_height_max_m, "m", "largest", row->jump_height_max)                               \
    X(REAL, spin_max_rad_s, "rad/s", "largest", row->spin_max)                                     \
    X(REAL, path_m, "m", "along the path of S", row->path)                                         \
    X(REAL, runout_m, "m", "in plan, from release to end", runout_of(row))                         \
    X(REAL, reach_angle_deg, "deg", "of the line from release to end", reach_angle_deg(row))       \
    X(REAL, time_s, "s", "from release to end", row->time)
#define RELEASE_COLUMNS(X)                                                                         \
    ROCK_HEAD(X)                                                                                   \
    X(REAL, speed_m_s, "m/s", "at the release", length_of(row->start.v))                           \
    X(REAL, spin_rad_s, "rad/s", "at the release", length_of(row->start.omega))                    \
    X(REAL, runout_m, "m", "in plan, from release to end", runout_of(row))                         \
    X(REAL, drop_m, "m", "from release to end", descent_of(row))
/// The stratum and how many real rocks per year a rock stands for, where frequencies are known.
#define WEIGHTED_COLUMNS(X)                                                                        \
    RELEASE_COLUMNS(X)                                                                             \
    X(INTEGER, stratum, "1", "index", stratum_of(CAMPAIGN, row))                                   \
    X(REAL, weight_1_yr, "1/yr", "rocks it stands for",                                            \
      ((const vector_job *)user)->strata[stratum_of(CAMPAIGN, row)].weight)

#define RECORD(index_) (&((const vector_job *)user)->records[index_])
#define TRACK ((const vector_job *)user)->tracks[index]
TABLE_DEFINE(trajectories, ROCK_COLUMNS, const talus_rock_record *row = RECORD(TRACK.rock))
TABLE_DEFINE(deposits, ROCK_COLUMNS, const talus_rock_record *row = RECORD(index))
TABLE_DEFINE(releases, RELEASE_COLUMNS, const talus_rock_record *row = RECORD(index))
TABLE_DEFINE(weighted, WEIGHTED_COLUMNS, const talus_rock_record *row = RECORD(index))

static talus_status place(const vector_job *job, talus_vec3 r, double m, table_points *points,
                          talus_error *error)
{
    return table_points_add(points, job->context->east + r.x, job->context->north + r.y, r.z, m,
                            error);
}

/// A rock that rested where it was released has no line.
static talus_status place_track(const void *user, size_t index, size_t part, table_points *points,
                                talus_error *error)
{
    const vector_job *job = user;
    const talus_track *track = &job->tracks[index];
    talus_status status = TALUS_OK;
    for (size_t k = 0; part == 0 && track->count >= 2 && k < track->count && status == TALUS_OK;
         k++) {
        const talus_track_point *p = &track->points[k];
        status = place(job, (talus_vec3){p->x, p->y, p->z}, p->t, points, error);
    }
    return status;
}

/// Where every rock ended, whatever its outcome; a diverged rock may have no end in any coordinate
/// system.
static talus_status place_deposit(const void *user, size_t index, size_t part, table_points *points,
                                  talus_error *error)
{
    const vector_job *job = user;
    const talus_rock_record *record = &job->records[index];
    const talus_vec3 end = record->end.r;
    if (part > 0 || !record->done || !isfinite(end.x) || !isfinite(end.y) || !isfinite(end.z)) {
        return TALUS_OK;
    }
    return place(job, end, record->time, points, error);
}

/// Where every rock started.
static talus_status place_release(const void *user, size_t index, size_t part, table_points *points,
                                  talus_error *error)
{
    const vector_job *job = user;
    const talus_rock_record *record = &job->records[index];
    return part == 0 && record->done ? place(job, record->start.r, 0.0, points, error) : TALUS_OK;
}

static talus_status write_rocks(vector_job *job, geo_writer *writer, talus_error *error)
{
    const talus_campaign *campaign = job->context->campaign;
    const size_t rocks = (size_t)talus_campaign_rock_count(campaign);
    size_t track_count = 0, stratum_count = 0;
    job->records = ensemble_records(job->results);
    job->tracks = ensemble_tracks(job->results, &track_count);
    job->strata = ensemble_strata(job->results, &stratum_count);
    const talus_table tracks = TABLE(trajectories, job, track_count);
    const talus_table ends = TABLE(deposits, job, rocks);
    talus_table starts = TABLE(weighted, job, rocks);
    if (campaign->frequency == NULL) {
        starts = (talus_table)TABLE(releases, job, rocks);
    }
    starts.name = "releases";
    talus_status status =
        table_gpkg(writer, &tracks, GEO_LINES, output_style_trajectories, place_track, error);
    if (status == TALUS_OK) {
        status = table_gpkg(writer, &ends, GEO_POINTS, output_style_deposits, place_deposit, error);
    }
    if (status == TALUS_OK) {
        status = output_write_impacts(writer, job->context, job->results, error);
    }
    if (status == TALUS_OK) {
        status = output_write_fragments(writer, job->context, job->results, error);
    }
    return status == TALUS_OK ? table_gpkg(writer, &starts, GEO_POINTS, output_style_releases,
                                           place_release, error)
                              : status;
}

static talus_status write_layers(vector_job *job, geo_writer *writer, talus_error *error)
{
    talus_status status = write_rocks(job, writer, error);
    if (status == TALUS_OK) {
        status = output_write_gauge_layers(writer, job->context, job->results, error);
    }
    return status == TALUS_OK ? output_write_obstacles(writer, job->context, job->results, error)
                              : status;
}

talus_status output_write_vectors(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, talus_error *error)
{
    static const char name[] = "results.gpkg";
    vector_job job = {.context = context, .results = results};
    geo_writer *writer = NULL;
    char path[OUTPUT_PATH_SIZE];
    talus_status status = talus_directory_begin(directory, name, path, sizeof path, error);
    if (status == TALUS_OK) {
        status = geo_writer_open(path, context->crs_wkt ? context->crs_wkt : "", &writer, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    status = write_layers(&job, writer, error);
    if (status != TALUS_OK) {
        (void)geo_writer_close(writer, false, NULL); // nothing is kept
        return status;
    }
    status = geo_writer_close(writer, true, error);
    return status == TALUS_OK ? talus_directory_commit(directory, name, error) : status;
}
