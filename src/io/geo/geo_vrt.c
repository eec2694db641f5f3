// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual rasters of parts whose cells are not those of the whole: GDAL repeats their pixels, unless the
// file says how they are to be resampled.
#include "io/geo/geo_internal.h"

#include <cpl_minixml.h>
#include <cpl_string.h>

/// A part is scaled from this share on; tiles of one survey differ by rounding alone.
static const double least_scale = 0.01;

static double size_of(const CPLXMLNode *source, const char *rectangle, const char *side)
{
    return CPLAtof(CPLGetXMLValue(source, CPLSPrintf("%s.%s", rectangle, side), "0"));
}

/// Whether the pixels of a source are repeated or left out.
static bool is_scaled(const CPLXMLNode *source)
{
    static const char *const sides[] = {"xSize", "ySize"};
    for (int k = 0; k < 2; k++) {
        const double from = size_of(source, "SrcRect", sides[k]);
        const double to = size_of(source, "DstRect", sides[k]);
        if (from > 0.0 && to > 0.0 && fabs(to / from - 1.0) > least_scale) {
            return true;
        }
    }
    return false;
}

static bool ends_in_source(const char *name)
{
    return EQUAL(name, "SimpleSource") || EQUAL(name, "ComplexSource");
}

static void count_sources(const CPLXMLNode *band, geo_vrt *vrt)
{
    for (const CPLXMLNode *node = band->psChild; node != NULL; node = node->psNext) {
        if (node->eType != CXT_Element || !ends_in_source(node->pszValue)) {
            continue;
        }
        const char *how = CPLGetXMLValue(node, "resampling", "");
        vrt->sources++;
        if (is_scaled(node)) {
            vrt->repeated += STARTS_WITH_CI(how, "near") ? 1 : 0;
            vrt->open += how[0] == '\0' ? 1 : 0;
        }
    }
}

geo_vrt geo_describe_vrt(GDALDatasetH dataset)
{
    geo_vrt vrt = {0};
    char **text = GDALGetMetadata(dataset, "xml:VRT");
    CPLXMLNode *tree = text != NULL && text[0] != NULL ? CPLParseXMLString(text[0]) : NULL;
    CPLXMLNode *root = tree != NULL ? CPLGetXMLNode(tree, "=VRTDataset") : NULL;
    const CPLXMLNode *band = root != NULL ? CPLGetXMLNode(root, "VRTRasterBand") : NULL;
    if (band != NULL) {
        count_sources(band, &vrt);
        const char *how = CPLGetXMLValue(root, "GDALWarpOptions.ResampleAlg", "");
        vrt.warped_nearest = STARTS_WITH_CI(how, "near");
    }
    CPLDestroyXMLNode(tree);
    return vrt;
}

void geo_report_vrt(const char *path, const geo_vrt *vrt, talus_diagnostics *diagnostics)
{
    if (vrt->open > 0) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: %zu of its %zu parts have other cells than the whole; they are "
                              "resampled (bilinear) instead of repeating pixels",
                              path, vrt->open, vrt->sources);
    }
    if (vrt->repeated > 0 || vrt->warped_nearest) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "%s: it resamples its sources by nearest neighbour, which leaves "
                              "steps between cells: make it again with -r bilinear (gdalbuildvrt, "
                              "gdalwarp)",
                              path);
    }
}
