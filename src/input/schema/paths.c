// SPDX-License-Identifier: GPL-3.0-or-later
// File names of a scenario: relative to its file when read, relative to another directory when
// written again.
#define _XOPEN_SOURCE 700 // realpath
#include "input/schema/document.h"

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
    if (path[0] == '/') {
        return copy_bytes(path, strlen(path));
    }
    return join(directory, path);
}

/// Absolute path without links, "." and ".."; parts that do not exist yet are kept as written.
static char *absolute_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (real != NULL) {
        return real;
    }
    const char *slash = strrchr(path, '/');
    if (slash != NULL && slash[1] == '\0' && slash > path) {
        char *shorter = copy_bytes(path, (size_t)(slash - path));
        char *absolute = shorter != NULL ? absolute_path(shorter) : NULL;
        free(shorter);
        return absolute;
    }
    const char *name = slash != NULL ? slash + 1 : path;
    if (name == path && strcmp(path, ".") == 0) {
        return NULL; // even the working directory is gone
    }
    char *parent = NULL;
    if (slash == NULL) {
        parent = copy_bytes(".", 1);
    } else {
        parent = copy_bytes(path, slash == path ? 1 : (size_t)(slash - path));
    }
    char *base = parent != NULL && strcmp(parent, path) != 0 ? absolute_path(parent) : NULL;
    char *absolute = NULL;
    if (base != NULL && strcmp(name, "..") == 0) {
        char *last = strrchr(base, '/');
        absolute = copy_bytes(base, last == base ? 1 : (size_t)(last - base));
    } else if (base != NULL) {
        absolute = strcmp(name, ".") == 0 ? copy_bytes(base, strlen(base)) : join(base, name);
    }
    free(parent);
    free(base);
    return absolute;
}

/// Path from absolute `from` to absolute `to`; NULL when they share no more than the root.
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
        return NULL;
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
    if (is_virtual(path)) {
        return copy_bytes(path, strlen(path));
    }
    char *from = absolute_path(directory);
    char *to = absolute_path(path);
    char *relative = from != NULL && to != NULL ? path_between(from, to) : NULL;
    if (relative == NULL) {
        relative = to;
        to = NULL;
    }
    if (relative == NULL) {
        relative = copy_bytes(path, strlen(path));
    }
    free(from);
    free(to);
    return relative;
}
