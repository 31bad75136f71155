#include "Standalone/CommandLine/Options/OptionTable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

const std::vector<Mode> batch {Mode::batch};
const std::vector<Mode> picture {Mode::picture};
const std::vector<Mode> render {Mode::render};
const std::vector<Mode> reading {Mode::batch, Mode::picture, Mode::explain};
const std::vector<Mode> computing {Mode::batch,   Mode::picture, Mode::render,
                                   Mode::explain, Mode::doctor,  Mode::bench};
const std::vector<Mode> threaded {Mode::batch,      Mode::merge,   Mode::picture,
                                  Mode::render,     Mode::explain, Mode::report,
                                  Mode::duplicates, Mode::doctor,  Mode::bench};
const std::vector<Mode> extracting {Mode::batch, Mode::picture, Mode::explain, Mode::doctor,
                                    Mode::bench};
const std::vector<Mode> logging {Mode::batch,  Mode::merge,   Mode::exporting, Mode::picture,
                                 Mode::render, Mode::explain, Mode::report,    Mode::duplicates,
                                 Mode::doctor, Mode::bench,   Mode::list};

constexpr std::string_view dataset = "The dataset", feature = "The feature", inputs = "Inputs",
                           running = "Running", drawing = "Pictures", sound = "Sound",
                           other = "Other";

const std::vector<OptionRow> allOptions {
    {"--out",
     "PATH",
     dataset,
     {Mode::batch, Mode::exporting, Mode::picture, Mode::render},
     "folder for the dataset, new folder of --export, the PNG of --picture (a folder of PNGs for a "
     "FOLDER), or the WAV of "
     "--render"},
    {"--format", "npy|h5", dataset, batch,
     "NumPy files (default), or one HDF5 file for each split"},
    {"--dtype", "f16|f32", dataset, batch, "type of the stored features; default: the preset's"},
    {"--waveform", "", dataset, batch, "store each segment's samples too"},
    {"--labels", "folders|none|FILE.csv", dataset, batch,
     "the label of a file is the name of its folder (default), or comes from a table of "
     "path,label"},
    {"--boxes", "FILE", dataset, batch,
     "a table of marks (Audacity, Raven or CSV): each labelled box is an entry, cut from its file "
     "in time; limits of frequency go to files.csv"},
    {"--label-pattern", "PATTERN", dataset, batch,
     "pattern of file names, such as {label}_{speaker}_{index}.wav; the fields label, split, fold "
     "and group are used; a pattern with / matches the path below the INPUT"},
    {"--label-separator", "TEXT|none", dataset, batch,
     "text between several labels in a field of a list or table; default ;"},
    {"--columns", "ROLE=NAME,...", dataset, batch,
     "names of the columns for path, label, split, fold, group and target in lists and tables, "
     "such as path=filename,label=category"},
    {"--split", "folders|R:R:R|fold=NAME|none", dataset, batch,
     "training, validation and testing by the names of folders, by a ratio such as 8:1:1, or with "
     "one fold for testing; default: as given in lists, tables and names"},
    {"--split-stable", "R:R:R", dataset, batch,
     "a ratio that holds on average; a file stays in its split when other files are added"},
    {"--split-by", "COLUMN|folder|duplicates[=FILE]", dataset, batch,
     "files with the same value in this column or field, in one folder, or that hold the "
     "same sound (duplicates.json of --duplicates in --out, or FILE), stay together in a ratio; "
     "default: files of one group"},
    {"--overwrite",
     "",
     dataset,
     {Mode::batch, Mode::merge},
     "replace the files of another run in the output folder"},
    {"--statistics", "FILE|FOLDER", dataset, batch,
     "for normalisation = \"dataset\": take mean and deviation from this JSON file, finished "
     "dataset or Kaldi network (FunASR's am.mvn); default: those of the training files of this "
     "run"},
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
     "the feature to compute; --list presets shows the names",
     NameList::presets},
    {"--set",
     "KEY=VALUE",
     feature,
     {Mode::batch, Mode::picture, Mode::render},
     "change one setting of the preset or patch; can be given several times",
     NameList::settings,
     true},

    {"--from",
     "FEATURES.npy",
     feature,
     {Mode::explain},
     "instead of two presets: find the settings that made this array of AUDIO's features"},

    {"--no-resample", "", inputs, batch, "a file at another rate than the preset's is an error"},
    {"--truncated", "keep|refuse", inputs, reading,
     "files that end early: use the part that exists, or refuse (default)"},
    {"--nonfinite", "zero|refuse", inputs, reading,
     "NaN and infinity in a file: replace by 0, or refuse (default)"},

    {"--backend", "auto|cpu|cuda|cuda:N", running, computing,
     "device that computes; default auto: a GPU if there is one; --batch and --render take the "
     "CPU if it is faster",
     NameList::backends},
    {"--devices", "all|N[,N]", running, batch,
     "several GPUs of one kind share the work: all, or those with these numbers; instead of "
     "--backend cuda:N"},
    {"--no-cache",
     "",
     running,
     {Mode::batch, Mode::merge, Mode::render, Mode::bench},
     "measure again what is faster on this machine, and do not keep the result: for --backend auto "
     "a GPU or the CPU, for --batch --write-by auto and --merge the way of writing, the number of "
     "readers, and for --bench batch what the file system takes; "
     "--doctor shows the kept results"},
    {"--write-by", "auto|pwrite|mapping", running, batch,
     "how large arrays are written: by pwrite, or through a mapping where the file system is "
     "tmpfs, ext4 or xfs; default auto: the faster one, measured once for arrays of 256 MiB or "
     "more"},
    {"--threads", "N", running, threaded,
     "threads of the CPU, 1 to 256; default: one for each core"},
    {"--readers", "N", running, batch,
     "files that are read at a time, 1 to 256; default: one for each thread, 2 to 16, or for many "
     "small files up to four times as many, by measurement; more help where each file comes late, "
     "as from a network"},
    {"--variant", "auto|fused|cufft|NAME[,NAME]", running, extracting,
     "how a GPU computes bands; default auto: the fastest; NAME as in dataset.json"},
    {"--device-mem", "SIZE", running, extracting,
     "most memory of the GPU: 512M, 4G, ...; default 80 % of the free memory"},
    {"--commit", "SIZE", running, batch,
     "bring output to stable storage after this size, or 2 s; a crash loses at most this; default "
     "256M"},
    {"--max-mem", "SIZE", running, batch,
     "memory for buffers: 256M, 2G, ...; at least 16M, default 1G, or half of a container's limit "
     "if that is less"},
    {"--max-errors",
     "N|P%",
     running,
     {Mode::batch, Mode::merge},
     "most failed files of a successful run; with more, the run stops"},
    {"--dry-run", "", running, batch, "show the plan of the run, and write nothing"},
    {"--verify", "", running, batch,
     "check the dataset in --out, after building it if an INPUT is given"},
    {"--subset", "i/n", running, batch,
     "with --verify: check part i (from 0) of n; all n together check everything"},
    {"--profile",
     "",
     running,
     {Mode::batch, Mode::render, Mode::bench},
     "after a run, a render or the trials of --bench live, a table of the stages with time, share "
     "and rate, and the peak memory"},
    {"--trace",
     "FILE.json",
     running,
     {Mode::batch, Mode::render, Mode::bench},
     "the work of each thread and GPU queue over time, for Perfetto or chrome://tracing; also of "
     "--bench live"},
    {"--progress",
     "auto|bar|plain|json|none",
     running,
     {Mode::batch, Mode::merge, Mode::exporting, Mode::render, Mode::report, Mode::duplicates},
     "default auto: a bar on a terminal, else plain lines; json makes the summary JSON too"},

    {"--colours", "NAME", drawing, picture,
     "colours of the picture; --list colours shows the names; default magma", NameList::colours},
    {"--width", "PIXELS", drawing, picture, "width of the picture, 480 to 16384, default 1600"},
    {"--height", "PIXELS", drawing, picture, "height of the picture, 320 to 16384, default 900"},

    {"--patch", "NAME|FILE.toml", sound, render,
     "the sound; --list patches shows the names; default Pad", NameList::patches},
    {"--rate", "HZ", sound, render, "sample rate of the WAV: 8000 to 384000, default 48000"},
    {"--bits", "16|24|32", sound, render,
     "16 or 24 bits with dither, or 32-bit floats; default 24"},
    {"--block", "SAMPLES", sound, render,
     "samples computed at a time, 1 to 65536, default 1024; the result is the same, bit for bit"},
    {"--limiter", "on|off", sound, render,
     "reduces sound above -1 dBFS, so that no sample is beyond full scale; default on"},
    {"--tuning", "FILE.scl", sound, render,
     "a scale in Scala's format; default: twelve equal steps"},
    {"--keymap", "FILE.kbm", sound, render, "map from keys to degrees of --tuning"},
    {"--tempo", "BPM", sound, render, "for CHORDS: beats per minute, 10 to 999, default 120"},
    {"--beats", "N", sound, render, "for CHORDS: beats in a bar, 1 to 32, default 4"},
    {"--voicing", "close|open|root-octave", sound, render,
     "for CHORDS: adjacent tones (default), wide apart, or adjacent over the root"},
    {"--strum", "MS", sound, render,
     "for CHORDS: time from one key of a chord to the next, 0 to 200, default 0"},

    {"--seconds", "N", other, {Mode::bench}, "duration of --bench soak, 1 to 86400; default 600"},
    {"--size",
     "SIZE",
     other,
     {Mode::bench},
     "what each run of --bench files writes: 16M to 1T; default 256M"},
    {"--json",
     "FILE",
     other,
     {Mode::bench, Mode::report},
     "also write the results of --bench, or of --report DIR DIR, to this file"},
    {"--against",
     "OLD.json",
     other,
     {Mode::bench},
     "compare with the results of an earlier --bench --json; status 9 if a median is more than "
     "10 % slower"},
    {"--quiet", "", other, logging,
     "only errors on stderr: no warnings and no notes; with --batch and --render also --progress "
     "none"},
    {"--log-level", "error|warning|info|debug", other, logging,
     "amount of messages on stderr; MELSTROM_LOG does the same; default info"},
};

} // namespace

const std::vector<OptionRow>& optionRows ()
{
    return allOptions;
}

const OptionRow* findOption (std::string_view name)
{
    const auto row = std::ranges::find (optionRows (), name, &OptionRow::name);
    return row == optionRows ().end () ? nullptr : &*row;
}

} // namespace melstrom
