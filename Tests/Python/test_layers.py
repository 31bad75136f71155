"""check_layers.py finds a broken rule: it passes over a copy of the sources, and names each include
and file that was planted in the copy.

Usage: test_layers.py REPOSITORY
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = None
FOLDERS = ("Engine", "Source", "Plugin", "Standalone", "Tests")
READ = {".h", ".cpp", ".cu", ".cuh", ".inc", ".py"}

# Planted files with their text, and what the check says of each.
PLANTED = {
    "Engine/Core/NeutralSource.cpp": ("#include <unistd.h>\n", "Engine/Core/NeutralSource.cpp includes unistd.h: the system is called in files named ...Posix or ...Linux"),
    "Engine/Batch/Files/Neutral.h": ("#include <sys/stat.h>\n", "Engine/Batch/Files/Neutral.h includes sys/stat.h: the system is called"),
    "Source/Render/Neutral.cpp": ("#  include <dlfcn.h>\n", "Source/Render/Neutral.cpp includes dlfcn.h: the system is called"),
    "Standalone/Midi/Neutral.cpp": ('#include "Engine/Batch/Files/DescriptorPosix.h"\n', "Standalone/Midi/Neutral.cpp includes Engine/Batch/Files/DescriptorPosix.h, which is for files named"),
    "Engine/Live/Worker/SchedulingPosix.cpp": ("#include <sched.h>\n#include <sys/prctl.h>\n", "Engine/Live/Worker/SchedulingPosix.cpp includes sys/prctl.h: Linux is called in files named ...Linux"),
    "Engine/Core/System/NamedLinux.cpp": ("#include <string>\n#include \"Engine/Core/System/Process.h\"\n", None),
    "Engine/Core/System/HardwarePosix.cpp": ("#include <string>\n", "Engine/Core/System/HardwarePosix.cpp includes something before Hardware.h"),
    "Engine/Core/Upward.cpp": ('#include "Engine/Dsp/Mel/MelBank.h"\n', "Engine/Core/Upward.cpp includes Engine/Dsp/Mel/MelBank.h, which lies above or beside it"),
    "Engine/Spec/Text/Upward.cpp": ('#include "Engine/Spec/Mel/MelSpec.h"\n', "Engine/Spec/Text/Upward.cpp includes Engine/Spec/Mel/MelSpec.h"),
    "Engine/Dsp/Mel/Window2.cpp": ("#include <juce_core/juce_core.h>\n", "Engine/Dsp/Mel/Window2.cpp includes juce_core/juce_core.h"),
    "Engine/Backend/Cpu/Mel/Outside.cpp": ("#include <cuda_runtime.h>\n", "Engine/Backend/Cpu/Mel/Outside.cpp includes cuda_runtime.h outside of"),
    "Tests/Engine/Core/ForgottenTests.cpp": ("", "Tests/Engine/Core/ForgottenTests.cpp is never built"),
    "Tests/Python/Batch/test_forgotten.py": ("", "Tests/Python/Batch/test_forgotten.py is never run"),
}


def check(root):
    done = subprocess.run([sys.executable, str(ROOT / "Tests/Python/check_layers.py"), str(root)], capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


class LayersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in FOLDERS:
            for path in (ROOT / name).rglob("*"):
                if path.suffix in READ:
                    copy = self.root / path.relative_to(ROOT)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, copy)
        shutil.copyfile(ROOT / "Tests/CMakeLists.txt", self.root / "Tests/CMakeLists.txt")

    def test_planted_faults(self):
        code, lines = check(self.root)
        self.assertEqual(code, 0, lines)
        for name, (text, _) in PLANTED.items():
            self.assertFalse((self.root / name).exists(), name)
            (self.root / name).write_text(text)
        code, lines = check(self.root)
        self.assertEqual(code, 1)
        for name, (_, fault) in PLANTED.items():
            found = [line for line in lines if name in line]
            if fault is None:
                self.assertEqual(found, [])
            else:
                self.assertTrue(any(fault in line for line in found), f"{fault}\n{lines}")

    def add_units(self, numbers):
        """Each unit is a header, and its source with a platform's name."""
        for i in numbers:
            folder = "Engine/Spec/Tuning"
            (self.root / f"{folder}/Unit{i}.h").write_text("")
            (self.root / f"{folder}/Unit{i}Posix.cpp").write_text(f'#include "{folder}/Unit{i}.h"\n')

    def test_crowded_folder(self):
        self.add_units(range(15))
        self.assertEqual(check(self.root)[0], 0)
        self.add_units(range(15, 26))
        code, lines = check(self.root)
        self.assertEqual(code, 1)
        self.assertTrue(any(line.startswith("Engine/Spec/Tuning holds") for line in lines), lines)


if __name__ == "__main__":
    ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
