// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_fit.h
/// The rocking fit: a measured free rocking test explained by the block models. Angular velocities
/// give the parameters of spatial impacts and the measures OPMF and AVRF, a rotation theta(t) gives
/// ratios of planar impacts. Tables and charts; it refuses to know the terminal.
#ifndef TALUS_SRC_LAB_STUDY_ROCKING_FIT_H
#define TALUS_SRC_LAB_STUDY_ROCKING_FIT_H

#include "io/directory/directory.h"
#include "talus/directory.h"
#include "talus/lab/rocking_spatial.h"

enum { ROCKING_FIT_STARTS = 32 };

typedef struct rocking_fit_case {
    const char *path;
    double b1, b2, h; ///< m, half widths and height of the centre of mass; b2 of spatial tests
    double gravity;   ///< m/s^2
    double from, to;  ///< s, the part of the record that counts; to = +infinity: all of it
    talus_spatial_fit_options search;
} rocking_fit_case;

/// A record in SI units; arrays are owned.
typedef struct rocking_record {
    size_t count;
    double begin, interval; ///< s
    talus_vec3 *rate;       ///< NULL if the file has no angular velocity
    talus_vec3 *force;      ///< NULL if it has no accelerations
    double *theta;          ///< NULL if it has no rotation
} rocking_record;
/// Columns t and either wx, wy, wz (perhaps ax, ay, az) or theta, or both.
/// @return TALUS_ERROR_INPUT with file and line, _IO, _MEMORY
talus_status rocking_record_read(const rocking_fit_case *one, rocking_record *record,
                                 talus_error *error);
void rocking_record_clear(rocking_record *record);

typedef struct rocking_fit_result {
    talus_spatial_fit fits[ROCKING_FIT_STARTS]; ///< best first
    size_t fit_count;
    talus_inertial_measures measures;
    talus_vec3 *simulated; ///< (record count) of the best fit, owned
    talus_euler *angles;   ///< (record count) measured, corrected; owned
} rocking_fit_result;
/// Fit of the angular velocities, which the record has.
talus_status rocking_fit_rates(const rocking_fit_case *one, const rocking_record *record,
                               rocking_fit_result *result, talus_error *error);
void rocking_fit_result_clear(rocking_fit_result *result);
/// rates.csv (measured, simulated, corrected angles), starts.csv and rates.svg.
extern const char *const rocking_fit_rate_files[];
talus_status rocking_fit_write_rates(talus_directory *directory, const rocking_fit_case *one,
                                     const rocking_record *record, const rocking_fit_result *result,
                                     talus_error *error);
/// theta.csv and theta.svg: measured against runs with both ratios.
extern const char *const rocking_fit_theta_files[];
talus_status rocking_fit_write_theta(talus_directory *directory, const rocking_fit_case *one,
                                     const rocking_record *record, const talus_eta_fit *fit,
                                     talus_error *error);
/// The planar block of the case, homogeneous.
talus_planar_model rocking_fit_model(const rocking_fit_case *one);

#endif
