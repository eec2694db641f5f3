#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# talus-cases contact convert: text, gzip and HDF5 and back, the same bytes; refusals.
. "$SOURCE/tests/cli/lib.sh"
problems=$SOURCE/tests/data/contact_problems

for problem in Rover1040 OneObject-i100000-499.hdf5 NESpheres_10_1; do
    expect_exit 0 "$TALUS_CASES" contact convert "$problems/$problem.dat.gz" first.dat --overwrite
    expect_exit 0 "$TALUS_CASES" contact convert first.dat packed.dat.gz --overwrite
    expect_exit 0 "$TALUS_CASES" contact convert packed.dat.gz there.hdf5 --overwrite
    expect_exit 0 "$TALUS_CASES" contact convert there.hdf5 back.dat --overwrite
    expect_exit 0 "$TALUS_CASES" contact convert back.dat again.h5 --overwrite
    cmp first.dat back.dat || fail "$problem: other numbers"
    cmp there.hdf5 again.h5 || fail "$problem: another file for the same problem"
done
gzip -dc packed.dat.gz | cmp - first.dat || fail "gzip holds other text"
expect_exit 2 "$TALUS_CASES" contact convert absent.dat out.dat
expect_exit 1 "$TALUS_CASES" contact convert first.dat out.hdf5.gz
expect_exit 3 "$TALUS_CASES" contact convert first.dat absent/out.hdf5
expect_line err 'absent/out.hdf5'
expect_exit 1 "$TALUS_CASES" contact convert first.dat

# cubes face on face: 4 contacts on each common face and under each of the lowest
expect_exit 0 "$TALUS_CASES" contact cubes 3 cubes.dat
expect_exit 0 "$TALUS_CASES" contact solve cubes.dat
expect_line out '^cubes.dat *252 .* solved$'
expect_exit 1 "$TALUS_CASES" contact cubes 0 none.dat
expect_exit 2 "$TALUS_CASES" contact cubes 2 cubes.dat
expect_exit 0 "$TALUS_CASES" contact factors cubes.dat
expect_line out '^cubes.dat,252,7536,[0-9.]*,[0-9.]*,[0-9.]*$'
expect_exit 2 "$TALUS_CASES" contact factors absent.dat
finish
