// SPDX-License-Identifier: GPL-3.0-or-later
// Text on maps: cleaning, measuring, fitting, wrapping; the name of a CRS.
#include "io/map/map.h"

#include <stdio.h>
#include <string.h>

/// Bytes of a line and its end: more do not fit on a map in any size of letters that it has.
enum { LINE_SIZE = 1024 };

void map_font(cairo_t *cr, double size, bool bold)
{
    cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
}

double map_text_width(cairo_t *cr, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}

/// Shorten to `length` bytes or less, at a character, and put an ellipsis there. `text` has room.
static void cut_text(char *text, size_t length)
{
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) {
        length--;
    }
    memcpy(text + length, "\xE2\x80\xA6", 4);
}

void map_fitted_text(cairo_t *cr, const char *text, double x, double y, double width, double size,
                     double smallest, bool bold)
{
    char copy[LINE_SIZE];
    const size_t all = strlen(text);
    size_t keep = all < sizeof copy - 4 ? all : sizeof copy - 4;
    map_font(cr, size, bold);
    const double needed = map_text_width(cr, text);
    if (needed > width) {
        const double smaller = size * width / needed * 0.99;
        map_font(cr, smaller > smallest ? smaller : smallest, bold);
    }
    memcpy(copy, text, keep + 1); // its end, or the byte that says where to cut
    if (keep < all) {
        cut_text(copy, keep);
    }
    while (map_text_width(cr, copy) > width && keep > 0) {
        keep--;
        memcpy(copy, text, keep);
        cut_text(copy, keep);
    }
    cairo_move_to(cr, x, y);
    cairo_show_text(cr, copy);
}

/// Bytes of the longest start of `text` that fits, ending before a space where there is one.
static size_t line_length(cairo_t *cr, const char *text, char buffer[LINE_SIZE], double width)
{
    size_t fits = 0;
    size_t word_end = 0;
    for (size_t k = 1; k <= strlen(text) && k < LINE_SIZE; k++) {
        if (((unsigned char)text[k] & 0xC0) == 0x80) {
            continue;
        }
        memcpy(buffer, text, k);
        buffer[k] = '\0';
        if (map_text_width(cr, buffer) > width && fits > 0) {
            return word_end > 0 ? word_end : fits;
        }
        fits = k;
        word_end = text[k] == ' ' || text[k] == '\0' ? k : word_end;
    }
    return fits;
}

int map_wrapped_text(cairo_t *cr, const char *text, double x, double y, double width,
                     double line_height, bool draw)
{
    char buffer[LINE_SIZE];
    int lines = 0;
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        const size_t length = line_length(cr, text, buffer, width);
        memcpy(buffer, text, length);
        buffer[length] = '\0';
        if (draw) {
            cairo_move_to(cr, x, y + lines * line_height);
            cairo_show_text(cr, buffer);
        }
        text += length;
        lines++;
    }
    return lines;
}
