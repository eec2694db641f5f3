// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_internal.h
/// What the rocking studies share: their files, middle values.
#ifndef TALUS_SRC_STUDY_ROCKING_INTERNAL_H
#define TALUS_SRC_STUDY_ROCKING_INTERNAL_H

#include "files/files.h"
#include "output/chart.h"
#include "study/rocking.h"

/// Write and clear the text.
talus_status rocking_write_text(const char *directory, const char *name, files_text *text,
                                talus_error *error);
talus_status rocking_write_chart(const char *directory, const char *name, const chart *page,
                                 talus_error *error);
/// Centre of cell k of n between two edges.
double rocking_centre(double from, double to, size_t k, size_t n);
/// `work` on cells 0 ... count - 1, shared out to threads by a counter.
typedef void rocking_work(void *context, size_t k);
talus_status rocking_share(size_t count, unsigned threads, rocking_work *work, void *context,
                           talus_error *error);

#endif
