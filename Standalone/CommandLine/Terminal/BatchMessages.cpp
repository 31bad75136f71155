#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Terminal/BatchReport.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostFailuresShown = 20, kMostWarningsShown = 100;

/** "and 1,234 more". */
std::string moreText (std::size_t number, std::size_t shown)
{
    return "and " + groupedText (static_cast<std::int64_t> (number - shown)) + " more";
}
} // namespace

void showWarnings (Log& log, const std::vector<std::string>& warnings, bool isDryRun)
{
    for (std::size_t i = 0; i < std::min (warnings.size (), kMostWarningsShown); ++i)
        log.warning (warnings[i]);
    if (warnings.size () > kMostWarningsShown)
        log.warning (moreText (warnings.size (), kMostWarningsShown) +
                     (isDryRun ? "" : "; dataset.json lists them"));
}

void showFailures (Log& log, const std::vector<std::pair<std::string, Error>>& failures,
                   bool isDryRun)
{
    for (std::size_t i = 0; i < std::min (failures.size (), kMostFailuresShown); ++i)
    {
        const auto& [path, error] = failures[i];
        const auto name = printable (path);
        log.plain (LogLevel::error, (error.message.starts_with (name) ? "" : name + ": ") +
                                        error.message + " [" + std::string (codeName (error.code)) +
                                        "]");
    }
    if (failures.size () > kMostFailuresShown)
        log.plain (LogLevel::error, moreText (failures.size (), kMostFailuresShown) +
                                        (isDryRun ? "" : "; errors.csv has all"));
}

void showFaults (Log& log, const std::vector<std::string>& faults)
{
    for (std::size_t i = 0; i < std::min (faults.size (), kMostFailuresShown); ++i)
        log.error (faults[i]);
}

} // namespace melstrom
