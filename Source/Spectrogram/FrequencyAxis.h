// Positions of bands and frequencies on the screen, and names of notes.
#pragma once

#include "Engine/Dsp/Mel/MelBank.h"
#include "Source/State/ViewState.h"

#include <optional>
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

/** bank: of the geometry. */
BandPlan bandPlanOf (const MelGeometry& geometry, const MelBank& bank);

/** The frequencies that an axis shows; lowest < highest. */
struct FrequencyRange
{
    double lowestHz = 0, highestHz = 0;
    bool operator== (const FrequencyRange&) const = default;
};

/** Both ends are inclusive; last < first: no band. */
struct BandRange
{
    int first = 0, last = 0;
    bool operator== (const BandRange&) const = default;
};

/** A place is 0 at the lowest shown frequency and 1 at the highest. It is linear in the bands' mel
    scale, in the logarithm, or in the frequency. Without a range, the axis shows the range of the
    bands; then the logarithmic axis begins at half the first centre or higher. A place belongs to
    the band with the nearest centre. Thread: any, one at a time for changes. */
class FrequencyAxis
{
public:
    /** bands.centresHz: not empty. shown: a part of the range of the bands, or more than it. */
    FrequencyAxis (ViewAxis kind, BandPlan bands, std::optional<FrequencyRange> shown = {});

    double placeOf (double frequencyHz) const noexcept; ///< may lie outside 0 .. 1
    double frequencyAt (double place) const noexcept;   ///< in Hz
    int bandAt (double place) const noexcept;           ///< clamped to the bands
    double lowestHz () const noexcept { return lowestHz_; }
    double highestHz () const noexcept { return highestHz_; }
    const BandPlan& bands () const noexcept { return bands_; }

    /** (height) from the top: the bands whose centres lie in each pixel. A pixel without a centre
        has the band at its middle. So every band in the shown range is visible. A pixel outside
        the range of the bands has no band. */
    std::vector<BandRange> bandsOfPixels (int heightPixels) const;

    /** Labels as "500", "2k", at least `closestPixels` apart. Priority: 1, then 2, 5, then other
        digits times powers of ten from 10 Hz on. Even steps on the linear axis, and in a range with
        fewer than three such labels. Rising. */
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
    bool hasRange_ = false;
    double lowestHz_ = 0, highestHz_ = 0, lowestWarped_ = 0, highestWarped_ = 1;
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
