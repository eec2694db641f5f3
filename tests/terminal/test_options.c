// SPDX-License-Identifier: GPL-3.0-or-later
// Options bound to members: values, defaults, ranges, and which options go together.
#include "foundation/terminal/terminal.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct settings {
    bool plain;
    const char *title, *language;
    unsigned threads;
    uint64_t seed;
    int width, height;
    double share, view[3];
    enum { NONE, RED, BLUE } colour;
    unsigned parts;
} settings;

static const char *const *colours(void)
{
    static const char *const names[] = {"red", "blue", NULL};
    return names;
}

static const char *const *parts(void)
{
    static const char *const names[] = {"rocks", "tracks", "all", NULL};
    return names;
}

static void fill(void *options, size_t size)
{
    (void)size;
    *(settings *)options = (settings){.language = "en",
                                      .seed = 7,
                                      .width = 16,
                                      .height = 9,
                                      .share = 0.01,
                                      .view = {(double)NAN, 1.0, 2.0},
                                      .colour = RED};
}

#define TO(member) INTO(settings, member)
static const cli_command command = {
    .name = "draw",
    .size = sizeof(settings),
    .defaults = fill,
    .options = {{"plain", 'p', NULL, CLI_FLAG, NULL, NULL, "no sky", TO(plain)},
                {"title", 0, "TEXT", CLI_TEXT, NULL, NULL, "heading", TO(title)},
                {"language", 0, "NAME", CLI_TEXT, NULL, NULL, "of the page", TO(language)},
                {"threads", 0, "N", CLI_COUNT, NULL, "all", "threads", TO(threads)},
                {"seed", 0, "N", CLI_COUNT, NULL, NULL, "seed", TO(seed), FROM(1, 100)},
                {"size", 0, "W,H", CLI_COUNTS, NULL, NULL, "size", SPAN(settings, width, height),
                 FROM(4, 4000), .unit = "px"},
                {"share", 0, "P", CLI_POSITIVE, NULL, NULL, "share", TO(share), ABOVE(0, 1)},
                {"view", 0, "A,B[,C]", CLI_NUMBERS, NULL, NULL, "view", TO(view), .least = 2},
                {"colour", 0, "NAME", CLI_CHOICE, colours, NULL, "colour", TO(colour),
                 .first = RED},
                {"parts", 0, "NAMES", CLI_NAMES, parts, "all", "parts", TO(parts)},
                {"out", 'o', "FILE", CLI_FILE, NULL, NULL, "file", .required = "list"},
                {"list", 0, NULL, CLI_FLAG, NULL, NULL, "list", .excludes = {"title plain"}},
                {"frame", 0, NULL, CLI_FLAG, NULL, NULL, "frame", .needs = {"title"}}},
};

/// Parse words with blanks between. @return whether they are right
static bool read(const char *line, settings *found)
{
    char text[200], *words[20], *rest = NULL;
    int count = 0;
    cli_arguments arguments;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        words[count++] = word;
    }
    const bool is_right = cli_arguments_parse(&command, words, count, &arguments);
    if (is_right) {
        cli_options_read(&arguments, found);
    }
    cli_arguments_clear(&arguments);
    return is_right;
}

Test(options, members_keep_their_defaults)
{
    settings found;
    cr_assert(read("-o f", &found));
    cr_expect(!found.plain && found.title == NULL && found.threads == 0 && found.seed == 7);
    cr_expect_str_eq(found.language, "en");
    cr_expect(found.width == 16 && found.height == 9 && found.share == 0.01);
    cr_expect(isnan(found.view[0]) && found.colour == RED && found.parts == 0);
}

Test(options, values_go_to_their_members)
{
    settings found;
    cr_assert(read("-o f -p --threads 3 --seed=100 --size 320,200 --share 1 --view 5,6 "
                   "--colour blue --parts tracks",
                   &found));
    cr_expect(found.plain && found.threads == 3 && found.seed == 100);
    cr_expect(found.width == 320 && found.height == 200 && found.share == 1.0);
    cr_expect(found.view[0] == 5.0 && found.view[1] == 6.0 && found.view[2] == 2.0);
    cr_expect(found.colour == BLUE && found.parts == 2);
    cr_assert(read("--list --parts all", &found));
    cr_expect_eq(found.parts, 3);
}

Test(options, what_a_row_refuses)
{
    static const char *const wrong[] = {"",
                                        "--seed 0",
                                        "--seed 101",
                                        "--size 320",
                                        "--size 3,200",
                                        "--size 4.5,5",
                                        "--size -4,5",
                                        "--share 0",
                                        "--share 1.1",
                                        "--view 1",
                                        "--colour green",
                                        "--parts rocks,sky",
                                        "--threads 3000000000",
                                        "--frame"};
    settings found;
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        char line[100];
        snprintf(line, sizeof line, "%s%s", k > 0 ? "-o f " : "", wrong[k]);
        cr_expect(!read(line, &found), "%s", line);
    }
    cr_expect(!read("--list --plain", &found));
    cr_expect(read("-o f --frame --title t", &found));
}

Test(options, help_shows_the_default_of_the_member)
{
    static const struct {
        const char *name, *shown;
    } rows[] = {{"seed", "7"},      {"size", "16,9"},   {"share", "0.01"}, {"colour", "red"},
                {"threads", "all"}, {"language", "en"}, {"title", NULL},   {"plain", NULL}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const cli_option *option = command.options;
        while (strcmp(option->name, rows[k].name) != 0) {
            option++;
        }
        const char *shown = cli_option_default(&command, option);
        cr_expect((shown == NULL) == (rows[k].shown == NULL), "%s", rows[k].name);
        cr_expect(shown == NULL || strcmp(shown, rows[k].shown) == 0, "%s: %s", rows[k].name,
                  shown);
    }
    char text[200];
    cli_option_describe(&command.options[4], false, text, sizeof text);
    cr_expect_str_eq(text, "seed, from 1 to 100");
    cli_option_describe(&command.options[10], false, text, sizeof text);
    cr_expect_str_eq(text, "file, required without --list");
}
