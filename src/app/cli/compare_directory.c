// SPDX-License-Identifier: GPL-3.0-or-later
// The directory of a study of variants, and a result directory per variant in it.
#include "app/cli/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_LAYERS = 8 };

/// What the comparison reads of a variant.
static talus_products_context context_of(const compare_study *study, size_t variant,
                                         const talus_products_context *context,
                                         const char *layers[MOST_LAYERS])
{
    talus_products_context own = *context;
    layers[0] = "passages";
    layers[1] = "deposits";
    size_t k = 0;
    for (; compare_layer(k) != NULL; k++) {
        layers[2 + k] = compare_layer(k);
    }
    bool is_new = study->layer[0] != '\0';
    for (size_t i = 0; i < 2 + k; i++) {
        is_new = is_new && strcmp(layers[i], study->layer) != 0;
    }
    if (is_new) {
        layers[2 + k++] = study->layer;
    }
    layers[2 + k] = NULL;
    own.campaign = &study->outcomes[variant].campaign;
    own.layers = layers;
    return own;
}

static talus_status path_of(const cli_variants *variants, size_t variant,
                            char path[OUTPUT_PATH_SIZE], talus_error *error)
{
    return output_path(path, talus_directory_path(variants->directory),
                       variants->study->outcomes[variant].variant.name, "", error);
}

/// Would anything in the directory of a variant be in the way? It is not made here.
static talus_status check_variant(const cli_variants *variants, size_t variant,
                                  const talus_products_context *context, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    const char *layers[MOST_LAYERS];
    const talus_products_context own = context_of(variants->study, variant, context, layers);
    talus_products_job job = {.context = &own};
    const talus_contributor run = talus_products_contributor(&job);
    talus_directory *directory = NULL;
    struct stat facts;
    talus_status status = path_of(variants, variant, path, error);
    if (status != TALUS_OK || lstat(path, &facts) != 0) {
        return status;
    }
    status = talus_directory_open(path, &variants->options, &directory, error);
    status = status == TALUS_OK ? talus_directory_prepare(directory, &run, 1, error) : status;
    talus_directory_close(directory);
    return status;
}

talus_status cli_variants_open(cli_variants *variants, const char *path,
                               const talus_contributor *contributor,
                               const talus_products_context *context, talus_error *error)
{
    talus_status status =
        talus_directory_open(path, &variants->options, &variants->directory, error);
    if (status == TALUS_OK) {
        status = talus_directory_prepare(variants->directory, contributor, 1, error);
    }
    for (size_t k = 0; k < variants->study->wanted && status == TALUS_OK; k++) {
        status = check_variant(variants, k, context, error);
    }
    return status == TALUS_OK ? talus_directory_start(variants->directory, error) : status;
}

talus_status cli_variants_write(const cli_variants *variants, const talus_products_context *context,
                                const talus_diagnostics *warnings, const talus_results *results,
                                talus_error *error)
{
    const compare_study *study = variants->study;
    const size_t last = study->count - 1;
    char path[OUTPUT_PATH_SIZE], name[DIRECTORY_NAME_SIZE];
    const char *layers[MOST_LAYERS];
    const talus_products_context own = context_of(study, last, context, layers);
    talus_products_job job = {
        .context = &own, .results = results, .warnings = warnings, .partial = study->partial};
    const talus_contributor run = talus_products_contributor(&job);
    talus_directory *directory = NULL;
    snprintf(name, sizeof name, "%s/", study->outcomes[last].variant.name);
    talus_status status =
        talus_directory_begin(variants->directory, name, path, sizeof path, error);
    if (status == TALUS_OK) {
        status = talus_directory_open(path, &variants->options, &directory, error);
    }
    status = status == TALUS_OK ? talus_directory_prepare(directory, &run, 1, error) : status;
    status = status == TALUS_OK ? talus_directory_write(directory, &run, 1, study->partial, error)
                                : status;
    talus_directory_close(directory);
    return status;
}

talus_status cli_variants_path(const cli_variants *variants, char path[OUTPUT_PATH_SIZE],
                               talus_error *error)
{
    return path_of(variants, variants->study->count - 1, path, error);
}

void cli_compare_show(void *user, const compare_variant *variant, size_t index, size_t count)
{
    cli_progress *progress = user;
    cli_progress_end(progress);
    progress->shown = false;
    fprintf(progress->stream, "%s (%zu of %zu)\n", variant->name, index + 1, count);
}

bool cli_compare_is_suspect(const compare_study *study, double lost_share, bool quiet)
{
    bool suspect = false;
    for (size_t k = 0; k < study->count; k++) {
        const compare_outcome *outcome = &study->outcomes[k];
        if (cli_is_suspect(&outcome->totals, lost_share)) {
            suspect = true;
            if (!quiet) {
                cli_tell_of_findings(outcome->variant.name, &outcome->totals, lost_share);
            }
        }
    }
    return suspect;
}

bool cli_envelope_read(const cli_arguments *arguments, char layer[CLI_LAYER_SIZE], double *value)
{
    const char *text = cli_value(arguments, "envelope");
    const char *number = text != NULL ? strchr(text, '=') : NULL;
    char *end = NULL;
    layer[0] = '\0';
    *value = 0.01;
    if (text == NULL) {
        return true;
    }
    *value = strtod(number != NULL ? number + 1 : text, &end);
    const bool is_number = *end == '\0' && end != text && (number == NULL || end != number + 1);
    if (is_number && number == NULL) {
        if (*value > 0.0 && *value <= 1.0) {
            return true;
        }
        cli_say("talus compare: --envelope: found %s, expected a probability above 0, up to 1\n",
                text);
        return false;
    }
    const size_t length = number != NULL ? (size_t)(number - text) : strlen(text);
    if (length == 0 || length >= CLI_LAYER_SIZE ||
        (number != NULL && !(is_number && *value > 0.0 && isfinite(*value)))) {
        cli_say("talus compare: --envelope: found \"%s\", expected a probability, a layer, or "
                "LAYER=VALUE with a value above 0\n",
                text);
        return false;
    }
    snprintf(layer, CLI_LAYER_SIZE, "%.*s", (int)length, text);
    *value = number != NULL ? *value : (double)NAN;
    return true;
}
