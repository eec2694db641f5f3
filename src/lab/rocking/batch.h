// SPDX-License-Identifier: GPL-3.0-or-later
/// @file batch.h
/// Many runs on threads. It knows numbers of runs; it refuses to know what they compute.
#ifndef TALUS_SRC_LAB_ROCKING_BATCH_H
#define TALUS_SRC_LAB_ROCKING_BATCH_H

#include "talus/base.h"

/// Run number `run`, which touches nothing of another run. @param error may be NULL
typedef talus_status batch_work(void *context, size_t run, talus_error *error);
/// Runs 0 ... count - 1 on threads (0 = all cores). All of them are done whatever fails.
/// @return the status and sentence of the lowest run that failed
talus_status batch_share(size_t count, unsigned threads, batch_work *work, void *context,
                         talus_error *error);

#endif
