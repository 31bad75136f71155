#include "Standalone/CommandLine/Options/OptionTable.h"

#include <algorithm>
#include <limits>

namespace melstrom
{

namespace
{

constexpr int anyNumber = std::numeric_limits<int>::max ();

const std::vector<Mode> batch {Mode::batch};
const std::vector<Mode> picture {Mode::picture};
const std::vector<Mode> render {Mode::render};
const std::vector<Mode> reading {Mode::batch, Mode::picture, Mode::explain};
const std::vector<Mode> computing {Mode::batch,   Mode::picture, Mode::render,
                                   Mode::explain, Mode::doctor,  Mode::bench};
const std::vector<Mode> threaded {Mode::batch,   Mode::merge,  Mode::picture, Mode::render,
                                  Mode::explain, Mode::doctor, Mode::bench};
const std::vector<Mode> extracting {Mode::batch, Mode::picture, Mode::explain, Mode::doctor,
                                    Mode::bench};

constexpr std::string_view dataset = "The dataset", feature = "The feature", inputs = "Inputs",
                           running = "Running", drawing = "Pictures", sound = "Sound",
                           other = "Other";

const std::vector<OptionRow> allOptions {
    {"--out",
     "PATH",
     dataset,
     {Mode::batch, Mode::picture, Mode::render},
     "folder for the dataset, the PNG of --picture, or the WAV of --render"},
    {"--format", "npy|h5", dataset, batch, "NumPy files (default), or one HDF5 file a split"},
    {"--dtype", "f16|f32", dataset, batch, "type of the stored features; default: the preset's"},
    {"--waveform", "", dataset, batch, "store each segment's samples too"},
    {"--labels", "folders|none|FILE.csv", dataset, batch,
     "the folder that holds a file is its label (default), or a table of path,label"},
    {"--label-pattern", "PATTERN", dataset, batch,
     "what names say, such as {label}_{speaker}_{index}.wav; fields label, split, fold and group "
     "count; with a / over the path below the INPUT"},
    {"--label-separator", "TEXT|none", dataset, batch,
     "between several labels in a field of a list or table; default ;"},
    {"--columns", "ROLE=NAME,...", dataset, batch,
     "which columns of lists and tables are path, label, split, fold, group and target, such as "
     "path=filename,label=category"},
    {"--split", "folders|R:R:R|fold=NAME|none", dataset, batch,
     "training, validation and testing by the folders' names, in a ratio such as 8:1:1, or one "
     "fold for testing; default: as lists, tables and names say"},
    {"--split-stable", "R:R:R", dataset, batch,
     "the ratio holds on average, and a file never moves when others come"},
    {"--split-by", "COLUMN|folder", dataset, batch,
     "files that are equal in this column or field, or lie in one folder, stay together in a "
     "ratio; default: those of one group"},
    {"--overwrite",
     "",
     dataset,
     {Mode::batch, Mode::merge},
     "replace what another run left in the output folder"},
    {"--shard", "i/n|auto[/n]", dataset, batch,
     "make part i (from 0) of n, for --merge to join; auto takes i and n from Slurm, Kubernetes, "
     "AWS Batch or OpenMPI, and appends shard-III-of-NNN to --out"},
    {"--merge-copy",
     "",
     dataset,
     {Mode::merge},
     "HDF5: copy the rows into one file; without it a virtual dataset refers to the shards"},

    {"--preset",
     "NAME|FILE.toml",
     feature,
     {Mode::batch, Mode::picture},
     "what to compute; --list presets shows them"},
    {"--set",
     "KEY=VALUE",
     feature,
     {Mode::batch, Mode::picture, Mode::render},
     "change one setting of the preset or patch; may be given many times",
     true},

    {"--no-resample", "", inputs, batch, "a file at another rate than the preset's is an error"},
    {"--truncated", "keep|refuse", inputs, reading,
     "files that end early: take what is there, or refuse (default)"},
    {"--nonfinite", "zero|refuse", inputs, reading,
     "NaN and infinity in a file: take as 0, or refuse (default)"},

    {"--backend", "auto|cpu|cuda|cuda:N", running, computing,
     "who computes; default auto: a GPU if there is one"},
    {"--no-cache", "", running, render,
     "of --backend auto: measure again whether a GPU is faster, and keep nothing; --doctor shows "
     "what is kept"},
    {"--threads", "N", running, threaded, "of the CPU, 1 to 256; default: one a core"},
    {"--variant", "auto|fused|cufft|NAME[,NAME]", running, extracting,
     "how a GPU computes bands; default auto: the fastest; NAME as dataset.json has it"},
    {"--device-mem", "SIZE", running, extracting,
     "of the GPU, at most: 512M, 4G, ...; default 80 % of what is free"},
    {"--commit", "SIZE", running, batch,
     "bring output to stable storage after so much of it, or 2 s: what a crash costs; default "
     "256M"},
    {"--max-mem", "SIZE", running, batch, "for buffers: 256M, 2G, ...; at least 16M, default 1G"},
    {"--max-errors",
     "N|P%",
     running,
     {Mode::batch, Mode::merge},
     "more failed files stop the run; up to so many count as success"},
    {"--dry-run", "", running, batch, "say what would be done, and write nothing"},
    {"--verify", "", running, batch,
     "check the dataset in --out, after building it if an INPUT is given"},
    {"--subset", "i/n", running, batch,
     "with --verify: check part i (from 0) of n; all n together check everything"},
    {"--trace", "FILE.json", running, batch,
     "what each thread did and when, for Perfetto or chrome://tracing"},
    {"--progress",
     "auto|bar|plain|json|none",
     running,
     {Mode::batch, Mode::merge, Mode::render},
     "default auto: a bar on a terminal, else plain lines; json makes the summary JSON too"},

    {"--colours", "NAME", drawing, picture, "--list colours shows them; default magma"},
    {"--width", "PIXELS", drawing, picture, "480 to 16384, default 1600"},
    {"--height", "PIXELS", drawing, picture, "320 to 16384, default 900"},

    {"--patch", "NAME|FILE.toml", sound, render,
     "what sounds; --list patches shows them; default Pad"},
    {"--rate", "HZ", sound, render, "of the WAV: 8000 to 384000, default 48000"},
    {"--bits", "16|24|32", sound, render, "16 or 24 with dither, or 32-bit floats; default 24"},
    {"--block", "SAMPLES", sound, render,
     "computed at a time, 1 to 65536, default 1024; does not change a bit of the result"},
    {"--limiter", "on|off", sound, render,
     "turns down what is louder than -1 dBFS, so that nothing is beyond full scale; default on"},
    {"--tuning", "FILE.scl", sound, render,
     "a scale in Scala's format; default: twelve equal steps"},
    {"--keymap", "FILE.kbm", sound, render, "which key plays which degree of --tuning"},
    {"--tempo", "BPM", sound, render, "of CHORDS: beats a minute, 10 to 999, default 120"},
    {"--beats", "N", sound, render, "of CHORDS: beats in a bar, 1 to 32, default 4"},
    {"--voicing", "close|open|root-octave", sound, render,
     "of CHORDS: tones side by side (default), wide apart, or side by side over the root"},
    {"--strum", "MS", sound, render,
     "of CHORDS: from one key of a chord to the next, 0 to 200, default 0"},

    {"--seconds",
     "N",
     other,
     {Mode::bench},
     "how long --bench soak plays, 1 to 86400; default 600"},
    {"--json", "FILE", other, {Mode::bench}, "write the results of --bench there too"},
    {"--quiet",
     "",
     other,
     {Mode::batch, Mode::merge, Mode::picture, Mode::render, Mode::explain, Mode::doctor,
      Mode::bench, Mode::list},
     "errors alone on stderr: no warnings and no notes; with --batch and --render also as "
     "--progress none"},
    {"--log-level",
     "error|warning|info|debug",
     other,
     {Mode::batch, Mode::merge, Mode::picture, Mode::render, Mode::explain, Mode::doctor,
      Mode::bench, Mode::list},
     "how much to say on stderr; MELSTROM_LOG does the same; default info"},
};

} // namespace

const std::vector<ModeRow>& modeRows ()
{
    static const std::vector<ModeRow> rows {
        {Mode::batch, "--batch", "INPUT...", 1, anyNumber,
         "folders of audio, files, tars, lists of path[,label], or - for a list on standard input, "
         "into one dataset"},
        {Mode::merge, "--merge", "OUT SHARD...", 2, anyNumber,
         "join all parts that --batch --shard made; OUT is the folder of the result"},
        {Mode::picture, "--picture", "AUDIO", 1, 1, "a spectrogram as a PNG"},
        {Mode::render, "--render", "SONG.mid|CHORDS", 1, 1,
         "a MIDI file, or chords such as \"Am7 | F G | C\", played by a patch, as a WAV"},
        {Mode::explain, "--explain", "PRESET PRESET [AUDIO]", 2, 3,
         "how two features differ, and by how many dB"},
        {Mode::doctor, "--doctor", "", 0, 0,
         "what this machine has, and whether it computes right"},
        {Mode::bench, "--bench", "[mel|cuda|synth|live|chords|soak|batch]...", 0, anyNumber,
         "checks, then times"},
        {Mode::list, "--list", "presets|patches|chords|backends|colours", 1, 1,
         "what there is to choose from"},
        {Mode::version, "--version", "", 0, anyNumber, "print the version"},
        {Mode::help, "--help", "", 0, anyNumber, "print this"},
    };
    return rows;
}

const std::vector<OptionRow>& optionRows ()
{
    return allOptions;
}

const ModeRow& modeRow (Mode mode)
{
    return *std::ranges::find (modeRows (), mode, &ModeRow::mode);
}

const OptionRow* findOption (std::string_view name)
{
    const auto row = std::ranges::find (optionRows (), name, &OptionRow::name);
    return row == optionRows ().end () ? nullptr : &*row;
}

} // namespace melstrom
