// SPDX-License-Identifier: GPL-3.0-or-later
// A sorted list of names, and manifest.json.
#include "io/directory/manifest.h"

#include "foundation/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Of the format; a reader refuses another one.
enum { FORMAT = 1 };

bool manifest_is_directory(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && name[length - 1] == '/';
}

bool manifest_is_name(const char *name)
{
    const char *part = name;
    for (const char *c = name;; c++) {
        if (*c != '/' && *c != '\0') {
            if ((unsigned char)*c < 0x20 || *c == 0x7f || *c == '\\') {
                return false;
            }
            continue;
        }
        const size_t length = (size_t)(c - part);
        const bool is_dots = (length == 1 || length == 2) && strncmp(part, "..", length) == 0;
        const bool is_end = *c == '\0' && part != name; // "checkpoint/"
        if (is_dots || (length == 0 && !is_end)) {
            return false;
        }
        if (*c == '\0') {
            return true;
        }
        part = c + 1;
    }
}

/// First entry whose name is not before `name`.
static size_t place_of(const manifest *list, const char *name)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(list->items[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

manifest_entry *manifest_find(const manifest *list, const char *name)
{
    const size_t k = place_of(list, name);
    return k < list->count && strcmp(list->items[k].name, name) == 0 ? &list->items[k] : NULL;
}

manifest_entry *manifest_put(manifest *list, const char *name, const char *by)
{
    manifest_entry *found = manifest_find(list, name);
    if (found == NULL) {
        const size_t k = place_of(list, name);
        char *copy =
            array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items)
                ? strdup(name)
                : NULL;
        if (copy == NULL) {
            return NULL;
        }
        found = &list->items[k];
        memmove(found + 1, found, (list->count - k) * sizeof *found);
        *found = (manifest_entry){.name = copy};
        list->count++;
    }
    snprintf(found->by, sizeof found->by, "%s", by);
    return found;
}

void manifest_drop(manifest *list, const char *name)
{
    manifest_entry *found = manifest_find(list, name);
    if (found != NULL) {
        free(found->name);
        list->count--;
        const size_t k = (size_t)(found - list->items);
        memmove(found, found + 1, (list->count - k) * sizeof *found);
    }
}

void manifest_clear(manifest *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->items[k].name);
    }
    free(list->items);
    *list = (manifest){0};
}

static bool is_digest(const char *text)
{
    return text != NULL && strlen(text) == MANIFEST_SHA256_SIZE - 1 &&
           strspn(text, "0123456789abcdef") == MANIFEST_SHA256_SIZE - 1;
}

/// @return TALUS_ERROR_INPUT: not what an entry is
static talus_status read_entry(const char *path, const files_json_node *node, manifest *list,
                               talus_error *error)
{
    const char *name = files_json_text(files_json_member(node, "name"));
    const char *by = files_json_text(files_json_member(node, "by"));
    const char *sha256 = files_json_text(files_json_member(node, "sha256"));
    double bytes = 0.0;
    const bool has_size = files_json_number(files_json_member(node, "bytes"), &bytes);
    if (name == NULL || by == NULL) {
        return TALUS_ERROR_INPUT;
    }
    if (!manifest_is_name(name)) {
        list->is_damaged = true;
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%.300s is damaged: it names \"%.200s\", expected plain names of files "
            "of its own directory; run again into another directory, or get the "
            "results again from their source",
            path, files_is_printable(name) ? name : "(control characters)");
    }
    if (!manifest_is_directory(name) &&
        (!is_digest(sha256) || !has_size || !(bytes >= 0.0 && bytes < 1e18))) {
        return TALUS_ERROR_INPUT;
    }
    manifest_entry *entry = manifest_put(list, name, by);
    if (entry == NULL) {
        return TALUS_ERROR_MEMORY;
    }
    if (!manifest_is_directory(name)) {
        entry->bytes = (uint64_t)bytes;
        memcpy(entry->sha256, sha256, MANIFEST_SHA256_SIZE);
    }
    return TALUS_OK;
}

talus_status manifest_read(const char *path, manifest *list, talus_error *error)
{
    files_json *json = NULL;
    double format = 0.0;
    *list = (manifest){0};
    talus_status status = files_json_read(path, &json, error);
    if (status != TALUS_OK) {
        return status;
    }
    const files_json_node *root = files_json_root(json);
    const files_json_node *files = files_json_member(root, "files");
    if (!files_json_number(files_json_member(root, "manifest"), &format) ||
        fabs(format - FORMAT) > 0.0 || !files_json_is_array(files)) {
        status = TALUS_ERROR_INPUT;
    }
    for (size_t k = 0; k < files_json_length(files) && status == TALUS_OK; k++) {
        status = read_entry(path, files_json_item(files, k), list, error);
    }
    files_json_destroy(json);
    if (status != TALUS_OK) {
        const bool is_damaged = list->is_damaged;
        manifest_clear(list);
        list->is_damaged = is_damaged;
        return is_damaged ? status
                          : talus_error_set(error, status,
                                            status == TALUS_ERROR_MEMORY
                                                ? "%s: out of memory while reading it"
                                                : "%s is not a manifest of format 1",
                                            path);
    }
    return TALUS_OK;
}

void manifest_add_json(const manifest *list, files_text *text)
{
    files_json_begin(text, NULL, '{');
    files_json_add_unsigned(text, "manifest", FORMAT);
    files_json_add_text(text, "talus", talus_version());
    files_json_begin(text, "files", '[');
    for (size_t k = 0; k < list->count; k++) {
        const manifest_entry *entry = &list->items[k];
        const bool is_file = !manifest_is_directory(entry->name);
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "name", entry->name);
        if (is_file) {
            files_json_add_unsigned(text, "bytes", entry->bytes);
        } else {
            files_json_add_number(text, "bytes", (double)NAN); // null
        }
        files_json_add_text(text, "sha256", is_file ? entry->sha256 : NULL);
        files_json_add_text(text, "by", entry->by);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    files_json_end(text, '}');
    files_text_add(text, "\n");
}
