// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the files: fields of tables, QGIS styles (QML) of rasters of classes in the colours of
// the rule pack; and what an earlier assessment left in a directory.
#include "hazard/products.h"

#include "output/output.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

void hazard_add_name(files_text *text, const char *name)
{
    files_text_add(text, "\"");
    for (; *name != '\0'; name++) {
        if (*name == '"') {
            files_text_add(text, "\"\"");
        } else {
            files_text_add(text, "%c", *name);
        }
    }
    files_text_add(text, "\"");
}

void hazard_add_number(files_text *text, double value)
{
    if (isnan(value)) {
        files_text_add(text, ",");
    } else {
        files_text_add(text, ",%.6g", value);
    }
}

void hazard_add_escaped(files_text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        const char *entity = *words == '&'   ? "&amp;"
                             : *words == '<' ? "&lt;"
                             : *words == '"' ? "&quot;"
                                             : NULL;
        if (entity != NULL) {
            files_text_add(text, "%s", entity);
        } else {
            files_text_add(text, "%c", *words);
        }
    }
}

static void add_entry(files_text *text, size_t value, const char *colour, const char *label)
{
    files_text_add(text, "<paletteEntry value=\"%zu\" color=\"", value);
    hazard_add_escaped(text, colour);
    files_text_add(text, "\" alpha=\"255\" label=\"");
    hazard_add_escaped(text, label);
    files_text_add(text, "\"/>");
}

talus_status hazard_write_class_style(const char *path, const hazard_rules *rules, bool is_zones,
                                      talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>"
                          "<qgis version=\"3.22.0\" styleCategories=\"Symbology\"><pipe>"
                          "<rasterrenderer type=\"paletted\" band=\"1\" opacity=\"0.7\">"
                          "<colorPalette>");
    const size_t count = is_zones ? rules->zone_count : rules->class_count;
    for (size_t k = 0; k < count; k++) {
        const hazard_zone *zone = is_zones ? &rules->zones[k] : NULL;
        const char *name = is_zones ? zone->name : rules->classes[k].name;
        const char *label = is_zones && zone->title != NULL ? zone->title : name;
        add_entry(&text, k + 1, is_zones ? zone->colour : rules->classes[k].colour, label);
    }
    add_entry(&text, 0, hazard_undecided.colour, hazard_undecided.title);
    files_text_add(&text, "</colorPalette></rasterrenderer></pipe></qgis>\n");
    const talus_status status =
        text.failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the style %s", path)
                    : files_write_all(path, text.data, text.size, error);
    files_text_clear(&text);
    return status;
}

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static bool ends(const char *name, const char *with)
{
    const size_t length = strlen(name), tail = strlen(with);
    return length >= tail && strcmp(name + length - tail, with) == 0;
}

static bool is_product(const char *name)
{
    static const char *const whole[] = {"hazard.json", "hazard.gpkg", "curves.csv", "design.csv"};
    static const char *const rasters[] = {"annual_frequency", "kinetic_energy_rp", "jump_height_rp",
                                          "intensity_", "zones."};
    for (size_t k = 0; k < sizeof whole / sizeof whole[0]; k++) {
        if (strcmp(name, whole[k]) == 0) {
            return true;
        }
    }
    const bool is_raster = ends(name, ".tif") || ends(name, ".qml");
    for (size_t k = 0; k < sizeof rasters / sizeof rasters[0] && is_raster; k++) {
        if (begins(name, rasters[k])) {
            return true;
        }
    }
    return begins(name, "curves_") && ends(name, ".svg");
}

talus_status hazard_remove_old(const char *directory, talus_error *error)
{
    DIR *listing = opendir(directory);
    talus_status status = TALUS_OK;
    for (const struct dirent *entry = listing != NULL ? readdir(listing) : NULL;
         entry != NULL && status == TALUS_OK; entry = readdir(listing)) {
        char path[OUTPUT_PATH_SIZE];
        if (is_product(entry->d_name)) {
            status = output_path(path, directory, entry->d_name, "", error);
            if (status == TALUS_OK && remove(path) != 0) {
                status = talus_error_set(error, TALUS_ERROR_IO,
                                         "%s could not be removed; check permissions", path);
            }
        }
    }
    if (listing != NULL) {
        closedir(listing);
    }
    return status;
}
