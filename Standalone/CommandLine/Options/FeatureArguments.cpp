#include "Standalone/CommandLine/Options/FeatureArguments.h"

#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/PresetFile.h"
#include "Standalone/CommandLine/Options/OptionValues.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace melstrom
{

namespace
{

constexpr std::int64_t kMostThreads = 256, kMostDeviceIndex = 255;
constexpr std::int64_t kLeastDeviceBytes = std::int64_t {64} << 20,
                       kMostDeviceBytes = std::int64_t {1} << 40;

Result<void> checkSpec (const MelSpec& spec)
{
    if (auto sound = spec.validate (); ! sound || ! spec.rateHz)
        return sound;
    MELSTROM_TRY (geometryAt (spec, *spec.rateHz));
    return {};
}

Result<void> readBackend (const ParsedArguments& parsed, BackendChoice& choice)
{
    using enum BackendChoice::Kind;
    const auto backend =
        parsed.value ("--backend").value_or (std::string (backendKindName (automatic)));
    const std::string numberedGpu = std::string (backendKindName (gpu)) + ":";
    if (backend.starts_with (numberedGpu))
    {
        const auto index = parseWhole (std::string_view (backend).substr (numberedGpu.size ()));
        if (! index || *index < 0 || *index > kMostDeviceIndex)
            return badValue ("--backend", backend, "cuda or cuda:N with N from 0 to 255");
        choice.kind = gpu;
        choice.deviceIndex = static_cast<int> (*index);
        return {};
    }
    const auto kind = std::ranges::find (kBackendKinds, backend, backendKindName);
    if (kind == kBackendKinds.end ())
        return badValue ("--backend", backend, "auto, cpu, cuda or cuda:N");
    choice.kind = *kind;
    return {};
}

/** As findPreset; for a name that no preset has, the error also tells where all names are. */
Result<MelPreset> findListedPreset (const std::string& nameOrFile)
{
    auto preset = findPreset (nameOrFile);
    if (preset || meansPresetFile (nameOrFile))
        return preset;
    Error unknown = preset.error ();
    unknown.message += "; --list presets shows all";
    return unknown;
}

} // namespace

Error under (std::string_view option, const Error& error)
{
    return {error.code, std::string (option) + " " + error.message, error.byteOffset};
}

Result<MelPreset> readPresetNamed (const std::string& nameOrFile)
{
    auto preset = findListedPreset (nameOrFile);
    if (! preset)
        return preset;
    if (auto sound = checkSpec (preset->spec); ! sound)
        return under (nameOrFile + ":", sound.error ());
    return preset;
}

Result<MelPreset> readPreset (const ParsedArguments& parsed, const std::string& fallback)
{
    const auto name = parsed.value ("--preset").value_or (fallback);
    if (name.empty ())
        return Error {ErrorCode::badUsage,
                      "--preset is missing; give a name of --list presets, such as "
                      "whisper-openai-80, librosa-db or kaldi-fbank, or the path of a TOML file",
                      {}};
    auto preset = findListedPreset (name);
    if (! preset)
        return under ("--preset", preset.error ());
    const MelSpec original = preset->spec;
    for (const auto& setting : parsed.all ("--set"))
        if (auto applied = applySetting (preset->spec, setting); ! applied)
            return under ("--set", applied.error ());
    if (! (preset->spec == original)) // changed settings void the preset's claim
    {
        preset->equals = "nothing published: " + preset->name + " changed by";
        for (const auto& setting : parsed.all ("--set"))
            preset->equals += " " + setting;
        preset->version.clear ();
    }

    MELSTROM_TRY_VALUE (
        auto stored,
        choiceOption<StoredType> (parsed, "--dtype", preset->spec.storedType,
                                  {{"f16", StoredType::float16}, {"f32", StoredType::float32}}));
    preset->spec.storedType = stored;
    if (auto sound = checkSpec (preset->spec); ! sound)
        return under (parsed.has ("--set") ? "--set" : "--preset", sound.error ());
    return preset;
}

Result<AudioOptions> readAudioOptions (const ParsedArguments& parsed)
{
    MELSTROM_TRY_VALUE (
        const auto truncated,
        choiceOption<bool> (parsed, "--truncated", false, {{"keep", true}, {"refuse", false}}));
    MELSTROM_TRY_VALUE (
        const auto nonFinite,
        choiceOption<bool> (parsed, "--nonfinite", false, {{"zero", true}, {"refuse", false}}));
    return AudioOptions {truncated, nonFinite};
}

namespace
{
constexpr std::string_view kFused = "fused", kFusedName = "fused-", kCufft = "cufft";

/** --variant: auto, fused, cufft, or a comma-separated list of variants. */
Result<void> readVariant (const ParsedArguments& parsed, BackendChoice& choice)
{
    const auto text = parsed.value ("--variant");
    if (! text || *text == "auto")
        return {};
    std::istringstream names (*text + ",");
    for (std::string name; std::getline (names, name, ',');)
    {
        if (*text != kFused && name != kCufft && ! name.starts_with (kFusedName))
            return badValue ("--variant", *text,
                             "auto, fused or cufft, or names such as fused-20x10-t32");
        choice.variants.push_back (name);
    }
    return {};
}
} // namespace

namespace
{
/** --devices: all, or numbers separated by commas. It asks for GPUs, as --backend cuda does. */
Result<void> readDevices (const ParsedArguments& parsed, BackendChoice& choice)
{
    constexpr std::string_view kAllowed = "all, or numbers of GPUs from 0 to 255, such as 0,2,5";
    const auto text = parsed.value ("--devices");
    if (! text)
        return {};
    const auto backend = parsed.value ("--backend").value_or ("");
    const auto contradicts = [&] (const std::string& why)
    {
        return Error {ErrorCode::badUsage,
                      "--devices " + *text + " and --backend " + backend + why +
                          "; leave one of them out",
                      {}};
    };
    if (choice.kind == BackendChoice::Kind::cpu)
        return contradicts (" exclude each other: the first asks for GPUs");
    if (backend.find (':') != std::string::npos)
        return contradicts (" both name GPUs");
    DeviceList list;
    std::istringstream numbers (*text + ",");
    for (std::string number; *text != "all" && std::getline (numbers, number, ',');)
    {
        const auto index = parseWhole (number);
        if (! index || *index < 0 || *index > kMostDeviceIndex)
            return badValue ("--devices", *text, kAllowed);
        if (std::ranges::find (list.indices, static_cast<int> (*index)) != list.indices.end ())
            return badValue ("--devices", *text,
                             "numbers that differ from each other: " + number + " is there twice");
        list.indices.push_back (static_cast<int> (*index));
    }
    choice.kind = BackendChoice::Kind::gpu;
    choice.deviceIndex = list.indices.empty () ? 0 : list.indices.front ();
    choice.devices = std::move (list);
    return {};
}
} // namespace

Result<BackendChoice> readComputation (const ParsedArguments& parsed)
{
    BackendChoice choice;
    MELSTROM_TRY (readBackend (parsed, choice));
    MELSTROM_TRY (readDevices (parsed, choice));
    if (! choice.mayUseGpu ())
        for (const std::string option : {"--variant", "--device-mem"})
            if (parsed.has (option))
                return Error {ErrorCode::badUsage,
                              option + " is for a GPU and has no effect with --backend cpu",
                              {}};
    MELSTROM_TRY_VALUE (const auto threads, wholeOption (parsed, "--threads", 1, kMostThreads));
    if (threads)
        choice.numThreads = static_cast<int> (*threads);
    MELSTROM_TRY (readVariant (parsed, choice));
    if (const auto text = parsed.value ("--device-mem"))
    {
        const auto bytes = parseSize (*text);
        if (! bytes || *bytes < kLeastDeviceBytes || *bytes > kMostDeviceBytes)
            return badValue ("--device-mem", *text, "a size from 64M to 1T, such as 512M or 4G");
        choice.deviceBytes = static_cast<std::size_t> (*bytes);
    }
    return choice;
}

Result<ProgressStyle> readProgress (const ParsedArguments& parsed)
{
    const auto usual = parsed.has ("--quiet") ? ProgressStyle::none : ProgressStyle::automatic;
    return choiceOption<ProgressStyle> (parsed, "--progress", usual,
                                        {{"auto", ProgressStyle::automatic},
                                         {"bar", ProgressStyle::bar},
                                         {"plain", ProgressStyle::plain},
                                         {"json", ProgressStyle::json},
                                         {"none", ProgressStyle::none}});
}

} // namespace melstrom
