// Where the ticks of an axis stand and what is written beside them. Knows nothing of pixels.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace melstrom
{

struct Tick
{
    double place = 0;  ///< 0..1 along the axis, from its start: left, or bottom
    std::string label; ///< empty: a minor tick
};

struct Axis
{
    std::string title;
    std::vector<Tick> ticks;
};

/** Each axis takes the smallest distance of two labels, as a share of its length. All places are
    within 0..1. */

/** Steps of 1, 2, 5 below a second; 1, 2, 5, 10, 15, 30 of seconds and minutes; 1, 2, 3, 6, 12, 24
    hours and on. The title says how the labels read: "Time (s)", from two minutes on "Time (m:ss)",
    where an hour is reached "Time (h:mm:ss)". first < last. */
Axis timeAxis (double firstSeconds, double lastSeconds, double closest);

/** Band b covers b / bands to (b + 1) / bands, its centre in the middle. Between two centres, and
    half a band beyond the outer ones, frequency is linear. Labels at 1, 2, 5 times powers of ten,
    powers of ten first where labels would touch, and minor ticks between; where the centres are
    evenly spaced, labels at even steps. "1k" is 1000 Hz.
    centresHz  rising, not empty */
Axis frequencyAxis (std::span<const double> centresHz, double closest);

/** "Coefficient", counted from 0, at the middle of each band. */
Axis coefficientAxis (int numBands, double closest);

/** Even steps of 1, 2 or 5. `unit` is the title. lowest < highest. */
Axis valueAxis (double lowest, double highest, const std::string& unit, double closest);

/** The place of a frequency on `frequencyAxis`; may lie outside 0..1. */
double placeOfFrequency (double frequencyHz, std::span<const double> centresHz);

} // namespace melstrom
