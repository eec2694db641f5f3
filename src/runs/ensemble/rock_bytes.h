// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rock_bytes.h
/// The record and the means of one rock as bytes: about 330 of them, zeros take one bit. It knows
/// their members; it refuses to know where the bytes go.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_ROCK_BYTES_H
#define TALUS_SRC_RUNS_ENSEMBLE_ROCK_BYTES_H

#include "foundation/base/bytes.h"
#include "talus/observe.h"

void rock_bytes_put(byte_writer *writer, const talus_rock_record *record,
                    const talus_rock_means *means);
/// The record comes back as done. @return false: wrong bytes
bool rock_bytes_get(byte_reader *reader, talus_rock_record *record, talus_rock_means *means);

#endif
