// SPDX-License-Identifier: GPL-3.0-or-later
// talus map: a layer of a result directory becomes a picture.
#include "cli/cli.h"
#include "talus/output.h"

enum { SMALLEST_WIDTH = 200, LARGEST_WIDTH = 20000 };

cli_exit cli_map(const cli_arguments *arguments)
{
    const char *directory = arguments->operands[0];
    const char *layer = cli_value(arguments, "layer");
    const char *picture = cli_value(arguments, "out");
    const uint64_t width = cli_count(arguments, "width", 1200);
    char beside[4096];
    if (width < SMALLEST_WIDTH || width > LARGEST_WIDTH) {
        fprintf(stderr, "talus map: --width: found %llu, expected %d to %d pixels\n",
                (unsigned long long)width, SMALLEST_WIDTH, LARGEST_WIDTH);
        return CLI_USAGE;
    }
    layer = layer ? layer : "reach_probability";
    if (!picture) {
        snprintf(beside, sizeof beside, "%s/%s.png", directory, layer);
        picture = beside;
    }
    const talus_map_options options = {.width = (int)width, .title = cli_value(arguments, "title")};
    talus_error error = {0};
    if (talus_output_map(directory, layer, picture, &options, &error) != TALUS_OK) {
        cli_print_error(&error);
        return error.status == TALUS_ERROR_INPUT ? CLI_BAD_INPUT : CLI_FAILED;
    }
    printf("%s\n", picture);
    return CLI_OK;
}
