// --explain --from: which settings made an array of features.
#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Report/Origin/Origin.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

namespace melstrom
{

namespace
{
using enum TextTable::Side;

std::string shapeText (const NpyContents& array)
{
    std::string text;
    for (const auto dimension : array.dimensions)
        text += (text.empty () ? "" : ", ") + std::to_string (dimension);
    return "float" + std::to_string (8 * array.bytesPerValue) + ", shape (" + text + ")";
}

std::string axesText (AxisOrder order)
{
    return order == AxisOrder::framesFirst ? "(frames, features)" : "(features, frames)";
}

/** "0.0012 dB", or without a unit. */
std::string deviationText (double value, const FeatureDeviation& deviation)
{
    return fixedText (value, value < 0.1 ? 5 : 2) + (deviation.decibelsPerUnit ? " dB" : "   ");
}

std::string mapText (const FeatureDeviation& deviation)
{
    switch (deviation.map)
    {
        case FeatureMap::none: return "no map";
        case FeatureMap::line:
            return "a factor of " + shortText (deviation.gain) + " and an offset of " +
                   shortText (deviation.offset) + " for all values";
        case FeatureMap::means: return "the mean of each feature over the frames, subtracted";
        case FeatureMap::meansAndDeviations:
            return "the mean of each feature over the frames, subtracted, and its deviation, "
                   "divided by";
        case FeatureMap::offsets:
            return "an offset of its own for each feature (such as means from a file)";
        case FeatureMap::lines:
            return "a factor and an offset of its own for each feature (such as means and "
                   "deviations from a file)";
    }
    return {};
}

std::string verdictText (const Origin& origin)
{
    switch (origin.verdict)
    {
        case OriginVerdict::equal:
            return "Equal: these settings make the array, within the rounding of float32.\n";
        case OriginVerdict::equalAfterMap:
            return "Equal after one more step, which no setting describes:\n  " +
                   mapText (origin.rows.front ().deviation) + ".\n";
        case OriginVerdict::close:
            return "Close, but not equal: a step or a value is different. The bands of the nearest "
                   "settings\nfollow those of the array with 1 - r^2 = " +
                   fixedText (origin.distance, 6) + " in the mean, r: correlation over time.\n";
        case OriginVerdict::notFound: break;
    }
    return "Not found: no settings that were tried make features like these. The nearest bands "
           "follow those\nof the array with 1 - r^2 = " +
           fixedText (origin.distance, 3) +
           " in the mean. Is it this sound, from its beginning to its end?\n";
}

std::string rowsText (const Origin& origin)
{
    TextTable table ({left, right, right, right, right, left});
    table.addHeading ({"settings", "changed", "RMS", "largest", "frames", "axes"});
    bool isFirst = true;
    for (const OriginRow& row : origin.rows)
    {
        std::string name = row.preset;
        if (isFirst && origin.verdict == OriginVerdict::equalAfterMap)
            name += ", and the step";
        isFirst = false;
        table.addRow ({name, groupedText (static_cast<std::int64_t> (row.settings.size ())),
                       deviationText (row.deviation.rms, row.deviation),
                       deviationText (row.deviation.largest, row.deviation),
                       groupedText (row.numCompared), axesText (row.order)});
    }
    return "Deviation of the array from what settings make:\n\n" + table.text (2);
}

std::string commandText (const OriginRow& row, const std::string& audio)
{
    std::string text = "    melstrom --batch " + audio + " --out DIR --preset " + row.preset;
    for (const auto& setting : row.settings)
        text += " \\\n        --set " + setting;
    return text + "\n";
}

/** What differs in the shape alone. */
std::string shapeNotes (const Origin& origin)
{
    const OriginRow& row = origin.rows.front ();
    std::string text;
    if (row.order == AxisOrder::featuresFirst && row.spec.layout == Layout::frames)
        text += "The array is (features, frames); Melstrom stores (frames, features).\n";
    if (row.numMade > row.numCompared)
        text += "The array ends early: it has the first " + groupedText (row.numCompared) + " of " +
                countText (row.numMade, "frame") + ".\n";
    if (origin.numFrames > row.numCompared)
        text += "Behind these frames the array has " +
                countText (origin.numFrames - row.numCompared, "frame of padding",
                           "equal frames of padding") +
                ".\n";
    return text;
}
} // namespace

Result<std::string> explainOrigin (const ExplainRequest& request, Log& log)
{
    const auto start = std::chrono::steady_clock::now ();
    TarStorage storage (posixStorage ());
    MELSTROM_TRY_VALUE (const auto array, readNpyContents (storage, *request.featuresFile));
    auto choice = request.backend;
    if (choice.kind == BackendChoice::Kind::automatic)
        choice.kind = BackendChoice::Kind::cpu; // hundreds of short computations
    MELSTROM_TRY_VALUE (const auto backend, openReadyBackend (choice, log));
    MELSTROM_TRY_VALUE (const auto origin, originOf (storage, *backend, array, *request.audioFile,
                                                     request.audio, stopFlag ()));

    std::string text = printable (*request.featuresFile) + ": " + shapeText (array) + "\n\n" +
                       verdictText (origin);
    const bool isFound = origin.verdict != OriginVerdict::notFound;
    if (isFound)
        text += "\n" + commandText (origin.rows.front (), printable (*request.audioFile)) + "\n" +
                shapeNotes (origin);
    if (! origin.rows.empty ())
        text += "\n" + rowsText (origin);
    return text + "\nTried: " + countText (origin.numComputed, "setting") + " of " +
           countText (static_cast<std::int64_t> (builtInPresets ().size ()), "preset") +
           " and their fields, in " + elapsedText (secondsSince (start)) + ".\n";
}

} // namespace melstrom
