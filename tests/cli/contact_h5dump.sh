#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The HDF5 files as another program reads them: names, sizes and numbers of FCLIB's layout by h5dump
# (package hdf5-tools); skipped where that is missing.
. "$SOURCE/tests/cli/lib.sh"
if ! command -v h5dump >/dev/null 2>&1; then
    echo "no h5dump (package hdf5-tools): the layout of HDF5 files was not looked at"
    exit 77
fi
# two contacts, the first block row full, the second with its diagonal block only
cat >two.dat <<'TEXT'
3
2
1
6 6 3
2 2
3 6
3 6
3 3
0 2 3
0 1 1
0   1 2 3 4 5 6 7 8 9
1   11 12 13 14 15 16 17 18 19
2   21 22 23 24 25 26 27 28 29
-0.5 0.25 0 1 2 3
0.5 0.75
TEXT
expect_exit 0 "$TALUS_CASES" contact convert two.dat two.hdf5

# holds_data NAME VALUES: what h5dump shows, line breaks and indices aside
holds_data() {
    h5dump -y -d "/fclib_local/$1" two.hdf5 >dump || fail "h5dump cannot read $1"
    found=$(sed -n '/DATA {/,/}/p' dump | grep -v '[{}]' | tr -d ' \n')
    [ "$found" = "$2" ] || fail "$1 holds $found, expected $2"
}
holds_data spacedim 3
holds_data W/m 6
holds_data W/n 6
holds_data W/nz -2
holds_data W/nzmax 27
holds_data W/p 0,6,12,18,21,24,27
holds_data W/i 0,1,2,3,4,5,0,1,2,3,4,5,0,1,2,3,4,5,3,4,5,3,4,5,3,4,5
holds_data W/x 1,4,7,11,14,17,2,5,8,12,15,18,3,6,9,13,16,19,21,24,27,22,25,28,23,26,29
holds_data vectors/q -0.5,0.25,0,1,2,3
holds_data vectors/mu 0.5,0.75
h5dump -n two.hdf5 >names
expect_line names 'group  */fclib_local/W$'
expect_line names 'dataset  */fclib_local/info/title$'
finish
