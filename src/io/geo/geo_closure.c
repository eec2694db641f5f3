// SPDX-License-Identifier: GPL-3.0-or-later
// While a thread is closed, GDAL fetches nothing on it: requests are answered with a refusal, and
// options keep GDAL's file systems and libraries from asking anybody.
#include "io/geo/geo_internal.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_http.h>
#include <stdio.h>

/// Instead of GDAL's own: nothing is fetched.
static CPLHTTPResult *refuse_fetch(const char *url, CSLConstList options, GDALProgressFunc progress,
                                   void *progress_argument, CPLHTTPFetchWriteFunc write,
                                   void *write_argument, void *user)
{
    geo_closure *closure = user;
    (void)options;
    (void)progress;
    (void)progress_argument;
    (void)write;
    (void)write_argument;
    if (closure->url[0] == '\0') {
        snprintf(closure->url, sizeof closure->url, "%s", url);
    }
    CPLHTTPResult *result = CPLCalloc(1, sizeof *result);
    result->nStatus = 1;
    result->pszErrBuf = CPLStrdup("network connections are closed (--allow-network)");
    CPLError(CE_Failure, CPLE_HttpResponse, "%s", result->pszErrBuf);
    return result;
}

/// Options of this thread that keep GDAL from opening connections: no name of a file on a server is
/// the allowed one, the proxy has a protocol that curl does not know, and the parser of GML that
/// loads definitions by itself is not taken.
static const char *const closures[GEO_CLOSURES][2] = {
    {"CPL_VSIL_CURL_ALLOWED_FILENAME", "/none"},
    {"GDAL_HTTP_PROXY", "closed://127.0.0.1:1"},
    {"GDAL_HTTPS_PROXY", "closed://127.0.0.1:1"},
    {"GML_PARSER", "EXPAT"},
};

void geo_network_close(geo_closure *closure)
{
    for (size_t i = 0; i < GEO_CLOSURES; i++) {
        const char *before = CPLGetThreadLocalConfigOption(closures[i][0], NULL);
        closure->before[i] = before != NULL ? CPLStrdup(before) : NULL;
        CPLSetThreadLocalConfigOption(closures[i][0], closures[i][1]);
    }
    closure->url[0] = '\0';
    CPLHTTPPushFetchCallback(refuse_fetch, closure);
}

void geo_network_restore(geo_closure *closure)
{
    CPLHTTPPopFetchCallback();
    for (size_t i = 0; i < GEO_CLOSURES; i++) {
        CPLSetThreadLocalConfigOption(closures[i][0], closure->before[i]);
        CPLFree(closure->before[i]);
        closure->before[i] = NULL;
    }
}
