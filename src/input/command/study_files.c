// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a study that writes at its end.
#include "input/command/study_files.h"

talus_directory_options cli_directory_options(const cli_arguments *arguments,
                                              talus_diagnostics *warnings)
{
    talus_directory_options options = talus_directory_options_default();
    options.overwrite = cli_has(arguments, "overwrite");
    options.warnings = warnings;
    return options;
}

static talus_status claim(void *user, talus_directory *directory, talus_error *error)
{
    const cli_study_files *study = user;
    return study->claim != NULL ? study->claim(study->claim_user, directory, error)
                                : directory_claim_all(directory, study->files, error);
}

static talus_status write_all(void *user, talus_directory *directory, talus_error *error)
{
    const cli_study_files *study = user;
    return study->write(study->user, directory, error);
}

static talus_status summarise(void *user, char **members, talus_error *error)
{
    const cli_study_files *study = user;
    files_text text = directory_members_begin();
    if (study->summarise != NULL) {
        study->summarise(study->user, &text);
    } else {
        directory_add_study(&text, study->name);
    }
    return directory_members_end(&text, members, error);
}

static talus_contributor contributor_of(cli_study_files *study)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = study->name,
                               .claim = claim,
                               .write = write_all,
                               .summarise = summarise,
                               .user = study};
}

static cli_exit report(talus_status status, const talus_error *error)
{
    if (status != TALUS_OK) {
        cli_print_error(error);
    }
    return cli_exit_of(status);
}

cli_exit cli_study_open(const cli_arguments *arguments, const char *path, cli_study_files *study)
{
    talus_error error = {0};
    if (path == NULL) {
        return CLI_OK;
    }
    study->warnings = talus_diagnostics_create();
    const talus_directory_options options = cli_directory_options(arguments, study->warnings);
    const talus_contributor one = contributor_of(study);
    talus_status status = talus_directory_open(path, &options, &study->directory, &error);
    if (status == TALUS_OK) {
        status = talus_directory_prepare(study->directory, &one, 1, &error);
    }
    return report(status, &error);
}

cli_exit cli_study_write(cli_study_files *study, const void *user)
{
    talus_error error = {0};
    if (study->directory == NULL) {
        return CLI_OK;
    }
    study->user = user;
    const talus_contributor one = contributor_of(study);
    const talus_status status = talus_directory_write(study->directory, &one, 1, false, &error);
    (void)cli_print_diagnostics(study->warnings, 0, false);
    return report(status, &error);
}

void cli_study_close(cli_study_files *study)
{
    talus_directory_close(study->directory);
    talus_diagnostics_destroy(study->warnings);
    study->directory = NULL;
    study->warnings = NULL;
}

static cli_exit compute(const cli_arguments *arguments, const cli_study *study, void *result)
{
    talus_error error = {0};
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    if (diagnostics == NULL) {
        return report(talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory"), &error);
    }
    const talus_status status = study->compute(arguments, diagnostics, result, &error);
    const bool is_listed = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) > 0;
    (void)cli_print_diagnostics(diagnostics, 0, cli_has(arguments, "quiet"));
    talus_diagnostics_destroy(diagnostics);
    return is_listed ? cli_exit_of(status) : report(status, &error);
}

cli_exit cli_study_run(const cli_arguments *arguments, cli_study *study, void *result)
{
    cli_exit code = cli_study_open(arguments, cli_value(arguments, "out"), &study->files);
    if (code == CLI_OK) {
        code = compute(arguments, study, result);
    }
    if (code == CLI_OK) {
        code = cli_study_write(&study->files, result);
    }
    if (code == CLI_OK) {
        study->print(arguments, result);
    }
    cli_study_close(&study->files);
    return code;
}
