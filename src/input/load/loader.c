// SPDX-License-Identifier: GPL-3.0-or-later
// What all parts of loading share: failures and warnings with their place, the frame, vector
// layers.
#include "input/load/world.h"
#include "input/scenario/grounds.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void scenario_fail(scenario_loader *loader, const scenario_node *node, talus_status status,
                   const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    scenario_report(loader->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", message);
    loader->failures++;
    if (loader->status == TALUS_OK) {
        loader->status = talus_error_set(&loader->first, status, "%s", message);
        if (node != NULL) {
            talus_error_locate(&loader->first, node->source->file, node->line, node->column);
        }
    }
}

void scenario_fail_at(scenario_loader *loader, const scenario_node *node, const talus_error *error)
{
    if (error->line > 0) {
        scenario_fail(loader, node, error->status, "%s:%d: %s", error->file, error->line,
                      error->message);
    } else {
        scenario_fail(loader, node, error->status, "%s", error->message);
    }
}

void scenario_warn(scenario_loader *loader, const scenario_node *node, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    scenario_report(loader->diagnostics, TALUS_WARNING, node, "%s", message);
}

void scenario_forward(scenario_loader *loader, const scenario_node *node,
                      const talus_diagnostics *messages)
{
    for (size_t i = 0; i < talus_diagnostics_count(messages); i++) {
        const talus_diagnostic *item = talus_diagnostics_get(messages, i);
        if (item->severity == TALUS_SEVERITY_ERROR) {
            scenario_fail(loader, node, TALUS_ERROR_INPUT, "%s", item->message);
        } else {
            scenario_report(loader->diagnostics, item->severity, node, "%s", item->message);
        }
    }
}

geo_frame scenario_frame(const scenario_loader *loader, const char *crs, const char *operation,
                         geo_operation *used)
{
    const geo_dem *dem = &loader->dem;
    geo_frame frame = geo_frame_of(&dem->grid, dem->crs_wkt, dem->east, dem->north, crs, operation,
                                   loader->allow_network);
    frame.used = used;
    return frame;
}

void scenario_say_overlaps(scenario_loader *loader, const scenario_node *node, const char *what,
                           const geo_overlaps *found)
{
    talus_diagnostics *messages = talus_diagnostics_create();
    if (messages == NULL) {
        scenario_fail(loader, node, TALUS_ERROR_MEMORY, "out of memory for messages");
        return;
    }
    geo_report_overlaps(what, found, loader->dem.east, loader->dem.north, messages);
    scenario_forward(loader, node, messages);
    talus_diagnostics_destroy(messages);
}

bool scenario_load_vectors(scenario_loader *loader, const scenario_node *map,
                           const scenario_area *area, geo_vectors *vectors)
{
    const scenario_node *node = scenario_find(map, "file");
    talus_error error = {0};
    talus_diagnostics *messages = talus_diagnostics_create();
    char *path = scenario_join_path(loader->scenario->document.directory, area->file);
    talus_status status = TALUS_ERROR_MEMORY;
    if (path == NULL || messages == NULL) {
        (void)talus_error_set(&error, TALUS_ERROR_MEMORY,
                              "out of memory for the polygons of a file");
    } else {
        geo_operation used;
        const geo_frame frame = scenario_frame(loader, area->crs, area->operation, &used);
        status = geo_read_layer(path, area->layer, area->where, &frame, messages, vectors, &error);
        scenario_forward(loader, node, messages);
        if (status == TALUS_OK) {
            status = scenario_keep_operation(loader, map, area->operation, &used, &error);
        }
    }
    if (status != TALUS_OK) {
        scenario_fail(loader, node, status, "%s", error.message);
    }
    talus_diagnostics_destroy(messages);
    free(path);
    return status == TALUS_OK;
}
