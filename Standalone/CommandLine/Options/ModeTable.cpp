// The rows of the modes.
#include "Standalone/CommandLine/Options/OptionTable.h"

#include <algorithm>
#include <limits>

namespace melstrom
{

namespace
{
constexpr int anyNumber = std::numeric_limits<int>::max ();
} // namespace

const std::vector<ModeRow>& modeRows ()
{
    static const std::vector<ModeRow> rows {
        {Mode::batch, "--batch", "INPUT...", 1, anyNumber,
         "folders of audio, files, tars, lists of path[,label], or - for a list on standard input, "
         "into one dataset"},
        {Mode::merge, "--merge", "OUT SHARD...", 2, anyNumber,
         "join all parts that --batch --shard made; OUT is the folder of the result"},
        {Mode::exporting, "--export", "kaldi|webdataset|parquet|arrow|zarr|lhotse|huggingface DIR",
         2, 2,
         "the files of the dataset in DIR that are in, with their labels and splits, in the format "
         "of another tool, into the folder of --out; nothing is computed again"},
        {Mode::picture, "--picture", "AUDIO|FOLDER", 1, 1,
         "a spectrogram as a PNG; of a folder: pictures of all sounds below it in the folder of "
         "--out, with one scale, and a contact sheet"},
        {Mode::render, "--render", "SONG.mid|CHORDS", 1, 1,
         "a MIDI file, or chords such as \"Am7 | F G | C\", played by a patch, as a WAV"},
        {Mode::explain, "--explain", "PRESET PRESET [AUDIO]", 2, 3,
         "the differences between two features, with their size in dB"},
        {Mode::report, "--report", "DIR [DIR]", 1, 2,
         "a page about the dataset in DIR: DIR/report.html, with its numbers in DIR/report.json; "
         "of two: what they differ in"},
        {Mode::duplicates, "--duplicates", "DIR...", 1, anyNumber,
         "files of finished datasets that hold the same sound; duplicates.csv and duplicates.json "
         "in each DIR"},
        {Mode::doctor, "--doctor", "", 0, 0,
         "the devices of this machine, and a check of their results"},
        {Mode::bench, "--bench", "[mel|cuda|synth|live|chords|soak|resample|hash|batch|files]...",
         0, anyNumber,
         "check the results, then measure times; the folder to measure follows files"},
        {Mode::list, "--list", "presets|patches|chords|backends|colours|man|bash|zsh|fish", 1, 1,
         "list the choices; or print the man page, or the completions for a shell"},
        {Mode::version, "--version", "", 0, anyNumber, "print the version"},
        {Mode::help, "--help", "", 0, anyNumber, "print this help"},
    };
    return rows;
}

const ModeRow& modeRow (Mode mode)
{
    return *std::ranges::find (modeRows (), mode, &ModeRow::mode);
}

} // namespace melstrom
