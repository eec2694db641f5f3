// SPDX-License-Identifier: GPL-3.0-or-later
// The hardest contact problems of a run as files of its result directory.
#include "app/cli/results.h"
#include "io/directory/directory.h"
#include "physics/contact_problem/problem_text.h"

#include <stdio.h>

/// "hard/hard_0001.dat" of problem 0.
static void name_of(size_t problem, char name[DIRECTORY_NAME_SIZE])
{
    snprintf(name, DIRECTORY_NAME_SIZE, "hard/hard_%04zu.dat", problem + 1);
}

static talus_status claim_problems(void *user, talus_directory *directory, talus_error *error)
{
    const cli_hard_job *job = user;
    talus_status status = talus_directory_claim(directory, "hard/hard.json", error);
    for (size_t k = 0; k < job->count && status == TALUS_OK; k++) {
        char name[DIRECTORY_NAME_SIZE];
        name_of(k, name);
        status = talus_directory_claim(directory, name, error);
    }
    return status;
}

static talus_status write_one(talus_directory *directory, const char *name,
                              const talus_hard_problem *hard, talus_error *error)
{
    files_text text = {0};
    if (!problem_write_text(&hard->problem, &text)) {
        files_text_clear(&text);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the text of a problem");
    }
    return directory_write_text(directory, name, &text, error);
}

static void add_json(files_text *text, const char *name, const talus_hard_problem *hard)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "file", name);
    files_json_add_unsigned(text, "rock", hard->rock);
    files_json_add_unsigned(text, "body", hard->body);
    files_json_add_unsigned(text, "step", hard->step);
    files_json_add_unsigned(text, "part", hard->part);
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

static talus_status write_problems(void *user, talus_directory *directory, talus_error *error)
{
    const cli_hard_job *job = user;
    size_t count = 0;
    const talus_hard_problem *hard = NULL;
    talus_status status = talus_results_hard_problems(job->results, &hard, &count, error);
    files_text text = {0};
    if (count == 0) {
        return status;
    }
    files_json_begin(&text, NULL, '[');
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        char name[DIRECTORY_NAME_SIZE];
        name_of(k, name);
        status = write_one(directory, name, &hard[k], error);
        add_json(&text, name + sizeof "hard/" - 1, &hard[k]);
    }
    files_json_end(&text, ']');
    files_text_add(&text, "\n");
    if (status == TALUS_OK) {
        return directory_write_text(directory, "hard/hard.json", &text, error);
    }
    files_text_clear(&text);
    return status;
}

talus_contributor cli_hard_contributor(cli_hard_job *job)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = "hard",
                               .claim = claim_problems,
                               .write = write_problems,
                               .user = job};
}
