// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands: what is made of a result directory.
#include "app/cli/commands.h"
#include "talus/export.h"
#include "talus/pack.h"
#include "talus/products.h"
#include "talus/report.h"
#include "talus/scene.h"
#include "talus/section.h"

#define SCENE(member) INTO(talus_scene_options, member)
#define REPORT(member) INTO(talus_report_options, member)

static const char *const *report_languages(void)
{
    static const char *const names[] = {"en", "de", "fr", "it", NULL};
    return names;
}

DEFAULTS_OF(section)
DEFAULTS_OF(export)
DEFAULTS_OF(pack)
DEFAULTS_OF(report)
DEFAULTS_OF(scene)

static const char *const *scene_parts(void)
{
    // bits of talus_scene_options.parts
    static const char *const names[] = {"tracks",   "rocks",  "deposits", "screens",
                                        "barriers", "forest", "all",      NULL};
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
     .size = sizeof(cli_map_options),
     .defaults = cli_map_defaults,
     .options =
         {{"layer", 'l', "NAME[,..]", CLI_LAYER, talus_products_layer_names, NULL,
           "layer to draw, e.g. zones; or several, at most 12", INTO(cli_map_options, layer)},
          {"list", 0, NULL, CLI_FLAG, NULL, NULL,
           "print the layers of DIR and what they show; draw nothing", INTO(cli_map_options, list)},
          {"out", 'o', "FILE", CLI_FILE, NULL,
           "LAYER.png in the result directory; of several layers maps.png",
           "picture to write; its ending gives the format: .png, .pdf or .svg",
           INTO(cli_map_options, out)},
          {"width", 0, "PX", CLI_COUNT, NULL, "1200; of several layers 1800",
           "width of the picture in pixels", INTO(cli_map_options, map.width), FROM(320, 10000)},
          {"columns", 0, "N", CLI_COUNT, NULL, "3, of four layers 2", "maps in a row",
           INTO(cli_map_options, map.columns)},
          {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario", "heading of the map",
           INTO(cli_map_options, map.title)},
          OPTION_REPLACE(INTO(cli_map_options, overwrite))},
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
     OPTIONS_OF(section),
     .options = {{"out", 'o', "FILE", CLI_FILE, NULL, NULL,
                  "picture to write, .svg, .pdf or .png by its ending", .required = ""},
                 {"line", 'l', "X,Y,X,Y[,..]", CLI_TEXT, NULL, NULL,
                  "points of the line in the coordinates of the run", .required = "screen"},
                 {"screen", 0, "NAME", CLI_TEXT, NULL, NULL, "screen of the run whose line is used",
                  INTO(talus_section_options, screen), .excludes = {"line"}},
                 {"width", 'w', "M", CLI_POSITIVE, NULL, NULL,
                  "width of the strip about the line, in metres",
                  INTO(talus_section_options, width)},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "none", "heading of the section",
                  INTO(talus_section_options, title)},
                 OPTION_REPLACE()},
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
     OPTIONS_OF(scene),
     .options =
         {{"out", 'o', "FILE.png", CLI_FILE, NULL, "scene.png in the result directory",
           "picture to write", SCENE(path)},
          {"layer", 'l', "NAME", CLI_LAYER, talus_products_layer_names, "none",
           "layer of talus map to drape over the ground; paths, rocks and deposits are then "
           "shown only if --show names them",
           SCENE(layer)},
          {"colour", 0, "NAME", CLI_CHOICE, scene_colours, NULL,
           "colour of the paths; energy: of translation, height: above the ground", SCENE(colour)},
          {"show", 0, "LIST", CLI_NAMES, scene_parts,
           "all; with a layer only what stands on the ground", "what to show, with commas",
           SCENE(parts)},
          {"view", 0, "AZ,EL[,M]", CLI_NUMBERS, NULL, "chosen",
           "direction in which the camera looks, degrees from north; degrees above the "
           "horizontal; metres from the target",
           SPAN(talus_scene_options, azimuth, distance), .least = 2},
          {"target", 0, "X,Y[,Z]", CLI_NUMBERS, NULL, "chosen",
           "middle of the picture in the coordinates of the run", SCENE(target), .least = 2},
          {"field-of-view", 0, "DEG", CLI_POSITIVE, NULL, "30", "vertical angle",
           SCENE(field_of_view)},
          {"exaggeration", 0, "F", CLI_POSITIVE, NULL, "1", "factor on heights",
           SCENE(exaggeration)},
          {"sun", 0, "AZ,EL", CLI_NUMBERS, NULL, "from the left",
           "position of the sun, degrees from north and above the horizontal", SCENE(sun)},
          {"size", 0, "W,H", CLI_COUNTS, NULL, "1600,1000",
           "width and height of the picture in pixels", SPAN(talus_scene_options, width, height),
           FROM(320, 10000), .unit = "px"},
          {"tracks", 0, "N", CLI_COUNT, NULL, NULL, "largest number of paths", SCENE(tracks)},
          {"rocks", 0, "N", CLI_COUNT, NULL, NULL, "rocks that are run again and drawn",
           SCENE(rocks), FROM(0, 200)},
          {"rock-scale", 0, "F", CLI_POSITIVE, NULL, "chosen", "factor by which rocks are enlarged",
           SCENE(rock_scale)},
          {"plain", 0, NULL, CLI_FLAG, NULL, NULL, "white in place of the sky, no haze",
           SCENE(plain)},
          {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario", "heading", SCENE(title)},
          {"threads", 0, "N", CLI_COUNT, NULL, "all cores",
           "worker threads; the picture does not depend on it", SCENE(threads)},
          OPTION_REPLACE(SCENE(overwrite))},
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
     OPTIONS_OF(report),
     .options = {{"out", 'o', "FILE.html", CLI_FILE, NULL, "report.html in the result directory",
                  "file to write", REPORT(path)},
                 {"language", 0, "NAME", CLI_CHOICE, report_languages, NULL,
                  "language in which the page opens; readers can change it", REPORT(language)},
                 {"title", 0, "TEXT", CLI_TEXT, NULL, "title of the scenario", "heading",
                  REPORT(title)},
                 {"author", 0, "TEXT", CLI_TEXT, NULL, "a line to fill in",
                  "author in the title block", REPORT(author)},
                 {"date", 0, "TEXT", CLI_TEXT, NULL, "a line to fill in", "date in the title block",
                  REPORT(date)},
                 {"rocks", 0, "N", CLI_COUNT, NULL, NULL,
                  "recorded rocks that are run again and tumble", REPORT(tumbling), FROM(0, 200)},
                 {"live", 0, NULL, CLI_FLAG, NULL, NULL,
                  "the page contains the physics and the inputs of the scenario, and can simulate "
                  "rocks itself with the same bits as the program",
                  REPORT(live)},
                 OPTION_REPLACE(REPORT(overwrite))},
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
     OPTIONS_OF(export),
     .options =
         {{"out", 'o', "FILE", CLI_FILE, NULL, NULL, "file to write", .required = "list"},
          {"format", 'f', "NAME", CLI_CHOICE, export_formats, "by the ending of FILE",
           "format of the file", INTO(talus_export_options, format), .first = TALUS_EXPORT_GLTF},
          {"layer", 'l', "NAMES", CLI_TEXT, NULL,
           "trajectories; kml: all except impacts; cog: reach_probability",
           "layer to write; for KML several with commas", INTO(talus_export_options, layers)},
          {"list", 0, NULL, CLI_FLAG, NULL, NULL,
           "print the layers of DIR and their numbers of features; write nothing"},
          {"crs", 0, "CRS", CLI_TEXT, NULL, "that of the run",
           "convert coordinates to this coordinate system, e.g. EPSG:4326",
           INTO(talus_export_options, crs)},
          {"operation", 0, "PIPELINE", CLI_TEXT, NULL, "the most accurate one for the place",
           "PROJ pipeline by which coordinates are converted",
           INTO(talus_export_options, operation)},
          {"tracks", 0, "N", CLI_COUNT, NULL, NULL, "glTF: largest number of paths",
           INTO(talus_export_options, tracks)},
          {"rocks", 0, "N", CLI_COUNT, NULL, NULL, "glTF: rocks that are run again and move",
           INTO(talus_export_options, rocks), FROM(0, 200)},
          {"rock", 'r', "I,..", CLI_TEXT, NULL, "chosen",
           "glTF: indices of the rocks that move, with commas", INTO(talus_export_options, rock)},
          OPTION_REPLACE(INTO(talus_export_options, overwrite))},
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
     OPTIONS_OF(pack),
     .options = {{"out", 'o', "FILE.zip|DIR", CLI_FILE, NULL, NULL,
                  "zip archive, or a directory that does not exist yet", .required = ""},
                 OPTION_REPLACE(INTO(talus_pack_options, overwrite))},
     .example = "talus pack out/kot -o kot_study.zip"},
    {.name = NULL},
};
