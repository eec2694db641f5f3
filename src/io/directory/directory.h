// SPDX-License-Identifier: GPL-3.0-or-later
/// @file directory.h
/// What the contributors of this library share beside talus/directory.h: whole texts as files,
/// lists of names, members of a summary.
#ifndef TALUS_SRC_IO_DIRECTORY_DIRECTORY_H
#define TALUS_SRC_IO_DIRECTORY_DIRECTORY_H

#include "foundation/files/files.h"
#include "talus/directory.h"

enum { DIRECTORY_NAME_SIZE = 256 }; ///< of a file, in a directory

/// Write a text as a claimed file. The text is cleared, whatever comes back.
/// @return TALUS_ERROR_MEMORY when the text is not whole
talus_status directory_write_text(talus_directory *directory, const char *name, files_text *text,
                                  talus_error *error);
/// Claim a name made as printf does.
talus_status directory_claim(talus_directory *directory, talus_error *error, const char *format,
                             ...) TALUS_PRINTF(3, 4);
/// Claim names up to NULL.
talus_status directory_claim_all(talus_directory *directory, const char *const *names,
                                 talus_error *error);
/// Files and directories that it holds by now, in order of their names; one of another program, too,
/// where it was complete before. @param index < directory_file_count
size_t directory_file_count(const talus_directory *directory);
const char *directory_file_name(const talus_directory *directory, size_t index);
/// For a program that ends at a signal while another thread of it adds files to the directory `path`:
/// remove its unfinished ones. Any thread. @return false: a file is being put in place, which has to be waited for
bool directory_abandon(const char *path);
/// How the charts of a directory are written.
typedef struct directory_charts {
    const char *ending;         ///< ".svg", ".pdf" or ".png"; NULL = ".svg"; not owned, outlives it
    double width_mm, height_mm; ///< 0 = as large as they are drawn
} directory_charts;
/// Before anything is claimed: from then on a claimed "NAME.svg" stands for "NAME" with the ending
/// of the charts. NULL directories are allowed.
void directory_set_charts(talus_directory *directory, const directory_charts *charts);
directory_charts directory_charts_of(const talus_directory *directory);
/// The name of the file that "NAME.svg" stands for, in `own`; another name as it is.
const char *directory_chart_name(const talus_directory *directory, const char *name,
                                 char own[DIRECTORY_NAME_SIZE]);
/// A text to add members of a summary to.
files_text directory_members_begin(void);
/// Hand its members over. The text is cleared, whatever comes back.
talus_status directory_members_end(files_text *text, char **members, talus_error *error);
/// The members that every summary of a study has: version of talus, name of the study.
void directory_add_study(files_text *text, const char *study);

#endif
