// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a study that writes at its end.
#include "io/directory/study_files.h"

static talus_status claim(void *user, talus_directory *directory, talus_error *error)
{
    const directory_study *study = user;
    return study->claim != NULL ? study->claim(study->claim_user, directory, error)
                                : directory_claim_all(directory, study->files, error);
}

static talus_status write_all(void *user, talus_directory *directory, talus_error *error)
{
    const directory_study *study = user;
    return study->write(study->user, directory, error);
}

static talus_status summarise(void *user, char **members, talus_error *error)
{
    const directory_study *study = user;
    files_text text = directory_members_begin();
    if (study->summarise != NULL) {
        study->summarise(study->user, &text);
    } else {
        directory_add_study(&text, study->name);
    }
    return directory_members_end(&text, members, error);
}

static talus_contributor contributor_of(directory_study *study)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = study->name,
                               .claim = claim,
                               .write = write_all,
                               .summarise = summarise,
                               .user = study};
}

talus_status directory_study_open(directory_study *study, const char *path, bool overwrite,
                                  talus_error *error)
{
    if (path == NULL) {
        return TALUS_OK;
    }
    talus_directory_options options = talus_directory_options_default();
    options.overwrite = overwrite;
    options.warnings = study->warnings;
    const talus_contributor one = contributor_of(study);
    const talus_status status = talus_directory_open(path, &options, &study->directory, error);
    directory_set_charts(study->directory, &study->charts);
    return status == TALUS_OK ? talus_directory_prepare(study->directory, &one, 1, error) : status;
}

talus_status directory_study_write(directory_study *study, const void *user, bool partial,
                                   talus_error *error)
{
    if (study->directory == NULL) {
        return TALUS_OK;
    }
    study->user = user;
    const talus_contributor one = contributor_of(study);
    return talus_directory_write(study->directory, &one, 1, partial, error);
}

void directory_study_close(directory_study *study)
{
    talus_directory_close(study->directory);
    study->directory = NULL;
}
