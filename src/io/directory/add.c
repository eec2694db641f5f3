// SPDX-License-Identifier: GPL-3.0-or-later
// Files that come into a directory that is complete and stays so.
#include "foundation/base/atomic_file.h"
#include "io/directory/directory_internal.h"

#include <unistd.h>

/// A result that is whole: nothing is added to another one.
static talus_status check_complete(const talus_directory *d, talus_error *error)
{
    struct stat facts;
    if (directory_stat(d, DIRECTORY_MARKER, &facts)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s holds partial results (there is a file PARTIAL): nothing is "
                               "added before the run is complete; go on with the run",
                               d->path);
    }
    if (!d->is_ours || !directory_stat(d, DIRECTORY_SUMMARY, &facts)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s is not a result directory: expected summary.json and "
                               "manifest.json, as talus run writes them",
                               d->path);
    }
    return TALUS_OK;
}

static talus_status add(talus_directory *d, const talus_contributor *contributor,
                        talus_error *error)
{
    talus_status status = check_complete(d, error);
    status = status == TALUS_OK ? talus_directory_prepare(d, contributor, 1, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    d->is_started = d->is_adding = true;
    status = contributor->write != NULL ? contributor->write(contributor->user, d, error) : status;
    status = status == TALUS_OK ? directory_write_manifest(d, error) : status;
    d->is_written = status == TALUS_OK;
    return status;
}

talus_status talus_directory_add(const char *path, const talus_directory_options *options,
                                 const talus_contributor *contributor, talus_error *error)
{
    talus_directory *d = NULL;
    if (path == NULL || contributor == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a directory or contributor is NULL");
    }
    // open would make it
    if (access(path, F_OK) != 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s: there is no such directory", path);
    }
    talus_status status = talus_directory_open(path, options, &d, error);
    if (status == TALUS_OK) {
        status = add(d, contributor, error);
    }
    talus_directory_close(d);
    return status;
}
