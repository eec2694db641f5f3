// SPDX-License-Identifier: GPL-3.0-or-later
// The whole text of a first scenario.
#include "input/init/init.h"

#include "input/schema/fields.h"

void init_write_scenario(talus_init *init)
{
    files_text *out = &init->scenario;
    init_add_comment(init, 0, "A first scenario of %s, by talus init %s.", init->dem_path,
                     TALUS_VERSION);
    files_text_add(out, "#\n");
    init_add_comment(init, 0, "It runs as it stands:");
    init_add_comment(init, 0, "  talus check %s", init->path);
    init_add_comment(init, 0, "  talus run %s", init->path);
    init_add_comment(init, 0, "  talus map %s%sout/%s",
                     init->directory[0] == '.' && init->directory[1] == '\0' ? "" : init->directory,
                     init->directory[0] == '.' && init->directory[1] == '\0' ? "" : "/",
                     init->stem);
    files_text_add(out, "#\n");
    init_add_comment(init, 0,
                     "What could not be known is guessed. Each guess says so, why, and what to put "
                     "instead. Results of guesses are a first look at a site: nobody should design "
                     "by them. Keys: talus schema KEY, docs/scenario.md, docs/init.md.");
    files_text_add(out, "\ntitle: ");
    scenario_write_text(out, init->stem);
    files_text_add(out, "\nseed: 1\n\n");
    init_add_terrain(init);
    init_add_ground(init);
    init_add_forest(init);
    init_add_rocks(init);
    init_add_releases(init);
    init_add_objects(init);
    init_add_run(init);
}
