// SPDX-License-Identifier: GPL-3.0-or-later
/// @file directory.h
/// The result directory: the files that a run writes, those that exist, and whether they all belong
/// to one run. It knows names, sizes and SHA-256; it refuses to know the contents of files.
///
/// States: *complete* = summary.json with "partial": false and no file PARTIAL; *partial* = PARTIAL
/// exists. Anything else is not a result. manifest.json names every file of a directory, except
/// summary.json and itself, with its size and SHA-256 (docs/design.md, Result directory).
///
/// Files of the user are never touched. A file is replaced or removed only if the manifest names it
/// and its SHA-256 is still that of the manifest; a file that was changed since then is renamed
/// NAME.kept-1 (-2, ...) with a warning. If a file has a claimed name but no manifest names it, the
/// run is refused before anything is written.
///
///   open, prepare (contributors claim), the work, write (contributors write), close
///
/// threads: a talus_directory is used by one thread at a time; while a contributor writes, several
/// of its threads may begin and commit files of different names.
#ifndef TALUS_DIRECTORY_H
#define TALUS_DIRECTORY_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_directory talus_directory;

typedef struct talus_directory_options {
    size_t size;    ///< of this struct, by talus_directory_options_default
    bool overwrite; ///< replace files with claimed names that no manifest names
    /// Lists renamed files; may be NULL; not owned, outlives the directory.
    talus_diagnostics *warnings;
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
    /// Claim the names of all files that `write` may add, with talus_directory_claim.
    talus_status (*claim)(void *user, talus_directory *directory, talus_error *error);
    /// Add files with claimed names, each with talus_directory_begin and talus_directory_commit.
    talus_status (*write)(void *user, talus_directory *directory, talus_error *error);
    /// Members of summary.json, `"key": value, ...` without braces; malloc'd, freed by the caller.
    /// The directory itself writes the member "partial".
    talus_status (*summarise)(void *user, char **members, talus_error *error);
    void *user; ///< not owned
} talus_contributor;

/// Create the directory with its parents, lock it, read its manifest, and check that a file can be
/// created in it. Existing files stay unchanged.
/// @param options NULL = the defaults
/// @return TALUS_ERROR_INPUT: its manifest or the log of a killed run names what is not its own, a file
///         that it names is a link; TALUS_ERROR_IO: it cannot be created or written, or another run holds
///         its lock; TALUS_ERROR_ARGUMENT: a name too long, an unknown size of options; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_open(const char *path,
                                            const talus_directory_options *options,
                                            talus_directory **directory, talus_error *error);
/// The path of a file of a result directory, which may be somebody else's: every reader asks here. A file
/// that is not there is no error. A ".tif" without the format of a GeoTIFF, a ".gpkg" without that of SQLite and
/// links beside them are errors too, as GDAL would follow them elsewhere.
/// @param name a plain relative name: "results.gpkg", "hard/hard.json", "checkpoint/"
/// @param path out: (size) directory/name
/// @return TALUS_ERROR_INPUT: the name leads out of the directory, it or a directory on its way is a
///         link, or a pipe or device stands there; TALUS_ERROR_ARGUMENT: NULL, the path is too long
TALUS_API talus_status talus_directory_file(const char *directory, const char *name, char *path,
                                            size_t size, talus_error *error);
/// The path that was passed to talus_directory_open.
TALUS_API const char *talus_directory_path(const talus_directory *directory);
/// Does the manifest name this file or directory?
TALUS_API bool talus_directory_holds(const talus_directory *directory, const char *name);

/// Claim a name that will be written: "screens.csv", "hard/hard.json"; "checkpoint/" is a directory
/// whose contents belong to the contributor.
/// @return TALUS_ERROR_INTERNAL: claimed twice, or not a plain relative name; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_claim(talus_directory *directory, const char *name,
                                             talus_error *error);
/// Let the contributors claim their names, then refuse files of the user that have a claimed name.
/// @return TALUS_ERROR_INPUT with up to three names: files that no manifest names (`overwrite`
///         lifts this); a directory, a device or a link to a directory in place of a file;
///         TALUS_ERROR_ARGUMENT: a contributor of another size, or without a proper name
TALUS_API talus_status talus_directory_prepare(talus_directory *directory,
                                               const talus_contributor *contributors, size_t count,
                                               talus_error *error);

/// Start to replace the contents of the directory: create PARTIAL, remove summary.json and all
/// files of the earlier run. The directory is then partial until talus_directory_write ends. Called
/// by talus_directory_write, or earlier by contributors that write during the run.
/// @return TALUS_ERROR_IO, TALUS_ERROR_INPUT as prepare, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_start(talus_directory *directory, talus_error *error);
/// Get the temporary path at which to write a claimed file; it has the same extension. A directory
/// ("checkpoint/") is entered in the manifest by this call, before its first file; it may be called
/// before the start, and then an existing result stays complete.
/// @param path out: the file to be created; for a directory its own path, which may not exist yet
/// @return TALUS_ERROR_INTERNAL: the name is not claimed; TALUS_ERROR_IO, _MEMORY, _ARGUMENT
TALUS_API talus_status talus_directory_begin(talus_directory *directory, const char *name,
                                             char *path, size_t size, talus_error *error);
/// Flush the file to disk, rename it to its final name and enter it in the manifest. A directory
/// that no longer exists is removed from the manifest.
/// @return TALUS_ERROR_IO, TALUS_ERROR_INTERNAL (not claimed), TALUS_ERROR_MEMORY
TALUS_API talus_status talus_directory_commit(talus_directory *directory, const char *name,
                                              talus_error *error);
/// Start unless already started, let every contributor write, then write the manifest, remove
/// PARTIAL unless `partial`, and write summary.json last. After an error the directory is partial.
/// @return an error of a contributor, TALUS_ERROR_IO, TALUS_ERROR_MEMORY; TALUS_ERROR_ARGUMENT
///         before anything is touched: a contributor of another size, or without a proper name
TALUS_API talus_status talus_directory_write(talus_directory *directory,
                                             const talus_contributor *contributors, size_t count,
                                             bool partial, talus_error *error);
/// Let one contributor add files to a complete directory, which stays complete; replaces open,
/// prepare and write. Each file is written completely or not at all, and after a failure or a kill
/// the other files are unchanged; manifest.json is written last. An existing file that the manifest
/// names is replaced, or renamed NAME.kept-1 if the user has changed it. `summarise` is not called:
/// summary.json stays unchanged.
/// @return TALUS_ERROR_INPUT: the directory is partial or holds no result, a file of the user
///         is in the way; TALUS_ERROR_IO, _MEMORY, _ARGUMENT; an error of the contributor
TALUS_API talus_status talus_directory_add(const char *path, const talus_directory_options *options,
                                           const talus_contributor *contributor,
                                           talus_error *error);
/// Release the lock. Files that were begun and not committed are removed, and so is a directory
/// that talus_directory_open created and that is still empty. NULL is allowed.
TALUS_API void talus_directory_close(talus_directory *directory);

#ifdef __cplusplus
}
#endif
#endif
