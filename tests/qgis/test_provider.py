# SPDX-License-Identifier: GPL-3.0-or-later
"""init, check, run, hazard, compare, sensitivity, calibrate and report from QGIS: layers of the project go in, styled
layers come out, progress moves, cancel ends a run, wrong input is an error with talus' own sentence. The zones are
rendered into zones.png. Environment: TALUS, SOURCE; run in an empty folder (run.sh)."""
import base64
import json
import os
import pathlib
import re
import sys
import time
import unittest
import zlib

from qgis.core import (QgsApplication, QgsBilinearRasterResampler, QgsHillshadeRenderer, QgsMapRendererParallelJob,
                       QgsMapSettings, QgsProcessingContext, QgsProcessingException,
                       QgsProcessingFeedback, QgsProject, QgsRasterLayer, QgsVectorLayer)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

SOURCE = pathlib.Path(os.environ["SOURCE"])
WORK = pathlib.Path.cwd()
KOT = SOURCE / "terrain/kot/kot.tif"
PLANE = str(SOURCE / "scenarios/plane.yaml")


class Feedback(QgsProcessingFeedback):
    """Keeps what was said."""

    def __init__(self):
        super().__init__(False)
        self.steps = []
        self.progressChanged.connect(self.steps.append)


def run(name, parameters, feedback=None):
    """An algorithm as the toolbox runs it. @return its results, and its layers by title"""
    import processing
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    feedback = feedback or Feedback()
    results = processing.run(f"talus:{name}", parameters, context=context, feedback=feedback)
    shown = {}
    handed = {layer.id(): layer for layer in results.get("SHOWN", [])}  # processing.run() has taken these
    for layer_id, details in context.layersToLoadOnCompletion().items():
        layer = handed.get(layer_id) or context.takeResultLayer(layer_id)
        shown[details.name] = QgsProject.instance().addMapLayer(layer)
    return results, shown


def release_layer():
    """The release area of Kot as a layer that is in memory only."""
    stored = QgsVectorLayer(f"{SOURCE}/terrain/kot/kot.gpkg|layername=release_area", "stored", "ogr")
    layer = QgsVectorLayer(f"MultiPolygon?crs={stored.crs().authid()}", "wall", "memory")
    layer.dataProvider().addFeatures([area for area in stored.getFeatures()])
    layer.updateExtents()
    return layer


def render(layers, file, extent):
    settings = QgsMapSettings()
    settings.setLayers(layers)
    settings.setDestinationCrs(layers[0].crs())
    settings.setExtent(extent)
    settings.setOutputSize(QSize(900, 900))
    settings.setBackgroundColor(QColor("white"))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    assert image.save(str(file))
    return image


def share_of(image, colour):
    """Share of the pixels with the hue of a colour, whatever shines through."""
    found = 0
    for y in range(0, image.height(), 3):
        for x in range(0, image.width(), 3):
            pixel = image.pixelColor(x, y)
            apart = abs(pixel.hue() - colour.hue())
            found += pixel.saturation() > 40 and min(apart, 360 - apart) < 15
    return 9 * found / (image.height() * image.width())


class Provider(unittest.TestCase):
    def test_1_init_run_hazard(self):
        dem = QgsRasterLayer(str(KOT), "heights")
        dem.setRenderer(QgsHillshadeRenderer(dem.dataProvider(), 1, 315, 45))
        dem.resampleFilter().setZoomedInResampler(QgsBilinearRasterResampler())
        walls = release_layer()
        forest = QgsVectorLayer(f"{SOURCE}/terrain/kot/kot.gpkg|layername=resistance_forest", "forest", "ogr")
        QgsProject.instance().addMapLayers([dem, walls, forest])
        scenario = str(WORK / "site.yaml")
        results, _ = run("init", {"DEM": "heights", "RELEASES": "wall", "FOREST": "forest", "OUTPUT": scenario})
        self.assertEqual(results["OUTPUT"], scenario)
        run("check", {"SCENARIO": scenario})

        feedback = Feedback()
        results, shown = run("run", {"SCENARIO": scenario, "ROCKS": 300, "OUTPUT": str(WORK / "run")}, feedback)
        self.assertIn("run: reach_probability", shown)
        self.assertIn("run: trajectories", shown)
        self.assertGreater(len(feedback.steps), 3)  # 20 and more where nothing else runs
        self.assertEqual(feedback.steps, sorted(feedback.steps))
        self.assertEqual(json.loads((WORK / "run/summary.json").read_text())["rocks"], 300)
        ramp = shown["run: reach_probability"].renderer()
        self.assertIn(ramp.type(), ("singlebandpseudocolor", "paletted"))

        results, shown = run("hazard", {"SCENARIO": scenario, "ROCKS": 1000, "PACK": self.pack("Switzerland"),
                                        "FREQUENCY": 500, "LAYERS": [], "OUTPUT": str(WORK / "hazard")})
        zones = shown["hazard: zones"]
        names = [category.label() for category in zones.renderer().categories()]
        self.assertGreaterEqual(len(names), 2)
        ranks = {feature["zone"] for feature in zones.getFeatures()}
        self.assertGreaterEqual(len(ranks), 2, "one zone alone would not show that zones are styled apart")
        image = render([zones, dem], WORK / "zones.png", zones.extent().buffered(100))
        red = [category.symbol().color() for category in zones.renderer().categories() if category.value() == "red"]
        self.assertEqual(len(red), 1, names)
        self.assertGreater(share_of(image, red[0]), 0.01)  # measured 0.04
        self.assertLess(share_of(render([dem], WORK / "without.png", zones.extent().buffered(100)), red[0]), 0.001)

        project = QgsProject()
        self.assertTrue(project.read(str(WORK / "hazard/results.qgz")), project.error())
        layers = project.mapLayers().values()
        self.assertGreater(len(layers), 20)
        self.assertEqual([layer.name() for layer in layers if not layer.isValid()], [])
        # as the project shows it: the zones in their colours over the terrain
        seen = [layer for layer in project.layerTreeRoot().layerOrder()
                if project.layerTreeRoot().findLayer(layer).isVisible()]
        self.assertGreater(share_of(render(seen, WORK / "project.png", zones.extent().buffered(100)), red[0]), 0.01)

    def pack(self, name):
        from talus_processing import program
        return list(program.rule_packs()).index(name)

    def test_2_studies(self):
        _, shown = run("compare", {"SCENARIO": PLANE, "SCHEMES": "explicit,midpoint", "ROCKS": 20,
                                   "OUTPUT": str(WORK / "compare")})
        self.assertIn("compare: rocks", shown)
        _, shown = run("sensitivity", {"SCENARIO": PLANE, "VARIANTS": [2, 3], "ROCKS": 20,
                                       "OUTPUT": str(WORK / "sensitivity")})
        self.assertTrue((WORK / "sensitivity/sensitivity.json").exists())
        run("run", {"SCENARIO": PLANE, "ROCKS": 30, "OUTPUT": str(WORK / "truth")})
        deposits = QgsVectorLayer(f"{WORK}/truth/results.gpkg|layername=deposits", "observed", "ogr")
        QgsProject.instance().addMapLayer(deposits)
        results, shown = run("calibrate", {"SCENARIO": PLANE, "OBSERVED": "observed", "ROCKS": 20, "EVALUATIONS": 60,
                                           "VOLUME_FIELD": "runout_m", "PARAMETERS": "ground.0.mu_min=0.2:0.8",
                                           "OUTPUT": str(WORK / "calibrate")})
        self.assertIn("calibrate: posterior", shown)
        self.assertTrue(pathlib.Path(results["BEST"]).exists())
        # the field of volumes goes to the program (any positive numbers will do here)
        self.assertIn("metres_per_ln", (WORK / "calibrate/summary.json").read_text())

    def test_3_report(self):
        run("run", {"SCENARIO": PLANE, "ROCKS": 20, "OUTPUT": str(WORK / "page")})
        results, _ = run("report", {"FOLDER": str(WORK / "page"), "LANGUAGE": 1, "OUTPUT": str(WORK / "page.html")})
        blocks = dict(re.findall(r'<script type="application/x-talus" id="([^"]*)">([^<]*)',
                                 pathlib.Path(results["PAGE"]).read_text()))
        self.assertEqual(json.loads(zlib.decompress(base64.b64decode(blocks["data"])))["language"], "de")

    def test_4_wrong_input(self):
        broken = WORK / "broken.yaml"
        broken.write_text("terrain: {dem: nowhere.tif}\n")
        with self.assertRaises(QgsProcessingException) as caught:
            run("check", {"SCENARIO": str(broken)})
        self.assertIn("broken.yaml", str(caught.exception))

    def test_5_cancel(self):
        feedback = Feedback()
        feedback.progressChanged.connect(lambda step: feedback.cancel())
        begin = time.monotonic()
        run("run", {"SCENARIO": str(SOURCE / "scenarios/kot.yaml"), "ROCKS": 100000, "OUTPUT": str(WORK / "cancelled")},
            feedback)
        self.assertLess(time.monotonic() - begin, 60)  # 100 000 rocks take minutes
        self.assertTrue((WORK / "cancelled/PARTIAL").exists())
        self.assertTrue(json.loads((WORK / "cancelled/summary.json").read_text())["partial"])


if __name__ == "__main__":
    application = QgsApplication([], False)
    application.initQgis()
    from processing.core.Processing import Processing
    Processing.initialize()
    from talus_processing.provider import Provider as TalusProvider
    provider = TalusProvider()
    QgsApplication.processingRegistry().addProvider(provider)
    outcome = unittest.main(exit=False, verbosity=2).result
    QgsApplication.processingRegistry().removeProvider(provider)
    QgsProject.instance().clear()
    sys.stdout.flush()
    os._exit(0 if outcome.wasSuccessful() and outcome.testsRun > 0 else 1)  # QGIS may crash while it is taken down
