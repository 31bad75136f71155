#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Fuzz/Resealed.h"

namespace melstrom::testing
{

namespace
{
/** What is accepted is read the same after it is written again. */
void readStatisticsBytes (std::string_view bytes)
{
    const auto statistics = parseStatistics (bytes);
    if (! statistics)
        return;
    std::string written;
    const auto done = writeStatistics (
        [&written] (std::string_view piece) -> Result<void>
        {
            written += piece;
            return {};
        },
        *statistics);
    require (done.ok (), "statistics are not written");
    const auto again = parseStatistics (written);
    require (again && *again == *statistics,
             "statistics are read otherwise after they are written");
    for (const auto& split : statistics->splits)
        if (split)
            for (std::size_t band = 0; band < split->bands.size (); ++band)
                (void)split->counted.quantile (static_cast<int> (band), 0.5);
}
} // namespace

void fuzzStatistics (std::string_view bytes)
{
    readStatisticsBytes (bytes);
    readStatisticsBytes (resealedInputs (bytes));
}

} // namespace melstrom::testing
