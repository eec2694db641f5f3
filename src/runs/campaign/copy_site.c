// SPDX-License-Identifier: GPL-3.0-or-later
// What rocks meet, in a copy.
#include "runs/campaign/copy_internal.h"

#include <string.h>

/// Runs of equal classes.
static void write_classes(byte_writer *writer, const uint8_t *classes, size_t count)
{
    for (size_t k = 0; k < count;) {
        size_t end = k + 1;
        while (end < count && classes[end] == classes[k]) {
            end++;
        }
        byte_write_u8(writer, classes[k]);
        byte_write_count(writer, end - k);
        k = end;
    }
}

static void read_classes(byte_reader *reader, uint8_t *classes, size_t count)
{
    for (size_t k = 0; k < count && !reader->failed;) {
        const uint8_t value = byte_read_u8(reader);
        const uint64_t length = byte_read_count(reader);
        reader->failed = reader->failed || length == 0 || length > count - k;
        if (!reader->failed) {
            memset(classes + k, value, (size_t)length);
            k += (size_t)length;
        }
    }
}

static void code_class_map(copy_carrier *c, void *item)
{
    enum { MOST_CELLS = 1 << 28 };
    talus_class_map *map = item;
    COPY_DOUBLES(&map->x0, &map->y0, &map->cell);
    copy_size(c, &map->nx);
    copy_size(c, &map->ny);
    if (!copy_is_reading(c)) {
        write_classes(c->coder.writer, map->classes, map->nx * map->ny);
        return;
    }
    byte_reader *reader = c->coder.reader;
    reader->failed =
        reader->failed || map->nx == 0 || map->nx > MOST_CELLS || map->ny > MOST_CELLS / map->nx;
    map->classes = reader->failed ? NULL : copy_room(c, map->nx * map->ny, 1);
    if (map->classes != NULL) {
        read_classes(reader, map->classes, map->nx * map->ny);
    }
}

static void code_field(copy_carrier *c, void *item)
{
    enum { MOST_NODES = 1 << 24 };
    talus_field *field = item;
    byte_code_f64(c->coder, &field->range);
    copy_grid(c, &field->grid);
    size_t count = field->grid.nx * field->grid.ny;
    const void *values = copy_list(c, field->values, &count, sizeof(float), copy_single);
    memcpy(&field->values, &values, sizeof values);
    const bool fits = field->grid.nx <= MOST_NODES && field->grid.ny <= MOST_NODES &&
                      (uint64_t)field->grid.nx * field->grid.ny == count;
    if (copy_is_reading(c) && !fits) {
        c->coder.reader->failed = true;
    }
}

static void code_variation(copy_carrier *c, void *item)
{
    talus_variation *v = item;
    v->parameter = (talus_varied)copy_choice(c, (uint32_t)v->parameter);
    byte_code_flag(c->coder, &v->multiply);
    byte_code_flag(c->coder, &v->replace);
    byte_code_flag(c->coder, &v->nearest);
    byte_code_f64(c->coder, &v->sd);
    v->field = copy_optional(c, v->field, sizeof *v->field, code_field);
    v->next = copy_optional(c, v->next, sizeof *v, code_variation);
}

static void code_draw(copy_carrier *c, void *item)
{
    talus_ground_draw *draw = item;
    for (size_t k = 0; k < TALUS_VARIED_COUNT; k++) {
        copy_distribution(c, &draw->laws[k]);
    }
    byte_code_flag(c->coder, &draw->per_impact);
    byte_code_flag(c->coder, &draw->soil_per_impact);
    size_t numbers = draw->posterior_count * TALUS_VARIED_COUNT;
    draw->posterior = copy_list(c, draw->posterior, &numbers, sizeof(double), copy_number);
    draw->posterior_count = numbers / TALUS_VARIED_COUNT;
}

static void code_ground(copy_carrier *c, void *item)
{
    talus_ground *g = item;
    talus_soil *soil = &g->soil;
    talus_ground_roughness *rough = &g->roughness;
    byte_code_text(c->coder, g->name, sizeof g->name);
    COPY_DOUBLES(&g->mu_min, &g->mu_max, &g->kappa, &g->beta, &g->drag, &g->epsilon_n,
                 &g->epsilon_t, &soil->modulus, &soil->drag, &soil->density, &soil->rotational,
                 &soil->rolling, &rough->amplitude, &rough->spacing, &rough->clear,
                 &g->impact.value, &g->cushion);
    byte_code_flag(c->coder, &soil->is_normal);
    byte_code_flag(c->coder, &rough->per_rock);
    byte_code_u64(c->coder, &rough->seed);
    g->impact.law = (talus_impact_rule)copy_choice(c, (uint32_t)g->impact.law);
    g->source = NULL;
    g->variation = copy_optional(c, g->variation, sizeof *g->variation, code_variation);
    g->draw = copy_optional(c, g->draw, sizeof *g->draw, code_draw);
}

static void code_forest(copy_carrier *c, void *item)
{
    talus_forest *f = item;
    byte_code_text(c->coder, f->name, sizeof f->name);
    COPY_DOUBLES(&f->drag, &f->height, &f->hold_height, &f->hold_path);
    copy_vector(c, &f->rotational_drag);
    f->source = NULL;
}

static void code_line(copy_carrier *c, talus_line *line)
{
    size_t numbers = 2 * line->count;
    byte_code_text(c->coder, line->name, sizeof line->name);
    const void *xy = copy_list(c, line->xy, &numbers, sizeof *line->xy, copy_number);
    memcpy(&line->xy, &xy, sizeof xy);
    line->count = numbers / 2;
}

static void code_law(copy_carrier *c, talus_obstacle_law *law)
{
    COPY_DOUBLES(&law->mu, &law->epsilon_n, &law->epsilon_t);
}

static void code_stem(copy_carrier *c, void *item)
{
    talus_stem *s = item;
    COPY_DOUBLES(&s->x, &s->y, &s->diameter, &s->height, &s->energy);
    byte_code_count32(c->coder, &s->species);
}

static void code_wall(copy_carrier *c, void *item)
{
    talus_wall *w = item;
    code_line(c, &w->line);
    COPY_DOUBLES(&w->height, &w->width);
    code_law(c, &w->law);
}

static void code_net(copy_carrier *c, void *item)
{
    talus_net *n = item;
    code_line(c, &n->line);
    COPY_DOUBLES(&n->height, &n->capacity);
}

static void code_species(copy_carrier *c, void *item)
{
    byte_code_text(c->coder, item, TALUS_SPECIES_LENGTH);
}

static void code_obstacles(copy_carrier *c, void *item)
{
    talus_obstacle_list *list = item;
    code_law(c, &list->stem_law);
    const void *species =
        copy_list(c, list->species, &list->species_count, TALUS_SPECIES_LENGTH, code_species);
    memcpy(&list->species, &species, sizeof species);
    list->stems = copy_list(c, list->stems, &list->stem_count, sizeof *list->stems, code_stem);
    list->walls = copy_list(c, list->walls, &list->wall_count, sizeof *list->walls, code_wall);
    list->nets = copy_list(c, list->nets, &list->net_count, sizeof *list->nets, code_net);
}

const talus_obstacle_list *copy_site(copy_carrier *c, talus_site *site)
{
    site->grounds =
        copy_list(c, site->grounds, &site->ground_count, sizeof *site->grounds, code_ground);
    site->ground_map = copy_optional(c, site->ground_map, sizeof *site->ground_map, code_class_map);
    site->forests =
        copy_list(c, site->forests, &site->forest_count, sizeof *site->forests, code_forest);
    site->forest_map = copy_optional(c, site->forest_map, sizeof *site->forest_map, code_class_map);
    const talus_obstacle_list *list =
        site->obstacles != NULL ? talus_obstacles_list(site->obstacles) : NULL;
    return copy_optional(c, list, sizeof *list, code_obstacles);
}
