// Texts of progress, as pure functions of counters and rates.
#pragma once

#include "Standalone/CommandLine/Terminal/ProgressRates.h"

#include <string>

namespace melstrom
{

/** Unicode blocks between thin walls, or "[###   ]". Takes `columns` columns, at least 3.
    doneRatio   clamped to 0..1 */
std::string barText (double doneRatio, int columns, bool isUnicode);

/** One line for a terminal: phase, percent, bar, counts, rates, queue, failures, remaining time. At
    most `columns` wide: less important parts are dropped first, and the bar takes the rest. */
std::string progressBarLine (const ProgressSample& now, const ProgressRates& rates, int columns,
                             bool isUnicode);

/** One line for a log, without a line end. */
std::string progressPlainLine (const ProgressSample& now, const ProgressRates& rates);

/** Result of the run, without a line end; `average`: over the whole run. */
std::string progressFinalLine (const ProgressSample& last, const ProgressRates& average);

/** One JSON object with every counter and rate, without a line end.
    isFinal   the rates are averages of the run, and this is the last line */
std::string progressJsonLine (const ProgressSample& now, const ProgressRates& rates, bool isFinal);

} // namespace melstrom
