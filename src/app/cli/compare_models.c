// SPDX-License-Identifier: GPL-3.0-or-later
// talus compare --models: the same releases under several models.
#include "app/cli/compare.h"
#include "talus/models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MODELS = 4, MODEL_NAME = 32 };

/// What the command line asks for.
typedef struct job {
    const cli_arguments *arguments;
    cli_case loaded;
    char texts[MOST_MODELS + 1][MODEL_NAME];
    const char *names[MOST_MODELS + 2]; ///< one more than there are: the library says so
    talus_models_options options;
    talus_models *models;
    char directory[CLI_PATH_SIZE];
} job;

static void read_names(job *j)
{
    const char *list = cli_value(j->arguments, "models");
    for (size_t k = 0; k <= MOST_MODELS && cli_next_item(&list, j->texts[k], MODEL_NAME); k++) {
        j->names[k] = j->texts[k];
    }
    j->options.models = j->names;
}

static void print_number(double value, int width, int digits)
{
    if (isnan(value)) {
        printf(" %*s", width, "-");
    } else {
        printf(" %*.*f", width, digits, value);
    }
}

static void print_figures(const talus_table *table)
{
    static const struct {
        const char *key;
        double factor;
        int width, digits;
    } shown[] = {{"reached_m2", 1e-4, 10, 2},  {"left_share", 1.0, 6, 3},
                 {"runout_p50_m", 1.0, 7, 0},  {"runout_p95_m", 1.0, 6, 0},
                 {"runout_max_m", 1.0, 7, 0},  {"energy_p50_kj", 1.0, 9, 0},
                 {"energy_p95_kj", 1.0, 7, 0}, {"speed_p95_m_s", 1.0, 8, 1},
                 {"jump_p50_m", 1.0, 6, 1},    {"jump_p95_m", 1.0, 6, 1}};
    printf("%-12s %10s %6s %22s %17s %8s %13s\n", "model", "reach (ha)", "left",
           "run-out (m) 50 95 max", "energy (kJ) 50 95", "v95 m/s", "jump (m) 50 95");
    for (size_t row = 0; row < table->row_count; row++) {
        printf("%-12s", cli_table_text(table, row, "model"));
        for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++) {
            print_number(shown[k].factor * cli_table_real(table, row, shown[k].key), shown[k].width,
                         shown[k].digits);
        }
        printf("\n");
    }
}

static void print_agreement(const talus_table *table, double level)
{
    double reached = 0.0;
    for (size_t k = 0; k < table->row_count; k++) {
        reached += cli_table_real(table, k, "area_m2");
    }
    printf("\nreached by %.4g %% of the rocks or more, of %.2f ha:", 1e2 * level, 1e-4 * reached);
    for (size_t k = table->row_count; k >= 1; k--) {
        const double area = cli_table_real(table, k - 1, "area_m2");
        printf(" %zu model%s %.0f %%%s", k, k > 1 ? "s" : "",
               reached > 0.0 ? 1e2 * area / reached : 0.0, k > 1 ? "," : "\n");
    }
}

static talus_status print_answer(const job *j, const talus_table *figures, talus_error *error)
{
    talus_table agreement;
    if (cli_has(j->arguments, "json")) {
        char *json = NULL;
        const talus_status status = talus_models_json(j->models, &json, error);
        printf("%s", json != NULL ? json : "");
        talus_free(json);
        return status;
    }
    const talus_status status = talus_models_table(j->models, "agreement", &agreement, error);
    if (status == TALUS_OK && !cli_has(j->arguments, "quiet")) {
        printf("%s: %llu rocks under %zu models\n\n", talus_scenario_title(j->loaded.scenario),
               (unsigned long long)talus_campaign_rock_count(talus_world_campaign(j->loaded.world)),
               figures->row_count);
        print_figures(figures);
        print_agreement(&agreement, j->options.level);
        printf("results in %s\n", j->directory);
    }
    return status;
}

static cli_exit print_rocks_of_models(const job *j)
{
    const double lost = talus_scenario_lost_share(j->loaded.scenario);
    talus_table figures;
    talus_error error = {0};
    bool suspect = false;
    talus_status status = talus_models_table(j->models, "models", &figures, &error);
    status = status == TALUS_OK ? print_answer(j, &figures, &error) : status;
    if (status != TALUS_OK) {
        return cli_study_exit(status, false, &error);
    }
    for (size_t k = 0; k < figures.row_count; k++) {
        talus_totals totals = {.size = sizeof totals};
        const bool is_own = talus_models_totals(j->models, k, &totals, NULL) == TALUS_OK;
        if (is_own && cli_is_suspect(&totals, lost)) {
            suspect = true;
            if (!cli_has(j->arguments, "quiet")) {
                cli_print_findings(cli_table_text(&figures, k, "model"), &totals, lost);
            }
        }
    }
    return suspect ? CLI_SUSPECT : CLI_OK;
}

static cli_exit run(job *j)
{
    const talus_world_options world = cli_world_options(j->arguments);
    cli_progress progress;
    talus_error error = {0};
    j->options.world = &world;
    j->options.threads = talus_scenario_threads(j->loaded.scenario);
    j->options.directory = j->directory;
    j->options.overwrite = cli_has(j->arguments, "overwrite");
    j->options.should_stop = cli_is_interrupted;
    j->options.progress = cli_progress_begin(j->arguments, &progress);
    j->options.user = &progress;
    j->options.diagnostics = talus_diagnostics_create();
    cli_catch_interrupt();
    const talus_status status =
        talus_models_run(j->loaded.scenario, j->loaded.world, &j->options, &j->models, &error);
    cli_progress_end(&progress);
    (void)cli_study_diagnostics(j->options.diagnostics, false);
    if (status == TALUS_ERROR_INTERRUPTED) {
        fprintf(stderr, "talus: interrupted; nothing was written\n");
        return CLI_INTERRUPTED;
    }
    if (status == TALUS_ERROR_ARGUMENT) {
        cli_say("talus compare: %s\n", error.message);
        return CLI_USAGE;
    }
    return status == TALUS_OK ? print_rocks_of_models(j) : cli_study_exit(status, false, &error);
}

static bool name_directory(job *j)
{
    const char *out = cli_value(j->arguments, "out");
    const int length =
        snprintf(j->directory, sizeof j->directory, "%s%s",
                 out ? out : talus_scenario_output_dir(j->loaded.scenario), out ? "" : "/models");
    if (length < 0 || (size_t)length >= sizeof j->directory) {
        cli_say("talus compare: --out: the name is longer than %zu bytes\n",
                sizeof j->directory - 1);
        return false;
    }
    return true;
}

cli_exit cli_compare_models(const cli_arguments *arguments)
{
    job *j = calloc(1, sizeof *j); // 4 KB of path
    cli_exit result = CLI_USAGE;
    char layer[CLI_LAYER_SIZE] = "";
    if (j == NULL) {
        return cli_out_of_memory();
    }
    j->arguments = arguments;
    j->options = talus_models_options_default();
    j->options.energy_line_deg = cli_number(arguments, "energy-line", j->options.energy_line_deg);
    read_names(j);
    if (cli_envelope_read(arguments, layer, &j->options.level)) {
        result = cli_case_load(arguments, arguments->operands[0], &j->loaded);
    }
    if (result == CLI_OK && layer[0] != '\0') {
        cli_say("talus compare: --envelope: found a layer, expected a probability with --models\n");
        result = CLI_USAGE;
    }
    if (result == CLI_OK) {
        result = name_directory(j) ? run(j) : CLI_USAGE;
    }
    talus_models_destroy(j->models);
    cli_case_clear(&j->loaded);
    free(j);
    return result;
}
