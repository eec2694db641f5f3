// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the directory that the user has changed since: found and kept under another name.
#include "io/directory/directory_internal.h"

#include <errno.h>
#include <string.h>

enum { MOST_KEPT = 100000 };

const char *const directory_sides[DIRECTORY_SIDES] = {".aux.xml", "-wal", "-shm", "-journal"};

bool directory_is_unchanged(const talus_directory *d, const manifest_entry *entry,
                            const struct stat *facts)
{
    char path[DIRECTORY_PATH_SIZE], sha256[MANIFEST_SHA256_SIZE];
    return S_ISREG(facts->st_mode) && (uint64_t)facts->st_size == entry->bytes &&
           directory_join(d, entry->name, path, NULL) == TALUS_OK &&
           files_sha256(path, sha256, NULL) == TALUS_OK && strcmp(sha256, entry->sha256) == 0;
}

static talus_status rename_in(const talus_directory *d, const char *from, const char *to,
                              talus_error *error)
{
    char old[DIRECTORY_PATH_SIZE], new[DIRECTORY_PATH_SIZE];
    talus_status status = directory_join(d, from, old, error);
    status = status == TALUS_OK ? directory_join(d, to, new, error) : status;
    return status != TALUS_OK || rename(old, new) == 0 || errno == ENOENT
               ? status
               : directory_refuse(d, from, "could not be renamed", error);
}

talus_status directory_keep(const talus_directory *d, const char *name, talus_error *error)
{
    char kept[DIRECTORY_PATH_SIZE], from[DIRECTORY_PATH_SIZE], to[DIRECTORY_PATH_SIZE];
    struct stat facts;
    int number = 0;
    do {
        snprintf(kept, sizeof kept, "%s.kept-%d", name, ++number);
    } while (directory_stat(d, kept, &facts) && number < MOST_KEPT);
    talus_status status = rename_in(d, name, kept, error);
    for (size_t k = 0; k < DIRECTORY_SIDES && status == TALUS_OK; k++) {
        snprintf(from, sizeof from, "%s%s", name, directory_sides[k]);
        snprintf(to, sizeof to, "%s%s", kept, directory_sides[k]);
        status = rename_in(d, from, to, error);
    }
    if (status == TALUS_OK) {
        talus_diagnostics_say(d->warnings, TALUS_WARNING,
                              "%s/%s was changed after it was written; it is kept as %s", d->path,
                              name, kept);
    }
    return status;
}
