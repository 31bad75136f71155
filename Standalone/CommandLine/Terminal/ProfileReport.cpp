#include "Standalone/CommandLine/Terminal/ProfileReport.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/System/Process.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

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
    if (! ceiling || ! (*ceiling > 0) || ! (report.seconds > 0) || report.totals[index].bytes == 0)
        return std::nullopt;
    return static_cast<double> (report.totals[index].bytes) / report.seconds / *ceiling;
}

std::string timeText (double seconds)
{
    return seconds < 1 ? fixedText (1e3 * seconds, 1) + " ms" : fixedText (seconds, 2) + " s";
}

std::string percentText (double ratio)
{
    return fixedText (100 * ratio, 1) + " %";
}

/** "cuda:0 computing 93.1 %, copying 20.0 % in and 31.2 % out". */
std::string deviceText (const BusyShares::Device& device)
{
    std::string text = device.name + " computing " + percentText (device.compute);
    if (device.copyIn > 0 || device.copyOut > 0)
        text += ", copying " + percentText (device.copyIn) + " in and " +
                percentText (device.copyOut) + " out";
    return text;
}

std::string busyText (const BusyShares& busy)
{
    std::string text = "Busy in the " + timeText (busy.seconds) +
                       " in which rows were made: " + countText (busy.numReaders, "reader") + " " +
                       percentText (busy.readers) + "; output by " +
                       countText (busy.numWriters, "writer") + " " + percentText (busy.output);
    for (const auto& device : busy.devices)
        text += "; " + deviceText (device);
    return text + ". Busiest: " + busy.busiest () + "\n";
}

nlohmann::ordered_json jsonOf (const BusyShares& busy)
{
    auto devices = nlohmann::ordered_json::array ();
    for (const auto& device : busy.devices)
        devices.push_back ({{"device", device.name},
                            {"compute", device.compute},
                            {"copy_in", device.copyIn},
                            {"copy_out", device.copyOut}});
    return {{"seconds", busy.seconds},        {"num_readers", busy.numReaders},
            {"num_writers", busy.numWriters}, {"readers", busy.readers},
            {"output", busy.output},          {"devices", devices},
            {"busiest", busy.busiest ()}};
}

} // namespace

std::string BusyShares::busiest () const
{
    double compute = 0, bus = 0;
    for (const Device& device : devices)
    {
        compute = std::max (compute, device.compute);
        bus = std::max ({bus, device.copyIn, device.copyOut});
    }
    const std::pair<double, const char*> parts[] {
        {readers, "readers"}, {output, "output"}, {compute, "compute"}, {bus, "bus"}};
    return std::ranges::max_element (parts, {}, &std::pair<double, const char*>::first)->second;
}

std::optional<BusyShares> busySharesOf (const WorkTimes& times,
                                        const std::vector<DevicePart>& devices, int numAtOnce)
{
    const Extraction& made = times.extraction ();
    if (! (made.seconds > 0) || made.numReaders < 1 || made.numWriters < 1)
        return std::nullopt;
    const auto shareOf = [&made] (std::int64_t nanoseconds, int numThreads)
    { return kNanosecond * static_cast<double> (nanoseconds) / made.seconds / numThreads; };
    const auto sumOf = [&made] (std::initializer_list<Work> works)
    {
        std::int64_t sum = 0;
        for (const Work work : works)
            sum += made.totals[static_cast<std::size_t> (work)].nanoseconds;
        return sum;
    };
    using enum Work;
    BusyShares busy {made.seconds,
                     made.numReaders,
                     made.numWriters,
                     shareOf (sumOf ({open, read, decode, resample}), made.numReaders),
                     shareOf (sumOf ({write, sync}), made.numWriters),
                     {}};
    for (std::size_t i = 0; i < devices.size (); ++i)
    {
        const DeviceTimes on = times.onDevice (static_cast<int> (i));
        // a device of threads has no queues that copy, and computes in all of them at once
        const bool hasQueues = on.copyInNanoseconds + on.copyOutNanoseconds > 0;
        busy.devices.push_back (
            {devices[i].name, shareOf (on.computeNanoseconds, hasQueues ? 1 : numAtOnce),
             shareOf (on.copyInNanoseconds, 1), shareOf (on.copyOutNanoseconds, 1)});
    }
    return busy;
}

ProfileReport profileOf (const WorkTimes& times, double seconds)
{
    ProfileReport report;
    report.totals = times.totals ();
    report.seconds = seconds;
    report.peakHostBytes = peakResidentBytes ();
    report.peakDeviceBytes = times.peakDeviceBytes ();
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
        std::vector<std::string> cells {kWorkNames[i], timeText (own),
                                        sum > 0 ? percentText (own / sum) : "",
                                        bytes > 0 ? bytesText (bytes) : "",
                                        bytes > 0 && own > 0 ? byteRateText (bytes / own) : ""};
        if (hasCeilings)
        {
            const auto share = shareOfCeiling (*this, i);
            cells.push_back (share ? percentText (*share) : "");
        }
        table.addRow (std::move (cells));
    }
    std::string text = "Profile: " + timeText (sum) + " of all threads in " + timeText (seconds) +
                       "; a rate is bytes over this time\n\n" + table.text () + "\nPeak memory " +
                       bytesText (static_cast<double> (peakHostBytes));
    if (peakDeviceBytes > 0)
        text += ", of the device " + bytesText (static_cast<double> (peakDeviceBytes)) +
                " by all programs";
    text += "\n";
    return busy ? text + busyText (*busy) : text;
}

std::string ProfileReport::json () const
{
    nlohmann::ordered_json object {{"seconds", seconds},
                                   {"thread_seconds", threadSecondsOf (*this)},
                                   {"peak_host_bytes", peakHostBytes}};
    object["peak_device_bytes"] =
        peakDeviceBytes > 0 ? nlohmann::ordered_json (peakDeviceBytes) : nullptr;
    auto& stages = object["stages"] = nlohmann::ordered_json::object ();
    for (std::size_t i = 0; i < kNumWorks; ++i)
    {
        const auto share = shareOfCeiling (*this, i);
        stages[kWorkNames[i]] = {{"thread_seconds", secondsOf (totals[i])},
                                 {"bytes", totals[i].bytes},
                                 {"calls", totals[i].calls}};
        if (share)
            stages[kWorkNames[i]]["share_of_ceiling"] = *share;
    }
    if (busy)
        object["busy"] = jsonOf (*busy);
    return object.dump ();
}

} // namespace melstrom
