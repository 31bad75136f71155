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

} // namespace

std::string frequencyLabel (double frequencyHz)
{
    const bool isThousands = frequencyHz >= 1000;
    std::string text = fixedText (isThousands ? frequencyHz / 1000 : frequencyHz, 2);
    text.erase (text.find_last_not_of ('0') + 1);
    if (text.back () == '.')
        text.pop_back ();
    return isThousands ? text + "k" : text;
}

FrequencyAxis::FrequencyAxis (ViewAxis kind, BandPlan bands)
    : kind_ (kind), bands_ (std::move (bands)), lowestHz_ (bands_.lowestHz)
{
    if (kind_ == ViewAxis::logarithmic)
        lowestHz_ = std::max (bands_.lowestHz, bands_.centresHz.front () / 2);
    lowestWarped_ = warp (lowestHz_);
    highestWarped_ = warp (bands_.highestHz);
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
    std::vector<BandRange> ranges;
    for (int y = 0; y < heightPixels; ++y)
    {
        const auto placeOfEdge = [&] (int edge) { return 1 - edge / double (heightPixels); };
        const auto indexOf = [&] (double place)
        {
            return static_cast<int> (std::ranges::upper_bound (centrePlaces_, place) -
                                     centrePlaces_.begin ());
        };
        // (lower, upper]; the lowest pixel also has bands on its lower edge (or below, by rounding)
        const int first = y + 1 == heightPixels ? 0 : indexOf (placeOfEdge (y + 1));
        const int last =
            (y == 0 ? static_cast<int> (centrePlaces_.size ()) : indexOf (placeOfEdge (y))) - 1;
        const int middle = bandAt (1 - (y + 0.5) / heightPixels);
        ranges.push_back (first <= last ? BandRange {first, last} : BandRange {middle, middle});
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
            if (const double hz = digit * power; hz >= lowestHz_ && hz <= bands_.highestHz)
                ticks.push_back ({placeOf (hz), frequencyLabel (hz)});
    };
    for (const int digit : {1, 2, 5, 3, 7, 4, 6, 8, 9})
        add (digit);
    return withoutCollisions (std::move (ticks), closest);
}

std::vector<FrequencyTick> FrequencyAxis::evenTicks (double closest) const
{
    constexpr int kMinorPerStep = 5;
    const double stepHz = roundStep (closest * (bands_.highestHz - lowestHz_)),
                 minorHz = stepHz / kMinorPerStep;
    std::vector<FrequencyTick> ticks;
    for (auto n = static_cast<int> (std::ceil (lowestHz_ / minorHz));
         n * minorHz <= bands_.highestHz; ++n)
        ticks.push_back ({placeOf (n * minorHz),
                          n % kMinorPerStep == 0 ? frequencyLabel (n * minorHz) : std::string ()});
    return ticks;
}

std::vector<FrequencyTick> FrequencyAxis::ticks (int heightPixels, int closestPixels) const
{
    const double closest = closestPixels / std::max (1.0, double (heightPixels));
    return kind_ == ViewAxis::linear ? evenTicks (closest) : roundTicks (closest);
}

std::vector<FrequencyTick> FrequencyAxis::noteTicks (int heightPixels, int closestPixels) const
{
    constexpr int kHighestOctave = 10;
    std::vector<FrequencyTick> ticks;
    // from middle C outwards, so that middle C keeps its label
    for (const int octave : {4, 5, 3, 6, 2, 7, 1, 8, 0, 9, kHighestOctave})
        if (const double hz = frequencyOfC (octave); hz >= lowestHz_ && hz <= bands_.highestHz)
            ticks.push_back ({placeOf (hz), "C" + std::to_string (octave)});
    return withoutCollisions (std::move (ticks),
                              closestPixels / std::max (1.0, double (heightPixels)));
}

} // namespace melstrom
