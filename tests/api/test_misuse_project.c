// SPDX-License-Identifier: GPL-3.0-or-later
// project.h called wrongly.
#include "misuse.h"
#include "talus/project.h"

static talus_status no_directory(talus_error *error)
{
    return talus_project_add(NULL, NULL, error);
}

static talus_status no_results(talus_error *error)
{
    return talus_project_add("docs", NULL, error);
}

static talus_status no_job(talus_error *error)
{
    const talus_contributor one = talus_project_contributor(NULL);
    return one.claim(one.user, NULL, error);
}

static talus_status unknown_size(talus_error *error)
{
    talus_project_job job = talus_project_job_default();
    job.size += 8;
    const talus_contributor one = talus_project_contributor(&job);
    return one.claim(one.user, NULL, error);
}

MISUSE_TABLE(project, REFUSED(no_directory), REFUSED(no_results), REFUSED(no_job),
             REFUSED(unknown_size))
