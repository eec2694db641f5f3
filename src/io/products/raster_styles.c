// SPDX-License-Identifier: GPL-3.0-or-later
// QGIS styles (QML) beside the rasters: classes with fixed bounds, so that maps of different runs
// can be compared, in the colours of `talus map`.
#include "io/chart/ramp.h"
#include "io/products/output.h"

#include <stdio.h>
#include <string.h>

enum { BOUND_COUNT = 9 };

/// Upper bounds of the classes by the unit of a layer; one more class lies above.
static const struct {
    const char *unit;
    double bounds[BOUND_COUNT];
} classes[] = {
    {"1", {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1}},
    {"1/event", {1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1, 3, 10}},
    {"1/yr", {1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1}},
    {"kJ", {1, 3, 10, 30, 100, 300, 1000, 3000, 10000}},
    {"m/s", {2, 5, 10, 15, 20, 25, 30, 40, 50}},
    {"m", {0.2, 0.5, 1, 2, 3, 4, 6, 8, 10}},
    {"rad/s", {1, 2, 5, 10, 15, 20, 30, 40, 60}},
    {"kN s", {0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000}},
    {"m^3", {0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100}},
    {"s", {2, 5, 10, 15, 20, 30, 45, 60, 120}},
    {"deg", {20, 25, 28, 30, 33, 36, 40, 45, 60}},
};
static const double counts[BOUND_COUNT] = {1, 3, 10, 30, 100, 300, 1000, 3000, 10000};

static const double *bounds_of(const campaign_layer *layer)
{
    for (size_t k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        if (strcmp(classes[k].unit, layer->unit) == 0) {
            return classes[k].bounds;
        }
    }
    return counts;
}

static void add_class(files_text *text, chart_ramp_kind ramp, const char *value, size_t k,
                      const char *label)
{
    const chart_rgb rgb = chart_ramp(ramp, (double)k / BOUND_COUNT);
    files_text_add(text, "<item value=\"%s\" color=\"#%02x%02x%02x\" alpha=\"255\" label=\"%s\"/>",
                   value, (unsigned)(255 * rgb.r + 0.5), (unsigned)(255 * rgb.g + 0.5),
                   (unsigned)(255 * rgb.b + 0.5), label);
}

void output_add_raster_style(files_text *text, const campaign_layer *layer)
{
    // an error is about a tenth of what it belongs to
    const double part = layer->raster.kind == TALUS_STATISTIC_ERROR ? 0.1 : 1;
    const double *bounds = bounds_of(layer);
    const chart_ramp_kind ramp = layer->is_amount ? CHART_COOL : CHART_WARM;
    const char *unit = strcmp(layer->unit, "1") == 0 ? "" : layer->unit;
    char value[32], label[64];
    files_text_add(text,
                   "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>"
                   "<qgis version=\"3.22.0\" styleCategories=\"Symbology\"><pipe><rasterrenderer "
                   "type=\"singlebandpseudocolor\" band=\"1\" opacity=\"0.85\" "
                   "classificationMin=\"0\" classificationMax=\"%g\"><rastershader>"
                   "<colorrampshader colorRampType=\"DISCRETE\" classificationMode=\"1\" "
                   "clip=\"0\" minimumValue=\"0\" maximumValue=\"%g\">",
                   part * bounds[BOUND_COUNT - 1], part * bounds[BOUND_COUNT - 1]);
    for (size_t k = 0; k < BOUND_COUNT; k++) {
        snprintf(value, sizeof value, "%g", part * bounds[k]);
        snprintf(label, sizeof label, "to %g %s", part * bounds[k], unit);
        add_class(text, ramp, value, k, label);
    }
    snprintf(label, sizeof label, "over %g %s", part * bounds[BOUND_COUNT - 1], unit);
    add_class(text, ramp, "inf", BOUND_COUNT, label);
    files_text_add(text, "</colorrampshader></rastershader></rasterrenderer></pipe></qgis>\n");
}
