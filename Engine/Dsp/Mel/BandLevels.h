// Converts rows of any front end to comparable levels in dB.
#pragma once

#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Spec/Mel/MelGeometry.h"

namespace melstrom
{

/** Largest value of any band for a sine of full scale on a bin: power or magnitude, as in the spec.
    Maximum over bins k and bands b of the sum over bins j of weight (b, j) x |W (j - k)|^2 / 4,
    times the gains of pre-emphasis and sample scale. W is the transform of the window. Bins j and k
    lie within the band, at most 16 bins apart: the omitted bins are below -60 dB for every window
    except the rectangular one. */
double fullScaleSine (const MelGeometry& geometry, const MelBank& bank);

/** Converts rows of a tap, in dB above the front end's reference, to dB above fullScaleSine. Adds
    the same constant in all bands, so that differences between bands stay those of the feature.
    Thread: any. */
class BandLevels
{
public:
    static constexpr float kSilenceDb = -300; ///< for silence and NaN

    BandLevels () = default;
    /** geometry.spec: MelStream::streamable (spec, true). */
    BandLevels (const MelGeometry& geometry, const MelBank& bank);

    float decibels (float value) const noexcept
    {
        const float level = value + offsetDb_;
        return level > kSilenceDb ? level : kSilenceDb; // false for NaN too
    }

private:
    float offsetDb_ = 0;
};

} // namespace melstrom
