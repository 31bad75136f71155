#include "Standalone/CommandLine/FeatureArguments.h"

#include "Engine/Spec/MelGeometry.h"
#include "Standalone/CommandLine/OptionValues.h"

namespace melstrom
{

namespace
{

constexpr std::int64_t kMostThreads = 256;

Error under (std::string_view option, const Error& error)
{
    return {error.code, std::string (option) + " " + error.message, error.byteOffset};
}

Result<void> checkSpec (const MelSpec& spec)
{
    if (auto sound = spec.validate (); ! sound || ! spec.rateHz)
        return sound;
    if (auto geometry = geometryAt (spec, *spec.rateHz); ! geometry)
        return geometry.error ();
    return {};
}

} // namespace

std::string presetNames ()
{
    std::string names;
    for (const auto& preset : builtInPresets ())
        names += (names.empty () ? "" : ", ") + preset.name;
    return names;
}

Result<MelPreset> readPresetNamed (const std::string& nameOrFile)
{
    auto preset = findPreset (nameOrFile);
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
                      "--preset is missing; give the path of a TOML file, or one of " +
                          presetNames (),
                      {}};
    auto preset = findPreset (name);
    if (! preset)
        return under ("--preset", preset.error ());
    const MelSpec original = preset->spec;
    for (const auto& setting : parsed.all ("--set"))
        if (auto applied = applySetting (preset->spec, setting); ! applied)
            return under ("--set", applied.error ());
    if (! (preset->spec == original)) // it no longer is what it claims
    {
        preset->equals = "nothing published: " + preset->name + " changed by";
        for (const auto& setting : parsed.all ("--set"))
            preset->equals += " " + setting;
        preset->version.clear ();
    }

    auto stored =
        choiceOption<StoredType> (parsed, "--dtype", preset->spec.storedType,
                                  {{"f16", StoredType::float16}, {"f32", StoredType::float32}});
    if (! stored)
        return stored.error ();
    preset->spec.storedType = *stored;
    if (auto sound = checkSpec (preset->spec); ! sound)
        return under (parsed.has ("--set") ? "--set" : "--preset", sound.error ());
    return preset;
}

Result<AudioOptions> readAudioOptions (const ParsedArguments& parsed)
{
    const auto truncated =
        choiceOption<bool> (parsed, "--truncated", false, {{"keep", true}, {"refuse", false}});
    if (! truncated)
        return truncated.error ();
    const auto nonFinite =
        choiceOption<bool> (parsed, "--nonfinite", false, {{"zero", true}, {"refuse", false}});
    if (! nonFinite)
        return nonFinite.error ();
    return AudioOptions {*truncated, *nonFinite};
}

Result<int> readComputation (const ParsedArguments& parsed)
{
    const auto backend = parsed.value ("--backend").value_or ("auto");
    const bool isNumbered =
        backend.starts_with ("cuda:") && parseWhole (backend.substr (5)).value_or (-1) >= 0;
    if (backend == "cuda" || isNumbered)
        return Error {ErrorCode::badUsage,
                      "--backend = " + backend +
                          ": this build has no CUDA module; take auto or cpu",
                      {}};
    if (backend != "auto" && backend != "cpu")
        return badValue ("--backend", backend, "auto, cpu, cuda or cuda:N");
    const auto threads = wholeOption (parsed, "--threads", 1, kMostThreads);
    if (! threads)
        return threads.error ();
    return static_cast<int> (threads->value_or (0));
}

} // namespace melstrom
