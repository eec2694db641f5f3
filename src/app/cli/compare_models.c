// SPDX-License-Identifier: GPL-3.0-or-later
// talus compare --models: the same releases under several models.
#include "app/cli/compare.h"
#include "input/command/study_files.h"
#include "studies/models/models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What the command line asks for, and what is made of it.
typedef struct job {
    const cli_arguments *arguments;
    cli_case loaded;
    talus_scenario *bare; ///< the scenario without roughness
    talus_world *smooth;
    models_options options;
    models_study *study;
    talus_products_context context;
    char directory[CLI_PATH_SIZE];
} job;

static bool read_kinds(const char *list, models_options *options)
{
    for (const char *item = list; *item != '\0';) {
        const size_t length = strcspn(item, ",");
        const models_kind kind = models_find(item, length);
        if (kind == MODELS_COUNT || options->count == MODELS_COUNT) {
            cli_say(kind == MODELS_COUNT
                        ? "talus compare: --models: found \"%.*s\", expected hard, soil, lumped or "
                          "energyline with commas\n"
                        : "talus compare: --models: %.*s: there are four models only\n",
                    (int)length, item);
            return false;
        }
        options->kinds[options->count++] = kind;
        item += length + (item[length] == ',');
    }
    return true;
}

/// Options of schemes mean nothing here.
static bool check_options(const cli_arguments *arguments)
{
    static const char *const others[] = {"schemes", "time-steps", "rock"};
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        if (cli_has(arguments, others[k]) || cli_value(arguments, others[k]) != NULL) {
            cli_say("talus compare: --%s does not go with --models\n", others[k]);
            return false;
        }
    }
    return true;
}

/// The scenario again, on a DEM without roughness.
static talus_status load_smooth(job *j, talus_error *error)
{
    const talus_override flat = {"terrain.roughness.amplitude_m", "0"};
    talus_diagnostics *unread = talus_diagnostics_create();
    talus_world_options options = talus_world_options_default();
    options.allow_network = j->options.allow_network;
    talus_status status =
        talus_scenario_vary(j->loaded.scenario, &flat, 1, unread, &j->bare, error);
    if (status == TALUS_OK) {
        status = talus_world_load_with(j->bare, &options, unread, &j->smooth, error);
    }
    talus_diagnostics_destroy(unread);
    return status;
}

static talus_status claim_files(const void *user, talus_directory *directory, talus_error *error)
{
    return models_claim(((const job *)user)->study, directory, error);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    const job *j = user;
    return models_write(j->study, &j->context, directory, error);
}

static void summarise(const void *user, files_text *text)
{
    const job *j = user;
    models_add_members(text, j->study, &j->context);
}

static void print_number(double value, int width, int digits)
{
    if (isnan(value)) {
        printf(" %*s", width, "-");
    } else {
        printf(" %*.*f", width, digits, value);
    }
}

static void print_table(const job *j)
{
    const models_study *study = j->study;
    const size_t models = study->options.count;
    double reached = 0.0;
    printf("%s: %llu rocks under %zu models\n\n%-12s %10s %6s %22s %17s %8s %13s\n",
           j->context.title,
           (unsigned long long)talus_campaign_rock_count(talus_world_campaign(study->world)),
           models, "model", "reach (ha)", "left", "run-out (m) 50 95 max", "energy (kJ) 50 95",
           "v95 m/s", "jump (m) 50 95");
    for (size_t k = 0; k < models; k++) {
        const models_figures *f = &study->figures[k];
        printf("%-12s", models_name(f->kind));
        print_number(1e-4 * f->reached_m2, 10, 2);
        print_number(f->left_share, 6, 3);
        print_number(f->runout_p50_m, 7, 0);
        print_number(f->runout_p95_m, 6, 0);
        print_number(f->runout_max_m, 7, 0);
        print_number(f->energy_p50_kj, 9, 0);
        print_number(f->energy_p95_kj, 7, 0);
        print_number(f->speed_p95_m_s, 8, 1);
        print_number(f->jump_p50_m, 6, 1);
        print_number(f->jump_p95_m, 6, 1);
        printf("\n");
    }
    for (size_t k = 1; k <= models; k++) {
        reached += study->areas[k];
    }
    printf("\nreached by %.4g %% of the rocks or more, of %.2f ha:", 1e2 * study->options.level,
           1e-4 * reached);
    for (size_t k = models; k >= 1; k--) {
        printf(" %zu model%s %.0f %%%s", k, k > 1 ? "s" : "",
               reached > 0.0 ? 1e2 * study->areas[k] / reached : 0.0, k > 1 ? "," : "\n");
    }
}

static void print_json(const job *j)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    models_add_members(&text, j->study, &j->context);
    files_json_end(&text, '}');
    printf("%s\n", text.failed || text.data == NULL ? "" : text.data);
    files_text_clear(&text);
}

static cli_exit tell(const job *j)
{
    const bool quiet = cli_has(j->arguments, "quiet");
    const double lost = talus_scenario_lost_share(j->loaded.scenario);
    bool suspect = false;
    if (cli_has(j->arguments, "json")) {
        print_json(j);
    } else if (!quiet) {
        print_table(j);
        printf("results in %s\n", j->directory);
    }
    for (size_t k = 0; k < j->study->options.count; k++) {
        const models_kind kind = j->study->options.kinds[k];
        const bool is_own = kind == MODELS_HARD || kind == MODELS_SOIL;
        if (is_own && cli_is_suspect(&j->study->totals[k], lost)) {
            suspect = true;
            if (!quiet) {
                cli_tell_of_findings(models_name(kind), &j->study->totals[k], lost);
            }
        }
    }
    return suspect ? CLI_SUSPECT : CLI_OK;
}

static cli_exit run(job *j)
{
    directory_study files = {.name = "models",
                             .claim = claim_files,
                             .claim_user = j,
                             .write = write_files,
                             .summarise = summarise};
    cli_progress progress = {.stream = stderr};
    talus_error error = {0};
    talus_status status = load_smooth(j, &error);
    if (!cli_has(j->arguments, "quiet") && isatty(fileno(stderr))) {
        j->options.progress = cli_progress_show;
        j->options.progress_user = &progress;
    }
    if (status == TALUS_OK) {
        status = models_create(&j->options, j->loaded.scenario, j->loaded.world, j->smooth,
                               &j->study, &error);
    }
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return status == TALUS_ERROR_ARGUMENT ? CLI_USAGE : cli_exit_of(status);
    }
    cli_exit result = cli_study_open(j->arguments, j->directory, &files);
    if (result == CLI_OK) {
        cli_catch_interrupt();
        status = models_run(j->study, &error);
        cli_progress_end(&progress);
        if (status == TALUS_ERROR_INTERRUPTED) {
            fprintf(stderr, "talus: interrupted; nothing was written\n");
            result = CLI_INTERRUPTED;
        } else if (status != TALUS_OK) {
            cli_print_error(&error);
            result = cli_exit_of(status);
        }
    }
    if (result == CLI_OK) {
        result = cli_study_write(&files, j);
    }
    cli_study_close(&files);
    return result == CLI_OK ? tell(j) : result;
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
        return CLI_FAILED;
    }
    j->arguments = arguments;
    j->options = (models_options){.angle = cli_number(arguments, "energy-line", 33.0),
                                  .allow_network = cli_has(arguments, "allow-network"),
                                  .should_stop = cli_is_interrupted};
    if (read_kinds(cli_value(arguments, "models"), &j->options) && check_options(arguments) &&
        cli_envelope_read(arguments, layer, &j->options.level)) {
        result = cli_case_load(arguments, arguments->operands[0], &j->loaded);
    }
    if (result == CLI_OK && layer[0] != '\0') {
        cli_say("talus compare: --envelope: found a layer, expected a probability with --models\n");
        result = CLI_USAGE;
    }
    if (result == CLI_OK && !name_directory(j)) {
        result = CLI_USAGE;
    } else if (result == CLI_OK) {
        j->options.threads = talus_scenario_threads(j->loaded.scenario);
        j->context = cli_case_context(&j->loaded);
        result = run(j);
    }
    models_destroy(j->study);
    talus_world_destroy(j->smooth);
    talus_scenario_destroy(j->bare);
    cli_case_clear(&j->loaded);
    free(j);
    return result;
}
