// How progress looks, as pure functions of counters and rates.
#pragma once

#include "Standalone/CommandLine/Terminal/ProgressRates.h"

#include <string>

namespace melstrom
{

/** Unicode blocks between thin walls, or "[###   ]". The text takes `columns` columns, at least 3.
    doneRatio   clamped to 0..1 */
std::string barText (double doneRatio, int columns, bool isUnicode);

/** One line for a terminal: phase, percent, bar, counts, rates, queue, failures, time left. Never
    wider than `columns`: the less important parts go first, the bar takes what is left. */
std::string progressBarLine (const ProgressSample& now, const ProgressRates& rates, int columns,
                             bool isUnicode);

/** One line for a log, without a line end. */
std::string progressPlainLine (const ProgressSample& now, const ProgressRates& rates);

/** What became of the run, without a line end; `average` over the whole run. */
std::string progressFinalLine (const ProgressSample& last, const ProgressRates& average);

/** One JSON object with every counter and rate, without a line end.
    isFinal   the rates are the run's averages, and no line follows */
std::string progressJsonLine (const ProgressSample& now, const ProgressRates& rates, bool isFinal);

} // namespace melstrom
