// SPDX-License-Identifier: GPL-3.0-or-later
// Path data: numbers with two decimals, relative commands, thinning that keeps extremes.
#include "io/chart/chart_parts.h"

#include <math.h>
#include <string.h>

/// |hundredths| stays below 2^31 for every picture.
static const double PEN_LIMIT = 1e7;

/// Shortest text of hundredths; a leading space where the number before would run into it.
static size_t print_hundredths(char *out, long value, bool separate)
{
    size_t used = 0;
    if (value < 0) {
        out[used++] = '-';
        value = -value;
    } else if (separate) {
        out[used++] = ' ';
    }
    char digits[24];
    size_t count = 0;
    for (long whole = value / 100; whole > 0; whole /= 10) {
        digits[count++] = (char)('0' + whole % 10);
    }
    const long part = value % 100;
    if (count == 0 && part == 0) {
        digits[count++] = '0';
    }
    while (count > 0) {
        out[used++] = digits[--count];
    }
    if (part > 0) {
        out[used++] = '.';
        out[used++] = (char)('0' + part / 10);
        if (part % 10 > 0) {
            out[used++] = (char)('0' + part % 10);
        }
    }
    out[used] = '\0';
    return used;
}

static long hundredths(double value)
{
    const double limited = value > PEN_LIMIT ? PEN_LIMIT : value < -PEN_LIMIT ? -PEN_LIMIT : value;
    return (long)floor(100 * limited + 0.5);
}

void chart_number(files_text *svg, const char *before, double value)
{
    char number[32];
    print_hundredths(number, hundredths(value), false);
    files_text_add(svg, "%s%s", before, number);
}

static void flush(chart_path *path)
{
    path->buffer[path->used] = '\0';
    files_text_add(path->svg, "%s", path->buffer);
    path->used = 0;
}

static void put(chart_path *path, char command, long x, long y)
{
    if (path->used + 64 > sizeof path->buffer) {
        flush(path);
    }
    if (command != '\0') {
        path->buffer[path->used++] = command;
    }
    path->used += print_hundredths(path->buffer + path->used, x, command == '\0');
    path->used += print_hundredths(path->buffer + path->used, y, true);
}

void chart_path_begin(chart_path *path, files_text *svg, double column)
{
    memset(path, 0, sizeof *path);
    path->svg = svg;
    path->column = column;
    files_text_add(svg, "<path d=\"");
}

static void draw_waiting(chart_path *path)
{
    if (path->waiting) {
        put(path, '\0', path->next[0] - path->at[0], path->next[1] - path->at[1]);
        path->at[0] = path->next[0];
        path->at[1] = path->next[1];
        path->waiting = false;
    }
}

/// The pen to a point; a point on the way to the next one is not drawn.
static void pen(chart_path *path, double x, double y)
{
    const long to[2] = {hundredths(x), hundredths(y)};
    if (!path->open) {
        put(path, 'M', to[0], to[1]);
        path->buffer[path->used++] = 'l';
        path->at[0] = to[0];
        path->at[1] = to[1];
        path->open = true;
        // a lone point is drawn by its round ends
        path->next[0] = to[0];
        path->next[1] = to[1];
        path->waiting = true;
        return;
    }
    const long a[2] = {path->next[0] - path->at[0], path->next[1] - path->at[1]};
    const long b[2] = {to[0] - path->next[0], to[1] - path->next[1]};
    const bool onward = a[0] * b[1] == a[1] * b[0] && a[0] * b[0] + a[1] * b[1] >= 0;
    if (path->waiting && !onward) {
        draw_waiting(path);
    }
    path->next[0] = to[0];
    path->next[1] = to[1];
    path->waiting = true;
}

static void draw_column(chart_path *path)
{
    if (path->held == 0) {
        return;
    }
    const double *p = path->points;
    const size_t sooner = path->order[0] < path->order[1] ? 1 : 2;
    pen(path, p[0], p[1]);
    if (path->held > 2) {
        pen(path, p[2 * sooner], p[2 * sooner + 1]);
        pen(path, p[2 * (3 - sooner)], p[2 * (3 - sooner) + 1]);
    }
    if (path->held > 1) {
        pen(path, p[6], p[7]);
    }
    path->held = 0;
}

void chart_path_add(chart_path *path, double x, double y)
{
    const long place = (long)floor(x / path->column);
    if (path->held > 0 && place != path->place) {
        draw_column(path);
    }
    double *p = path->points;
    if (path->held == 0) {
        path->place = place;
        for (size_t k = 0; k < 4; k++) {
            p[2 * k] = x;
            p[2 * k + 1] = y;
        }
        path->order[0] = path->order[1] = 0;
    }
    if (y < p[3]) {
        p[2] = x;
        p[3] = y;
        path->order[0] = path->held;
    }
    if (y > p[5]) {
        p[4] = x;
        p[5] = y;
        path->order[1] = path->held;
    }
    p[6] = x;
    p[7] = y;
    path->held++;
}

void chart_path_break(chart_path *path)
{
    draw_column(path);
    draw_waiting(path);
    path->open = false;
}

void chart_path_close(chart_path *path)
{
    const bool open = path->open || path->held > 0;
    chart_path_break(path);
    if (open) {
        path->buffer[path->used++] = 'z';
    }
}

void chart_path_stamp(chart_path *path, double x, double y, const char *commands)
{
    put(path, 'M', hundredths(x), hundredths(y));
    const size_t length = strlen(commands);
    if (path->used + length + 8 > sizeof path->buffer) {
        flush(path);
    }
    memcpy(path->buffer + path->used, commands, length);
    path->used += length;
}

void chart_path_end(chart_path *path)
{
    chart_path_break(path);
    flush(path);
    files_text_add(path->svg, "\"");
}
