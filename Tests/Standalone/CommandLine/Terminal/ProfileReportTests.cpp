#include "Standalone/CommandLine/Terminal/ProfileReport.h"
#include "Tests/Support/Catch.h"

#include <nlohmann/json.hpp>

using namespace melstrom;

namespace
{
ProfileReport reportOfTwoStages ()
{
    ProfileReport report;
    report.seconds = 2;
    report.totals[static_cast<std::size_t> (Work::read)] = {1'000'000'000, 3'000'000'000, 4};
    report.totals[static_cast<std::size_t> (Work::write)] = {3'000'000'000, 6'000'000'000, 5};
    report.peakHostBytes = 64'000'000;
    return report;
}

bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}
} // namespace

TEST_CASE ("a profile has a row for each kind of work that was done", "[profile]")
{
    const auto text = reportOfTwoStages ().text ();
    INFO (text);
    CHECK (mentions (text, "4.00 s of all threads in 2.00 s"));
    CHECK (mentions (text, "read   1.00 s  25.0 %  3.00 GB  3.00 GB/s\n"));
    CHECK (mentions (text, "write  3.00 s  75.0 %  6.00 GB  2.00 GB/s\n"));
    CHECK (mentions (text, "Peak memory 64.0 MB\n"));
    for (const char* const other : {"compute", "ceiling", "device"})
        CHECK_FALSE (mentions (text, other));
}

TEST_CASE ("a ceiling is shown where it is known", "[profile]")
{
    auto report = reportOfTwoStages ();
    report.ceilings[static_cast<std::size_t> (Work::write)] = 4e9; // the run wrote 3e9 a second
    report.peakDeviceBytes = 1'500'000'000;
    const auto text = report.text ();
    INFO (text);
    CHECK (mentions (text, "of ceiling"));
    CHECK (mentions (text, "2.00 GB/s      75.0 %\n"));
    CHECK (mentions (text, "3.00 GB/s\n")); // nothing where it is unknown
    CHECK (mentions (text, "of the device 1.50 GB"));

    const auto json = nlohmann::json::parse (report.json ());
    CHECK (json.at ("thread_seconds") == 4.0);
    CHECK (json.at ("stages").at ("write").at ("share_of_ceiling") == 0.75);
    CHECK_FALSE (json.at ("stages").at ("read").contains ("share_of_ceiling"));
    CHECK (json.at ("peak_device_bytes") == 1'500'000'000);
}
