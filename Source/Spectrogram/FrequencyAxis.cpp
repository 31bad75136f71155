#include "Source/Spectrogram/FrequencyAxis.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Dsp/Mel/MelBank.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr double kLowestPowerHz = 10, kHighestPowerHz = 100000;

/** Clears labels that are too close to an earlier label in `ticks`; these become minor ticks.
    Returns the ticks sorted by place. */
std::vector<FrequencyTick> withoutCollisions (std::vector<FrequencyTick> ticks, double closest)
{
    std::vector<double> taken;
    for (FrequencyTick& tick : ticks)
    {
        if (tick.label.empty ())
            continue;
        const bool isFree = std::ranges::none_of (
            taken, [&] (double place) { return std::abs (place - tick.place) < closest; });
        if (isFree)
            taken.push_back (tick.place);
        else
            tick.label.clear ();
    }
    std::ranges::sort (ticks, {}, &FrequencyTick::place);
    return ticks;
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
double roundStep (double least) noexcept
{
    const double power = std::pow (10, std::floor (std::log10 (least)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= least)
            return digit * power;
    return 10 * power;
}

constexpr int kDecimals = 2; // of most labels

/** decimals: kDecimals or more; zeros at the end are left out. */
std::string labelOf (double frequencyHz, int decimals)
{
    const bool isThousands = frequencyHz >= 1000;
    std::string text = fixedText (isThousands ? frequencyHz / 1000 : frequencyHz, decimals);
    text.erase (text.find_last_not_of ('0') + 1);
    if (text.back () == '.')
        text.pop_back ();
    return isThousands ? text + "k" : text;
}

/** So many decimals that labels at this step differ. */
int decimalsOf (double frequencyHz, double stepHz) noexcept
{
    const double step = frequencyHz >= 1000 ? stepHz / 1000 : stepHz;
    return std::max (kDecimals, -static_cast<int> (std::floor (std::log10 (step) + 1e-9)));
}

} // namespace

BandPlan bandPlanOf (const MelGeometry& geometry, const MelBank& bank)
{
    return {geometry.spec.melScale, geometry.spec.lowestHz, geometry.highestHz, bank.centresHz};
}

std::string frequencyLabel (double frequencyHz)
{
    return labelOf (frequencyHz, kDecimals);
}

FrequencyAxis::FrequencyAxis (ViewAxis kind, BandPlan bands, std::optional<FrequencyRange> shown)
    : kind_ (kind), bands_ (std::move (bands)), hasRange_ (shown.has_value ()),
      lowestHz_ (bands_.lowestHz), highestHz_ (bands_.highestHz)
{
    if (kind_ == ViewAxis::logarithmic)
        lowestHz_ = std::max (bands_.lowestHz, bands_.centresHz.front () / 2);
    if (shown)
    {
        lowestHz_ = shown->lowestHz;
        highestHz_ = shown->highestHz;
    }
    lowestWarped_ = warp (lowestHz_);
    highestWarped_ = warp (highestHz_);
    for (const double centreHz : bands_.centresHz)
        centrePlaces_.push_back (placeOf (centreHz));
}

double FrequencyAxis::warp (double frequencyHz) const noexcept
{
    switch (kind_)
    {
        case ViewAxis::mel: return hzToMel (bands_.scale, std::max (0.0, frequencyHz));
        case ViewAxis::logarithmic: return std::log (std::max (1e-3, frequencyHz));
        case ViewAxis::linear: break;
    }
    return frequencyHz;
}

double FrequencyAxis::unwarp (double warped) const noexcept
{
    switch (kind_)
    {
        case ViewAxis::mel: return melToHz (bands_.scale, warped);
        case ViewAxis::logarithmic: return std::exp (warped);
        case ViewAxis::linear: break;
    }
    return warped;
}

double FrequencyAxis::placeOf (double frequencyHz) const noexcept
{
    return (warp (frequencyHz) - lowestWarped_) / (highestWarped_ - lowestWarped_);
}

double FrequencyAxis::frequencyAt (double place) const noexcept
{
    return unwarp (lowestWarped_ + place * (highestWarped_ - lowestWarped_));
}

int FrequencyAxis::bandAt (double place) const noexcept
{
    const auto above = std::ranges::lower_bound (centrePlaces_, place);
    if (above == centrePlaces_.begin ())
        return 0;
    const auto band = static_cast<int> (above - centrePlaces_.begin ());
    if (above == centrePlaces_.end ())
        return band - 1;
    return place - *std::prev (above) < *above - place ? band - 1 : band;
}

std::vector<BandRange> FrequencyAxis::bandsOfPixels (int heightPixels) const
{
    constexpr double kRounding = 1e-9; // bands on the outer edges belong to the outer pixels
    const auto indexOf = [&] (double place)
    {
        return static_cast<int> (std::ranges::upper_bound (centrePlaces_, place) -
                                 centrePlaces_.begin ());
    };
    const auto placeOfEdge = [&] (int edge)
    {
        const double rounding = edge == 0 ? kRounding : edge == heightPixels ? -kRounding : 0;
        return 1 - edge / double (heightPixels) + rounding;
    };
    std::vector<BandRange> ranges;
    for (int y = 0; y < heightPixels; ++y)
    {
        const int first = indexOf (placeOfEdge (y + 1)), last = indexOf (placeOfEdge (y)) - 1;
        const double middle = 1 - (y + 0.5) / heightPixels, middleHz = frequencyAt (middle);
        const int nearest = bandAt (middle);
        if (first <= last)
            ranges.push_back ({first, last}); // centres in (lower edge, upper edge]
        else if (middleHz < bands_.lowestHz || middleHz > bands_.highestHz)
            ranges.push_back ({0, -1});
        else
            ranges.push_back ({nearest, nearest});
    }
    return ranges;
}

std::vector<FrequencyTick> FrequencyAxis::roundTicks (double closest) const
{
    std::vector<FrequencyTick> ticks;
    const auto add = [&] (int digit)
    {
        // low powers last: below 100 Hz a mel axis has little room
        for (double power = kHighestPowerHz; power >= kLowestPowerHz; power /= 10)
            if (const double hz = digit * power; hz >= lowestHz_ && hz <= highestHz_)
                ticks.push_back ({placeOf (hz), frequencyLabel (hz)});
    };
    for (const int digit : {1, 2, 5, 3, 7, 4, 6, 8, 9})
        add (digit);
    return withoutCollisions (std::move (ticks), closest);
}

std::vector<FrequencyTick> FrequencyAxis::evenTicks (double closest) const
{
    constexpr int kMinorPerStep = 5;
    const double stepHz = roundStep (closest * (highestHz_ - lowestHz_)),
                 minorHz = stepHz / kMinorPerStep;
    std::vector<FrequencyTick> ticks;
    for (auto n = static_cast<int> (std::ceil (lowestHz_ / minorHz)); n * minorHz <= highestHz_;
         ++n)
    {
        const double hz = n * minorHz;
        ticks.push_back ({placeOf (hz), n % kMinorPerStep == 0
                                            ? labelOf (hz, decimalsOf (hz, stepHz))
                                            : std::string ()});
    }
    return ticks;
}

std::vector<FrequencyTick> FrequencyAxis::ticks (int heightPixels, int closestPixels) const
{
    const double closest = closestPixels / std::max (1.0, double (heightPixels));
    if (kind_ == ViewAxis::linear)
        return evenTicks (closest);
    auto ticks = roundTicks (closest);
    constexpr int kFewestLabels = 3;
    const auto numLabels = std::ranges::count_if (ticks, [] (const FrequencyTick& tick)
                                                  { return ! tick.label.empty (); });
    if (hasRange_ && numLabels < kFewestLabels)
        return withoutCollisions (evenTicks (closest), closest);
    return ticks;
}

std::vector<FrequencyTick> FrequencyAxis::noteTicks (int heightPixels, int closestPixels) const
{
    constexpr int kHighestOctave = 10;
    std::vector<FrequencyTick> ticks;
    // from middle C outwards, so that middle C keeps its label
    for (const int octave : {4, 5, 3, 6, 2, 7, 1, 8, 0, 9, kHighestOctave})
        if (const double hz = frequencyOfC (octave); hz >= lowestHz_ && hz <= highestHz_)
            ticks.push_back ({placeOf (hz), "C" + std::to_string (octave)});
    return withoutCollisions (std::move (ticks),
                              closestPixels / std::max (1.0, double (heightPixels)));
}

} // namespace melstrom
