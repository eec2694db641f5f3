// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/impact_law/law_file.h"

#include "foundation/files/json_need.h"
#include "foundation/files/json_node.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A law being read.
typedef struct reader {
    files_json_reader in;
    files_law *out;
} reader;

/// Every member has one of the names; the last name is NULL. `what` stands in the message: "the law".
static void check_names(reader *in, const files_json_node *node, const char *what,
                        const char *const *names)
{
    if (!node || node->kind != NODE_OBJECT) {
        files_json_reject(&in->in, node, "%s must be an object {...}", what);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        const files_json_node *member = node->value.items + i;
        bool known = false;
        for (const char *const *name = names; *name; name++) {
            known = known || strcmp(*name, member->key) == 0;
        }
        if (!known) {
            char list[256] = "";
            size_t used = 0;
            for (const char *const *name = names; *name && used < sizeof list; name++) {
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                         *name);
            }
            files_json_reject(&in->in, member, "%s has no member \"%s\"; expected %s", what,
                              member->key, list);
        }
    }
}

/// Rows of a matrix. @return rows, 0 when rejected
static size_t read_matrix(reader *in, const files_json_node *node, const char *key, size_t rows_max,
                          size_t columns, double *values)
{
    const size_t rows = files_json_length(node);
    if (rows < 1 || rows > rows_max) {
        files_json_reject(&in->in, node,
                          "\"%s\" must be an array of 1 to %zu rows of numbers, found %zu", key,
                          rows_max, rows);
        return 0;
    }
    for (size_t i = 0; i < rows; i++) {
        const files_json_node *row = files_json_item(node, i);
        if (!files_json_numbers(row, values + i * columns, columns)) {
            files_json_reject(&in->in, row, "row %zu of \"%s\" must be an array of %zu numbers",
                              i + 1, key, columns);
            return 0;
        }
    }
    return rows;
}

static void read_square(reader *in, const files_json_node *node, const char *key, size_t size,
                        double *values)
{
    const size_t rows = files_json_length(node);
    if (rows != size) {
        files_json_reject(&in->in, node, "\"%s\" must have %zu rows of %zu numbers, found %zu", key,
                          size, size, rows);
        return;
    }
    (void)read_matrix(in, node, key, size, size, values);
}

/// One number for all, or an array of `count`.
static void read_each(reader *in, const files_json_node *node, const char *key, size_t count,
                      double *values)
{
    double value = 0.0;
    if (files_json_number(node, &value)) {
        for (size_t i = 0; i < count; i++) {
            values[i] = value;
        }
    } else if (!files_json_numbers(node, values, count)) {
        files_json_reject(&in->in, node, "\"%s\" must be one number or an array of %zu numbers",
                          key, count);
    }
}

static double read_positive(reader *in, const files_json_node *node, const char *key)
{
    double value = 1.0;
    const files_json_node *member = files_json_need(&in->in, node, key);
    if (member && (!files_json_number(member, &value) || !(value > 0.0))) {
        files_json_reject(&in->in, member, "\"%s\" must be a number > 0", key);
    }
    return value;
}

static void read_block(reader *in, const files_json_node *node)
{
    static const char *const names[] = {"mass_kg", "width_m", "height_m", NULL};
    files_law *out = in->out;
    check_names(in, node, "\"block\"", names);
    out->block = (talus_impact_law_block){.mass = read_positive(in, node, "mass_kg"),
                                          .width = read_positive(in, node, "width_m"),
                                          .height = read_positive(in, node, "height_m")};
    out->is_block = true;
    out->system.dof_count = 3;
    out->system.contact_count = out->system.tangent_count = 2;
    talus_impact_law_block_matrices(&out->block, out->mass, out->normals, out->tangents);
}

static void read_chain(reader *in, const files_json_node *node)
{
    static const char *const names[] = {"masses_kg", NULL};
    files_law *out = in->out;
    double masses[TALUS_IMPACT_LAW_MAX];
    check_names(in, node, "\"chain\"", names);
    const files_json_node *list = files_json_need(&in->in, node, "masses_kg");
    const size_t balls = files_json_length(list);
    if (balls < 2 || balls > TALUS_IMPACT_LAW_MAX || !files_json_numbers(list, masses, balls)) {
        files_json_reject(&in->in, list ? list : node,
                          "\"masses_kg\" must be an array of 2 to %d numbers",
                          TALUS_IMPACT_LAW_MAX);
        return;
    }
    out->system.dof_count = balls;
    out->system.contact_count = balls - 1;
    talus_impact_law_chain_matrices(balls, masses, out->mass, out->normals);
}

static void read_matrices(reader *in, const files_json_node *root, const files_json_node *mass)
{
    talus_impact_law_system *s = &in->out->system;
    const files_json_node *normals = files_json_need(&in->in, root, "normal_gradients");
    const files_json_node *tangents = files_json_member(root, "tangent_gradients");
    s->dof_count = files_json_length(mass);
    if (s->dof_count < 1 || s->dof_count > TALUS_IMPACT_LAW_MAX) {
        files_json_reject(&in->in, mass, "\"mass_matrix\" must have 1 to %d rows, found %zu",
                          TALUS_IMPACT_LAW_MAX, s->dof_count);
        return;
    }
    read_square(in, mass, "mass_matrix", s->dof_count, in->out->mass);
    s->contact_count = read_matrix(in, normals, "normal_gradients", TALUS_IMPACT_LAW_MAX,
                                   s->dof_count, in->out->normals);
    if (tangents && !in->in.failed) {
        s->tangent_count = read_matrix(in, tangents, "tangent_gradients", 2 * s->contact_count,
                                       s->dof_count, in->out->tangents);
        if (!in->in.failed && s->tangent_count % s->contact_count != 0) {
            files_json_reject(
                &in->in, tangents,
                "\"tangent_gradients\" must have one or two rows for each of the %zu contacts, "
                "found %zu",
                s->contact_count, s->tangent_count);
        }
    }
}

static void read_system(reader *in, const files_json_node *root)
{
    files_law *out = in->out;
    const files_json_node *mass = files_json_member(root, "mass_matrix");
    const files_json_node *block = files_json_member(root, "block");
    const files_json_node *chain = files_json_member(root, "chain");
    const files_json_node *mu = files_json_member(root, "mu");
    const files_json_node *velocity = files_json_need(&in->in, root, "velocity");
    const int ways = (mass != NULL) + (block != NULL) + (chain != NULL);
    if (ways != 1) {
        files_json_reject(&in->in, root,
                          "expected one of \"mass_matrix\", \"block\" and \"chain\", found %d",
                          ways);
        return;
    }
    if (!mass && (files_json_member(root, "normal_gradients") ||
                  files_json_member(root, "tangent_gradients"))) {
        files_json_reject(&in->in, root, "a block or a chain brings its own gradients");
    }
    if (mass) {
        read_matrices(in, root, mass);
    } else if (block) {
        read_block(in, block);
    } else {
        read_chain(in, chain);
    }
    if (in->in.failed) {
        return;
    }
    const files_json_node *place = files_json_member(root, "normal_gradients");
    out->line = files_json_line(place ? place : block ? block : chain);
    if (mu) {
        read_each(in, mu, "mu", out->system.contact_count, out->mu);
        out->system.mu = out->mu;
    }
    if (!files_json_numbers(velocity, out->velocity, out->system.dof_count)) {
        files_json_reject(&in->in, velocity, "\"velocity\" must be an array of %zu numbers",
                          out->system.dof_count);
    }
}

/// What holds along the ground follows from the members that are there.
static void read_tangential(reader *in, const files_json_node *node)
{
    files_law *out = in->out;
    talus_impact_law *law = &out->law;
    const talus_impact_law_system *s = &out->system;
    const files_json_node *epsilon_t = files_json_member(node, "epsilon_t");
    const files_json_node *tan = files_json_member(node, "restitution_tan");
    if (epsilon_t && tan) {
        files_json_reject(&in->in, tan, "\"epsilon_t\" and \"restitution_tan\" exclude each other");
    }
    law->tangential = s->mu ? TALUS_IMPACT_LAW_COULOMB : TALUS_IMPACT_LAW_FREE;
    if (epsilon_t) {
        read_each(in, epsilon_t, "epsilon_t", s->tangent_count, out->epsilon_t);
        law->epsilon_t = out->epsilon_t;
        law->tangential = TALUS_IMPACT_LAW_TANGENT_VELOCITY;
    }
    if (tan && !in->in.failed) {
        const size_t count = s->dof_count > s->contact_count ? s->dof_count - s->contact_count : 0;
        double all = 0.0;
        if (files_json_number(tan, &all)) {
            for (size_t i = 0; i < count; i++) {
                out->restitution_tan[i * count + i] = all;
            }
        } else {
            read_square(in, tan, "restitution_tan", count, out->restitution_tan);
        }
        law->restitution_tan = out->restitution_tan;
        law->tangential = TALUS_IMPACT_LAW_TANGENT_COORDINATE;
    }
}

static void read_form(reader *in, const files_json_node *node)
{
    const files_json_node *form = files_json_member(node, "form");
    const char *text = files_json_text(form);
    if (!form) {
        return;
    }
    if (!text || (strcmp(text, "equation") != 0 && strcmp(text, "complementarity") != 0)) {
        files_json_reject(&in->in, form, "\"form\" must be \"equation\" or \"complementarity\"");
        return;
    }
    in->out->law.complementarity = strcmp(text, "complementarity") == 0;
}

/// Members that belong to another kind of law are refused, not ignored.
static void read_coefficients(reader *in, const files_json_node *node)
{
    static const char *const keys[] = {"epsilon_n", "e", "restitution"};
    files_law *out = in->out;
    const size_t m = out->system.contact_count;
    for (int i = 0; i < TALUS_IMPACT_LAW_KIND_COUNT; i++) {
        const files_json_node *other = files_json_member(node, keys[i]);
        if (other && i != (int)out->law.kind) {
            files_json_reject(&in->in, other, "\"%s\" is not of the %s law, which takes \"%s\"",
                              keys[i], talus_impact_law_kind_name(out->law.kind),
                              keys[out->law.kind]);
        }
    }
    const files_json_node *own = files_json_need(&in->in, node, keys[out->law.kind]);
    if (!own || in->in.failed) {
        return;
    }
    if (out->law.kind == TALUS_IMPACT_LAW_NEWTON) {
        read_each(in, own, "epsilon_n", m, out->epsilon_n);
        out->law.epsilon_n = out->epsilon_n;
    } else if (out->law.kind == TALUS_IMPACT_LAW_GENERALISED) {
        read_square(in, own, "restitution", m, out->restitution);
        out->law.restitution = out->restitution;
    } else if (!files_json_number(own, &out->law.e)) {
        files_json_reject(&in->in, own, "\"e\" must be a number");
    }
}

static void read_law(reader *in, const files_json_node *node)
{
    static const char *const names[] = {"kind",      "epsilon_n",       "e",    "restitution",
                                        "epsilon_t", "restitution_tan", "form", NULL};
    check_names(in, node, "\"law\"", names);
    const files_json_node *kind = files_json_need(&in->in, node, "kind");
    if (in->in.failed) {
        return;
    }
    if (!talus_impact_law_kind_from_name(files_json_text(kind), &in->out->law.kind)) {
        files_json_reject(&in->in, kind, "\"kind\" must be newton, moreau or generalised");
        return;
    }
    read_coefficients(in, node);
    read_tangential(in, node);
    read_form(in, node);
}

static void read_file(reader *in, const files_json_node *root)
{
    static const char *const names[] = {
        "title", "mass_matrix", "block", "chain", "normal_gradients", "tangent_gradients",
        "mu",    "velocity",    "law",   NULL};
    files_law *out = in->out;
    check_names(in, root, "the file", names);
    const char *title = files_json_text(files_json_member(root, "title"));
    snprintf(out->title, sizeof out->title, "%s", title ? title : "");
    out->system = (talus_impact_law_system){
        .mass = out->mass, .normals = out->normals, .tangents = out->tangents};
    const files_json_node *law = in->in.failed ? NULL : files_json_need(&in->in, root, "law");
    if (!in->in.failed) {
        read_system(in, root);
    }
    if (!in->in.failed) {
        read_law(in, law);
    }
}

talus_status files_law_read(const char *path, files_law **law, talus_error *error)
{
    files_json *json = NULL;
    *law = NULL;
    talus_status status = files_json_read(path, &json, error);
    if (status != TALUS_OK) {
        return status;
    }
    reader in = {.in = {.path = path, .error = error}, .out = calloc(1, sizeof *in.out)};
    if (in.out) {
        read_file(&in, files_json_root(json));
        status = in.in.failed ? TALUS_ERROR_INPUT : TALUS_OK;
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    files_json_destroy(json);
    if (status == TALUS_OK) {
        *law = in.out;
    } else {
        files_law_destroy(in.out);
    }
    return status;
}

void files_law_destroy(files_law *law)
{
    free(law);
}
