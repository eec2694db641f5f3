// SPDX-License-Identifier: GPL-3.0-or-later
/// @file section.h
/// A section along a line through a result directory: profile of the terrain, paths of the recorded
/// rocks near the line, heights and energies along it. It is drawn from the files of the directory
/// alone.
///
/// threads: any thread; two sections at once need two file names.
#ifndef TALUS_SECTION_H
#define TALUS_SECTION_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_section_options {
    size_t size;        ///< of this struct, by talus_section_options_default
    const double *line; ///< (point_count x 2) m, world; NULL with `screen`
    size_t point_count; ///< of the line, at least 2
    const char *screen; ///< name of a screen of the run whose line is used; NULL with `line`
    double width;       ///< m, of the strip about the line whose paths count
    const char *title;  ///< NULL: none
} talus_section_options;
/// Fill `size` bytes: no line, a strip 20 m wide.
TALUS_API void talus_section_options_defaults(talus_section_options *options, size_t size);
static inline talus_section_options talus_section_options_default(void)
{
    talus_section_options options;
    talus_section_options_defaults(&options, sizeof options);
    return options;
}

/// Contents of the section. Later versions may append members.
typedef struct talus_section_report {
    size_t rocks, near;       ///< recorded rocks; of these, rocks that enter the strip
    double length;            ///< m, of the line
    double height, height_at; ///< m, largest height of S above ground, and where on the line; NaN
    double energy, energy_at; ///< kJ, largest translational energy, and where on the line; NaN
} talus_section_report;

/// Draw the section as SVG, PDF or PNG, by extension. A point of a path is shown at the nearest
/// point of the line, at its height above the ground below it. Speeds are those between two
/// recorded points.
/// @param directory of a run
/// @param path      of the picture, ends in .svg, .pdf or .png
/// @param report    out; may be NULL
/// @return TALUS_ERROR_INPUT for a directory without paths, an unknown screen, a line outside the
///         terrain; TALUS_ERROR_UNSUPPORTED for another extension; TALUS_ERROR_ARGUMENT for NULL, a
///         line of fewer than two distinct points, both or neither of line and screen
TALUS_API talus_status talus_section_draw(const char *directory, const char *path,
                                          const talus_section_options *options,
                                          talus_section_report *report, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
