// SPDX-License-Identifier: GPL-3.0-or-later
// QGIS styles (QML) of rasters of classes in the colours of the rule pack.
#include "studies/hazard/products.h"

static void add_entry(files_text *text, size_t value, const char *colour, const char *label)
{
    files_text_add(text, "<paletteEntry value=\"%zu\" color=\"", value);
    files_xml_add_text(text, colour);
    files_text_add(text, "\" alpha=\"255\" label=\"");
    files_xml_add_text(text, label);
    files_text_add(text, "\"/>");
}

void hazard_add_class_style(files_text *text, const hazard_rules *rules, bool is_zones)
{
    files_text_add(text, "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>"
                         "<qgis version=\"3.22.0\" styleCategories=\"Symbology\"><pipe>"
                         "<rasterrenderer type=\"paletted\" band=\"1\" opacity=\"0.7\">"
                         "<colorPalette>");
    const size_t count = is_zones ? rules->zone_count : rules->class_count;
    for (size_t k = 0; k < count; k++) {
        const hazard_zone *zone = is_zones ? &rules->zones[k] : NULL;
        const char *name = is_zones ? zone->name : rules->classes[k].name;
        const char *label = is_zones && zone->title != NULL ? zone->title : name;
        add_entry(text, k + 1, is_zones ? zone->colour : rules->classes[k].colour, label);
    }
    add_entry(text, 0, hazard_undecided.colour, hazard_undecided.title);
    files_text_add(text, "</colorPalette></rasterrenderer></pipe></qgis>\n");
}
