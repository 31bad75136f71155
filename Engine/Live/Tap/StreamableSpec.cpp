// Specs for endless signals and for the screen. A stream ignores clip_ms and pad_to_samples, which
// set the length of a file's signal.
#include "Engine/Live/Tap/MelStream.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr double kDisplayFloorDb = -120;
constexpr double kMostReference = 1e12; ///< upper limit of reference

/** Argument of 20 or 10 log10 at full scale. */
double fullScale (const MelSpec& spec) noexcept
{
    const double amplitude = spec.sampleScale;
    const double value = spec.spectrum == Spectrum::power ? amplitude * amplitude : amplitude;
    return std::min (value, kMostReference);
}

void leaveOutStatistics (MelSpec& spec)
{
    spec.pcen.reset ();
    spec.topDb.reset ();
    spec.referenceIsMaximum = false;
    if (spec.normalisation == Normalisation::whisper ||
        spec.normalisation == Normalisation::perFeature)
        spec.normalisation = Normalisation::none;
}

/** Removes all steps after the bands except the logarithm in decibels. */
void showDecibels (MelSpec& spec)
{
    // reference = 0 means log_floor, which the screen sets itself
    const bool hasReference =
        spec.log == LogKind::decibel && ! spec.referenceIsMaximum && spec.reference > 0;
    if (! hasReference)
        spec.reference = fullScale (spec);
    const double decade = spec.spectrum == Spectrum::power ? 10 : 20;
    spec.log = LogKind::decibel;
    spec.logFloorKind = LogFloor::clamp;
    spec.logFloor =
        std::clamp (spec.reference * std::pow (10, kDisplayFloorDb / decade), 1e-37, 1e9);
    spec.normalisation = Normalisation::none;
    spec.useEnergy = false;
    spec.numCoefficients.reset ();
    spec.deltaOrder = 0;
}
} // namespace

bool MelStream::isStreamable (const MelSpec& spec)
{
    return ! spec.stacksFrames () && spec.difference == 0 &&
           (spec.layout == Layout::segments || ! spec.needsSignalStatistics ());
}

MelSpec MelStream::streamable (const MelSpec& spec, bool forDisplay)
{
    MelSpec changed = spec.unstacked ();
    if (forDisplay)
    {
        showDecibels (changed);
        changed.layout = Layout::frames;
        changed.storedType = StoredType::float32;
        changed.resampler = ResamplerKind::soxrVhq; // the one that streams in real time
        changed.loader = Loader::plain;
    }
    if (changed.difference > 0) // a stream has a sample before every other
    {
        changed.preemphasis = changed.difference;
        changed.preemphasisScope = PreemphasisScope::signal;
        changed.difference = 0;
    }
    if (! isStreamable (changed))
        leaveOutStatistics (changed);
    return changed;
}

} // namespace melstrom
