// SPDX-License-Identifier: GPL-3.0-or-later
// talus replay: every step of one rock of a finished run, bit for bit.
#include "talus/replay.h"
#include "app/cli/cli.h"
#include "foundation/base/atomic_file.h"
#include "io/table/table.h"
#include "runs/ensemble/ensemble_internal.h"
#include "studies/rerun/rerun.h"
#include "talus/run.h"
#include "talus/world.h"

#include <inttypes.h>
#include <string.h>

/// Where the log goes, and what turns local metres into world coordinates.
typedef struct log_file {
    FILE *stream;
    double east, north;
    files_text line;
    bool failed;     ///< a line could not be made
    bool has_bodies; ///< rocks may break: fragments follow, and the last column is there
} log_file;

typedef struct log_row {
    const log_file *log;
    const talus_log_entry *entry;
    const talus_state *q;
    const talus_step_report *report;
} log_row;

#define LOG_COLUMNS(X)                                                                             \
    X(EXTENDED17, time_s, "s", "end of the step", row->entry->time)                                \
    X(EXTENDED17, east_m, "m", "centre of mass S", row->log->east + row->q->r.x)                   \
    X(EXTENDED17, north_m, "m", "centre of mass S", row->log->north + row->q->r.y)                 \
    X(EXTENDED17, z_m, "m", "centre of mass S", row->q->r.z)                                       \
    X(EXTENDED17, p_w, "1", "quaternion, body to world", row->q->p.w)                              \
    X(EXTENDED17, p_x, "1", "quaternion, body to world", row->q->p.x)                              \
    X(EXTENDED17, p_y, "1", "quaternion, body to world", row->q->p.y)                              \
    X(EXTENDED17, p_z, "1", "quaternion, body to world", row->q->p.z)                              \
    X(EXTENDED17, v_x_m_s, "m/s", "velocity, world", row->q->v.x)                                  \
    X(EXTENDED17, v_y_m_s, "m/s", "velocity, world", row->q->v.y)                                  \
    X(EXTENDED17, v_z_m_s, "m/s", "velocity, world", row->q->v.z)                                  \
    X(EXTENDED17, omega_x_rad_s, "rad/s", "angular velocity, body axes", row->q->omega.x)          \
    X(EXTENDED17, omega_y_rad_s, "rad/s", "angular velocity, body axes", row->q->omega.y)          \
    X(EXTENDED17, omega_z_rad_s, "rad/s", "angular velocity, body axes", row->q->omega.z)          \
    X(EXTENDED17, slippage_m, "m", "of the friction law", row->q->slippage)                        \
    X(UNSIGNED, contacts, "1", "closed contacts", row->report->contact_count)                      \
    X(EXTENDED17, min_gap_m, "m", "smallest, vertical", row->report->min_gap)                      \
    X(EXTENDED17, kinetic_energy_j, "J", "translation and rotation", row->report->kinetic_energy)  \
    X(EXTENDED17, ledger_j, "J", "energy of the step that is not accounted for",                   \
      row->report->ledger)                                                                         \
    X(EXTENDED17, gain_j, "J", "gained by percussions", row->report->gain)                         \
    X(REAL, withheld, "1", "share of the restitution left out", row->report->withheld)             \
    X(EXTENDED17, jump_height_m, "m", "of S over the terrain", row->entry->jump_height)            \
    X(EXTENDED17, scar_depth_m, "m", "depth in compactable soil", row->q->scar_depth)              \
    X(EXTENDED17, immersed_area_m2, "m²", "of the rock in the soil", row->report->immersed_area)   \
    X(UNSIGNED, body, "1", "where rocks may break: 0 the rock, else a fragment", row->entry->body)
TABLE_DEFINE(log, LOG_COLUMNS, (void)index; const log_row *row = user)

static talus_table table_of(const log_file *log, const log_row *row)
{
    talus_table table = TABLE(log, row, row != NULL ? 1 : 0);
    table.column_count -= log->has_bodies ? 0 : 1;
    return table;
}

/// Write what stands in `line`, and empty it.
static bool flush_line(log_file *log)
{
    log->failed |= log->line.failed;
    if (!log->failed) {
        fwrite(log->line.data, 1, log->line.size, log->stream);
        log->line.size = 0;
    }
    return !log->failed && !ferror(log->stream);
}

/// One line of the log: world coordinates, all digits.
static bool log_step(void *user, const talus_log_entry *entry)
{
    log_file *log = user;
    const log_row row = {.log = log, .entry = entry, .q = &entry->state, .report = entry->report};
    const talus_table table = table_of(log, &row);
    log->failed |= table_csv_row(&log->line, &table, 0, NULL) != TALUS_OK;
    return flush_line(log);
}

static void print_record(const talus_rock_record *record, double east, double north)
{
    fprintf(stderr,
            "rock %" PRIu64 ": %s after %.6g s, %" PRIu64 " steps, %" PRIu64 " in contact%s\n",
            record->rock, talus_outcome_name(record->outcome), record->time, record->steps,
            record->contact_steps, record->below_ground ? ", below ground" : "");
    fprintf(stderr, "release %u, rock class %u, %.6g kg, %.6g m3\n", record->release,
            record->rock_class, record->mass, record->volume);
    fprintf(stderr, "start east %.3f, north %.3f, z %.3f\n", east + record->start.r.x,
            north + record->start.r.y, record->start.r.z);
    fprintf(stderr, "end   east %.3f, north %.3f, z %.3f\n", east + record->end.r.x,
            north + record->end.r.y, record->end.r.z);
    fprintf(stderr,
            "path %.6g m; largest kinetic energy %.6g J, speed %.6g m/s, jump height %.6g m, "
            "spin %.6g rad/s\n",
            record->path, record->kinetic_energy_max, record->speed_max, record->jump_height_max,
            record->spin_max);
    if (record->scars > 0) {
        fprintf(stderr,
                "%" PRIu64 " scars, %" PRIu64 " steps in the soil; deepest %.6g m, longest %.6g "
                "m\n",
                record->scars, record->soil_steps, record->scar_depth_max, record->scar_length_max);
    }
    if (record->stem_impacts > 0) {
        fprintf(stderr, "%" PRIu64 " impacts on stems, %" PRIu64 " broken, %.6g J\n",
                record->stem_impacts, record->stems_broken, record->stem_energy);
    }
    // the hash of a run is the sum of these over its rocks, modulo 2^64
    fprintf(stderr, "hash 0x%016" PRIx64 "\n", ensemble_rock_hash(record));
}

static cli_exit fail_to_write(const char *path)
{
    fprintf(stderr,
            "talus: error: %s: the log could not be written; is the disk full or the "
            "directory missing?\n",
            path);
    return CLI_FAILED;
}

/// Log to `path` (NULL = standard output); a file is there complete or not at all.
static cli_exit write_log(const cli_case *loaded, uint64_t rock, const char *path,
                          talus_rock_record *record)
{
    char part[4096] = "";
    talus_error error = {0};
    if (path && atomic_file_begin(path, part, sizeof part, &error) != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(error.status);
    }
    log_file log = {.stream = path ? fopen(part, "w") : stdout};
    if (!log.stream) {
        return fail_to_write(path);
    }
    (void)talus_world_origin(loaded->world, &log.east, &log.north, NULL);
    const talus_campaign *campaign = talus_world_campaign(loaded->world);
    log.has_bodies = talus_campaign_has_bodies(campaign);
    const talus_table table = table_of(&log, NULL);
    table_csv_head(&log.line, &table);
    flush_line(&log);
    const talus_status status =
        talus_campaign_replay_event(campaign, rock, log_step, &log, record, &error);
    files_text_clear(&log.line);
    bool written = fflush(log.stream) == 0 && !ferror(log.stream) && !log.failed;
    if (path) {
        written = fclose(log.stream) == 0 && written;
        if (status != TALUS_OK || !written) {
            remove(part);
        } else if (atomic_file_replace(part, path, &error) != TALUS_OK) {
            cli_print_error(&error);
            return cli_exit_of(error.status);
        }
    }
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    return written ? CLI_OK : fail_to_write(path ? path : "standard output");
}

/// A rock of another run under the name of this one helps nobody.
static void warn_of_change(const char *directory, uint64_t rock, const talus_rock_record *record)
{
    rerun_mark mark;
    bool is_known = false;
    talus_error error = {0};
    if (rerun_read_mark(directory, rock, &mark, &is_known, &error) != TALUS_OK) {
        cli_say("talus: warning: rock %" PRIu64 " cannot be compared with the run: %s\n", rock,
                error.message);
    }
    if (is_known && !rerun_is_same(record, &mark)) {
        cli_say("talus: warning: rock %" PRIu64 " moves differently than in the run: the scenario "
                "or its inputs were changed since, or the program is another one\n",
                rock);
    }
}

static cli_exit replay_rock(const cli_arguments *arguments, const cli_case *loaded)
{
    const talus_campaign *campaign = talus_world_campaign(loaded->world);
    const uint64_t rock = cli_count(arguments, "rock", 0);
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    const char *log = cli_value(arguments, "log");
    const char *gltf = cli_value(arguments, "gltf");
    if (rock >= rocks) {
        fprintf(stderr,
                "talus replay: --rock: found %" PRIu64 ", but the run has rocks 0 to %" PRIu64 "\n",
                rock, rocks - 1);
        return CLI_USAGE;
    }
    talus_rock_record record;
    memset(&record, 0, sizeof record);
    cli_exit target = cli_check_target(arguments, log);
    target = target == CLI_OK ? cli_check_target(arguments, gltf) : target;
    if (target != CLI_OK) {
        return target;
    }
    if (log || !gltf) {
        const cli_exit result = write_log(loaded, rock, log, &record);
        if (result != CLI_OK) {
            return result;
        }
        warn_of_change(arguments->operands[0], rock, &record);
        if (!cli_has(arguments, "quiet")) {
            double east = 0.0, north = 0.0;
            (void)talus_world_origin(loaded->world, &east, &north, NULL);
            print_record(&record, east, north);
        }
    }
    talus_error error = {0};
    if (gltf && !log) {
        const talus_status status =
            talus_campaign_replay(campaign, rock, NULL, NULL, &record, &error);
        if (status != TALUS_OK) {
            cli_print_error(&error);
            return cli_exit_of(status);
        }
        warn_of_change(arguments->operands[0], rock, &record);
    }
    if (gltf && talus_replay_gltf(campaign, rock, gltf, &error) != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(error.status);
    }
    return CLI_OK;
}

cli_exit cli_replay(const cli_arguments *arguments)
{
    cli_case loaded = {0};
    cli_exit result = cli_case_load_result(arguments, &loaded);
    if (result == CLI_OK) {
        result = replay_rock(arguments, &loaded);
    }
    cli_case_clear(&loaded);
    return result;
}
