# SPDX-License-Identifier: GPL-3.0-or-later
"""Result directories: what was written is what is read; what was changed is noticed."""
import json
import pathlib
import shutil
import sqlite3
import unittest

import numpy as np
import talus
from common import described, dem


def write(name, **more):
    results = talus.run(described(**more), dem=dem())
    results.write(name)
    return results


class Reading(unittest.TestCase):
    def test_rasters_tables_and_vectors_are_those_of_the_results(self):
        results = write("whole", objects=[{"name": "house", "polygon_m": [[1080, 2080], [1100, 2080], [1100, 2120],
                                                                          [1080, 2120]]}])
        read = talus.read("whole")
        self.assertFalse(read.partial)
        self.assertEqual(read.hash, results.hash)
        self.assertEqual(read.summary["outcomes"]["stopped"], results.outcomes["stopped"])
        for layer in results.world.scenario.layers:
            raster = read.raster(layer)
            np.testing.assert_array_equal(raster.values, results.raster(layer), layer)
            np.testing.assert_allclose(raster.x, results.x)
            np.testing.assert_allclose(raster.y, results.y)
            self.assertEqual(raster.unit, results.layer(layer)["units"])
        for name in ("screens", "objects", "screen_crossings"):
            table, file = results.table(name), read.table(name)
            self.assertEqual(list(table), list(file))
            for key in table:
                if table[key].dtype.kind == "U":
                    self.assertEqual(table[key].tolist(), file[key].tolist())
                else:
                    # lengths of crossings have three decimals
                    np.testing.assert_allclose(file[key], table[key], rtol=1e-6, atol=6e-4, err_msg=key)
        tracks = read.vectors("trajectories")
        self.assertEqual(tracks.columns["rock"].tolist(), sorted(results.tracks))
        for rock, parts in zip(tracks.columns["rock"], tracks.parts):
            line = results.tracks[rock]
            np.testing.assert_allclose(parts[0][:, 0], line["x"] + 1000.0)
            np.testing.assert_allclose(parts[0][:, 1], line["y"] + 2000.0)
            np.testing.assert_allclose(parts[0][:, 2], line["z"])
            np.testing.assert_allclose(parts[0][:, 3], line["t"])
        deposits = read.vectors("deposits")
        self.assertEqual(len(deposits.parts), 40)
        self.assertEqual(deposits.columns["outcome"][3], talus.OUTCOMES[results.records["outcome"][3]])
        self.assertEqual(len(read.vectors("objects").parts[0][0]), 5, "a ring is closed")
        sources = [read.raster("sources", band) for band in (0, 1)]
        self.assertEqual([s.name for s in sources], ["road", "house"])
        self.assertEqual(sources[0].band_count, 2)
        whole = results.gauge_sources("road")
        self.assertAlmostEqual(np.nansum(sources[0].values), np.nansum(whole), places=4)
        with self.assertRaises(talus.TalusError):
            read.raster("sources", 2)
        with self.assertRaisesRegex(ValueError, "speed_p95"):
            read.raster("speed_p96")
        with self.assertRaisesRegex(ValueError, "screens"):
            read.table("scenes")
        with self.assertRaisesRegex(ValueError, "deposits"):
            read.vectors("deposit")

    def test_it_is_run_again_from_its_scenario(self):
        results = write("again")
        read = talus.read("again")
        self.assertEqual(read.scenario.load(dem=dem()).run().hash, results.hash)

    def test_a_layer_without_values_is_empty(self):
        write("empty", outputs={"layers": ["reach_probability"], "exceedance": {"speed_m_s": [500]}})
        raster = talus.read("empty").raster("speed_exceeds_500_m_s")
        self.assertTrue(np.isnan(raster.values).all())

    def test_changes_are_noticed(self):
        write("sound")
        for name, change, sentence in (
                ("flipped", lambda d: _flip(d / "speed_max.tif"), "speed_max.tif was changed"),
                ("longer", lambda d: (d / "screens.csv").write_text((d / "screens.csv").read_text() + "x"), "screens.csv was changed"),
                ("lacking", lambda d: (d / "warnings.log").unlink(), "warnings.log is missing")):
            shutil.copytree("sound", name)
            change(pathlib.Path(name))
            with self.assertRaisesRegex(talus.TalusError, sentence):
                talus.read(name)
            self.assertEqual(talus.read(name, verify=False).hash, talus.read("sound").hash)

    def test_what_is_no_result(self):
        pathlib.Path("nothing").mkdir()
        with self.assertRaisesRegex(talus.TalusError, "summary.json"):
            talus.read("nothing")
        pathlib.Path("nothing/summary.json").write_text("{")
        with self.assertRaisesRegex(talus.TalusError, "summary.json"):
            talus.read("nothing")

    def test_what_leads_out_of_it(self):
        write("stranger")
        pathlib.Path("private.csv").write_text("private")
        folder = pathlib.Path("stranger")
        manifest = (folder / "manifest.json").read_text()
        for name in ("../private.csv", str(pathlib.Path("private.csv").absolute()), "a/../../private.csv", "..\\\\x"):
            (folder / "manifest.json").write_text(manifest.replace("terrain.tif", name))
            with self.assertRaises(talus.TalusError, msg=name):
                talus.read(folder, verify=False)
        (folder / "manifest.json").write_text(manifest)
        (folder / "screens.csv").unlink(missing_ok=True)
        (folder / "screens.csv").symlink_to("../private.csv")
        with self.assertRaisesRegex(talus.TalusError, "link"):
            talus.read(folder, verify=False).table("screens")
        with self.assertRaisesRegex(talus.TalusError, "link|no file"):
            talus.read(folder, verify=False).table("../private")

    def test_views_are_not_executed(self):
        write("views")
        with sqlite3.connect("views/results.gpkg") as base:
            base.execute("CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
                         "SELECT * FROM n")
        base.close()
        with self.assertRaisesRegex(talus.TalusError, "views"):
            talus.read("views", verify=False).vectors("deposits")

    def test_virtual_tables_are_known_by_what_they_are(self):
        write("virtual")
        talus.read("virtual").vectors("deposits")  # its index of places is one of them
        with sqlite3.connect("virtual/results.gpkg") as base:
            base.execute("CREATE VIRTUAL TABLE rtree_words USING fts4(word)")
        base.close()
        with self.assertRaisesRegex(talus.TalusError, "virtual tables"):
            talus.read("virtual", verify=False).vectors("deposits")

    def test_damage_has_a_sentence(self):
        write("deep")
        folder = pathlib.Path("deep")
        summary, manifest = ((folder / name).read_text() for name in ("summary.json", "manifest.json"))
        for name, kept in (("summary.json", summary), ("manifest.json", manifest)):
            for text in ('{"files": ' + "[" * 200000 + "]" * 200000 + "}", "[1]", "1"):
                (folder / name).write_text(text)
                with self.assertRaisesRegex(talus.TalusError, name):
                    talus.read(folder, verify=False)
            (folder / name).write_text(kept)
        for text in ("{}", '{"files": 1}', '{"files": [1]}', '{"files": [{"name": "screens.csv"}]}'):
            (folder / "manifest.json").write_text(text)
            with self.assertRaisesRegex(talus.TalusError, "manifest.json"):
                talus.read(folder, verify=False)
        (folder / "manifest.json").write_text(manifest)
        collections = b"GP\0\1\0\0\0\0" + 100000 * b"\1\7\0\0\0\1\0\0\0"
        with sqlite3.connect("deep/results.gpkg") as base:
            for trigger in base.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                base.execute(f'DROP TRIGGER "{trigger[0]}"')
            place = base.execute("SELECT column_name FROM gpkg_geometry_columns WHERE table_name = 'deposits'").fetchone()[0]
            base.execute(f'UPDATE deposits SET "{place}" = ?', (collections,))
        base.close()
        with self.assertRaisesRegex(talus.TalusError, "deposits is damaged"):
            talus.read(folder, verify=False).vectors("deposits")
        (folder / "results.gpkg").write_bytes(b"SQLite format 3\0" + bytes(4000))
        with self.assertRaisesRegex(talus.TalusError, "results.gpkg"):
            talus.read(folder, verify=False).vectors("deposits")

    def test_writing_spares_the_users_files(self):
        results = write("spared")
        pathlib.Path("mine").mkdir()
        pathlib.Path("mine/summary.json").write_text("mine")
        with self.assertRaises(talus.TalusError) as caught:
            results.write("mine")
        self.assertEqual(caught.exception.status_name, "TALUS_ERROR_INPUT")
        self.assertEqual(pathlib.Path("mine/summary.json").read_text(), "mine")
        results.write("mine", overwrite=True)
        self.assertEqual(talus.read("mine").hash, results.hash)

    def test_pictures(self):
        results = write("drawn")
        read = talus.read("drawn")
        self.assertIn("reach_probability", read.map_layers)
        for name in ("map.png", "map.svg", "map.pdf"):
            read.draw_map("reach_probability", name, width=600, title="From Python")
            self.assertGreater(pathlib.Path(name).stat().st_size, 2000)
        report = read.draw_section("section.svg", line=[(1010, 2100), (1200, 2100)], width=60.0)
        self.assertGreater(report.near, 5)
        self.assertAlmostEqual(report.length, 190.0)
        results.world.write_gltf(3, "rock.gltf")
        self.assertIn("meshes", json.loads(pathlib.Path("rock.gltf").read_text()))
        with self.assertRaises(talus.TalusError):
            read.draw_map("no_such_layer", "map.png")

    def test_the_database_is_only_read(self):
        write("read_only")
        before = pathlib.Path("read_only/results.gpkg").read_bytes()
        talus.read("read_only").vectors("impacts")
        self.assertEqual(pathlib.Path("read_only/results.gpkg").read_bytes(), before)
        self.assertEqual(sorted(p.name for p in pathlib.Path("read_only").glob("results.gpkg*")), ["results.gpkg"])
        self.assertTrue(sqlite3.sqlite_version)


def _flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


if __name__ == "__main__":
    unittest.main()
