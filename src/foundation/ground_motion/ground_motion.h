// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ground_motion.h
/// Strong-motion records from files: PEER AT2, SMC, ESM and ITACA, K-NET and KiK-net, COSMOS, CESMD
/// V2, SLIST and TSPAIR, two columns of time and acceleration, one column. It turns files into accelerations in m/s2; it refuses to know what they shake.
#ifndef TALUS_SRC_FOUNDATION_GROUND_MOTION_GROUND_MOTION_H
#define TALUS_SRC_FOUNDATION_GROUND_MOTION_GROUND_MOTION_H

#include "talus/base.h"

typedef struct files_ground_motion {
    double time_step; ///< s
    size_t count;
    double *acceleration; ///< (count) m/s2
    char title[128];      ///< as the file says, or ""
} files_ground_motion;

/// What a file does not say itself; where it does, both must agree.
typedef struct files_ground_motion_options {
    const char *unit; ///< of files_ground_motion_units; NULL = as the file says
    double time_step; ///< s; 0 = as the file says
} files_ground_motion_options;

/// By extension .at2 and .smc, or by what stands in the file: a line of a heading, columns.
/// g = 9.80665 m/s2. Errors name file and line: unknown or missing unit, velocities, times that do
/// not ascend or are not uniform, values that are no numbers or NODATA, fewer or more values than
/// the header promises, empty files.
/// @param options  may be NULL
talus_status files_read_ground_motion(const char *path, const files_ground_motion_options *options,
                                      files_ground_motion *motion, talus_error *error);
void files_ground_motion_clear(files_ground_motion *motion);
/// Names of the units of acceleration, NULL-terminated.
const char *const *files_ground_motion_units(void);

#endif
