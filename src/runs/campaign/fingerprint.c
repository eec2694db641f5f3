// SPDX-License-Identifier: GPL-3.0-or-later
// Fingerprints: each part as bytes, then their digest. A new member that changes what rocks do or
// what is kept of them belongs to its part here; the sizes below notice that there is one.
#include "runs/campaign/fingerprint.h"
#include "runs/campaign/campaign.h"

#include "physics/terrain/terrain_internal.h"

#include <math.h>
#include <stdio.h>

#if UINTPTR_MAX == UINT64_MAX
#define HAS_SIZE(type, bytes)                                                                      \
    _Static_assert(sizeof(type) == (bytes), #type " has changed: add its new member to the "       \
                                                  "fingerprint below, then correct this size")
HAS_SIZE(talus_campaign, 1352);
HAS_SIZE(talus_pace, 16);
HAS_SIZE(talus_rock_contact, 24);
HAS_SIZE(talus_breaking, 88);
HAS_SIZE(talus_base_motion, 32);
HAS_SIZE(talus_base_record, 56);
HAS_SIZE(talus_site, 64);
HAS_SIZE(talus_step_options, 88);
HAS_SIZE(talus_ground, 224);
HAS_SIZE(talus_ground_impact, 16);
HAS_SIZE(talus_ground_roughness, 40);
HAS_SIZE(talus_ground_draw, 584);
HAS_SIZE(talus_variation, 32);
HAS_SIZE(talus_forest, 96);
HAS_SIZE(talus_rock, 224);
HAS_SIZE(talus_rock_class, 160);
HAS_SIZE(talus_screen, 88);
HAS_SIZE(talus_object, 112);
HAS_SIZE(talus_release, 248);
HAS_SIZE(talus_release_run, 104);
HAS_SIZE(talus_stem, 48);
HAS_SIZE(talus_wall, 120);
HAS_SIZE(talus_dam, 120);
HAS_SIZE(talus_net, 96);
HAS_SIZE(talus_obstacle_list, 88);
#endif

static void write_numbers(byte_writer *out, const double *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        byte_write_f64(out, values[k]);
    }
}

static void write_vector(byte_writer *out, talus_vec3 v)
{
    write_numbers(out, (const double[]){v.x, v.y, v.z}, 3);
}

static void write_terrain(byte_writer *out, const talus_campaign *c)
{
    byte_write_u64(out, terrain_fingerprint(c->site.terrain));
}

/// All variations of a ground, one after the other, then a 0.
static void write_variations(byte_writer *out, const talus_variation *variation)
{
    for (; variation != NULL; variation = variation->next) {
        const talus_field *field = variation->field;
        const talus_grid *grid = &field->grid;
        byte_write_u8(out, 1);
        byte_write_u32(out, (uint32_t)variation->parameter);
        byte_write_u8(
            out, (uint8_t)(variation->multiply + 2 * variation->replace + 4 * variation->nearest));
        write_numbers(out, (const double[]){variation->sd, grid->x0, grid->y0, grid->cell}, 4);
        byte_write_u64(out, grid->nx);
        byte_write_u64(out, grid->ny);
        byte_write_u64(out,
                       byte_digest(0, field->values, grid->nx * grid->ny * sizeof *field->values));
    }
    byte_write_u8(out, 0);
}

/// A law with all that a number drawn from it depends on.
static void write_distribution(byte_writer *out, const talus_distribution *law)
{
    const size_t count = law->law == TALUS_LAW_TABLE ? law->table_count : 0;
    byte_write_u32(out, (uint32_t)law->law);
    write_numbers(out, (const double[]){law->a, law->b, law->min, law->max}, 4);
    byte_write_u64(out, count);
    write_numbers(out, law->table, count);
}

static void write_draw(byte_writer *out, const talus_ground_draw *draw)
{
    byte_write_u8(out, draw != NULL);
    byte_write_u8(out, draw != NULL && draw->per_impact);
    byte_write_u8(out, draw != NULL && draw->soil_per_impact);
    for (size_t k = TALUS_VARIED_MU_MIN; draw != NULL && k < TALUS_VARIED_COUNT; k++) {
        write_distribution(out, &draw->laws[k]);
    }
    const size_t count = draw != NULL ? draw->posterior_count : 0;
    byte_write_u64(out, count);
    for (size_t k = 0; k < count * TALUS_VARIED_COUNT; k++) {
        const bool is_known = !isnan(draw->posterior[k]);
        byte_write_u8(out, is_known);
        byte_write_f64(out, is_known ? draw->posterior[k] : 0.0);
    }
}

static void write_class_map(byte_writer *out, const talus_class_map *map)
{
    byte_write_u8(out, map != NULL);
    if (map != NULL) {
        write_numbers(out, (const double[]){map->x0, map->y0, map->cell}, 3);
        byte_write_u64(out, map->nx);
        byte_write_u64(out, map->ny);
        byte_write_u64(out, byte_digest(0, map->classes, map->nx * map->ny));
    }
}

/// Nothing without any, so that runs without keep their fingerprints.
static void write_roughness(byte_writer *out, const talus_ground_roughness *roughness)
{
    if (roughness->amplitude > 0.0) {
        write_numbers(out,
                      (const double[]){roughness->amplitude, roughness->spacing, roughness->clear,
                                       roughness->per_rock ? 1.0 : 0.0},
                      4);
        byte_write_u64(out, roughness->seed);
    }
}

static void write_ground(byte_writer *out, const talus_campaign *c)
{
    const talus_site *site = &c->site;
    byte_write_u64(out, site->ground_count);
    for (size_t k = 0; k < site->ground_count; k++) {
        const talus_ground *g = &site->grounds[k];
        const talus_soil *soil = &g->soil;
        write_numbers(out,
                      (const double[]){g->mu_min, g->mu_max, g->kappa, g->beta, g->drag,
                                       g->epsilon_n, g->epsilon_t, soil->modulus, soil->drag,
                                       soil->density, soil->rotational, soil->rolling,
                                       soil->is_normal ? 1.0 : 0.0},
                      13);
        write_variations(out, g->variation);
        write_draw(out, g->draw);
        write_roughness(out, &g->roughness);
        if (g->impact.law != TALUS_IMPACT_NEWTON) {
            byte_write_u32(out, (uint32_t)g->impact.law);
            byte_write_f64(out, g->impact.value);
        }
        if (c->breaking.law != TALUS_BREAKING_NONE) { // it has no effect otherwise
            byte_write_f64(out, g->cushion);
        }
    }
    write_class_map(out, site->ground_map);
    byte_write_u64(out, site->forest_count);
    for (size_t k = 0; k < site->forest_count; k++) {
        const talus_forest *f = &site->forests[k];
        write_numbers(out, (const double[]){f->drag, f->height, f->hold_height, f->hold_path}, 4);
        write_vector(out, f->rotational_drag);
    }
    write_class_map(out, site->forest_map);
}

static void write_line(byte_writer *out, const talus_line *line)
{
    byte_write_u64(out, line->count);
    write_numbers(out, line->xy, 2 * line->count);
}

static void write_law(byte_writer *out, const talus_obstacle_law *law)
{
    write_numbers(out, (const double[]){law->mu, law->epsilon_n, law->epsilon_t}, 3);
}

/// Of what stands; screens and objects only count. Species are names.
static void write_obstacles(byte_writer *out, const talus_campaign *c)
{
    const talus_obstacle_list none = {0};
    const talus_obstacle_list *list =
        c->site.obstacles != NULL ? talus_obstacles_list(c->site.obstacles) : &none;
    byte_write_u64(out, list->stem_count);
    write_law(out, &list->stem_law);
    for (size_t k = 0; k < list->stem_count; k++) {
        const talus_stem *s = &list->stems[k];
        write_numbers(out, (const double[]){s->x, s->y, s->diameter, s->height, s->energy}, 5);
    }
    byte_write_u64(out, list->wall_count);
    for (size_t k = 0; k < list->wall_count; k++) {
        write_line(out, &list->walls[k].line);
        write_numbers(out, (const double[]){list->walls[k].height, list->walls[k].width}, 2);
        write_law(out, &list->walls[k].law);
    }
    byte_write_u64(out, list->net_count);
    for (size_t k = 0; k < list->net_count; k++) {
        write_line(out, &list->nets[k].line);
        write_numbers(out, (const double[]){list->nets[k].height, list->nets[k].capacity}, 2);
    }
}

static void write_rock(byte_writer *out, const talus_rock *rock)
{
    write_numbers(out, (const double[]){rock->mass, rock->volume, rock->radius}, 3);
    write_vector(out, rock->inertia);
    write_vector(out, rock->dimensions);
    byte_write_u64(out, rock->vertex_count);
    for (size_t i = 0; i < rock->vertex_count; i++) {
        write_vector(out, rock->vertices[i]);
    }
    byte_write_u64(out, rock->face_count);
    for (size_t i = 0; rock->face_count > 0 && i <= rock->face_count; i++) {
        byte_write_u32(out, rock->face_starts[i]);
    }
    for (size_t i = 0; rock->face_count > 0 && i < rock->face_starts[rock->face_count]; i++) {
        byte_write_u32(out, rock->face_vertices[i]);
    }
}

static void write_rocks(byte_writer *out, const talus_campaign *c)
{
    byte_write_u64(out, c->rock_class_count);
    for (size_t k = 0; k < c->rock_class_count; k++) {
        const talus_rock_class *kind = &c->rocks[k];
        byte_write_f64(out, kind->share);
        byte_write_u8(out, kind->sized);
        if (kind->sized) {
            write_distribution(out, &kind->volume);
        }
        byte_write_u32(out, kind->hull.points);
        write_vector(out, kind->hull.size);
        write_numbers(out,
                      (const double[]){kind->hull.volume, kind->hull.mass, kind->hull.density,
                                       kind->hull.exponent},
                      4);
        write_rock(out, kind->rock);
        for (size_t i = 1; i < kind->block_count; i++) {
            write_rock(out, kind->blocks[i]);
        }
    }
}

/// Rows; nothing for other kinds. A bit marks what is not known; the bits of a NaN would not do.
static void write_runs(byte_writer *out, const talus_release *r)
{
    for (size_t k = 0; r->runs != NULL && k < r->count; k++) {
        const talus_release_run *run = &r->runs[k];
        const talus_quat p = run->orientation;
        const double values[] = {run->z,
                                 run->height,
                                 run->velocity.x,
                                 run->velocity.y,
                                 run->velocity.z,
                                 run->spin.x,
                                 run->spin.y,
                                 run->spin.z,
                                 p.w,
                                 p.x,
                                 p.y,
                                 p.z};
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            const bool is_known = !isnan(values[i]);
            byte_write_u8(out, is_known);
            byte_write_f64(out, is_known ? values[i] : 0.0);
        }
        byte_write_u32(out, run->rock);
    }
}

static void write_releases(byte_writer *out, const talus_campaign *c)
{
    byte_write_u64(out, c->release_count);
    for (size_t k = 0; k < c->release_count; k++) {
        const talus_release *r = &c->releases[k];
        const size_t points = r->kind == TALUS_RELEASE_SEGMENTS    ? 2
                              : r->kind == TALUS_RELEASE_TRIANGLES ? 3
                                                                   : 1;
        byte_write_u32(out, (uint32_t)r->kind | 256u); // 256: an even lattice over the weights
        byte_write_u64(out, r->count);
        write_numbers(out, r->xy, 2 * points * r->count);
        write_numbers(out, (const double[]){r->kind == TALUS_RELEASE_CELLS ? r->cell : 0.0}, 1);
        byte_write_u8(out, r->cumulative != NULL);
        if (r->cumulative != NULL) {
            write_numbers(out, r->cumulative, r->count);
        }
        byte_write_u64(out, r->rocks);
        byte_write_f64(out, r->height);
        write_vector(out, r->velocity);
        write_vector(out, r->spin);
        byte_write_u8(out, r->spin_in_world);
        byte_write_u8(out, 0); // states of before: no height of S for the whole release
        byte_write_f64(out, 0.0);
        byte_write_u32(out, r->rock);
        byte_write_u8(out, r->random_orientation);
        if (!r->random_orientation) {
            const talus_quat p = r->orientation;
            write_numbers(out, (const double[]){p.w, p.x, p.y, p.z}, 4);
        }
        write_runs(out, r);
        if (r->bodies > 1) { // states of before: every rock alone
            byte_write_u32(out, r->bodies);
            byte_write_f64(out, r->spacing);
        }
    }
}

/// Nothing of a still ground, so that runs without keep their fingerprints.
static void write_base(byte_writer *out, const talus_base_motion *base)
{
    for (size_t k = 0; k < base->record_count; k++) {
        const talus_base_record *record = &base->records[k];
        write_vector(out, record->axis);
        write_numbers(out, (const double[]){base->start, base->end, record->time_step}, 3);
        byte_write_u64(out, record->count);
        write_numbers(out, record->acceleration, record->count);
    }
}

/// Nothing where no rock breaks, so that runs without keep their fingerprints.
static void write_breaking(byte_writer *out, const talus_breaking *b)
{
    if (b->law != TALUS_BREAKING_NONE) {
        byte_write_u32(out, (uint32_t)b->law);
        write_numbers(out,
                      (const double[]){b->area_ratio, b->energy, b->exponent, b->volume_exponent,
                                       b->reference_volume, b->survival, b->beta, b->least_volume,
                                       b->scatter, b->window},
                      10);
    }
}

/// Nothing where every rock is alone and stays whole.
static void write_contact(byte_writer *out, const talus_campaign *c)
{
    if (campaign_has_together(c)) {
        byte_write_u32(out, (uint32_t)c->contact.meeting);
        write_numbers(out, (const double[]){c->contact.mu, c->contact.epsilon}, 2);
        byte_write_u8(out, c->net_memory);
    }
}

static void write_simulation(byte_writer *out, const talus_campaign *c)
{
    const talus_step_options *step = &c->step;
    byte_write_u64(out, c->seed);
    byte_write_u32(out, (uint32_t)step->scheme);
    byte_write_u32(out, (uint32_t)step->detection);
    byte_write_u8(out, step->flights);
    write_numbers(out,
                  (const double[]){step->time_step, step->gravity, step->slip_gap, step->tolerance,
                                   step->position_correction, c->stop.speed, c->stop.spin,
                                   c->stop.time, c->time_limit, step->air_drag, step->air_density},
                  11);
    if (c->pace.path > 0.0) {
        write_numbers(out, (const double[]){c->pace.path, c->pace.flight, c->pace.most}, 3);
    }
    write_base(out, &c->base);
    write_breaking(out, &c->breaking);
    write_contact(out, c);
}

/// Screens, objects and dams; nothing without them. Names and what cells make of a dam do not
/// count.
static void write_gauges(byte_writer *out, const talus_campaign *c)
{
    for (size_t k = 0; k < c->screen_count; k++) {
        const talus_screen *screen = &c->screens[k];
        byte_write_u8(out, screen->recross);
        byte_write_u64(out, screen->line.count);
        write_numbers(out, screen->line.xy, 2 * screen->line.count);
    }
    for (size_t k = 0; k < c->object_count; k++) {
        const talus_object *object = &c->objects[k];
        byte_write_u8(out, object->is_area ? 3 : 2);
        byte_write_f64(out, object->width);
        byte_write_u64(out, object->ring_count);
        for (size_t i = 0; i <= object->ring_count; i++) {
            byte_write_u64(out, object->ring_starts[i]);
        }
        for (size_t i = 0; i < object->ring_count && object->is_hole != NULL; i++) {
            byte_write_u8(out, object->is_hole[i]);
        }
        write_numbers(out, object->xy, 2 * object->ring_starts[object->ring_count]);
    }
    for (size_t k = 0; k < c->dam_count; k++) {
        const talus_dam *dam = &c->dams[k];
        byte_write_u8(out, 4);
        write_line(out, &dam->line);
        write_numbers(out, (const double[]){dam->height, dam->crest_width, dam->face_slope}, 3);
    }
}

/// What decides a zone, where a run may end by it.
static void write_zoning(byte_writer *out, const talus_precision *p)
{
    const talus_zoning *z = &p->zoning;
    if (!(p->decided_share > 0.0)) {
        return;
    }
    byte_write_f64(out, p->decided_share);
    byte_write_u8(out, z->is_annual);
    byte_write_u64(out, z->rate_count);
    byte_write_u64(out, z->threshold_count);
    write_numbers(out, z->rates, z->rate_count);
    write_numbers(out, z->thresholds, z->threshold_count);
    for (size_t r = 0; r < z->rate_count; r++) {
        for (size_t t = 0; t < z->threshold_count; t++) {
            byte_write_u32(out, (uint32_t)z->zones[r][t]);
        }
    }
    byte_write_u32(out, (uint32_t)z->residual);
}

static void write_outputs(byte_writer *out, const talus_campaign *c)
{
    const talus_cells *cells = &c->cells;
    const uint64_t rocks = talus_campaign_rock_count(c);
    write_numbers(
        out,
        (const double[]){cells->x0, cells->y0, cells->cell, c->sample_time, c->sample_distance}, 5);
    byte_write_u64(out, cells->nx);
    byte_write_u64(out, cells->ny);
    byte_write_u8(out, (uint8_t)(c->pooled_outside_soil ? 3 : 2)); // 2: impacts between flights
    byte_write_u64(out, c->recorded_rocks < rocks ? c->recorded_rocks : rocks);
    write_gauges(out, c);
    if (c->stratified || c->cell_quantities != 0 || c->cell_values != 0) {
        byte_write_u8(out, c->stratified); // frequencies only weigh what is kept
        byte_write_u32(out, c->cell_quantities);
        byte_write_u32(out, c->cell_values);
    }
    if (c->reference_width > 0.0) {
        byte_write_f64(out, c->reference_width);
    }
    if (campaign_has_rounds(c)) {
        const talus_precision *p = &c->precision;
        write_numbers(out,
                      (const double[]){p->reach_halfwidth, p->cell_share, p->energy_error,
                                       p->height_error, p->rare, (double)p->first_rocks},
                      6);
        write_zoning(out, p);
        if (c->frequency != NULL) { // here they choose rocks
            write_numbers(out, c->frequency, talus_campaign_stratum_count(c));
        }
    }
}

talus_status campaign_fingerprint_of(const talus_campaign *campaign,
                                     campaign_fingerprint *fingerprint, talus_error *error)
{
    static void (*const puts[CAMPAIGN_PART_COUNT])(byte_writer *, const talus_campaign *) = {
        [CAMPAIGN_PART_TERRAIN] = write_terrain,     [CAMPAIGN_PART_GROUND] = write_ground,
        [CAMPAIGN_PART_OBSTACLES] = write_obstacles, [CAMPAIGN_PART_ROCKS] = write_rocks,
        [CAMPAIGN_PART_RELEASES] = write_releases,   [CAMPAIGN_PART_SIMULATION] = write_simulation,
        [CAMPAIGN_PART_OUTPUTS] = write_outputs};
    byte_writer bytes = {0};
    for (size_t k = 0; k < CAMPAIGN_PART_COUNT; k++) {
        bytes.size = 0;
        puts[k](&bytes, campaign);
        fingerprint->parts[k] = byte_digest(k + 1, bytes.data, bytes.size);
    }
    const bool failed = bytes.failed;
    byte_writer_clear(&bytes);
    return failed ? talus_error_set(error, TALUS_ERROR_MEMORY,
                                    "out of memory for the fingerprint of the campaign")
                  : TALUS_OK;
}

void campaign_fingerprint_compare(const campaign_fingerprint *a, const campaign_fingerprint *b,
                                  char *text, size_t size)
{
    static const char *const names[CAMPAIGN_PART_COUNT] = {
#define NAME(name, text) text,
        CAMPAIGN_PART_LIST(NAME)
#undef NAME
    };
    size_t length = 0;
    text[0] = '\0';
    for (size_t k = 0; k < CAMPAIGN_PART_COUNT; k++) {
        if (a->parts[k] != b->parts[k] && length < size) {
            const int added =
                snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", names[k]);
            length += added > 0 ? (size_t)added : 0;
        }
    }
}

void campaign_fingerprint_code(byte_coder coder, campaign_fingerprint *fingerprint)
{
    for (size_t k = 0; k < CAMPAIGN_PART_COUNT; k++) {
        byte_code_u64(coder, &fingerprint->parts[k]);
    }
}
