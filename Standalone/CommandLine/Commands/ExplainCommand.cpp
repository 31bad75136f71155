#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Batch/Audio/SignalSteps.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/SpecDifference.h"
#include "Standalone/CommandLine/Commands/Difference.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Machine/TestSignal.h"
#include "Standalone/CommandLine/Report/DifferenceText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <ostream>

namespace melstrom
{

namespace
{

using enum TextTable::Side;
constexpr std::int64_t kSignalSeconds = 10;
constexpr double kSameDb = 0.001; // rounding of float32 can reach this

/** Reads samples in memory like those of a file. */
class SampleReader final : public AudioReader
{
public:
    SampleReader (std::vector<float> samples, int rateHz) : samples_ (std::move (samples))
    {
        info_.rateHz = rateHz;
        info_.numChannels = 1;
        info_.numSamples = static_cast<std::int64_t> (samples_.size ());
        info_.format = SampleFormat::float32;
        info_.container = "memory";
        info_.randomAccess = true;
    }
    const AudioInfo& info () const noexcept override { return info_; }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        std::memcpy (to, samples_.data () + first,
                     static_cast<std::size_t> (count) * sizeof (float));
        return {};
    }

private:
    std::vector<float> samples_;
    AudioInfo info_;
};

/** Features of the test signal, which is made at `madeHz` and resampled to the spec's rate like a
    file. */
Result<ExtractedFile> extractTestSignal (Backend& backend, const MelSpec& spec, int madeHz)
{
    const int rateHz = spec.rateHz.value_or (madeHz);
    MELSTROM_TRY_VALUE (auto reader,
                        resampled (std::make_unique<SampleReader> (
                                       makeTestSignal (madeHz, kSignalSeconds * madeHz), madeHz),
                                   {rateHz, resamplingOf (spec)}));
    reader = differenced (std::move (reader), spec.difference);
    std::vector<float> signal (static_cast<std::size_t> (reader->info ().numSamples));
    MELSTROM_TRY (reader->read (signal.data (), 0, reader->info ().numSamples));
    return extractSamples (backend, spec, rateHz, signal);
}

/** Keys with different values, if at least one of the two specs uses the key. */
std::string differingKeys (const MelPreset& first, const MelPreset& second)
{
    const auto differences = specDifferences (first.spec, second.spec);
    return differences.empty ()
               ? "All keys that have an effect have the same value: the two features are equal.\n"
               : specTable (differences, first.name,
                            second.name == first.name ? second.name + " (2)" : second.name);
}

std::string signedText (double db)
{
    return (db < 0 ? "-" : "+") + fixedText (std::abs (db), 2);
}

std::string differenceText (const SpectrogramDifference& difference)
{
    if (difference.numCells == 0)
        return "The two have no frame or no band in common.\n";
    if (difference.largestDb < kSameDb)
        return "The energies of their bands are the same.\n";
    std::string text =
        "Second minus first: band energies in dB, before logarithm and normalisation,\n" +
        std::string (difference.isCellByCell ? "cell by cell"
                                             : "both on the coarser grid in time and in Hz") +
        ": " + countText (difference.numFrames, "frame") + " of " +
        countText (difference.numBands, "band") + ", of which " +
        countText (difference.numCells, "cell is", "cells are") + "\nwithin " +
        fixedText (SpectrogramDifference::kRangeDb, 0) + " dB of a maximum.\n\n";
    TextTable table ({left, right, left});
    table.addRow ({"mean", signedText (difference.meanDb), "dB"});
    table.addRow ({"largest", fixedText (difference.largestDb, 2), "dB"});
    table.addRow ({"95 % of cells within", fixedText (difference.p95Db, 2), "dB"});
    table.addRow ({"  without the mean", fixedText (difference.p95WithoutMeanDb, 2),
                   "dB: rest after a constant gain"});
    table.addRow ({"  without each band's mean", fixedText (difference.p95WithoutBandMeansDb, 2),
                   "dB: rest after a gain for each band"});
    return text + table.text (2);
}

std::string causesText (const std::string& heading, const std::vector<DifferenceCause>& causes)
{
    constexpr int effectColumns = 74;
    if (causes.empty ())
        return {};
    TextTable table ({left, left});
    for (const auto& cause : causes)
    {
        auto subject = cause.subject;
        for (const auto& line : wrappedLines (cause.effect, effectColumns))
            table.addRow ({std::exchange (subject, ""), line});
    }
    return "\n" + heading + "\n" + table.text (2);
}

Result<std::string> explain (const ExplainRequest& request, Log& log)
{
    MELSTROM_TRY_VALUE (auto backend, openReadyBackend (request.backend, log));
    const MelSpec &a = request.first.spec, &b = request.second.spec;
    // a spec without a rate takes the other spec's rate, else the usual rate
    const int rateA = a.rateHz ? *a.rateHz : b.rateHz ? *b.rateHz : usualRateHz (a);
    const int madeHz = std::max (rateA, b.rateHz.value_or (rateA));
    TarStorage storage (posixStorage ());
    const auto extract = [&] (const MelSpec& spec)
    {
        const auto bandSpec = bandEnergySpec (spec);
        return request.audioFile
                   ? extractFile (storage, *backend, bandSpec, *request.audioFile, request.audio)
                   : extractTestSignal (*backend, bandSpec, madeHz);
    };
    const auto first = extract (a), second = extract (b);
    if (! first || ! second)
        return first ? second.error () : first.error ();
    const auto geometryA = geometryAt (a, first->geometry.rateHz),
               geometryB = geometryAt (b, second->geometry.rateHz);
    if (! geometryA || ! geometryB)
        return geometryA ? geometryB.error () : geometryA.error ();

    const double seconds = std::min (first->seconds (), second->seconds ());
    const auto difference = differenceOf (spectrogramOf (*first), spectrogramOf (*second), seconds);
    const auto source =
        request.audioFile
            ? "On " + printable (*request.audioFile) + ", " + fixedText (seconds, 1) + " s."
            : "On the test signal: " + std::to_string (kSignalSeconds) +
                  " s of a chirp, a harmonic tone that "
                  "fades, and noise, made at " +
                  groupedText (madeHz) + " Hz.";
    const ComparedSound sound {.rateHz = request.audioFile ? first->file.rateHz : madeHz,
                               .numChannels = first->file.numChannels,
                               .isInt16 = first->file.format == SampleFormat::int16,
                               .isFile = request.audioFile.has_value ()};
    auto causes = loadingCauses (*geometryA, *geometryB, sound);
    std::ranges::move (bandCauses (*geometryA, *geometryB), std::back_inserter (causes));
    return differingKeys (request.first, request.second) + "\n" + source + "\n" +
           differenceText (difference) + causesText ("Causes in the bands:", causes) +
           causesText ("Steps after the bands, not in these numbers:",
                       featureCauses (*geometryA, *geometryB));
}

} // namespace

ExitCode runExplainCommand (const ExplainRequest& request, Log& log, std::ostream& out)
{
    const auto text = request.featuresFile ? explainOrigin (request, log) : explain (request, log);
    if (! text)
    {
        log.error (text.error ());
        return exitCodeOf (text.error ());
    }
    out << *text;
    return ExitCode::allIn;
}

} // namespace melstrom
