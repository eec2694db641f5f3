// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a result directory: what is gathered, and the file.
#include "studies/report/report.h"

#include "foundation/base/atomic_file.h"
#include "foundation/base/sized.h"
#include "talus/directory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TUMBLING = 16 };
#define FILE_NAME "report.html"

void talus_report_options_defaults(talus_report_options *options, size_t size)
{
    const talus_report_options defaults = {.language = "en", .tumbling = TUMBLING};
    sized_fill(options, size, &defaults, sizeof defaults);
}

/// Another name would put a page where a raster, a picture or a scenario stands.
static bool is_page_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && (strcmp(dot, ".html") == 0 || strcmp(dot, ".htm") == 0);
}

static talus_status check(const char *directory, const talus_report_options *options,
                          talus_error *error)
{
    static const char *const languages[] = {"en", "de", "fr", "it"};
    char path[OUTPUT_PATH_SIZE];
    bool is_known = options->language == NULL;
    for (size_t k = 0; k < sizeof languages / sizeof languages[0]; k++) {
        is_known = is_known || strcmp(options->language, languages[k]) == 0;
    }
    if (!is_known) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the language of a report is \"%.40s\", expected en, de, fr or it",
                               options->language);
    }
    if (options->tumbling > REPORT_MOST_TUMBLING) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu rocks are to tumble, expected at most %d", options->tumbling,
                               REPORT_MOST_TUMBLING);
    }
    if (options->path != NULL && !is_page_name(options->path)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "a report is a page: found the file name %.300s, expected one that "
                               "ends in .html",
                               options->path);
    }
    talus_status status = files_check_target(options->path, options->overwrite, error);
    status = status == TALUS_OK ? output_path(path, directory, "PARTIAL", "", error) : status;
    if (status == TALUS_OK && access(path, F_OK) == 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s holds partial results (there is a file PARTIAL): a report "
                               "is of a complete run; go on with talus run --resume",
                               directory);
    }
    status = status == TALUS_OK ? output_path(path, directory, "summary", ".json", error) : status;
    if (status == TALUS_OK && !output_file_exists(path)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s is not a result directory: expected summary.json, as "
                               "talus run writes it",
                               directory);
    }
    return status;
}

static void clear(report *r)
{
    geo_image_clear(&r->terrain);
    geo_tracks_clear(&r->tracks);
    geo_rows_clear(&r->rocks);
    geo_tracks_clear(&r->pieces);
    geo_rows_clear(&r->piece_rows);
    files_text_clear(&r->data);
    files_text_clear(&r->blobs);
    files_text_clear(&r->missing);
}

/// Everything that the page holds, except the viewer.
static talus_status gather(report *r, talus_error *error)
{
    static talus_status (*const parts[])(report *, talus_error *) = {
        report_add_files,  report_add_terrain, report_add_layers, report_add_lines,
        report_add_tracks, report_add_world,   report_add_live};
    talus_status status = TALUS_OK;
    files_json_begin(&r->data, NULL, '{');
    files_json_begin(&r->missing, NULL, '[');
    files_json_add_text(&r->data, "talus", talus_version());
    files_json_add_text(&r->data, "language", r->options.language ? r->options.language : "en");
    files_json_add_text(&r->data, "title", r->options.title);
    files_json_add_text(&r->data, "author", r->options.author);
    files_json_add_text(&r->data, "date", r->options.date);
    for (size_t k = 0; k < sizeof parts / sizeof parts[0] && status == TALUS_OK; k++) {
        status = parts[k](r, error);
    }
    files_json_end(&r->missing, ']');
    if (status == TALUS_OK && !r->missing.failed) {
        files_json_add_plain(&r->data, "missing", r->missing.data);
        files_json_end(&r->data, '}');
    }
    if (status == TALUS_OK && (r->data.failed || r->missing.failed)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report");
    }
    return status == TALUS_OK ? report_add_blob(r, "data", r->data.data, r->data.size, error)
                              : status;
}

static void add_part(files_text *page, const report_viewer *viewer, size_t part)
{
    files_text_add(page, "%.*s", (int)viewer->sizes[part], viewer->parts[part]);
}

/// Title of the tab before the program has run.
static talus_status add_title(const report *r, files_text *page, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    talus_status status = output_path(path, r->directory, "summary", ".json", error);
    status = status == TALUS_OK ? files_json_read(path, &json, error) : status;
    if (status == TALUS_OK) {
        const char *title = files_json_text(files_json_member(files_json_root(json), "title"));
        title = r->options.title != NULL ? r->options.title : title != NULL ? title : "talus";
        char *clean = files_clean_text(title);
        files_xml_add_text(page, clean != NULL ? clean : "talus");
        free(clean);
    }
    files_json_destroy(json);
    return status;
}

static talus_status compose(const report *r, files_text *page, talus_error *error)
{
    report_viewer viewer;
    talus_status status = report_viewer_parts(r->options.live, &viewer, error);
    if (status == TALUS_OK) {
        add_part(page, &viewer, 0);
        status = add_title(r, page, error);
    }
    if (status == TALUS_OK) {
        add_part(page, &viewer, 1);
        files_text_add(page, "%s", r->blobs.data);
        add_part(page, &viewer, 2);
    }
    return status == TALUS_OK && page->failed
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report")
               : status;
}

static talus_status claim(void *user, talus_directory *directory, talus_error *error)
{
    (void)user;
    return talus_directory_claim(directory, FILE_NAME, error);
}

static talus_status write_page(void *user, talus_directory *directory, talus_error *error)
{
    const files_text *page = user;
    char path[OUTPUT_PATH_SIZE];
    talus_status status = talus_directory_begin(directory, FILE_NAME, path, sizeof path, error);
    if (status == TALUS_OK) {
        status = files_write_all(path, page->data, page->size, error);
    }
    return status == TALUS_OK ? talus_directory_commit(directory, FILE_NAME, error) : status;
}

static talus_status save(const report *r, files_text *page, talus_error *error)
{
    if (r->options.path != NULL) {
        return files_write_all(r->options.path, page->data, page->size, error);
    }
    const talus_directory_options options = {
        .size = sizeof options, .overwrite = r->options.overwrite, .warnings = r->options.warnings};
    const talus_contributor contributor = {.size = sizeof contributor,
                                           .name = "report",
                                           .claim = claim,
                                           .write = write_page,
                                           .user = page};
    return talus_directory_add(r->directory, &options, &contributor, error);
}

talus_status talus_report_write(const char *directory, const talus_report_options *options,
                                talus_report_facts *facts, talus_error *error)
{
    report r = {.directory = directory, .options = talus_report_options_default()};
    files_text page = {0};
    talus_status status = sized_take(&r.options, sizeof r.options, options, sizeof r.options,
                                     "talus_report_options", error);
    if (status == TALUS_OK && directory == NULL) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT, "the directory of a report is NULL");
    }
    status = status == TALUS_OK ? check(directory, &r.options, error) : status;
    if (status == TALUS_OK) {
        const files_locale locale = files_locale_enter();
        status = gather(&r, error);
        files_locale_leave(&locale);
    }
    status = status == TALUS_OK ? compose(&r, &page, error) : status;
    status = status == TALUS_OK ? save(&r, &page, error) : status;
    if (status == TALUS_OK && facts != NULL) {
        *facts = r.facts;
        facts->bytes = page.size;
    }
    files_text_clear(&page);
    clear(&r);
    return status;
}
