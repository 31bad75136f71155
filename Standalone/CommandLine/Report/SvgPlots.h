// Plots of a report as inline SVG, with the colours of the page.
#pragma once

#include "Engine/Report/FeatureStatistics.h"
#include "Engine/Report/Measures.h"

#include <span>
#include <string>
#include <string_view>

namespace melstrom
{

/** A histogram: one bar a cell, from the first to the last cell with files, and the median as a line.
    "" without a value. */
std::string histogramSvg (const Distribution& distribution);

/** Mean and quantiles of the bands: ranges from 5 to 95 and from 25 to 75 percent, median and mean,
    over the number of the band. "" without a band. */
std::string bandsSvg (std::span<const BandStatistics> bands);

/** A value of the measure with its unit: "12.3 s", "-18.2 LUFS", "0.12 %". */
std::string valueText (const Measure& measure, double value);

} // namespace melstrom
