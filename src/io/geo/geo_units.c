// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a file say of the unit of its heights: band, vertical axis, .prj file.
#include "foundation/files/files.h"
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>

/// Metres of a degree along a meridian.
static const double degree = 111320.0;

/// The vertical axis of a CRS; none for NULL.
static geo_vertical_axis vertical_axis(OGRSpatialReferenceH crs)
{
    static const char *const options[] = {"FORMAT=WKT2_2019", "MULTILINE=NO", NULL};
    geo_vertical_axis axis = {0};
    char *wkt = NULL;
    if (crs != NULL && OSRExportToWktEx(crs, &wkt, options) == OGRERR_NONE) {
        axis = geo_vertical_axis_of(wkt);
    }
    CPLFree(wkt);
    return axis;
}

static geo_vertical_axis find_vertical_axis(GDALDatasetH dataset, const char *name)
{
    geo_vertical_axis axis = {0};
    if (name != NULL && name[0] != '\0') {
        OGRSpatialReferenceH given = geo_crs_parse(name);
        axis = vertical_axis(given);
        OSRDestroySpatialReference(given);
    }
    return axis.metres > 0.0 ? axis : vertical_axis(GDALGetSpatialRef(dataset));
}

/// The word behind Zunits in the .prj file of a raster.
static void read_zunits(GDALDatasetH dataset, char *word, size_t size)
{
    char **files = GDALGetFileList(dataset);
    word[0] = '\0';
    for (int k = 0; k < CSLCount(files) && word[0] == '\0'; k++) {
        char text[4096];
        VSILFILE *file =
            EQUAL(CPLGetExtension(files[k]), "prj") || EQUAL(CPLGetFilename(files[k]), "prj.adf")
                ? VSIFOpenL(files[k], "rb")
                : NULL;
        if (file != NULL) {
            geo_zunits_of(text, VSIFReadL(text, 1, sizeof text, file), word, size);
            VSIFCloseL(file);
        }
    }
    CSLDestroy(files);
}

double geo_horizontal_unit(OGRSpatialReferenceH crs)
{
    return crs == NULL ? 1.0 : OSRIsGeographic(crs) ? degree : OSRGetLinearUnits(crs, NULL);
}

talus_status geo_find_unit(const char *path, GDALDatasetH dataset, const geo_dem_options *options,
                           OGRSpatialReferenceH crs, talus_diagnostics *diagnostics, geo_unit *unit,
                           talus_error *error)
{
    char zunits[32];
    char *horizontal = NULL;
    read_zunits(dataset, zunits, sizeof zunits);
    const files_locale locale = files_locale_enter();
    geo_unit_claims claims = {.key = options->height_unit,
                              .band = GDALGetRasterUnitType(GDALGetRasterBand(dataset, 1)),
                              .vertical = find_vertical_axis(dataset, options->crs),
                              .zunits = zunits};
    if (crs != NULL && (OSRIsProjected(crs) || OSRIsLocal(crs))) {
        claims.horizontal = OSRGetLinearUnits(crs, &horizontal);
        claims.horizontal_name = horizontal;
    }
    const talus_status status = geo_choose_unit(path, &claims, diagnostics, unit, error);
    files_locale_leave(&locale);
    return status;
}
