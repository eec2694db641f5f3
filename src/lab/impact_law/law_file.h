// SPDX-License-Identifier: GPL-3.0-or-later
/// @file law_file.h
/// A small system at impact with its law, as JSON (docs/impact_laws.md section 8). It checks shapes
/// and names; whether the numbers make sense is for talus/lab/impact_law.h to say.
#ifndef TALUS_SRC_LAB_IMPACT_LAW_LAW_FILE_H
#define TALUS_SRC_LAB_IMPACT_LAW_LAW_FILE_H

#include "talus/lab/impact_law.h"

typedef struct files_law {
    char title[256]; ///< "" if the file has none
    talus_impact_law_system system;
    talus_impact_law law;
    int line;      ///< where the constraints stand, for messages
    bool is_block; ///< given as "block": the table of its cases has a meaning
    talus_impact_law_block block;
    double velocity[TALUS_IMPACT_LAW_MAX];
    // what system and law point into
    double mass[TALUS_IMPACT_LAW_MATRIX], normals[TALUS_IMPACT_LAW_MATRIX];
    double tangents[2 * TALUS_IMPACT_LAW_MAX * TALUS_IMPACT_LAW_MAX], mu[TALUS_IMPACT_LAW_MAX];
    double epsilon_n[TALUS_IMPACT_LAW_MAX], epsilon_t[2 * TALUS_IMPACT_LAW_MAX];
    double restitution[TALUS_IMPACT_LAW_MATRIX];
    double restitution_tan[TALUS_IMPACT_LAW_MATRIX];
} files_law;

/// Errors carry file and line: JSON syntax, unknown or missing members, shapes that do not fit.
talus_status files_law_read(const char *path, files_law **law, talus_error *error);
void files_law_destroy(files_law *law);

#endif
