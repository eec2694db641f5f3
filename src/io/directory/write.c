// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a directory becomes complete: files, manifest, marker, summary.
#include "foundation/base/atomic_file.h"
#include "io/directory/directory_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Members of one contributor, without the white space around them.
static talus_status add_members(const talus_contributor *one, files_text *text, talus_error *error)
{
    char *members = NULL;
    if (one->summarise == NULL) {
        return TALUS_OK;
    }
    const talus_status status = one->summarise(one->user, &members, error);
    if (status == TALUS_OK && members != NULL) {
        const char *first = members;
        size_t length = strlen(members);
        while (isspace((unsigned char)*first)) {
            first++;
            length--;
        }
        while (length > 0 && isspace((unsigned char)first[length - 1])) {
            length--;
        }
        members[(size_t)(first - members) + length] = '\0';
        if (length > 0) {
            files_text_add(text, ",\n  ");
            files_text_add(text, "%s", first);
        }
    }
    free(members);
    return status;
}

/// summary.json aside, so that only a rename is left to be done last.
static talus_status write_summary(const talus_directory *d, const talus_contributor *contributors,
                                  size_t count, bool partial, talus_error *error)
{
    files_text text = {0};
    talus_status status = TALUS_OK;
    files_text_add(&text, "{\n  \"partial\": %s", partial ? "true" : "false");
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = add_members(&contributors[k], &text, error);
    }
    files_text_add(&text, "\n}\n");
    if (status == TALUS_OK && text.failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for summary.json");
    }
    if (status == TALUS_OK) {
        status = directory_write_aside(d, DIRECTORY_SUMMARY, text.data, text.size, error);
    }
    files_text_clear(&text);
    return status;
}

/// Directories that are not there are named no more.
static void forget_missing(talus_directory *d)
{
    for (size_t k = d->named.count; k-- > 0;) {
        const manifest_entry *entry = &d->named.items[k];
        struct stat facts;
        if (manifest_is_directory(entry->name) && !directory_stat(d, entry->name, &facts)) {
            manifest_drop(&d->named, entry->name);
        }
    }
}

static talus_status check_files(const talus_directory *d, talus_error *error)
{
    for (size_t k = 0; k < d->named.count; k++) {
        const manifest_entry *entry = &d->named.items[k];
        struct stat facts;
        const bool is_there = directory_stat(d, entry->name, &facts);
        if (!manifest_is_directory(entry->name) &&
            (!is_there || (uint64_t)facts.st_size != entry->bytes)) {
            return talus_error_set(error, TALUS_ERROR_IO,
                                   "%s/%s is gone or was changed while the results were written; "
                                   "is something else writing there?",
                                   d->path, entry->name);
        }
    }
    return TALUS_OK;
}

/// The marker goes when all else is on the disk; should the last rename fail, it comes back.
static talus_status finish(talus_directory *d, bool partial, talus_error *error)
{
    char marker[DIRECTORY_PATH_SIZE] = "";
    forget_missing(d);
    talus_status status = check_files(d, error);
    status = status == TALUS_OK ? directory_write_manifest(d, error) : status;
    status = status == TALUS_OK ? directory_join(d, DIRECTORY_MARKER, marker, error) : status;
    if (status == TALUS_OK && !partial && unlink(marker) != 0) {
        status = directory_refuse(d, DIRECTORY_MARKER, "could not be removed", error);
    }
    status = status == TALUS_OK ? directory_put(d, DIRECTORY_SUMMARY, error) : status;
    if (status != TALUS_OK && marker[0] != '\0' && access(marker, F_OK) != 0) {
        static const char text[] = "Writing the results failed.\n";
        (void)files_write_all(marker, text, sizeof text - 1, NULL);
    }
    return status;
}

talus_status talus_directory_write(talus_directory *directory,
                                   const talus_contributor *contributors, size_t count,
                                   bool partial, talus_error *error)
{
    // a wrong call leaves the earlier results alone
    talus_status status = directory_check_contributors(directory, contributors, count, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = talus_directory_start(directory, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const talus_contributor *one = &contributors[k];
        status = one->write != NULL ? one->write(one->user, directory, error) : TALUS_OK;
    }
    if (status == TALUS_OK) {
        status = write_summary(directory, contributors, count, partial, error);
    }
    status = status == TALUS_OK ? finish(directory, partial, error) : status;
    directory->is_written = status == TALUS_OK;
    return status;
}
