// SPDX-License-Identifier: GPL-3.0-or-later
/// @file project.h
/// The QGIS project of a result directory, results.qgz: its rasters and vectors in groups and in
/// order, with their style files, by relative paths. It knows the files of the directory; it
/// refuses to know how they came about. [docs/formats.md]
///
/// threads: as talus/directory.h.
#ifndef TALUS_PROJECT_H
#define TALUS_PROJECT_H

#include "talus/directory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_project_job {
    size_t size;       ///< of this struct, by talus_project_job_default
    const char *title; ///< of the project; NULL: talus
} talus_project_job;
/// Fill `size` bytes: no title.
TALUS_API void talus_project_job_defaults(talus_project_job *job, size_t size);
static inline talus_project_job talus_project_job_default(void)
{
    talus_project_job job;
    talus_project_job_defaults(&job, sizeof job);
    return job;
}
/// The contributor "project": results.qgz with the files that the directory holds at that time, so
/// it must be the last contributor. Equal files give equal bytes.
/// @param job passed to the callbacks of the contributor, which read it when the directory calls
///            them; they return TALUS_ERROR_ARGUMENT for NULL or an unknown size
TALUS_API talus_contributor talus_project_contributor(talus_project_job *job);
/// Add results.qgz to a complete directory of an earlier version, with talus_directory_add.
/// @param options NULL = the defaults
/// @return TALUS_ERROR_INPUT: not a complete result directory, a file of the user in the way, files
///         that cannot be read; TALUS_ERROR_IO, _MEMORY; TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_project_add(const char *directory,
                                         const talus_directory_options *options,
                                         talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
