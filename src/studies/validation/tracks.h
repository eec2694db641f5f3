// SPDX-License-Identifier: GPL-3.0-or-later
/// @file tracks.h
/// Tables of tracks: where rocks were over time, measured or simulated. It knows columns and runs;
/// it refuses to know what is looked for in them.                          [docs/validate.md, 3]
#ifndef TALUS_SRC_STUDIES_VALIDATION_TRACKS_H
#define TALUS_SRC_STUDIES_VALIDATION_TRACKS_H

#include "foundation/files/records.h"
#include "studies/validation/flights.h"

/// The samples of one run, which follow each other in the table.
typedef struct tracks_run {
    const char *name;    ///< "" without a column `run`
    size_t row;          ///< of its first sample
    flights_table table; ///< world coordinates
} tracks_run;

/// A table; owned by the caller: tracks_clear.
typedef struct tracks {
    size_t count;
    tracks_run *runs; ///< (count)
    files_records table;
    double *time;             ///< (rows) s
    talus_vec3 *place, *spin; ///< (rows) m, rad/s world; what is not known of a spin is NaN
} tracks;

/// Read a table with the columns run, t, x, y, z, vx, vy, vz, wx, wy, wz, of which t, x, y and z
/// are required; or a log of talus replay (time_s, east_m, north_m, z_m). Rows of a run follow each
/// other and ascend in time; other columns are left alone.
/// @param out cleared by the caller, also after an error
/// @return TALUS_ERROR_INPUT with path, line and column
talus_status tracks_read(const char *path, tracks *out, talus_error *error);
void tracks_clear(tracks *out);

/// Standard deviation of places from third differences, which vanish in flight: m.
/// @return TALUS_ERROR_MEMORY
talus_status tracks_noise(const flights_table *table, double *noise, talus_error *error);

#endif
