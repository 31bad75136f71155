#include "Standalone/CommandLine/Report/SvgPlots.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Report/HtmlText.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr double kWidth = 360, kHeight = 130, kBottom = 106, kTop = 8, kBandWidth = 1080,
                 kBandHeight = 320, kLeft = 56;

/** Decimal places of a coordinate. */
std::string at (double place)
{
    return fixedText (place, 1);
}

std::string textAt (double x, double y, std::string_view anchor, const std::string& text)
{
    return "<text x=\"" + at (x) + "\" y=\"" + at (y) + "\" text-anchor=\"" + std::string (anchor) +
           "\">" + htmlText (text) + "</text>";
}

std::string lineSvg (double x1, double y1, double x2, double y2, std::string_view className)
{
    return "<line class=\"" + std::string (className) + "\" x1=\"" + at (x1) + "\" y1=\"" +
           at (y1) + "\" x2=\"" + at (x2) + "\" y2=\"" + at (y2) + "\"/>";
}

std::string svgHead (double width, double height, const std::string& label)
{
    return "<svg viewBox=\"0 0 " + fixedText (width, 0) + " " + fixedText (height, 0) +
           "\" role=\"img\" aria-label=\"" + htmlText (label) + "\">";
}

/** Cells [first, end) that the plot shows: those with files, and one on each side. */
std::pair<int, int> shownCells (const Distribution& distribution)
{
    const auto& cells = distribution.cells;
    const auto isFilled = [] (std::int64_t count) { return count > 0; };
    const auto first = std::ranges::find_if (cells, isFilled) - cells.begin ();
    const auto last = std::find_if (cells.rbegin (), cells.rend (), isFilled) - cells.rbegin ();
    const auto size = static_cast<std::ptrdiff_t> (cells.size ());
    if (first == size)
        return {0, 0};
    return {static_cast<int> (std::max<std::ptrdiff_t> (0, first - 1)),
            static_cast<int> (std::min (size, size - last + 1))};
}

double placeOf (const Measure& measure, double value, std::pair<int, int> shown)
{
    const double low = cellLimit (measure, shown.first), high = cellLimit (measure, shown.second);
    const double place = measure.isLog
                             ? std::log (std::max (value, low) / low) / std::log (high / low)
                             : (value - low) / (high - low);
    return std::clamp (place, 0.0, 1.0) * kWidth;
}

std::string barsSvg (const Distribution& distribution, std::pair<int, int> shown)
{
    const Measure& measure = *distribution.measure;
    const auto most = *std::ranges::max_element (distribution.cells);
    const double step = kWidth / (shown.second - shown.first);
    std::string svg;
    for (int cell = shown.first; cell < shown.second; ++cell)
    {
        const auto count = distribution.cells[static_cast<std::size_t> (cell)];
        if (count == 0)
            continue;
        const double height = std::max (1.5, (kBottom - kTop) * static_cast<double> (count) /
                                                 static_cast<double> (most));
        svg += "<rect class=\"bar\" x=\"" + at ((cell - shown.first) * step + 0.5) + "\" y=\"" +
               at (kBottom - height) + "\" width=\"" + at (std::max (1.0, step - 1)) +
               "\" height=\"" + at (height) + "\"><title>" + countText (count, "file") + ", " +
               htmlText (valueText (measure, cellLimit (measure, cell)) + " to " +
                         valueText (measure, cellLimit (measure, cell + 1))) +
               "</title></rect>";
    }
    return svg;
}

/** A polygon between two quantiles, or a line of one. */
template <typename Low, typename High>
std::string ribbonSvg (std::span<const BandStatistics> bands, std::string_view className, Low low,
                       High high, const auto& xOf, const auto& yOf)
{
    std::string points;
    const auto add = [&] (std::size_t band, double value)
    { points += at (xOf (band)) + "," + at (yOf (value)) + " "; };
    for (std::size_t band = 0; band < bands.size (); ++band)
        add (band, high (bands[band]));
    for (std::size_t band = bands.size (); band-- > 0;)
        add (band, low (bands[band]));
    return "<polygon class=\"" + std::string (className) + "\" points=\"" + points + "\"/>";
}

/** 1, 2 or 5 times a power of ten, with at most six steps in the range. */
double evenStep (double range)
{
    const double power = std::pow (10, std::floor (std::log10 (range / 6)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (range / (factor * power) <= 6)
            return factor * power;
    return 10 * power;
}

struct Range
{
    double low = 0, high = 1;
};

Range rangeOf (std::span<const BandStatistics> bands)
{
    Range range {INFINITY, -INFINITY};
    for (const auto& band : bands)
    {
        range.low = std::min ({range.low, static_cast<double> (band.quantiles[1]), band.mean});
        range.high = std::max ({range.high, static_cast<double> (band.quantiles[5]), band.mean});
    }
    // quantiles are right to 0.2 % (BandStatistics), so a difference below 1 % says nothing
    const double least = 0.01 * std::max (std::fabs (range.low), std::fabs (range.high));
    if (range.high - range.low > least)
        return range;
    const double middle = (range.low + range.high) / 2, half = least > 0 ? least : 0.5;
    return {middle - half, middle + half};
}

/** A value on an axis, with the decimal places of the step between two of them. */
std::string axisText (double value, double step)
{
    if (std::fabs (value) >= 1000 || step < 1e-6)
        return shownNumber (value);
    return fixedText (value,
                      std::max (0, static_cast<int> (std::ceil (-std::log10 (step) - 1e-9))));
}
} // namespace

std::string valueText (const Measure& measure, double value)
{
    if (measure.key == "duration_s")
        return lengthText (value);
    if (measure.key.ends_with ("_ratio"))
        return percentText (value);
    if (measure.unit == "dBFS" || measure.unit == "LUFS" || measure.unit == "dB")
        return fixedText (std::fabs (value) < 0.05 ? 0 : value, 1) + " " +
               std::string (measure.unit);
    return shownNumber (value) + (measure.unit.empty () ? "" : " " + std::string (measure.unit));
}

std::string histogramSvg (const Distribution& distribution)
{
    if (distribution.count == 0)
        return {};
    const Measure& measure = *distribution.measure;
    const auto shown = shownCells (distribution);
    if (shown.first == shown.second)
        return {};
    const double median = distribution.quantiles[distribution.quantiles.size () / 2];
    std::string svg = svgHead (kWidth, kHeight, "Histogram of " + std::string (measure.title));
    svg += barsSvg (distribution, shown) + lineSvg (0, kBottom, kWidth, kBottom, "axis");
    if (! measure.isLog || median > 0)
        svg += lineSvg (placeOf (measure, median, shown), kTop - 4,
                        placeOf (measure, median, shown), kBottom, "median");
    const double middle =
        measure.isLog
            ? std::sqrt (cellLimit (measure, shown.first) * cellLimit (measure, shown.second))
            : (cellLimit (measure, shown.first) + cellLimit (measure, shown.second)) / 2;
    svg += textAt (0, kHeight - 6, "start", valueText (measure, cellLimit (measure, shown.first)));
    svg += textAt (kWidth / 2, kHeight - 6, "middle", valueText (measure, middle));
    svg +=
        textAt (kWidth, kHeight - 6, "end", valueText (measure, cellLimit (measure, shown.second)));
    return svg + "</svg>";
}

std::string bandsSvg (std::span<const BandStatistics> bands)
{
    if (bands.empty ())
        return {};
    const Range range = rangeOf (bands);
    const double right = kBandWidth - 8, bottom = kBandHeight - 34, top = 10;
    const auto xOf = [&] (std::size_t band)
    {
        return kLeft + (right - kLeft) * (static_cast<double> (band) + 0.5) /
                           static_cast<double> (bands.size ());
    };
    const auto yOf = [&] (double value)
    { return bottom - (bottom - top) * (value - range.low) / (range.high - range.low); };
    const auto quantile = [] (std::size_t index)
    { return [index] (const BandStatistics& band) { return double {band.quantiles[index]}; }; };
    const auto mean = [] (const BandStatistics& band) { return band.mean; };

    std::string svg = svgHead (kBandWidth, kBandHeight, "Values of each band");
    const double step = evenStep (range.high - range.low);
    for (double value = std::ceil (range.low / step) * step; value <= range.high; value += step)
    {
        const double shown = std::fabs (value) < step / 1000 ? 0 : value;
        svg += lineSvg (kLeft, yOf (value), right, yOf (value), "grid") +
               textAt (kLeft - 8, yOf (value) + 4, "end", axisText (shown, step));
    }
    svg += ribbonSvg (bands, "wide", quantile (1), quantile (5), xOf, yOf);
    svg += ribbonSvg (bands, "narrow", quantile (2), quantile (4), xOf, yOf);
    svg += ribbonSvg (bands, "middle", quantile (3), quantile (3), xOf, yOf);
    svg += ribbonSvg (bands, "mean", mean, mean, xOf, yOf);
    const auto every = std::max<std::size_t> (
        1, static_cast<std::size_t> (evenStep (static_cast<double> (bands.size ()) * 0.6)));
    for (std::size_t band = 0; band < bands.size (); band += every)
        svg += textAt (xOf (band), kBandHeight - 14, "middle", std::to_string (band));
    return svg + "</svg>";
}

} // namespace melstrom
