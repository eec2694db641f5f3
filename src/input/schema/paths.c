// SPDX-License-Identifier: GPL-3.0-or-later
// File names of a scenario: relative to its file when read, relative to another directory when
// written again.
#define _XOPEN_SOURCE 700 // realpath
#include "input/schema/document.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *copy_bytes(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

/// "a/b"; just b when a is "." or empty.
static char *join(const char *a, const char *b)
{
    const size_t n = strcmp(a, ".") == 0 ? 0 : strlen(a);
    const size_t m = strlen(b);
    char *path = malloc(n + m + 2);
    if (path == NULL) {
        return NULL;
    }
    memcpy(path, a, n);
    size_t used = n;
    if (n > 0 && a[n - 1] != '/') {
        path[used++] = '/';
    }
    memcpy(path + used, b, m + 1);
    return path;
}

/// GDAL's virtual file systems and connection strings are no paths of this machine.
static bool is_virtual(const char *path)
{
    return strncmp(path, "/vsi", 4) == 0;
}

char *scenario_join_path(const char *directory, const char *path)
{
    if (path[0] == '/' || strcmp(path, SCENARIO_IN_MEMORY) == 0) {
        return copy_bytes(path, strlen(path));
    }
    return join(directory, path);
}

static bool absolute_path(const char *path, char **absolute);

/// Absolute path of `name` in `directory`, which need not exist.
static bool absolute_in(const char *directory, const char *name, char **absolute)
{
    char *base = NULL;
    if (!absolute_path(directory, &base)) {
        return false;
    }
    if (base == NULL) {
        return true;
    }
    if (strcmp(name, "..") == 0) {
        char *last = strrchr(base, '/');
        *absolute = copy_bytes(base, last == base ? 1 : (size_t)(last - base));
    } else {
        *absolute = strcmp(name, ".") == 0 ? copy_bytes(base, strlen(base)) : join(base, name);
    }
    free(base);
    return *absolute != NULL;
}

/// Absolute path without links, "." and ".."; parts that do not exist yet are kept as written.
/// @param absolute NULL afterwards when even the working directory is gone
/// @return false when memory runs out
static bool absolute_path(const char *path, char **absolute)
{
    *absolute = realpath(path, NULL);
    if (*absolute != NULL || errno == ENOMEM) {
        return *absolute != NULL;
    }
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const size_t length = slash == NULL || slash == path ? 1 : (size_t)(slash - path);
    char *parent = copy_bytes(slash == NULL ? "." : path, length);
    if (parent == NULL) {
        return false;
    }
    bool good = true;
    if (slash != NULL && slash > path && *name == '\0') {
        good = absolute_path(parent, absolute); // "directory/"
    } else if (strcmp(parent, path) != 0) {
        good = absolute_in(parent, name, absolute);
    }
    free(parent);
    return good;
}

/// Path from absolute `from` to absolute `to`, which is `to` when they share no more than the root.
/// @return NULL when memory runs out
static char *path_between(const char *from, const char *to)
{
    size_t common = 0;
    for (size_t i = 0;; i++) {
        const bool from_ends = from[i] == '\0' || from[i] == '/';
        const bool to_ends = to[i] == '\0' || to[i] == '/';
        if (from_ends && to_ends) {
            common = i;
        }
        if (from[i] != to[i] || from[i] == '\0') {
            break;
        }
    }
    if (common == 0) {
        return copy_bytes(to, strlen(to));
    }
    size_t ups = 0;
    for (const char *at = from + common; *at != '\0'; at++) {
        ups += *at == '/';
    }
    const char *rest = to[common] == '/' ? to + common + 1 : to + common;
    char *path = malloc(3 * ups + strlen(rest) + 2);
    if (path == NULL) {
        return NULL;
    }
    path[0] = '\0';
    for (size_t i = 0; i < ups; i++) {
        strcat(path, "../");
    }
    strcat(path, rest);
    if (*rest == '\0') {
        strcpy(path + 3 * ups, ups > 0 ? "" : ".");
        if (ups > 0) {
            path[3 * ups - 1] = '\0';
        }
    }
    return path;
}

char *scenario_relative_path(const char *directory, const char *path)
{
    if (strcmp(path, SCENARIO_IN_MEMORY) == 0) {
        return copy_bytes(path, strlen(path));
    }
    if (is_virtual(path)) {
        return copy_bytes(path, strlen(path));
    }
    char *from = NULL, *to = NULL, *relative = NULL;
    if (absolute_path(directory, &from) && absolute_path(path, &to)) {
        if (from != NULL && to != NULL) {
            relative = path_between(from, to);
        } else {
            const char *known = to != NULL ? to : path;
            relative = copy_bytes(known, strlen(known));
        }
    }
    free(from);
    free(to);
    return relative;
}
