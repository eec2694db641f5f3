// SPDX-License-Identifier: GPL-3.0-or-later
// Default QGIS styles (QML) of the layers of results.gpkg. <prop> is the form every QGIS reads.
#include "io/catalogue/catalogue.h"
#include "io/products/output.h"

/// A colour of the catalogue: "122,0,140,255".
#define QML_COLOUR(...) QML_RGB(__VA_ARGS__)
#define QML_RGB(r, g, b) #r "," #g "," #b ",255"
#define QML_WARNING "215,48,39,255"

#define QML_BEGIN                                                                                  \
    "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>"                                   \
    "<qgis version=\"3.22.0\" styleCategories=\"Symbology\">"
#define QML_BEGIN_LABELLED                                                                         \
    "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>"                                   \
    "<qgis version=\"3.22.0\" styleCategories=\"Symbology|Labeling\" labelsEnabled=\"1\">"
#define QML_END "</qgis>"
#define PROP(key, value) "<prop k=\"" key "\" v=\"" value "\"/>"
#define SYMBOL(type, name, alpha, layer)                                                           \
    "<symbol type=\"" type "\" name=\"" name "\" alpha=\"" alpha "\">" layer "</symbol>"
#define SIMPLE_LINE(properties)                                                                    \
    "<layer class=\"SimpleLine\" enabled=\"1\" pass=\"0\" locked=\"0\">" properties "</layer>"
#define MARKER(shape, colour, size, more)                                                          \
    "<layer class=\"SimpleMarker\" enabled=\"1\" pass=\"0\" locked=\"0\">" PROP("name", shape)     \
        PROP("color", colour) PROP("size", size) PROP("size_unit", "MM")                           \
            PROP("outline_color", "35,35,35,255") PROP("outline_width", "0.1") more "</layer>"
/// One data-defined property by expression.
#define DEFINED(property, expression)                                                              \
    "<data_defined_properties><Option type=\"Map\"><Option type=\"QString\" name=\"name\" "        \
    "value=\"\"/><Option type=\"Map\" name=\"properties\"><Option type=\"Map\" name=\"" property   \
    "\"><Option type=\"bool\" name=\"active\" value=\"true\"/><Option type=\"QString\" "           \
    "name=\"expression\" value=\"" expression                                                      \
    "\"/><Option type=\"int\" name=\"type\" value=\"3\"/></Option></Option><Option "               \
    "type=\"QString\" name=\"type\" value=\"collection\"/></Option></data_defined_properties>"
#define CATEGORY(index, value, label)                                                              \
    "<category render=\"true\" symbol=\"" index "\" value=\"" value "\" label=\"" label "\"/>"

/// Thin lines, coloured by the square root of the largest energy on the way.
const char *const output_style_trajectories = QML_BEGIN
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(
        "line", "0", "0.6",
        SIMPLE_LINE(PROP("line_color", "158,42,99,255") PROP("line_width", "0.2")
                        PROP("line_width_unit", "MM") PROP("joinstyle", "round") DEFINED(
                            "outlineColor",
                            "ramp_color('Plasma', "
                            "sqrt(&quot;energy_max_kj&quot; / "
                            "maximum(&quot;energy_max_kj&quot;)))"))) "</symbols>"
                                                                      "</renderer-v2>" QML_END;

const char *const output_style_deposits = QML_BEGIN
    "<renderer-v2 type=\"categorizedSymbol\" attr=\"outcome\" symbollevels=\"0\" "
    "forceraster=\"0\"><categories>" CATEGORY("0", "stopped", "stopped")
        CATEGORY("1", "left_domain", "left the DEM") CATEGORY("2", "nodata", "met NODATA")
            CATEGORY("3", "time_limit", "time limit") CATEGORY("4", "diverged", "diverged")
                CATEGORY("5", "caught", "caught by a net") "</categories><symbols>" SYMBOL(
                    "marker", "0", "1", MARKER("circle", "253,174,97,255", "1.6", ""))
                    SYMBOL("marker", "1", "1", MARKER("triangle", "215,48,39,255", "2", "")) SYMBOL(
                        "marker", "2", "1", MARKER("square", "118,42,131,255", "1.8", ""))
                        SYMBOL("marker", "3", "1", MARKER("diamond", "69,117,180,255", "2.2", ""))
                            SYMBOL("marker", "4", "1", MARKER("cross2", "0,0,0,255", "2.2", ""))
                                SYMBOL("marker", "5", "1",
                                       MARKER("pentagon", "26,152,80,255", "2",
                                              "")) "</symbols>"
                                                   "</renderer-v2>" QML_END;

/// Dots whose area grows with the energy before the impact.
const char *const output_style_impacts = QML_BEGIN
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(
        "marker", "0", "0.6",
        MARKER("circle", "44,123,182,255", "1",
               DEFINED("size", "0.4 + 2.6 * sqrt(&quot;energy_before_kj&quot; / "
                               "maximum(&quot;energy_before_kj&quot;))"))) "</symbols>"
                                                                           "</renderer-v2>" QML_END;

/// Stars whose area grows with the mass of what broke.
const char *const output_style_breaks = QML_BEGIN
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(
        "marker", "0", "0.8",
        MARKER("star", "215,25,28,255", "2",
               DEFINED("size", "1.5 + 3 * sqrt(&quot;mass_kg&quot; / "
                               "maximum(&quot;mass_kg&quot;))"))) "</symbols>"
                                                                  "</renderer-v2>" QML_END;

const char *const output_style_releases = QML_BEGIN
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(
        "marker", "0", "1", MARKER("triangle", "26,150,65,255", "2", "")) "</symbols>"
                                                                          "</renderer-v2>" QML_END;

/// Name and design figures beside the line.
#define LABELS(expression)                                                                         \
    "<labeling type=\"simple\"><settings><text-style isExpression=\"1\" fieldName=\"" expression   \
    "\" fontSize=\"9\" textColor=\"20,20,20,255\"><text-buffer bufferDraw=\"1\" "                  \
    "bufferSize=\"0.8\" bufferColor=\"255,255,255,255\"/></text-style><placement "                 \
    "placement=\"2\"/></settings></labeling>"
#define FIGURES                                                                                    \
    "&quot;name&quot; || '\n' || round(&quot;E95_kj&quot;) || ' kJ, ' || "                         \
    "round(&quot;h95_m&quot;, 1) || ' m'"

const char *const output_style_screens = QML_BEGIN_LABELLED
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(
        "line", "0", "1",
        SIMPLE_LINE(PROP("line_color", "255,255,255,255") PROP("line_width", "1.4")
                        PROP("line_width_unit", "MM"))
            SIMPLE_LINE(PROP("line_color", QML_COLOUR(CATALOGUE_SCREEN)) PROP("line_width", "0.8")
                            PROP("line_width_unit",
                                 "MM"))) "</symbols></renderer-v2>" LABELS(FIGURES) QML_END;

/// Dots whose area grows with the energy.
const char *const output_style_crossings = QML_BEGIN
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(
        "marker", "0", "0.7",
        MARKER("circle", QML_COLOUR(CATALOGUE_SCREEN), "1",
               DEFINED("size",
                       "0.4 + 2.6 * sqrt(&quot;kinetic_energy_kj&quot; / "
                       "maximum(&quot;kinetic_energy_kj&quot;))"))) "</symbols>"
                                                                    "</renderer-v2>" QML_END;

/// The area the stronger the more rocks hit it.
const char *const output_style_objects = QML_BEGIN
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(
        "fill", "0", "1",
        "<layer class=\"SimpleFill\" enabled=\"1\" pass=\"0\" locked=\"0\">" PROP(
            "color", QML_COLOUR(CATALOGUE_OBJECT))
            PROP("outline_color", QML_COLOUR(CATALOGUE_OBJECT)) PROP("outline_width", "0.6")
                DEFINED("fillColor",
                        "set_color_part(@symbol_color, 'alpha', 60 + 195 * "
                        "sqrt(&quot;reach_probability&quot;))") "</layer>") "</symbols></"
                                                                            "renderer-v2>" QML_END;

/// A line of the colour of its kind, with more symbol layers over it.
#define BARRIER(colour, width, more)                                                               \
    QML_BEGIN                                                                                      \
    "<renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" forceraster=\"0\"><symbols>" SYMBOL(    \
        "line", "0", "1",                                                                          \
        SIMPLE_LINE(PROP("line_color", colour) PROP("line_width", width)                           \
                        PROP("line_width_unit", "MM") PROP("joinstyle", "miter")                   \
                            PROP("capstyle", "flat")) more) "</symbols></renderer-v2>" QML_END
/// A thin red line in the middle where a rock got past.
#define PASSED(expression)                                                                         \
    SIMPLE_LINE(PROP("line_color", QML_WARNING) PROP("line_width", "0.3")                          \
                    PROP("line_width_unit", "MM") DEFINED("enabled", expression))

const char *const output_style_object_lines = BARRIER(QML_COLOUR(CATALOGUE_OBJECT), "0.9", "");
const char *const output_style_walls = BARRIER(QML_COLOUR(CATALOGUE_WALL), "1", "");
const char *const output_style_nets = BARRIER(
    QML_COLOUR(CATALOGUE_NET), "0.8", PASSED("&quot;passed&quot; + &quot;overtopped&quot; &gt; 0"));
const char *const output_style_dams =
    BARRIER(QML_COLOUR(CATALOGUE_DAM), "1.4", PASSED("&quot;overtopped&quot; &gt; 0"));
