#!/usr/bin/env python3
"""Checks the layers: includes point down only, between folders and between the rooms inside them;
no folder is crowded; Engine and the command line do not include JUCE; CUDA stays in its folder;
the system is called in files that are named for it; every test is in the lists.

Usage: check_layers.py REPOSITORY
"""
import collections
import pathlib
import re
import sys

MOST_UNITS = 25 # in one folder: a unit is a header with its source, or a single file
root = pathlib.Path (sys.argv[1])
# Folders whose headers the sources of a folder may include, besides their own. Order as in
# docs/architecture.md.
below = {
    "Engine/Core": [],
    "Engine/Spec": ["Engine/Core"],
    "Engine/Marks": ["Engine/Core", "Engine/Spec/Text"],
    "Engine/Dsp": ["Engine/Core", "Engine/Spec"],
    "Engine/Backend": ["Engine/Core", "Engine/Spec", "Engine/Dsp"],
    "Engine/Realtime": ["Engine/Core", "Engine/Spec", "Engine/Dsp"],
    "Engine/Batch": ["Engine/Core", "Engine/Spec", "Engine/Marks", "Engine/Dsp", "Engine/Backend"],
    "Engine/Live": ["Engine/Core", "Engine/Spec", "Engine/Dsp", "Engine/Backend", "Engine/Realtime"],
    "Engine/Recording": ["Engine/Core", "Engine/Realtime", "Engine/Batch"],
    "Engine/Report": ["Engine/Core", "Engine/Spec", "Engine/Dsp", "Engine/Backend", "Engine/Batch"],
    "Engine/Overview": ["Engine/Core", "Engine/Spec", "Engine/Dsp", "Engine/Backend", "Engine/Batch", "Engine/Live"],
}
# Above Engine: includes allowed besides all of Engine, without the backends' implementations.
above = {
    "Source": ["Source"],
    "Plugin": ["Plugin", "Source"],
    "Standalone": ["Standalone", "Source"],
}
product = ("Engine", *above)
code = (".h", ".cpp", ".cu", ".cuh", ".inc")
# A source that calls the operating system ends in one of these names. So does a header with the
# system's types, which only such files include.
platforms = ("Posix", "Linux")
system_header = re.compile (
    r"(arpa|asm|linux|net|netinet|sys)/|"
    r"(dirent|dlfcn|fcntl|grp|link|malloc|netdb|poll|pthread|pwd|sched|semaphore|signal|spawn|"
    r"syslog|termios|ucontext|unistd|windows)\.h$")
linux_header = re.compile (r"linux/|sys/(auxv|epoll|inotify|prctl|syscall|vfs)\.h$|(link|malloc)\.h$")
include = re.compile (r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.M)
faults = []


def sources (folder, least, *endings):
    """A folder's files of these kinds. Fewer than `least` is a fault, because a check of no files
    would pass."""
    paths = [path for path in sorted ((root / folder).rglob ("*")) if path.suffix in endings]
    if len (paths) < least:
        faults.append (f"{folder} has {len (paths)} sources, not {least}")
    return paths


def is_of_platform (path):
    return path.stem.endswith (platforms)


def neutral_stem (path):
    """A file's name without its ending and platform: that of the header which it implements."""
    return next ((path.stem.removesuffix (platform) for platform in platforms if path.stem.endswith (platform)), path.stem)


def check_platform (path, target):
    """A system header, or a header of a platform, is included by files of a platform alone."""
    name = path.relative_to (root)
    if linux_header.match (target) and not path.stem.endswith ("Linux"):
        faults.append (f"{name} includes {target}: Linux is called in files named ...Linux")
    elif system_header.match (target) and not is_of_platform (path):
        faults.append (f"{name} includes {target}: the system is called in files named ...Posix or ...Linux")
    if (root / target).is_file () and is_of_platform (pathlib.Path (target)) and not is_of_platform (path):
        faults.append (f"{name} includes {target}, which is for files named ...Posix or ...Linux")


def cycle_in (edges):
    """The names of a cycle, or none. edges: the targets of each name."""
    state, path = {}, []

    def visit (name):
        state[name] = "open"
        path.append (name)
        for target in sorted (edges.get (name, ())):
            if state.get (target) == "open":
                return path[path.index (target):] + [target]
            if target not in state and (found := visit (target)):
                return found
        path.pop ()
        state[name] = "done"
        return None

    return next ((found for name in sorted (edges) if name not in state and (found := visit (name))), None)


def check_rooms (folders):
    """No cycle of includes between the children of any folder. The files directly in the folder
    count as one more child."""
    edges, examples = collections.defaultdict (lambda: collections.defaultdict (set)), {}
    for folder in folders:
        for path in sources (folder, 3, *code):
            source = path.relative_to (root).parts
            for name in include.findall (path.read_text ()):
                target = pathlib.Path (name).parts
                if not (root / name).is_file ():
                    continue
                depth = next ((i for i, pair in enumerate (zip (source, target)) if pair[0] != pair[1]), 0)
                at = [parts[depth] if depth < len (parts) - 1 else "." for parts in (source, target)]
                if at[0] != at[1]:
                    place = "/".join (source[:depth])
                    edges[place][at[0]].add (at[1])
                    examples.setdefault ((place, *at), f"{path.relative_to (root)} includes {name}")
    for place, graph in edges.items ():
        if circle := cycle_in (graph):
            faults.append (f"rooms of {place or 'the tree'} in a circle: {' -> '.join (circle)}")
            faults.extend (f"    {examples[(place, *pair)]}" for pair in zip (circle, circle[1:]))
    return sum (len (graph) for graph in edges.values ())


for folder, allowed in below.items ():
    for path in sources (folder, 10, ".h", ".cpp", ".cu", ".cuh"):
        name = path.relative_to (root)
        # No other test compiles the own header alone: see Tests/CMakeLists.txt.
        own = next ((header for stem in (path.stem, neutral_stem (path)) if (header := path.with_name (stem + ".h")).exists ()), path.with_suffix (".h"))
        if path.suffix == ".cpp" and own.exists () and include.findall (path.read_text ())[:1] != [str (own.relative_to (root))]:
            faults.append (f"{name} includes something before {own.name}")
        for target in include.findall (path.read_text ()):
            if target.startswith (("Standalone/", "Source/", "Plugin/", "Tests/")):
                faults.append (f"{name} includes {target}, which lies above it")
            if target.startswith ("Engine/") and not any (target.startswith (f + "/") for f in [folder, *allowed]):
                faults.append (f"{name} includes {target}, which lies above or beside it")
            if target.lower ().startswith ("juce"):
                faults.append (f"{name} includes {target}: Engine has never heard of JUCE")
            if re.match (r"(cuda|cufft|nvtx|nvml)", target) and not str (name).startswith ("Engine/Backend/Gpu/Cuda/"):
                faults.append (f"{name} includes {target} outside of Engine/Backend/Gpu/Cuda")
            if folder != "Engine/Backend" and target.startswith (("Engine/Backend/Cpu/", "Engine/Backend/Gpu/")):
                faults.append (f"{name} includes {target}: backends are behind the seam")

for folder, allowed in above.items ():
    for path in sources (folder, 3, ".h", ".cpp"):
        for target in include.findall (path.read_text ()):
            if target.startswith (("Standalone/", "Source/", "Plugin/", "Tests/")) and not any (target.startswith (f + "/") for f in allowed):
                faults.append (f"{path.relative_to (root)} includes {target}, which lies above it")
            if target.startswith (("Engine/Backend/Cpu/", "Engine/Backend/Gpu/")) and not str (path.relative_to (root)).startswith ("Standalone/Bench/"):
                faults.append (f"{path.relative_to (root)} includes {target}: backends are behind the seam")

for folder in ("Standalone", "Source/Picture", "Source/Render"): # linked into the command line
    for path in sources (folder, 3, ".h", ".cpp"):
        if "Standalone/App" in str (path):
            continue
        for target in include.findall (path.read_text ()):
            if target.lower ().startswith ("juce"):
                faults.append (f"{path.relative_to (root)} includes {target}: the command line is built without JUCE")

for folder in product:
    for path in sources (folder, 3, *code):
        for target in include.findall (path.read_text ()):
            check_platform (path, target)

num_includes = check_rooms (product) + check_rooms (["Tests"])

for folder in (*product, "Tests"):
    units = collections.defaultdict (set)
    for path in (root / folder).rglob ("*"):
        if path.suffix in (*code, ".py"):
            units[path.parent].add (neutral_stem (path))
    for place, names in units.items ():
        if len (names) > MOST_UNITS:
            faults.append (f"{place.relative_to (root)} holds {len (names)} units side by side; {MOST_UNITS} are the most")

lists = (root / "Tests/CMakeLists.txt").read_text ()
for test in sources ("Tests", 150, ".cpp"):
    if test.name.endswith ("Tests.cpp") and str (test.relative_to (root / "Tests")) not in lists:
        faults.append (f"{test.relative_to (root)} is never built")
for test in sources ("Tests/Python", 30, ".py"):
    subject = f"{test.parent.name}/{test.stem.removeprefix ('test_')}"
    if test.name.startswith ("test_") and subject not in lists and f"{test.parent.name}/{test.name}" not in lists:
        faults.append (f"{test.relative_to (root)} is never run")

print ("\n".join (faults) if faults else f"{len (below) + len (above)} layers and {num_includes} rooms that include others, in order")
sys.exit (1 if faults else 0)
