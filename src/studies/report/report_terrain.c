// SPDX-License-Identifier: GPL-3.0-or-later
// Heights of the terrain, thinned to what a page can draw.
#include "studies/report/report.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_NODES = 360000 };

static void find_range(const geo_image *image, double *low, double *high)
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (size_t k = 0; k < image->nx * image->ny; k++) {
        if (!isnan(image->values[k])) {
            *low = fmin(*low, (double)image->values[k]);
            *high = fmax(*high, (double)image->values[k]);
        }
    }
    *high = *high > *low ? *high : *low + 1.0;
}

/// Every step-th cell, beginning so that the margins are alike.
static talus_status add_nodes(report *r, size_t step, double low, double high, talus_error *error)
{
    const geo_image *image = &r->terrain;
    const size_t nx = (image->nx - 1) / step + 1, ny = (image->ny - 1) / step + 1;
    const size_t i0 = (image->nx - 1 - (nx - 1) * step) / 2;
    const size_t j0 = (image->ny - 1 - (ny - 1) * step) / 2;
    uint16_t *values = malloc(nx * ny * sizeof *values + 1);
    if (values == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the heights of a report");
    }
    for (size_t j = 0; j < ny; j++) {
        for (size_t i = 0; i < nx; i++) {
            const float z = image->values[(j0 + j * step) * image->nx + i0 + i * step];
            values[j * nx + i] = report_quantise((double)z, low, high);
        }
    }
    files_json_begin(&r->data, "terrain", '{');
    files_json_add_unsigned(&r->data, "nx", nx);
    files_json_add_unsigned(&r->data, "ny", ny);
    files_json_add_number(&r->data, "x0", image->west + ((double)i0 + 0.5) * image->cell);
    files_json_add_number(&r->data, "y0", image->south + ((double)j0 + 0.5) * image->cell);
    files_json_add_number(&r->data, "cell", image->cell * (double)step);
    files_json_add_number(&r->data, "dem_cell", image->cell);
    files_json_add_unsigned(&r->data, "dem_nx", image->nx);
    files_json_add_unsigned(&r->data, "dem_ny", image->ny);
    files_json_add_number(&r->data, "low", low);
    files_json_add_number(&r->data, "high", high);
    files_json_end(&r->data, '}');
    const talus_status status = report_add_columns(r, "terrain", values, 1, nx * ny, error);
    free(values);
    return status;
}

/// The CRS, and how files came to it where that is not accurate.
static talus_status add_crs(report *r, const char *crs, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    files_text text = {.first = true};
    talus_status status = output_path(path, r->directory, "summary", ".json", error);
    status = status == TALUS_OK ? files_json_read(path, &json, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const files_json_node *list =
        files_json_member(files_json_member(files_json_root(json), "dem"), "operations");
    files_text_add(&text, "%s", crs);
    const files_json_node *one = NULL;
    for (size_t k = 0; (one = files_json_item(list, k)) != NULL; k++) {
        const char *key = files_json_text(files_json_member(one, "key"));
        const char *from = files_json_text(files_json_member(one, "from"));
        double accuracy = (double)NAN;
        (void)files_json_number(files_json_member(one, "accuracy_m"), &accuracy);
        files_text_add(&text, "; %s from %s, accurate to %.3g m", key != NULL ? key : "",
                       from != NULL ? from : "", accuracy);
    }
    files_json_destroy(json);
    status = text.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a report")
                         : TALUS_OK;
    if (status == TALUS_OK) {
        files_json_add_text(&r->data, "crs", text.data);
    }
    files_text_clear(&text);
    return status;
}

talus_status report_add_terrain(report *r, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], crs[256] = "";
    talus_status status = output_path(path, r->directory, "terrain", ".tif", error);
    if (status != TALUS_OK || !output_file_exists(path)) {
        report_miss(r, "terrain", "there is no terrain.tif; talus merge writes that of shards");
        return status;
    }
    status = geo_read_image(path, &r->terrain, error);
    if (status != TALUS_OK) {
        return status;
    }
    const geo_image *image = &r->terrain;
    double low = 0.0, high = 1.0;
    size_t step = 1;
    find_range(image, &low, &high);
    while (((image->nx - 1) / step + 1) * ((image->ny - 1) / step + 1) > MOST_NODES) {
        step++;
    }
    geo_name_crs(image->crs_wkt, crs, sizeof crs);
    status = add_crs(r, crs, error);
    if (status != TALUS_OK) {
        return status;
    }
    files_json_add_text(&r->data, "attribution",
                        image->attribution != NULL ? image->attribution : "");
    return add_nodes(r, step, low, high, error);
}
