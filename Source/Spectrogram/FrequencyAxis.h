// Where bands and frequencies stand on the screen.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Source/State/ViewState.h"

#include <string>
#include <vector>

namespace melstrom
{

struct FrequencyTick
{
    double place = 0;  ///< 0 .. 1 from below
    std::string label; ///< empty: a minor tick
};

/** What there is to be shown. */
struct BandPlan
{
    MelScale scale = MelScale::slaney;
    double lowestHz = 0, highestHz = 0; ///< the outer corners of the outer bands
    std::vector<double> centresHz;      ///< rising, between those
};

/** Both ends are bands. */
struct BandRange
{
    int first = 0, last = 0;
    bool operator== (const BandRange&) const = default;
};

/** A place is 0 at the lowest frequency shown and 1 at the highest. It follows the bands' own mel
    scale, the logarithm, or the frequency itself. The logarithm begins where half the first centre
    is, at the least. A band owns what is nearer to its centre than to others'. Thread: any, one at
    a time for changes. */
class FrequencyAxis
{
public:
    /** bands.centresHz: not empty. */
    FrequencyAxis (ViewAxis kind, BandPlan bands);

    double placeOf (double frequencyHz) const noexcept; ///< may lie outside 0 .. 1
    double frequencyAt (double place) const noexcept;   ///< in Hz
    int bandAt (double place) const noexcept;           ///< held to the bands there are
    double lowestHz () const noexcept { return lowestHz_; }
    double highestHz () const noexcept { return bands_.highestHz; }

    /** (height) from the top: the bands whose centres lie in a pixel; where there are none, the
        band that owns its middle. So that every band is seen. */
    std::vector<BandRange> bandsOfPixels (int heightPixels) const;

    /** Labels, "500", "2k", stand at least `closestPixels` apart, the roundest first: 1, then 2 and
        5, then the other digits times powers of ten from 10 Hz on; on the linear axis even steps.
        Rising. */
    std::vector<FrequencyTick> ticks (int heightPixels, int closestPixels) const;
    /** The Cs of each octave, "C4", as far apart. */
    std::vector<FrequencyTick> noteTicks (int heightPixels, int closestPixels) const;

private:
    double warp (double frequencyHz) const noexcept;
    double unwarp (double warped) const noexcept;
    std::vector<FrequencyTick> roundTicks (double closest) const;
    std::vector<FrequencyTick> evenTicks (double closest) const;

    ViewAxis kind_;
    BandPlan bands_;
    double lowestHz_ = 0, lowestWarped_ = 0, highestWarped_ = 1;
    std::vector<double> centrePlaces_;
};

/** "440", "1.5k", "20k". */
std::string frequencyLabel (double frequencyHz);

} // namespace melstrom
