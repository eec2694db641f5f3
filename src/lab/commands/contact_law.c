// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab law: an impact law evaluated on a small system.
#include "foundation/files/files.h"
#include "lab/commands/commands.h"
#include "lab/impact_law/law_file.h"

#include <math.h>
#include <stdlib.h>

/// One evaluation with all that is printed.
typedef struct answer {
    files_law *given;
    talus_impact_law_metric metric; ///< valid if result.independent
    talus_impact_law_margins margins;
    talus_impact_law_result result;
    char refusal[512];
} answer;

static const char *tangential_text(const answer *a)
{
    switch (a->given->law.tangential) {
    case TALUS_IMPACT_LAW_TANGENT_COORDINATE:
        return "restitution of q_tan";
    case TALUS_IMPACT_LAW_TANGENT_VELOCITY:
        return "restitution of the slip velocity";
    case TALUS_IMPACT_LAW_COULOMB:
        return "Coulomb friction";
    case TALUS_IMPACT_LAW_FREE:
        break;
    }
    return "nothing";
}

static void print_head(const answer *a)
{
    const talus_impact_law_system *s = &a->given->system;
    const talus_impact_law_result *r = &a->result;
    if (a->given->title[0]) {
        printf("%s\n\n", a->given->title);
    }
    printf("law         %s, %s; along the ground: %s\n",
           talus_impact_law_kind_name(a->given->law.kind),
           a->given->law.complementarity ? "complementarity" : "equation", tangential_text(a));
    printf("system      %zu degrees of freedom, %zu contact%s, %zu tangent%s%s\n", s->dof_count,
           s->contact_count, s->contact_count == 1 ? "" : "s", s->tangent_count,
           s->tangent_count == 1 ? "" : "s", r->independent ? "" : ", dependent gradients");
}

static double largest_of(const double *values, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++) {
        largest = fabs(values[i]) > largest ? fabs(values[i]) : largest;
    }
    return largest;
}

/// Round-off beside numbers of size `scale` is shown as 0.
static double shown(double value, double scale)
{
    return fabs(value) > 1e-12 * scale ? value : 0.0;
}

static void print_numbers(const char *name, const double *values, size_t count, double scale)
{
    printf("%-12s", name);
    for (size_t i = 0; i < count; i++) {
        printf("%s%.9g", i ? "  " : "", shown(values[i], scale));
    }
    printf("%s\n", count ? "" : "none");
}

static void print_contacts(const answer *a)
{
    const talus_impact_law_system *s = &a->given->system;
    const talus_impact_law_result *r = &a->result;
    const size_t each = s->tangent_count / s->contact_count;
    printf("\ncontact       q_norm-       q_norm+  gap- (m/s)  gap+ (m/s)     p_N (N s)%s\n",
           each ? "     p_T (N s)" : "");
    const double q = largest_of(r->q_norm_before, s->contact_count);
    const double gap = largest_of(r->gap_before, s->contact_count);
    const double p = largest_of(r->percussion_n, s->contact_count);
    for (size_t i = 0; i < s->contact_count; i++) {
        printf("%7zu  %12.6g  %12.6g  %10.6g  %10.6g  %12.6g", i + 1, shown(r->q_norm_before[i], q),
               shown(r->q_norm_after[i], q), shown(r->gap_before[i], gap),
               shown(r->gap_after[i], gap), shown(r->percussion_n[i], p));
        for (size_t k = 0; k < each; k++) {
            printf("  %12.6g", shown(r->percussion_t[i * each + k], p));
        }
        printf("\n");
    }
    printf("\n");
}

static void print_velocities(const answer *a)
{
    const talus_impact_law_result *r = &a->result;
    const size_t n = a->given->system.dof_count;
    const double u = largest_of(a->given->velocity, n);
    const double q = sqrt(2.0 * r->energy_before); // |q_tan| is never larger than this
    print_numbers("q_tan-", r->q_tan_before, r->tan_count, q);
    print_numbers("q_tan+", r->q_tan_after, r->tan_count, q);
    print_numbers("velocity-", a->given->velocity, n, u);
    print_numbers("velocity+", r->velocity_after, n, u);
}

static void print_angles(const answer *a)
{
    const size_t m = a->given->system.contact_count;
    if (!a->result.independent) {
        return;
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t j = i + 1; j < m; j++) {
            printf("angle       contacts %zu, %zu: %.6f deg\n", i + 1, j + 1,
                   talus_impact_law_kinetic_angle(&a->metric, i, j) * 180.0 / TALUS_PI);
        }
    }
}

static void print_check(const char *name, const talus_impact_law_check *check, const char *unit)
{
    if (check->holds) {
        printf("%-12sholds\n", name);
    } else {
        printf("%-12sviolated by %.6g %s\n", name, check->excess, unit);
    }
}

static void print_verdicts(const answer *a)
{
    const talus_impact_law_result *r = &a->result;
    printf("energy      %.9g J before, %.9g J after\n\n", r->energy_before, r->energy_after);
    print_check("kinematic", &r->kinematic, "m/s");
    print_check("kinetic", &r->kinetic, "N s");
    print_check("energetic", &r->energetic, "J");
    if (a->given->system.mu) {
        print_check("Coulomb", &r->coulomb, "N s");
    }
    if (r->independent && !a->given->law.complementarity) {
        printf("any impact  kinematic %s, kinetic %s, energetic %s (norm of E %.9g)\n",
               a->margins.kinematic >= 0.0 ? "yes" : "no", a->margins.kinetic >= 0.0 ? "yes" : "no",
               a->margins.norm <= 1.0 + 1e-12 ? "yes" : "no", a->margins.norm);
    }
    printf("admissible  %s\n", r->admissible ? "yes" : "no");
}

static void print_cases(const files_law *given)
{
    const double aspect = given->block.height / given->block.width;
    const double mu = given->system.mu ? given->mu[0] : 0.0;
    printf("\nrocking on A until B hits the ground, height / width = %.6g, mu = %.6g\n", aspect,
           mu);
    for (int i = 0; i < TALUS_IMPACT_LAW_CASE_COUNT; i++) {
        const talus_impact_law_interval row =
            talus_impact_law_block_interval((talus_impact_law_case)i, aspect, mu, 0.0);
        const char *name = row.half ? "e_n1" : "e_n21";
        if (row.low <= row.high) {
            printf("  %-40s %-5s from %.6f to %.6f\n", row.name, name, row.low, row.high);
        } else {
            printf("  %-40s %-5s none admissible\n", row.name, name);
        }
    }
}

static void add_matrix(files_text *text, const char *key, const double *values, size_t rows,
                       size_t columns)
{
    files_json_begin(text, key, '[');
    for (size_t i = 0; i < rows; i++) {
        files_json_add_numbers(text, NULL, values + i * columns, columns);
    }
    files_json_end(text, ']');
}

static void add_check(files_text *text, const char *key, const talus_impact_law_check *check)
{
    files_json_begin(text, key, '{');
    files_json_add_bool(text, "holds", check->holds);
    files_json_add_unsigned(text, "contact", check->contact + 1);
    files_json_add_number(text, "violated_by", check->holds ? 0.0 : check->excess);
    files_json_end(text, '}');
}

static void add_metric(files_text *text, const answer *a)
{
    const size_t m = a->given->system.contact_count;
    double angles[TALUS_IMPACT_LAW_MATRIX];
    for (size_t i = 0; i < m * m; i++) {
        // a direction makes no angle with itself
        angles[i] = i / m == i % m ? 0.0 : talus_impact_law_kinetic_angle(&a->metric, i / m, i % m);
    }
    add_matrix(text, "gram", a->metric.gram, m, m);
    add_matrix(text, "kinetic_angles_rad", angles, m, m);
    files_json_begin(text, "any_impact", '{');
    files_json_add_number(text, "kinematic_margin", a->margins.kinematic);
    files_json_add_number(text, "kinetic_margin", a->margins.kinetic);
    files_json_add_number(text, "norm", a->margins.norm);
    files_json_end(text, '}');
}

static void add_result(files_text *text, const answer *a)
{
    const talus_impact_law_system *s = &a->given->system;
    const talus_impact_law_result *r = &a->result;
    add_matrix(text, "restitution", r->restitution, s->contact_count, s->contact_count);
    files_json_add_numbers(text, "q_norm_before", r->q_norm_before, s->contact_count);
    files_json_add_numbers(text, "q_norm_after", r->q_norm_after, s->contact_count);
    files_json_add_numbers(text, "q_tan_before", r->q_tan_before, r->tan_count);
    files_json_add_numbers(text, "q_tan_after", r->q_tan_after, r->tan_count);
    files_json_add_numbers(text, "gap_velocity_before", r->gap_before, s->contact_count);
    files_json_add_numbers(text, "gap_velocity_after", r->gap_after, s->contact_count);
    files_json_add_numbers(text, "slip_velocity_before", r->slip_before, s->tangent_count);
    files_json_add_numbers(text, "slip_velocity_after", r->slip_after, s->tangent_count);
    files_json_add_numbers(text, "velocity_before", a->given->velocity, s->dof_count);
    files_json_add_numbers(text, "velocity_after", r->velocity_after, s->dof_count);
    files_json_add_numbers(text, "percussion_n", r->percussion_n, s->contact_count);
    files_json_add_numbers(text, "percussion_t", r->percussion_t, s->tangent_count);
    files_json_add_number(text, "energy_before", r->energy_before);
    files_json_add_number(text, "energy_after", r->energy_after);
    add_check(text, "kinematic", &r->kinematic);
    add_check(text, "kinetic", &r->kinetic);
    add_check(text, "energetic", &r->energetic);
    if (s->mu) {
        add_check(text, "coulomb", &r->coulomb);
    }
    files_json_add_bool(text, "solved", r->solved);
    files_json_add_bool(text, "admissible", r->admissible);
    files_json_add_text(text, "refusal", a->refusal);
}

static void add_cases(files_text *text, const files_law *given)
{
    const double aspect = given->block.height / given->block.width;
    files_json_begin(text, "block_cases", '[');
    for (int i = 0; i < TALUS_IMPACT_LAW_CASE_COUNT; i++) {
        const talus_impact_law_interval row = talus_impact_law_block_interval(
            (talus_impact_law_case)i, aspect, given->system.mu ? given->mu[0] : 0.0, 0.0);
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "case", row.name);
        files_json_add_text(text, "coefficient", row.half ? "e_n1" : "e_n21");
        files_json_add_bool(text, "any_admissible", row.low <= row.high);
        files_json_add_number(text, "low", row.low <= row.high ? row.low : (double)NAN);
        files_json_add_number(text, "high", row.low <= row.high ? row.high : (double)NAN);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

static cli_exit print_json(const answer *a)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_text(&text, "title", a->given->title);
    files_json_add_text(&text, "kind", talus_impact_law_kind_name(a->given->law.kind));
    files_json_add_text(&text, "form",
                        a->given->law.complementarity ? "complementarity" : "equation");
    if (a->result.independent) {
        add_metric(&text, a);
    }
    add_result(&text, a);
    if (a->given->is_block) {
        add_cases(&text, a->given);
    }
    files_json_end(&text, '}');
    const bool failed = text.failed;
    if (!failed) {
        printf("%s\n", text.data);
    }
    files_text_clear(&text);
    return failed ? CLI_FAILED : CLI_OK;
}

static cli_exit print_answer(const answer *a, bool json)
{
    cli_exit result = CLI_OK;
    if (json) {
        result = print_json(a);
    } else {
        print_head(a);
        print_contacts(a);
        print_velocities(a);
        print_angles(a);
        print_verdicts(a);
        if (a->given->is_block) {
            print_cases(a->given);
        }
    }
    if (result == CLI_OK && !a->result.admissible) {
        fprintf(stderr, "talus-lab: %s\n", a->refusal);
        result = CLI_SUSPECT;
    }
    return result;
}

static talus_status evaluate(const char *path, answer *a, talus_error *error)
{
    talus_status status = files_law_read(path, &a->given, error);
    if (status != TALUS_OK) {
        return status;
    }
    const talus_impact_law_system *system = &a->given->system;
    status = talus_impact_law_apply(system, &a->given->law, a->given->velocity, &a->result, error);
    if (status != TALUS_OK) {
        talus_error_locate(error, path, a->given->line, 0);
        return status;
    }
    talus_impact_law_refusal(&a->result, a->refusal, sizeof a->refusal);
    if (a->result.independent) {
        status = talus_impact_law_metric_init(system, &a->metric, error);
        a->margins = talus_impact_law_margins_of(&a->metric, a->result.restitution);
    }
    return status;
}

cli_exit cli_contact_law(const cli_arguments *arguments)
{
    talus_error error = {0};
    answer *a = calloc(1, sizeof *a);
    if (!a) {
        (void)talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory");
        cli_print_error(&error);
        return CLI_FAILED;
    }
    const talus_status status = evaluate(arguments->operands[0], a, &error);
    cli_exit result;
    if (status == TALUS_OK) {
        result = print_answer(a, cli_has(arguments, "json"));
    } else {
        cli_print_error(&error);
        result = cli_exit_of(status);
    }
    files_law_destroy(a->given);
    free(a);
    return result;
}
