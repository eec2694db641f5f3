#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The section `hazard` of a scenario: files, equal bytes for any threads and shards, refusals.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .
rules=$SOURCE/scenarios/rules

{
    cat plane.yaml
    cat <<EOF
screens: [{name: foot, line_m: [[500010, 5200040], [500140, 5200040]]}]
objects: [{name: hut, polygon_m: [[500060, 5200020], [500080, 5200020], [500080, 5200030]]}]
hazard: {rules: $rules/switzerland.yaml, energies_kj: [1], heights_m: [0.5], years: 30}
EOF
} >hazard.yaml
often="--set releases.0.frequency.per_year=0.5"

# shellcheck disable=SC2086 # a list of words
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --threads 1 --out one
for file in annual_frequency.tif annual_frequency.qml annual_frequency_e1_kj.tif \
    annual_frequency_h0.5_m.tif kinetic_energy_rp30.tif jump_height_rp300.tif intensity_rp100.tif \
    zones.tif zones.qml hazard.gpkg hazard.json design.csv; do
    [ -s "one/$file" ] || fail "$file is missing"
done
grep -q '"basis": "return_period"' one/hazard.json || fail "hazard.json does not tell its basis"
grep -q '"uncertain_figures": 8' one/hazard.json || fail "uncertain figures are not told"

# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --threads 2 --out two --quiet
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --shard 1/2 --out a --quiet
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --shard 2/2 --out b --quiet
expect_exit 0 "$TALUS" merge a b --out merged --quiet
for file in annual_frequency.tif kinetic_energy_rp30.tif intensity_rp30.tif zones.tif hazard.gpkg \
    hazard.json design.csv curves.csv; do
    [ -e "one/$file" ] || continue
    cmp -s "one/$file" "two/$file" || fail "$file depends on the threads"
    cmp -s "one/$file" "merged/$file" || fail "$file depends on the shards"
done

# what is decided is printed, and counted in summary.json and hazard.json
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 $often --threads 1 --out one
expect_line out '^zones  *[0-9]* cells are reached (.* ha): [0-9.]* % decided, [0-9.]* % undecided'
expect_line out '^ *on the map red .* ha, undecided .* ha$'
expect_line out '^ *patches below 400 m2: '
expect_line err 'warning: a cell that no rock has reached may still be reached with an annual frequency'
grep -q '"undecided": {' one/hazard.json || fail "hazard.json has no colour for undecided cells"
reached=$(value_of one hazard.cells.reached)
holds "$reached > 0 && $reached == $(value_of one hazard.cells.decided) + $(value_of one hazard.cells.undecided)"
[ "$(sed -n 's/.*"reached": *//p' one/hazard.json)" = "$(sed -n 's/.*"reached": *//p' one/summary.json)" ] ||
    fail "hazard.json and summary.json differ"

# QGIS finds the styles, and the axis of the chart is in kJ
expect_exit 0 python3 - <<END
import sqlite3, xml.dom.minidom
def labels(text, tag):
    nodes = xml.dom.minidom.parseString(text).getElementsByTagName(tag)
    return {node.getAttribute("label"): node.getAttribute("color") for node in nodes}
zones = labels(open("one/zones.qml").read(), "paletteEntry")
(style,) = sqlite3.connect("one/hazard.gpkg").execute("SELECT styleQML FROM layer_styles").fetchone()
assert len(zones) == 5 and zones["residual danger"] == "#ffff99", zones
assert len(labels(style, "category")) == 5, style
END
first=$(grep -o '>[^<]*</text>' one/curves_foot.svg | sed -n 2p)
[ "$first" = '>0.1</text>' ] || fail "the axis of energies begins at $first kJ"

# every product can be drawn
for layer in zones intensity_rp30 intensity_rp300 annual_frequency annual_frequency_e1_kj \
    annual_frequency_h0.5_m kinetic_energy_rp100 jump_height_rp30; do
    expect_exit 0 "$TALUS" map one --layer "$layer" --width 500 -o "$layer.png"
    [ -s "$layer.png" ] || fail "$layer.png is missing"
    expect_exit 0 "$TALUS" map one --list
    expect_line out "^$layer  "
done
expect_line out '^kinetic_energy_rp100  *Kinetic energy exceeded once in 100 years$'
expect_exit 0 "$TALUS" map two --layer zones --width 500 -o two.png
cmp -s zones.png two.png || fail "equal zones give two pictures"
mv one/hazard.json kept.json
echo '{}' >one/hazard.json
expect_exit 2 "$TALUS" map one --layer zones -o lost.png
expect_line err 'hazard.json has no classes'
[ -e lost.png ] && fail "zones without colours"
mv kept.json one/hazard.json

# without the section, and with rules of probabilities, the old files go
expect_exit 0 "$TALUS" run plane.yaml --rocks 20 --out two --quiet
[ -e two/zones.tif ] && fail "files of an earlier assessment stay"
[ -e two/hazard.gpkg ] && fail "files of an earlier assessment stay"
expect_exit 0 "$TALUS" run hazard.yaml --rocks 20 --out two --set "hazard.rules=$rules/france.yaml"
expect_line err 'no annual values are written'
[ -e two/annual_frequency.tif ] && fail "an annual frequency without frequencies"
[ -s two/intensity_p0.01.tif ] || fail "intensities of probabilities are missing"

# rules without a matrix make no zones, and every command says so
austria="--set hazard.rules=$rules/austria.yaml"
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" check hazard.yaml $austria
expect_line err 'warning: no zones and no intensities are made: the rules "Austria.*have no .matrix.'
# shellcheck disable=SC2086
expect_exit 0 "$TALUS" run hazard.yaml --rocks 20 --out design $austria
expect_line err 'warning: no zones and no intensities are made: the rules "Austria'
grep -q 'no zones and no intensities are made' design/warnings.log || fail "warnings.log has no word"
[ -e design/zones.tif ] && fail "zones without a matrix"
expect_exit 2 "$TALUS" map design --layer zones -o nothing.png
expect_line err 'no zones and no intensities are made: the rules "Austria'
expect_exit 0 "$TALUS" map design --list
expect_line err 'no zones and no intensities are made: the rules "Austria'
expect_exit 0 "$TALUS" map one --list
[ -s err ] && fail "a word of missing zones where there are some"

# design values that no net has are said, and get no class of net
sed 's/^  mass_factor: .*/&\n  clearance_m: 40/' "$rules/austria.yaml" >high.yaml
expect_exit 0 "$TALUS" run hazard.yaml --rocks 60 --out high --set hazard.rules=high.yaml \
    --set 'screens.0.line_m=[[500010, 5200060], [500140, 5200060]]'
expect_line err 'warning: screen "foot": no net is that high: 4[0-9.]* m are needed, nets have at most 8 m'
grep -q 'no net is that high' high/warnings.log || fail "warnings.log does not tell of the net"
grep -q '^"foot",.*,,8,"no net is that high: ' high/design.csv || fail "a net of 40 m in design.csv"

expect_exit 2 "$TALUS" run hazard.yaml --rocks 20 --out none
expect_line err "hazard.yaml:[0-9]*:[0-9]*: error: return periods need to know how often rocks fall"
expect_exit 2 "$TALUS" check hazard.yaml --set hazard.rules=nowhere.yaml
expect_line err "^--set:1:14: error: rules: found no file '.*nowhere.yaml'"
expect_exit 2 "$TALUS" check hazard.yaml --set hazard.years=0
expect_line err 'years'
expect_exit 2 "$TALUS" check hazard.yaml --set 'hazard.energies_kj=[-3]'
expect_line err 'energies_kj'
expect_exit 2 "$TALUS" check hazard.yaml --set 'hazard.heights_m=[2, 4, 2.0000001]'
expect_line err 'heights_m: two values read 2, but files are called by them'
expect_exit 2 "$TALUS" check hazard.yaml --set 'hazard.heights_m=[2, {3: }]' # ended in a crash
expect_line err 'heights_m'
expect_exit 2 "$TALUS" check hazard.yaml --set 'outputs.exceedance={speed_m_s: [5, 5]}'
expect_line err 'speed_m_s: two values read 5'
expect_exit 2 "$TALUS" check hazard.yaml --set 'screens.0.name="a\nb"'
expect_line err 'name: found a line break'
sed 's/intensity: weak/intensity: wild/' "$rules/switzerland.yaml" >wild.yaml
expect_exit 2 "$TALUS" check hazard.yaml --set hazard.rules=wild.yaml
expect_line err "wild.yaml:[0-9]*:[0-9]*: error: no class of intensity is named 'wild'"
[ -e none ] && fail "a refused run wrote files"
finish
