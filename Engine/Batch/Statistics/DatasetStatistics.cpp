#include "Engine/Batch/Statistics/DatasetStatistics.h"

namespace melstrom
{

RowTotals DatasetStatistics::allRows () const
{
    std::int64_t numRows = 0;
    for (const auto& split : splits)
        numRows += split ? split->numRows : 0;
    RowTotals all (numFeatures, numRows <= kMostRowsCountedWhole);
    for (const auto& split : splits)
        if (split)
            all.add (*split);
    all.carry ();
    return all;
}

} // namespace melstrom
