#include "Source/Picture/Axes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace melstrom
{

namespace
{

constexpr double kSecondsPerMinute = 60, kSecondsPerHour = 3600;
constexpr double kRounding = 1e-9;  // share of an axis: a tick on the very edge counts as inside
constexpr double kTimeSlack = 5e-4; // about a pixel: two hours of frames get 2:00:00
constexpr double kMostTicks = 1000;

/** The smallest of 1, 2, 5 times a power of ten that is at least `smallest`. */
double roundStep (double smallest)
{
    const double power = std::pow (10.0, std::floor (std::log10 (smallest)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= smallest * (1 - kRounding))
            return factor * power;
    return 10 * power;
}

double timeStep (double smallestSeconds)
{
    constexpr double kSteps[] = {1,    2,    5,         10,        15,         30,
                                 60,   120,  300,       600,       900,        1800,
                                 3600, 7200, 3 * 3600., 6 * 3600., 12 * 3600., 24 * 3600.};
    if (smallestSeconds <= 0.5)
        return roundStep (smallestSeconds);
    for (const double step : kSteps)
        if (step >= smallestSeconds * (1 - kRounding))
            return step;
    return roundStep (smallestSeconds / kSteps[17]) * kSteps[17];
}

/** A number with the digits that `step` needs and a true minus sign. */
std::string numberLabel (double value, double step)
{
    const int digits = std::max (0, static_cast<int> (std::ceil (-std::log10 (step) - kRounding)));
    if (digits > 6 || std::abs (value) >= 1e7)
    {
        char text[32];
        std::snprintf (text, sizeof (text), "%.6g", value);
        return text;
    }
    const double rounded = std::abs (value) < step / 2 ? 0 : value;
    char text[32];
    std::snprintf (text, sizeof (text), "%.*f", digits, std::abs (rounded));
    return (rounded < 0 ? "\u2212" : "") + std::string (text);
}

std::string clockLabel (double seconds, bool withHours)
{
    const auto whole = static_cast<long long> (std::llround (std::abs (seconds)));
    char text[48];
    if (withHours)
        std::snprintf (text, sizeof (text), "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                       whole % 60);
    else
        std::snprintf (text, sizeof (text), "%lld:%02lld", whole / 60, whole % 60);
    return (seconds < 0 && whole != 0 ? "\u2212" : "") + std::string (text);
}

/** Calls add (value) for each multiple of `step` in [first, last], extended by slackRatio of its
    length at both ends. */
template <typename Add>
void forMultiples (double first, double last, double step, double slackRatio, Add add)
{
    const double slack = slackRatio * (last - first);
    const double begin = std::ceil ((first - slack) / step),
                 end = std::floor ((last + slack) / step);
    const int numMultiples = static_cast<int> (std::clamp (end - begin + 1, 0.0, kMostTicks));
    for (int i = 0; i < numMultiples; ++i)
        add ((begin + i) * step);
}

double clampPlace (double place)
{
    return std::clamp (place, 0.0, 1.0);
}

bool isInside (double place)
{
    return place >= -kRounding && place <= 1 + kRounding;
}

bool isFree (const std::vector<Tick>& ticks, double place, double closest)
{
    return std::ranges::all_of (ticks, [&] (const Tick& tick)
                                { return std::abs (tick.place - place) >= closest; });
}

std::string frequencyLabel (double hz)
{
    char text[32];
    std::snprintf (text, sizeof (text), hz >= 1000 ? "%.6gk" : "%.6g", hz >= 1000 ? hz / 1000 : hz);
    return text;
}

/** Frequency half a band beyond the outer centre. */
double frequencyAtEdge (std::span<const double> centresHz, bool upper)
{
    const std::size_t last = centresHz.size () - 1;
    if (last == 0)
        return centresHz[0];
    return upper ? centresHz[last] + (centresHz[last] - centresHz[last - 1]) / 2
                 : centresHz[0] - (centresHz[1] - centresHz[0]) / 2;
}

/** True if the middle centre differs from the mean of the outer centres by less than a tenth of the
    span. */
bool isEven (std::span<const double> centresHz)
{
    const double middle =
        (centresHz[(centresHz.size () - 1) / 2] + centresHz[centresHz.size () / 2]) / 2;
    const double span = centresHz.back () - centresHz.front ();
    return std::abs (middle - (centresHz.front () + centresHz.back ()) / 2) < 0.1 * span;
}

void addFrequency (std::vector<Tick>& ticks, double hz, bool minor,
                   std::span<const double> centresHz, double closest)
{
    const double place = placeOfFrequency (hz, centresHz);
    if (isInside (place) && isFree (ticks, place, closest))
        ticks.push_back ({clampPlace (place), minor ? "" : frequencyLabel (hz)});
}

/** Labels at 1, 2, 5 x 10^n. Minor ticks at other multiples of 10^n that keep a quarter of a
    label's distance. */
std::vector<Tick> decadeTicks (std::span<const double> centresHz, double closest)
{
    constexpr double kDecadesHz[] = {1000, 10000, 100, 10, 100000, 1, 1e6};
    std::vector<Tick> ticks;
    for (const double factor : {1.0, 5.0, 2.0})
        for (const double decadeHz : kDecadesHz)
            addFrequency (ticks, factor * decadeHz, false, centresHz, closest);
    for (const double decadeHz : kDecadesHz)
        for (int factor = 1; factor < 10; ++factor)
            addFrequency (ticks, factor * decadeHz, true, centresHz, closest / 4);
    return ticks;
}

} // namespace

Axis timeAxis (double firstSeconds, double lastSeconds, double closest)
{
    const double spanSeconds = lastSeconds - firstSeconds;
    const double step = timeStep (closest * spanSeconds);
    const bool clock = spanSeconds >= 2 * kSecondsPerMinute && step >= 1;
    const bool withHours = lastSeconds >= kSecondsPerHour;

    Axis axis {! clock ? "Time (s)" : withHours ? "Time (h:mm:ss)" : "Time (m:ss)", {}};
    forMultiples (firstSeconds, lastSeconds, step, kTimeSlack,
                  [&] (double seconds)
                  {
                      axis.ticks.push_back (
                          {clampPlace ((seconds - firstSeconds) / spanSeconds),
                           clock ? clockLabel (seconds, withHours) : numberLabel (seconds, step)});
                  });
    return axis;
}

Axis frequencyAxis (std::span<const double> centresHz, double closest)
{
    Axis axis {"Frequency (Hz)", {}};
    const double lowestHz = frequencyAtEdge (centresHz, false),
                 highestHz = frequencyAtEdge (centresHz, true);
    if (! (highestHz > lowestHz))
        axis.ticks.push_back ({0.5, frequencyLabel (centresHz[0])});
    else if (isEven (centresHz))
        forMultiples (lowestHz, highestHz, roundStep (closest * (highestHz - lowestHz)), kRounding,
                      [&] (double hz)
                      { addFrequency (axis.ticks, hz, false, centresHz, closest / 2); });
    else
        axis.ticks = decadeTicks (centresHz, closest);
    return axis;
}

Axis coefficientAxis (int numBands, double closest)
{
    Axis axis {"Coefficient", {}};
    const double step = std::max (1.0, roundStep (closest * numBands));
    for (double band = 0; band < numBands; band += step)
        axis.ticks.push_back ({(band + 0.5) / numBands, numberLabel (band, step)});
    return axis;
}

Axis valueAxis (double lowest, double highest, const std::string& unit, double closest)
{
    Axis axis {unit, {}};
    const double step = roundStep (closest * (highest - lowest));
    forMultiples (lowest, highest, step, kRounding,
                  [&] (double value)
                  {
                      axis.ticks.push_back ({clampPlace ((value - lowest) / (highest - lowest)),
                                             numberLabel (value, step)});
                  });
    return axis;
}

double placeOfFrequency (double frequencyHz, std::span<const double> centresHz)
{
    const std::size_t numBands = centresHz.size ();
    if (numBands < 2)
        return 0.5;
    const auto above = std::ranges::lower_bound (centresHz, frequencyHz) - centresHz.begin ();
    const auto upper = std::clamp<std::size_t> (static_cast<std::size_t> (above), 1, numBands - 1);
    const double widthHz = centresHz[upper] - centresHz[upper - 1];
    const double part = widthHz > 0 ? (frequencyHz - centresHz[upper - 1]) / widthHz : 0;
    return (static_cast<double> (upper - 1) + part + 0.5) / static_cast<double> (numBands);
}

} // namespace melstrom
