#!/usr/bin/env python3
"""Includes point down only, Engine and the command line have never heard of JUCE, CUDA stays in its folder, every test file is built.

Usage: check_layers.py REPOSITORY
"""
import pathlib
import re
import sys

root = pathlib.Path (sys.argv[1])
# What the sources of a folder may include, itself apart. Order as in docs/architecture.md.
below = {
    "Engine/Core": [],
    "Engine/Spec": ["Engine/Core"],
    "Engine/Dsp": ["Engine/Core", "Engine/Spec"],
    "Engine/Backend": ["Engine/Core", "Engine/Spec", "Engine/Dsp"],
    "Engine/Realtime": ["Engine/Core", "Engine/Spec", "Engine/Dsp"],
    "Engine/Batch": ["Engine/Core", "Engine/Spec", "Engine/Dsp", "Engine/Backend"],
    "Engine/Live": ["Engine/Core", "Engine/Spec", "Engine/Dsp", "Engine/Backend", "Engine/Realtime"],
}
# Above Engine: what they may include besides all of Engine, but for the backends behind their seam.
above = {
    "Source": ["Source"],
    "Plugin": ["Plugin", "Source", "Standalone"],
    "Standalone": ["Standalone", "Source"],
}
include = re.compile (r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.M)
faults = []


def sources (folder, least, *endings):
    """A folder's files of these kinds. Fewer than `least` is a fault: a check of nothing passes."""
    paths = [path for path in sorted ((root / folder).rglob ("*")) if path.suffix in endings]
    if len (paths) < least:
        faults.append (f"{folder} has {len (paths)} sources, not {least}")
    return paths


for folder, allowed in below.items ():
    for path in sources (folder, 10, ".h", ".cpp", ".cu", ".cuh"):
        name = path.relative_to (root)
        own = path.with_suffix (".h") # nothing else compiles it with nothing before it: see Tests/CMakeLists.txt
        if path.suffix == ".cpp" and own.exists () and include.findall (path.read_text ())[:1] != [str (own.relative_to (root))]:
            faults.append (f"{name} includes something before {own.name}")
        for target in include.findall (path.read_text ()):
            if target.startswith (("Standalone/", "Source/", "Plugin/", "Tests/")):
                faults.append (f"{name} includes {target}, which lies above it")
            if target.startswith ("Engine/") and not any (target.startswith (f + "/") for f in [folder, *allowed]):
                faults.append (f"{name} includes {target}, which lies above or beside it")
            if target.lower ().startswith ("juce"):
                faults.append (f"{name} includes {target}: Engine has never heard of JUCE")
            if re.match (r"(cuda|cufft|nvtx|nvml)", target) and "Engine/Backend/Cuda" not in str (name):
                faults.append (f"{name} includes {target} outside of Engine/Backend/Cuda")
            if folder != "Engine/Backend" and target.startswith ("Engine/Backend/C"):
                faults.append (f"{name} includes {target}: backends are behind the seam")

for folder, allowed in above.items ():
    for path in sources (folder, 3, ".h", ".cpp"):
        for target in include.findall (path.read_text ()):
            if target.startswith (("Standalone/", "Source/", "Plugin/", "Tests/")) and not any (target.startswith (f + "/") for f in allowed):
                faults.append (f"{path.relative_to (root)} includes {target}, which lies above it")

for folder in ("Standalone", "Source/Picture", "Source/Render"): # what the command line links
    for path in sorted ((root / folder).rglob ("*")):
        if path.suffix in (".h", ".cpp"):
            for target in include.findall (path.read_text ()):
                if target.lower ().startswith ("juce"):
                    faults.append (f"{path.relative_to (root)} includes {target}: the command line is built without JUCE")

lists = (root / "Tests/CMakeLists.txt").read_text ()
for test in sources ("Tests", 150, ".cpp"):
    if test.name.endswith ("Tests.cpp") and str (test.relative_to (root / "Tests")) not in lists:
        faults.append (f"{test.relative_to (root)} is never built")

print ("\n".join (faults) if faults else f"{len (below) + len (above)} layers in order")
sys.exit (1 if faults else 0)
