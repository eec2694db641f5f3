// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5 files in memory, without HDF5's own messages. The library is not to be used from two threads
// at once unless it was built for that.
#ifndef TALUS_CASES_PROBLEM_FILES_CONTACT_PROBLEM_HDF5_H
#define TALUS_CASES_PROBLEM_FILES_CONTACT_PROBLEM_HDF5_H

#include <hdf5.h>
#include <stddef.h>

/// How HDF5 reported errors before begin; end restores it.
typedef struct files_hdf5_quiet {
    H5E_auto2_t print;
    void *user;
} files_hdf5_quiet;
files_hdf5_quiet files_hdf5_begin(void);
void files_hdf5_end(const files_hdf5_quiet *quiet);

/// A file from bytes, read only, or an empty one to write; it never touches a disk. < 0 on failure.
hid_t files_hdf5_open_image(void *data, size_t size);

#endif
