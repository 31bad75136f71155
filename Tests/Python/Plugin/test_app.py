"""The app on a screen: the state that it saves when a signal ends it; the app without a screen."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

sys.path.append(sys.path[0] + "/..")
import commandline_support
import screen_support

SECONDS_TO_END = 30
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
DIGITS = ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"


def juce_bytes(text):
    """The bytes of a text by juce::MemoryBlock::toBase64Encoding: the number of bytes, then six
    bits a digit, lowest first."""
    size, digits = text.split(".", 1)
    number = sum(DIGITS.index(digit) << 6 * place for place, digit in enumerate(digits))
    return number.to_bytes(max(int(size), (6 * len(digits) + 7) // 8), "little")[:int(size)]


class App:
    """The app with a private home folder and its window open, until its end."""

    def __init__(self, home, screen, **options):
        self.screen = screen
        self.settings = pathlib.Path(home) / ".config" / "Melstrom.settings"
        environment = dict(os.environ, HOME=str(home), MELSTROM_SETTINGS=str(home))
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "MELSTROM_PATCHES"):
            environment.pop(name, None)
        self.process = subprocess.Popen([commandline_support.program()], env=environment,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.window = screen.large_window(700, 400)

    def choose_next_patch(self, times):
        x, y, _, _ = self.window
        self.screen.click(x + 262, y + 20)  # the tab of the synthesizer's page
        time.sleep(1)
        self.screen.click(x + 56, y + 97)  # the product's name: focuses the instrument and does nothing else
        for _ in range(times):
            self.screen.press(screen_support.CONTROL, screen_support.RIGHT)
            time.sleep(0.2)
        time.sleep(1)

    def end(self, number):
        """Returns the exit status."""
        self.process.send_signal(number)
        try:
            return self.process.wait(SECONDS_TO_END)
        finally:
            self.process.kill()
            self.process.wait()

    def state(self):
        """The state's text in the file."""
        values = xml.etree.ElementTree.parse(self.settings).getroot()
        encoded = [value.get("val") for value in values if value.get("name") == "filterState"]
        return juce_bytes(encoded[0]).decode("utf-8", "replace")

    def patch(self):
        return re.search('name = "(.*)"\n', self.state()).group(1)  # behind the block's header


class EndedFromOutside(unittest.TestCase):
    def setUp(self):
        self.screen = screen_support.Screen()
        self.addCleanup(self.screen.close)
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)

    def start(self, **options):
        app = App(self.home.name, self.screen, **options)
        self.addCleanup(lambda: (app.process.kill(), app.process.wait()))
        self.assertIsNotNone(app.window, "the app opened no window")
        return app

    def after(self, number, times):
        """The saved patch after that many steps to the next patch, and the whole state."""
        app = self.start()
        app.choose_next_patch(times)
        self.assertEqual(app.end(number), 0)
        return app.patch(), app.state()

    def test_the_patch_is_kept_at_each_signal(self):
        first, _ = self.after(signal.SIGTERM, 0)  # no state was saved before
        for number in SIGNALS:
            with self.subTest(signal=number.name):
                chosen = []

                def attempt():
                    chosen[:] = self.after(number, 1)
                    return None if chosen[0] != first else "the window has not taken its keys"

                self.assertIsNone(commandline_support.late_after_attempts("keys of the app", attempt))
                # The next start loads the state and saves it again: the file is written anew.
                app = self.start()
                app.settings.unlink()
                self.assertEqual(app.end(number), 0)
                self.assertEqual(app.state(), chosen[1])
                first = chosen[0]

    def test_a_signal_that_comes_twice_does_not_cut_it_short(self):
        app = self.start()
        app.process.send_signal(signal.SIGTERM)
        self.assertEqual(app.end(signal.SIGTERM), 0)
        self.assertTrue(app.patch())

    def test_what_the_parent_ignores_does_not_end_it(self):
        app = self.start(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))  # like nohup
        app.process.send_signal(signal.SIGHUP)
        with self.assertRaises(subprocess.TimeoutExpired):
            app.process.wait(2)
        self.assertEqual(app.end(signal.SIGTERM), 0)
        self.assertTrue(app.patch())


class WithoutDisplay(unittest.TestCase):
    def test_it_says_so_and_ends(self):
        for display in None, ":987654":
            with self.subTest(display=display), tempfile.TemporaryDirectory() as home:
                environment = {**os.environ, "HOME": home, "DISPLAY": display or ""}
                if display is None:
                    del environment["DISPLAY"]
                ended = subprocess.run([commandline_support.program()], env=environment, capture_output=True,
                                       text=True, timeout=SECONDS_TO_END, check=False)
                self.assertEqual(ended.returncode, 1, ended.stderr)
                self.assertIn("no X display was found", ended.stderr)


if __name__ == "__main__":
    commandline_support.main()
