// SPDX-License-Identifier: GPL-3.0-or-later
// The hardest contact problems of a run as files.
#include "cli/cli.h"
#include "files/files.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static talus_status path_of(char path[PATH_SIZE], const char *directory, const char *name,
                            talus_error *error)
{
    const int length = snprintf(path, PATH_SIZE, "%s/hard%s%s", directory, *name ? "/" : "", name);
    return length > 0 && length < PATH_SIZE
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "the path of hard/%s is longer than %d bytes; use a shorter "
                                 "directory",
                                 name, PATH_SIZE - 1);
}

static bool is_dump(const char *name)
{
    const char *digits = "0123456789";
    return strcmp(name, "hard.json") == 0 ||
           (strncmp(name, "hard_", 5) == 0 && strspn(name + 5, digits) == 4 &&
            strcmp(name + 9, ".dat") == 0);
}

/// Dumps of an earlier run; other files stay, and the directory with them.
static talus_status remove_stale(const char *directory, talus_error *error)
{
    char path[PATH_SIZE];
    talus_status status = path_of(path, directory, "", error);
    DIR *files = status == TALUS_OK ? opendir(path) : NULL;
    if (!files) {
        return status;
    }
    for (struct dirent *file; status == TALUS_OK && (file = readdir(files)) != NULL;) {
        if (!is_dump(file->d_name)) {
            continue;
        }
        status = path_of(path, directory, file->d_name, error);
        if (status == TALUS_OK && remove(path) != 0) {
            status = talus_error_set(error, TALUS_ERROR_IO,
                                     "%s of an earlier run could not be removed; check permissions",
                                     path);
        }
    }
    closedir(files);
    if (status == TALUS_OK && path_of(path, directory, "", error) == TALUS_OK) {
        (void)rmdir(path);
    }
    return status;
}

static talus_status write_one(const char *path, const talus_hard_problem *hard, talus_error *error)
{
    talus_contact_system *system = NULL;
    talus_status status = talus_contact_system_from_dense(&hard->problem, &system, error);
    if (status == TALUS_OK) {
        status = files_write_contact_problem(path, system, error);
        talus_contact_system_destroy(system);
    }
    return status;
}

static void add_json(files_text *text, const char *name, const talus_hard_problem *hard)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "file", name);
    files_json_add_unsigned(text, "rock", hard->rock);
    files_json_add_unsigned(text, "step", hard->step);
    files_json_add_unsigned(text, "contacts", hard->problem.contact_count);
    files_json_add_integer(text, "iterations", hard->solver.iterations);
    files_json_add_number(text, "relative_error", hard->solver.relative_error);
    files_json_add_bool(text, "solved", hard->solver.solved);
    files_json_add_bool(text, "retried_plastic", hard->retried_plastic);
    if (hard->percussion) {
        files_json_add_numbers(text, "reaction", hard->percussion, 3 * hard->problem.contact_count);
    } else {
        files_json_add_text(text, "reaction", NULL);
    }
    files_json_end(text, '}');
}

static talus_status write_index(const char *directory, files_text *text, talus_error *error)
{
    char path[PATH_SIZE];
    const talus_status status = path_of(path, directory, "hard.json", error);
    files_text_add(text, "\n");
    if (status != TALUS_OK || text->failed) {
        return status != TALUS_OK
                   ? status
                   : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for hard.json");
    }
    return files_write_all(path, text->data, text->size, error);
}

talus_status cli_dump_hard(const char *directory, const talus_results *results, talus_error *error)
{
    size_t count = 0;
    const talus_hard_problem *hard = talus_results_hard_problems(results, &count);
    talus_status status = remove_stale(directory, error);
    char path[PATH_SIZE];
    if (status != TALUS_OK || count == 0) {
        return status;
    }
    status = path_of(path, directory, "", error);
    status = status == TALUS_OK ? files_make_directory(path, error) : status;
    files_text text = {0};
    files_json_begin(&text, NULL, '[');
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        char name[32];
        snprintf(name, sizeof name, "hard_%04zu.dat", k + 1);
        status = path_of(path, directory, name, error);
        status = status == TALUS_OK ? write_one(path, &hard[k], error) : status;
        add_json(&text, name, &hard[k]);
    }
    files_json_end(&text, ']');
    status = status == TALUS_OK ? write_index(directory, &text, error) : status;
    files_text_clear(&text);
    return status;
}
