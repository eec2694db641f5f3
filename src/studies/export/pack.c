// SPDX-License-Identifier: GPL-3.0-or-later
// A study to be run elsewhere: results/ with other names of files in their scenario;
// inputs/K/ with the K-th file that the scenario names and what belongs to it; scenario.yaml;
// pack.json with the SHA-256 of every file.
#include "talus/pack.h"

#include "foundation/base/atomic_file.h"
#include "foundation/base/sized.h"
#include "foundation/files/files.h"
#include "input/scenario/turned.h"
#include "io/directory/manifest.h"
#include "io/geo/geo.h"
#include "io/products/output.h"
#include "studies/export/pack_name.h"
#include "studies/rerun/rerun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// A file of the pack: bytes of its own, or those of another file.
typedef struct pack_file {
    char *name, *path;
    char *data;
    size_t size;
} pack_file;

typedef struct pack_job {
    const char *directory, *path;
    talus_pack_options options;
    talus_pack_report report;
    talus_scenario *scenario;
    const char *up; ///< from the scenario under way to the top of the pack
    char **inputs;  ///< (input_count) as they are reached from here
    size_t input_count;
    pack_file *files; ///< (file_count)
    size_t file_count;
    talus_error *error;
    talus_status status; ///< the first failure of a name
} pack_job;

static talus_status no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a pack");
}

/// @param path NULL: `data`, which is taken over whatever comes back
static talus_status add_file(pack_job *job, const char *name, const char *path, char *data,
                             size_t size, talus_error *error)
{
    if (!pack_name_is_safe(name)) {
        free(data);
        return talus_error_set(
            error, TALUS_ERROR_INPUT,
            "\"%.300s\" cannot be the name of a file in a pack, as it means "
            "something else on other systems; expected none of \\ : * ? \" < > | "
            "in it, no blank or dot at the end of a part and no name of a device "
            "(con, nul): rename the file",
            files_is_printable(name) ? name : "(control characters)");
    }
    pack_file *larger = realloc(job->files, (job->file_count + 1) * sizeof *larger);
    pack_file file = {.name = strdup(name),
                      .path = path != NULL ? strdup(path) : NULL,
                      .data = data,
                      .size = size};
    job->files = larger != NULL ? larger : job->files;
    if (larger == NULL || file.name == NULL || (path != NULL && file.path == NULL)) {
        free(file.name);
        free(file.path);
        free(data);
        return no_memory(error);
    }
    job->files[job->file_count++] = file;
    return TALUS_OK;
}

static bool is_regular(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/// What nobody named is not looked for behind links.
static bool is_link(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/// Notes that stand beside an input: where it comes from, and its licence.
static talus_status add_notes(pack_job *job, size_t number, talus_error *error)
{
    static const char *const notes[] = {"README.md",  "README.txt",  "README", "LICENSE",
                                        "LICENSE.md", "LICENSE.txt", "COPYING"};
    const char *input = job->inputs[number];
    char path[OUTPUT_PATH_SIZE], name[OUTPUT_PATH_SIZE];
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof notes / sizeof notes[0] && status == TALUS_OK; k++) {
        snprintf(path, sizeof path, "%.*s%s", (int)(base_of(input) - input), input, notes[k]);
        snprintf(name, sizeof name, "inputs/%zu/%s", number + 1, notes[k]);
        if (strcmp(base_of(input), notes[k]) != 0 && is_regular(path) && !is_link(path)) {
            status = add_file(job, name, path, NULL, 0, error);
        }
    }
    return status;
}

/// The input, and the files without which it is not read as before (.prj, .dbf, .aux.xml).
static talus_status add_input_files(pack_job *job, size_t number, talus_error *error)
{
    const char *input = job->inputs[number];
    const size_t folder = (size_t)(base_of(input) - input);
    char name[OUTPUT_PATH_SIZE];
    geo_names parts = {0};
    snprintf(name, sizeof name, "inputs/%zu/%s", number + 1, base_of(input));
    talus_status status = add_file(job, name, input, NULL, 0, error);
    if (status == TALUS_OK) {
        status = geo_list_files(input, &parts, error);
    }
    for (size_t k = 0; k < parts.count && status == TALUS_OK; k++) {
        const char *part = parts.items[k];
        if (strncmp(part, input, folder) != 0 || strchr(part + folder, '/') != NULL) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "%.300s reads %.300s in another directory, so it cannot be "
                                     "packed: make one file of it",
                                     input, part);
        } else if (strcmp(part, input) != 0 && is_link(part)) {
            status = talus_error_set(error, TALUS_ERROR_INPUT,
                                     "%.300s is a link, so it is not packed with %.300s: put a "
                                     "copy in its place",
                                     part, input);
        } else if (strcmp(part, input) != 0) {
            snprintf(name, sizeof name, "inputs/%zu/%s", number + 1, part + folder);
            status = add_file(job, name, part, NULL, 0, error);
        }
    }
    geo_names_clear(&parts);
    return status == TALUS_OK ? add_notes(job, number, error) : status;
}

/// The number of an input, which is added when it is new.
static talus_status find_input(pack_job *job, const char *path, size_t *number)
{
    for (*number = 0; *number < job->input_count; ++*number) {
        if (strcmp(job->inputs[*number], path) == 0) {
            return TALUS_OK;
        }
    }
    char **larger = realloc(job->inputs, (job->input_count + 1) * sizeof *larger);
    char *copy = strdup(path);
    job->inputs = larger != NULL ? larger : job->inputs;
    if (larger == NULL || copy == NULL) {
        free(copy);
        return no_memory(job->error);
    }
    job->inputs[job->input_count++] = copy;
    return add_input_files(job, *number, job->error);
}

/// scenario_turn_path: the name of a file as it is seen from a scenario in the pack.
static bool turn_path(const void *user, const char *path, files_text *out)
{
    pack_job *job = *(pack_job *const *)user;
    size_t number = 0;
    if (strcmp(path, talus_scenario_output_dir(job->scenario)) == 0) {
        files_text_add(out, "%s", job->up[0] == '\0' ? "again" : ".");
        return true;
    }
    if (job->status == TALUS_OK && !is_regular(path)) {
        job->status = talus_error_set(job->error, TALUS_ERROR_INPUT,
                                      "the input %.300s cannot be packed: expected a file that is "
                                      "there",
                                      path);
    }
    if (job->status == TALUS_OK) {
        job->status = find_input(job, path, &number);
    }
    files_text_add(out, "%sinputs/%zu/%s", job->up, number + 1, base_of(path));
    return true;
}

/// The resolved scenario as it stands `up` from the top of the pack.
static talus_status word_scenario(pack_job *job, const char *up, char **text, talus_error *error)
{
    pack_job *const user = job;
    job->up = up;
    talus_status status = scenario_write_turned(job->scenario, turn_path, &user, text, error);
    if (status == TALUS_OK && job->status != TALUS_OK) {
        talus_free(*text);
        *text = NULL;
        status = job->status;
    }
    return status;
}

/// The manifest of the results with the changed scenario in it.
static talus_status add_manifest(pack_job *job, manifest *list, const char *scenario,
                                 talus_error *error)
{
    manifest_entry *entry = manifest_find(list, "scenario.yaml");
    files_text text = {.first = true};
    if (entry == NULL) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s has no scenario.yaml: expected the result directory of a "
                               "run",
                               job->directory);
    }
    entry->bytes = strlen(scenario);
    files_digest(scenario, strlen(scenario), entry->sha256);
    manifest_add_json(list, &text);
    if (text.failed) {
        files_text_clear(&text);
        return no_memory(error);
    }
    return add_file(job, "results/manifest.json", NULL, text.data, text.size, error);
}

static talus_status add_result(pack_job *job, const char *file, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], name[OUTPUT_PATH_SIZE];
    talus_status status = output_path(path, job->directory, file, "", error);
    if (status == TALUS_OK && !is_regular(path)) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s is not there, but the manifest names it", path);
    }
    snprintf(name, sizeof name, "results/%.3000s", file);
    return status == TALUS_OK ? add_file(job, name, path, NULL, 0, error) : status;
}

static talus_status add_results(pack_job *job, talus_error *error)
{
    manifest list = {0};
    char *scenario = NULL;
    talus_status status = directory_read_manifest(job->directory, &list, error);
    for (size_t k = 0; k < list.count && status == TALUS_OK; k++) {
        const char *name = list.items[k].name;
        if (!manifest_is_directory(name) && strcmp(name, "scenario.yaml") != 0) {
            status = add_result(job, name, error);
        }
    }
    status = status == TALUS_OK ? add_result(job, "summary.json", error) : status;
    status = status == TALUS_OK ? word_scenario(job, "../", &scenario, error) : status;
    status = status == TALUS_OK ? add_manifest(job, &list, scenario, error) : status;
    if (status == TALUS_OK) {
        status = add_file(job, "results/scenario.yaml", NULL, scenario, strlen(scenario), error);
        scenario = NULL;
    }
    talus_free(scenario);
    manifest_clear(&list);
    return status;
}

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const pack_file *)a)->name, ((const pack_file *)b)->name);
}

static talus_status digest(const pack_file *file, char sha256[65], uint64_t *bytes,
                           talus_error *error)
{
    struct stat found;
    *bytes = file->size;
    if (file->path == NULL) {
        files_digest(file->data, file->size, sha256);
        return TALUS_OK;
    }
    *bytes = stat(file->path, &found) == 0 ? (uint64_t)found.st_size : 0;
    return files_sha256(file->path, sha256, error);
}

/// pack.json: every file with its SHA-256.
static talus_status add_list(pack_job *job, talus_error *error)
{
    files_text text = {.first = true};
    talus_status status = TALUS_OK;
    qsort(job->files, job->file_count, sizeof *job->files, compare_files);
    files_json_begin(&text, NULL, '{');
    files_json_add_unsigned(&text, "pack", 1);
    files_json_add_text(&text, "talus", talus_version());
    files_json_begin(&text, "files", '[');
    for (size_t k = 0; k < job->file_count && status == TALUS_OK; k++) {
        char sha256[65];
        uint64_t bytes = 0;
        status = digest(&job->files[k], sha256, &bytes, error);
        files_json_begin(&text, NULL, '{');
        files_json_add_text(&text, "name", job->files[k].name);
        files_json_add_unsigned(&text, "bytes", bytes);
        files_json_add_text(&text, "sha256", status == TALUS_OK ? sha256 : "");
        files_json_end(&text, '}');
        job->report.bytes += bytes;
    }
    files_json_end(&text, ']');
    files_json_end(&text, '}');
    files_text_add(&text, "\n");
    if (status == TALUS_OK && !text.failed) {
        return add_file(job, "pack.json", NULL, text.data, text.size, error);
    }
    files_text_clear(&text);
    return status != TALUS_OK ? status : no_memory(error);
}

static talus_status copy_file(const pack_file *file, const char *path, talus_error *error)
{
    char *data = NULL;
    size_t size = 0;
    if (file->path == NULL) {
        return files_write_all(path, file->data, file->size, error);
    }
    talus_status status = files_read_all(file->path, &data, &size, error);
    status = status == TALUS_OK ? files_write_all(path, data, size, error) : status;
    free(data);
    return status;
}

static talus_status write_directory(const pack_job *job, const char *part, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < job->file_count && status == TALUS_OK; k++) {
        char path[OUTPUT_PATH_SIZE], parent[OUTPUT_PATH_SIZE];
        status = output_path(path, part, job->files[k].name, "", error);
        if (status == TALUS_OK) {
            snprintf(parent, sizeof parent, "%.*s", (int)(base_of(path) - path), path);
            status = files_make_directory(parent, error);
        }
        status = status == TALUS_OK ? copy_file(&job->files[k], path, error) : status;
    }
    return status;
}

/// Of a directory that could not be finished.
static void remove_directory(const pack_job *job, const char *part)
{
    char path[OUTPUT_PATH_SIZE];
    for (size_t k = 0; k < job->file_count; k++) {
        if (output_path(path, part, job->files[k].name, "", NULL) == TALUS_OK) {
            (void)unlink(path);
        }
    }
    for (size_t k = 0; k < job->file_count; k++) {
        if (output_path(path, part, job->files[k].name, "", NULL) == TALUS_OK) {
            for (char *slash = strrchr(path, '/'); slash != NULL && strlen(path) > strlen(part);
                 slash = strrchr(path, '/')) {
                *slash = '\0';
                (void)rmdir(path);
            }
        }
    }
    (void)rmdir(part);
}

static talus_status save_directory(const pack_job *job, talus_error *error)
{
    char part[ATOMIC_FILE_PATH_SIZE];
    talus_status status = atomic_file_begin_directory(job->path, part, sizeof part, error);
    if (status != TALUS_OK) {
        return status;
    }
    status = write_directory(job, part, error);
    if (status == TALUS_OK && rename(part, job->path) != 0) {
        status = talus_error_set(error, TALUS_ERROR_IO, "%.300s cannot be put in place", job->path);
    }
    if (status != TALUS_OK) {
        remove_directory(job, part);
    }
    return status;
}

static talus_status save_zip(const pack_job *job, talus_error *error)
{
    char part[ATOMIC_FILE_PATH_SIZE], file[ATOMIC_FILE_PATH_SIZE + 16];
    geo_zip_item *items = calloc(job->file_count, sizeof *items);
    if (items == NULL) {
        return no_memory(error);
    }
    for (size_t k = 0; k < job->file_count; k++) {
        const pack_file *f = &job->files[k];
        items[k] = (geo_zip_item){f->name, f->path, f->data, f->size};
    }
    talus_status status = atomic_file_begin_directory(job->path, part, sizeof part, error);
    if (status == TALUS_OK) {
        snprintf(file, sizeof file, "%s/study.zip", part);
        status = geo_write_zip(file, items, job->file_count, error);
        status = status == TALUS_OK ? atomic_file_replace(file, job->path, error) : status;
        (void)rmdir(part);
    }
    free(items);
    return status;
}

static bool is_zip(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".zip") == 0;
}

/// The results of a shard are a part of those that its scenario gives.
static talus_status check_whole(const pack_job *job, const char *summary, talus_error *error)
{
    files_json *json = NULL;
    double index = 0.0, count = 0.0;
    talus_status status = files_json_read(summary, &json, error);
    const files_json_node *shard =
        status == TALUS_OK ? files_json_member(files_json_root(json), "shard") : NULL;
    if (files_json_number(files_json_member(shard, "index"), &index) &&
        files_json_number(files_json_member(shard, "count"), &count)) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s is shard %.0f of %.0f of a run: a study is packed when "
                                 "its run is complete; add the shards up with talus merge",
                                 job->directory, index, count);
    }
    files_json_destroy(json);
    return status;
}

static talus_status check(const pack_job *job, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_status status =
        files_check_target(job->path, job->options.overwrite && is_zip(job->path), error);
    status = status == TALUS_OK ? output_path(path, job->directory, "PARTIAL", "", error) : status;
    if (status == TALUS_OK && output_file_exists(path)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s holds partial results (there is a file PARTIAL): a study is "
                               "packed when its run is complete; go on with talus run --resume",
                               job->directory);
    }
    status =
        status == TALUS_OK ? output_path(path, job->directory, "summary", ".json", error) : status;
    if (status == TALUS_OK && !output_file_exists(path)) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%.300s is not a result directory: expected summary.json",
                               job->directory);
    }
    return status == TALUS_OK ? check_whole(job, path, error) : status;
}

/// The pack says that it gives the results again.
static talus_status check_inputs(const pack_job *job, talus_error *error)
{
    bool is_same = true;
    const talus_status status = rerun_check(job->directory, &is_same, error);
    return status != TALUS_OK || is_same
               ? status
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.300s: " RERUN_OTHER
                                 "; a study is packed with the inputs of its "
                                 "results, run it again",
                                 job->directory);
}

static talus_status run(pack_job *job, talus_diagnostics *diagnostics, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], *scenario = NULL;
    talus_status status = check(job, error);
    status =
        status == TALUS_OK ? output_path(path, job->directory, "scenario", ".yaml", error) : status;
    if (status == TALUS_OK) {
        status = talus_scenario_read(path, NULL, 0, diagnostics, &job->scenario, error);
    }
    status = status == TALUS_OK ? word_scenario(job, "", &scenario, error) : status;
    if (status == TALUS_OK) {
        status = add_file(job, "scenario.yaml", NULL, scenario, strlen(scenario), error);
    }
    status = status == TALUS_OK ? add_results(job, error) : status;
    status = status == TALUS_OK ? add_list(job, error) : status;
    status = status == TALUS_OK ? check_inputs(job, error) : status;
    job->report.inputs = job->input_count;
    job->report.files = job->file_count;
    if (status != TALUS_OK) {
        return status;
    }
    return is_zip(job->path) ? save_zip(job, error) : save_directory(job, error);
}

static void clear(pack_job *job)
{
    for (size_t k = 0; k < job->file_count; k++) {
        free(job->files[k].name);
        free(job->files[k].path);
        free(job->files[k].data);
    }
    for (size_t k = 0; k < job->input_count; k++) {
        free(job->inputs[k]);
    }
    free(job->files);
    free(job->inputs);
    talus_scenario_destroy(job->scenario);
}

void talus_pack_options_defaults(talus_pack_options *options, size_t size)
{
    const talus_pack_options defaults = {0};
    sized_fill(options, size, &defaults, sizeof defaults);
}

talus_status talus_pack_write(const char *directory, const char *path,
                              const talus_pack_options *options, talus_pack_report *report,
                              talus_error *error)
{
    talus_error own = {0};
    pack_job job = {.directory = directory,
                    .path = path,
                    .options = talus_pack_options_default(),
                    .error = error != NULL ? error : &own};
    if (directory == NULL || path == NULL || path[0] == '\0') {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the directory or the name of a pack is missing");
    }
    talus_status status = sized_take(&job.options, sizeof job.options, options, sizeof job.options,
                                     "talus_pack_options", job.error);
    if (status == TALUS_OK) {
        talus_diagnostics *diagnostics = talus_diagnostics_create();
        status = run(&job, diagnostics, job.error);
        talus_diagnostics_destroy(diagnostics);
    }
    if (status == TALUS_OK && report != NULL) {
        *report = job.report;
    }
    clear(&job);
    return status;
}
