#include "Standalone/CommandLine/Options/ModeArguments.h"

#include "Engine/Batch/Run/Normalising/MomentsFile.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/ControlGroups.h"
#include "Standalone/CommandLine/Options/FeatureArguments.h"
#include "Standalone/CommandLine/Options/OptionValues.h"
#include "Standalone/CommandLine/Options/OutputPlaces.h"
#include "Standalone/CommandLine/Options/ShardArguments.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr std::int64_t kLeastMemoryBytes = std::int64_t {16} << 20;
constexpr std::int64_t kMostMemoryBytes = std::int64_t {64} << 40;
constexpr int kMostReaders = 256;
constexpr std::int64_t kMostErrors = 1'000'000'000'000;

Result<void> readMemory (const ParsedArguments& parsed, BatchOptions& options)
{
    const auto text = parsed.value ("--max-mem");
    if (! text)
    {
        // in a container with little memory the kernel would end the run
        if (const auto limit = groupLimits ().memoryBytes)
            options.maxMemoryBytes =
                std::clamp (*limit / 2, kLeastMemoryBytes, options.maxMemoryBytes);
        return {};
    }
    const auto bytes = parseSize (*text);
    if (! bytes || *bytes < kLeastMemoryBytes || *bytes > kMostMemoryBytes)
        return badValue ("--max-mem", *text, "a size from 16M to 64T, such as 256M or 2G");
    options.maxMemoryBytes = *bytes;
    return {};
}

Result<void> readCommit (const ParsedArguments& parsed, BatchOptions& options)
{
    const auto text = parsed.value ("--commit");
    if (! text)
        return {};
    const auto bytes = parseSize (*text);
    if (! bytes || *bytes < 1 || *bytes > kMostMemoryBytes)
        return badValue ("--commit", *text, "a size from 1 byte to 64T, such as 64M or 1G");
    options.commit.bytes = *bytes;
    return {};
}

/** An automatic shard has its own folder in --out. The folders of other shards beside it are not
    inputs. */
Result<void> readShardOption (const ParsedArguments& parsed, BatchOptions& options)
{
    const auto text = parsed.value ("--shard");
    if (! text)
        return {};
    MELSTROM_TRY_VALUE (const auto choice, parseShard (*text, &variableOfProcess));
    options.shard = choice.shard;
    if (choice.isAutomatic)
        options.outputFolder = shardFolder (options.outputFolder, choice.shard);
    return {};
}

Result<void> readSubset (const ParsedArguments& parsed, BatchRequest& request)
{
    const auto text = parsed.value ("--subset");
    if (! text)
        return {};
    if (! request.verifies)
        return Error {ErrorCode::badUsage, "--subset says what --verify checks; give both", {}};
    MELSTROM_TRY_VALUE (const auto subset, parsePart ("--subset", *text));
    request.subset = subset;
    return {};
}

Result<void> readReaders (const ParsedArguments& parsed, BatchOptions& options)
{
    MELSTROM_TRY_VALUE (const auto number, wholeOption (parsed, "--readers", 1, kMostReaders));
    if (number)
        options.numReaders = static_cast<int> (*number);
    return {};
}

Result<OutputWay> readOutputWay (const ParsedArguments& parsed)
{
    return choiceOption<OutputWay> (parsed, "--write-by", OutputWay::automatic,
                                    {{"auto", OutputWay::automatic},
                                     {"pwrite", OutputWay::pwrite},
                                     {"mapping", OutputWay::mapping}});
}

/** Reads options of runs that build a dataset. */
Result<void> readBuild (const ParsedArguments& parsed, BatchOptions& options)
{
    options.inputs.inputs = parsed.operands;
    options.inputs.excludedFolder = options.outputFolder;
    MELSTROM_TRY (readShardOption (parsed, options));
    MELSTROM_TRY_VALUE (options.preset, readPreset (parsed, ""));
    if (const auto file = parsed.value ("--statistics"))
    {
        auto moments = readMoments (posixStorage (), *file, options.preset.spec);
        if (! moments)
            return under ("--statistics", moments.error ());
        options.moments = *std::move (moments);
    }
    MELSTROM_TRY_VALUE (auto format, choiceOption<OutputFormat> (
                                         parsed, "--format", OutputFormat::npy,
                                         {{"npy", OutputFormat::npy}, {"h5", OutputFormat::h5}}));
    options.format = format;
    MELSTROM_TRY (readInputOptions (parsed, options.inputs));
    return options.validate ();
}

/** Fails if an output of the run is also an input. */
Result<void> checkPlaces (const ParsedArguments& parsed, const BatchRequest& request)
{
    std::vector<NamedInput> inputs;
    for (const auto& input : parsed.operands)
        inputs.push_back ({"the INPUT " + printable (input), input});
    for (const char* const option : {"--labels", "--boxes", "--preset", "--statistics"})
        if (const auto value = parsed.value (option))
            inputs.push_back ({std::string ("the file of ") + option, *value});
    const auto& folder = request.options.outputFolder;
    if (request.builds ())
        MELSTROM_TRY (checkDatasetFolder (folder, inputs));
    if (request.traceFile)
        return checkTraceFile (*request.traceFile, folder, inputs);
    return {};
}

Result<void> checkVerifyAlone (const ParsedArguments& parsed)
{
    for (const char* option :
         {"--format",        "--dtype",           "--waveform", "--labels",     "--boxes",
          "--label-pattern", "--label-separator", "--columns",  "--split",      "--split-stable",
          "--split-by",      "--overwrite",       "--preset",   "--set",        "--no-resample",
          "--max-errors",    "--dry-run",         "--shard",    "--statistics", "--profile"})
        if (parsed.has (option))
            return Error {ErrorCode::badUsage,
                          std::string (option) +
                              " needs an INPUT; --verify without one checks the dataset "
                              "in --out as it is",
                          {}};
    return {};
}

} // namespace

Result<void> readMaxErrors (const ParsedArguments& parsed, BatchOptions& options)
{
    const auto text = parsed.value ("--max-errors");
    if (! text)
        return {};
    const bool isPercent = text->ends_with ('%');
    if (isPercent)
    {
        const auto percent = parseReal (std::string_view (*text).substr (0, text->size () - 1));
        if (percent && *percent >= 0 && *percent <= 100)
            options.maxErrorRatio = *percent / 100;
    }
    else if (const auto number = parseWhole (*text);
             number && *number >= 0 && *number <= kMostErrors)
        options.maxErrors = number;
    if (! options.maxErrors && ! options.maxErrorRatio)
        return badValue ("--max-errors", *text, "a whole number from 0 on, or from 0% to 100%");
    return {};
}

Result<BatchRequest> readBatchRequest (const ParsedArguments& parsed)
{
    BatchRequest request;
    BatchOptions& options = request.options;
    const auto out = parsed.value ("--out");
    if (! out)
        return Error {ErrorCode::badUsage, "--out is missing; name the folder of the dataset", {}};
    options.outputFolder = *out;
    options.waveform = parsed.has ("--waveform");
    options.resample = ! parsed.has ("--no-resample");
    options.overwrite = parsed.has ("--overwrite");
    request.isDryRun = parsed.has ("--dry-run");
    request.verifies = parsed.has ("--verify");
    request.traceFile = parsed.value ("--trace");
    request.isProfiled = parsed.has ("--profile");
    request.isCached = ! parsed.has ("--no-cache");
    MELSTROM_TRY_VALUE (request.outputWay, readOutputWay (parsed));
    MELSTROM_TRY (readSubset (parsed, request));
    if (request.isDryRun && request.verifies)
        return Error {
            ErrorCode::badUsage, "--dry-run makes nothing that --verify could check; give one", {}};

    auto progress = readProgress (parsed);
    auto backend = readComputation (parsed);
    auto audio = readAudioOptions (parsed);
    if (! progress || ! backend || ! audio)
        return ! progress ? progress.error () : ! backend ? backend.error () : audio.error ();
    request.progress = *progress;
    request.backend = *backend;
    options.audio = *audio;
    for (const auto read : {readMemory, readCommit, readReaders, readMaxErrors})
        MELSTROM_TRY (read (parsed, options));
    MELSTROM_TRY (parsed.operands.empty () ? checkVerifyAlone (parsed)
                                           : readBuild (parsed, options));
    MELSTROM_TRY (checkPlaces (parsed, request));
    return request;
}

} // namespace melstrom
