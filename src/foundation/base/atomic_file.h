// SPDX-License-Identifier: GPL-3.0-or-later
/// @file atomic_file.h
/// A file is there complete or not at all: write aside, then put it in place.
/// It knows names on disk; it refuses to know what is in them.
#ifndef TALUS_SRC_FOUNDATION_BASE_ATOMIC_FILE_H
#define TALUS_SRC_FOUNDATION_BASE_ATOMIC_FILE_H

#include "talus/base.h"

enum { ATOMIC_FILE_PATH_SIZE = 4096 };

/// Create the empty file path.part to write into; where something stands there, path.part-2, ... It
/// is always a new file: nothing that stands there is touched, and no link is followed.
/// @param part out: its name @param size bytes of `part`
/// @return TALUS_ERROR_ARGUMENT when the name does not fit, TALUS_ERROR_IO
talus_status atomic_file_begin(const char *path, char *part, size_t size, talus_error *error);
/// Open a new file without a name in the directory of `path`: a program that is killed leaves
/// nothing behind. @return its descriptor; -1 where the system has no such files
int atomic_file_open_unnamed(const char *path);
/// Force it to the disk and give it the name that atomic_file_begin would. The caller closes it.
/// @return false: it has no name
bool atomic_file_name(int file, const char *path, char *part, size_t size);
/// Create an empty directory of that name instead, for writers that need files beside their own.
talus_status atomic_file_begin_directory(const char *path, char *part, size_t size,
                                         talus_error *error);
/// Remove what programs that were killed have left of `path`: path.part, path.part-2, ... up to the
/// first name that is free. For places that the caller alone writes, while nobody else does.
void atomic_file_sweep(const char *path);
/// Remove a directory with all that is in it; links are not followed.
/// @param parent  descriptor of the directory that `name` is in, AT_FDCWD
void atomic_file_remove_tree(int parent, const char *name);
/// Number of the part that atomic_file_begin would make now: 1 = path.part, 2 = path.part-2, ...
int atomic_file_next_part(const char *path);
/// Remove the parts from that number on, directories too: for a program that ends at a signal.
void atomic_file_abandon(const char *path, int first);
/// Force the finished and closed file `part` to the disk and rename it to `path`, on the same file
/// system. On failure it is removed and an older `path` stays as it was; a device or pipe is never
/// replaced. @return TALUS_ERROR_IO
talus_status atomic_file_replace(const char *part, const char *path, talus_error *error);

#endif
