// SPDX-License-Identifier: GPL-3.0-or-later
// Connections are closed unless the user opens them: a listener on this machine counts connections.
#include "geo/geo_case.h"

#include <arpa/inet.h>
#include <cpl_conv.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>

/// A server that answers every request with 404 and counts them.
typedef struct server {
    int socket;
    int port;
    atomic_int visits;
    atomic_bool ends;
    pthread_t thread;
} server;

static void *serve(void *user)
{
    static const char answer[] =
        "HTTP/1.1 404 None\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    server *s = user;
    struct pollfd wait = {.fd = s->socket, .events = POLLIN};
    while (!atomic_load(&s->ends)) {
        if (poll(&wait, 1, 20) <= 0) {
            continue;
        }
        const int peer = accept(s->socket, NULL, NULL);
        if (peer < 0) {
            continue;
        }
        atomic_fetch_add(&s->visits, 1);
        char request[2048];
        if (recv(peer, request, sizeof request, 0) > 0) {
            (void)send(peer, answer, sizeof answer - 1, MSG_NOSIGNAL);
        }
        close(peer);
    }
    return NULL;
}

static void server_start(server *s)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *s = (server){.socket = socket(AF_INET, SOCK_STREAM, 0)};
    cr_assert(s->socket >= 0);
    cr_assert_eq(bind(s->socket, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert_eq(listen(s->socket, 50), 0);
    cr_assert_eq(getsockname(s->socket, (struct sockaddr *)&address, &size), 0);
    s->port = ntohs(address.sin_port);
    cr_assert_eq(pthread_create(&s->thread, NULL, serve, s), 0);
}

/// @return visits in all
static int server_stop(server *s)
{
    atomic_store(&s->ends, true);
    pthread_join(s->thread, NULL);
    close(s->socket);
    return atomic_load(&s->visits);
}

enum { TEXT_SIZE = 4096 };

/// `pattern` with PORT replaced by the server's and HERE by the directory for temporary files.
static void fill_in(const server *s, const char *pattern, char text[TEXT_SIZE])
{
    size_t used = 0;
    const text_path file = temporary_path("x");
    const int here = (int)(strrchr(file.text, '/') - file.text);
    while (*pattern != '\0') {
        int size = 1;
        if (strncmp(pattern, "PORT", 4) == 0) {
            size = snprintf(text + used, TEXT_SIZE - used, "%d", s->port);
            pattern += 4;
        } else if (strncmp(pattern, "HERE", 4) == 0) {
            size = snprintf(text + used, TEXT_SIZE - used, "%.*s", here, file.text);
            pattern += 4;
        } else {
            text[used] = *pattern++;
        }
        used += (size_t)size;
        cr_assert_lt(used, TEXT_SIZE);
    }
    text[used] = '\0';
}

static talus_status read_raster(const char *path, bool allow_network, talus_error *error)
{
    const geo_dem_options options = {.assume_crs = true, .allow_network = allow_network};
    talus_diagnostics *list = talus_diagnostics_create();
    geo_dem dem;
    const talus_status status = geo_read_dem(path, &options, list, &dem, error);
    if (status == TALUS_OK) {
        geo_dem_clear(&dem);
    }
    talus_diagnostics_destroy(list);
    return status;
}

static talus_status read_vector(const char *path, bool allow_network, talus_error *error)
{
    const geo_frame frame = {.crs_wkt = "", .file_crs = "dem", .allow_network = allow_network};
    talus_diagnostics *list = talus_diagnostics_create();
    geo_vectors vectors;
    const talus_status status = geo_read_layer(path, NULL, NULL, &frame, list, &vectors, error);
    if (status == TALUS_OK) {
        geo_vectors_clear(&vectors);
    }
    talus_diagnostics_destroy(list);
    return status;
}

/// Every reader refuses it with a sentence that names the option, or says that a description may select from
/// its own layers alone, and nobody visits the server.
static void expect_closed(const server *s, const char *path)
{
    geo_facts facts;
    geo_image image;
    geo_attribute attribute;
    geo_cells cells;
    const geo_frame frame = {.crs_wkt = "", .file_crs = "dem"};
    talus_error errors[6] = {{0}};
    const talus_status found[6] = {
        read_raster(path, false, &errors[0]),
        read_vector(path, false, &errors[1]),
        geo_read_facts(path, false, &facts, &errors[2]),
        geo_read_image(path, &image, &errors[3]),
        geo_read_attribute(path, NULL, NULL, NULL, false, &attribute, &errors[4]),
        geo_read_cells(path, &frame, NULL, &cells, &errors[5])};
    for (size_t k = 0; k < 6; k++) {
        cr_expect_eq(found[k], TALUS_ERROR_INPUT, "reader %zu of %s", k, path);
        cr_expect(strstr(errors[k].message, "--allow-network") != NULL ||
                      strstr(errors[k].message, "SrcSQL: found") != NULL,
                  "reader %zu of %s: %s", k, path, errors[k].message);
    }
    cr_expect_eq(atomic_load(&s->visits), 0, "%s opened %d connections", path,
                 atomic_load(&s->visits));
}

#define URL "http://127.0.0.1:PORT"

static const char *const names[] = {
    "/vsicurl/" URL "/a.tif",
    "/VSICURL/" URL "/a.tif",
    "/vsicurl?url=" URL "/a.tif",
    "/vsicurl_streaming/" URL "/a.tif",
    "/vsizip//vsicurl/" URL "/a.zip/a.tif",
    "/vsizip/{/vsicurl/" URL "/a.zip}/a.tif",
    "/vsigzip//vsicurl/" URL "/a.gz",
    "/vsitar//vsicurl/" URL "/a.tar",
    "/vsisubfile/0_100,/vsicurl/" URL "/a.tif",
    "/vsis3/bucket/a.tif",
    "/vsigs/bucket/a.tif",
    "/vsiaz/bucket/a.tif",
    "/vsiadls/bucket/a.tif",
    "/vsioss/bucket/a.tif",
    "/vsiswift/bucket/a.tif",
    "/vsiwebhdfs/" URL "/a.tif",
    "/vsihdfs/bucket/a.tif",
    "/vsisparse//vsicurl/" URL "/a.xml",
    URL "/a.tif",
    URL "/a.geojson",
    "ftp://127.0.0.1:PORT/a.tif",
    "PG:host=127.0.0.1 port=PORT dbname=x",
    "PG:host=127.0.0.1 port=PORT dbname=x mode=2 table=t",
    "postgresql://127.0.0.1:PORT/x",
    "MYSQL:x,host=127.0.0.1,port=PORT",
    "MSSQL:server=127.0.0.1,PORT;database=x",
    "ES:" URL,
    "WFS:" URL "/wfs",
    "OAPIF:" URL "/o",
    "OAPIF_COLLECTION:" URL "/o",
    "OGCAPI:" URL "/o",
    "CSW:" URL "/csw",
    "WMS:" URL "/wms",
    "WMTS:" URL "/wmts",
    "WCS:" URL "/wcs",
    "NGW:" URL "/resource/1",
    "PLMOSAIC:mosaic=x",
    "DAAS:" URL,
    "CARTO:x",
    "EEDA:",
    "EEDAI:x",
    "AMIGOCLOUD:x",
    "GMLAS:" URL "/a.gml",
    "NETCDF:\"" URL "/a.nc\":z",
    "vrt:///vsicurl/" URL "/a.tif",
    "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>" URL "/t</ServerUrl></Service></GDAL_WMS>",
    "<VRTDataset><VRTRasterBand><SimpleSource><SourceFilename>/vsicurl/" URL
    "/a.tif</SourceFilename></SimpleSource></VRTRasterBand></VRTDataset>",
};

Test(network, names_that_lead_to_a_server_are_refused, .timeout = 120)
{
    server s;
    server_start(&s);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        char path[TEXT_SIZE];
        fill_in(&s, names[k], path);
        expect_closed(&s, path);
    }
    cr_expect_eq(server_stop(&s), 0);
}

#define WMS                                                                                        \
    "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>" URL "/${z}/${x}/${y}.png</ServerUrl></Service>"  \
    "<DataWindow><UpperLeftX>0</UpperLeftX><UpperLeftY>100</UpperLeftY><LowerRightX>100"           \
    "</LowerRightX><LowerRightY>0</LowerRightY><TileLevel>0</TileLevel><TileCountX>1</TileCountX>" \
    "<TileCountY>1</TileCountY><YOrigin>top</YOrigin></DataWindow><Projection>EPSG:32632"          \
    "</Projection><BlockSizeX>256</BlockSizeX><BlockSizeY>256</BlockSizeY><BandsCount>1"           \
    "</BandsCount></GDAL_WMS>"
#define VRT(source)                                                                                \
    "<VRTDataset rasterXSize=\"2\" rasterYSize=\"2\"><GeoTransform>0,1,0,2,0,-1</GeoTransform>"    \
    "<VRTRasterBand dataType=\"Float32\" band=\"1\"><SimpleSource>"                                \
    "<SourceFilename relativeToVRT=\"1\">" source "</SourceFilename><SourceBand>1</SourceBand>"    \
    "<SrcRect xOff=\"0\" yOff=\"0\" xSize=\"2\" ySize=\"2\"/>"                                     \
    "<DstRect xOff=\"0\" yOff=\"0\" xSize=\"2\" ySize=\"2\"/>"                                     \
    "</SimpleSource></VRTRasterBand></VRTDataset>"
#define OGRVRT(source, more)                                                                       \
    "<OGRVRTDataSource><OGRVRTLayer name=\"x\"><SrcDataSource>" source "</SrcDataSource>" more     \
    "</OGRVRTLayer></OGRVRTDataSource>"

/// Files, written in this order; later ones lead to earlier ones.
static const struct {
    const char *name, *content;
    bool is_read; ///< refused when read; else it only stands beside others
} files[] = {
    {"wms.xml", WMS, true},
    {"curl.vrt", VRT("/vsicurl/" URL "/a.tif"), true},
    {"url.vrt", VRT(URL "/a.tif"), true},
    {"wms.vrt", VRT("wms.xml"), true},
    {"nested.vrt", VRT("wms.vrt"), true},
    {"inline.vrt", VRT("&lt;GDAL_WMS&gt;x&lt;/GDAL_WMS&gt;"), true},
    {"other_name.tif", VRT("/vsicurl/" URL "/a.tif"), true},
    {"layer.vrt", OGRVRT(URL "/a.geojson", ""), true},
    {"database.vrt", OGRVRT("PG:host=127.0.0.1 port=PORT dbname=x", ""), true},
    {"points.csv", "x,y\n1,2\n", false},
    {"sql.vrt", OGRVRT("points.csv", "<SrcSQL>SELECT * FROM '" URL "/a.geojson'.a</SrcSQL>"), true},
    {"sql2.vrt",
     OGRVRT("points.csv", "<SrcSQL>SELECT * FROM 'PG:host=127.0.0.1 port=PORT'.a</SrcSQL>"), true},
    {"crs.geojson",
     "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"link\",\"properties\":{\"href\":\"" URL
     "/crs\",\"type\":\"proj4\"}},\"features\":[{\"type\":\"Feature\",\"properties\":{},"
     "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}]}",
     true},
    {"overview.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n", true},
    {"overview.asc.aux.xml",
     "<PAMDataset><Metadata domain=\"OVERVIEWS\"><MDI key=\"OVERVIEW_FILE\">PG:host=127.0.0.1 "
     "port=PORT</MDI></Metadata></PAMDataset>",
     false},
    {"mask.asc", "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n", true},
    {"mask.asc.msk", WMS, false},
    {"stac.json",
     "{\"type\":\"Feature\",\"stac_version\":\"1.0.0\",\"id\":\"x\",\"properties\":{},\"geometry\":"
     "null,\"bbox\":[0,0,1,1],\"links\":[],\"assets\":{\"a\":{\"href\":\"" URL
     "/a.tif\",\"proj:epsg\":32632,\"proj:transform\":[1,0,0,0,-1,0],\"proj:shape\":[2,2]}},"
     "\"stac_extensions\":[\"https://stac-extensions.github.io/projection/v1.0.0/schema.json\"]}",
     false},
};
enum { FILES = sizeof files / sizeof files[0] };

static text_path path_of_file(size_t k)
{
    text_path path = temporary_path("");
    *strrchr(path.text, '/') = '\0';
    return join_path(path.text, join_path("/net_", files[k].name).text);
}

Test(network, files_that_lead_to_a_server_are_refused, .timeout = 120)
{
    server s;
    server_start(&s);
    for (size_t k = 0; k < FILES; k++) {
        char content[TEXT_SIZE], with_prefix[TEXT_SIZE];
        fill_in(&s, files[k].content, content);
        // names in them stand beside them
        snprintf(with_prefix, sizeof with_prefix, "%s", content);
        char *relative = strstr(with_prefix, ">wms.");
        relative = relative == NULL ? strstr(with_prefix, ">points.") : relative;
        if (relative != NULL) {
            snprintf(relative + 1, sizeof with_prefix - (size_t)(relative + 1 - with_prefix),
                     "net_%s", content + (relative + 1 - with_prefix));
        }
        write_text(path_of_file(k).text, with_prefix);
    }
    for (size_t k = 0; k < FILES; k++) {
        if (files[k].is_read) {
            expect_closed(&s, path_of_file(k).text);
        }
    }
    for (size_t k = 0; k < FILES; k++) {
        remove(path_of_file(k).text);
    }
    cr_expect_eq(server_stop(&s), 0);
}

/// The listener sees what comes: with the user's leave these open connections.
Test(network, allowed_names_and_files_reach_the_server, .timeout = 120)
{
    static const char *const allowed[] = {"/vsicurl/" URL "/a.tif",
                                          "/vsicurl_streaming/" URL "/a.tif", URL "/a.geojson",
                                          "WFS:" URL "/wfs"};
    for (size_t k = 0; k < 4; k++) {
        server s;
        server_start(&s);
        char path[TEXT_SIZE];
        fill_in(&s, allowed[k], path);
        talus_error error = {0};
        cr_expect_neq(read_vector(path, true, &error), TALUS_OK);
        cr_expect_gt(server_stop(&s), 0, "%s: %s", path, error.message);
    }
    server s;
    server_start(&s);
    char content[TEXT_SIZE];
    fill_in(&s, VRT("/vsicurl/" URL "/a.tif"), content);
    const text_path path = temporary_path("allowed.vrt");
    write_text(path.text, content);
    talus_error error = {0};
    cr_expect_neq(read_raster(path.text, true, &error), TALUS_OK);
    cr_expect_gt(server_stop(&s), 0, "%s", error.message);
    remove(path.text);
}

Test(network, local_virtual_rasters_and_archives_are_read)
{
    const text_path grid = temporary_path("local.asc"), vrt = temporary_path("local.vrt");
    write_text(grid.text, "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n");
    char content[TEXT_SIZE];
    snprintf(content, sizeof content,
             "<VRTDataset rasterXSize=\"2\" rasterYSize=\"2\"><GeoTransform>0,1,0,2,0,-1"
             "</GeoTransform><Metadata><MDI key=\"from\">http://example.org/a</MDI></Metadata>"
             "<VRTRasterBand dataType=\"Float32\" band=\"1\"><SimpleSource><SourceFilename "
             "relativeToVRT=\"1\">%s</SourceFilename><SourceBand>1</SourceBand><SrcRect xOff=\"0\" "
             "yOff=\"0\" xSize=\"2\" ySize=\"2\"/><DstRect xOff=\"0\" yOff=\"0\" xSize=\"2\" "
             "ySize=\"2\"/></SimpleSource></VRTRasterBand></VRTDataset>",
             strrchr(grid.text, '/') + 1);
    write_text(vrt.text, content);
    talus_error error = {0};
    cr_expect_eq(read_raster(vrt.text, false, &error), TALUS_OK, "%s", error.message);
    remove(vrt.text);
    remove(grid.text);
}

Test(network, a_pipe_is_refused_at_once, .timeout = 10)
{
    const text_path pipe = temporary_path("pipe.tif");
    cr_assert_eq(mkfifo(pipe.text, 0600), 0);
    talus_error error = {0};
    cr_expect_eq(read_raster(pipe.text, false, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "is a pipe, expected a file"), "%s", error.message);
    cr_expect_eq(read_vector(pipe.text, false, &error), TALUS_ERROR_INPUT);
    remove(pipe.text);
}

/// The thread's own options are those of its program again.
Test(network, options_of_the_thread_are_restored)
{
    static const char key[] = "GDAL_HTTP_PROXY";
    const char *const before[] = {NULL, "http://127.0.0.1:9"};
    for (size_t k = 0; k < 2; k++) {
        CPLSetThreadLocalConfigOption(key, before[k]);
        talus_error error = {0};
        cr_expect_eq(read_raster("/nowhere/at/all.tif", false, &error), TALUS_ERROR_INPUT);
        const char *after = CPLGetThreadLocalConfigOption(key, NULL);
        cr_expect_eq(after != NULL, before[k] != NULL);
        cr_expect_str_eq(after != NULL ? after : "", before[k] != NULL ? before[k] : "");
    }
    cr_expect_null(CPLGetThreadLocalConfigOption("CPL_VSIL_CURL_ALLOWED_FILENAME", NULL));
}
