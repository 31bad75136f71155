// A report as one HTML page that needs no other file and no network.
#pragma once

#include "Engine/Report/DatasetReport.h"

#include <map>
#include <string>

namespace melstrom
{

/** PNGs by the index of their file; a file without a picture has none. */
using ReportPictures = std::map<std::int32_t, std::string>;

/** Pictures of the worst files of all findings, from the rows of the dataset. Of a long file only the
    first rows. Fails: as DatasetRows. */
Result<ReportPictures> drawReportPictures (Storage& storage, const ReportSource& source,
                                           const DatasetReport& report, int numThreads);

/** title: the dataset's name for the heading. The same report gives the same text. */
std::string reportPage (const std::string& title, const DatasetReport& report,
                        const ReportSource& source, const ReportPictures& pictures);

} // namespace melstrom
