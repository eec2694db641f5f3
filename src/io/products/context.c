// SPDX-License-Identifier: GPL-3.0-or-later
// Defaults and checks of what callers hand to the writers.
#include "foundation/base/sized.h"
#include "io/products/output.h"

void talus_products_context_defaults(talus_products_context *context, size_t size)
{
    const talus_products_context defaults = {0};
    sized_fill(context, size, &defaults, sizeof defaults);
}

void talus_products_job_defaults(talus_products_job *job, size_t size)
{
    const talus_products_job defaults = {0};
    sized_fill(job, size, &defaults, sizeof defaults);
}

talus_status output_check_context(const talus_products_context *context, talus_error *error)
{
    const talus_status status =
        sized_check(context, sizeof *context, "talus_products_context", error);
    return status == TALUS_OK && context->campaign == NULL
               ? talus_error_set(error, TALUS_ERROR_ARGUMENT, "the context has no campaign")
               : status;
}
