// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_write.h
/// Files of a study's directory.
#ifndef TALUS_SRC_STUDY_ROCKING_WRITE_H
#define TALUS_SRC_STUDY_ROCKING_WRITE_H

#include "files/files.h"

enum { ROCKING_PATH_SIZE = 4096 };
talus_status rocking_path(const char *directory, const char *name, char path[ROCKING_PATH_SIZE],
                          talus_error *error);
/// Write and clear the text.
talus_status rocking_write_text(const char *directory, const char *name, files_text *text,
                                talus_error *error);

#endif
