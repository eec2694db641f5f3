// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of a scenario of a rocking block. docs/rocking.md, section 11, is its prose.
#include "input/schema/print.h"
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
    CHOICE(rocking_block_keys, kind, "kind", .choices = kinds,
           RESULTS("Planar (plane x-z, corners A left, B right) or spatial.")),
    NUMBER(rocking_block_keys, width, "width_m", FROM(-1e3, 1e3), .unit = "m",
           RESULTS("Full width along x, of a homogeneous rectangle or cuboid.")),
    NUMBER(rocking_block_keys, depth, "depth_m", FROM(-1e3, 1e3), .unit = "m",
           .default_text = "width",
           RESULTS("Full depth along y; of a planar block for mass and replay only.")),
    NUMBER(rocking_block_keys, height, "height_m", FROM(-1e3, 1e3), .unit = "m",
           RESULTS("Full height.")),
    NUMBER(rocking_block_keys, b, "b_m", FROM(-1e3, 1e3), .unit = "m",
           RESULTS("Planar: half the width of the base.")),
    NUMBER(rocking_block_keys, b1, "b1_m", FROM(-1e3, 1e3), .unit = "m",
           RESULTS("Planar: distance of the centre of mass from corner A.")),
    NUMBER(rocking_block_keys, b2, "b2_m", FROM(-1e3, 1e3), .unit = "m",
           RESULTS("Planar: distance of the centre of mass from corner B.")),
    NUMBER(rocking_block_keys, h, "h_m", FROM(-1e3, 1e3), .unit = "m", .default_text = "height/2",
           RESULTS("Height of the centre of mass.")),
    POINTS(rocking_block_keys, corners, "corners_m", FROM(-1e3, 1e3), .unit = "m",
           RESULTS("Spatial: 3 to 8 corners of the facet from the centre of mass, "
                   "counter-clockwise.")),
    PATH(rocking_block_keys, mesh, "mesh",
         RESULTS("Spatial: closed mesh (OBJ, STL, PLY) of a statue, which says mass, centre and "
                 "inertia.")),
    NUMBER(rocking_block_keys, base_tolerance, "base_tolerance_m", ABOVE(0.0, 1e3), .unit = "m",
           .default_text = "10⁻³ of the height",
           RESULTS("Vertices of a mesh within this height of the lowest one make its base.")),
    NUMBER(rocking_block_keys, mass, "mass_kg", ABOVE(0.0, 1e12), .unit = "kg", .default_text = "1",
           RESULTS("Mass.")),
    NUMBER(rocking_block_keys, density, "density_kg_m3", FROM(1.0, 30000.0), .unit = "kg/m^3",
           RESULTS("Density, instead of the mass.")),
    NUMBER(
        rocking_block_keys, inertia, "inertia_kg_m2", ABOVE(0.0, 1e15), .unit = "kg m^2",
        .default_text = "homogeneous",
        RESULTS("Planar: moment of inertia about the centre of mass; needed where that is not in "
                "the middle.")),
    VECTOR(rocking_block_keys, principal_inertia, "principal_inertia_kg_m2", ABOVE(0.0, 1e15),
           .unit = "kg m^2", .default_text = "homogeneous",
           RESULTS("Spatial: moments of inertia about the body axes x, y, z.")),
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
    CHOICE(rocking_impact_keys, model, "model", .choices = rocking_model_names,
           .default_text = "`housner`, of spatial blocks `facet`",
           RESULTS("Impact law; each asks for its own keys.")),
    NUMBER(rocking_impact_keys, nu, "nu", FROM(-100.0, 100.0), RESULTS("Of `kalliontzis`.")),
    NUMBER(rocking_impact_keys, lambda, "lambda", FROM(-100.0, 100.0),
           RESULTS("Of `chatzis` and `facet`.")),
    NUMBER(rocking_impact_keys, k, "k", FROM(-100.0, 100.0), RESULTS("Of `ceh`.")),
    NUMBER(rocking_impact_keys, e, "e", FROM(-100.0, 100.0), RESULTS("Of `lipscombe`.")),
    NUMBER(rocking_impact_keys, ratio, "ratio", FROM(-100.0, 100.0),
           RESULTS("Of `ratio`: angular velocity after an impact over that before it.")),
    NUMBER(rocking_impact_keys, ratio_back, "ratio_back", FROM(-100.0, 100.0),
           .default_text = "`ratio`", RESULTS("Of `ratio`: the same from B to A.")),
    NUMBERS(rocking_impact_keys, points, "points_m", FROM(-1e3, 1e3), .unit = "m",
            RESULTS("Of `sequence`: base points from A = -b1 to B = b2.")),
    POINTS(rocking_impact_keys, rolled, "rolled_m", FROM(-1e3, 1e3), .unit = "m",
           RESULTS("Of `sequence`: stretches [from, to] that roll.")),
    NUMBER(rocking_impact_keys, lat, "lat", FROM(-100.0, 100.0), RESULTS("Of `facet`.")),
    NUMBER(rocking_impact_keys, lon, "lon", FROM(-100.0, 100.0), RESULTS("Of `facet`.")),
    NUMBER(rocking_impact_keys, edge_tau, "edge_tau_n_m_s", FROM(-1e12, 1e12), .unit = "N m s",
           .default_text = "0", RESULTS("Moment τ of an impact of an edge.")),
    NUMBER(rocking_impact_keys, facet_tau, "facet_tau_n_m_s", FROM(-1e12, 1e12), .unit = "N m s",
           .default_text = "by ω_z⁺ = 0", RESULTS("Moment τ of an impact of the facet.")),
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
    NUMBER(rocking_bouncing_keys, e, "e", FROM(0.0, 1.0), REQUIRED,
           RESULTS("Restitution of the corners.")),
    CHOICE(rocking_bouncing_keys, tangential, "tangential", .choices = tangentials,
           .default_text = "`stick`", RESULTS("Planar: what the corner does along the base.")),
    NUMBER(rocking_bouncing_keys, e_t, "e_t", FROM(-1.0, 1.0),
           RESULTS("Of `restitution`: tangential restitution.")),
    NUMBER(rocking_bouncing_keys, mu, "mu", FROM(0.0, 10.0), RESULTS("Of `slip`: friction.")),
    CHOICE(rocking_bouncing_keys, flight, "flight", .choices = flights, .default_text = "`exact`",
           RESULTS("Planar: how flights are computed.")),
    FLAG(rocking_bouncing_keys, free_y, "free_y", RESULTS("Spatial: no friction along y.")),
    NUMBER(rocking_bouncing_keys, settle, "settle", ABOVE(0.0, 0.1),
           RESULTS("Share of the first flight of a corner at which its bouncing ends.")),
    FLAG(rocking_bouncing_keys, every_impact, "every_impact",
         RESULTS("Later landings bounce, too.")),
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
    NUMBER(rocking_contact_keys, mu, "mu", ABOVE(0.0, 100.0),
           RESULTS("Friction of the base, to say when the block slides; that of `stepper`.")),
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
    NUMBER(rocking_start_keys, theta, "theta_rad", FROM(-1.5707, 1.5707), .unit = "rad",
           .default_text = "0",
           RESULTS("Angle; planar with its sign, spatial at least 0 about the edge.")),
    NUMBER(rocking_start_keys, theta_deg, "theta_deg", FROM(-89.99, 89.99), .unit = "deg",
           RESULTS("The angle in degrees.")),
    NUMBER(rocking_start_keys, theta_over_alpha, "theta_over_alpha", FROM(-10.0, 10.0),
           RESULTS("The angle over the slenderness angle.")),
    NUMBER(rocking_start_keys, omega, "omega_rad_s", FROM(-1e3, 1e3), .unit = "rad/s",
           RESULTS("Angular velocity.")),
    COUNT(rocking_start_keys, edge, "edge", FROM(1.0, (double)TALUS_SPATIAL_CORNERS),
          .default_text = "1", RESULTS("Spatial: edge i joins corners i and i + 1.")),
    NUMBER(rocking_start_keys, misalignment, "misalignment_rad", FROM(-0.7, 0.7), .unit = "rad",
           .default_text = "0",
           RESULTS("Spatial: angle of the edge out of level; above 0 lifts its second corner.")),
    NUMBER(rocking_start_keys, misalignment_deg, "misalignment_deg", FROM(-40.0, 40.0),
           .unit = "deg", RESULTS("The same in degrees.")),
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
#define COMPONENT(struct_, part)                                                                   \
    FILENAME(struct_, part file, "file", RESULTS("A record.")),                                    \
        TEXT(struct_, part unit, "unit", .default_text = "of the file",                            \
             RESULTS("Unit of a record that does not say it.")),                                   \
        NUMBER(struct_, part time_step, "time_step_s", ABOVE(0.0, 10.0), .unit = "s",              \
               .default_text = "of the file",                                                      \
               RESULTS("Time step of a record that does not say it.")),                            \
        CHOICE(struct_, part baseline, "baseline", .choices = baselines, .default_text = "`none`", \
               RESULTS("What is taken off a record.")),                                            \
        NUMBER(struct_, part pga, "pga_m_s2", ABOVE(0.0, 1e4), .unit = "m/s^2",                    \
               RESULTS("Peak that a record is scaled to.")),                                       \
        NUMBER(struct_, part scale, "scale", FROM(-1e3, 1e3), .default_text = "1",                 \
               RESULTS("Factor on a record.")),                                                    \
        CHOICE(struct_, part pulse, "pulse", .choices = pulses,                                    \
               RESULTS("A pulse, instead of a file.")),                                            \
        NUMBER(struct_, part amplitude, "amplitude_m_s2", FROM(-1e4, 1e4), .unit = "m/s^2",        \
               RESULTS("Amplitude of the pulse.")),                                                \
        NUMBER(struct_, part frequency_hz, "frequency_hz", ABOVE(0.0, 1e3), .unit = "Hz",          \
               RESULTS("Frequency of the pulse.")),                                                \
        NUMBER(struct_, part frequency, "frequency_rad_s", ABOVE(0.0, 1e4), .unit = "rad/s",       \
               RESULTS("Angular frequency of the pulse.")),                                        \
        NUMBER(struct_, part cycles, "cycles", ABOVE(0.0, 1e3), .default_text = "1",               \
               RESULTS("Cycles of the pulse.")),                                                   \
        NUMBER(struct_, part rise, "rise", ABOVE(0.0, 0.5), .default_text = "0.2",                 \
               RESULTS("Share of a trapezoid in which it rises."))

static const rocking_component_keys component_defaults = COMPONENT_DEFAULTS;
static const scenario_field component_fields[] = {COMPONENT(rocking_component_keys, )};
#define COMPONENT_TABLE(name_)                                                                     \
    {                                                                                              \
        .name = name_, .size = sizeof(rocking_component_keys), .defaults = &component_defaults,    \
        .fields = component_fields, .field_count = COUNT_OF(component_fields), .optional = true    \
    }
static const scenario_table y_table = COMPONENT_TABLE("y");
static const scenario_table vertical_table = COMPONENT_TABLE("vertical");

static const rocking_ground_keys ground_defaults = {.x = COMPONENT_DEFAULTS, .rotate_deg = UNSET};
static const scenario_field ground_fields[] = {
    COMPONENT(rocking_ground_keys, x.),
    SECTION(rocking_ground_keys, y, "y", &y_table, .doc = "The second horizontal component."),
    SECTION(rocking_ground_keys, vertical, "vertical", &vertical_table,
            .doc = "The vertical component."),
    NUMBER(
        rocking_ground_keys, rotate_deg, "rotate_deg", FROM(-360.0, 360.0), .unit = "deg",
        RESULTS("Angle by which the axes are turned; a planar block shakes along the turned x.")),
};
const scenario_table rocking_ground_table = {
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
    CHOICE(rocking_simulation_keys, motion, "motion", .choices = rocking_motion_names,
           RESULTS("Rocking, bouncing, or `stepper`: Moreau steps with friction.")),
    CHOICE(rocking_simulation_keys, scheme, "scheme", .choices = rocking_scheme_names,
           RESULTS("From event to event, or the steps of Newmark (symmetric planar blocks).")),
    NUMBER(rocking_simulation_keys, duration, "time_s", ABOVE(0.0, 1e5), .unit = "s",
           RESULTS("Duration.")),
    NUMBER(rocking_simulation_keys, time_step, "time_step_s", ABOVE(0.0, 0.1), .unit = "s",
           .default_text = "0.001", RESULTS("Time step of Newmark and of the stepper.")),
    NUMBER(rocking_simulation_keys, gravity, "gravity_m_s2", ABOVE(0.0, 100.0), .unit = "m/s^2",
           RESULTS("Gravity.")),
    NUMBER(rocking_simulation_keys, tolerance, "tolerance", ABOVE(0.0, 1e-3),
           .default_text = "10⁻¹⁴, spatial 10⁻¹⁰", RESULTS("Error of a step.")),
    COUNT(rocking_simulation_keys, impacts, "impacts", FROM(1.0, 1e6),
          RESULTS("Number of impacts at which the run ends.")),
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
    PATH(rocking_output_keys, dir, "dir", FILES("Result directory.")),
    NUMBER(rocking_output_keys, sample, "sample_s", ABOVE(0.0, 10.0), .unit = "s",
           FILES("Time between rows of history.csv.")),
    FLAG(rocking_output_keys, replay, "replay", FILES("Write replay.glb.")),
};
const scenario_table rocking_outputs_table = {
    .name = "outputs",
    .size = sizeof(rocking_output_keys),
    .defaults = &outputs_defaults,
    .fields = outputs_fields,
    .field_count = COUNT_OF(outputs_fields),
};

static const rocking_keys defaults = {.node = NULL};
static const scenario_field fields[] = {
    TEXT(rocking_keys, title, "title", .default_text = "file name", FILES("Printed in results.")),
    SECTION(rocking_keys, block, "block", &block_table, REQUIRED, .doc = "The block."),
    SECTION(rocking_keys, impact, "impact", &impact_table, .doc = "The impact law."),
    SECTION(rocking_keys, bouncing, "bouncing", &bouncing_table, .doc = "Bouncing corners."),
    SECTION(rocking_keys, contact, "contact", &contact_table, .doc = "Friction of the base."),
    SECTION(rocking_keys, start, "start", &start_table, .doc = "How the motion begins."),
    SECTION(rocking_keys, ground, "ground_motion", &rocking_ground_table,
            .doc = "How the base moves: the component along x, and others."),
    SECTION(rocking_keys, simulation, "simulation", &simulation_table,
            .doc = "How the motion is computed."),
    SECTION(rocking_keys, outputs, "outputs", &rocking_outputs_table, .doc = "What is written."),
};
const scenario_table rocking_top_table = {
    .name = "scenario",
    .size = sizeof(rocking_keys),
    .defaults = &defaults,
    .fields = fields,
    .field_count = COUNT_OF(fields),
};

talus_status rocking_schema_print(const char *key, talus_schema_form form, char **text,
                                  talus_error *error)
{
    static const schema_document document = {
        .top = &rocking_top_table,
        .title = "talus scenario of a rocking block",
        .expected = "a key of a scenario of a rocking block, such as block.width_m or impact"};
    return schema_print(&document, key, form, text, error);
}
