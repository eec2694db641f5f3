// SPDX-License-Identifier: GPL-3.0-or-later
// Polylines in the plane: what walls, nets and dams share.
#ifndef TALUS_SRC_PHYSICS_SITE_LINES_H
#define TALUS_SRC_PHYSICS_SITE_LINES_H

#include "talus/site.h"

/// Length of segment k (points k and k + 1), m.
double line_segment_length(const talus_line *line, size_t k);
/// Points that are finite and two that differ; `what` ("wall 2 ('name')") begins the sentence.
talus_status line_check(const talus_line *line, const char *what, talus_error *error);
/// A copy without repeated points. @return false: no memory
bool line_copy(const talus_line *from, talus_line *to);

#endif
