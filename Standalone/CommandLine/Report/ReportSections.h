// The sections of a report's page, as HTML. An empty text: the section has nothing to say.
#pragma once

#include "Standalone/CommandLine/Report/ReportPage.h"

#include <string>

namespace melstrom
{

std::string overviewSection (const DatasetReport& report, const ReportSource& source);
std::string warningsSection (const DatasetReport& report, const ReportSource& source);
std::string labelsSection (const DatasetReport& report, const ReportSource& source);
std::string distributionsSection (const DatasetReport& report);
std::string bandsSection (const DatasetReport& report);
std::string findingsSection (const DatasetReport& report, const ReportSource& source,
                             const ReportPictures& pictures);

/** The style sheet of the page. */
std::string_view reportStyle ();

} // namespace melstrom
