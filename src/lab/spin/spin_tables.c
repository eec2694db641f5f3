// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files of the spin study.
#include "lab/spin/spin_internal.h"

#include <math.h>
#include <stdio.h>

void spin_describe(const talus_spin_case *one, char *text, size_t size)
{
    (void)snprintf(text, size,
                   "Free body with moments %.6g, %.6g, %.6g kg m², angular velocity %g, %g, %g "
                   "rad/s at the start, time step %g s.",
                   one->inertia.x, one->inertia.y, one->inertia.z, one->omega.x, one->omega.y,
                   one->omega.z, one->time_step);
}

static talus_status write_history(talus_directory *directory, const talus_spin_history *history,
                                  talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "time_s,omega_x_rad_s,omega_y_rad_s,omega_z_rad_s,p_w,p_x,p_y,p_z,"
                          "energy_drift,spin_length_drift,spin_vector_drift,v_major,v_minor,"
                          "d_x,d_y,d_z,d_norm\n");
    for (size_t k = 0; k < history->count; k++) {
        const talus_spin_sample *s = &history->samples[k];
        files_text_add(&text,
                       "%.15g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.6e,%.6e,%.6e,%.17g,%.17g,"
                       "%.17g,%.17g,%.17g,%.17g\n",
                       s->time, s->omega.x, s->omega.y, s->omega.z, s->orientation.w,
                       s->orientation.x, s->orientation.y, s->orientation.z, s->energy_drift,
                       s->spin_drift, s->spin_turn, s->v_major, s->v_minor, s->d.x, s->d.y, s->d.z,
                       sqrt(s->d.x * s->d.x + s->d.y * s->d.y + s->d.z * s->d.z));
    }
    char name[96];
    (void)snprintf(name, sizeof name, "history_%s.csv", talus_scheme_name(history->scheme));
    return directory_write_text(directory, name, &text, error);
}

static void add_eigen(files_text *text, int axis, const char *rank, const char *of,
                      const spin_eigen *eigen)
{
    files_text_add(text, "%c,%s,%s,%.15g,%.15g,%.15g,%.15g,%.15g,%.6e\n", 'x' + axis, rank, of,
                   eigen->real[0], eigen->imaginary[0], eigen->real[1], eigen->imaginary[1],
                   eigen->modulus, eigen->growth);
}

static talus_status write_eigenvalues(talus_directory *directory, const talus_spin_case *one,
                                      const talus_spin_history *histories, size_t count,
                                      talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "axis,rank,of,real_1,imaginary_1,real_2,imaginary_2,modulus,"
                          "growth_per_turn\n");
    double w[3];
    spin_components(one->omega, w);
    const double rate = w[spin_axis_of(one)];
    for (int axis = 0; axis < 3; axis++) {
        const char *rank = talus_spin_rank_name(spin_rank_of(one->inertia, axis));
        const spin_eigen body = spin_eigen_body(one->inertia, axis, rate, one->time_step);
        const spin_eigen formula = spin_eigen_explicit(one->inertia, axis, rate, one->time_step);
        add_eigen(&text, axis, rank, "body", &body);
        add_eigen(&text, axis, rank, "explicit formula", &formula);
        for (size_t k = 0; k < count; k++) {
            const spin_eigen eigen =
                spin_eigen_measured(histories[k].scheme, one->inertia, axis, rate, one->time_step);
            add_eigen(&text, axis, rank, talus_scheme_name(histories[k].scheme), &eigen);
        }
    }
    return directory_write_text(directory, "eigenvalues.csv", &text, error);
}

const char *const spin_map_files[] = {"map.csv", "map.svg", NULL};

talus_status spin_claim(talus_directory *directory, const talus_scheme *schemes, size_t count,
                        talus_error *error)
{
    static const char *const names[] = {
        "eigenvalues.csv", "omega.svg", "difference.svg", "drift.svg", "lyapunov.svg",
        "polhode.svg",     NULL};
    talus_status status = directory_claim_all(directory, names, error);
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = directory_claim(directory, error, "history_%s.csv", talus_scheme_name(schemes[k]));
    }
    return status;
}

talus_status spin_write_tables(talus_directory *directory, const talus_spin_case *one,
                               const talus_spin_history *histories, size_t count,
                               talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        status = write_history(directory, &histories[k], error);
    }
    return status == TALUS_OK ? write_eigenvalues(directory, one, histories, count, error) : status;
}

talus_status spin_write_map_table(talus_directory *directory, const talus_spin_map *map,
                                  talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "step_angle_rad,moment_smallest,moment_middle,moment_largest,modulus,"
                          "growth_per_turn,growth_of_body,growth_of_explicit_formula,spin_drift\n");
    for (size_t k = 0; k < map->options.nx * map->options.ny; k++) {
        const talus_spin_cell *c = &map->cells[k];
        if (isnan(c->modulus)) {
            continue;
        }
        files_text_add(&text, "%.9g,%.9g,%.9g,%.9g,%.13g,%.6e,%.6e,%.6e,", c->angle, c->inertia.x,
                       c->inertia.y, c->inertia.z, c->modulus, c->growth, c->body_growth,
                       c->explicit_growth);
        if (isnan(c->drift)) {
            files_text_add(&text, "\n");
        } else {
            files_text_add(&text, "%.6e\n", c->drift);
        }
    }
    return directory_write_text(directory, "map.csv", &text, error);
}
