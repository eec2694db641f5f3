// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers and writers of contact problems share: bytes in memory in, bytes in memory out,
// and blocks from entries in any order.
#ifndef TALUS_CASES_PROBLEM_FILES_CONTACT_PROBLEM_H
#define TALUS_CASES_PROBLEM_FILES_CONTACT_PROBLEM_H

#include "physics/contact_problem/problem_text.h"
#include "physics/contact_problem/rows.h"

/// A contact problem, whatever the file's name is: the stored text format, FCLIB's layout of HDF5,
/// or either of them gzip-compressed (docs/contact_problems.md). Every count is checked while
/// reading; errors name the line (text) or the data set (HDF5), what was found and expected.
talus_status files_read_contact_problem(const char *path, problem_rows **rows, talus_error *error);
/// A problem in block rows. By extension: .hdf5 or .h5 FCLIB, .gz compressed text, else text. Every
/// number comes back with the same bits; equal problems give equal files. Atomic.
talus_status files_write_contact_problem(const char *path, const talus_contact_problem *problem,
                                         talus_error *error);

/// Bytes of a file; the path is for messages only. `data` ends with a zero that is not counted.
typedef struct contact_bytes {
    const char *path;
    char *data;
    size_t size;
} contact_bytes;

/// Where a value of the file belongs: row and column of its block, and its number in the file.
typedef struct contact_entry {
    size_t row, column, source;
} contact_entry;

/// Sort the entries by row, column and source, and create the rows with one zero block for every
/// (row, column) that occurs. Entries of one block may be many; their values are the caller's task.
talus_status files_contact_build(size_t contact_count, contact_entry *entries, size_t entry_count,
                                 problem_rows **rows, talus_error *error);

/// The stored text format; errors have the line.
talus_status files_contact_read_text(const contact_bytes *bytes, problem_rows **rows,
                                     talus_error *error);

/// FCLIB's layout of HDF5, the whole file in memory; errors name the data set.
talus_status files_contact_read_fclib(const contact_bytes *bytes, problem_rows **rows,
                                      talus_error *error);
/// `data` is malloc'd.
talus_status files_contact_write_fclib(const talus_contact_problem *problem, contact_bytes *bytes,
                                       talus_error *error);

/// gzip in memory; `data` is malloc'd, members that follow each other are joined.
talus_status files_contact_inflate(const contact_bytes *packed, contact_bytes *bytes,
                                   talus_error *error);
talus_status files_contact_deflate(const contact_bytes *bytes, contact_bytes *packed,
                                   talus_error *error);

#endif
