// SPDX-License-Identifier: GPL-3.0-or-later
// Progress "0...10...20..." with rate and time left, redrawn in place on a terminal.
#include "foundation/terminal/terminal.h"

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

void cli_progress_show(void *user, uint64_t done, uint64_t total, double wall_time)
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

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown) {
        fputc('\n', progress->stream);
    }
}
