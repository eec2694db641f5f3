// SPDX-License-Identifier: GPL-3.0-or-later
/// @file directory.h
/// The result directory: which files a run writes, which of them are there, and whether they are
/// all of one run. It knows names, sizes and SHA-256; it refuses to know what is in a file.
///
/// States: *complete* = summary.json with "partial": false and no file PARTIAL; *partial* = PARTIAL
/// is there. Anything else is not a result. manifest.json names every file of a directory with its
/// size and SHA-256 (docs/design.md, Result directory), summary.json and itself excepted.
///
/// What the user has put there is never touched: a file is replaced or removed only when the
/// manifest names it and it still has the SHA-256 that the manifest gives. One that was changed
/// since is renamed NAME.kept-1 (-2, ...) with a warning. A file that stands under a claimed name
/// and that no manifest names is refused before anything is written.
///
///   open, prepare (contributors claim), the work, write (contributors write), close
///
/// threads: a talus_directory is used by one thread at a time; while a contributor writes, several of its
/// threads may begin and commit files of different names.
#ifndef TALUS_DIRECTORY_H
#define TALUS_DIRECTORY_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_directory talus_directory;

typedef struct talus_directory_options {
    size_t size;                 ///< of this struct, by talus_directory_options_default
    bool overwrite;              ///< replace files under claimed names that no manifest names
    talus_diagnostics *warnings; ///< receives renamed files; may be NULL; not owned, outlives it
} talus_directory_options;

/// Fill `size` bytes: nothing is replaced, warnings go nowhere.
TALUS_API void talus_directory_options_defaults(talus_directory_options *options, size_t size);
static inline talus_directory_options talus_directory_options_default(void)
{
    talus_directory_options options;
    talus_directory_options_defaults(&options, sizeof options);
    return options;
}

/// A part of the program that adds files to a directory. Every callback may be NULL.
typedef struct talus_contributor {
    size_t size;      ///< of this struct
    const char *name; ///< "run", "hazard", "compare", ...: "by" in the manifest; up to 31 bytes
    /// Claim the names of all files that `write` may add, by talus_directory_claim.
    talus_status (*claim)(void *user, talus_directory *directory, talus_error *error);
    /// Add files under claimed names, each by talus_directory_begin and talus_directory_commit.
    talus_status (*write)(void *user, talus_directory *directory, talus_error *error);
    /// Members of summary.json, `"key": value, ...` without braces; malloc'd, freed by the caller.
    /// The member "partial" is the directory's own.
    talus_status (*summarise)(void *user, char **members, talus_error *error);
    void *user; ///< not owned
} talus_contributor;

/// Make the directory with its parents, take its lock, read its manifest, and try that a file can
/// be made. What is there stays as it is.
/// @param options NULL = the defaults
/// @return TALUS_ERROR_IO: it cannot be made or written, or another run holds it;
///         TALUS_ERROR_ARGUMENT: a name too long, an unknown size of options; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_open(const char *path,
                                            const talus_directory_options *options,
                                            talus_directory **directory, talus_error *error);
/// As it was given to open.
TALUS_API const char *talus_directory_path(const talus_directory *directory);
/// Does the manifest name this file or directory?
TALUS_API bool talus_directory_holds(const talus_directory *directory, const char *name);

/// Say that this name will be written. "screens.csv", "hard/hard.json"; "checkpoint/" is a
/// directory whose content is the claimer's.
/// @return TALUS_ERROR_INTERNAL: claimed twice, or not a plain relative name; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_claim(talus_directory *directory, const char *name,
                                             talus_error *error);
/// Have the contributors claim, then refuse files that stand under a claimed name.
/// @return TALUS_ERROR_INPUT with up to three names: files that no manifest names (`overwrite`
///         lifts this); a directory, a device or a link to a directory in place of a file;
///         TALUS_ERROR_ARGUMENT: a contributor of another size, or without a proper name
TALUS_API talus_status talus_directory_prepare(talus_directory *directory,
                                               const talus_contributor *contributors, size_t count,
                                               talus_error *error);

/// Begin to replace what the directory holds: PARTIAL comes, summary.json and all files of the
/// earlier run go. From here on it is partial until talus_directory_write ends. Called by
/// talus_directory_write; before it by contributors that write during the run.
/// @return TALUS_ERROR_IO, TALUS_ERROR_INPUT as prepare, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_start(talus_directory *directory, talus_error *error);
/// Where to write a claimed file aside, with the same extension. A directory ("checkpoint/") is
/// entered in the manifest here, before its first file, and may be begun before the start: what
/// stands stays complete.
/// @param path out: the file to be created; of a directory its own path, which may not be there
/// @return TALUS_ERROR_INTERNAL: the name is not claimed; TALUS_ERROR_IO, _MEMORY, _ARGUMENT
TALUS_API talus_status talus_directory_begin(talus_directory *directory, const char *name,
                                             char *path, size_t size, talus_error *error);
/// Force the file to the disk, put it in its place and note it for the manifest. Of a directory:
/// the manifest no longer names it if it is gone.
/// @return TALUS_ERROR_IO, TALUS_ERROR_INTERNAL (not claimed), TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_commit(talus_directory *directory, const char *name,
                                              talus_error *error);
/// Start unless it was started, have every contributor write, then the manifest; PARTIAL goes
/// unless `partial`, and summary.json comes last. After an error the directory is partial.
/// @return an error of a contributor, TALUS_ERROR_IO, TALUS_ERROR_MEMORY; TALUS_ERROR_ARGUMENT
///         before anything is touched: a contributor of another size, or without a proper name
TALUS_API talus_status talus_directory_write(talus_directory *directory,
                                             const talus_contributor *contributors, size_t count,
                                             bool partial, talus_error *error);
/// Add files to a complete directory, in place of open, prepare and write by one contributor: the
/// directory stays complete. Each file comes whole or not at all, and after a failure or a kill the
/// others stand as before; manifest.json is written last. A file of that name that the manifest
/// names is replaced, or renamed NAME.kept-1 where the user has changed it. `summarise` is not
/// called: summary.json stays as it is.
/// @return TALUS_ERROR_INPUT: the directory is partial or holds no result, a file of the user
///         stands in the way; TALUS_ERROR_IO, _MEMORY, _ARGUMENT; an error of the contributor
TALUS_API talus_status talus_directory_add(const char *path, const talus_directory_options *options,
                                           const talus_contributor *contributor,
                                           talus_error *error);
/// Give the lock back; what was written aside and not committed goes, and so does a directory that
/// open has made and that is still empty. NULL is allowed.
TALUS_API void talus_directory_close(talus_directory *directory);

#ifdef __cplusplus
}
#endif
#endif
