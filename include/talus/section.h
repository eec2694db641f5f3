// SPDX-License-Identifier: GPL-3.0-or-later
/// @file section.h
/// A section through a result directory along a line: profile of the terrain, paths of the recorded
/// rocks beside the line, heights and energies along it. Drawn from its files alone.
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
    const double *line; ///< (point_count x 2) m, world; NULL: `screen` says it
    size_t point_count; ///< of the line, 2 at least
    const char *screen; ///< name of a screen of the run, NULL: `line` says it
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

/// What the section shows. Members may be appended.
typedef struct talus_section_report {
    size_t rocks, near;       ///< recorded rocks, those of them that come into the strip
    double length;            ///< m, of the line
    double height, height_at; ///< m, largest height of S over ground, and where on the line; NaN
    double energy, energy_at; ///< kJ, largest translational energy, and where on the line; NaN
} talus_section_report;

/// Draw the section as SVG, PDF or PNG, by the ending of its name. A point of a path counts where the
/// line is nearest to it, with its height over its own ground. Speeds are those between two recorded
/// points.
/// @param directory of a run
/// @param path      of the picture, ends in .svg, .pdf or .png
/// @param report    out; may be NULL
/// @return TALUS_ERROR_INPUT for a directory without paths, a screen that is not there, a line off
///         the terrain; TALUS_ERROR_UNSUPPORTED for another ending; TALUS_ERROR_ARGUMENT for NULL, a
///         line of fewer than two distinct points, both or neither of line and screen
TALUS_API talus_status talus_section_draw(const char *directory, const char *path,
                                          const talus_section_options *options,
                                          talus_section_report *report, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
