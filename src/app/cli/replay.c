// SPDX-License-Identifier: GPL-3.0-or-later
// talus replay: every step of one rock of a finished run, bit for bit.
#include "talus/replay.h"
#include "app/cli/cli.h"
#include "foundation/base/atomic_file.h"
#include "runs/ensemble/ensemble_internal.h"
#include "talus/run.h"
#include "talus/world.h"

#include <inttypes.h>
#include <string.h>

/// Where the log goes, and what turns local metres into world coordinates.
typedef struct log_file {
    FILE *stream;
    double east, north;
    bool has_bodies; ///< rocks may break: fragments follow, a column says which body it is
} log_file;

static const char log_columns[] =
    "time_s,east_m,north_m,z_m,p_w,p_x,p_y,p_z,v_x_m_s,v_y_m_s,v_z_m_s,omega_x_rad_s,omega_y_rad_s,"
    "omega_z_rad_s,slippage_m,contacts,min_gap_m,kinetic_energy_j,ledger_j,gain_j,jump_height_m,"
    "scar_depth_m,immersed_area_m2";

/// One line of the log: world coordinates, all digits.
static bool log_step(void *user, const talus_log_entry *entry)
{
    const log_file *log = user;
    const talus_state *q = &entry->state;
    const talus_step_report *report = entry->report;
    const double before[] = {entry->time,
                             log->east + q->r.x,
                             log->north + q->r.y,
                             q->r.z,
                             q->p.w,
                             q->p.x,
                             q->p.y,
                             q->p.z,
                             q->v.x,
                             q->v.y,
                             q->v.z,
                             q->omega.x,
                             q->omega.y,
                             q->omega.z,
                             q->slippage};
    const double after[] = {report->min_gap,      report->kinetic_energy, report->ledger,
                            report->gain,         entry->jump_height,     q->scar_depth,
                            report->immersed_area};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        fprintf(log->stream, "%.17g,", before[i]);
    }
    fprintf(log->stream, "%zu", report->contact_count);
    for (size_t i = 0; i < sizeof after / sizeof after[0]; i++) {
        fprintf(log->stream, ",%.17g", after[i]);
    }
    if (log->has_bodies) {
        fprintf(log->stream, ",%" PRIu32, entry->body);
    }
    fputc('\n', log->stream);
    return !ferror(log->stream);
}

static void print_record(const talus_rock_record *record, double east, double north)
{
    fprintf(stderr,
            "rock %" PRIu64 ": %s after %.17g s, %" PRIu64 " steps, %" PRIu64 " in contact%s\n",
            record->rock, talus_outcome_name(record->outcome), record->time, record->steps,
            record->contact_steps, record->below_ground ? ", below ground" : "");
    fprintf(stderr, "release %u, rock class %u, %.17g kg, %.17g m3\n", record->release,
            record->rock_class, record->mass, record->volume);
    fprintf(stderr, "start east %.17g, north %.17g, z %.17g\n", east + record->start.r.x,
            north + record->start.r.y, record->start.r.z);
    fprintf(stderr, "end   east %.17g, north %.17g, z %.17g\n", east + record->end.r.x,
            north + record->end.r.y, record->end.r.z);
    fprintf(stderr,
            "path %.17g m; largest kinetic energy %.17g J, speed %.17g m/s, jump height %.17g m, "
            "spin %.17g rad/s\n",
            record->path, record->kinetic_energy_max, record->speed_max, record->jump_height_max,
            record->spin_max);
    if (record->scars > 0) {
        fprintf(stderr,
                "%" PRIu64 " scars, %" PRIu64 " steps in the soil; deepest %.17g m, longest %.17g "
                "m\n",
                record->scars, record->soil_steps, record->scar_depth_max, record->scar_length_max);
    }
    if (record->stem_impacts > 0) {
        fprintf(stderr, "%" PRIu64 " impacts on stems, %" PRIu64 " broken, %.17g J\n",
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
    log.has_bodies = campaign->breaking.law != TALUS_BREAKING_NONE;
    fprintf(log.stream, "%s%s\n", log_columns, log.has_bodies ? ",body" : "");
    const talus_status status =
        talus_campaign_replay_event(campaign, rock, log_step, &log, record, &error);
    bool written = fflush(log.stream) == 0 && !ferror(log.stream);
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
        if (!cli_has(arguments, "quiet")) {
            double east = 0.0, north = 0.0;
            (void)talus_world_origin(loaded->world, &east, &north, NULL);
            print_record(&record, east, north);
        }
    }
    talus_error error = {0};
    if (gltf && talus_replay_gltf(campaign, rock, gltf, &error) != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(error.status);
    }
    return CLI_OK;
}

cli_exit cli_replay(const cli_arguments *arguments)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/scenario.yaml", arguments->operands[0]);
    cli_case loaded = {0};
    cli_exit result = cli_case_load(arguments, path, &loaded);
    if (result == CLI_OK) {
        result = replay_rock(arguments, &loaded);
    }
    cli_case_clear(&loaded);
    return result;
}
