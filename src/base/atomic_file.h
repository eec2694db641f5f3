// SPDX-License-Identifier: GPL-3.0-or-later
/// @file atomic_file.h
/// A file is there complete or not at all: write path.part, then put it in place.
/// It knows names on disk; it refuses to know what is in them.
#ifndef TALUS_SRC_BASE_ATOMIC_FILE_H
#define TALUS_SRC_BASE_ATOMIC_FILE_H

#include "talus/base.h"

/// "path.part". @return TALUS_ERROR_ARGUMENT when it does not fit into `size` bytes.
talus_status atomic_file_part(const char *path, char *part, size_t size, talus_error *error);
/// Force the finished and closed path.part to the disk and rename it to path. On failure it is
/// removed and an older `path` stays as it was; a device or pipe is never replaced.
/// @return TALUS_ERROR_IO
talus_status atomic_file_publish(const char *path, talus_error *error);
/// The same for a finished file under any name on the same file system.
talus_status atomic_file_replace(const char *part, const char *path, talus_error *error);
/// Remove what a killed run left: path.part; nothing happens when there is none.
void atomic_file_discard(const char *path);

#endif
