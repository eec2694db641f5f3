# SPDX-License-Identifier: GPL-3.0-or-later
"""Run in the window of QGIS (run.sh): the plugin is loaded, the toolbox of Processing has its algorithms, the project of a
result directory opens without a missing layer. Writes window.txt, whose last line is "done", and window.png."""
import os
import traceback

from qgis.core import QgsProject
from qgis.PyQt.QtCore import QModelIndex, QTimer
from qgis.PyQt.QtWidgets import QDockWidget, QTreeView
from qgis.utils import iface, plugins

ALGORITHMS = {"Make a scenario from a DEM", "Check a scenario", "Simulate rockfall", "Simulate rockfall and draw hazard zones",
              "Compare schemes and time steps", "Sensitivity of results", "Calibrate from observed deposits", "Write a report"}
lines = []


def children(model, parent):
    return [model.index(row, 0, parent) for row in range(model.rowCount(parent))]


def look():
    assert "talus_processing" in plugins, sorted(plugins)
    toolbox = iface.mainWindow().findChild(QDockWidget, "ProcessingToolbox")
    toolbox.show()
    view = toolbox.findChild(QTreeView)
    groups = [item for item in children(view.model(), QModelIndex()) if item.data() == "Talus"]
    assert len(groups) == 1, "no group Talus in the toolbox"
    view.expand(groups[0])
    view.scrollToBottom()
    found = {item.data() for item in children(view.model(), groups[0])}
    assert found == ALGORITHMS, found ^ ALGORITHMS
    lines.append(f"toolbox: {len(found)} algorithms")
    project = QgsProject.instance()
    assert project.read("hazard/results.qgz"), project.error()
    layers = project.mapLayers().values()
    bad = [layer.name() for layer in layers if not layer.isValid()]
    assert len(layers) > 20 and not bad, (len(layers), bad)
    lines.append(f"results.qgz: {len(layers)} layers")
    iface.mapCanvas().zoomToFullExtent()
    iface.mapCanvas().waitWhileRendering()


def end():
    iface.mainWindow().grab().save("window.png")
    lines.append("done")
    leave()


def leave():
    with open("window.txt", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    os._exit(0 if lines[-1] == "done" else 1)  # QGIS may crash while it is taken down


def begin():
    try:
        look()
        QTimer.singleShot(1000, end)
    except Exception:  # whatever it is, the test is to hear of it
        lines.append(traceback.format_exc())
        leave()


QTimer.singleShot(500, begin)
