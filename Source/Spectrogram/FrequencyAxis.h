// Positions of bands and frequencies on the screen, and names of notes.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Source/State/ViewState.h"

#include <string>
#include <vector>

namespace melstrom
{

struct FrequencyTick
{
    double place = 0;  ///< 0 .. 1 from the bottom
    std::string label; ///< empty: a minor tick
};

/** The bands of a front end. */
struct BandPlan
{
    MelScale scale = MelScale::slaney;
    double lowestHz = 0, highestHz = 0; ///< outer corners of the outer bands
    std::vector<double> centresHz;      ///< rising, between lowestHz and highestHz
};

/** Both ends are inclusive. */
struct BandRange
{
    int first = 0, last = 0;
    bool operator== (const BandRange&) const = default;
};

/** A place is 0 at the lowest shown frequency and 1 at the highest. It is linear in the bands' mel
    scale, in the logarithm, or in the frequency. The logarithmic axis begins at half the first
    centre or higher. A place belongs to the band with the nearest centre. Thread: any, one at a
    time for changes. */
class FrequencyAxis
{
public:
    /** bands.centresHz: not empty. */
    FrequencyAxis (ViewAxis kind, BandPlan bands);

    double placeOf (double frequencyHz) const noexcept; ///< may lie outside 0 .. 1
    double frequencyAt (double place) const noexcept;   ///< in Hz
    int bandAt (double place) const noexcept;           ///< clamped to the bands
    double lowestHz () const noexcept { return lowestHz_; }
    double highestHz () const noexcept { return bands_.highestHz; }

    /** (height) from the top: the bands whose centres lie in each pixel. A pixel without a centre
        has the band at its middle. So every band is visible. */
    std::vector<BandRange> bandsOfPixels (int heightPixels) const;

    /** Labels as "500", "2k", at least `closestPixels` apart. Priority: 1, then 2, 5, then other
        digits times powers of ten from 10 Hz on. On the linear axis even steps. Rising. */
    std::vector<FrequencyTick> ticks (int heightPixels, int closestPixels) const;
    /** Ticks at the C of each octave, as "C4", at least `closestPixels` apart. */
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

/** The nearest note of equal temperament and the deviation in cents: "D#6 +12 ct", "A4 +0 ct"; A4
    is 440 Hz. Empty below 8 Hz, where MIDI has no key, and for non-finite frequencies. Thread:
    any. */
std::string noteText (double frequencyHz);

/** Frequency of C in the octave; C4 is 261.6 Hz. */
double frequencyOfC (int octave) noexcept;

} // namespace melstrom
