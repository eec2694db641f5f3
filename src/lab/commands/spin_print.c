// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of talus-lab spin.
#include "foundation/files/files.h"
#include "lab/commands/spin.h"

#include <math.h>
#include <stdio.h>

static double component(talus_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static bool is_minor(const talus_spin_case *one)
{
    return spin_rank_of(one->inertia, spin_axis_of(one)) == TALUS_SPIN_MINOR;
}

static void print_runs(const talus_spin_case *one, const talus_spin_history *histories,
                       size_t count)
{
    printf("\n%-18s %10s %10s %10s  %8s  %8s  %8s  %8s  %8s\n", "scheme", "omega_x", "omega_y",
           "omega_z", "T", "|N|", "N", "V", "max |d|");
    printf("%-18s %32s  %s\n", "", "at the end (rad/s)", "largest relative drift of");
    for (size_t k = 0; k < count; k++) {
        const talus_spin_history *h = &histories[k];
        const talus_spin_sample *end = &h->samples[h->count - 1];
        printf("%-18s %10.5f %10.5f %10.5f  %8.1e  %8.1e  %8.1e  %8.1e  %8.1e\n",
               talus_scheme_name(h->scheme), end->omega.x, end->omega.y, end->omega.z,
               h->energy_drift, h->spin_drift, h->spin_turn,
               is_minor(one) ? h->v_minor_drift : h->v_major_drift, h->d);
    }
}

static void print_events(const talus_spin_case *one, const talus_spin_history *histories,
                         size_t count)
{
    const int axis = spin_axis_of(one);
    printf("\n");
    for (size_t k = 0; k < count; k++) {
        const talus_spin_history *h = &histories[k];
        printf("%-18s ", talus_scheme_name(h->scheme));
        if (isnan(h->left)) {
            printf("stays at the axis");
        } else {
            printf("omega_%c below 0.9 of the start at %.6g s", 'x' + axis, h->left);
        }
        for (size_t i = 0; i < h->flips && i < TALUS_SPIN_FLIPS_KEPT; i++) {
            printf("%s%.6g", i ? ", " : "; flips at ", h->flip[i]);
        }
        printf("%s%s\n", h->flips > TALUS_SPIN_FLIPS_KEPT ? " ..." : "", h->flips ? " s" : "");
        if (h->failures > 0) {
            printf("%-18s %zu steps without convergence\n", "", h->failures);
        }
    }
}

static void print_eigen(const char *name, const spin_eigen eigen[3])
{
    printf("%-18s", name);
    for (int axis = 0; axis < 3; axis++) {
        const spin_eigen *e = &eigen[axis];
        const bool turning = fabs(e->imaginary[0]) > 1e-6;
        const bool twice = fabs(e->real[0] - e->real[1]) <= 1e-6;
        printf("  %.8f %s", e->modulus, turning ? "complex" : twice ? "double " : "real   ");
    }
    printf("\n");
}

static void print_eigenvalues(const talus_spin_case *one, const talus_spin_history *histories,
                              size_t count)
{
    const double rate = component(one->omega, spin_axis_of(one));
    spin_eigen eigen[3];
    printf("\nLargest |lambda| of the linearised step about each axis at %g rad/s\n%-18s", rate,
           "");
    for (int axis = 0; axis < 3; axis++) {
        printf("  %c %-16s", 'x' + axis, talus_spin_rank_name(spin_rank_of(one->inertia, axis)));
        eigen[axis] = spin_eigen_body(one->inertia, axis, rate, one->time_step);
    }
    printf("\n");
    print_eigen("the body itself", eigen);
    for (size_t k = 0; k < count; k++) {
        for (int axis = 0; axis < 3; axis++) {
            eigen[axis] =
                spin_eigen_measured(histories[k].scheme, one->inertia, axis, rate, one->time_step);
        }
        print_eigen(talus_scheme_name(histories[k].scheme), eigen);
        if (histories[k].scheme == TALUS_SCHEME_EXPLICIT) {
            for (int axis = 0; axis < 3; axis++) {
                eigen[axis] = spin_eigen_explicit(one->inertia, axis, rate, one->time_step);
            }
            print_eigen("  by formula", eigen);
        }
    }
}

void spin_print_table(const talus_spin_case *one, const talus_spin_history *histories, size_t count)
{
    const int axis = spin_axis_of(one);
    const double rate = component(one->omega, axis);
    const double duration = (double)spin_step_count(one) * one->time_step;
    printf("moments    %.9g, %.9g, %.9g kg m2 about x, y, z\n", one->inertia.x, one->inertia.y,
           one->inertia.z);
    printf("start      %g, %g, %g rad/s: about %c (%s axis)\n", one->omega.x, one->omega.y,
           one->omega.z, 'x' + axis, talus_spin_rank_name(spin_rank_of(one->inertia, axis)));
    printf("steps      %zu of %g s: %g s, %.3g turns, %.3g rad in a step\n", spin_step_count(one),
           one->time_step, duration, fabs(rate) * duration / (2 * TALUS_PI),
           fabs(rate) * one->time_step);
    print_runs(one, histories, count);
    print_events(one, histories, count);
    print_eigenvalues(one, histories, count);
}

static void add_eigen(files_text *text, const char *key, const spin_eigen eigen[3])
{
    double moduli[3];
    for (int axis = 0; axis < 3; axis++) {
        moduli[axis] = eigen[axis].modulus;
    }
    files_json_add_numbers(text, key, moduli, 3);
}

static void add_history(files_text *text, const talus_spin_case *one, const talus_spin_history *h)
{
    const double rate = component(one->omega, spin_axis_of(one));
    const talus_spin_sample *end = &h->samples[h->count - 1];
    const double omega[] = {end->omega.x, end->omega.y, end->omega.z};
    const talus_quat p = end->orientation;
    const double orientation[] = {p.w, p.x, p.y, p.z};
    spin_eigen eigen[3];
    for (int axis = 0; axis < 3; axis++) {
        eigen[axis] = spin_eigen_measured(h->scheme, one->inertia, axis, rate, one->time_step);
    }
    files_json_begin(text, talus_scheme_name(h->scheme), '{');
    files_json_add_numbers(text, "omega", omega, 3);
    files_json_add_numbers(text, "orientation", orientation, 4);
    files_json_add_number(text, "energy_drift", h->energy_drift);
    files_json_add_number(text, "spin_length_drift", h->spin_drift);
    files_json_add_number(text, "spin_vector_drift", h->spin_turn);
    files_json_add_number(text, "v_major_drift", h->v_major_drift);
    files_json_add_number(text, "v_minor_drift", h->v_minor_drift);
    files_json_add_number(text, "d_max", h->d);
    files_json_add_number(text, "left_axis_s", h->left);
    const size_t kept = h->flips < TALUS_SPIN_FLIPS_KEPT ? h->flips : (size_t)TALUS_SPIN_FLIPS_KEPT;
    files_json_add_unsigned(text, "flips", h->flips);
    files_json_add_numbers(text, "flip_s", h->flip, kept);
    files_json_add_numbers(text, "crossing_s", h->crossing, kept);
    files_json_add_unsigned(text, "not_converged", h->failures);
    add_eigen(text, "eigenvalue_modulus", eigen);
    files_json_end(text, '}');
}

bool spin_print_json(const talus_spin_case *one, const talus_spin_history *histories, size_t count)
{
    const double rate = component(one->omega, spin_axis_of(one));
    const double inertia[] = {one->inertia.x, one->inertia.y, one->inertia.z};
    const double omega[] = {one->omega.x, one->omega.y, one->omega.z};
    spin_eigen formula[3];
    spin_eigen body[3];
    for (int axis = 0; axis < 3; axis++) {
        formula[axis] = spin_eigen_explicit(one->inertia, axis, rate, one->time_step);
        body[axis] = spin_eigen_body(one->inertia, axis, rate, one->time_step);
    }
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_numbers(&text, "inertia_kg_m2", inertia, 3);
    files_json_add_numbers(&text, "omega0_rad_s", omega, 3);
    files_json_add_number(&text, "time_step_s", one->time_step);
    files_json_add_unsigned(&text, "steps", spin_step_count(one));
    add_eigen(&text, "explicit_formula_modulus", formula);
    add_eigen(&text, "body_modulus", body);
    files_json_begin(&text, "schemes", '{');
    for (size_t k = 0; k < count; k++) {
        add_history(&text, one, &histories[k]);
    }
    files_json_end(&text, '}');
    files_json_end(&text, '}');
    const bool done = !text.failed;
    printf("%s\n", done ? text.data : "{}");
    files_text_clear(&text);
    return done;
}
