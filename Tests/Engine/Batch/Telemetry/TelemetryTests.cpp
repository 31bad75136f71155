#include "Engine/Batch/Telemetry/JsonText.h"
#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Batch/Telemetry/Trace.h"
#include "Tests/Support/Catch.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

using namespace melstrom;
using Json = nlohmann::json;

namespace
{

std::vector<Json> eventsOf (const Trace& trace, const std::string& name)
{
    const auto json = Json::parse (trace.toJson ());
    std::vector<Json> events;
    for (const auto& event : json.at ("traceEvents"))
        if (event.at ("name") == name)
            events.push_back (event);
    return events;
}

std::map<int, std::string> threadNamesOf (const Trace& trace)
{
    std::map<int, std::string> names;
    for (const auto& event : eventsOf (trace, "thread_name"))
        names[event.at ("tid")] = event.at ("args").at ("name");
    return names;
}

} // namespace

TEST_CASE ("a trace is JSON with the process, each thread and each span", "[telemetry]")
{
    Trace trace (true);
    trace.nameThread ("main \"quoted\"\n\xFF");
    const auto start = std::chrono::steady_clock::now ();
    {
        TraceSpan span (trace, "read", 42);
        std::this_thread::sleep_for (std::chrono::milliseconds (2));
    }
    const auto passed = std::chrono::steady_clock::now () - start;

    const auto reads = eventsOf (trace, "read");
    REQUIRE (reads.size () == 1);
    CHECK (reads[0].at ("ph") == "X");
    CHECK (reads[0].at ("args").at ("detail") == 42);
    CHECK (reads[0].at ("ts").get<double> () >= 0);
    CHECK (reads[0].at ("dur").get<double> () >= 2000);
    CHECK (reads[0].at ("dur").get<double> () <=
           std::chrono::duration<double, std::micro> (passed).count ());

    const auto processes = eventsOf (trace, "process_name");
    REQUIRE (processes.size () == 1);
    CHECK (processes[0].at ("args").at ("name") == "melstrom");
    CHECK (threadNamesOf (trace).at (reads[0].at ("tid")) == "main \"quoted\"\n\xEF\xBF\xBD");
}

TEST_CASE ("a disabled trace records nothing", "[telemetry]")
{
    Trace trace (false);
    trace.nameThread ("main");
    {
        TraceSpan span (trace, "read");
    }
    trace.record ("read", std::chrono::steady_clock::now (), 0);
    CHECK (eventsOf (trace, "read").empty ());
    CHECK (threadNamesOf (trace).empty ());
}

TEST_CASE ("a span from before the trace has a negative start and still parses", "[telemetry]")
{
    const auto before = std::chrono::steady_clock::now () - std::chrono::microseconds (1500);
    Trace trace (true);
    trace.record ("early", before, -1);
    const auto events = eventsOf (trace, "early");
    REQUIRE (events.size () == 1);
    CHECK (events[0].at ("ts").get<double> () <= -1500);
    CHECK (events[0].at ("args").at ("detail") == -1);
}

TEST_CASE ("every thread has its own row, also when threads follow each other", "[telemetry]")
{
    constexpr int numThreads = 20, spansEach = 50;
    Trace trace (true);
    const auto work = [&] (int index)
    {
        trace.nameThread ("worker " + std::to_string (index));
        for (int span = 0; span < spansEach; ++span)
            TraceSpan (trace, "work", index);
    };
    // Half of the threads run at once, half one after another, so that the system reuses thread
    // ids.
    std::vector<std::thread> threads;
    for (int index = 0; index < numThreads / 2; ++index)
        threads.emplace_back (work, index);
    for (auto& thread : threads)
        thread.join ();
    for (int index = numThreads / 2; index < numThreads; ++index)
        std::thread (work, index).join ();

    const auto names = threadNamesOf (trace);
    CHECK (names.size () == numThreads);
    const auto events = eventsOf (trace, "work");
    CHECK (events.size () == numThreads * spansEach);
    for (const auto& event : events)
        REQUIRE (names.at (event.at ("tid")) ==
                 "worker " + std::to_string (event.at ("args").at ("detail").get<int> ()));
}

TEST_CASE ("several traces do not mix, nor does one where another one lay", "[telemetry]")
{
    std::optional<Trace> first (std::in_place, true);
    Trace second (true);
    for (int turn = 0; turn < 3; ++turn)
    {
        TraceSpan (*first, "first");
        TraceSpan (second, "second");
    }
    CHECK (eventsOf (*first, "first").size () == 3);
    CHECK (eventsOf (*first, "second").empty ());
    CHECK (eventsOf (second, "second").size () == 3);

    for (int life = 0; life < 10; ++life)
    {
        first.emplace (true);
        TraceSpan (*first, "again");
        CHECK (eventsOf (*first, "again").size () == 1);
        CHECK (threadNamesOf (*first).size () == 1);
    }
    CHECK (eventsOf (second, "again").empty ());
}

TEST_CASE ("any bytes become a JSON string that parses", "[telemetry]")
{
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; ++second)
        {
            const std::string bytes {static_cast<char> (first), static_cast<char> (second), 'x'};
            std::string json;
            appendJsonString (json, bytes);
            const auto parsed = Json::parse (json).get<std::string> ();
            if (first < 0x80 && second < 0x80)
                REQUIRE (parsed == bytes);
            REQUIRE (parsed.back () == 'x');
        }

    std::string json;
    appendJsonString (json, "\xF0\x9F\x8E\xB5 \xE2\x82\xAC \xC3\xA9 \xED\xA0\x80 \xC0\xAF");
    CHECK (Json::parse (json).get<std::string> ().substr (0, 11) ==
           "\xF0\x9F\x8E\xB5 \xE2\x82\xAC \xC3\xA9");
}

TEST_CASE ("every phase has a name of its own", "[telemetry]")
{
    std::map<std::string, int> names;
    for (auto phase : {BatchPhase::listing, BatchPhase::planning, BatchPhase::extracting,
                       BatchPhase::sealing, BatchPhase::verifying, BatchPhase::measuring,
                       BatchPhase::comparing, BatchPhase::exporting, BatchPhase::done})
        ++names[phaseName (phase)];
    CHECK (names.size () == 9);
}
