#include "Engine/Backend/Gpu/Variants/BandTrial.h"

#include "Engine/Backend/Gpu/Mel/ProgramTables.h"
#include "Engine/Dsp/Mel/Dither.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <set>

namespace melstrom::gpu
{

namespace
{

constexpr std::int64_t kMostSamples = std::int64_t {1} << 22;

/** Signal length and rows for a few tiles; fewer rows if frames lie far apart. */
struct TrialLength
{
    std::int64_t signalSamples = 0, numRows = 0;
};

TrialLength lengthFor (const MelGeometry& geometry, std::int64_t numFrames)
{
    constexpr std::int64_t beyondLastHop = 17;
    TrialLength length;
    if (geometry.spec.layout == Layout::frames)
    {
        const auto hops = std::min (numFrames, 1 + kMostSamples / geometry.hopSamples);
        auto least = geometry.leastSamples ();
        if (geometry.spec.fillLastFrame) // a frame of few samples comes before the second one
            least = std::max<std::int64_t> (least, geometry.spanSamples);
        length.signalSamples = (least + hops * geometry.hopSamples + beyondLastHop) | 1;
        length.numRows = geometry.numRows (length.signalSamples);
        return length;
    }
    const auto rows = 1 + numFrames / geometry.framesPerSegment;
    const auto longs = 1 + rows / geometry.shortsPerLong;
    length.signalSamples = (geometry.spec.longWindowSamples +
                            longs * std::int64_t {geometry.spec.longHopSamples} + beyondLastHop) |
                           1;
    length.numRows = std::min (rows, geometry.numRows (length.signalSamples));
    const auto storedOf = [&] (std::int64_t numRows)
    { return geometry.samplesOfRows (length.signalSamples, 0, numRows).end; };
    while (length.numRows > 1 && storedOf (length.numRows) > kMostSamples)
        length.numRows /= 2;
    return length;
}

/** Noise plus a repeated chirp from 0 to the Nyquist frequency. The noise keeps every band of a
    frame from lying far below the rest of the spectrum. */
std::vector<std::int16_t> makeTrialSamples (std::int64_t numSamples)
{
    constexpr double period = 4093, fullScale = 32767, chirpGain = 0.1, noiseGain = 0.1;
    std::vector<std::int16_t> samples (static_cast<std::size_t> (numSamples));
    for (std::int64_t i = 0; i < numSamples; ++i)
    {
        const auto place = static_cast<double> (i % static_cast<std::int64_t> (period));
        const double chirp = std::sin (std::numbers::pi * place * place / (2 * period));
        const double noise = static_cast<double> (ditherAt (1, 0, i, 0));
        samples[static_cast<std::size_t> (i)] = static_cast<std::int16_t> (
            std::lround (fullScale * (chirpGain * chirp + noiseGain * noise)));
    }
    return samples;
}

} // namespace

MelSpec bandTrialSpec (const MelGeometry& geometry)
{
    MelSpec spec = geometry.spec;
    // The dither runs, but is too small to change a value.
    constexpr double inaudible = 1e-30;
    spec.ditherAmplitude = spec.ditherAmplitude == 0 ? 0 : inaudible;
    spec.pcen.reset ();
    spec.log = LogKind::none;
    spec.topDb.reset ();
    spec.referenceIsMaximum = false;
    spec.numCoefficients.reset ();
    spec.deltaOrder = 0;
    spec.storedType = StoredType::float32;
    // The identity as affine map keeps bands on the same path through the kernels as in the spec.
    const bool goesOn = makeProgramTables (geometry).program.bandsTo == BandsTo::rows;
    spec.normalisation = goesOn ? Normalisation::affine : Normalisation::none;
    spec.affineMean = 0;
    spec.affineDivisor = 1;
    return spec;
}

Result<BandTrial> BandTrial::make (const MelGeometry& geometry, int framesPerTile)
{
    constexpr std::int64_t mostTerms = std::int64_t {1} << 28; // about a second a frame
    if (BandDefinition::numTerms (geometry) > mostTerms)
        return Error {ErrorCode::verificationFailed,
                      "a transform of " + std::to_string (geometry.fftSamples) + " samples with " +
                          std::to_string (geometry.numBands) + " bands takes too long to check",
                      {}};
    MELSTROM_TRY_VALUE (auto bands, geometryAt (bandTrialSpec (geometry), geometry.rateHz));
    BandTrial trial (std::move (bands), framesPerTile);
    const BandDefinition definition (trial.geometry_);
    trial.expect (definition, framesPerTile);
    return trial;
}

BandTrial::BandTrial (MelGeometry geometry, int framesPerTile) : geometry_ (std::move (geometry))
{
    constexpr std::int64_t numTiles = 3;
    const auto length = lengthFor (geometry_, numTiles * framesPerTile + 1);
    const auto range = geometry_.samplesOfRows (length.signalSamples, 0, length.numRows);
    span_.firstSample = range.first;
    span_.numSamples = range.end - range.first;
    span_.signalSamples = length.signalSamples;
    span_.numRows = length.numRows;
    samples_ = makeTrialSamples (range.end);
}

MelCapacity BandTrial::capacity () const noexcept
{
    return {static_cast<std::size_t> (span_.numSamples) * sizeof (std::int16_t),
            static_cast<std::size_t> (span_.numRows * geometry_.rowBytes ()), 1};
}

std::int64_t BandTrial::framesPerRow () const noexcept
{
    return geometry_.spec.layout == Layout::segments ? geometry_.framesPerSegment : 1;
}

void BandTrial::expect (const BandDefinition& definition, int framesPerTile)
{
    const std::int64_t perRow = framesPerRow (), numFrames = span_.numRows * perRow;
    std::set<std::int64_t> frames {0, numFrames / 2, numFrames - 1};
    // tiles hold whole segments if several fit
    for (const std::int64_t border :
         {std::int64_t {framesPerTile}, framesPerTile / perRow * perRow})
        if (border > 0 && border < numFrames)
            frames.insert ({border - 1, border});

    std::vector<float> samples;
    for (const std::int16_t sample : samples_)
        samples.push_back (static_cast<float> (sample) / 32768.0f);
    const auto signal = definition.prepared (samples);
    for (const std::int64_t frame : frames)
    {
        Expected expected {frame / perRow, frame % perRow, {}};
        const bool isSegments = geometry_.spec.layout == Layout::segments;
        expected.bands = definition.bandsOf (definition.unitOf (signal, expected.row),
                                             isSegments ? expected.frameInRow : expected.row);
        expected_.push_back (std::move (expected));
    }
}

Result<void> BandTrial::check (MelPlan& plan)
{
    // NaN, so that unwritten values fail the comparison.
    values_.assign (static_cast<std::size_t> (span_.numRows * geometry_.rowElements ()),
                    std::numeric_limits<float>::quiet_NaN ());
    MelBatch batch;
    batch.input = reinterpret_cast<const std::byte*> (samples_.data () + span_.firstSample);
    batch.output = reinterpret_cast<std::byte*> (values_.data ());
    batch.spans = {&span_, 1};
    MELSTROM_TRY (plan.wait (plan.submit (batch)));

    const auto isFinite = [] (float value) { return std::isfinite (value); };
    const bool areFinite = std::ranges::all_of (values_, isFinite);
    double worst = areFinite ? 0 : std::numeric_limits<double>::infinity ();
    const std::int64_t bandsFrom = geometry_.spec.useEnergy ? framesPerRow () : 0;
    for (const Expected& expected : expected_)
    {
        const float* const row = values_.data () + expected.row * geometry_.rowElements ();
        const float* const bands = row + bandsFrom + expected.frameInRow;
        worst =
            std::max (worst, BandDefinition::worstRatio (expected.bands, bands, framesPerRow ()));
    }
    if (worst <= kBound)
        return {};
    char share[32];
    std::snprintf (share, sizeof share, "%.1e", worst);
    return Error {ErrorCode::verificationFailed,
                  std::isfinite (worst)
                      ? "is off by " + std::string (share) + " of a frame's largest band"
                      : std::string ("gave a value that is not a number, or energy for a silent "
                                     "frame"),
                  {}};
}

} // namespace melstrom::gpu
