// SPDX-License-Identifier: GPL-3.0-or-later
// The project as QGIS reads it: a tree of groups, and every layer with its style.
#include "io/project/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const group_titles[CATALOGUE_GROUPS] = {
    "Screens and objects", "Rocks",         "Hazard",       "Reach",  "Energy", "Speed",
    "Jump height",         "Angular speed", "Other layers", "Terrain"};

static const char hillshade[] =
    "<pipe><rasterrenderer type=\"hillshade\" band=\"1\" alphaBand=\"-1\" opacity=\"1\" "
    "azimuth=\"315\" angle=\"45\" zfactor=\"1\" multidirection=\"1\"/>"
    "<rasterresampler zoomedInResampler=\"bilinear\" maxOversampling=\"2\"/></pipe>";

static void add_crs(files_text *text, const char *element, const char *wkt)
{
    files_text_add(text, "<%s><spatialrefsys nativeFormat=\"Wkt\"><wkt>", element);
    files_xml_add_text(text, wkt);
    files_text_add(text, "</wkt></spatialrefsys></%s>\n", element);
}

static void add_branch(files_text *text, const project_layer *layer)
{
    files_text_add(text, "<layer-tree-layer id=\"%s\" name=\"", layer->id);
    files_xml_add_text(text, layer->title);
    files_text_add(text, "\" source=\"./%s\" providerKey=\"%s\" checked=\"%s\" expanded=\"0\"/>\n",
                   layer->source, layer->is_vector ? "ogr" : "gdal",
                   layer->is_shown ? "Qt::Checked" : "Qt::Unchecked");
}

/// Groups without a layer are left out; those without one that is shown are folded.
static void add_tree(files_text *text, const project_layers *layers)
{
    files_text_add(text, "<layer-tree-group>\n");
    for (size_t k = 0; k < layers->count;) {
        const catalogue_group group = layers->items[k].group;
        size_t end = k;
        bool is_open = false;
        while (end < layers->count && layers->items[end].group == group) {
            is_open = is_open || layers->items[end].is_shown;
            end++;
        }
        files_text_add(text,
                       "<layer-tree-group name=\"%s\" checked=\"Qt::Checked\" expanded=\"%d\">\n",
                       group_titles[group], is_open ? 1 : 0);
        for (; k < end; k++) {
            add_branch(text, &layers->items[k]);
        }
        files_text_add(text, "</layer-tree-group>\n");
    }
    files_text_add(text, "</layer-tree-group>\n");
}

/// What stands inside the element <qgis> of a style.
static void add_style(files_text *text, const char *style)
{
    const char *begin = strstr(style, "<qgis");
    begin = begin != NULL ? strchr(begin, '>') : NULL;
    const char *end = begin != NULL ? strstr(begin, "</qgis>") : NULL;
    if (end != NULL) {
        files_text_add(text, "%.*s", (int)(end - begin - 1), begin + 1);
    }
}

static bool is_labelled(const char *style)
{
    return style != NULL && strstr(style, "labelsEnabled=\"1\"") != NULL;
}

static void add_layer(files_text *text, const project_layer *layer, const char *wkt)
{
    static const char *const shapes[] = {"Point", "Line", "Polygon", "Polygon"};
    if (layer->is_vector) {
        files_text_add(text, "<maplayer type=\"vector\" geometry=\"%s\" labelsEnabled=\"%d\"",
                       shapes[layer->kind], is_labelled(layer->style) ? 1 : 0);
    } else {
        files_text_add(text, "<maplayer type=\"raster\"");
    }
    files_text_add(text,
                   " hasScaleBasedVisibilityFlag=\"0\" autoRefreshEnabled=\"0\">\n<id>%s</id>"
                   "<datasource>./%s</datasource><layername>",
                   layer->id, layer->source);
    files_xml_add_text(text, layer->title);
    files_text_add(text, "</layername>\n");
    if (wkt[0] != '\0') {
        add_crs(text, "srs", wkt);
    }
    files_text_add(text, layer->is_vector ? "<provider encoding=\"UTF-8\">ogr</provider>\n"
                                          : "<provider>gdal</provider>\n");
    if (layer->group == CATALOGUE_TERRAIN && !layer->is_vector) {
        files_text_add(text, "%s", hillshade);
    } else if (layer->style != NULL) {
        add_style(text, layer->style);
    }
    files_text_add(text, "</maplayer>\n");
}

/// Where the map shows at first: the raster of the shares, else the terrain.
static talus_status add_canvas(const char *directory, const project_layers *layers, const char *wkt,
                               files_text *text, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    geo_facts facts = {0};
    const char *source = NULL;
    for (size_t k = 0; k < layers->count; k++) {
        const project_layer *layer = &layers->items[k];
        if (!layer->is_vector && (source == NULL || strcmp(layer->source, "terrain.tif") == 0)) {
            source = layer->source;
        }
    }
    talus_status status = TALUS_OK;
    if (source != NULL) {
        status = output_path(path, directory, source, "", error);
        status = status == TALUS_OK ? geo_read_facts(path, false, &facts, error) : status;
    }
    files_text_add(
        text,
        "<mapcanvas name=\"theMapCanvas\"><units>meters</units><extent><xmin>%.10g</xmin>"
        "<ymin>%.10g</ymin><xmax>%.10g</xmax><ymax>%.10g</ymax></extent>"
        "<rotation>0</rotation>",
        facts.bounds[0], facts.bounds[1], facts.bounds[2], facts.bounds[3]);
    if (wkt[0] != '\0') {
        add_crs(text, "destinationsrs", wkt);
    }
    files_text_add(text, "</mapcanvas>\n");
    return status;
}

/// The system that all rasters share.
static talus_status read_crs(const char *directory, const project_layers *layers, char **wkt,
                             talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    for (size_t k = 0; k < layers->count; k++) {
        if (!layers->items[k].is_vector) {
            const talus_status status =
                output_path(path, directory, layers->items[k].source, "", error);
            return status == TALUS_OK ? geo_read_crs(path, wkt, error) : status;
        }
    }
    *wkt = calloc(1, 1);
    return *wkt != NULL
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a QGIS project");
}

talus_status project_write_text(const char *directory, const char *title,
                                const project_layers *layers, files_text *text, talus_error *error)
{
    char *wkt = NULL;
    talus_status status = read_crs(directory, layers, &wkt, error);
    if (status != TALUS_OK) {
        return status;
    }
    files_text_add(text, "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n"
                         "<qgis version=\"3.22.0\" projectname=\"");
    files_xml_add_text(text, title);
    files_text_add(text, "\">\n<homePath path=\"\"/>\n<title>");
    files_xml_add_text(text, title);
    files_text_add(text, "</title>\n");
    if (wkt[0] != '\0') {
        add_crs(text, "projectCrs", wkt);
    }
    add_tree(text, layers);
    status = add_canvas(directory, layers, wkt, text, error);
    files_text_add(text, "<projectlayers>\n");
    for (size_t k = 0; k < layers->count; k++) {
        add_layer(text, &layers->items[k], wkt);
    }
    files_text_add(text, "</projectlayers>\n<properties><Paths><Absolute type=\"bool\">false"
                         "</Absolute></Paths><SpatialRefSys><ProjectionsEnabled type=\"int\">1"
                         "</ProjectionsEnabled></SpatialRefSys></properties>\n</qgis>\n");
    free(wkt);
    return status == TALUS_OK && text->failed
               ? talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a QGIS project")
               : status;
}
