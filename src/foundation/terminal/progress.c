// SPDX-License-Identifier: GPL-3.0-or-later
// Progress "0...10...20..." with rate and time left, redrawn in place on a terminal; or lines
// "progress DONE TOTAL" for other programs.
#include "foundation/terminal/terminal.h"

#include <inttypes.h>
#include <unistd.h>

/// "0...10...20.": a number at every tenth, a dot for every fortieth of the work.
static void draw_scale(FILE *stream, uint64_t done, uint64_t total)
{
    const uint64_t ticks = total ? done * 40 / total : 40;
    for (uint64_t tick = 0; tick <= ticks; tick++) {
        if (tick % 4 == 0) {
            fprintf(stream, "%d", (int)(tick / 4 * 10));
        } else {
            fputc('.', stream);
        }
    }
}

/// A study counts the variants done as whole ones.
static void print_line(void *user, uint64_t done, uint64_t total, double wall_time)
{
    const cli_progress *progress = user;
    (void)wall_time;
    const uint64_t parts = progress->parts > 0 ? progress->parts : 1;
    fprintf(progress->stream, "progress %" PRIu64 " %" PRIu64 "\n", progress->part * total + done,
            parts * total);
    fflush(progress->stream);
}

static void show_scale(void *user, uint64_t done, uint64_t total, double wall_time)
{
    cli_progress *progress = user;
    progress->shown = true;
    fputc('\r', progress->stream);
    draw_scale(progress->stream, done, total);
    if (done > 0 && wall_time > 0.0) {
        const double rate = (double)done / wall_time;
        fprintf(progress->stream, "  %.3g rocks/s, %.0f s left", rate,
                (double)(total - done) / rate);
    }
    // \033[K clears what a longer line left behind
    fputs("\033[K", progress->stream);
    fflush(progress->stream);
}

cli_progress_function *cli_progress_begin(const cli_arguments *arguments, cli_progress *progress)
{
    *progress = (cli_progress){.stream = stderr, .lines = cli_has(arguments, "progress")};
    if (progress->lines) {
        return print_line;
    }
    return !cli_has(arguments, "quiet") && isatty(fileno(stderr)) ? show_scale : NULL;
}

void cli_progress_part(cli_progress *progress, const char *name, size_t part, size_t parts)
{
    progress->part = part;
    progress->parts = parts;
    if (!progress->lines) {
        cli_progress_end(progress);
        progress->shown = false;
        fprintf(progress->stream, "%s (%zu of %zu)\n", name, part + 1, parts);
    }
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown) {
        fputc('\n', progress->stream);
    }
}
