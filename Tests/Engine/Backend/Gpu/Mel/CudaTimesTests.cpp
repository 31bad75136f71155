// Times of a GPU's queues, by the events of an emulated device.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/GpuEmulation.h"

#include <map>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
class Collected final : public WorkObserver
{
public:
    void nameThread (const std::string&) override {}
    void record (const char*, std::chrono::steady_clock::time_point, std::int64_t) override {}
    void worked (const DeviceWork& work) override { works.push_back (work); }

    std::vector<DeviceWork> works;
};
} // namespace

TEST_CASE ("each batch on a GPU tells its three queues' times by events", "[cuda][emulated]")
{
    constexpr int kRateHz = 16000, kNumBatches = 7;
    const MelSpec spec = findPreset ("torchaudio")->spec;
    const TestSignal signal = broadbandSignal (40000, 3);
    EmulationOptions late;
    late.runsLate = true;
    auto emulation = emulateGpu (late);
    Collected collected;
    emulation.backend->observe (&collected);
    {
        RandomBatches batches (spec, kRateHz, signal, kNumBatches, 5);
        auto plan = batches.plan (*emulation.backend);
        REQUIRE (plan);
        collected.works.clear (); // of the checks while planning
        const auto start = std::chrono::steady_clock::now ();
        batches.submit (**plan);
        for (std::size_t i = 0; i < batches.size (); ++i)
            REQUIRE ((*plan)->wait (batches.ticket (i)));
        REQUIRE (collected.works.size () == 3 * batches.size ());
        std::map<std::string, int> tracks;
        for (const DeviceWork& work : collected.works)
        {
            REQUIRE (work.track != nullptr);
            ++tracks[work.track];
            CHECK (work.bytes > 0);
            // the emulated device's clock says a millisecond between any two events
            CHECK (std::chrono::duration<double> (work.end - work.start).count () == Approx (1e-3));
            CHECK (work.end <= std::chrono::steady_clock::now ());
            CHECK (work.end > start - std::chrono::milliseconds (2));
        }
        const auto expected = static_cast<int> (batches.size ());
        CHECK (tracks == std::map<std::string, int> {{"GPU copy in", expected},
                                                     {"GPU compute", expected},
                                                     {"GPU copy out", expected}});
    }
    emulation.backend->observe (nullptr);
    emulation.backend.reset ();
    CHECK (emulation.record->misuse == std::vector<std::string> {});
    CHECK (emulation.record->liveObjects == 0);
}
