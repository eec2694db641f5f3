// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of ground motions share: the record that grows, units, numbers that touch.
#ifndef TALUS_SRC_FOUNDATION_GROUND_MOTION_GROUND_MOTION_SOURCE_H
#define TALUS_SRC_FOUNDATION_GROUND_MOTION_GROUND_MOTION_SOURCE_H

#include "foundation/files/mesh.h"
#include "foundation/ground_motion/ground_motion.h"

/// A record being read. The unit is applied at the end.
typedef struct motion_source {
    files_mesh_source text; ///< path, data, size, error; its mesh is not used
    const files_ground_motion_options *options;
    files_ground_motion *motion;
    size_t capacity;
    double factor; ///< m/s2 per unit of the file; 0 = not said
    int unit_line; ///< where it is said
} motion_source;

talus_status motion_read_at2(motion_source *source);
talus_status motion_read_smc(motion_source *source);
talus_status motion_read_table(motion_source *source);
/// The reader of a record whose heading says what it is; NULL: another record.
typedef talus_status motion_reader(motion_source *source);
motion_reader *motion_find_heading(const files_mesh_source *text);

/// Append a value in the file's unit.
talus_status motion_add(motion_source *source, double value);
/// The file's own time step (s) of this line; must agree with the option.
talus_status motion_set_step(motion_source *source, double step, int line);
/// m/s2 per unit, 0 for an unknown one.
double motion_unit_factor(files_mesh_word word);
/// The name of a unit of so many m/s2; "?" for an unknown one.
const char *motion_unit_name(double factor);
/// The unit that stands in this text, as a whole or in brackets.
talus_status motion_set_unit(motion_source *source, files_mesh_word text, int line);
/// Title without the blanks around it.
void motion_set_title(motion_source *source, const files_mesh_line *line);
/// As many values as promised?
talus_status motion_check_count(const motion_source *source, double promised, int line);
/// Append all numbers of a line of Fortran output: a sign may follow a number at once, exponents
/// may be D. @param width  of the columns where digits touch; 0 = they must not
talus_status motion_add_line(motion_source *source, const files_mesh_line *line, size_t width);
/// Position of lower-case text in a line, ignoring case; NULL when absent.
const char *motion_find(const files_mesh_line *line, const char *text);

#endif
