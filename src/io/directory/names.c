// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a result directory: what they may be, where they lead, what stands there.
#include "io/directory/directory.h"
#include "io/directory/directory_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

talus_status directory_join(const talus_directory *d, const char *name,
                            char path[DIRECTORY_PATH_SIZE], talus_error *error)
{
    const int length = snprintf(path, DIRECTORY_PATH_SIZE, "%s/%s", d->path, name);
    return length > 0 && length < DIRECTORY_PATH_SIZE
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the path of %s is longer than %d bytes; use a shorter directory",
                                 name, DIRECTORY_PATH_SIZE - 1);
}

bool directory_stat(const talus_directory *d, const char *name, struct stat *facts)
{
    char path[DIRECTORY_PATH_SIZE];
    if (directory_join(d, name, path, NULL) != TALUS_OK) {
        return false;
    }
    if (manifest_is_directory(path)) {
        path[strlen(path) - 1] = '\0'; // with the slash a link would be followed
    }
    return lstat(path, facts) == 0;
}

talus_status directory_refuse(const talus_directory *d, const char *name, const char *what,
                              talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_IO, "%s/%s %s: %s", d->path, name, what,
                           strerror(errno));
}

bool talus_directory_holds(const talus_directory *directory, const char *name)
{
    return directory != NULL && name != NULL && manifest_find(&directory->named, name) != NULL;
}

size_t directory_file_count(const talus_directory *directory)
{
    return directory->named.count;
}

const char *directory_file_name(const talus_directory *directory, size_t index)
{
    return directory->named.items[index].name;
}

void directory_set_charts(talus_directory *directory, const directory_charts *charts)
{
    if (directory != NULL) {
        directory->charts = *charts;
    }
}

directory_charts directory_charts_of(const talus_directory *directory)
{
    return directory != NULL ? directory->charts : (directory_charts){.ending = NULL};
}

const char *directory_chart_name(const talus_directory *directory, const char *name,
                                 char own[DIRECTORY_NAME_SIZE])
{
    static const char svg[] = ".svg";
    const char *ending = directory_charts_of(directory).ending;
    const size_t length = strlen(name), tail = sizeof svg - 1;
    if (ending == NULL || length <= tail || strcmp(name + length - tail, svg) != 0) {
        return name;
    }
    (void)snprintf(own, DIRECTORY_NAME_SIZE, "%.*s%s", (int)(length - tail), name, ending);
    return own;
}

talus_status directory_check_arguments(const talus_directory *d, bool has_others,
                                       talus_error *error)
{
    return d != NULL && has_others
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "found NULL, expected a result directory and all other arguments");
}
