// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that GDAL does not take for their first bytes: it reads them, and the files beside them, by
// names of a file system that leaves these bytes out.
#include "io/geo/geo_internal.h"
#include "io/geo_rules/texts.h"

#include <cpl_vsi.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_SIZE = 512, BUFFER_SIZE = 65536 };
static const char prefix[] = "/vsitalustext/";

typedef struct text_file {
    VSILFILE *file;
    vsi_l_offset start; ///< bytes left out
} text_file;

static void *open_text(void *user, const char *name, const char *access)
{
    (void)user;
    char head[HEAD_SIZE];
    if (strpbrk(access, "wa+") != NULL) {
        return NULL;
    }
    VSILFILE *file = VSIFOpenL(name, "rb");
    text_file *text = file != NULL ? malloc(sizeof *text) : NULL;
    if (text == NULL) {
        if (file != NULL) {
            VSIFCloseL(file);
        }
        return NULL;
    }
    *text = (text_file){file, geo_text_start(head, VSIFReadL(head, 1, sizeof head, file))};
    VSIFSeekL(file, text->start, SEEK_SET);
    return text;
}

static int close_text(void *opened)
{
    text_file *text = opened;
    const int result = VSIFCloseL(text->file);
    free(text);
    return result;
}

static vsi_l_offset tell_text(void *opened)
{
    const text_file *text = opened;
    return VSIFTellL(text->file) - text->start;
}

static int seek_text(void *opened, vsi_l_offset offset, int whence)
{
    const text_file *text = opened;
    return VSIFSeekL(text->file, offset + (whence == SEEK_SET ? text->start : 0), whence);
}

static size_t read_text(void *opened, void *buffer, size_t size, size_t count)
{
    const text_file *text = opened;
    return VSIFReadL(buffer, size, count, text->file);
}

static int is_at_end(void *opened)
{
    const text_file *text = opened;
    return VSIFEofL(text->file);
}

static int describe_text(void *user, const char *name, VSIStatBufL *facts, int flags)
{
    (void)user;
    return VSIStatExL(name, facts, flags);
}

void geo_text_open_library(void)
{
    VSIFilesystemPluginCallbacksStruct *calls = VSIAllocFilesystemPluginCallbacksStruct();
    if (calls != NULL) {
        calls->open = open_text;
        calls->close = close_text;
        calls->tell = tell_text;
        calls->seek = seek_text;
        calls->read = read_text;
        calls->eof = is_at_end;
        calls->stat = describe_text;
        calls->nBufferSize = BUFFER_SIZE;
        (void)VSIInstallPluginHandler(prefix, calls);
        VSIFreeFilesystemPluginCallbacksStruct(calls);
    }
}

char *geo_text_name(const char *path)
{
    char head[HEAD_SIZE];
    VSILFILE *file = VSIFOpenL(path, "rb");
    size_t start = 0;
    if (file != NULL) {
        start = geo_text_start(head, VSIFReadL(head, 1, sizeof head, file));
        VSIFCloseL(file);
    }
    const size_t size = sizeof prefix + strlen(path);
    char *name = start > 0 ? malloc(size) : NULL;
    if (name != NULL) {
        snprintf(name, size, "%s%s", prefix, path);
    }
    return name;
}

const char *geo_text_path(const char *name)
{
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : name;
}
