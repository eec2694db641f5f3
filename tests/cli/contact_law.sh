#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-lab law: evaluation of impact laws, refusals, bad files.
. "$SOURCE/tests/cli/lib.sh"
cp "$SOURCE"/tests/data/laws/*.json .

expect_exit 0 "$TALUS_LAB" law cradle.json
expect_line out '^velocity+ *0  0  0  1$'
expect_line out '^kinetic *holds$'
expect_line out 'angle *contacts 1, 2: 60.000000 deg'
expect_line out '^any impact .*energetic no'
expect_line out '^admissible *yes$'

expect_exit 0 "$TALUS_LAB" law block.json
expect_line out '^angle *contacts 1, 2: 104.477512 deg'
expect_line out 'sliding without friction *e_n21 from 0.250000 to 1.000000'
expect_line out 'slipping right *e_n21 from 0.351351 to 0.992528'
expect_line out '^Coulomb *holds$'
expect_exit 0 "$TALUS_LAB" law --json block.json
expect_line out '"admissible": true'
expect_line out '"block_cases": \['

expect_exit 4 "$TALUS_LAB" law stop.json
expect_line out '^kinetic *violated by 0.166667 N s$'
expect_text err 'talus-lab: kinetic test violated: contact 2 would have to pull with 0.166667 N s'
expect_exit 4 "$TALUS_LAB" law stop.json --json
expect_line out '"refusal": "kinetic test violated'

expect_exit 0 "$TALUS_LAB" law bounce.json
expect_line out '^velocity+ *0  1  0$'

# a face on four vertices: refused by name as an equation, solved in Moreau's form
expect_exit 2 "$TALUS_LAB" law face.json
expect_line err '^face.json:4:.*error: .*dependent: that of contact 4 is a combination of those of 1, 2, 3'
expect_exit 0 "$TALUS_LAB" law face_complementarity.json
expect_line out 'dependent gradients'
expect_line out '^velocity+ *0.5  0  0$'

# four gradients in three degrees of freedom, one badly scaled: never independent
expect_exit 2 "$TALUS_LAB" law four_gradients.json
expect_line err 'dependent: 4 contacts in 3 degrees of freedom'

expect_exit 2 "$TALUS_LAB" law absent.json
expect_line err 'absent.json'
sed 's/"moreau"/"poisson"/' stop.json >bad.json
expect_exit 2 "$TALUS_LAB" law bad.json
expect_line err '^bad.json:4:.*error: "kind" must be newton, moreau or generalised'
sed 's/-0.5, -1/-0.5, 2/' stop.json >leaves.json
expect_exit 2 "$TALUS_LAB" law leaves.json
expect_line err 'contact 1 separates at 0.5 m/s before the impact'
expect_exit 1 "$TALUS_LAB" law
finish
