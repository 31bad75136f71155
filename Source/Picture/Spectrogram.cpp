#include "Source/Picture/Spectrogram.h"

#include "Engine/Dsp/Mel/MelBank.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace melstrom
{

namespace
{

std::string unitOf (const MelSpec& spec)
{
    if (spec.numCoefficients)
        return "coefficient";
    if (spec.normalisation != Normalisation::none && spec.normalisation != Normalisation::dataset)
        return "normalised";
    if (spec.pcen)
        return "PCEN";
    switch (spec.log)
    {
        case LogKind::log10: return "log10";
        case LogKind::decibel: return "dB";
        case LogKind::ln: return "ln";
        case LogKind::none: break;
    }
    return spec.spectrum == Spectrum::power ? "power" : "magnitude";
}

/** Position of a frame in the rows. */
struct Place
{
    std::int64_t row, frameInRow;
};

/** Frames by first sample. If several segments hold a frame, the earliest counts. */
std::map<std::int64_t, Place> placesOf (const MelGeometry& geometry, std::int64_t numRows)
{
    std::map<std::int64_t, Place> places;
    const bool hasSegments = geometry.spec.layout == Layout::segments;
    const std::int64_t framesPerRow = hasSegments ? geometry.framesPerSegment : 1;
    for (std::int64_t row = 0; row < numRows; ++row)
        for (std::int64_t frame = 0; frame < framesPerRow; ++frame)
        {
            const std::int64_t start =
                hasSegments ? geometry.segmentStart (row) + geometry.frameStart (frame)
                            : geometry.frameStart (row);
            places.emplace_hint (places.end (), start, Place {row, frame});
        }
    return places;
}

std::int64_t smallestStep (const std::map<std::int64_t, Place>& places, std::int64_t otherwise)
{
    if (places.size () < 2)
        return otherwise;
    std::int64_t step = places.rbegin ()->first - places.begin ()->first;
    for (auto at = std::next (places.begin ()); at != places.end (); ++at)
        step = std::min (step, at->first - std::prev (at)->first);
    return step;
}

} // namespace

std::vector<double> bandCentresOf (const MelGeometry& geometry)
{
    const bool areBands = geometry.numFeatures == geometry.numBands &&
                          ! geometry.spec.numCoefficients && ! geometry.spec.useEnergy;
    return areBands ? makeMelBank (geometry).centresHz : std::vector<double> ();
}

Spectrogram spectrogramOf (const ExtractedFile& extracted)
{
    const MelGeometry& geometry = extracted.geometry;
    const auto places = placesOf (geometry, extracted.file.rowsPerSignal ());
    const std::int64_t step = smallestStep (places, geometry.hopSamples);
    Spectrogram result;
    result.numFeatures = geometry.numFeatures;
    result.unit = unitOf (geometry.spec);
    result.secondsPerFrame = static_cast<double> (step) / geometry.rateHz;
    result.bandCentresHz = bandCentresOf (geometry);
    if (places.empty ())
        return result;

    const std::int64_t first = places.begin ()->first, last = places.rbegin ()->first;
    result.firstFrameSeconds =
        (static_cast<double> (first) + geometry.spanSamples / 2.0) / geometry.rateHz;
    result.numFrames = 1 + (last - first) / step;
    result.values.resize (static_cast<std::size_t> (result.numFrames * result.numFeatures));
    const auto values = extracted.values ();
    const bool hasSegments = geometry.spec.layout == Layout::segments;
    const std::int64_t featureStride = hasSegments ? geometry.framesPerSegment : 1;
    for (std::int64_t frame = 0; frame < result.numFrames; ++frame)
    {
        const auto [row, frameInRow] =
            std::prev (places.upper_bound (first + frame * step))->second;
        for (std::int64_t feature = 0; feature < result.numFeatures; ++feature)
            result.values[static_cast<std::size_t> (frame * result.numFeatures + feature)] =
                values[static_cast<std::size_t> (row * geometry.rowElements () +
                                                 feature * featureStride + frameInRow)];
    }
    return result;
}

void showAsDecibels (Spectrogram& spectrogram, double rangeDb)
{
    constexpr float least = 1e-30f; // avoids log of 0
    const bool isLinear = spectrogram.unit == "power" || spectrogram.unit == "magnitude";
    if (! isLinear && spectrogram.unit != "dB")
        return;
    const float factor = spectrogram.unit == "power" ? 10.0f : 20.0f;
    if (isLinear)
        for (float& value : spectrogram.values)
            value = factor * std::log10 (std::max (value, least));
    const float top =
        spectrogram.values.empty () ? 0.0f : *std::ranges::max_element (spectrogram.values);
    for (float& value : spectrogram.values)
        value = std::max (value, top - static_cast<float> (rangeDb));
    spectrogram.unit = "dB";
}

MelSpec bandEnergySpec (MelSpec spec)
{
    spec = spec.unstacked ();
    spec.ditherAmplitude = 0;
    spec.useEnergy = false;
    spec.pcen.reset ();
    spec.log = LogKind::none;
    spec.topDb.reset ();
    spec.referenceIsMaximum = false;
    spec.normalisation = Normalisation::none;
    spec.numCoefficients.reset ();
    spec.deltaOrder = 0;
    spec.storedType = StoredType::float32;
    return spec;
}

} // namespace melstrom
