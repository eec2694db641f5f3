// SPDX-License-Identifier: GPL-3.0-or-later
// The directory of a study of variants: its marker, and a result directory per variant.
#include "cli/compare.h"

#include "files/files.h"

talus_status cli_compare_directory(const compare_study *study, const char *parent,
                                   char directory[OUTPUT_PATH_SIZE], talus_error *error)
{
    const compare_outcome *outcome = &study->outcomes[study->count - 1];
    const talus_status status = output_path(directory, parent, outcome->variant.name, "", error);
    return status == TALUS_OK ? files_make_directory(directory, error) : status;
}

talus_status cli_compare_write(const compare_study *study, const char *directory,
                               const talus_output_context *context,
                               const talus_diagnostics *warnings, const talus_results *results,
                               talus_error *error)
{
    static const char *const counts[] = {"passages", "deposits"};
    const char *layers[8] = {counts[0], counts[1]};
    for (size_t k = 0; compare_layer(k); k++) {
        layers[2 + k] = compare_layer(k);
    }
    talus_output_context all = *context;
    all.campaign = &study->outcomes[study->count - 1].campaign;
    all.layers = layers;
    return talus_output_write(directory, &all, results, warnings, study->partial, error);
}

void cli_compare_show(void *user, const compare_variant *variant, size_t index, size_t count)
{
    cli_progress *progress = user;
    cli_progress_end(progress);
    progress->shown = false;
    fprintf(progress->stream, "%s (%zu of %zu)\n", variant->name, index + 1, count);
}

/// The marker is written first: a directory that cannot be written is told before the work, not
/// after it.
talus_status cli_compare_mark(const char *directory, bool partial, talus_error *error)
{
    static const char text[] = "This comparison is not complete.\n";
    char path[OUTPUT_PATH_SIZE];
    const talus_status status = output_path(path, directory, "PARTIAL", "", error);
    if (status != TALUS_OK || partial) {
        return status == TALUS_OK ? files_write_all(path, text, sizeof text - 1, error) : status;
    }
    return remove(path) == 0 ? TALUS_OK
                             : talus_error_set(error, TALUS_ERROR_IO,
                                               "%s could not be removed; check permissions", path);
}

talus_status cli_compare_begin(const char *directory, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_status status = files_make_directory(directory, error);
    if (status == TALUS_OK) {
        status = cli_compare_mark(directory, true, error);
    }
    if (status == TALUS_OK) {
        status = output_path(path, directory, "comparison", ".json", error);
    }
    if (status == TALUS_OK) {
        (void)remove(path); // of an earlier comparison, if there is one
    }
    return status;
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
