// SPDX-License-Identifier: GPL-3.0-or-later
// Text of a chart: widths, escaping, wrapping, powers of ten.
#include "io/chart/chart_parts.h"
#include "io/chart/ramp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Advance of the characters 32 to 126 of DejaVu Sans, hundredths of an em.
static const unsigned char advances[] = {
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84};

/// Is the hyphen at `k` the sign of a number?
static bool is_sign(const char *text, size_t size, size_t k)
{
    return text[k] == '-' && k + 1 < size && text[k + 1] >= '0' && text[k + 1] <= '9' &&
           (k == 0 || text[k - 1] == ' ' || text[k - 1] == '(');
}

static double width_of(const char *text, size_t size_bytes)
{
    double width = 0;
    for (size_t k = 0; k < size_bytes; k++) {
        const unsigned char c = (unsigned char)text[k];
        if (is_sign(text, size_bytes, k)) {
            width += advances['+' - 32];
        } else if (c >= 32 && c < 127) {
            width += advances[c - 32];
        } else if ((c & 0xC0) != 0x80) {
            width += 70; // one for each character beyond ASCII
        }
    }
    return 0.01 * width;
}

double chart_text_width(const char *text, double size)
{
    return size * width_of(text, strlen(text));
}

static void escape(files_text *svg, const char *text, size_t size)
{
    for (size_t k = 0; k < size;) {
        const size_t plain = strcspn(text + k, "&<>\"'-");
        const size_t run = plain < size - k ? plain : size - k;
        files_text_add(svg, "%.*s", (int)run, text + k);
        k += run;
        if (k < size) {
            const char *minus = is_sign(text, size, k) ? "\xe2\x88\x92" : "-";
            const char c = text[k++];
            files_text_add(svg, "%s",
                           c == '-'   ? minus
                           : c == '&' ? "&amp;"
                           : c == '<' ? "&lt;"
                           : c == '>' ? "&gt;"
                           : c == '"' ? "&quot;"
                                      : "&#39;");
        }
    }
}

void chart_text_escape(files_text *svg, const char *text)
{
    char *clean = files_clean_text(text);
    if (clean == NULL) {
        svg->failed = true;
        return;
    }
    escape(svg, clean, strlen(clean));
    free(clean);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Bytes of the subscript that begins with the "_" at `k`, without it: letters and digits behind a
/// single letter, which may be Greek; 0 = none.
static size_t subscript_length(const char *text, size_t size, size_t k)
{
    size_t length = 0;
    const bool greek = k >= 2 && ((unsigned char)text[k - 1] & 0xC0) == 0x80;
    const size_t letter = greek ? 2 : 1;
    if (text[k] != '_' || k < letter || !(greek || is_word(text[k - 1])) ||
        (k > letter && (is_word(text[k - letter - 1]) || text[k - letter - 1] == '_'))) {
        return 0;
    }
    while (k + 1 + length < size && is_word(text[k + 1 + length])) {
        length++;
    }
    return length;
}

/// A line of text with its subscripts.
static void set_line(files_text *svg, const char *text, size_t size, double font)
{
    for (size_t k = 0; k < size; k++) {
        const size_t length = subscript_length(text, size, k);
        if (length > 0) {
            const size_t from = k + 1 + length;
            escape(svg, text, k);
            chart_number(svg, "<tspan font-size=\"", 0.75 * font);
            chart_number(svg, "\" dy=\"", 0.22 * font);
            files_text_add(svg, "\">%.*s</tspan>", (int)length, text + k + 1);
            if (from < size) { // back to the line
                chart_number(svg, "<tspan dy=\"", -0.22 * font);
                files_text_add(svg, "\">");
                set_line(svg, text + from, size - from, font);
                files_text_add(svg, "</tspan>");
            }
            return;
        }
    }
    escape(svg, text, size);
}

static void open_text(files_text *svg, double x, double y, const chart_text_style *style)
{
    if (style->upright) {
        chart_number(svg, "<text transform=\"translate(", x);
        chart_number(svg, " ", y);
        files_text_add(svg, ")rotate(-90)\"");
    } else {
        chart_number(svg, "<text x=\"", x);
        chart_number(svg, "\" y=\"", y);
        files_text_add(svg, "\"");
    }
    chart_number(svg, " font-size=\"", style->size);
    files_text_add(svg, "\" text-anchor=\"%s\" fill=\"%s\"%s>",
                   style->anchor != NULL ? style->anchor : "start",
                   style->fill != NULL ? style->fill : "#222",
                   style->bold ? " font-weight=\"600\"" : "");
}

void chart_text_draw(files_text *svg, const char *text, double x, double y,
                     const chart_text_style *style)
{
    char *clean = files_clean_text(text);
    if (clean == NULL) {
        svg->failed = true;
        return;
    }
    open_text(svg, x, y, style);
    set_line(svg, clean, strlen(clean), style->size);
    files_text_add(svg, "</text>\n");
    free(clean);
}

void chart_text_beside(files_text *svg, const char *text, double x, const chart_view *view,
                       double size)
{
    const double length = chart_text_width(text, size), room = view->height + 30;
    const chart_text_style style = {
        .size = size * (length > room ? room / length : 1), .anchor = "middle", .upright = true};
    chart_text_draw(svg, text, x, view->top + 0.5 * view->height, &style);
}

/// Bytes of the next line: up to the last space that fits, a whole word where none does.
static size_t line_length(const char *text, double width, double size)
{
    size_t best = 0;
    for (size_t k = 0;; k++) {
        if (text[k] != ' ' && text[k] != '\0') {
            continue;
        }
        if (best > 0 && size * width_of(text, k) > width) {
            return best;
        }
        best = k;
        if (text[k] == '\0') {
            return best;
        }
    }
}

size_t chart_text_wrap(files_text *svg, const char *text, double x, double y, double width,
                       const chart_text_style *style)
{
    char *clean = files_clean_text(text);
    if (clean == NULL) {
        if (svg != NULL) {
            svg->failed = true;
        }
        return 1;
    }
    // bold letters are wider by a tenth
    const double size = style->bold ? 1.1 * style->size : style->size;
    size_t lines = 0;
    for (const char *rest = clean; *rest != '\0';) {
        const size_t length = line_length(rest, width, size);
        if (svg != NULL) {
            open_text(svg, x, y + 1.3 * style->size * (double)lines, style);
            set_line(svg, rest, length, style->size);
            files_text_add(svg, "</text>\n");
        }
        lines++;
        rest += length;
        while (*rest == ' ') {
            rest++;
        }
    }
    free(clean);
    return lines;
}

void chart_text_power(files_text *svg, const char *before, int exponent, const char *after,
                      double x, double y, const chart_text_style *style)
{
    open_text(svg, x, y, style);
    const double raise = 0.38 * style->size;
    files_text_add(svg, "%s10<tspan", before);
    chart_number(svg, " font-size=\"", 0.72 * style->size);
    chart_number(svg, "\" dy=\"", -raise);
    files_text_add(svg, "\">%s%d</tspan>", exponent < 0 ? "\xe2\x88\x92" : "", abs(exponent));
    if (after[0] != '\0') {
        chart_number(svg, "<tspan dx=\"2\" dy=\"", raise);
        files_text_add(svg, "\">%s</tspan>", after);
    }
    files_text_add(svg, "</text>\n");
}
