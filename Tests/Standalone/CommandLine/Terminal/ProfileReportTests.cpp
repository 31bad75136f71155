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
    report.extraction = Extraction {2, 1, 1, report.totals};
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

TEST_CASE ("a share is the time at work over the time in which rows were made", "[profile]")
{
    WorkTimes times;
    CHECK_FALSE (busySharesOf (times, {{"cpu", 0, {}, {}, false, {}}}, 4));
    Extraction made {2, 4, 2, {}};
    const auto total = [&made] (Work work) -> WorkTotal&
    { return made.totals[static_cast<std::size_t> (work)]; };
    total (Work::open) = {1'000'000'000, 0, 1};
    total (Work::read) = {2'000'000'000, 0, 1};
    total (Work::decode) = {1'000'000'000, 0, 1};
    total (Work::write) = {900'000'000, 0, 1};
    total (Work::sync) = {100'000'000, 0, 1};
    times.noteExtraction (made);
    using std::chrono::milliseconds;
    times.addOnDevice (0, Work::compute, milliseconds (1800));
    times.addOnDevice (0, Work::copyIn, milliseconds (200));
    times.addOnDevice (1, Work::compute, milliseconds (1000));
    times.addOnDevice (1, Work::copyOut, milliseconds (500));
    times.addOnDevice (1, Work::write, milliseconds (500)); // no queue of a device
    const auto busy = busySharesOf (
        times, {{"cuda:0", 0, {}, {}, false, {}}, {"cuda:1", 1, {}, {}, false, {}}}, 6);
    REQUIRE (busy);
    REQUIRE (busy->rows);
    CHECK (busy->rows->readers == Approx (4.0 / (4 * 2)));
    CHECK (busy->rows->output == Approx (1.0 / (2 * 2)));
    REQUIRE (busy->devices.size () == 2);
    CHECK (busy->devices[0].compute == Approx (0.9));
    CHECK (busy->devices[0].copyIn == Approx (0.1));
    CHECK (busy->devices[1].compute == Approx (0.5));
    CHECK (busy->devices[1].copyOut == Approx (0.25));
    CHECK (busy->busiest () == "compute");

    ProfileReport report = reportOfTwoStages ();
    report.busy = busy;
    const auto text = report.text ();
    INFO (text);
    CHECK (
        mentions (text, "4 readers 50.0 %; output by 2 writers 25.0 %; cuda:0 computing 90.0 %"));
    CHECK (mentions (text, "cuda:1 computing 50.0 %, copying 0.0 % in and 25.0 % out"));
    CHECK (mentions (text, "Busiest: compute\n"));
    const auto json = nlohmann::json::parse (report.json ()).at ("busy");
    CHECK (json.at ("devices").at (1).at ("device") == "cuda:1");
    CHECK (json.at ("devices").at (1).at ("copy_out") == Approx (0.25));
    CHECK (json.at ("num_readers") == 4);
}

TEST_CASE ("a CPU is busy in all of its threads at once", "[profile]")
{
    WorkTimes times;
    times.noteExtraction ({2, 1, 1, {}});
    times.addOnDevice (0, Work::compute, std::chrono::seconds (4));
    const auto busy = busySharesOf (times, {{"cpu", 0, {}, {}, false, {}}}, 4);
    REQUIRE (busy);
    CHECK (busy->devices[0].compute == Approx (0.5));
    const std::pair<double BusyShares::Rows::*, const char*> parts[] {
        {&BusyShares::Rows::readers, "readers"}, {&BusyShares::Rows::output, "output"}};
    REQUIRE (busy->rows);
    for (const auto& [part, name] : parts)
    {
        BusyShares other = *busy;
        (*other.rows).*part = 0.6;
        CHECK (other.busiest () == name);
    }
}

TEST_CASE ("of voices the share of their thread and of the GPU beside it are shown", "[profile]")
{
    WorkTimes times;
    times.add (Work::decode, std::chrono::seconds (5), 0); // before the voices are played
    times.add (Work::compute, std::chrono::seconds (3), 100);
    times.add (Work::write, std::chrono::milliseconds (500), 100);
    times.addOnDevice (0, Work::compute, std::chrono::seconds (2));
    const auto alone = busySharesOfVoices (times, 5, "");
    CHECK (alone.text () == "Busy in the 5.00 s in which voices were played: the thread of voices "
                            "70.0 %.\n");
    const auto busy = busySharesOfVoices (times, 5, "cuda:2");
    CHECK (mentions (busy.text (), "voices 70.0 %; cuda:2 computing 40.0 %.\n"));
    const auto json = busy.json ();
    CHECK (json.at ("threads").at ("voices") == Approx (0.7));
    CHECK_FALSE (json.contains ("num_readers"));
}
