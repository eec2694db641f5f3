// SPDX-License-Identifier: GPL-3.0-or-later
// The project as a file of a result directory.
#include "io/project/project.h"

#include "foundation/base/sized.h"

#include <stdlib.h>
#include <string.h>

#define FILE_NAME "results.qgz"

void talus_project_job_defaults(talus_project_job *job, size_t size)
{
    const talus_project_job defaults = {0};
    sized_fill(job, size, &defaults, sizeof defaults);
}

static talus_status claim(void *user, talus_directory *directory, talus_error *error)
{
    talus_project_job own = talus_project_job_default();
    const talus_status status =
        user == NULL ? talus_error_set(error, TALUS_ERROR_ARGUMENT, "the job of a project is NULL")
                     : sized_take(&own, sizeof own, user, sizeof own, "talus_project_job", error);
    return status != TALUS_OK ? status : talus_directory_claim(directory, FILE_NAME, error);
}

static talus_status collect_names(const talus_directory *directory, const char ***names,
                                  size_t *count, talus_error *error)
{
    *count = directory_file_count(directory);
    *names = malloc((*count + 1) * sizeof **names);
    if (*names == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a QGIS project");
    }
    const size_t all = *count;
    *count = 0;
    for (size_t k = 0; k < all; k++) {
        char path[OUTPUT_PATH_SIZE];
        const char *name = directory_file_name(directory, k);
        if (output_path(path, talus_directory_path(directory), name, "", NULL) == TALUS_OK &&
            output_file_exists(path)) {
            (*names)[(*count)++] = name;
        }
    }
    return TALUS_OK;
}

static talus_status compose(const talus_directory *directory, const char *words, files_text *text,
                            talus_error *error)
{
    const char *place = talus_directory_path(directory), **names = NULL;
    project_layers layers = {0};
    size_t count = 0;
    char *title = files_clean_text(words != NULL ? words : "talus");
    talus_status status = collect_names(directory, &names, &count, error);
    if (status == TALUS_OK && title == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a QGIS project");
    }
    if (status == TALUS_OK) {
        status = project_find_layers(place, names, count, &layers, error);
    }
    if (status == TALUS_OK) {
        status = project_write_text(place, title, &layers, text, error);
    }
    project_clear_layers(&layers);
    free(names);
    free(title);
    return status;
}

static talus_status write_project(void *user, talus_directory *directory, talus_error *error)
{
    files_text text = {0};
    char path[OUTPUT_PATH_SIZE];
    const talus_project_job *job = user;
    const files_locale locale = files_locale_enter();
    talus_status status = compose(directory, job->title, &text, error);
    files_locale_leave(&locale);
    if (status == TALUS_OK) {
        status = talus_directory_begin(directory, FILE_NAME, path, sizeof path, error);
    }
    if (status == TALUS_OK) {
        const geo_zip_item item = {.name = "results.qgs", .data = text.data, .size = text.size};
        status = geo_write_zip(path, &item, 1, error);
    }
    files_text_clear(&text);
    return status == TALUS_OK ? talus_directory_commit(directory, FILE_NAME, error) : status;
}

talus_contributor talus_project_contributor(talus_project_job *job)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = "project",
                               .claim = claim,
                               .write = write_project,
                               .user = job};
}

talus_status talus_project_add(const char *directory, const talus_directory_options *options,
                               talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    if (directory == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the directory of a project is NULL");
    }
    talus_status status = output_path(path, directory, "summary", ".json", error);
    status = status == TALUS_OK ? files_json_read(path, &json, error) : status;
    if (status == TALUS_OK) {
        talus_project_job job = talus_project_job_default();
        job.title = files_json_text(files_json_member(files_json_root(json), "title"));
        const talus_contributor one = talus_project_contributor(&job);
        status = talus_directory_add(directory, options, &one, error);
    }
    files_json_destroy(json);
    return status;
}
