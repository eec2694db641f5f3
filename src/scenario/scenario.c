// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario from file to model and back to text.
#include "scenario/model.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

/// Numbers are written with a point whatever the program's locale; per thread, undone afterwards.
typedef struct c_numbers {
    locale_t own, before;
} c_numbers;

static c_numbers c_numbers_begin(void)
{
    c_numbers numbers = {.own = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0)};
    if (numbers.own != (locale_t)0) {
        numbers.before = uselocale(numbers.own);
    }
    return numbers;
}

static void c_numbers_end(c_numbers numbers)
{
    if (numbers.own != (locale_t)0) {
        uselocale(numbers.before);
        freelocale(numbers.own);
    }
}

static char *copy_part(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return copy_part(".", 1);
    }
    return copy_part(path, slash == path ? 1 : (size_t)(slash - path));
}

/// The title, or the file's name without its extension.
static char *title_of(const scenario_model *model, const char *path)
{
    if (model->title != NULL) {
        return copy_part(model->title, strlen(model->title));
    }
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return copy_part(name, dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name));
}

static void parse(talus_scenario *scenario, const char *text, size_t size,
                  const talus_override *overrides, size_t override_count,
                  talus_diagnostics *diagnostics)
{
    scenario_tree *tree = &scenario->tree;
    const c_numbers numbers = c_numbers_begin();
    scenario_tree_init(tree, scenario->path, text, size, diagnostics);
    for (size_t i = 0; i < override_count && tree->root != NULL; i++) {
        scenario_tree_override(tree, &overrides[i]);
    }
    if (tree->root != NULL) {
        scenario_read_section(tree, &scenario_top_table, tree->root, &scenario->model);
        scenario_complete(tree, &scenario->model);
        scenario_check(tree, scenario->directory, &scenario->model);
    }
    c_numbers_end(numbers);
}

static bool fill_names(talus_scenario *scenario)
{
    scenario->title = title_of(&scenario->model, scenario->path);
    scenario->output_dir = scenario_join_path(scenario->directory, scenario->model.outputs.dir);
    if (scenario->title == NULL || scenario->output_dir == NULL) {
        return false;
    }
    scenario->model.title = scenario->title;
    return true;
}

static talus_status read_scenario(talus_scenario *scenario, const char *path,
                                  const talus_override *overrides, size_t override_count,
                                  talus_diagnostics *diagnostics, talus_error *error)
{
    scenario->path = copy_part(path, strlen(path));
    scenario->directory = directory_of(path);
    if (scenario->path == NULL || scenario->directory == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    char *text = NULL;
    size_t size = 0;
    talus_status status = files_read_all(path, &text, &size, error);
    if (status == TALUS_OK) {
        status = files_sha256(path, scenario->sha256, error);
    }
    if (status != TALUS_OK) {
        free(text);
        return status;
    }
    talus_diagnostics *found = talus_diagnostics_create();
    if (found != NULL) {
        parse(scenario, text, size, overrides, override_count, found);
    }
    free(text);
    const size_t errors =
        found != NULL ? talus_diagnostics_count_of(found, TALUS_SEVERITY_ERROR) : 0;
    scenario->tree.failed |= found == NULL || !scenario_pass_on_sorted(found, diagnostics);
    scenario->tree.diagnostics = NULL;
    talus_diagnostics_destroy(found);
    if (scenario->tree.failed) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    if (errors > 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "%s: found %zu error(s), nothing was run",
                               path, errors);
    }
    if (!fill_names(scenario)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    return TALUS_OK;
}

talus_status talus_scenario_read(const char *path, const talus_override *overrides,
                                 size_t override_count, talus_diagnostics *diagnostics,
                                 talus_scenario **scenario, talus_error *error)
{
    *scenario = NULL;
    talus_scenario *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    const talus_status status =
        read_scenario(fresh, path, overrides, override_count, diagnostics, error);
    if (status != TALUS_OK) {
        talus_scenario_destroy(fresh);
        return status;
    }
    *scenario = fresh;
    return TALUS_OK;
}

void talus_scenario_destroy(talus_scenario *scenario)
{
    if (scenario == NULL) {
        return;
    }
    scenario_clear_section(&scenario_top_table, &scenario->model);
    scenario_tree_clear(&scenario->tree);
    free(scenario->path);
    free(scenario->directory);
    free(scenario->title);
    free(scenario->output_dir);
    free(scenario);
}

const char *talus_scenario_title(const talus_scenario *scenario)
{
    return scenario->title;
}

const char *talus_scenario_path(const talus_scenario *scenario)
{
    return scenario->path;
}

const char *talus_scenario_sha256(const talus_scenario *scenario)
{
    return scenario->sha256;
}

const char *talus_scenario_output_dir(const talus_scenario *scenario)
{
    return scenario->output_dir;
}

unsigned talus_scenario_threads(const talus_scenario *scenario)
{
    return (unsigned)scenario->model.simulation.threads;
}

double talus_scenario_checkpoint(const talus_scenario *scenario)
{
    return scenario->model.outputs.checkpoint;
}

bool talus_scenario_layer_wanted(const talus_scenario *scenario, const char *layer)
{
    const scenario_names *names = &scenario->model.outputs.layers;
    if (names->all) {
        return true;
    }
    const char *const *known = scenario_layer_names();
    for (size_t i = 0; known[i] != NULL; i++) {
        if (strcmp(known[i], layer) == 0) {
            return (names->chosen >> i & 1) != 0;
        }
    }
    return false;
}

typedef struct turn {
    const char *from; ///< directory of the scenario
    const char *to;   ///< directory that the new text will stand in
} turn;

static bool turn_path(const void *user, const char *path, files_text *out)
{
    const turn *t = user;
    char *known = scenario_join_path(t->from, path);
    char *seen = known != NULL ? scenario_relative_path(t->to, known) : NULL;
    if (seen != NULL) {
        files_text_add(out, "%s", seen);
    }
    const bool good = seen != NULL;
    free(known);
    free(seen);
    return good;
}

char *talus_scenario_resolved(const talus_scenario *scenario, const char *directory)
{
    files_text text = {0};
    const turn t = {.from = scenario->directory, .to = directory};
    const scenario_writer writer = {.text = &text, .turn_path = turn_path, .user = &t};
    const c_numbers numbers = c_numbers_begin();
    scenario_write_section(&writer, &scenario_top_table, &scenario->model, 0, false);
    c_numbers_end(numbers);
    if (text.failed) {
        files_text_clear(&text);
        return NULL;
    }
    return text.data;
}
