// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_internal.h
/// What the rocking studies share: charts, middle values, threads.
#ifndef TALUS_SRC_LAB_STUDY_ROCKING_INTERNAL_H
#define TALUS_SRC_LAB_STUDY_ROCKING_INTERNAL_H

#include "io/chart/chart.h"
#include "io/directory/directory.h"
#include "lab/study/rocking.h"

/// Centre of cell k of n between two edges.
double rocking_centre(double from, double to, size_t k, size_t n);
/// `work` on cells 0 ... count - 1, shared out to threads by a counter.
typedef void rocking_work(void *context, size_t k);
talus_status rocking_share(size_t count, unsigned threads, rocking_work *work, void *context,
                           talus_error *error);

#define ROCKING_GRAVITY 9.81 ///< m/s2

#endif
