#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/tutorial.md: every command of the page, in its order, with a shipped DEM as the reader's own.
. "$SOURCE/tests/cli/lib.sh"
page=$SOURCE/docs/tutorial.md

# the reader's computer: talus in the PATH, a DEM at home
HOME=$work/home
export HOME
mkdir -p "$HOME/dem" bin
cp "$SOURCE/terrain/kot/kot.tif" "$HOME/dem/slope.tif"
ln -s "$TALUS" bin/talus
PATH=$work/bin:$PATH

# blocks of the page: a line of shell is run where the page has it, the text of slope.yaml is saved there
awk '
    /^```sh$/ { inside = "sh"; next }
    /^```yaml$/ { inside = "yaml"; print "cat >slope.yaml <<\"END\""; next }
    /^```$/ { if (inside == "yaml") print "END"; inside = ""; next }
    inside' "$page" >commands
[ "$(grep -c '^talus ' commands)" -ge 10 ] || fail "few commands: $(cat commands)"
# every example of the page is in a block that is run
[ "$(grep -c '^```$' "$page")" -eq "$(grep -c -e '^```sh$' -e '^```yaml$' "$page")" ] || fail "a block of another kind"
# the run on harder ground may lose rocks, as the page says
sed 's/^\(talus run .*--out out\/hard.*\)$/\1 || [ $? -eq 4 ]/' commands >run_them
expect_exit 0 sh -e "$work/run_them"

cd first_map
for file in slope.tif reach.png energy.png hard.png rock17.csv rock17.gltf out/first/results.gpkg; do
    [ -s "$file" ] || fail "no $file"
done
# what the page says of the results
holds "$(value_of out/first outcomes.stopped) == 200"
holds "$(value_of out/hard final.runout_m.p50) > $(value_of out/first final.runout_m.p50)"
# files that the page refers to
for link in $(grep -o '([a-z_/.]*\.md' "$page" | tr -d '('); do
    [ -e "$SOURCE/docs/$link" ] || fail "no page $link"
done
finish
