// SPDX-License-Identifier: GPL-3.0-or-later
// GDAL as a library: its drivers, and its messages, which are caught and never printed.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// More than rasters of our own have, which leave empty tiles out.
#define MOST_SPARSE_CELLS 1.1e9

static void register_drivers(void)
{
    geo_pins_set();
    GDALAllRegister();
    (void)GDALGetCacheMax64(); // reads its option once
    geo_pins_restore();
    OSRSetPROJEnableNetwork(FALSE);
    geo_sqlite_open_library();
    geo_text_open_library();
    CPLSetErrorHandler(CPLQuietErrorHandler);
}

void geo_open_library(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_drivers);
}

static void catch_message(CPLErr severity, CPLErrorNum number, const char *message)
{
    (void)number;
    geo_trap *trap = CPLGetErrorHandlerUserData();
    if (severity < CE_Failure || trap == NULL) {
        return;
    }
    if (trap->failures++ == 0) {
        snprintf(trap->first, sizeof trap->first, "%s", message);
    }
}

void geo_trap_begin(geo_trap *trap, bool allow_network)
{
    geo_open_library();
    geo_trap_reset(trap);
    trap->allow_network = allow_network;
    trap->note[0] = '\0';
    geo_pins_set();
    CPLPushErrorHandlerEx(catch_message, trap);
    if (!allow_network) {
        geo_network_close(&trap->closure);
    }
}

void geo_trap_end(geo_trap *trap)
{
    if (!trap->allow_network) {
        geo_network_restore(&trap->closure);
    }
    geo_pins_restore();
    CPLPopErrorHandler();
    CPLErrorReset();
}

void geo_trap_reset(geo_trap *trap)
{
    trap->failures = 0;
    trap->first[0] = '\0';
}

const char *geo_trap_quote(const geo_trap *trap, char *buffer, size_t size)
{
    buffer[0] = '\0';
    if (trap->first[0] != '\0') {
        snprintf(buffer, size, " (GDAL says: %s)", trap->first);
    }
    return buffer;
}

void geo_append(char *buffer, size_t size, const char *format, ...)
{
    const size_t used = strlen(buffer);
    va_list list;
    va_start(list, format);
    vsnprintf(buffer + used, size - used, format, list);
    va_end(list);
}

char *geo_copy_text(const char *text)
{
    const size_t size = text == NULL ? 1 : strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, text == NULL ? "" : text, size);
    }
    return copy;
}

void geo_layer_names(GDALDatasetH dataset, char *buffer, size_t size)
{
    const int count = GDALDatasetGetLayerCount(dataset);
    buffer[0] = '\0';
    for (int i = 0; i < count && i < 8; i++) {
        geo_append(buffer, size, "%s%s", i > 0 ? ", " : "",
                   OGR_L_GetName(GDALDatasetGetLayer(dataset, i)));
    }
    if (count > 8) {
        geo_append(buffer, size, ", ... (%d in all)", count);
    }
}

void geo_list_fields(OGRLayerH layer, char *fields, size_t size)
{
    OGRFeatureDefnH definition = OGR_L_GetLayerDefn(layer);
    const int count = OGR_FD_GetFieldCount(definition);
    snprintf(fields, size, "%s", count > 0 ? "" : "none (those of a shapefile are in the .dbf)");
    for (int i = 0; i < count; i++) {
        geo_append(fields, size, "%s%s", i > 0 ? ", " : "",
                   OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, i)));
    }
}
