#include "Standalone/CommandLine/Options/ModeArguments.h"

#include "Engine/Core/Printable.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Engine/Spec/Tuning/ScalaFiles.h"
#include "Standalone/CommandLine/Options/FeatureArguments.h"
#include "Standalone/CommandLine/Options/OptionValues.h"
#include "Standalone/CommandLine/Options/OutputPlaces.h"

#include <filesystem>
#include <optional>

namespace melstrom
{

namespace
{

constexpr std::int64_t kLowestRateHz = 8000, kHighestRateHz = 384000, kMostBlockSamples = 65536;
/** A scale is a page of text; a longer file is a wrong one. */
constexpr std::uintmax_t kMostTextBytes = 1 << 20;

Result<Patch> readPatch (const ParsedArguments& parsed)
{
    auto patch = findPatch (parsed.value ("--patch").value_or ("Pad"));
    if (! patch)
        return under ("--patch", patch.error ());
    for (const auto& setting : parsed.all ("--set"))
        if (auto applied = applySetting (*patch, setting); ! applied)
            return under ("--set", applied.error ());
    if (auto sound = patch->validate (); ! sound)
        return under (parsed.has ("--set") ? "--set" : "--patch", sound.error ());
    return patch;
}

/** True for names in .mid or .midi, also of missing files, and for existing files of other
    names. */
bool isSongFile (const std::string& operand)
{
    std::error_code failed;
    const auto name = lowerCaseText (operand);
    return name.ends_with (".mid") || name.ends_with (".midi") ||
           std::filesystem::is_regular_file (operand, failed);
}

/** The files that a render reads. */
std::vector<NamedInput> inputsOf (const ParsedArguments& parsed)
{
    std::vector<NamedInput> inputs;
    if (isSongFile (parsed.operands.front ()))
        inputs.push_back ({"the song", parsed.operands.front ()});
    for (const char* const option : {"--patch", "--tuning", "--keymap"})
        if (const auto value = parsed.value (option))
            inputs.push_back ({std::string ("the file of ") + option, *value});
    return inputs;
}

/** The WAV need not exist yet. */
Result<void> checkTrace (const ParsedArguments& parsed, const std::string& trace,
                         const std::string& out)
{
    auto inputs = inputsOf (parsed);
    inputs.push_back ({"the WAV of --out", out});
    return checkTraceFile (trace, "", inputs);
}

/** Fails if the WAV would overwrite an input, if its folder does not exist, or if its name ends as
    that of another format. */
Result<void> checkOutput (const ParsedArguments& parsed, const std::string& out)
{
    namespace fs = std::filesystem;
    std::error_code failed;
    const auto refuse = [&] (const std::string& why) {
        return Error {ErrorCode::badUsage, "--out " + printable (out) + ": " + why, {}};
    };
    const auto folder = fs::path (out).parent_path ();
    if (! folder.empty () && ! fs::is_directory (folder, failed))
        return refuse ("there is no folder " + printable (folder.string ()));
    MELSTROM_TRY (checkOutputFile ("--out", out, inputsOf (parsed)));
    return checkOutputEnding ("--out", out, "sound is a WAV", ".wav");
}

/** Scale and keyboard map; both are optional. */
Result<Tuning> readTuning (const ParsedArguments& parsed)
{
    const auto scaleFile = parsed.value ("--tuning"), mapFile = parsed.value ("--keymap");
    std::optional<Scale> scale;
    std::optional<KeyboardMap> map;
    if (scaleFile)
    {
        const auto text = readSmallFile (*scaleFile, kMostTextBytes, "a scale");
        auto read = text ? parseScale (*text, *scaleFile) : Result<Scale> (text.error ());
        if (! read)
            return under ("--tuning", read.error ());
        scale = std::move (*read);
    }
    if (mapFile)
    {
        const auto text = readSmallFile (*mapFile, kMostTextBytes, "a keyboard map");
        auto read = text ? parseKeyboardMap (*text, *mapFile) : Result<KeyboardMap> (text.error ());
        if (! read)
            return under ("--keymap", read.error ());
        map = std::move (*read);
    }
    auto tuning = customaryTuning (scale, map);
    if (! tuning)
        return under (scaleFile ? "--tuning" : "--keymap", tuning.error ());
    return tuning;
}

/** A number in a range. Empty without the option. */
Result<std::optional<double>> realOption (const ParsedArguments& parsed, std::string_view option,
                                          double least, double most)
{
    const auto value = parsed.value (option);
    if (! value)
        return std::optional<double> ();
    const auto number = parseReal (*value);
    if (! number || *number < least || *number > most)
        return badValue (option, *value,
                         "a number from " + numberText (least) + " to " + numberText (most));
    return number;
}

Result<ChordStyle> readChordStyle (const ParsedArguments& parsed)
{
    ChordStyle style;
    const auto beats = wholeOption (parsed, "--beats", 1, kMostBeatsOfBar);
    const auto tempo = realOption (parsed, "--tempo", kLowestTempo, kHighestTempo);
    const auto strum = realOption (parsed, "--strum", 0, kLongestStrumMs);
    std::vector<std::pair<std::string_view, ChordVoicing>> voicings;
    for (const auto each : {ChordVoicing::close, ChordVoicing::open, ChordVoicing::rootOctave})
        voicings.emplace_back (choiceName (each), each);
    const auto voicing = choiceOption (parsed, "--voicing", style.voicing, voicings);
    if (! beats || ! tempo)
        return beats ? tempo.error () : beats.error ();
    if (! strum || ! voicing)
        return strum ? voicing.error () : strum.error ();
    style.beatsPerBar = static_cast<int> (beats->value_or (style.beatsPerBar));
    style.beatsPerMinute = tempo->value_or (style.beatsPerMinute);
    style.strumMs = strum->value_or (style.strumMs);
    style.voicing = *voicing;
    return style;
}

/** Reads the song file's name, or the chords. */
Result<void> readSong (const ParsedArguments& parsed, RenderRequest& request)
{
    const auto& operand = parsed.operands.front ();
    if (isSongFile (operand))
    {
        for (const char* const option : {"--tempo", "--beats", "--voicing", "--strum"})
            if (parsed.has (option))
                return Error {ErrorCode::badUsage,
                              std::string (option) + " is for chords, and " + printable (operand) +
                                  " is a MIDI file, which sets it itself",
                              {}};
        request.songFile = operand;
        return {};
    }
    MELSTROM_TRY_VALUE (auto style, readChordStyle (parsed));
    auto chords = parseChordText (operand);
    if (! chords)
        return Error {ErrorCode::badUsage,
                      "--render: there is no file '" + printable (operand) +
                          "', and as chords it is not valid: " + chords.error ().message,
                      {}};
    request.chords = ChordRequest {*std::move (chords), style};
    return {};
}

/** Reads numbers with defaults. */
Result<void> readFormat (const ParsedArguments& parsed, RenderRequest& request)
{
    const auto rate = wholeOption (parsed, "--rate", kLowestRateHz, kHighestRateHz);
    const auto block = wholeOption (parsed, "--block", 1, kMostBlockSamples);
    const auto bits = choiceOption<int> (parsed, "--bits", request.bitsPerSample,
                                         {{"16", 16}, {"24", 24}, {"32", 32}});
    const auto limiter =
        choiceOption<bool> (parsed, "--limiter", request.isLimited, {{"on", true}, {"off", false}});
    if (! rate || ! block)
        return rate ? block.error () : rate.error ();
    if (! bits || ! limiter)
        return bits ? limiter.error () : bits.error ();
    request.rateHz = static_cast<int> (rate->value_or (request.rateHz));
    request.blockSamples = static_cast<int> (block->value_or (request.blockSamples));
    request.bitsPerSample = *bits;
    request.isLimited = *limiter;
    return {};
}

} // namespace

Result<RenderRequest> readRenderRequest (const ParsedArguments& parsed)
{
    RenderRequest request;
    MELSTROM_TRY (readSong (parsed, request));
    const auto out = parsed.value ("--out");
    if (! out)
        return Error {ErrorCode::badUsage, "--out is missing; name the WAV to be written", {}};
    request.soundFile = *out;
    MELSTROM_TRY (checkOutput (parsed, *out));
    MELSTROM_TRY (readFormat (parsed, request));
    auto patch = readPatch (parsed);
    auto tuning = readTuning (parsed);
    auto backend = readComputation (parsed);
    auto progress = readProgress (parsed);
    if (! patch || ! tuning)
        return patch ? tuning.error () : patch.error ();
    if (! backend || ! progress)
        return backend ? progress.error () : backend.error ();
    request.patch = std::move (*patch);
    request.tuning = *tuning;
    request.backend = *backend;
    request.isCached = ! parsed.has ("--no-cache");
    request.progress = *progress;
    request.isProfiled = parsed.has ("--profile");
    request.traceFile = parsed.value ("--trace");
    if (request.traceFile)
        MELSTROM_TRY (checkTrace (parsed, *request.traceFile, *out));
    return request;
}

} // namespace melstrom
