// SPDX-License-Identifier: GPL-3.0-or-later
/// @file pack.h
/// A finished run packed to be run again elsewhere: the result directory and copies of its inputs,
/// with relative names. It knows file names; it refuses to know the contents of files.
/// [docs/export.md]
///
/// threads: any thread; two packs at once need two names.
#ifndef TALUS_PACK_H
#define TALUS_PACK_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_pack_options {
    size_t size;    ///< of this struct, by talus_pack_options_default
    bool overwrite; ///< replace a zip archive; a directory is never replaced
} talus_pack_options;
/// Fill `size` bytes: nothing is replaced.
TALUS_API void talus_pack_options_defaults(talus_pack_options *options, size_t size);
static inline talus_pack_options talus_pack_options_default(void)
{
    talus_pack_options options;
    talus_pack_options_defaults(&options, sizeof options);
    return options;
}

/// Contents of a pack. Later versions may append members.
typedef struct talus_pack_report {
    size_t inputs;  ///< files that the scenario names
    size_t files;   ///< all files: inputs with their sidecars and notes, and results
    uint64_t bytes; ///< of all files, before they are compressed
} talus_pack_report;

/// Write a zip archive, or a directory that does not exist yet, completely or not at all. The
/// result directory and the inputs are only read. Equal directories and inputs give equal bytes.
/// @param path ends in .zip: an archive; else a directory
/// @param options NULL = the defaults @param report out; may be NULL
/// @return TALUS_ERROR_INPUT: no complete result of a run, an input that is missing or cannot be
///         packed, a file or directory in the way; TALUS_ERROR_ARGUMENT for NULL; TALUS_ERROR_IO,
///         _MEMORY
TALUS_API talus_status talus_pack_write(const char *directory, const char *path,
                                        const talus_pack_options *options,
                                        talus_pack_report *report, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
