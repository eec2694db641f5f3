// SPDX-License-Identifier: GPL-3.0-or-later
/// @file manifest.h
/// A list of names with what is known of each, sorted by name; manifest.json in and out. It knows
/// the format; directory_read_manifest alone knows the disk.
#ifndef TALUS_SRC_IO_DIRECTORY_MANIFEST_H
#define TALUS_SRC_IO_DIRECTORY_MANIFEST_H

#include "foundation/files/files.h"

#include <stdio.h>

enum { MANIFEST_BY_SIZE = 32, MANIFEST_SHA256_SIZE = 65 };

typedef struct manifest_entry {
    char *name; ///< relative; a directory ends with '/'
    char by[MANIFEST_BY_SIZE];
    uint64_t bytes;                    ///< 0 of a directory
    char sha256[MANIFEST_SHA256_SIZE]; ///< "" of a directory
    bool is_foreign; ///< of a claim: a file that no manifest names stands there, to be replaced
} manifest_entry;

typedef struct manifest {
    manifest_entry *items; ///< (count) in ascending order of their names
    size_t count, capacity;
    bool is_damaged; ///< by manifest_read: it is of this format, but names what no directory holds
} manifest;

/// Is it a plain relative name: no "..", no empty part except a '/' at the end, no '\\', no control
/// bytes?
bool manifest_is_name(const char *name);
bool manifest_is_directory(const char *name);
manifest_entry *manifest_find(const manifest *list, const char *name);
/// The entry of this name, made empty where there is none. @return NULL when out of memory
manifest_entry *manifest_put(manifest *list, const char *name, const char *by);
void manifest_drop(manifest *list, const char *name);
void manifest_clear(manifest *list);

/// Read manifest.json. @return TALUS_ERROR_INPUT: it is none of this format, or damaged, which
/// `list` says; TALUS_ERROR_MEMORY
talus_status manifest_read(const char *path, manifest *list, talus_error *error);
/// Read the manifest of a result directory, which may be somebody else's.
/// @return TALUS_ERROR_INPUT: there is none, it is damaged, or a file that it names is a link
talus_status directory_read_manifest(const char *directory, manifest *list, talus_error *error);
void manifest_add_json(const manifest *list, files_text *text);

#endif
