// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes and columns of numbers as elements of the page.
#include "studies/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void report_miss(report *r, const char *what, const char *why)
{
    char *clean = files_clean_text(why);
    files_json_begin(&r->missing, NULL, '{');
    files_json_add_text(&r->missing, "what", what);
    files_json_add_text(&r->missing, "why", clean != NULL ? clean : "");
    files_json_end(&r->missing, '}');
    r->facts.missing++;
    free(clean);
}

talus_status report_add_blob(report *r, const char *name, const void *data, size_t size,
                             talus_error *error)
{
    static const char type[] = "application/x-talus";
    unsigned char *deflated = NULL;
    size_t deflated_size = 0;
    const talus_status status = geo_deflate(data, size, &deflated, &deflated_size, error);
    if (status != TALUS_OK) {
        return status;
    }
    char *uri = files_data_uri("", deflated, deflated_size);
    free(deflated);
    if (uri == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report");
    }
    files_text_add(&r->blobs, "<script type=\"%s\" id=\"%s\">", type, name);
    files_text_add(&r->blobs, "%s", strchr(uri, ',') + 1);
    files_text_add(&r->blobs, "</script>\n");
    free(uri);
    return r->blobs.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report")
                           : TALUS_OK;
}

uint16_t report_quantise(double value, double low, double high)
{
    if (!(value >= low)) {
        return isnan(value) ? REPORT_NODATA : 0;
    }
    return value < high ? (uint16_t)(65534.0 * ((value - low) / (high - low)) + 0.5) : 65534;
}

talus_status report_add_columns(report *r, const char *name, uint16_t *values, size_t columns,
                                size_t rows, talus_error *error)
{
    unsigned char *bytes = malloc(2 * columns * rows + 1);
    if (bytes == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for %zu numbers of a report",
                               columns * rows);
    }
    for (size_t c = 0; c < columns; c++) {
        uint16_t *column = values + c * rows;
        unsigned char *low = bytes + 2 * c * rows, *high = low + rows;
        for (size_t k = rows; k-- > 0;) {
            const uint16_t change = (uint16_t)(column[k] - (k > 0 ? column[k - 1] : 0));
            low[k] = (unsigned char)(change & 255);
            high[k] = (unsigned char)(change >> 8);
        }
    }
    const talus_status status = report_add_blob(r, name, bytes, 2 * columns * rows, error);
    free(bytes);
    return status;
}
