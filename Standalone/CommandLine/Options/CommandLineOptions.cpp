#include "Standalone/CommandLine/Options/CommandLineOptions.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Version.h"
#include "Engine/Dsp/Colour/ColourMap.h"
#include "Standalone/CommandLine/Options/FeatureArguments.h"
#include "Standalone/CommandLine/Options/ModeArguments.h"
#include "Standalone/CommandLine/Options/OptionTable.h"
#include "Standalone/CommandLine/Options/OptionValues.h"
#include "Standalone/CommandLine/Options/OutputPlaces.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace melstrom
{

namespace
{

constexpr std::int64_t kMostSoakSeconds = 86'400;
constexpr std::int64_t kLeastFilesBytes = std::int64_t {16} << 20,
                       kMostFilesBytes = std::int64_t {1} << 40;
constexpr std::int64_t kNarrowestPixels = 480, kLowestPixels = 320, kMostPixels = 16384;

Result<std::string> readColours (const ParsedArguments& parsed, const std::string& fallback)
{
    std::vector<std::pair<std::string_view, std::string>> choices;
    for (const auto& name : colourMapNames ())
        choices.emplace_back (name, name);
    return choiceOption<std::string> (parsed, "--colours", fallback, choices);
}

/** Names of all rows, separated by commas and a last "or". */
std::string namesOf (const auto& rows)
{
    std::string names;
    for (const auto& row : rows)
    {
        const bool isLast = &row == &rows.back ();
        names += (names.empty () ? "" : isLast ? " or " : ", ") + std::string (row.name);
    }
    return names;
}

Result<PictureRequest> readPictureRequest (const ParsedArguments& parsed)
{
    PictureRequest request;
    request.audioFile = parsed.operands.front ();
    const auto input = posixStorage ().info (request.audioFile);
    const bool isFolder = input && input->kind == EntryKind::folder;
    const auto out = parsed.value ("--out");
    if (! out)
        return Error {ErrorCode::badUsage,
                      std::string ("--out is missing; name the ") +
                          (isFolder ? "folder of the pictures" : "PNG to be written"),
                      {}};
    request.pictureFile = *out;
    const std::vector<NamedInput> inputs {
        {"the audio", request.audioFile},
        {"the file of --preset", parsed.value ("--preset").value_or ("")}};
    MELSTROM_TRY (checkOutputFile ("--out", *out, inputs));
    if (! isFolder) // --out of a folder names a folder
        MELSTROM_TRY (checkOutputEnding ("--out", *out, "picture is a PNG", ".png"));
    auto preset = readPreset (parsed, "librosa-db");
    auto audio = readAudioOptions (parsed);
    if (! preset || ! audio)
        return preset ? audio.error () : preset.error ();
    request.preset = std::move (*preset);
    request.audio = *audio;

    auto colours = readColours (parsed, request.style.colours);
    auto backend = readComputation (parsed);
    if (! colours || ! backend)
        return colours ? backend.error () : colours.error ();
    request.style.colours = *colours;
    request.backend = *backend;

    auto width = wholeOption (parsed, "--width", kNarrowestPixels, kMostPixels);
    auto height = wholeOption (parsed, "--height", kLowestPixels, kMostPixels);
    if (! width || ! height)
        return width ? height.error () : width.error ();
    request.style.widthPixels = static_cast<int> (width->value_or (request.style.widthPixels));
    request.style.heightPixels = static_cast<int> (height->value_or (request.style.heightPixels));
    return request;
}

Result<ExportRequest> readExportRequest (const ParsedArguments& parsed)
{
    ExportRequest request;
    const std::string& format = parsed.operands.front ();
    const auto* const row = std::ranges::find (kExportFormats, format, &ExportFormatRow::name);
    if (row == kExportFormats.end ())
        return badValue ("--export", format, namesOf (kExportFormats));
    request.options.format = row->format;
    request.options.datasetFolder = tidyPath (parsed.operands.back ());
    const auto out = parsed.value ("--out");
    if (! out)
        return Error {ErrorCode::badUsage, "--out is missing; name the folder to be made", {}};
    request.options.outputFolder = tidyPath (*out);
    MELSTROM_TRY_VALUE (request.progress, readProgress (parsed));
    return request;
}

Result<ExplainRequest> readExplainRequest (const ParsedArguments& parsed)
{
    ExplainRequest request;
    auto audio = readAudioOptions (parsed);
    auto backend = readComputation (parsed);
    if (! audio || ! backend)
        return audio ? backend.error () : audio.error ();
    request.featuresFile = parsed.value ("--from");
    if (request.featuresFile)
    {
        request.audioFile = parsed.operands[0];
        request.audio = *audio;
        request.backend = *backend;
        return request;
    }
    auto first = readPresetNamed (parsed.operands[0]);
    auto second = readPresetNamed (parsed.operands[1]);
    if (! first || ! second)
        return first ? second.error () : first.error ();
    request.first = std::move (*first);
    request.second = std::move (*second);
    if (parsed.operands.size () > 2)
        request.audioFile = parsed.operands[2];
    request.audio = *audio;
    request.backend = *backend;
    return request;
}

Result<DuplicatesRequest> readDuplicatesRequest (const ParsedArguments& parsed)
{
    DuplicatesRequest request;
    for (const auto& folder : parsed.operands)
    {
        for (const auto& other : request.folders)
            if (isSamePlace (folder, other))
                return badValue ("--duplicates", folder, "folders that differ from each other");
        request.folders.push_back (folder);
    }
    MELSTROM_TRY_VALUE (request.progress, readProgress (parsed));
    MELSTROM_TRY_VALUE (const auto threads, wholeOption (parsed, "--threads", 1, 256));
    if (threads)
        request.numThreads = static_cast<int> (*threads);
    return request;
}

Result<DoctorRequest> readDoctorRequest (const ParsedArguments& parsed)
{
    MELSTROM_TRY_VALUE (auto backend, readComputation (parsed));
    return DoctorRequest {backend};
}

/** Takes the folder that follows "files" out of the operands. */
Result<void> readFilesFolder (const ParsedArguments& parsed, std::vector<std::string>& operands,
                              BenchRequest& request)
{
    const auto files = std::ranges::find (operands, "files");
    if (files == operands.end ())
    {
        if (parsed.has ("--size"))
            return Error {ErrorCode::badUsage, "--size belongs to --bench files DIR", {}};
        return {};
    }
    if (files + 1 == operands.end ())
        return Error {ErrorCode::badUsage,
                      "--bench files needs the folder whose file system it measures",
                      {}};
    request.filesFolder = *(files + 1);
    operands.erase (files + 1);
    if (const auto text = parsed.value ("--size"))
    {
        const auto bytes = parseSize (*text);
        if (! bytes || *bytes < kLeastFilesBytes || *bytes > kMostFilesBytes)
            return badValue ("--size", *text, "a size from 16M to 1T, such as 256M or 4G");
        request.filesBytes = *bytes;
    }
    return {};
}

/** Trials of --bench live alone are recorded. */
Result<void> readBenchTelemetry (const ParsedArguments& parsed, BenchRequest& request)
{
    request.isProfiled = parsed.has ("--profile");
    request.traceFile = parsed.value ("--trace");
    if ((request.isProfiled || request.traceFile) && ! request.asksFor (BenchSubject::live))
        return Error {ErrorCode::badUsage,
                      std::string (request.isProfiled ? "--profile" : "--trace") +
                          " belongs to --bench live",
                      {}};
    if (! request.traceFile)
        return {};
    std::vector<NamedInput> others;
    if (request.jsonFile)
        others.push_back ({"the file of --json", *request.jsonFile});
    if (request.againstFile)
        others.push_back ({"the file of --against", *request.againstFile});
    return checkTraceFile (*request.traceFile, "", others);
}

Result<BenchRequest> readBenchRequest (const ParsedArguments& parsed)
{
    BenchRequest request;
    auto operands = parsed.operands;
    MELSTROM_TRY (readFilesFolder (parsed, operands, request));
    for (const auto& name : operands)
        if (std::ranges::find (kBenchSubjects, name, &BenchSubjectRow::name) ==
            kBenchSubjects.end ())
            return badValue ("--bench", name, namesOf (kBenchSubjects));
    for (const auto& row : kBenchSubjects)
        if (operands.empty () ? row.isUsual
                              : std::ranges::find (operands, row.name) != operands.end ())
            request.subjects.push_back (row.subject);
    request.isCached = ! parsed.has ("--no-cache");
    if (! request.isCached && ! request.asksFor (BenchSubject::batch))
        return Error {ErrorCode::badUsage,
                      "--no-cache belongs to --bench batch: the other subjects keep no values",
                      {}};
    request.jsonFile = parsed.value ("--json");
    if (request.jsonFile)
        MELSTROM_TRY (checkFolderOf ("--json", *request.jsonFile));
    request.againstFile = parsed.value ("--against");
    MELSTROM_TRY (readBenchTelemetry (parsed, request));
    MELSTROM_TRY_VALUE (const auto seconds, wholeOption (parsed, "--seconds", 1, kMostSoakSeconds));
    if (seconds)
        request.soakSeconds = static_cast<double> (*seconds);
    MELSTROM_TRY_VALUE (auto backend, readComputation (parsed));
    request.backend = backend;
    const bool namesCuda = ! operands.empty () && request.asksFor (BenchSubject::cuda);
    if (namesCuda && ! backend.mayUseGpu ())
        return Error {
            ErrorCode::badUsage, "--bench cuda times a GPU, but --backend cpu excludes GPUs", {}};
    request.needsGpu = namesCuda || backend.kind == BackendChoice::Kind::gpu;
    return request;
}

Result<ListRequest> readListRequest (const ParsedArguments& parsed)
{
    const auto& topic = parsed.operands.front ();
    const auto row = std::ranges::find (kListTopics, topic, &ListTopicRow::name);
    if (row == kListTopics.end ())
        return badValue ("--list", topic, namesOf (kListTopics));
    return ListRequest {row->topic};
}

template <typename Kind>
Result<Request> asRequest (Result<Kind> request)
{
    if (! request)
        return request.error ();
    return Request (std::move (*request));
}

Result<Request> readRequest (const ParsedArguments& parsed)
{
    switch (parsed.mode)
    {
        case Mode::batch: return asRequest (readBatchRequest (parsed));
        case Mode::merge: return asRequest (readMergeRequest (parsed));
        case Mode::exporting: return asRequest (readExportRequest (parsed));
        case Mode::picture: return asRequest (readPictureRequest (parsed));
        case Mode::render: return asRequest (readRenderRequest (parsed));
        case Mode::explain: return asRequest (readExplainRequest (parsed));
        case Mode::report: return asRequest (readReportRequest (parsed));
        case Mode::duplicates: return asRequest (readDuplicatesRequest (parsed));
        case Mode::doctor: return asRequest (readDoctorRequest (parsed));
        case Mode::bench: return asRequest (readBenchRequest (parsed));
        case Mode::list: return asRequest (readListRequest (parsed));
        case Mode::version:
            return Request (TextRequest {"melstrom " + std::string (kVersion) + "\n"});
        case Mode::help: break;
    }
    return Request (TextRequest {helpText ()});
}

} // namespace

Result<CommandLine> parseCommandLine (const std::vector<std::string>& arguments,
                                      const std::optional<std::string>& logLevel)
{
    MELSTROM_TRY_VALUE (auto parsed, parseArguments (arguments));
    const bool isOption = parsed.has ("--log-level"), isQuiet = parsed.has ("--quiet");
    if (isOption && isQuiet)
        return Error {ErrorCode::badUsage, "--quiet is --log-level error; give one of the two", {}};
    const bool isText = parsed.mode == Mode::help || parsed.mode == Mode::version;
    const std::string source = isOption ? "--log-level" : "MELSTROM_LOG";
    if (! isOption && ! isQuiet && ! isText && logLevel && ! logLevel->empty ())
        parsed.values[source] = {*logLevel};
    const auto usual = isQuiet ? LogLevel::error : LogLevel::info;
    MELSTROM_TRY_VALUE (const auto level, choiceOption<LogLevel> (parsed, source, usual,
                                                                  {{"error", LogLevel::error},
                                                                   {"warning", LogLevel::warning},
                                                                   {"info", LogLevel::info},
                                                                   {"debug", LogLevel::debug}}));
    MELSTROM_TRY_VALUE (auto request, readRequest (parsed));
    return CommandLine {std::move (request), level};
}

} // namespace melstrom
