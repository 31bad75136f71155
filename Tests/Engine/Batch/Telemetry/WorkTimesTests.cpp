#include "Engine/Batch/Telemetry/RunObserver.h"
#include "Tests/Support/Catch.h"

#include <nlohmann/json.hpp>
#include <thread>

using namespace melstrom;
using namespace std::chrono_literals;
using Json = nlohmann::json;

namespace
{
using Clock = std::chrono::steady_clock;

double secondsOf (const WorkTimes& times, Work work)
{
    return 1e-9 * static_cast<double> (times.total (work).nanoseconds);
}

std::vector<Json> eventsOf (const Trace& trace, const std::string& phase)
{
    const auto json = Json::parse (trace.toJson ());
    std::vector<Json> events;
    for (const auto& event : json.at ("traceEvents"))
        if (event.at ("ph") == phase)
            events.push_back (event);
    return events;
}
} // namespace

TEST_CASE ("a moment of a thread belongs to the innermost kind of work", "[telemetry]")
{
    WorkTimes times;
    const auto start = Clock::now ();
    {
        WorkTimer decoding (&times, Work::decode);
        decoding.addBytes (7);
        std::this_thread::sleep_for (5ms);
        {
            const WorkTimer reading (Work::read);
            std::this_thread::sleep_for (20ms);
        }
        std::this_thread::sleep_for (5ms);
    }
    const double whole = std::chrono::duration<double> (Clock::now () - start).count ();
    CHECK (secondsOf (times, Work::decode) >= 0.010);
    CHECK (secondsOf (times, Work::read) >= 0.020);
    CHECK (secondsOf (times, Work::decode) + secondsOf (times, Work::read) <= whole);
    CHECK (times.total (Work::decode).bytes == 7);
    CHECK (times.total (Work::read).calls == 1);
}

TEST_CASE ("a timer without times around it does nothing", "[telemetry]")
{
    WorkTimes times;
    {
        const WorkTimer alone (Work::read);
    }
    {
        const WorkTimer outer (nullptr, Work::decode);
        const WorkTimer inner (Work::read);
    }
    std::thread (
        [&times]
        {
            const WorkTimer outer (&times, Work::write);
            std::thread ([] { const WorkTimer other (Work::read); }).join (); // another thread
        })
        .join ();
    CHECK (times.total (Work::read).calls == 0);
    CHECK (times.total (Work::decode).calls == 0);
    CHECK (times.total (Work::write).calls == 1);
}

TEST_CASE ("the largest memory of a device is kept", "[telemetry]")
{
    WorkTimes times;
    for (const std::int64_t bytes : {5, 9, 7})
        times.noteDeviceBytes (bytes);
    CHECK (times.peakDeviceBytes () == 9);
}

TEST_CASE ("each queue of a GPU is a track, in which no work overlaps", "[telemetry]")
{
    Trace trace (true);
    WorkTimes times;
    RunObserver observer (trace, &times);
    REQUIRE (observer.ifNeeded () == &observer);
    const auto start = Clock::now ();
    observer.worked ({DeviceStep::copyIn, "GPU copy in", start + 1ms, start + 3ms, 100});
    observer.worked ({DeviceStep::copyIn, "GPU copy in", start + 2ms, start + 5ms, 50});
    observer.worked ({DeviceStep::compute, "GPU compute", start + 3ms, start + 4ms, 150});
    observer.worked ({DeviceStep::compute, nullptr, start, start + 8ms, 3}); // of a CPU

    const auto spans = eventsOf (trace, "X");
    REQUIRE (spans.size () == 3);
    CHECK (spans[0].at ("name") == "GPU copy in");
    CHECK (spans[0].at ("dur").get<double> () == Approx (2000));
    CHECK (spans[1].at ("tid") == spans[0].at ("tid"));
    CHECK (spans[1].at ("dur").get<double> () == Approx (2000));
    CHECK (spans[1].at ("ts").get<double> () - spans[0].at ("ts").get<double> () == Approx (2000));
    CHECK (spans[2].at ("tid") != spans[0].at ("tid"));
    CHECK (times.total (Work::copyIn).bytes == 150);
    CHECK (secondsOf (times, Work::compute) == Approx (0.009));
}

TEST_CASE ("a trace has counters, and names of files as bytes of any encoding", "[telemetry]")
{
    Trace trace (true);
    trace.count ("bytes read", 42);
    {
        const TraceSpan span (trace, "file", 10, "in/\"\xFF.wav");
    }
    const auto counts = eventsOf (trace, "C");
    REQUIRE (counts.size () == 1);
    CHECK (counts[0].at ("name") == "bytes read");
    CHECK (counts[0].at ("args").at ("value") == 42);
    const auto spans = eventsOf (trace, "X");
    REQUIRE (spans.size () == 1);
    CHECK (spans[0].at ("args").at ("file") == "in/\"\xEF\xBF\xBD.wav");

    Trace none (false);
    none.count ("bytes read", 42);
    CHECK (eventsOf (none, "C").empty ());
    CHECK (RunObserver (none, nullptr).ifNeeded () == nullptr);
}
