// SPDX-License-Identifier: GPL-3.0-or-later
// A result directory: open, claims, close.
#include "foundation/base/sized.h"
#include "io/directory/directory_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/// Where the file system knows no locks, runs in one directory are not kept apart.
static talus_status lock_directory(talus_directory *d, talus_error *error)
{
    d->lock = open(d->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (d->lock >= 0 && flock(d->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return talus_error_set(error, TALUS_ERROR_IO,
                               "%s is in use by another run; wait for it or give another directory",
                               d->path);
    }
    return TALUS_OK;
}

/// A manifest.json that is none of ours is a file of the user.
static talus_status read_manifest(talus_directory *d, talus_error *error)
{
    char path[DIRECTORY_PATH_SIZE];
    struct stat facts;
    talus_status status = directory_join(d, DIRECTORY_MANIFEST, path, error);
    if (status == TALUS_OK && lstat(path, &facts) == 0 && S_ISREG(facts.st_mode)) {
        status = manifest_read(path, &d->named, error);
        d->is_ours = status == TALUS_OK;
        status = status == TALUS_ERROR_INPUT && !d->named.is_damaged ? TALUS_OK : status;
    }
    return status;
}

/// What the directory holds of this program is looked for where its name says, and nowhere else.
static talus_status check_named(const talus_directory *d, talus_error *error)
{
    static const char *const own[] = {DIRECTORY_SUMMARY, DIRECTORY_MANIFEST, DIRECTORY_MARKER};
    talus_status status = TALUS_OK;
    if (d->is_damaged) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s/%s/committed is damaged: it names a file that is not of its "
                               "directory; use another directory",
                               d->path, d->work);
    }
    for (size_t k = 0; k < sizeof own / sizeof own[0] && d->is_ours && status == TALUS_OK; k++) {
        status = directory_check(d->path, own[k], error);
    }
    for (size_t k = 0; k < d->named.count && status == TALUS_OK; k++) {
        status = directory_check(d->path, d->named.items[k].name, error);
    }
    return status;
}

void talus_directory_options_defaults(talus_directory_options *options, size_t size)
{
    const talus_directory_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

static talus_status open_whole(talus_directory *d, const char *path, talus_error *error)
{
    const size_t length = strlen(path);
    if (length == 0 || length >= sizeof d->path) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a directory name of %zu bytes, expected 1 to %zu", length,
                               sizeof d->path - 1);
    }
    memcpy(d->path, path, length + 1);
    d->is_new = access(path, F_OK) != 0;
    talus_status status = files_make_directory(d->path, error);
    status = status == TALUS_OK ? lock_directory(d, error) : status;
    status = status == TALUS_OK ? read_manifest(d, error) : status;
    status = status == TALUS_OK ? check_named(d, error) : status;
    status = status == TALUS_OK ? directory_open_work(d, error) : status;
    return status == TALUS_OK ? check_named(d, error) : status;
}

talus_status talus_directory_open(const char *path, const talus_directory_options *options,
                                  talus_directory **directory, talus_error *error)
{
    if (directory == NULL || path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a directory without a name");
    }
    *directory = NULL;
    talus_directory_options own = talus_directory_options_default();
    talus_status status =
        sized_take(&own, sizeof own, options, sizeof own, "talus_directory_options", error);
    if (status != TALUS_OK) {
        return status;
    }
    talus_directory *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a directory");
    }
    pthread_mutex_init(&d->mutex, NULL);
    d->lock = -1;
    d->by = "";
    d->overwrite = own.overwrite;
    d->warnings = own.warnings;
    status = open_whole(d, path, error);
    if (status == TALUS_OK) {
        *directory = d;
    } else {
        talus_directory_close(d);
    }
    return status;
}

const char *talus_directory_path(const talus_directory *directory)
{
    return directory != NULL ? directory->path : "";
}

static bool is_own(const talus_directory *d, const char *name)
{
    const size_t length = strlen(d->work);
    return strcmp(name, DIRECTORY_SUMMARY) == 0 || strcmp(name, DIRECTORY_MANIFEST) == 0 ||
           strcmp(name, DIRECTORY_MARKER) == 0 ||
           (strncmp(name, d->work, length) == 0 && (name[length] == '/' || name[length] == '\0'));
}

talus_status talus_directory_claim(talus_directory *directory, const char *name, talus_error *error)
{
    const talus_status status = directory_check_arguments(directory, name != NULL, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (!manifest_is_name(name) || is_own(directory, name)) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL,
                               "\"%s\" is claimed in %s, expected a relative name that is not the "
                               "directory's own",
                               name, directory->path);
    }
    char room[DIRECTORY_NAME_SIZE];
    const char *own = directory_chart_name(directory, name, room);
    if (manifest_find(&directory->claims, own) != NULL) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL, "%s is claimed twice in %s", own,
                               directory->path);
    }
    directory->is_checked = false;
    return manifest_put(&directory->claims, own, directory->by) != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the names of %s",
                                 directory->path);
}

talus_status directory_check_contributors(const talus_directory *d,
                                          const talus_contributor *contributors, size_t count,
                                          talus_error *error)
{
    const talus_status status =
        directory_check_arguments(d, contributors != NULL || count == 0, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_contributor *one = &contributors[k];
        if (one->size != sizeof *one || one->name == NULL ||
            strlen(one->name) >= MANIFEST_BY_SIZE) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "a contributor of %zu bytes, expected %zu and a name of up to "
                                   "%zu bytes",
                                   one->size, sizeof *one, (size_t)MANIFEST_BY_SIZE - 1);
        }
    }
    return status;
}

talus_status talus_directory_prepare(talus_directory *directory,
                                     const talus_contributor *contributors, size_t count,
                                     talus_error *error)
{
    talus_status status = directory_check_contributors(directory, contributors, count, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_contributor *one = &contributors[k];
        directory->by = one->name;
        status = one->claim != NULL ? one->claim(one->user, directory, error) : TALUS_OK;
    }
    if (directory != NULL) {
        directory->by = "";
    }
    return status == TALUS_OK ? directory_check_claims(directory, error) : status;
}

void talus_directory_close(talus_directory *directory)
{
    if (directory == NULL) {
        return;
    }
    bool is_named = directory->is_started || !directory->has_taken;
    if (directory->is_started && !directory->is_written) {
        // what a failure left in place stays ours; where the disk is full, by the log alone
        is_named = directory_write_manifest(directory, NULL) == TALUS_OK;
    }
    directory_close_work(directory, !is_named);
    manifest_clear(&directory->named);
    manifest_clear(&directory->claims);
    if (directory->is_new) {
        (void)rmdir(directory->path); // nothing came into it
    }
    if (directory->lock >= 0) {
        close(directory->lock);
    }
    pthread_mutex_destroy(&directory->mutex);
    free(directory);
}
