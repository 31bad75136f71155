// What ProcessorTime counts: the work of threads, and not their waits.
#include "Engine/Backend/ProcessorTime.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Timing.h"

#include <thread>

namespace melstrom::testing
{

namespace
{
constexpr double kWorkSeconds = 0.05;

void work ()
{
    const double begin = threadSeconds ();
    while (threadSeconds () < begin + kWorkSeconds)
    {
    }
}
} // namespace

TEST_CASE ("the processor time of observed threads counts work and no waits", "[backend]")
{
    ProcessorTime time;
    const auto run = [&time]
    {
        const auto start = std::chrono::steady_clock::now ();
        for (int piece = 0; piece < 2; ++piece)
        {
            work ();
            time.record ("compute", start, 1);
            std::this_thread::sleep_for (std::chrono::milliseconds (200));
            time.record ("compute", start, 1);
        }
    };
    std::thread first (run), second (run);
    first.join ();
    second.join ();
    CHECK (time.seconds () >= 4 * kWorkSeconds);
    CHECK (time.seconds () < 4 * kWorkSeconds + 0.1); // 0.8 s were waits
}

TEST_CASE ("a CPU backend that is observed adds its threads' time", "[backend]")
{
    ProcessorTime time;
    const auto backend = *makeCpuBackend (2);
    backend->observe (&time);
    const MelSpec spec;
    constexpr int kRateHz = 16000, kSamples = 30 * kRateHz;
    const auto geometry = *geometryAt (spec, kRateHz);
    const auto numRows = geometry.numRows (kSamples);
    const auto outputBytes = static_cast<std::size_t> (numRows * geometry.rowBytes ());
    const auto input = *backend->allocate (kSamples * sizeof (float));
    const auto output = *backend->allocate (outputBytes);
    std::fill_n (reinterpret_cast<float*> (input->data ()), kSamples, 0.1f);
    const auto plan = *backend->planMel (spec, kRateHz, {input->bytes (), outputBytes, 1});
    MelSpan span;
    span.numRows = numRows;
    span.numSamples = span.signalSamples = kSamples;
    span.format = SampleFormat::float32;
    const double before = processSeconds ();
    REQUIRE (plan->wait (plan->submit ({input->data (), output->data (), {&span, 1}})).ok ());
    const double all = processSeconds () - before;
    CHECK (time.seconds () > 0);
    CHECK (time.seconds () < all + 0.01);
}

} // namespace melstrom::testing
