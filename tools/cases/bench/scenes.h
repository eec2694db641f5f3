// SPDX-License-Identifier: GPL-3.0-or-later
/// @file scenes.h
/// Named scenes: whole campaigns by name, for benchmarks and tests alike. It knows how each is
/// made, in code or from a scenario of the project; it refuses to know clocks and the terminal.
#ifndef TALUS_CASES_BENCH_SCENES_H
#define TALUS_CASES_BENCH_SCENES_H

#include "talus/world.h"

/// X(enumerator, name, scenario or NULL, rocks, one line). `rocks` are run when no number is given.
#define STUDY_SCENE_LIST(X)                                                                        \
    X(STUDY_INCLINED_40, "inclined-40", NULL, 200,                                                 \
      "40 degree slope of 2 m cells into a flat, as tools/peers gives it to other engines")        \
    X(STUDY_BLOCK, "inclined-40-block", NULL, 200,                                                 \
      "a block of three different moments instead of the wheel of inclined-40")                    \
    X(STUDY_SCAN_60, "scan-60", NULL, 200, "a scan of 60 vertices instead of that wheel")          \
    X(STUDY_SCAN_200, "scan-200", NULL, 200, "a scan of 200 vertices instead of that wheel")       \
    X(STUDY_PRISM_200, "prism-200", NULL, 200,                                                     \
      "a disc with faces of 100 corners instead of that wheel")                                    \
    X(STUDY_SOIL, "soil", NULL, 200, "that wheel on the soil of the ground `medium`")              \
    X(STUDY_RAMP, "ramp", "scenarios/ramp.yaml", 200, "40 degree ramp, wheels, hard ground")       \
    X(STUDY_KOT, "kot", "scenarios/kot.yaml", 200, "gully wall, five grounds, forest")             \
    X(STUDY_KOT_V1, "kot-v1", "scenarios/kot-v1.yaml", 200, "kot on grounds without soil")         \
    X(STUDY_KOT_TWO_WAY, "kot-two-way", "scenarios/kot-v1.yaml", 200,                              \
      "kot-v1 with two-way detection")                                                             \
    X(STUDY_NORDKETTE, "nordkette", "scenarios/arzler.yaml", 200, "steep slope above Innsbruck")   \
    X(STUDY_ROUGH, "rough-0.5m", NULL, 200,                                                        \
      "40 degree slope with nodes of 0.5 m that stand up to 0.2 m out, blocks of 1 m")
typedef enum study_scene_id {
#define STUDY_SCENE_ENUM(id, name, file, rocks, doc) id,
    STUDY_SCENE_LIST(STUDY_SCENE_ENUM)
#undef STUDY_SCENE_ENUM
        STUDY_SCENE_COUNT
} study_scene_id;

const char *study_scene_name(study_scene_id id);
/// Scenario file of a scene, relative to the data directory; NULL when it is made in code.
const char *study_scene_file(study_scene_id id);
/// Whether the scene is the slope of inclined-40, with the releases of tools/peers.
bool study_scene_is_inclined(study_scene_id id);

/// A scene ready to run. Owns everything its campaign points to, some of it in itself: not to be
/// copied.
typedef struct study_scene {
    talus_campaign campaign; ///< nothing recorded; scheme, flights, ... may be changed
    talus_world *world;      ///< of a scene from a scenario, else NULL
    talus_terrain *terrain;  ///< these of a scene made in code
    talus_rock *rock;
    talus_rock_class kind;
    talus_ground ground;
    talus_release *releases; ///< (campaign.release_count)
    double *xy;              ///< their points
} study_scene;

/// @param data  directory that holds scenarios/ and terrain/; only read for scenes with a file
/// @param rocks 0 = the scene's own number
/// @param seed  NULL = the scene's own; inclined-40 and the scenes on its slope have none to change:
///              noise and releases are those of tools/peers
/// @return TALUS_ERROR_MEMORY, TALUS_ERROR_IO or TALUS_ERROR_INPUT for a scenario that cannot be
/// read. Always clear.
talus_status study_scene_make(study_scene *scene, study_scene_id id, const char *data,
                              uint64_t rocks, const uint64_t *seed, talus_error *error);
void study_scene_clear(study_scene *scene);

#endif
