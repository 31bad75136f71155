// A command line as plain structs: requests with validated values.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Batch/Dataset/BatchOptions.h"
#include "Engine/Batch/Export/Export.h"
#include "Engine/Batch/Merge/Merge.h"
#include "Engine/Batch/Output/OutputStorage.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Engine/Spec/Tuning/Tuning.h"
#include "Source/Picture/Picture.h"
#include "Standalone/CommandLine/Terminal/Log.h"
#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/Midi/ChordSong.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace melstrom
{

/** --batch: builds a dataset, verifies one, or both. */
struct BatchRequest
{
    BatchOptions options; ///< without inputs only options.outputFolder is used
    BackendChoice backend;
    bool isDryRun = false, verifies = false;
    std::optional<Shard> subset; ///< part to verify; empty: all
    ProgressStyle progress = ProgressStyle::automatic;
    std::optional<std::string> traceFile;
    bool isProfiled = false;
    OutputWay outputWay = OutputWay::automatic;
    bool isCached = true; ///< reads and stores measured values

    bool builds () const noexcept { return ! options.inputs.inputs.empty (); }
};

/** --merge. */
struct MergeRequest
{
    MergeOptions options;
    std::optional<std::int64_t> maxErrors; ///< up to this number of failed files the run succeeds
    std::optional<double> maxErrorRatio;
    ProgressStyle progress = ProgressStyle::automatic;
    std::optional<int> numThreads {}; ///< empty: one for each core
    bool isCached = true;             ///< reads and stores measured values
};

/** --export. */
struct ExportRequest
{
    ExportOptions options;
    ProgressStyle progress = ProgressStyle::automatic;
};

struct PictureRequest
{
    std::string audioFile, pictureFile; ///< both are folders if the first is one
    MelPreset preset;
    AudioOptions audio;
    PictureStyle style;
    BackendChoice backend;
};

/** Chords instead of a song's file. */
struct ChordRequest
{
    std::vector<PlacedChord> chords; ///< at least one
    ChordStyle style;
};

/** --render. */
struct RenderRequest
{
    std::string songFile; ///< empty if `chords` is set
    std::optional<ChordRequest> chords;
    std::string soundFile;
    Patch patch;
    Tuning tuning;
    BackendChoice backend;
    int rateHz = 48000, bitsPerSample = 24, blockSamples = 1024;
    bool isLimited = true; ///< by a Limiter at the end of the chain
    bool isCached = true;  ///< reads and stores measured values
    ProgressStyle progress = ProgressStyle::automatic;
    std::optional<std::string> traceFile {};
    bool isProfiled = false;
};

struct ExplainRequest
{
    MelPreset first, second;
    std::optional<std::string> audioFile; ///< empty: the test signal
    /** --from: the array whose settings are searched for, instead of `first` and `second`; with
        `audioFile` */
    std::optional<std::string> featuresFile;
    AudioOptions audio;
    BackendChoice backend;
};

/** --report of one dataset, or of two. */
struct ReportRequest
{
    std::vector<std::string> folders;    ///< one or two
    std::optional<std::string> jsonFile; ///< of two
    ProgressStyle progress = ProgressStyle::automatic;
    std::optional<int> numThreads {}; ///< empty: one for each core
};

/** --duplicates. */
struct DuplicatesRequest
{
    std::vector<std::string> folders; ///< at least one, each once
    ProgressStyle progress = ProgressStyle::automatic;
    std::optional<int> numThreads {}; ///< empty: one for each core
};

struct DoctorRequest
{
    BackendChoice backend;
};

enum class BenchSubject
{
    mel,
    cuda,
    synth,
    live,
    chords,
    soak,
    resample,
    hash,
    batch,
    files
};

struct BenchSubjectRow
{
    BenchSubject subject;
    std::string_view name;
    bool isUsual = true; ///< runs without being named
};

/** In the order in which they run. */
inline constexpr std::array<BenchSubjectRow, 10> kBenchSubjects {{
    {BenchSubject::mel, "mel"},
    {BenchSubject::cuda, "cuda"},
    {BenchSubject::synth, "synth"},
    {BenchSubject::live, "live"},
    {BenchSubject::chords, "chords", false},
    {BenchSubject::soak, "soak", false},
    {BenchSubject::resample, "resample", false},
    {BenchSubject::hash, "hash", false},
    {BenchSubject::batch, "batch"},
    {BenchSubject::files, "files", false},
}};

struct BenchRequest
{
    std::vector<BenchSubject> subjects;
    bool asksFor (BenchSubject subject) const
    {
        return std::ranges::find (subjects, subject) != subjects.end ();
    }
    double soakSeconds = 600;
    std::string filesFolder;                            ///< of --bench files
    std::int64_t filesBytes = std::int64_t {256} << 20; ///< written by each of its runs
    bool isCached = true;                               ///< reads and stores measured values
    bool needsGpu = false; ///< a GPU was requested by name: its absence is an error
    std::optional<std::string> jsonFile;
    std::optional<std::string> againstFile; ///< of an earlier run
    bool isProfiled = false;                ///< of --bench live, as the trace
    std::optional<std::string> traceFile;
    BackendChoice backend;
};

enum class ListTopic
{
    presets,
    patches,
    chords,
    backends,
    colours,
    man,
    bash,
    zsh,
    fish
};

struct ListTopicRow
{
    ListTopic topic;
    std::string_view name;
};

inline constexpr std::array<ListTopicRow, 9> kListTopics {{
    {ListTopic::presets, "presets"},
    {ListTopic::patches, "patches"},
    {ListTopic::chords, "chords"},
    {ListTopic::backends, "backends"},
    {ListTopic::colours, "colours"},
    {ListTopic::man, "man"},
    {ListTopic::bash, "bash"},
    {ListTopic::zsh, "zsh"},
    {ListTopic::fish, "fish"},
}};

struct ListRequest
{
    ListTopic topic = ListTopic::presets;
};

/** --help and --version: text for stdout. */
struct TextRequest
{
    std::string text;
};

using Request = std::variant<TextRequest, BatchRequest, MergeRequest, ExportRequest, PictureRequest,
                             RenderRequest, ExplainRequest, ReportRequest, DuplicatesRequest,
                             DoctorRequest, BenchRequest, ListRequest>;

struct CommandLine
{
    Request request;
    LogLevel logLevel = LogLevel::info;
};

/** arguments  without the program's name
    logLevel   value of MELSTROM_LOG, if set; --log-level has priority
    Reads preset files; checks whether a label table exists. Writes nothing.
    Fails: badUsage, badSpec; the message names the option, its value and the allowed values. */
Result<CommandLine> parseCommandLine (const std::vector<std::string>& arguments,
                                      const std::optional<std::string>& logLevel);

} // namespace melstrom
