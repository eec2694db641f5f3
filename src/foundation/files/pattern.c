// SPDX-License-Identifier: GPL-3.0-or-later
// Files by a pattern of their names.
#define _XOPEN_SOURCE 700 // glob
#include "foundation/files/files.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char special[] = "*?[";

bool files_is_pattern(const char *path)
{
    struct stat found;
    return strpbrk(path, special) != NULL && strncmp(path, "/vsi", 4) != 0 &&
           stat(path, &found) != 0;
}

/// Bytes at the front of a path that name a directory by these very letters, at least `least`.
static size_t literal_part(char *path, size_t least)
{
    struct stat found;
    size_t size = least;
    for (char *slash = strchr(path + (least > 0 ? least : 1), '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool is_there = stat(path, &found) == 0;
        *slash = '/';
        if (!is_there) {
            break;
        }
        size = (size_t)(slash - path);
    }
    return size;
}

/// "directory/pattern". malloc'd.
/// @param skip out: bytes of the directory in a name that matches
static char *join(const char *directory, const char *pattern, size_t *skip)
{
    const bool is_inside = directory != NULL && directory[0] != '\0' &&
                           strcmp(directory, ".") != 0 && pattern[0] != '/';
    const size_t size = is_inside ? strlen(directory) : 0;
    const bool has_slash = size == 0 || directory[size - 1] == '/';
    char *whole = calloc(size + strlen(pattern) + 2, 1);
    *skip = has_slash ? size : size + 1;
    if (whole != NULL) {
        if (size > 0) {
            memcpy(whole, directory, size);
            whole[size] = '/';
        }
        strcpy(whole + *skip, pattern);
    }
    return whole;
}

/// What matches the whole, the directories at its front taken as they are.
static int match(char *whole, size_t directory, glob_t *found)
{
    const size_t literal = literal_part(whole, directory);
    char *escaped = malloc(2 * literal + strlen(whole + literal) + 1), *to = escaped;
    if (escaped == NULL) {
        return GLOB_NOSPACE;
    }
    for (size_t k = 0; k < literal; k++) {
        if (strchr("*?[\\", whole[k]) != NULL) {
            *to++ = '\\';
        }
        *to++ = whole[k];
    }
    strcpy(to, whole + literal);
    const int result = glob(escaped, GLOB_MARK | GLOB_NOSORT, NULL, found);
    free(escaped);
    return result;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool copy_names(const glob_t *found, size_t skip, files_names *names)
{
    names->items = calloc(found->gl_pathc + 1, sizeof *names->items);
    for (size_t k = 0; names->items != NULL && k < found->gl_pathc; k++) {
        const char *path = found->gl_pathv[k];
        const size_t size = strlen(path);
        if (path[size - 1] == '/') { // GLOB_MARK: a directory
            continue;
        }
        char *name = malloc(size - skip + 1);
        if (name == NULL) {
            return false;
        }
        memcpy(name, path + skip, size - skip + 1);
        names->items[names->count++] = name;
    }
    return names->items != NULL;
}

talus_status files_match(const char *directory, const char *pattern, files_names *names,
                         talus_error *error)
{
    *names = (files_names){0};
    glob_t found = {0};
    size_t skip = 0;
    char *whole = join(directory, pattern, &skip);
    const int result = whole == NULL ? GLOB_NOSPACE : match(whole, skip, &found);
    bool good = result == 0 || result == GLOB_NOMATCH;
    if (result == 0) {
        good = copy_names(&found, skip, names);
    }
    globfree(&found);
    talus_status status = TALUS_OK;
    if (!good) {
        status =
            talus_error_set(error, result == GLOB_ABORTED ? TALUS_ERROR_INPUT : TALUS_ERROR_MEMORY,
                            result == GLOB_ABORTED ? "a directory of '%s' cannot be read"
                                                   : "out of memory for the files of '%s'",
                            pattern);
    } else if (names->count == 0) {
        status =
            talus_error_set(error, TALUS_ERROR_INPUT, "no file matches the pattern '%s'", whole);
    } else {
        qsort(names->items, names->count, sizeof *names->items, compare_names);
    }
    free(whole);
    if (status != TALUS_OK) {
        files_names_clear(names);
    }
    return status;
}

talus_status files_names_add(files_names *names, const char *path, talus_error *error)
{
    files_names more = {0};
    if (files_is_pattern(path)) {
        const talus_status status = files_match(NULL, path, &more, error);
        if (status != TALUS_OK) {
            return status;
        }
    }
    const bool is_single = more.items == NULL;
    const size_t count = is_single ? 1 : more.count;
    char *copy = is_single ? strdup(path) : NULL;
    char **larger = realloc((void *)names->items, (names->count + count) * sizeof(char *));
    names->items = larger != NULL ? larger : names->items;
    if (larger == NULL || (is_single && copy == NULL)) {
        free(copy);
        files_names_clear(&more);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for names of files");
    }
    for (size_t k = 0; k < count; k++) {
        larger[names->count++] = is_single ? copy : more.items[k];
    }
    free((void *)more.items);
    return TALUS_OK;
}

void files_names_clear(files_names *names)
{
    for (size_t k = 0; k < names->count; k++) {
        free(names->items[k]);
    }
    free(names->items);
    *names = (files_names){0};
}
