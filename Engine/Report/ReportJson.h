// A report as JSON.
#pragma once

#include "Engine/Report/DatasetReport.h"

#include <nlohmann/json_fwd.hpp>

namespace melstrom
{

/** The object of report.json; docs/datasets.md has its keys. Paths and labels are as in
    dataset.json: bytes that are not UTF-8 become U+FFFD when the text is written. */
nlohmann::ordered_json reportJson (const DatasetReport& report, const ReportSource& source);

/** Mean, deviation, quantiles and histogram. */
nlohmann::ordered_json distributionJson (const Distribution& distribution);

} // namespace melstrom
