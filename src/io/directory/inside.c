// SPDX-License-Identifier: GPL-3.0-or-later
// Where the name of a file of a result directory leads: to a file of that directory, or nowhere. A
// directory that came from somebody else names nothing outside of it.
#include "io/directory/directory_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MAGIC_SIZE = 16 };

const char *directory_fault(const char *directory, const char *name)
{
    char path[DIRECTORY_PATH_SIZE];
    struct stat facts;
    const int length = snprintf(path, sizeof path, "%s/%s", directory, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        return NULL; // nothing is there
    }
    char *slash = path + strlen(directory);
    do {
        slash = strchr(slash + 1, '/');
        const bool is_part = slash != NULL;
        if (is_part) {
            *slash = '\0';
        }
        if (lstat(path, &facts) != 0) {
            return NULL;
        }
        if (S_ISLNK(facts.st_mode)) {
            return "is or leads through a link, and the files of a result directory are its own";
        }
        if (is_part && !S_ISDIR(facts.st_mode)) {
            return "needs a directory where something else stands";
        }
        if (!S_ISDIR(facts.st_mode) && !S_ISREG(facts.st_mode)) {
            return "is a pipe, a socket or a device, expected a file";
        }
        if (is_part) {
            *slash = '/';
        }
    } while (slash != NULL && slash[1] != '\0');
    return NULL;
}

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/// GDAL goes by what stands in a file, so a file of another format may lead it elsewhere.
static const char *format_fault(const char *path, const char *name)
{
    static const char *const tiffs[] = {"II*\0", "MM\0*", "II+\0", "MM\0+"};
    static const char sqlite[] = "SQLite format 3";
    const bool is_tiff = has_ending(name, ".tif"), is_base = has_ending(name, ".gpkg");
    char head[MAGIC_SIZE] = "";
    if (!is_tiff && !is_base) {
        return NULL;
    }
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const ssize_t size = file >= 0 ? read(file, head, sizeof head) : -1;
    if (file >= 0) {
        close(file);
    }
    if (size < MAGIC_SIZE) {
        return NULL; // a reader says what it misses
    }
    if (is_base) {
        return memcmp(head, sqlite, sizeof sqlite) == 0 ? NULL
                                                        : "has not the format of a GeoPackage";
    }
    for (size_t k = 0; k < sizeof tiffs / sizeof tiffs[0]; k++) {
        if (memcmp(head, tiffs[k], 4) == 0) {
            return NULL;
        }
    }
    return "has not the format of a GeoTIFF";
}

/// What GDAL and SQLite read beside a file without being asked.
static const char *side_fault(const char *directory, const char *name)
{
    static const char *const sides[] = {".aux.xml", ".ovr", ".msk", "-wal", "-shm", "-journal"};
    const char *fault = NULL;
    char side[DIRECTORY_PATH_SIZE];
    for (size_t k = 0; k < sizeof sides / sizeof sides[0] && fault == NULL; k++) {
        const int length = snprintf(side, sizeof side, "%s%s", name, sides[k]);
        fault =
            length > 0 && (size_t)length < sizeof side ? directory_fault(directory, side) : NULL;
    }
    return fault != NULL ? "has a link, a pipe or a device beside it, expected files" : NULL;
}

talus_status directory_check(const char *directory, const char *name, talus_error *error)
{
    const char *fault = directory_fault(directory, name);
    return fault == NULL ? TALUS_OK
                         : talus_error_set(error, TALUS_ERROR_INPUT,
                                           "%.300s is damaged: %.200s %s; remove it or put a copy "
                                           "there, or use another directory",
                                           directory, name, fault);
}

talus_status talus_directory_file(const char *directory, const char *name, char *path, size_t size,
                                  talus_error *error)
{
    if (directory == NULL || name == NULL || path == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found NULL, expected a directory, a name and a path");
    }
    if (!manifest_is_name(name)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s has no file \"%.200s\": expected a plain name of a file in "
                               "that directory",
                               directory, name);
    }
    const int length = snprintf(path, size, "%s/%s", directory, name);
    if (length < 0 || (size_t)length >= size) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the path of %.200s is longer than %zu bytes; use a shorter "
                               "directory",
                               name, size - 1);
    }
    const talus_status status = directory_check(directory, name, error);
    if (status != TALUS_OK) {
        return status;
    }
    const char *fault = format_fault(path, name);
    fault = fault == NULL ? side_fault(directory, name) : fault;
    return fault == NULL ? TALUS_OK
                         : talus_error_set(error, TALUS_ERROR_INPUT,
                                           "%.300s is damaged: %.200s %s; run again, or get the "
                                           "results again from their source",
                                           directory, name, fault);
}

talus_status directory_read_manifest(const char *directory, manifest *list, talus_error *error)
{
    char path[DIRECTORY_PATH_SIZE];
    *list = (manifest){0};
    talus_status status =
        talus_directory_file(directory, DIRECTORY_MANIFEST, path, sizeof path, error);
    if (status == TALUS_OK && access(path, R_OK) != 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s is not a result directory: expected manifest.json, as "
                                 "talus run writes it",
                                 directory);
    }
    status = status == TALUS_OK ? manifest_read(path, list, error) : status;
    for (size_t k = 0; k < list->count && status == TALUS_OK; k++) {
        status = directory_check(directory, list->items[k].name, error);
    }
    if (status != TALUS_OK) {
        manifest_clear(list);
    }
    return status;
}
