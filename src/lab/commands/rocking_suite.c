// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab fragility SCENARIO --records LIST: a block under a suite of records.
#include "lab/commands/rocking_suite.h"

#include "input/command/study_files.h"
#include "lab/commands/commands.h"
#include "lab/commands/rocking_tools.h"
#include "lab/fragility/rocking_suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Points "intensity, annual rate", one a line, # comments.
typedef struct hazard_file {
    rocking_hazard_curve curve;
    double *memory; ///< (2 x room)
} hazard_file;

/// Does a heading name the intensity, as in "pga_g", "pga (g)" or "sa(0.5) [g]"?
static bool names_measure(const char *heading, const rocking_suite_measure_facts *facts)
{
    char name[64], ending[3][16];
    const size_t length = strcspn(heading, ",;\t"), stem = strlen(facts->name);
    snprintf(name, sizeof name, "%.*s", (int)length, heading);
    for (size_t k = strlen(name); k > 0 && name[k - 1] == ' '; k--) {
        name[k - 1] = '\0';
    }
    snprintf(ending[0], sizeof ending[0], "_%.12s", facts->key + stem + 1);
    snprintf(ending[1], sizeof ending[1], "(%.12s)", facts->unit);
    snprintf(ending[2], sizeof ending[2], "[%.12s]", facts->unit);
    bool found = false;
    for (int k = 0; k < 3; k++) {
        const size_t end = strlen(ending[k]);
        found = found ||
                (strlen(name) >= stem + end && strcmp(name + strlen(name) - end, ending[k]) == 0);
    }
    return found && strncmp(name, facts->name, stem) == 0;
}

/// The first line that holds no numbers: a heading before them, else an error.
static talus_status check_heading(const char *line, bool is_first,
                                  const rocking_suite_measure_facts *facts, const char *path,
                                  int number, talus_error *error)
{
    const char *heading = line + strspn(line, " \t\xEF\xBB\xBF");
    if (!is_first) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "%s:%d: \"%.60s\": expected an intensity and an annual rate", path,
                               number, line);
    }
    return names_measure(heading, facts)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s:%d: the heading \"%.60s\" begins with another intensity, "
                                 "expected %s or \"%s (%s)\", which --measure says",
                                 path, number, heading, facts->key, facts->name, facts->unit);
}

/// Two numbers and nothing else.
static bool read_point(const char *line, double *x, double *rate)
{
    char rest = '\0';
    return sscanf(line, " %lf , %lf %c", x, rate, &rest) == 2 ||
           sscanf(line, " %lf %lf %c", x, rate, &rest) == 2;
}

static talus_status read_hazard(const char *path, const rocking_suite_measure_facts *facts,
                                hazard_file *hazard, talus_error *error)
{
    enum { MOST = 10000 };
    char line[512];
    *hazard = (hazard_file){.memory = malloc(2 * MOST * sizeof *hazard->memory)};
    FILE *file = fopen(path, "r");
    size_t count = 0;
    bool begun = false;
    talus_status status = TALUS_OK;
    if (!file || !hazard->memory) {
        status = talus_error_set(error, file ? TALUS_ERROR_MEMORY : TALUS_ERROR_INPUT, "%s: %s",
                                 path, file ? "out of memory" : "cannot be read");
    }
    for (int number = 1; status == TALUS_OK && fgets(line, sizeof line, file); number++) {
        double x, rate;
        line[strcspn(line, "#\r\n")] = '\0';
        if (line[strspn(line, " \t")] == '\0') {
            continue;
        }
        if (!read_point(line, &x, &rate)) {
            status = check_heading(line, !begun, facts, path, number, error);
            begun = true;
            continue;
        }
        begun = true;
        if (count < MOST) {
            hazard->memory[count] = x;
            hazard->memory[MOST + count++] = rate;
        }
    }
    if (file) {
        (void)fclose(file);
    }
    hazard->curve = (rocking_hazard_curve){count, hazard->memory,
                                           hazard->memory ? hazard->memory + MOST : NULL};
    return status == TALUS_OK ? rocking_hazard_check(&hazard->curve, error) : status;
}

/// "0,0.5,overturned"
static cli_exit read_thresholds(const cli_arguments *arguments, rocking_suite_options *o)
{
    const char *text = cli_value(arguments, "exceed");
    o->threshold_count = text ? 0 : o->threshold_count;
    while (text && *text) {
        const size_t length = strcspn(text, ",");
        char *end = NULL;
        const bool falls = strncmp(text, "overturned", length) == 0 && length == 10;
        const double x = falls ? ROCKING_SUITE_OVERTURNED : strtod(text, &end);
        if (o->threshold_count == ROCKING_SUITE_THRESHOLDS ||
            (!falls && (end != text + length || !(x >= 0.0) || !isfinite(x)))) {
            fprintf(stderr,
                    "talus-lab fragility: --exceed %s: expected up to %d numbers >= 0 "
                    "or overturned, with commas between\n",
                    text, (int)ROCKING_SUITE_THRESHOLDS);
            return CLI_USAGE;
        }
        o->thresholds[o->threshold_count++] = x;
        text += length + (text[length] == ',');
    }
    return CLI_OK;
}

static void read_component(const cli_arguments *arguments, rocking_suite_options *o)
{
    const char *text = cli_value(arguments, "component");
    const char *const *names = cli_suite_components();
    for (int i = 0; text && names[i]; i++) {
        if (strcmp(text, names[i]) == 0) {
            o->component = (rocking_suite_component)i;
        }
    }
}

/// pga, pgv, sa(T), ..
static cli_exit read_measure(const cli_arguments *arguments, rocking_suite_options *o)
{
    const char *text = cli_value(arguments, "measure");
    char rest = '\0';
    for (int i = 0; i < ROCKING_SUITE_MEASURES && text; i++) {
        if (i != ROCKING_SUITE_SA &&
            strcmp(text, rocking_suite_measure_of((rocking_suite_measure)i)->name) == 0) {
            o->measure = (rocking_suite_measure)i;
            return CLI_OK;
        }
    }
    o->measure = text ? ROCKING_SUITE_SA : o->measure;
    if (!text || (sscanf(text, "sa(%lf)%c", &o->period, &rest) == 1 && o->period >= 0.01 &&
                  o->period <= 20.0)) {
        return CLI_OK;
    }
    fprintf(stderr,
            "talus-lab fragility: --measure %s: expected pga, pgv, pgd, arias, cav, si, d5_75, "
            "d5_95, or sa(T) with T from 0.01 to 20 s\n",
            text);
    return CLI_USAGE;
}

/// --angles N or uniform
static cli_exit read_angles(const cli_arguments *arguments, rocking_suite_options *o)
{
    const char *text = cli_value(arguments, "angles");
    char *end = NULL;
    if (!text) {
        return CLI_OK;
    }
    o->draws_angles = strcmp(text, "uniform") == 0;
    const unsigned long count = o->draws_angles ? 1 : strtoul(text, &end, 10);
    if (o->draws_angles || (text[0] >= '1' && text[0] <= '9' && *end == '\0')) {
        o->angles = (size_t)count;
        return CLI_OK;
    }
    fprintf(stderr,
            "talus-lab fragility: --angles %s: expected a number of directions, or "
            "uniform\n",
            text);
    return CLI_USAGE;
}

static cli_exit read_impact(const cli_arguments *arguments, rocking_suite_options *o)
{
    const char *text = cli_value(arguments, "impact");
    talus_error error = {0};
    if (!text) {
        return CLI_OK;
    }
    o->draws = true;
    if (o->scenario->keys.block.kind == ROCKING_PLANAR) {
        return cli_rocking_impact(arguments, &o->impact);
    }
    o->spatial = rocking_spatial_impact_default();
    return cli_rocking_exit(rocking_spatial_impact_parse(text, &o->spatial, &error), &error);
}

/// Options that the mode has no use for.
static cli_exit check_mode(const cli_arguments *arguments, rocking_suite_mode mode)
{
    static const char *const of_levels[] = {"intensity", "levels", NULL};
    static const char *const of_clouds[] = {"factor", NULL};
    const char *const *others = mode == ROCKING_SUITE_CLOUD ? of_levels : of_clouds;
    for (size_t i = 0; others[i]; i++) {
        if (cli_has(arguments, others[i])) {
            fprintf(stderr, "talus-lab fragility: --%s goes with --mode %s alone\n", others[i],
                    mode == ROCKING_SUITE_CLOUD ? "stripes or ida" : "cloud");
            return CLI_USAGE;
        }
    }
    return CLI_OK;
}

static cli_exit read_options(const cli_arguments *arguments, rocking_suite_options *o)
{
    const char *mode = cli_value(arguments, "mode");
    double angle = 0.0;
    o->mode = !mode || strcmp(mode, "stripes") == 0 ? ROCKING_SUITE_STRIPES
              : strcmp(mode, "cloud") == 0          ? ROCKING_SUITE_CLOUD
                                                    : ROCKING_SUITE_IDA;
    o->levels = (size_t)cli_count(arguments, "levels", o->levels);
    o->samples = (size_t)cli_count(arguments, "samples", o->samples);
    o->bootstrap = (size_t)cli_count(arguments, "bootstrap", o->bootstrap);
    o->factor = cli_number(arguments, "factor", o->factor);
    o->seed = cli_count(arguments, "seed", o->seed);
    o->threads = (unsigned)cli_count(arguments, "threads", 0);
    cli_exit code = cli_rocking_angle(arguments, &angle);
    o->first_angle = angle * 180.0 / TALUS_PI;
    code = code == CLI_OK ? check_mode(arguments, o->mode) : code;
    code = code == CLI_OK ? cli_rocking_range(arguments, "intensity", &o->low, &o->high) : code;
    code = code == CLI_OK ? read_measure(arguments, o) : code;
    code = code == CLI_OK ? read_angles(arguments, o) : code;
    read_component(arguments, o);
    code = code == CLI_OK ? read_thresholds(arguments, o) : code;
    return code == CLI_OK ? read_impact(arguments, o) : code;
}

static void print_curve(const rocking_suite *suite, const rocking_suite_curve *c)
{
    const rocking_lognormal *f = &c->fit.fit;
    const char *unit = rocking_suite_measure_of(suite->options.measure)->unit;
    if (f->state != ROCKING_FIT_FOUND) {
        printf("  lognormal    none: the verdicts are %s\n", rocking_fit_state_name(f->state));
        return;
    }
    printf("  lognormal    median %.6g %s, beta %.4g", f->theta, unit, f->beta);
    if (isfinite(c->fit.theta_low)) {
        printf("; median within %.4g .. %.4g %s at 95 %%", c->fit.theta_low, c->fit.theta_high,
               unit);
    }
    printf("\n");
    if (c->capacities + c->survivors > 0) {
        printf("  capacities   %zu, %zu without one up to the last level, %zu stand again above\n",
               c->capacities, c->survivors, c->resurrections);
    }
    if (isfinite(c->rate.rate)) {
        printf("  annual rate  %.4g, %.4g in 50 years", c->rate.rate, c->rate.p_50_years);
        if (isfinite(c->rate_low.rate)) {
            printf("; %.3g .. %.3g at 95 %%", c->rate_low.rate, c->rate_high.rate);
        }
        printf("\n");
    }
    const rocking_bootstrap *b = &c->bootstrap;
    if (b->replicates > 0) {
        printf("  bootstrap    median %.4g .. %.4g %s, beta %.3g .. %.3g", b->theta_low,
               b->theta_high, unit, b->beta_low, b->beta_high);
        if (isfinite(c->boot_rate_low)) {
            printf(", annual rate %.3g .. %.3g", c->boot_rate_low, c->boot_rate_high);
        }
        printf(" (%zu replicates, %zu without a curve)\n", b->replicates, b->without);
    }
}

/// "m: slope -0.1, p 0.3"
static void print_sufficiency(const char *name, const rocking_line *line)
{
    if (isfinite(line->p_value)) {
        printf("  residual on %-5s slope %.4g, p %.3g, %zu records\n", name, line->b, line->p_value,
               line->count);
    }
}

static void print_demand(const rocking_suite *suite)
{
    const rocking_suite_demand *d = &suite->demand;
    printf("demand       %zu runs that moved and stand; left out: %zu still, %zu overturned, %zu "
           "undecided\n",
           d->runs, d->still, d->overturned, d->undecided);
    if (isfinite(d->line.residual)) {
        printf("  ln(peak/alpha) = %.4g + %.4g ln(%s), standard deviation %.4g\n", d->line.a,
               d->line.b, rocking_suite_measure_of(suite->options.measure)->key, d->line.residual);
    }
    print_sufficiency("m", &d->on_magnitude);
    print_sufficiency("r_km", &d->on_distance);
}

static void print_suite(const rocking_suite *suite)
{
    const rocking_suite_options *o = &suite->options;
    bool warned = false;
    for (size_t t = 0; t < o->threshold_count; t++) {
        if (isfinite(o->thresholds[t])) {
            printf("peak > %g alpha\n", o->thresholds[t]);
        } else {
            printf("overturned\n");
        }
        for (size_t l = 0; l < suite->levels && o->mode != ROCKING_SUITE_CLOUD; l++) {
            const rocking_suite_share *s = &suite->shares[t * suite->levels + l];
            printf("  %-10.5g %5.6g/%-5.6g %8.4f   ", s->intensity, s->exceeded, s->runs,
                   s->interval.share);
            if (isfinite(s->interval.low)) {
                printf("%6.4f .. %6.4f\n", s->interval.low, s->interval.high);
            } else {
                printf("one record\n");
            }
            warned = warned || s->undecided > 0.01 * s->runs;
        }
        print_curve(suite, &suite->curves[t]);
        if (suite->curves[t].rate.share_at_first > 1e-3) {
            fprintf(stderr,
                    "talus-lab: warning: the hazard curve begins where the block exceeds in "
                    "%.3g of cases; nothing is added below\n",
                    suite->curves[t].rate.share_at_first);
        }
    }
    if (o->mode == ROCKING_SUITE_CLOUD) {
        print_demand(suite);
    }
    printf("runs         %zu of %zu records, %zu undecided\n", suite->run_count, o->list->count,
           suite->undecided);
    if (warned) {
        fprintf(stderr,
                "talus-lab: warning: more than 1 %% of the runs at a level are undecided; they "
                "count as exceeded\n");
    }
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_suite_write(directory, user, error);
}

static cli_exit run_and_write(const cli_arguments *arguments, const rocking_suite_options *o)
{
    directory_study files = {
        .name = "rocking fragility", .files = rocking_suite_files, .write = write_files};
    rocking_suite suite = {.run_count = 0};
    talus_error error = {0};
    cli_exit code = cli_study_open(arguments, cli_value(arguments, "out"), &files);
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_suite_make(o, &suite, &error), &error);
    }
    if (code == CLI_OK) {
        print_suite(&suite);
        code = cli_study_write(&files, &suite);
    }
    cli_study_close(&files);
    rocking_suite_clear(&suite);
    return code;
}

cli_exit cli_rocking_suite(const cli_arguments *arguments)
{
    rocking_suite_options options = rocking_suite_options_default();
    rocking_scenario *scenario = NULL;
    rocking_suite_list list = {.count = 0};
    hazard_file hazard = {.memory = NULL};
    talus_error error = {0};
    if (arguments->operand_count != 1 || cli_has(arguments, "unit") ||
        cli_has(arguments, "baseline")) {
        cli_complain(arguments->command, "--records goes with one SCENARIO and without --unit and "
                                         "--baseline, which the list says");
        return CLI_USAGE;
    }
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_status status =
        rocking_scenario_read(arguments->operands[0], NULL, 0, diagnostics, &scenario, &error);
    const bool reported = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) > 0;
    // a block without a start of its own is what a suite expects: warnings stay away
    (void)cli_print_diagnostics(diagnostics, 0, true);
    cli_exit code = reported ? cli_exit_of(status) : cli_rocking_exit(status, &error);
    if (code == CLI_OK) {
        options.scenario = scenario;
        options.list = &list;
        code = read_options(arguments, &options);
    }
    if (code == CLI_OK) {
        code = cli_rocking_exit(
            rocking_suite_list_read(cli_value(arguments, "records"), &list, &error), &error);
    }
    if (code == CLI_OK && cli_has(arguments, "hazard")) {
        code = cli_rocking_exit(read_hazard(cli_value(arguments, "hazard"),
                                            rocking_suite_measure_of(options.measure), &hazard,
                                            &error),
                                &error);
        options.hazard = &hazard.curve;
    }
    code = code == CLI_OK ? run_and_write(arguments, &options) : code;
    free(hazard.memory);
    rocking_suite_list_clear(&list);
    rocking_scenario_destroy(scenario);
    talus_diagnostics_destroy(diagnostics);
    return code;
}
