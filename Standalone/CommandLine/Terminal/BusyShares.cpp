#include "Standalone/CommandLine/Terminal/BusyShares.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

namespace melstrom
{

namespace
{

double secondsOf (std::int64_t nanoseconds)
{
    return 1e-9 * static_cast<double> (nanoseconds);
}

std::int64_t sumOf (const WorkTotals& totals, std::initializer_list<Work> works)
{
    std::int64_t sum = 0;
    for (const Work work : works)
        sum += totals[static_cast<std::size_t> (work)].nanoseconds;
    return sum;
}

/** "cuda:0 computing 93.1 %, copying 20.0 % in and 31.2 % out". */
std::string deviceText (const BusyShares::Device& device)
{
    std::string text = device.name + " computing " + shareText (device.compute);
    if (device.copyIn > 0 || device.copyOut > 0)
        text += ", copying " + shareText (device.copyIn) + " in and " + shareText (device.copyOut) +
                " out";
    return text;
}

std::string rowsText (const BusyShares::Rows& rows)
{
    return countText (rows.numReaders, "reader") + " " + shareText (rows.readers) + "; output by " +
           countText (rows.numWriters, "writer") + " " + shareText (rows.output);
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
    if (! rows)
        return {};
    const std::pair<double, const char*> parts[] {
        {rows->readers, "readers"}, {rows->output, "output"}, {compute, "compute"}, {bus, "bus"}};
    return std::ranges::max_element (parts, {}, &std::pair<double, const char*>::first)->second;
}

std::string BusyShares::text () const
{
    std::vector<std::string> parts;
    for (const Thread& thread : threads)
        parts.push_back ("the thread of " + thread.name + " " + shareText (thread.share));
    if (rows)
        parts.push_back (rowsText (*rows));
    for (const Device& device : devices)
        parts.push_back (deviceText (device));
    std::string text = "Busy in the " + timeOfWorkText (seconds) + " in which " +
                       (rows ? "rows were made" : "voices were played");
    for (std::size_t i = 0; i < parts.size (); ++i)
        text += (i == 0 ? ": " : "; ") + parts[i];
    return text + (rows ? ". Busiest: " + busiest () + "\n" : ".\n");
}

nlohmann::ordered_json BusyShares::json () const
{
    nlohmann::ordered_json object {{"seconds", seconds}};
    if (rows)
        object.update ({{"num_readers", rows->numReaders},
                        {"num_writers", rows->numWriters},
                        {"readers", rows->readers},
                        {"output", rows->output}});
    for (const Thread& thread : threads)
        object["threads"][thread.name] = thread.share;
    auto& list = object["devices"] = nlohmann::ordered_json::array ();
    for (const Device& device : devices)
        list.push_back ({{"device", device.name},
                         {"compute", device.compute},
                         {"copy_in", device.copyIn},
                         {"copy_out", device.copyOut}});
    if (rows)
        object["busiest"] = busiest ();
    return object;
}

std::optional<BusyShares> busySharesOf (const WorkTimes& times,
                                        const std::vector<DevicePart>& devices, int numAtOnce)
{
    const Extraction& made = times.extraction ();
    if (! (made.seconds > 0) || made.numReaders < 1 || made.numWriters < 1)
        return std::nullopt;
    const auto shareOf = [&made] (std::int64_t nanoseconds, int numThreads)
    { return secondsOf (nanoseconds) / made.seconds / numThreads; };
    using enum Work;
    BusyShares busy;
    busy.seconds = made.seconds;
    busy.rows = BusyShares::Rows {
        made.numReaders, made.numWriters,
        shareOf (sumOf (made.totals, {open, read, decode, resample}), made.numReaders),
        shareOf (sumOf (made.totals, {write, sync}), made.numWriters)};
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

BusyShares busySharesOfVoices (const WorkTimes& times, double seconds, const std::string& gpu)
{
    const auto shareOf = [seconds] (std::int64_t nanoseconds)
    { return seconds > 0 ? secondsOf (nanoseconds) / seconds : 0; };
    using enum Work;
    BusyShares busy;
    busy.seconds = seconds;
    busy.threads = {
        {"voices", shareOf (sumOf (times.totals (), {copyIn, compute, copyOut, write, sync}))}};
    const DeviceTimes on = times.onDevice (0);
    if (! gpu.empty ())
        busy.devices.push_back ({gpu, shareOf (on.computeNanoseconds),
                                 shareOf (on.copyInNanoseconds), shareOf (on.copyOutNanoseconds)});
    return busy;
}

} // namespace melstrom
