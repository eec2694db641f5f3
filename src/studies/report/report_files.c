// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the result directory on the page: the page reads its numbers from them.
#include "studies/report/report.h"

#include "io/directory/manifest.h"
#include "talus/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20, LARGEST_SUM = 6 << 20, NAME_SIZE = 4096 };

/// Endings of the files that a page can show.
static bool is_shown(const char *name)
{
    static const char *const endings[] = {".json", ".csv", ".log", ".svg", ".png", ".yaml"};
    const size_t length = strlen(name);
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        const size_t end = strlen(endings[k]);
        if (length > end && strcmp(name + length - end, endings[k]) == 0) {
            return true;
        }
    }
    return false;
}

/// A name that can stand in an attribute.
static bool is_plain(const char *name)
{
    return strpbrk(name, "\"<>&'") == NULL && files_is_printable(name);
}

/// Crossings of many rocks are cut to whole lines, other files are whole or left out.
static size_t shown_size(const char *name, const char *text, size_t size)
{
    if (size <= LARGEST_FILE || strcmp(name, "screen_crossings.csv") != 0) {
        return size;
    }
    size_t end = LARGEST_FILE;
    while (end > 0 && text[end - 1] != '\n') {
        end--;
    }
    return end;
}

static talus_status add_file(report *r, const char *name, size_t *sum, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], id[NAME_SIZE], *text = NULL;
    size_t size = 0;
    talus_status status = output_path(path, r->directory, name, "", error);
    if (status == TALUS_OK) {
        status = files_read_all(path, &text, &size, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const size_t shown = shown_size(name, text, size);
    if (shown > LARGEST_FILE || *sum + shown > LARGEST_SUM) {
        snprintf(id, sizeof id, "%.200s (%zu bytes) is too large for a page", name, size);
        report_miss(r, "file", id);
    } else {
        if (shown < size) {
            report_miss(r, "crossings", "screen_crossings.csv is cut to its first MB");
        }
        *sum += shown;
        snprintf(id, sizeof id, "file:%s", name);
        status = report_add_blob(r, id, text, shown, error);
    }
    free(text);
    return status;
}

static bool is_mine(const manifest_entry *entry)
{
    return strcmp(entry->by, "report") == 0;
}

static talus_status add_listed(report *r, const manifest *files, talus_error *error)
{
    talus_status status = TALUS_OK;
    size_t sum = 0;
    for (size_t k = 0; k < files->count && status == TALUS_OK; k++) {
        const char *name = files->items[k].name;
        if (!is_mine(&files->items[k]) && is_shown(name) && is_plain(name) &&
            strlen(name) < NAME_SIZE - 8 && strncmp(name, "hard/", 5) != 0) {
            status = add_file(r, name, &sum, error);
        }
    }
    return status;
}

/// The manifest without this report, so that a second one has the same bytes.
static talus_status add_manifest(report *r, const manifest *files, talus_error *error)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '[');
    for (size_t k = 0; k < files->count; k++) {
        const manifest_entry *entry = &files->items[k];
        if (is_mine(entry)) {
            continue;
        }
        files_json_begin(&text, NULL, '{');
        files_json_add_text(&text, "name", entry->name);
        if (!manifest_is_directory(entry->name)) {
            files_json_add_number(&text, "bytes", (double)entry->bytes);
        }
        files_json_add_text(&text, "sha256", entry->sha256);
        files_json_end(&text, '}');
    }
    files_json_end(&text, ']');
    const talus_status status =
        text.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report")
                    : report_add_blob(r, "files", text.data, text.size, error);
    files_text_clear(&text);
    return status;
}

/// The scenario as JSON, and the keys with their defaults and sentences.
static talus_status add_scenario(report *r, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], *text = NULL, *json = NULL, *keys = NULL;
    size_t size = 0;
    talus_status status = output_path(path, r->directory, "scenario", ".yaml", error);
    if (status == TALUS_OK && !output_file_exists(path)) {
        return TALUS_OK; // a study has none
    }
    if (status == TALUS_OK) {
        status = files_read_text(path, &text, &size, NULL, error);
    }
    if (status == TALUS_OK) {
        status = files_yaml_to_json(text, size, &json, error);
    }
    if (status == TALUS_OK) {
        status = report_add_blob(r, "scenario", json, strlen(json), error);
    }
    if (status == TALUS_OK) {
        status = talus_schema_print(NULL, TALUS_SCHEMA_JSON, &keys, error);
    }
    if (status == TALUS_OK) {
        status = report_add_blob(r, "schema", keys, strlen(keys), error);
    }
    free(text);
    free(json);
    free(keys);
    return status;
}

talus_status report_add_files(report *r, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], digest[65];
    manifest files = {0};
    size_t sum = 0;
    talus_status status = output_path(path, r->directory, "summary", ".json", error);
    if (status == TALUS_OK) {
        status = files_sha256(path, digest, error);
    }
    if (status == TALUS_OK) {
        files_json_add_text(&r->data, "summary_sha256", digest);
        status = add_file(r, "summary.json", &sum, error);
    }
    status = status == TALUS_OK ? directory_read_manifest(r->directory, &files, error) : status;
    status = status == TALUS_OK ? add_listed(r, &files, error) : status;
    status = status == TALUS_OK ? add_manifest(r, &files, error) : status;
    manifest_clear(&files);
    return status == TALUS_OK ? add_scenario(r, error) : status;
}
