#include "Standalone/CommandLine/OptionTable.h"

#include <algorithm>
#include <limits>

namespace melstrom
{

namespace
{

constexpr int anyNumber = std::numeric_limits<int>::max ();

const std::vector<Mode> batch {Mode::batch};
const std::vector<Mode> picture {Mode::picture};
const std::vector<Mode> reading {Mode::batch, Mode::picture, Mode::explain};
const std::vector<Mode> computing {Mode::batch, Mode::picture, Mode::explain, Mode::doctor,
                                   Mode::bench};

constexpr std::string_view dataset = "The dataset", feature = "The feature", inputs = "Inputs",
                           running = "Running", drawing = "Pictures", other = "Other";

const std::vector<OptionRow> allOptions {
    {"--out",
     "PATH",
     dataset,
     {Mode::batch, Mode::picture},
     "folder for the dataset, or the PNG of --picture"},
    {"--format", "npy|h5", dataset, batch, "NumPy files (default), or one HDF5 file a split"},
    {"--dtype", "f16|f32", dataset, batch, "type of the stored features; default: the preset's"},
    {"--waveform", "", dataset, batch, "store each segment's samples too"},
    {"--labels", "folders|none|FILE.csv", dataset, batch,
     "the folder that holds a file is its label (default), or a table of path,label"},
    {"--split", "folders|R:R:R|none", dataset, batch,
     "training, validation and testing by the folders' names, or in a ratio such as 8:1:1; "
     "default none"},
    {"--overwrite", "", dataset, batch, "replace what another run left in --out"},

    {"--preset",
     "NAME|FILE.toml",
     feature,
     {Mode::batch, Mode::picture},
     "what to compute; --list presets shows them"},
    {"--set",
     "KEY=VALUE",
     feature,
     {Mode::batch, Mode::picture},
     "change one setting of the preset; may be given many times",
     true},

    {"--no-resample", "", inputs, batch, "a file at another rate than the preset's is an error"},
    {"--truncated", "keep|refuse", inputs, reading,
     "files that end early: take what is there, or refuse (default)"},
    {"--nonfinite", "zero|refuse", inputs, reading,
     "NaN and infinity in a file: take as 0, or refuse (default)"},

    {"--backend", "auto|cpu|cuda|cuda:N", running, computing,
     "who computes; default auto: a GPU if there is one"},
    {"--threads", "N", running, computing, "of the CPU, 1 to 256; default: one a core"},
    {"--variant", "auto|fused|cufft", running, computing,
     "how a GPU computes bands; default auto: the fastest"},
    {"--device-mem", "SIZE", running, computing,
     "of the GPU, at most: 512M, 4G, ...; default 80 % of what is free"},
    {"--max-mem", "SIZE", running, batch, "for buffers: 256M, 2G, ...; at least 16M, default 1G"},
    {"--max-errors", "N|P%", running, batch,
     "more failed files stop the run; up to so many count as success"},
    {"--dry-run", "", running, batch, "say what would be done, and write nothing"},
    {"--verify", "", running, batch,
     "check the dataset in --out, after building it if an INPUT is given"},
    {"--trace", "FILE.json", running, batch,
     "what each thread did and when, for Perfetto or chrome://tracing"},
    {"--progress", "auto|bar|plain|json|none", running, batch,
     "default auto: a bar on a terminal, else plain lines; json makes the summary JSON too"},

    {"--colours", "NAME", drawing, picture, "--list colours shows them; default magma"},
    {"--width", "PIXELS", drawing, picture, "480 to 16384, default 1600"},
    {"--height", "PIXELS", drawing, picture, "320 to 16384, default 900"},

    {"--json", "FILE", other, {Mode::bench}, "write the results of --bench there too"},
    {"--log-level",
     "error|warning|info|debug",
     other,
     {Mode::batch, Mode::picture, Mode::explain, Mode::doctor, Mode::bench, Mode::list},
     "how much to say on stderr; MELSTROM_LOG does the same; default info"},
};

} // namespace

const std::vector<ModeRow>& modeRows ()
{
    static const std::vector<ModeRow> rows {
        {Mode::batch, "--batch", "INPUT...", 1, anyNumber,
         "folders of audio, files, or .txt and .csv lists of path[,label], into one dataset"},
        {Mode::picture, "--picture", "AUDIO", 1, 1, "a spectrogram as a PNG"},
        {Mode::explain, "--explain", "PRESET PRESET [AUDIO]", 2, 3,
         "how two features differ, and by how many dB"},
        {Mode::doctor, "--doctor", "", 0, 0,
         "what this machine has, and whether it computes right"},
        {Mode::bench, "--bench", "[mel|cuda|batch]...", 0, anyNumber, "checks, then times"},
        {Mode::list, "--list", "presets|backends|colours", 1, 1, "what there is to choose from"},
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
