#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Normalisation/KaldiMoments.h"
#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Tuning/Tuning.h"
#include "Tests/Fuzz/FuzzTargets.h"

#include <cmath>

namespace melstrom::testing
{

namespace
{
/** The texts before and behind the first zero byte. */
std::pair<std::string_view, std::string_view> halves (std::string_view bytes)
{
    const auto zero = bytes.find ('\0');
    if (zero == std::string_view::npos)
        return {bytes, {}};
    return {bytes.substr (0, zero), bytes.substr (zero + 1)};
}
} // namespace

void fuzzSpec (std::string_view bytes)
{
    const auto preset = parsePreset (bytes, "preset.toml");
    if (! preset)
        return;
    require (preset->spec.validate ().ok (), "a spec was read that is not valid");
    const auto again = parsePreset (toToml (preset->spec), "again.toml");
    require (again && again->spec == preset->spec, "a spec is read otherwise after it is written");
    for (const int rateHz : {8000, 44100})
        if (const auto geometry = geometryAt (preset->spec, rateHz))
            require (geometry->numRows (1'000'000) >= 0 && geometry->rowBytes () > 0,
                     "a geometry without rows");
}

void fuzzPatch (std::string_view bytes)
{
    const auto patch = parsePatch (bytes, "patch.toml");
    if (! patch)
        return;
    require (patch->validate ().ok (), "a patch was read that is not valid");
    const auto again = parsePatch (toToml (*patch), "again.toml");
    require (again && *again == *patch, "a patch is read otherwise after it is written");
}

void fuzzCsv (std::string_view bytes)
{
    const auto rows = parseCsv (bytes);
    if (! rows)
        return;
    std::vector<std::vector<std::string>> fields, fieldsAgain;
    std::string text;
    for (const CsvRow& row : *rows)
    {
        fields.push_back (row.fields);
        appendCsvRow (text, row.fields);
    }
    const auto again = parseCsv (text);
    require (again.ok (), "a table is not read after it is written");
    for (const CsvRow& row : *again)
        fieldsAgain.push_back (row.fields);
    require (fields == fieldsAgain, "a table is read otherwise after it is written");
}

void fuzzMoments (std::string_view bytes)
{
    const auto moments = kaldiMomentsOf (bytes);
    if (! moments)
        return require (moments.error ().message.starts_with ("line "), "an error without a line");
    require (! moments->mean.empty () && moments->mean.size () == moments->deviation.size (),
             "a mean and a deviation of different lengths");
    for (std::size_t i = 0; i < moments->mean.size (); ++i)
        require (std::isfinite (moments->mean[i]) && std::isfinite (moments->deviation[i]) &&
                     moments->deviation[i] > 0,
                 "a number that does not normalise");
}

void fuzzScala (std::string_view bytes)
{
    const auto [scaleText, mapText] = halves (bytes);
    const auto scale = parseScale (scaleText, "scale.scl");
    const auto map = parseKeyboardMap (mapText, "map.kbm");
    if (scale)
        require (! scale->cents.empty (), "a scale without degrees was read");
    const auto tuning = scale ? Tuning::make (*scale, map ? *map : KeyboardMap {})
                              : Result<Tuning> (scale.error ());
    if (! tuning)
        return;
    for (int key = 0; key < kNumKeys; ++key)
        if (tuning->isMapped (key))
            require (std::isfinite (tuning->pitchOf (key)), "a key without a pitch");
}

} // namespace melstrom::testing
