// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of results for callers: the figures that files have.
#include "io/products/gauges.h"

#include <stdlib.h>
#include <string.h>

struct talus_products_table {
    output_gauge_table gauges;
    output_crossing_table crossings;
    const talus_table *table; ///< of one of them
};

static talus_status fill(talus_products_table *made, const talus_products_context *context,
                         const talus_results *results, const char *name, talus_error *error)
{
    const bool has_screens = strcmp(name, "screens") == 0;
    if (has_screens || strcmp(name, "objects") == 0) {
        made->table = &made->gauges.table;
        return output_gauge_table_init(&made->gauges, context, results,
                                       has_screens ? OUTPUT_SCREENS : OUTPUT_OBJECTS, true, error);
    }
    if (strcmp(name, "screen_crossings") == 0) {
        output_crossing_table_init(&made->crossings, context, results);
        made->table = &made->crossings.table;
        return TALUS_OK;
    }
    return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                           "there is no table '%.80s'; expected screens, objects or "
                           "screen_crossings",
                           name);
}

talus_status talus_products_table_create(const talus_products_context *context,
                                         const talus_results *results, const char *name,
                                         talus_products_table **table, talus_error *error)
{
    if (table == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the table is NULL");
    }
    *table = NULL;
    const talus_status checked = output_check_context(context, error);
    if (checked != TALUS_OK) {
        return checked;
    }
    if (results == NULL || name == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a table without results or a name");
    }
    talus_products_table *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for table '%.80s'", name);
    }
    const talus_status status = fill(made, context, results, name, error);
    if (status != TALUS_OK) {
        talus_products_table_destroy(made);
        return status;
    }
    *table = made;
    return TALUS_OK;
}

const talus_table *talus_products_table_get(const talus_products_table *table)
{
    return table != NULL ? table->table : NULL;
}

void talus_products_table_destroy(talus_products_table *table)
{
    if (table != NULL) {
        output_gauge_table_clear(&table->gauges);
        free(table);
    }
}
