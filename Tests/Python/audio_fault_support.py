"""Shared by the tests of damaged audio: three sound files, and one odd file beside them."""

import numpy

from commandline_support import ProgramTest, batch, wav


class AudioFaultTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()
        self.good_outcome = self.batch("in", "good")
        self.good = self.dataset("good")

    def beside(self, name, data, *options, **more):
        """Runs the sound files and this file, which is removed afterwards."""
        path = self.write(f"in/{name}", data)
        outcome = batch("in", "out", *options, "--overwrite", cwd=self.folder, **more)
        path.unlink()
        return outcome

    def one(self, name, data, *options, expect=3, **more):
        """The outcome and dataset of the sound files and this file, after checks that hold for
        every case."""
        outcome = self.beside(name, data, *options, **more)
        self.assertEqual(outcome.code, expect, str(outcome))
        dataset = self.dataset("out")
        self.assertTrue(numpy.isfinite(dataset.features).all(), "features are finite")
        self.assert_good_rows(dataset, self.good)
        self.assert_quick(outcome, self.good_outcome)
        return outcome, dataset

    def rows_of_clean(self, samples, *options):
        """The rows of a valid WAV with these samples."""
        self.write("clean/x.wav", wav(samples))
        self.batch("clean", "clean-out", "--overwrite", *options)
        return self.dataset("clean-out").rows("clean/x.wav")

    def assert_same_as(self, dataset, path, samples, *options):
        """The rows of `path` equal those of a valid WAV with these samples."""
        expected = self.rows_of_clean(samples, *options)
        self.assertGreater(len(expected), 0)
        self.assertEqual(dataset.rows(path).tobytes(), expected.tobytes(), f"rows of {path}")
