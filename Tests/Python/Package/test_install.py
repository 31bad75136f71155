"""install.sh of the package: what it installs runs, what it removes is all that it installed, and it
replaces no other file. The Debian package has the same files in Debian's places. The package is a
stand-in with the folders of a real one.

Usage: test_install.py REPOSITORY
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = None  # of the repository
DESKTOP = "org.melstrom.Melstrom.desktop"
BUNDLES = ("lib/vst3/Melstrom.vst3/Contents/x86_64-linux/Melstrom.so", "lib/lv2/Melstrom Analyzer.lv2/Melstrom Analyzer.so")
SHARED = ("share/man/man1/melstrom.1", "share/bash-completion/completions/melstrom", "share/zsh/site-functions/_melstrom",
          "share/fish/vendor_completions.d/melstrom.fish", "share/applications/org.melstrom.Melstrom.desktop",
          "share/metainfo/org.melstrom.Melstrom.metainfo.xml", "share/mime/packages/org.melstrom.Melstrom.xml",
          "share/icons/hicolor/48x48/apps/org.melstrom.Melstrom.png")


def everything(folder):
    """Paths of all files, links and folders below the folder."""
    return sorted(str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*"))


class Install(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="melstrom-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.home = self.folder / "my home"
        self.home.mkdir()
        self.package = self.folder / "melstrom 1"
        self.make_package()

    def write(self, path, text="x"):
        path = self.package / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def make_package(self):
        """The programs load a library that lies where their RPATH says: an installation that breaks it
        cannot run them."""
        for folder in ("bin", "lib/melstrom/headless", "libexec"):
            (self.package / folder).mkdir(parents=True)
        for path in (*BUNDLES, *SHARED, "lib/melstrom/headless/libz.so.1", "libexec/melstrom-tests",
                     "share/doc/melstrom/README.md", "share/doc/melstrom/LICENSE",
                     "share/doc/melstrom/Presets/Patches/glass choir.toml", "share/melstrom/Tests/Golden/x.npy"):
            self.write(path)
        shutil.copy(ROOT / "packaging" / DESKTOP, self.package / "share/applications")
        self.write("lib.c", "int value (void) { return 42; }")
        self.write("main.c", "int value (void); int main (void) { return value (); }")
        library, rpath = "lib/melstrom/libvalue.so", "-Wl,-rpath,$ORIGIN/../lib/melstrom"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, "lib.c"], cwd=self.package, check=True)
        subprocess.run(["cc", "-o", "bin/melstrom", "main.c", "-Llib/melstrom", "-lvalue", rpath], cwd=self.package, check=True)
        for name in ("lib.c", "main.c"):
            (self.package / name).unlink()
        shutil.copy(self.package / "bin/melstrom", self.package / "bin/Melstrom")
        for path in BUNDLES:
            shutil.copy(self.package / library, self.package / path)
        own = self.package / "lib/vst3/Melstrom.vst3/Contents/x86_64-linux/lib/libvalue.so"
        own.parent.mkdir()
        own.hardlink_to(self.package / library)
        shutil.copy(ROOT / "packaging/install.sh", self.package)

    def run_script(self, *options, script=None, expect=0):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        ended = subprocess.run([script or self.package / "install.sh", *options], cwd=self.folder, text=True, timeout=60,
                               env={**environment, "HOME": str(self.home)}, capture_output=True, check=False)
        self.assertEqual(ended.returncode, expect, ended.stdout + ended.stderr)
        return ended

    def test_a_user_installs_and_removes(self):
        out = self.run_script("--user").stdout
        self.assertIn("Installed in", out)
        self.assertLess(len(out.splitlines()), 6)
        for name in ("melstrom", "Melstrom"):
            self.assertEqual(subprocess.run([self.home / ".local/bin" / name], check=False).returncode, 42)
        self.assertTrue((self.home / ".vst3/Melstrom.vst3/Contents/x86_64-linux/Melstrom.so").is_file())
        self.assertTrue((self.home / ".lv2/Melstrom Analyzer.lv2/Melstrom Analyzer.so").is_file())
        for path in (*SHARED, "share/doc/melstrom/README.md"):
            self.assertTrue((self.home / ".local" / path).is_file(), path)
        tree = self.home / ".local/lib/melstrom"
        self.assertFalse((tree / "libexec").exists())
        self.assertFalse((tree / "share/melstrom").exists())
        shared = [tree / "lib/melstrom/libvalue.so", tree / "lib/vst3/Melstrom.vst3/Contents/x86_64-linux/lib/libvalue.so"]
        self.assertTrue(shared[0].samefile(shared[1]), "libraries that bundles share are one file")
        self.run_script("--user", "--uninstall", script=tree / "install.sh")
        self.assertEqual(everything(self.home), [])

    def test_a_prefix_has_everything_below_it(self):
        prefix = self.folder / "a & b/opt [1]"
        self.run_script("--prefix", str(prefix))
        self.assertEqual(everything(self.home), [])
        moved = prefix.rename(self.folder / "moved")
        self.assertEqual(subprocess.run([moved / "bin/melstrom"], check=False).returncode, 42, "links are relative")
        self.assertTrue((moved / "lib/vst3/Melstrom.vst3/Contents").is_dir())
        moved.rename(prefix)
        self.run_script("--uninstall", "--prefix", str(prefix))
        self.assertEqual(everything(prefix.parent), [])

    def test_the_desktop_starts_the_installed_app(self):
        """Whatever PATH the session has; read as the specification of desktop files says."""
        prefix = self.folder / 'my "$own" 50% \\ place'
        self.run_script("--prefix", str(prefix))
        lines = (prefix / "share/applications" / DESKTOP).read_text().splitlines()
        command = [line[len("Exec="):] for line in lines if line.startswith("Exec=")]
        self.assertEqual(len(command), 1)
        value = command[0].replace("\\\\", "\\")  # of every value: a backslash is written twice
        quoted = re.fullmatch(r'"((?:[^"\\`$]|\\["\\`$])*)" (%F)', value)
        self.assertIsNotNone(quoted, value)
        words = [re.sub(r"\\(.)", r"\1", quoted[1]).replace("%%", "%"), quoted[2]]
        self.assertEqual(words, [str(prefix / "bin/Melstrom"), "%F"])
        self.assertEqual(subprocess.run(words[:1], check=False).returncode, 42)

    def test_files_of_others_stay(self):
        prefix = self.folder / "opt"
        for name in ("bin/other", "share/man/man1/other.1", "lib/vst3/Other.vst3/x", "lib/melstrom/mine"):
            (prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (prefix / name).write_text("theirs")
        before = everything(prefix)
        self.run_script("--prefix", str(prefix))
        self.run_script("--prefix", str(prefix), "--uninstall")
        self.assertEqual(everything(prefix), before)

    def test_nothing_is_replaced(self):
        prefix = self.folder / "opt"
        (prefix / "bin").mkdir(parents=True)
        (prefix / "bin/melstrom").write_text("theirs")
        before = everything(prefix)
        errors = self.run_script("--prefix", str(prefix), expect=1).stderr
        self.assertIn("opt/bin/melstrom\n", errors)
        self.assertIn("nothing was changed", errors)
        self.assertEqual(everything(prefix), before)
        self.assertEqual((prefix / "bin/melstrom").read_text(), "theirs")

    def test_a_new_version_replaces_the_old_one(self):
        self.run_script("--user")
        self.write("share/doc/melstrom/New.md")
        (self.package / "share/man/man1/melstrom.1").unlink()
        self.run_script("--user")
        self.assertTrue((self.home / ".local/share/doc/melstrom/New.md").is_file())
        self.assertFalse((self.home / ".local/share/man").exists())
        self.run_script("--user", "--uninstall")
        self.assertEqual(everything(self.home), [])

    def test_a_link_that_was_replaced_stays(self):
        self.run_script("--user")
        place = self.home / ".local/bin/melstrom"
        place.unlink()
        place.write_text("theirs")
        errors = self.run_script("--user", "--uninstall").stderr
        self.assertIn(f"Kept {place}", errors)
        self.assertEqual(everything(self.home), [".local", ".local/bin", ".local/bin/melstrom"])

    def test_the_debian_package_has_the_same_files(self):
        if not shutil.which("dpkg-shlibdeps"):
            print("SKIPPED IN PART: the Debian package: there is no dpkg-shlibdeps", flush=True)
            return
        subprocess.run([ROOT / "packaging/make-deb", self.package], check=True, timeout=120, stdout=subprocess.DEVNULL)
        deb, = self.folder.glob("melstrom_*.deb")
        fields = subprocess.run(["dpkg-deb", "-f", deb], check=True, capture_output=True, text=True).stdout
        self.assertRegex(fields, r"(?m)^Package: melstrom$")
        self.assertRegex(fields, r"(?m)^Depends: .*libc6 \(>= [0-9.]+\)")
        root = self.folder / "root"
        subprocess.run(["dpkg-deb", "-x", deb, root], check=True)
        for name in ("melstrom", "Melstrom"):
            self.assertEqual(subprocess.run([root / "usr/bin" / name], check=False).returncode, 42)
        moved = {"share/man/man1/melstrom.1": "share/man/man1/melstrom.1.gz",
                 "share/zsh/site-functions/_melstrom": "share/zsh/vendor-completions/_melstrom"}
        for path in (*BUNDLES, *(moved.get(path, path) for path in SHARED), "share/doc/melstrom/copyright"):
            self.assertTrue((root / "usr" / path).is_file(), path)
        for path in SHARED:
            self.assertFalse((root / "usr" / moved.get(path, path)).is_symlink(), path)
        self.assertFalse([path for path in everything(root) if "tests" in path.lower() or "installed.txt" in path])

    def test_wrong_use_changes_nothing(self):
        for options, status in (("--usr",), 2), (("--prefix",), 2), (("--user", "--prefix", "x"), 2), (("--user", "--uninstall"), 1):
            self.run_script(*options, expect=status)
        shutil.rmtree(self.package / "lib/lv2")
        self.assertIn("has no lib/lv2", self.run_script("--user", expect=1).stderr)
        self.assertEqual(everything(self.home), [])


class DesktopFiles(unittest.TestCase):
    """The desktop's own tools accept the files of packaging/."""

    def check(self, *command):
        if not shutil.which(command[0]):
            print(f"SKIPPED IN PART: {command[0]}: it is not installed", flush=True)
            return
        ended = subprocess.run(command, cwd=ROOT / "packaging", capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_they_are_valid(self):
        self.check("desktop-file-validate", "org.melstrom.Melstrom.desktop")
        self.check("xmllint", "--noout", "org.melstrom.Melstrom.xml", "org.melstrom.Melstrom.svg")
        with tempfile.TemporaryDirectory() as folder:
            text = (ROOT / "packaging/org.melstrom.Melstrom.metainfo.xml").read_text()
            filled = pathlib.Path(folder) / "org.melstrom.Melstrom.metainfo.xml"
            filled.write_text(text.replace("@VERSION@", "1.0").replace("@DATE@", "2026-01-01"))
            self.check("appstreamcli", "validate", "--no-net", str(filled))

    def test_screenshots_are_pictures_of_the_documents(self):
        """Each address is a file of this repository below the homepage; AppStream wants a width of 620 at least."""
        text = (ROOT / "packaging/org.melstrom.Melstrom.metainfo.xml").read_text()
        homepage = re.search(r'<url type="homepage">(.*?)</url>', text)[1]
        urls = re.findall(r"<image>(.*?)</image>", text)
        self.assertGreaterEqual(len(urls), 3)
        for url in urls:
            self.assertTrue(url.startswith(homepage + "/docs/"), url)
            header = (ROOT / url.removeprefix(homepage + "/")).read_bytes()[:24]
            self.assertEqual(header[:8], b"\x89PNG\r\n\x1a\n", url)
            self.assertGreaterEqual(int.from_bytes(header[16:20], "big"), 620, url)


if __name__ == "__main__":
    ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
