// SPDX-License-Identifier: GPL-3.0-or-later
// The finished map as a PNG file.
#include "output/map.h"

#include "files/files.h"

#include <stdlib.h>
#include <string.h>

static cairo_status_t append_bytes(void *closure, const unsigned char *data, unsigned int length)
{
    files_text *text = closure;
    if (text->size + length > text->capacity) {
        const size_t capacity = 2 * (text->size + length);
        char *larger = realloc(text->data, capacity);
        if (!larger) {
            return CAIRO_STATUS_NO_MEMORY;
        }
        text->data = larger;
        text->capacity = capacity;
    }
    memcpy(text->data + text->size, data, length);
    text->size += length;
    return CAIRO_STATUS_SUCCESS;
}

talus_status map_save(cairo_t *cr, const char *path, talus_error *error)
{
    files_text bytes = {0};
    cairo_status_t state = cairo_status(cr);
    if (state == CAIRO_STATUS_SUCCESS) {
        state = cairo_surface_write_to_png_stream(cairo_get_target(cr), append_bytes, &bytes);
    }
    const talus_status status =
        state == CAIRO_STATUS_SUCCESS
            ? files_write_all(path, bytes.data, bytes.size, error)
            : talus_error_set(error, TALUS_ERROR_INTERNAL, "the map could not be drawn: %s",
                              cairo_status_to_string(state));
    files_text_clear(&bytes);
    return status;
}
