// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab fit: impact parameters of a measured free rocking test.
#include "lab/study/rocking_fit.h"

#include "input/command/study_files.h"
#include "lab/commands/commands.h"
#include "lab/commands/rocking_tools.h"

#include <math.h>
#include <stdio.h>

void cli_fit_defaults(void *options, size_t size)
{
    rocking_fit_case *one = options;
    (void)size;
    *one = (rocking_fit_case){.gravity = 9.81,
                              .from = -(double)INFINITY,
                              .to = (double)INFINITY,
                              .search = talus_spatial_fit_options_default()};
}

static rocking_fit_case read_case(const cli_arguments *arguments)
{
    rocking_fit_case one;
    double size[CLI_MAX_NUMBERS];
    const int sizes = cli_numbers(arguments, "size", size);
    cli_options_read(arguments, &one);
    one.b1 = 0.5 * size[0];
    one.b2 = sizes == 3 ? 0.5 * size[1] : 0.0;
    one.h = 0.5 * size[sizes - 1];
    return one;
}

static void print_limits(const talus_spatial_fit *best)
{
    static const char *const names[TALUS_SPATIAL_UNKNOWNS] = {"t0", "tilt", "lam", "lat", "lon"};
    for (int k = 2; k < TALUS_SPATIAL_UNKNOWNS; k++) {
        const double least = k == 2 ? 0.0 : -1.0;
        if (best->found[k] < least || best->found[k] > 1.0) {
            fprintf(
                stderr,
                "talus-lab: warning: %s = %.4g lies outside [%g, 1], the limits of a rigid base "
                "that only pushes: something is not in the model (bouncing, slip, friction)\n",
                names[k], best->found[k], least);
        }
    }
}

static void print_rates(const rocking_record *record, const rocking_fit_result *result)
{
    const talus_inertial_measures *m = &result->measures;
    printf("record     %zu samples at %.6g s, %zu impacts, first at %.6g s\n", record->count,
           record->interval, m->impact_count, m->first_impact);
    printf("OPMF       %.4g   (corrections of the drift: phi_x %.3g rad, phi_y %.3g rad)\n",
           m->opmf, m->drift_x, m->drift_y);
    if (isfinite(m->avrf)) {
        printf("AVRF       %.4f  of %zu peaks\n\n", m->avrf, m->peak_count);
    } else {
        printf("AVRF       none: %zu peaks between impacts, 2 are needed\n\n", m->peak_count);
    }
    printf(
        "start      error     t0 (s)   tilt (rad)       lam       lat       lon   error (rad/s)  "
        "runs\n");
    for (size_t i = 0; i < result->fit_count; i++) {
        const talus_spatial_fit *f = &result->fits[i];
        printf("%5zu  %9.3g  %9.5f  %11.5f  %8.4f  %8.4f  %8.4f  %14.4g  %4zu\n", i + 1,
               f->begin_error, f->found[0], f->found[1], f->found[2], f->found[3], f->found[4],
               f->error, f->evaluations);
    }
}

static void print_theta(const rocking_fit_case *one, const talus_eta_fit *fit, double eta_mat)
{
    const double aspect = one->h / one->b1;
    printf("release    %.5g s into the record from %.5g rad, at rest after %.4g s\n", fit->release,
           fit->theta0, fit->end);
    printf("eta        %.4f  middle half of the response, rms %.3g rad\n", fit->eta,
           fit->eta_error);
    printf("eta'       %.4f  half-period after the first impact, rms %.3g rad\n", fit->eta_first,
           fit->first_error);
    printf("Housner    %.4f\n", talus_rocking_eta(aspect, 1.0));
    const double rigid = fit->eta / eta_mat;
    const double k = talus_rocking_k(aspect, rigid);
    if (isfinite(k)) {
        printf("k          %.4f, resultant %.4g m from the middle, of eta / eta_mat = %.4f\n", k,
               k * one->b1, rigid);
    } else {
        printf("k          none: eta / eta_mat = %.4f is above 1\n", rigid);
    }
    printf("k of (19)  %.4f\n", talus_rocking_k_fit(aspect, 2.0 * one->b1));
}

/// What the writers need.
typedef struct fit_job {
    const rocking_fit_case *one;
    const rocking_record *record;
    const rocking_fit_result *rates;
    const talus_eta_fit *theta;
} fit_job;

static talus_status write_rates(const void *user, talus_directory *directory, talus_error *error)
{
    const fit_job *job = user;
    return rocking_fit_write_rates(directory, job->one, job->record, job->rates, error);
}

static talus_status write_theta(const void *user, talus_directory *directory, talus_error *error)
{
    const fit_job *job = user;
    return rocking_fit_write_theta(directory, job->one, job->record, job->theta, error);
}

static cli_exit fit_rates(const cli_arguments *arguments, const rocking_fit_case *one,
                          const rocking_record *record)
{
    rocking_fit_result result;
    talus_error error = {0};
    directory_study files = {
        .name = "rocking fit", .files = rocking_fit_rate_files, .write = write_rates};
    const char *directory = cli_value(arguments, "out");
    if (!(one->b2 > 0.0)) {
        fprintf(stderr, "talus-lab fit: angular velocities need --size W,D,H with the depth\n");
        return CLI_USAGE;
    }
    cli_exit code = cli_study_open(arguments, directory, &files);
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_fit_rates(one, record, &result, &error), &error);
        if (code == CLI_OK) {
            const fit_job job = {.one = one, .record = record, .rates = &result};
            print_rates(record, &result);
            print_limits(&result.fits[0]);
            code = cli_study_write(&files, &job);
            rocking_fit_result_clear(&result);
        }
        if (code == CLI_OK && directory != NULL) {
            printf("written    rates.csv, starts.csv and a chart in %s\n", directory);
        }
    }
    cli_study_close(&files);
    return code;
}

static cli_exit fit_theta(const cli_arguments *arguments, const rocking_fit_case *one,
                          const rocking_record *record)
{
    const talus_planar_model model = rocking_fit_model(one);
    const talus_rotation_series series = {
        .count = record->count, .interval = record->interval, .theta = record->theta};
    talus_eta_fit fit;
    talus_error error = {0};
    directory_study files = {
        .name = "rocking fit", .files = rocking_fit_theta_files, .write = write_theta};
    const char *directory = cli_value(arguments, "out");
    cli_exit code = cli_study_open(arguments, directory, &files);
    if (code == CLI_OK) {
        const talus_status status = talus_eta_fit_series(&model, &series, &fit, &error);
        if (status != TALUS_OK) {
            talus_error_locate(&error, one->path, 0, 0);
        }
        code = cli_rocking_exit(status, &error);
        if (code == CLI_OK) {
            const fit_job job = {.one = one, .record = record, .theta = &fit};
            print_theta(one, &fit, cli_number(arguments, "eta-mat", 1.0));
            code = cli_study_write(&files, &job);
        }
        if (code == CLI_OK && directory != NULL) {
            printf("written    theta.csv and a chart in %s\n", directory);
        }
    }
    cli_study_close(&files);
    return code;
}

cli_exit cli_rocking_fit(const cli_arguments *arguments)
{
    const rocking_fit_case one = read_case(arguments);
    rocking_record record;
    talus_error error = {0};
    cli_exit result = CLI_OK;
    const talus_status status = rocking_record_read(&one, &record, &error);
    if (status != TALUS_OK) {
        return cli_rocking_exit(status, &error);
    }
    if (record.rate) {
        result = fit_rates(arguments, &one, &record);
    }
    if (record.theta && result == CLI_OK) {
        result = fit_theta(arguments, &one, &record);
    }
    rocking_record_clear(&record);
    return result;
}
