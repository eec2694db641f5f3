// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a scenario of a rocking block: type, unit, range, default. docs/rocking.md, section
// 11, is its prose.
#include "input/schema/rows.h"
#include "lab/scenario/rocking.h"

#define UNSET SCENARIO_UNSET

static const char *const kinds[] = {
    [ROCKING_PLANAR] = "planar", [ROCKING_SPATIAL] = "spatial", NULL};

static const rocking_block_keys block_defaults = {
    .width = UNSET,
    .depth = UNSET,
    .height = UNSET,
    .b = UNSET,
    .b1 = UNSET,
    .b2 = UNSET,
    .h = UNSET,
    .mass = UNSET,
    .density = UNSET,
    .inertia = UNSET,
    .principal_inertia = UNSET_VEC3,
    .base_tolerance = UNSET,
};
// Signs are checked later: a sentence about the centre of mass says more than a range.
static const scenario_field block_fields[] = {
    CHOICE(rocking_block_keys, kind, "kind", kinds),
    NUMBER(rocking_block_keys, width, "width_m", "m", -1e3, 1e3),
    NUMBER(rocking_block_keys, depth, "depth_m", "m", -1e3, 1e3),
    NUMBER(rocking_block_keys, height, "height_m", "m", -1e3, 1e3),
    NUMBER(rocking_block_keys, b, "b_m", "m", -1e3, 1e3),
    NUMBER(rocking_block_keys, b1, "b1_m", "m", -1e3, 1e3),
    NUMBER(rocking_block_keys, b2, "b2_m", "m", -1e3, 1e3),
    NUMBER(rocking_block_keys, h, "h_m", "m", -1e3, 1e3),
    VALUE(SCENARIO_POINTS, rocking_block_keys, corners, "corners_m", "m", -1e3, 1e3),
    FILENAME(rocking_block_keys, mesh, "mesh"),
    POSITIVE(SCENARIO_NUMBER, rocking_block_keys, base_tolerance, "base_tolerance_m", "m", 1e3),
    POSITIVE(SCENARIO_NUMBER, rocking_block_keys, mass, "mass_kg", "kg", 1e12),
    VALUE(SCENARIO_NUMBER, rocking_block_keys, density, "density_kg_m3", "kg/m^3", 1.0, 30000.0),
    POSITIVE(SCENARIO_NUMBER, rocking_block_keys, inertia, "inertia_kg_m2", "kg m^2", 1e15),
    {.key = "principal_inertia_kg_m2",
     .type = SCENARIO_VECTOR,
     .offset = offsetof(rocking_block_keys, principal_inertia),
     .unit = "kg m^2",
     .min = 0.0,
     .max = 1e15,
     .above = true},
};
static const scenario_table block_table = {
    .name = "block",
    .size = sizeof(rocking_block_keys),
    .defaults = &block_defaults,
    .fields = block_fields,
    .field_count = COUNT_OF(block_fields),
};

#define MAP_NAME(id, name, parameter, least, most) name,
const char *const rocking_model_names[] = {TALUS_ROCKING_MAP_LIST(MAP_NAME) "sequence", "ratio",
                                           "facet", NULL};

static const rocking_impact_keys impact_defaults = {
    .model = -1, // by the kind of block
    .nu = UNSET,
    .lambda = UNSET,
    .k = UNSET,
    .e = UNSET,
    .ratio = UNSET,
    .ratio_back = UNSET,
    .lat = UNSET,
    .lon = UNSET,
    .edge_tau = UNSET,
    .facet_tau = UNSET,
};
// Wide ranges: measured parameters leave the limits of the theory, which are warned about.
static const scenario_field impact_fields[] = {
    CHOICE(rocking_impact_keys, model, "model", rocking_model_names),
    NUMBER(rocking_impact_keys, nu, "nu", NULL, -100.0, 100.0),
    NUMBER(rocking_impact_keys, lambda, "lambda", NULL, -100.0, 100.0),
    NUMBER(rocking_impact_keys, k, "k", NULL, -100.0, 100.0),
    NUMBER(rocking_impact_keys, e, "e", NULL, -100.0, 100.0),
    NUMBER(rocking_impact_keys, ratio, "ratio", NULL, -100.0, 100.0),
    NUMBER(rocking_impact_keys, ratio_back, "ratio_back", NULL, -100.0, 100.0),
    VALUE(SCENARIO_NUMBERS, rocking_impact_keys, points, "points_m", "m", -1e3, 1e3),
    VALUE(SCENARIO_POINTS, rocking_impact_keys, rolled, "rolled_m", "m", -1e3, 1e3),
    NUMBER(rocking_impact_keys, lat, "lat", NULL, -100.0, 100.0),
    NUMBER(rocking_impact_keys, lon, "lon", NULL, -100.0, 100.0),
    NUMBER(rocking_impact_keys, edge_tau, "edge_tau_n_m_s", "N m s", -1e12, 1e12),
    NUMBER(rocking_impact_keys, facet_tau, "facet_tau_n_m_s", "N m s", -1e12, 1e12),
};
static const scenario_table impact_table = {
    .name = "impact",
    .size = sizeof(rocking_impact_keys),
    .defaults = &impact_defaults,
    .fields = impact_fields,
    .field_count = COUNT_OF(impact_fields),
};

static const char *const tangentials[] = {"stick", "restitution", "slip", NULL};
static const char *const flights[] = {"exact", "quadratic", "consistent", NULL};

static const rocking_bouncing_keys bouncing_defaults = {.e = UNSET,
                                                        .e_t = UNSET,
                                                        .mu = UNSET,
                                                        .settle = 1e-6,
                                                        .tangential = -1,
                                                        .flight = -1,
                                                        .every_impact = true};
static const scenario_field bouncing_fields[] = {
    {.key = "e",
     .type = SCENARIO_NUMBER,
     .offset = offsetof(rocking_bouncing_keys, e),
     .min = 0.0,
     .max = 1.0,
     .required = true},
    CHOICE(rocking_bouncing_keys, tangential, "tangential", tangentials),
    NUMBER(rocking_bouncing_keys, e_t, "e_t", NULL, -1.0, 1.0),
    NUMBER(rocking_bouncing_keys, mu, "mu", NULL, 0.0, 10.0),
    CHOICE(rocking_bouncing_keys, flight, "flight", flights),
    VALUE(SCENARIO_FLAG, rocking_bouncing_keys, free_y, "free_y", NULL, 0.0, 1.0),
    POSITIVE(SCENARIO_NUMBER, rocking_bouncing_keys, settle, "settle", NULL, 0.1),
    VALUE(SCENARIO_FLAG, rocking_bouncing_keys, every_impact, "every_impact", NULL, 0.0, 1.0),
};
static const scenario_table bouncing_table = {
    .name = "bouncing",
    .size = sizeof(rocking_bouncing_keys),
    .defaults = &bouncing_defaults,
    .fields = bouncing_fields,
    .field_count = COUNT_OF(bouncing_fields),
    .optional = true,
};

static const rocking_contact_keys contact_defaults = {.mu = UNSET};
static const scenario_field contact_fields[] = {
    POSITIVE(SCENARIO_NUMBER, rocking_contact_keys, mu, "mu", NULL, 100.0),
};
static const scenario_table contact_table = {
    .name = "contact",
    .size = sizeof(rocking_contact_keys),
    .defaults = &contact_defaults,
    .fields = contact_fields,
    .field_count = COUNT_OF(contact_fields),
};

static const rocking_start_keys start_defaults = {
    .theta = UNSET,
    .theta_deg = UNSET,
    .theta_over_alpha = UNSET,
    .edge = SCENARIO_NO_COUNT,
    .misalignment = UNSET,
    .misalignment_deg = UNSET,
};
static const scenario_field start_fields[] = {
    NUMBER(rocking_start_keys, theta, "theta_rad", "rad", -1.5707, 1.5707),
    NUMBER(rocking_start_keys, theta_deg, "theta_deg", "deg", -89.99, 89.99),
    NUMBER(rocking_start_keys, theta_over_alpha, "theta_over_alpha", NULL, -10.0, 10.0),
    NUMBER(rocking_start_keys, omega, "omega_rad_s", "rad/s", -1e3, 1e3),
    COUNT(rocking_start_keys, edge, "edge", 1.0, (double)TALUS_SPATIAL_CORNERS),
    NUMBER(rocking_start_keys, misalignment, "misalignment_rad", "rad", -0.7, 0.7),
    NUMBER(rocking_start_keys, misalignment_deg, "misalignment_deg", "deg", -40.0, 40.0),
};
static const scenario_table start_table = {
    .name = "start",
    .size = sizeof(rocking_start_keys),
    .defaults = &start_defaults,
    .fields = start_fields,
    .field_count = COUNT_OF(start_fields),
};

static const char *const baselines[] = {"none", "mean", "linear", "quadratic", NULL};
static const char *const pulses[] = {
    [TALUS_PULSE_NONE] = "none",           [TALUS_PULSE_SINE] = "sine",
    [TALUS_PULSE_COSINE] = "cosine",       [TALUS_PULSE_RICKER] = "ricker",
    [TALUS_PULSE_TRAPEZOID] = "trapezoid", NULL};

#define COMPONENT_DEFAULTS                                                                         \
    {                                                                                              \
        .time_step = UNSET, .baseline = -1, .pga = UNSET, .scale = UNSET, .amplitude = UNSET,      \
        .frequency_hz = UNSET, .frequency = UNSET, .cycles = UNSET, .rise = UNSET                  \
    }
/// Keys of a component that stands at `part` of a struct.
#define COMPONENT(type_, part)                                                                     \
    FILENAME(type_, part file, "file"), TEXT(type_, part unit, "unit"),                            \
        POSITIVE(SCENARIO_NUMBER, type_, part time_step, "time_step_s", "s", 10.0),                \
        CHOICE(type_, part baseline, "baseline", baselines),                                       \
        POSITIVE(SCENARIO_NUMBER, type_, part pga, "pga_m_s2", "m/s^2", 1e4),                      \
        NUMBER(type_, part scale, "scale", NULL, -1e3, 1e3),                                       \
        CHOICE(type_, part pulse, "pulse", pulses),                                                \
        NUMBER(type_, part amplitude, "amplitude_m_s2", "m/s^2", -1e4, 1e4),                       \
        POSITIVE(SCENARIO_NUMBER, type_, part frequency_hz, "frequency_hz", "Hz", 1e3),            \
        POSITIVE(SCENARIO_NUMBER, type_, part frequency, "frequency_rad_s", "rad/s", 1e4),         \
        POSITIVE(SCENARIO_NUMBER, type_, part cycles, "cycles", NULL, 1e3),                        \
        POSITIVE(SCENARIO_NUMBER, type_, part rise, "rise", NULL, 0.5)

static const rocking_component_keys component_defaults = COMPONENT_DEFAULTS;
static const scenario_field component_fields[] = {COMPONENT(rocking_component_keys, )};
#define COMPONENT_TABLE(name_)                                                                     \
    {                                                                                              \
        .name = name_, .size = sizeof(rocking_component_keys), .defaults = &component_defaults,    \
        .fields = component_fields, .field_count = COUNT_OF(component_fields), .optional = true    \
    }
static const scenario_table y_table = COMPONENT_TABLE("y");
static const scenario_table vertical_table = COMPONENT_TABLE("vertical");

static const rocking_ground_keys ground_defaults = {.x = COMPONENT_DEFAULTS,
                                                    .y = COMPONENT_DEFAULTS,
                                                    .vertical = COMPONENT_DEFAULTS,
                                                    .rotate_deg = UNSET};
static const scenario_field ground_fields[] = {
    COMPONENT(rocking_ground_keys, x.),
    SECTION(SCENARIO_SECTION, rocking_ground_keys, y, "y", &y_table),
    SECTION(SCENARIO_SECTION, rocking_ground_keys, vertical, "vertical", &vertical_table),
    NUMBER(rocking_ground_keys, rotate_deg, "rotate_deg", "deg", -360.0, 360.0),
};
static const scenario_table ground_table = {
    .name = "ground_motion",
    .size = sizeof(rocking_ground_keys),
    .defaults = &ground_defaults,
    .fields = ground_fields,
    .field_count = COUNT_OF(ground_fields),
    .optional = true,
};

const char *const rocking_motion_names[] = {[ROCKING_MOTION_ROCKING] = "rocking",
                                            [ROCKING_MOTION_BOUNCING] = "bouncing",
                                            [ROCKING_MOTION_STEPPER] = "stepper",
                                            NULL};
const char *const rocking_scheme_names[] = {
    [ROCKING_SCHEME_EVENTS] = "events", [ROCKING_SCHEME_NEWMARK] = "newmark", NULL};

static const rocking_simulation_keys simulation_defaults = {
    .duration = 10.0, .time_step = UNSET, .gravity = 9.81, .tolerance = UNSET, .impacts = 100000};
static const scenario_field simulation_fields[] = {
    CHOICE(rocking_simulation_keys, motion, "motion", rocking_motion_names),
    CHOICE(rocking_simulation_keys, scheme, "scheme", rocking_scheme_names),
    POSITIVE(SCENARIO_NUMBER, rocking_simulation_keys, duration, "time_s", "s", 1e5),
    POSITIVE(SCENARIO_NUMBER, rocking_simulation_keys, time_step, "time_step_s", "s", 0.1),
    POSITIVE(SCENARIO_NUMBER, rocking_simulation_keys, gravity, "gravity_m_s2", "m/s^2", 100.0),
    POSITIVE(SCENARIO_NUMBER, rocking_simulation_keys, tolerance, "tolerance", NULL, 1e-3),
    COUNT(rocking_simulation_keys, impacts, "impacts", 1.0, 1e6),
};
static const scenario_table simulation_table = {
    .name = "simulation",
    .size = sizeof(rocking_simulation_keys),
    .defaults = &simulation_defaults,
    .fields = simulation_fields,
    .field_count = COUNT_OF(simulation_fields),
};

static const rocking_output_keys outputs_defaults = {.dir = "out", .sample = 0.005, .replay = true};
static const scenario_field outputs_fields[] = {
    FILENAME(rocking_output_keys, dir, "dir"),
    POSITIVE(SCENARIO_NUMBER, rocking_output_keys, sample, "sample_s", "s", 10.0),
    VALUE(SCENARIO_FLAG, rocking_output_keys, replay, "replay", NULL, 0.0, 1.0),
};
static const scenario_table outputs_table = {
    .name = "outputs",
    .size = sizeof(rocking_output_keys),
    .defaults = &outputs_defaults,
    .fields = outputs_fields,
    .field_count = COUNT_OF(outputs_fields),
};

static const rocking_keys defaults = {.node = NULL};
static const scenario_field fields[] = {
    TEXT(rocking_keys, title, "title"),
    {.key = "block",
     .type = SCENARIO_SECTION,
     .offset = offsetof(rocking_keys, block),
     .table = &block_table,
     .required = true},
    SECTION(SCENARIO_SECTION, rocking_keys, impact, "impact", &impact_table),
    SECTION(SCENARIO_SECTION, rocking_keys, bouncing, "bouncing", &bouncing_table),
    SECTION(SCENARIO_SECTION, rocking_keys, contact, "contact", &contact_table),
    SECTION(SCENARIO_SECTION, rocking_keys, start, "start", &start_table),
    SECTION(SCENARIO_SECTION, rocking_keys, ground, "ground_motion", &ground_table),
    SECTION(SCENARIO_SECTION, rocking_keys, simulation, "simulation", &simulation_table),
    SECTION(SCENARIO_SECTION, rocking_keys, outputs, "outputs", &outputs_table),
};
const scenario_table rocking_top_table = {
    .name = "scenario",
    .size = sizeof(rocking_keys),
    .defaults = &defaults,
    .fields = fields,
    .field_count = COUNT_OF(fields),
};
