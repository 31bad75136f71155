#include "Tests/Support/Mel/BackendChecks.h"

#include "Engine/Core/Half.h"
#include "Tests/Reference/ReferenceMel.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

Trial withEnergiesOnly (const Trial& trial)
{
    Trial linear = trial;
    linear.spec = energiesOnly (trial.spec);
    return linear;
}

std::vector<double> rowsOf (const Trial& trial, Backend& backend)
{
    MelSpec spec = trial.spec;
    spec.storedType = StoredType::float32;
    return valuesOf (computeWhole (backend, spec, trial.rateHz, trial.signal), spec.storedType);
}

TestSignal floatSignal (const std::vector<double>& mono)
{
    TestSignal signal;
    signal.format = SampleFormat::float32;
    signal.numSamples = static_cast<std::int64_t> (mono.size ());
    signal.mono = mono;
    const std::vector<float> samples (mono.begin (), mono.end ());
    const auto* bytes = reinterpret_cast<const std::byte*> (samples.data ());
    signal.bytes.assign (bytes, bytes + samples.size () * sizeof (float));
    return signal;
}

std::vector<Trial> everyFormat ()
{
    std::vector<Trial> trials;
    for (const auto format :
         {SampleFormat::int16, SampleFormat::int24, SampleFormat::int32, SampleFormat::float32})
        for (const auto& [numChannels, channel] :
             {std::pair {2, std::optional<int> ()}, std::pair {1, std::optional (0)},
              std::pair {3, std::optional (1)}})
            trials.push_back (formatTrial (format, numChannels, channel));
    return trials;
}

/** Computes all trials in one batch, with their outputs one behind the other. All trials have the
    same spec. */
std::vector<std::byte> computeTogether (const std::vector<Trial>& trials, Backend& backend)
{
    const Trial& first = trials.front ();
    const auto geometry = geometryAt (first.spec, first.rateHz);
    std::vector<std::byte> input;
    std::vector<MelSpan> spans;
    std::int64_t outputBytes = 0;
    for (const Trial& trial : trials)
    {
        const TestSignal& signal = trial.signal;
        input.resize (input.size () | 1, std::byte {0x7f});
        MelSpan span;
        span.inputByte = static_cast<std::int64_t> (input.size ());
        span.numSamples = span.signalSamples = signal.numSamples;
        span.format = signal.format;
        span.numChannels = signal.numChannels;
        span.channel = signal.channel;
        span.numRows = geometry->numRows (signal.numSamples);
        span.outputByte = outputBytes;
        spans.push_back (span);
        input.insert (input.end (), signal.bytes.begin (), signal.bytes.end ());
        outputBytes += span.numRows * geometry->rowBytes ();
    }
    std::vector<std::byte> output (static_cast<std::size_t> (outputBytes));
    auto plan = backend.planMel (first.spec, first.rateHz,
                                 {input.size (), output.size (), static_cast<int> (spans.size ())});
    if (! plan)
        throw std::runtime_error (plan.error ().message);
    const Ticket ticket = (*plan)->submit ({input.data (), output.data (), spans, MelPass::whole});
    if (const auto done = (*plan)->wait (ticket); ! done)
        throw std::runtime_error (done.error ().message);
    return output;
}

} // namespace

ExpectedEnergies referenceEnergies (const Trial& trial)
{
    auto result = referenceMel (energiesOnly (trial.spec), trial.rateHz, trial.signal.mono);
    if (! trial.hasAnyBank)
        result.rounding.clear ();
    return {std::move (result.energies), std::move (result.rounding)};
}

std::vector<double> energiesOf (const Trial& trial, Backend& backend)
{
    const Trial linear = withEnergiesOnly (trial);
    return framesFirst (rowsOf (linear, backend), *geometryAt (linear.spec, linear.rateHz));
}

Agreement energiesAgree (const Trial& trial, const ExpectedEnergies& expected,
                         std::span<const double> tested)
{
    const auto geometry = geometryAt (energiesOnly (trial.spec), trial.rateHz);
    const double decade = trial.spec.spectrum == Spectrum::power ? 10 : 20;
    return compareEnergies (expected.bands, tested,
                            {geometry->numBands, decade, trial.energyFactor, expected.rounding});
}

std::vector<double> referenceFeatures (const Trial& trial)
{
    return referenceMel (trial.spec, trial.rateHz, trial.signal.mono).values;
}

std::vector<double> featuresOf (const Trial& trial, Backend& backend)
{
    return rowsOf (trial, backend);
}

Agreement featuresAgree (const Trial& trial, std::span<const double> expected,
                         std::span<const double> tested)
{
    return compareFlat (expected, tested, trial.featureTolerance);
}

Agreement agreesWithGolden (const GoldenCase& golden, Backend& backend)
{
    const WavSamples wav = goldenInput (golden);
    return compareWithGolden (
        golden, rowsOf ({golden.name, golden.spec, wav.rateHz, floatSignal (wav.mean)}, backend));
}

std::string halfRowsDiffer (const Trial& trial, Backend& backend)
{
    Trial half = trial;
    half.spec.storedType = StoredType::float16;
    const auto reals = rowsOf (trial, backend);
    const auto halves = computeWhole (backend, half.spec, half.rateHz, half.signal);
    if (reals.empty () || halves.size () != reals.size () * sizeof (std::uint16_t))
        return "there are " + std::to_string (reals.size ()) + " values in float32, and " +
               std::to_string (halves.size ()) + " bytes in float16";
    for (std::size_t i = 0; i < reals.size (); ++i)
    {
        std::uint16_t stored = 0;
        std::memcpy (&stored, halves.data () + i * sizeof stored, sizeof stored);
        if (stored != toHalfSaturated (static_cast<float> (reals[i])))
            return "value " + std::to_string (i) + ": " + std::to_string (fromHalf (stored)) +
                   " of " + std::to_string (reals[i]);
    }
    return {};
}

std::vector<std::string> cutsThatDiffer (const Trial& trial, Backend& whole,
                                         std::span<Backend* const> pieces)
{
    constexpr unsigned kSeed = 7;
    std::mt19937 random (kSeed);
    const auto expected = computeWhole (whole, trial.spec, trial.rateHz, trial.signal);
    if (expected.empty ())
        return {"there are no rows"};
    std::vector<std::string> differing;
    for (std::size_t cut = 0; cut < 4; ++cut)
        if (computeInPieces (*pieces[cut % pieces.size ()], trial.spec, trial.rateHz, trial.signal,
                             random) != expected)
            differing.push_back (trial.name + ", seed " + std::to_string (kSeed) + ", cut " +
                                 std::to_string (cut));
    return differing;
}

std::vector<std::string> formatsThatDifferTogether (Backend& backend)
{
    const auto trials = everyFormat ();
    const auto together = computeTogether (trials, backend);
    std::vector<std::string> differing;
    auto at = together.begin ();
    for (const Trial& trial : trials)
    {
        const auto alone = computeWhole (backend, trial.spec, trial.rateHz, trial.signal);
        const auto end = at + static_cast<std::ptrdiff_t> (alone.size ());
        if (alone.empty () || ! std::equal (alone.begin (), alone.end (), at, end))
            differing.push_back (trial.name);
        at = end;
    }
    return differing;
}

} // namespace melstrom::testing
