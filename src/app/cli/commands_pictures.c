// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: what is made of a result directory.
#include "app/cli/commands.h"
#include "talus/products.h"

static const char *const *report_languages(void)
{
    static const char *const names[] = {"en", "de", "fr", "it", NULL};
    return names;
}

static const char *const *scene_colours(void)
{
    static const char *const names[] = {"speed", "energy", "height", NULL};
    return names;
}

static const char *const *export_formats(void)
{
    static const char *const names[] = {"gltf", "geojson", "flatgeobuf", "kml", "csv", "cog", NULL};
    return names;
}

const cli_command cli_picture_commands[] = {
    {.name = "map",
     .run = cli_map,
     .brief = "draw a layer of a result directory as PNG, PDF or SVG",
     .purpose =
         "Draw one layer over the hillshade of its terrain, with screens and objects, legend, "
         "scale bar, north arrow and the attribution of the terrain. talus map DIR --list prints "
         "the layers. Every run has "
         "reach_probability, passages, deposits, kinetic_energy_p95, speed_max, ...; trajectories, "
         "the paths of the recorded rocks, and sources, where they start; sources_<screen or "
         "object>. A scenario with the section 'hazard' (docs/hazard.md) adds zones, the hazard "
         "zones as polygons in the colours of the rules, with sources and a legend that defines "
         "each zone; intensity_rp30, ..., the intensity classes of a return period; "
         "kinetic_energy_rp30, jump_height_rp30, ..., the values of a return period; "
         "annual_frequency, annual_frequency_e30_kj, annual_frequency_h4_m, ..., rocks per year. "
         "Probabilities such as kinetic_energy_exceeds_30_kj are conditional on a release; the "
         "legend says whether a number is annual or conditional. Several layers with commas give "
         "maps of the same part of the terrain on one page.",
     .operands = {RESULTS},
     .options = {{"layer", 'l', "NAME[,..]", CLI_LAYER, talus_products_layer_names,
                  "reach_probability", "layer to draw, e.g. zones; or several, at most 12"},
                 {"list", 0, NULL, CLI_FLAG, NULL, NULL,
                  "print the layers of DIR and what they show; draw nothing"},
                 {"out", 'o', "FILE", CLI_FILE, NULL,
                  "LAYER.png in the result directory; of several layers maps.png",
                  "picture to write; its ending gives the format: .png, .pdf or .svg"},
                 {"width", 0, "PX", CLI_COUNT, NULL, "1200; of several layers 1800",
                  "width of the picture in pixels"},
                 {"columns", 0, "N", CLI_COUNT, NULL, "3, of four layers 2", "maps in a row"},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario",
                  "heading of the map"},
                 OPTION_REPLACE},
     .example = "talus map out/kot_hazard --layer zones -o zones.png"},
    {.name = "section",
     .run = cli_section,
     .brief = "draw a section through a result directory as SVG, PDF or PNG",
     .purpose = "Draw a section along a line: the profile of the terrain with the paths of the "
                "recorded rocks near the line, and the heights above ground and translational "
                "energies of these rocks, largest and 95th percentile. A point of a path is drawn "
                "at the nearest point of the line, at its height above the ground below it. "
                "The line is given by points or by a screen of the run.",
     .operands = {RESULTS},
     .options = {{"out", 'o', "FILE", CLI_FILE, NULL, NULL,
                  "picture to write, required; its ending gives the format: .svg, .pdf or .png"},
                 {"line", 'l', "X,Y,X,Y[,..]", CLI_TEXT, NULL, NULL,
                  "points of the line in the coordinates of the run"},
                 {"screen", 0, "NAME", CLI_TEXT, NULL, NULL,
                  "screen of the run whose line is used"},
                 {"width", 'w', "M", CLI_POSITIVE, NULL, "20",
                  "width of the strip about the line, in metres"},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "none", "heading of the section"},
                 OPTION_REPLACE},
     .example = "talus section out/kot --line 177840,376680,177700,377700 -o section.svg"},
    {.name = "scene",
     .run = cli_scene,
     .brief = "draw a perspective picture of a result directory as PNG",
     .purpose =
         "Draw the terrain as seen from the air, with light and shadow: paths of the recorded "
         "rocks, coloured by speed, energy or height, a few rocks that tumble along them, "
         "deposits, "
         "screens, objects, walls, nets and forest; or a layer draped over the "
         "ground. The camera shows everything unless options set it. The rocks are "
         "run again; rocks and forest need the inputs of the scenario. No display or graphics "
         "processor is needed; equal inputs give equal files. docs/pictures.md shows examples.",
     .operands = {RESULTS},
     .options = {{"out", 'o', "FILE.png", CLI_FILE, NULL, "scene.png in the result directory",
                  "picture to write"},
                 {"layer", 'l', "NAME", CLI_LAYER, talus_products_layer_names, "none",
                  "layer of talus map to drape over the ground; paths, rocks and deposits are then "
                  "shown only if --show names them"},
                 {"colour", 0, "NAME", CLI_CHOICE, scene_colours, "speed",
                  "colour of the paths; energy: of translation, height: above the ground"},
                 {"show", 0, "LIST", CLI_TEXT, NULL,
                  "all; with a layer only what stands on the ground",
                  "what to show: tracks, rocks, deposits, screens, barriers, forest; with commas"},
                 {"view", 0, "AZ,EL[,M]", CLI_NUMBERS, NULL, "chosen",
                  "direction in which the camera looks, degrees from north; degrees above the "
                  "horizontal; metres from the target"},
                 {"target", 0, "X,Y[,Z]", CLI_NUMBERS, NULL, "chosen",
                  "middle of the picture in the coordinates of the run"},
                 {"field-of-view", 0, "DEG", CLI_POSITIVE, NULL, "30", "vertical angle"},
                 {"exaggeration", 0, "F", CLI_POSITIVE, NULL, "1", "factor on heights"},
                 {"sun", 0, "AZ,EL", CLI_NUMBERS, NULL, "from the left",
                  "position of the sun, degrees from north and above the horizontal"},
                 {"size", 0, "W,H", CLI_NUMBERS, NULL, "1600,1000",
                  "width and height of the picture in pixels"},
                 {"tracks", 0, "N", CLI_COUNT, NULL, "2000", "largest number of paths"},
                 {"rocks", 0, "N", CLI_COUNT, NULL, "4",
                  "rocks that are run again and drawn, at most 200"},
                 {"rock-scale", 0, "F", CLI_POSITIVE, NULL, "chosen",
                  "factor by which rocks are enlarged"},
                 {"plain", 0, NULL, CLI_FLAG, NULL, NULL, "white in place of the sky, no haze"},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario", "heading"},
                 {"threads", 0, "N", CLI_COUNT, NULL, "all cores",
                  "worker threads; the picture does not depend on it"},
                 OPTION_REPLACE},
     .example = "talus scene out/kot --colour height -o kot.png"},
    {.name = "report",
     .run = cli_report,
     .brief = "make an HTML page of a result directory: report, maps, 3D view",
     .purpose =
         "Write one HTML file that opens in any browser without a network and prints to PDF: title "
         "block, statistics, assumptions, warnings, maps, screens with design values, sections, "
         "hazard curves and zones, studies, files with their hashes, and a 3D view with the "
         "recorded paths. A few rocks are run again and tumble along their paths, which needs the "
         "inputs of the scenario. The file is entered in the manifest of the directory, "
         "which stays complete. docs/report.md explains the page.",
     .operands = {RESULTS},
     .options = {{"out", 'o', "FILE.html", CLI_FILE, NULL, "report.html in the result directory",
                  "file to write"},
                 {"language", 0, "NAME", CLI_CHOICE, report_languages, "en",
                  "language in which the page opens; readers can change it"},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario", "heading"},
                 {"author", 0, "TEXT", CLI_TEXT, NULL, "a line to fill in",
                  "author in the title block"},
                 {"date", 0, "TEXT", CLI_TEXT, NULL, "a line to fill in",
                  "date in the title block"},
                 {"rocks", 0, "N", CLI_COUNT, NULL, "16",
                  "recorded rocks that are run again and tumble, at most 200"},
                 {"live", 0, NULL, CLI_FLAG, NULL, NULL,
                  "the page contains the physics and the inputs of the scenario, and can simulate "
                  "rocks itself with the same bits as the program"},
                 OPTION_REPLACE},
     .example = "talus report out/kot --language de"},
    {.name = "export",
     .run = cli_export,
     .brief = "write parts of a result directory for other programs",
     .purpose = "Write one file for another program. The ending of its name gives the format: a "
                "vector layer as GeoJSON (.geojson), FlatGeobuf (.fgb) or CSV (.csv), several "
                "as KML (.kml), a raster as cloud-optimised GeoTIFF with overviews (.tif), "
                "terrain, paths and moving rocks as glTF (.gltf, .glb). Values are those of the "
                "layers; GeoJSON and KML are in longitude and latitude. Moving rocks are run "
                "again, which needs the inputs of the scenario; fragments of broken rocks are "
                "bodies of their own. docs/export.md has the formats.",
     .operands = {RESULTS},
     .options = {{"out", 'o', "FILE", CLI_FILE, NULL, NULL, "file to write, required"},
                 {"format", 'f', "NAME", CLI_CHOICE, export_formats, "by the ending of FILE",
                  "format of the file"},
                 {"layer", 'l', "NAMES", CLI_TEXT, NULL,
                  "trajectories; kml: all except impacts; cog: reach_probability",
                  "layer to write; for KML several with commas"},
                 {"list", 0, NULL, CLI_FLAG, NULL, NULL,
                  "print the layers of DIR and their numbers of features; write nothing"},
                 {"crs", 0, "CRS", CLI_TEXT, NULL, "that of the run",
                  "convert coordinates to this coordinate system, e.g. EPSG:4326"},
                 {"operation", 0, "PIPELINE", CLI_TEXT, NULL, "the most accurate one for the place",
                  "PROJ pipeline by which coordinates are converted"},
                 {"tracks", 0, "N", CLI_COUNT, NULL, "2000", "glTF: largest number of paths"},
                 {"rocks", 0, "N", CLI_COUNT, NULL, "8",
                  "glTF: rocks that are run again and move, at most 200"},
                 {"rock", 'r', "I,..", CLI_TEXT, NULL, "chosen",
                  "glTF: indices of the rocks that move, with commas"},
                 OPTION_REPLACE},
     .example = "talus export out/kot --layer trajectories -o kot.geojson"},
    {.name = "pack",
     .run = cli_pack,
     .brief = "pack a finished run with its inputs, to be run again elsewhere",
     .purpose =
         "Write a zip archive or a new directory with the results, copies of all files that "
         "the scenario names (with their sidecars and notes on source and licence), the "
         "scenario with relative names, and a list with the SHA-256 of every file. talus run "
         "scenario.yaml in it gives the same hash on another machine. The result directory "
         "and the inputs are only read.",
     .operands = {RESULTS},
     .options = {{"out", 'o', "FILE.zip|DIR", CLI_FILE, NULL, NULL,
                  "zip archive, or a directory that does not exist yet; required"},
                 OPTION_REPLACE},
     .example = "talus pack out/kot -o kot_study.zip"},
    {.name = NULL},
};
