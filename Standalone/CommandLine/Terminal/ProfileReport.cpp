#include "Standalone/CommandLine/Terminal/ProfileReport.h"

#include "Engine/Core/System/Process.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{

constexpr double kNanosecond = 1e-9;

double secondsOf (const WorkTotal& total)
{
    return kNanosecond * static_cast<double> (total.nanoseconds);
}

double threadSecondsOf (const ProfileReport& report)
{
    double sum = 0;
    for (const WorkTotal& total : report.totals)
        sum += secondsOf (total);
    return sum;
}

/** Empty without bytes, time or ceiling. */
std::optional<double> shareOfCeiling (const ProfileReport& report, std::size_t index)
{
    const auto& ceiling = report.ceilings[index];
    if (! ceiling || ! report.extraction || ! (report.extraction->seconds > 0))
        return std::nullopt;
    return static_cast<double> (report.extraction->totals[index].bytes) /
           report.extraction->seconds / *ceiling;
}

} // namespace

ProfileReport profileOf (const WorkTimes& times, double seconds)
{
    ProfileReport report;
    report.totals = times.totals ();
    report.seconds = seconds;
    report.peakHostBytes = peakResidentBytes ();
    report.peakDeviceBytes = times.peakDeviceBytes ();
    report.statisticsRows = times.statisticsRows ();
    report.statisticsRows = times.statisticsRows ();
    return report;
}

std::string ProfileReport::text () const
{
    using enum TextTable::Side;
    const double sum = threadSecondsOf (*this);
    bool hasCeilings = false;
    for (std::size_t i = 0; i < kNumWorks; ++i)
        hasCeilings = hasCeilings || shareOfCeiling (*this, i).has_value ();
    std::vector<std::string> headings {"stage", "time", "share", "bytes", "rate"};
    std::vector<TextTable::Side> sides {left, right, right, right, right};
    if (hasCeilings)
    {
        headings.emplace_back ("of ceiling");
        sides.push_back (right);
    }
    TextTable table (std::move (sides));
    table.addHeading (std::move (headings));
    for (std::size_t i = 0; i < kNumWorks; ++i)
    {
        const WorkTotal& total = totals[i];
        if (total.calls == 0)
            continue;
        const double own = secondsOf (total), bytes = static_cast<double> (total.bytes);
        std::vector<std::string> cells {kWorkNames[i], timeOfWorkText (own),
                                        sum > 0 ? shareText (own / sum) : "",
                                        bytes > 0 ? bytesText (bytes) : "",
                                        bytes > 0 && own > 0 ? byteRateText (bytes / own) : ""};
        if (hasCeilings)
        {
            const auto share = shareOfCeiling (*this, i);
            cells.push_back (share ? shareText (*share) : "");
        }
        table.addRow (std::move (cells));
    }
    std::string text = "Profile: " + timeOfWorkText (sum) + " of all threads in " +
                       timeOfWorkText (seconds) + "; a rate is bytes over this time" +
                       (hasCeilings ? ",\nof ceiling: bytes a second while rows were made, over "
                                      "what this machine does of that work alone"
                                    : "") +
                       "\n\n" + table.text () + "\nPeak memory " +
                       bytesText (static_cast<double> (peakHostBytes));
    if (peakDeviceBytes > 0)
        text += ", of the device " + bytesText (static_cast<double> (peakDeviceBytes)) +
                " by all programs";
    text += "\n";
    return busy ? text + busy->text () : text;
}

std::string ProfileReport::json () const
{
    nlohmann::ordered_json object {{"seconds", seconds},
                                   {"thread_seconds", threadSecondsOf (*this)},
                                   {"peak_host_bytes", peakHostBytes}};
    object["peak_device_bytes"] =
        peakDeviceBytes > 0 ? nlohmann::ordered_json (peakDeviceBytes) : nullptr;
    object["statistics_rows"] = statisticsRows;
    object["statistics_rows"] = statisticsRows;
    auto& stages = object["stages"] = nlohmann::ordered_json::object ();
    for (std::size_t i = 0; i < kNumWorks; ++i)
    {
        const auto share = shareOfCeiling (*this, i);
        stages[kWorkNames[i]] = {{"thread_seconds", secondsOf (totals[i])},
                                 {"bytes", totals[i].bytes},
                                 {"calls", totals[i].calls}};
        if (! share)
            continue;
        stages[kWorkNames[i]]["ceiling_bytes_per_second"] = *ceilings[i];
        stages[kWorkNames[i]]["share_of_ceiling"] = *share;
    }
    if (busy)
        object["busy"] = busy->json ();
    return object.dump ();
}

} // namespace melstrom
