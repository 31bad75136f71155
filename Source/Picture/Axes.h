// Tick positions and labels of an axis. Independent of pixels.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace melstrom
{

struct Tick
{
    double place = 0;  ///< 0..1 along the axis, from the left or the bottom
    std::string label; ///< empty: a minor tick
};

struct Axis
{
    std::string title;
    std::vector<Tick> ticks;
};

/** `closest` is the smallest distance between two labels, as a share of the axis. All places are
    within 0..1. */

/** Steps of 1, 2, 5 times a power of ten below a second; 1, 2, 5, 10, 15, 30 seconds or minutes; 1,
    2, 3, 6, 12, 24 hours; 1, 2, 5 times a power of ten of days. The title names the labels' format:
    "Time (s)"; if the span is at least two minutes and the step at least a second, "Time (m:ss)",
    or "Time (h:mm:ss)" if the axis reaches an hour. first < last. */
Axis timeAxis (double firstSeconds, double lastSeconds, double closest);

/** Band b covers b / bands to (b + 1) / bands, with its centre in the middle. Between two centres,
    and half a band beyond the outer ones, frequency is linear. Labels at 1, 2, 5 times powers of
    ten, with priority to powers of ten, and minor ticks between; at even steps if the centres are
    evenly spaced. "1k" is 1000 Hz.
    centresHz  rising, not empty */
Axis frequencyAxis (std::span<const double> centresHz, double closest);

/** "Coefficient"; labels count from 0 and stand at the middle of each band. */
Axis coefficientAxis (int numBands, double closest);

/** Even steps of 1, 2 or 5. `unit` is the title. lowest < highest. */
Axis valueAxis (double lowest, double highest, const std::string& unit, double closest);

/** Place of a frequency on `frequencyAxis`; may lie outside 0..1. */
double placeOfFrequency (double frequencyHz, std::span<const double> centresHz);

} // namespace melstrom
