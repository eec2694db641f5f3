// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects in summary.json.
#include "io/products/gauges.h"

bool output_summary_gauges(files_text *text, const talus_products_context *context,
                           const talus_results *results)
{
    bool is_whole = true;
    for (int part = 0; part < 2; part++) {
        output_gauge_table figures;
        is_whole = output_gauge_table_init(&figures, context, results,
                                           part == 0 ? OUTPUT_SCREENS : OUTPUT_OBJECTS, false,
                                           NULL) == TALUS_OK &&
                   is_whole;
        if (figures.table.row_count > 0) {
            files_json_begin(text, figures.table.name, '[');
            for (size_t k = 0; k < figures.table.row_count; k++) {
                files_json_begin(text, NULL, '{');
                table_json_members(text, &figures.table, k);
                output_gauge_add_moments(text, &figures.rows[k].figures, part == 1);
                files_json_end(text, '}');
            }
            files_json_end(text, ']');
        }
        output_gauge_table_clear(&figures);
    }
    return is_whole;
}
