// A command line as plain structs: what is to be done, with every value checked.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Batch/Dataset/BatchOptions.h"
#include "Engine/Batch/Merge/Merge.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Tuning/Tuning.h"
#include "Source/Picture/Picture.h"
#include "Standalone/CommandLine/Terminal/Log.h"
#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/Midi/ChordSong.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace melstrom
{

/** --batch. Builds a dataset, verifies one, or both. */
struct BatchRequest
{
    BatchOptions options; ///< without inputs: only options.outputFolder counts
    BackendChoice backend;
    bool isDryRun = false, verifies = false;
    std::optional<Shard> subset; ///< of what is verified
    ProgressStyle progress = ProgressStyle::automatic;
    std::optional<std::string> traceFile;

    bool builds () const noexcept { return ! options.inputs.inputs.empty (); }
};

/** --merge. */
struct MergeRequest
{
    MergeOptions options;
    std::optional<std::int64_t> maxErrors; ///< as many failed files count as none
    std::optional<double> maxErrorRatio;
    ProgressStyle progress = ProgressStyle::automatic;
    int numThreads = 0; ///< 0: one a core
};

struct PictureRequest
{
    std::string audioFile, pictureFile;
    MelPreset preset;
    AudioOptions audio;
    PictureStyle style;
    BackendChoice backend;
};

/** Chords in place of a song's file. */
struct ChordRequest
{
    std::vector<PlacedChord> chords; ///< at least one
    ChordStyle style;
};

/** --render. */
struct RenderRequest
{
    std::string songFile; ///< empty with chords
    std::optional<ChordRequest> chords;
    std::string soundFile;
    Patch patch;
    Tuning tuning;
    BackendChoice backend;
    int rateHz = 48000, bitsPerSample = 24, blockSamples = 1024;
    bool isLimited = true; ///< by a Limiter behind all else
    bool isCached = true;  ///< measured values are read and kept
    ProgressStyle progress = ProgressStyle::automatic;
};

struct ExplainRequest
{
    MelPreset first, second;
    std::optional<std::string> audioFile; ///< empty: the test signal
    AudioOptions audio;
    BackendChoice backend;
};

struct DoctorRequest
{
    BackendChoice backend;
};

struct BenchRequest
{
    bool timesMel = true, timesCuda = true, timesSynth = true, timesLive = true, timesBatch = true;
    bool playsChords = false, soaks = false; ///< never unless they are asked for by name
    double soakSeconds = 600;
    bool needsCuda = false; ///< a GPU was asked for by name: that there is none is an error
    std::optional<std::string> jsonFile;
    BackendChoice backend;
};

enum class ListTopic
{
    presets,
    patches,
    chords,
    backends,
    colours
};

struct ListRequest
{
    ListTopic topic = ListTopic::presets;
};

/** --help and --version: a text for stdout. */
struct TextRequest
{
    std::string text;
};

using Request = std::variant<TextRequest, BatchRequest, MergeRequest, PictureRequest, RenderRequest,
                             ExplainRequest, DoctorRequest, BenchRequest, ListRequest>;

struct CommandLine
{
    Request request;
    LogLevel logLevel = LogLevel::info;
};

/** arguments  without the program's name
    logLevel   what MELSTROM_LOG says, if it is set; --log-level wins
    Reads preset files; looks whether a label table is there. Writes nothing.
    Fails: badUsage, badSpec; the message names the option, its value and what is allowed. */
Result<CommandLine> parseCommandLine (const std::vector<std::string>& arguments,
                                      const std::optional<std::string>& logLevel);

} // namespace melstrom
