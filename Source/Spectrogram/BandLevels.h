// Rows of any front end as levels that can be compared.
#pragma once

#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Spec/Mel/MelGeometry.h"

namespace melstrom
{

/** The most that a sine of full scale on a bin gives in any band: a power or a magnitude, as the
    spec says. Sum over bins j of weight (b, j) x |W (j - k)|^2 / 4, with W the transform of the
    window, at the bin k and band b where it is largest; bins further than 16 away are left out:
    below -60 dB of it for every window but the rectangular one. */
double fullScaleSine (const MelGeometry& geometry, const MelBank& bank);

/** Rows as a tap gives them, in dB above the front end's own reference, to dB above fullScaleSine:
    one constant for all bands, so that the differences between bands are the feature's own. Thread:
    any. */
class BandLevels
{
public:
    static constexpr float kSilenceDb = -300; ///< of nothing at all, and of what is no number

    BandLevels () = default;
    /** geometry.spec: MelStream::streamable (spec, true). */
    BandLevels (const MelGeometry& geometry, const MelBank& bank);

    float decibels (float value) const noexcept
    {
        const float level = value + offsetDb_;
        return level > kSilenceDb ? level : kSilenceDb; // false for NaN as well
    }

private:
    float offsetDb_ = 0;
};

} // namespace melstrom
