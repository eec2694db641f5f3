// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the scenario under way: comments broken at the page's width, values with the reason for
// a guess above them.
#include "input/init/init.h"

#include "foundation/base/array.h"
#include "input/schema/document.h"
#include "input/schema/fields.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 100, COMMENT_SIZE = 1400 };

/// A text behind "# ", broken between words; later lines stand two spaces in from the first.
static void add_wrapped(talus_init *init, int indent, const char *text)
{
    files_text *out = &init->scenario;
    const size_t inset = strspn(text, " ") + 2;
    bool is_first = true;
    while (*text != '\0') {
        const size_t room = (size_t)(PAGE - indent - 2) - (is_first ? 0 : inset);
        size_t length = strlen(text);
        if (length > room) {
            length = room;
            while (length > 0 && text[length] != ' ') {
                length--;
            }
            length = length > 0 ? length : room;
        }
        files_text_add(out, "%*s# %*s%.*s\n", indent, "", is_first ? 0 : (int)inset, "",
                       (int)length, text);
        text += length;
        text += *text == ' ' ? 1 : 0;
        is_first = false;
    }
}

void init_add_comment(talus_init *init, int indent, const char *format, ...)
{
    char text[COMMENT_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    char *clean = files_clean_text(text);
    init->failed = init->failed || clean == NULL;
    add_wrapped(init, indent, clean != NULL ? clean : "");
    free(clean);
}

static char *copy_text(talus_init *init, const char *text)
{
    char *copy = files_clean_text(text);
    init->failed = init->failed || copy == NULL;
    return copy;
}

static void remember(talus_init *init, const init_line *line, const char *value)
{
    if (!array_reserve(&init->guesses, &init->guess_capacity, init->guess_count + 1,
                       sizeof *init->guesses)) {
        init->failed = true;
        return;
    }
    init->guesses[init->guess_count++] =
        (talus_init_guess){.key = copy_text(init, line->key),
                           .value = copy_text(init, value),
                           .reason = copy_text(init, line->reason),
                           .instead = copy_text(init, line->instead != NULL ? line->instead : "")};
}

void init_add_line(talus_init *init, const init_line *line)
{
    if (line->reason != NULL) {
        const char *colon = strstr(line->line, ": ");
        remember(init, line,
                 line->value != NULL ? line->value
                 : colon != NULL     ? colon + 2
                                     : line->line);
        init_add_comment(init, line->indent, "guess: %s", line->reason);
        if (line->instead != NULL) {
            init_add_comment(init, line->indent, "instead: %s", line->instead);
        }
    }
    files_text_add(&init->scenario, "%*s%s\n", line->indent, "", line->line);
}

void init_add_path(talus_init *init, files_text *text, const char *path)
{
    char *relative = scenario_relative_path(init->directory, path);
    init->failed = init->failed || relative == NULL;
    scenario_write_text(text, relative != NULL ? relative : "");
    free(relative);
}

void init_add_place(talus_init *init, files_text *text, const init_layer *layer,
                    const char *separator)
{
    if (layer->needs_crs) {
        files_text_add(text, "%scrs: ", separator);
        scenario_write_text(text, init->options.vectors_crs);
    }
    if (layer->operation != NULL) {
        files_text_add(text, "%soperation: ", separator);
        scenario_write_text(text, layer->operation);
    }
}
