// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the files of an earlier run.
#include "io/directory/directory_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static talus_status remove_file(const talus_directory *d, const char *name, talus_error *error)
{
    char path[DIRECTORY_PATH_SIZE];
    const talus_status status = directory_join(d, name, path, error);
    return status != TALUS_OK || unlink(path) == 0 || errno == ENOENT
               ? status
               : directory_refuse(d, name, "of an earlier run could not be removed", error);
}

/// A file with what a GIS keeps beside it, and the directory it was alone in.
static talus_status remove_with_sides(const talus_directory *d, const char *name,
                                      talus_error *error)
{
    char path[DIRECTORY_PATH_SIZE];
    talus_status status = remove_file(d, name, error);
    for (size_t k = 0; k < DIRECTORY_SIDES && status == TALUS_OK; k++) {
        snprintf(path, sizeof path, "%s%s", name, directory_sides[k]);
        status = remove_file(d, path, error);
    }
    if (status == TALUS_OK && strchr(name, '/') != NULL &&
        directory_join(d, name, path, error) == TALUS_OK) {
        *strrchr(path, '/') = '\0';
        (void)rmdir(path);
    }
    return status;
}

static talus_status remove_old(talus_directory *d, talus_error *error);

/// A directory that an earlier run made and this one does not write, e.g. a variant of a study: it
/// goes as its own manifest says. The user's files in it stay, and it with them.
static talus_status remove_directory(const talus_directory *d, const char *name, talus_error *error)
{
    char path[DIRECTORY_PATH_SIZE];
    struct stat facts;
    const talus_directory_options options = {.size = sizeof options, .warnings = d->warnings};
    talus_directory *inner = NULL;
    talus_status status = directory_join(d, name, path, error);
    if (status != TALUS_OK || !directory_stat(d, name, &facts) || !S_ISDIR(facts.st_mode)) {
        return status;
    }
    path[strlen(path) - 1] = '\0';
    status = talus_directory_open(path, &options, &inner, error);
    if (status == TALUS_OK && inner->is_ours) {
        status = remove_file(inner, DIRECTORY_SUMMARY, error);
        status = status == TALUS_OK ? remove_old(inner, error) : status;
        if (status == TALUS_OK && inner->named.count == 0) {
            status = remove_file(inner, DIRECTORY_MARKER, error);
            status = status == TALUS_OK ? remove_file(inner, DIRECTORY_MANIFEST, error) : status;
        }
    }
    talus_directory_close(inner);
    (void)rmdir(path);
    return status;
}

/// @param entry a copy; d->named changes
static talus_status settle(talus_directory *d, const manifest_entry *entry, talus_error *error)
{
    struct stat facts;
    const bool is_directory = manifest_is_directory(entry->name);
    talus_status status = TALUS_OK;
    if (is_directory && manifest_find(&d->claims, entry->name) != NULL) {
        return TALUS_OK;
    }
    if (is_directory) {
        status = remove_directory(d, entry->name, error);
    } else if (directory_stat(d, entry->name, &facts)) {
        status = directory_is_unchanged(d, entry, &facts) ? remove_with_sides(d, entry->name, error)
                                                          : directory_keep(d, entry->name, error);
    }
    // a directory whose content only its contributor knows (a state) stays, and stays ours
    if (status == TALUS_OK && !(is_directory && directory_stat(d, entry->name, &facts))) {
        manifest_drop(&d->named, entry->name);
    }
    return status;
}

/// Remove, or rename where the user has changed it, everything that the manifest names; claimed
/// directories stay.
static talus_status remove_old(talus_directory *d, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = d->named.count; k-- > 0 && status == TALUS_OK;) {
        manifest_entry entry = d->named.items[k];
        entry.name = strdup(entry.name);
        status = entry.name != NULL ? settle(d, &entry, error)
                                    : talus_error_set(error, TALUS_ERROR_MEMORY,
                                                      "out of memory for the names of %s", d->path);
        free(entry.name);
    }
    for (size_t k = 0; k < d->claims.count && status == TALUS_OK; k++) {
        const manifest_entry *claim = &d->claims.items[k];
        if (claim->is_foreign && !manifest_is_directory(claim->name)) {
            status = remove_with_sides(d, claim->name, error);
        }
    }
    return status;
}

talus_status talus_directory_start(talus_directory *directory, talus_error *error)
{
    static const char marker[] = DIRECTORY_MARKER_TEXT;
    talus_directory *d = directory;
    talus_status status = directory_check_arguments(d, true, error);
    if (status != TALUS_OK || d->is_started) {
        return status;
    }
    status = d->is_checked ? TALUS_OK : directory_check_claims(d, error);
    if (status == TALUS_OK) {
        status = directory_write_aside(d, DIRECTORY_MARKER, marker, sizeof marker - 1, error);
    }
    status = status == TALUS_OK ? directory_put(d, DIRECTORY_MARKER, error) : status;
    status = status == TALUS_OK ? remove_file(d, DIRECTORY_SUMMARY, error) : status;
    status = status == TALUS_OK ? remove_old(d, error) : status;
    status = status == TALUS_OK ? directory_write_manifest(d, error) : status;
    d->is_started = status == TALUS_OK;
    return status;
}
