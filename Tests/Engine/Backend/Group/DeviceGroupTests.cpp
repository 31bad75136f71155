// Several emulated GPUs as one backend.
#include "Engine/Backend/Choice/OpenDevices.h"
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Group/DeviceGroup.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"
#include "Tests/Support/Gpu/GpuEmulation.h"
#include "Tests/Support/Gpu/VariantRig.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <set>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kNumBatches = 24;
constexpr const char* kPreset = "kaldi-mfcc";

struct Group
{
    std::vector<std::shared_ptr<EmulationRecord>> records;
    std::vector<std::shared_ptr<CallRecord>> calls;
    std::unique_ptr<Backend> backend;
};

EmulationOptions optionsOf (int index)
{
    EmulationOptions options;
    options.runsLate = true;
    options.seed = static_cast<unsigned> (index) + 1;
    options.index = index;
    return options;
}

/** fault: of the device with the number faulty. */
Group groupOf (int numDevices, int faulty = -1, const DeviceFault& fault = {},
               std::size_t bytesOfFaulty = std::size_t {16} << 20, bool isFixed = true)
{
    Group group;
    std::vector<std::unique_ptr<Backend>> members;
    for (int i = 0; i < numDevices; ++i)
    {
        group.records.push_back (std::make_shared<EmulationRecord> ());
        group.calls.push_back (std::make_shared<CallRecord> ());
        EmulationOptions options = optionsOf (i);
        if (i == faulty)
            options.totalBytes = bytesOfFaulty;
        std::unique_ptr<gpu::Device> device =
            std::make_unique<EmulatedDevice> (options, group.records.back ());
        if (i == faulty && fault.index >= 0)
            device =
                std::make_unique<FaultyDevice> (std::move (device), fault, group.calls.back ());
        members.push_back (gpu::makeGpuBackend (std::move (device), fusedOptions ()));
    }
    group.backend = std::make_unique<DeviceGroup> (std::move (members), "cuda:0", "", isFixed);
    return group;
}

struct KnownWork
{
    MelSpec spec = findPreset (kPreset)->spec;
    int rateHz = 16000;
    TestSignal signal = broadbandSignal (4001, 4);
    std::vector<std::byte> whole = computeWhole (*emulateGpu ({}).backend, spec, rateHz, signal);
};

struct Outcome
{
    int numRight = 0, numLost = 0, numOutOfMemory = 0;
    bool isClean = true; ///< failed batches are unchanged or right
};

Outcome runOn (Backend& backend, const KnownWork& work)
{
    Outcome outcome;
    const auto count = [&outcome] (const Error& error)
    {
        outcome.numLost += error.code == ErrorCode::deviceLost;
        outcome.numOutOfMemory += error.code == ErrorCode::outOfMemory;
    };
    RandomBatches batches (work.spec, work.rateHz, work.signal, kNumBatches, 3);
    auto plan = batches.plan (backend);
    if (! plan)
    {
        count (plan.error ());
        return outcome;
    }
    batches.submit (**plan);
    for (std::size_t i = batches.size (); i-- > 0;)
    {
        const auto done = (*plan)->wait (batches.ticket (i));
        const bool isRight = batches.isRight (i, work.whole);
        if (done)
            outcome.numRight += isRight;
        else
            count (done.error ());
        outcome.isClean &= isRight || (! done && batches.isUntouched (i));
    }
    return outcome;
}

class Heard final : public WorkObserver
{
public:
    void nameThread (const std::string& name) override
    {
        const std::lock_guard lock (mutex_);
        threads.insert (name);
    }
    void record (const char*, std::chrono::steady_clock::time_point, std::int64_t) override {}
    void worked (const DeviceWork& work) override
    {
        const std::lock_guard lock (mutex_);
        tracks.insert (std::to_string (work.device) + " " + work.track);
    }
    std::set<std::string> threads, tracks;

private:
    std::mutex mutex_;
};

void checkLeftClean (Group& group)
{
    group.backend.reset ();
    for (const auto& record : group.records)
    {
        CHECK (record->liveObjects == 0);
        CHECK (record->misuse == std::vector<std::string> {});
    }
}
} // namespace

TEST_CASE ("rows have the same bits on one, two and three devices, and each device has work",
           "[cuda][group]")
{
    const KnownWork work;
    const int numDevices = GENERATE (1, 2, 3);
    auto group = groupOf (numDevices);
    CHECK (group.backend->concurrency () == 3 * numDevices);
    CHECK (group.backend->devices ().size () == static_cast<std::size_t> (numDevices));
    std::vector<int> before;
    REQUIRE (group.backend->variantOf (work.spec, work.rateHz));
    for (const auto& record : group.records)
        before.push_back (record->graphLaunches);
    const auto outcome = runOn (*group.backend, work);
    CHECK (outcome.numRight == kNumBatches);
    for (std::size_t i = 0; i < group.records.size (); ++i)
        CHECK (group.records[i]->graphLaunches > before[i]);
    checkLeftClean (group);
}

TEST_CASE ("statistics of a signal have the same bits, wherever its pieces are computed",
           "[cuda][group]")
{
    const MelSpec spec = findPreset ("whisper-openai-80")->spec;
    const auto signal = broadbandSignal (60001, 5);
    const auto whole = computeWhole (*emulateGpu ({}).backend, spec, 16000, signal);
    auto group = groupOf (2);
    std::mt19937 random (7);
    CHECK (computeInPieces (*group.backend, spec, 16000, signal, random) == whole);
    checkLeftClean (group);
}

TEST_CASE ("slabs lie near the devices in turn, both memories of a slab near the same one",
           "[cuda][group]")
{
    auto group = groupOf (3);
    {
        std::vector<SlabPair> slabs;
        for (int i = 0; i < 6; ++i)
        {
            auto slab = group.backend->allocateSlab (1000, 2000);
            REQUIRE (slab);
            CHECK (slab->input->bytes () == 1000);
            CHECK (slab->output->bytes () == 2000);
            slabs.push_back (*std::move (slab));
        }
        for (const auto& record : group.records)
            CHECK (record->liveObjects == 4);
    }
    checkLeftClean (group);
}

TEST_CASE ("the home of memory is known while it lives", "[group]")
{
    SlabHomes homes;
    std::vector<std::byte> memory (300);
    homes.add (memory.data (), 100, 0);
    homes.add (memory.data () + 100, 100, 1);
    CHECK (homes.of (memory.data ()) == 0);
    CHECK (homes.of (memory.data () + 99) == 0);
    CHECK (homes.of (memory.data () + 100) == 1);
    CHECK_FALSE (homes.of (memory.data () + 200));
    homes.remove (memory.data ());
    CHECK_FALSE (homes.of (memory.data () + 50));
    CHECK (homes.of (memory.data () + 150) == 1);
}

TEST_CASE ("a device without memory takes no work, and the rows are the same", "[cuda][group]")
{
    const KnownWork work;
    auto group = groupOf (3, 1, {{}, -1, ErrorCode::outOfMemory}, 1 << 10);
    const auto outcome = runOn (*group.backend, work);
    CHECK (outcome.numRight == kNumBatches);
    const auto parts = group.backend->devices ();
    CHECK (parts[0].leftOut.empty ());
    CHECK_FALSE (parts[1].leftOut.empty ());
    CHECK (parts[2].leftOut.empty ());
    checkLeftClean (group);

    auto alone = groupOf (1, 0, {{}, -1, ErrorCode::outOfMemory}, 1 << 10);
    CHECK (runOn (*alone.backend, work).numOutOfMemory == 1);
    checkLeftClean (alone);
}

TEST_CASE ("devices that are left out have no slabs and no work, and the rows are the same",
           "[cuda][group]")
{
    const KnownWork work;
    auto group = groupOf (3, -1, {}, 0, false);
    REQUIRE (group.backend->variantOf (work.spec, work.rateHz));
    CHECK_FALSE (group.backend->leaveOutFrom (3, "no more than these"));
    CHECK (group.backend->leaveOutFrom (1, "one is enough"));
    CHECK (group.backend->concurrency () == 3);
    std::vector<int> launches, objects;
    for (const auto& record : group.records)
    {
        launches.push_back (record->graphLaunches);
        objects.push_back (record->liveObjects);
    }
    {
        std::vector<SlabPair> slabs;
        for (int i = 0; i < 3; ++i)
            slabs.push_back (*group.backend->allocateSlab (1000, 2000));
        CHECK (group.records[0]->liveObjects == objects[0] + 6);
    }
    CHECK (runOn (*group.backend, work).numRight == kNumBatches);
    CHECK (group.records[0]->graphLaunches > launches[0]);
    for (const std::size_t i : {1, 2})
    {
        CHECK (group.records[i]->graphLaunches == launches[i]);
        CHECK (group.records[i]->liveObjects == objects[i]);
        CHECK (group.backend->devices ()[i].leftOut == "one is enough");
    }
    CHECK (group.backend->devices ()[0].leftOut.empty ());
    checkLeftClean (group);
}

TEST_CASE ("named devices are not left out, and a device that was comes back if the others have no "
           "memory",
           "[cuda][group]")
{
    const KnownWork work;
    auto named = groupOf (2);
    CHECK_FALSE (named.backend->leaveOutFrom (1, "one is enough"));
    CHECK (named.backend->devices ()[1].leftOut.empty ());

    auto group = groupOf (2, 0, {{}, -1, ErrorCode::outOfMemory}, 1 << 10, false);
    CHECK (group.backend->leaveOutFrom (1, "one is enough"));
    CHECK (runOn (*group.backend, work).numRight == kNumBatches);
    CHECK_FALSE (group.backend->devices ()[0].leftOut.empty ());
    CHECK (group.backend->devices ()[1].leftOut.empty ());
    checkLeftClean (group);
}

TEST_CASE ("out of memory at the i-th allocation of one device: all rows, or a clean error",
           "[cuda][group][faults]")
{
    const KnownWork work;
    int index = 0;
    for (; index < 400; ++index)
    {
        INFO ("allocation " << index);
        auto group = groupOf (2, index % 2, {DeviceCall::allocate, index, ErrorCode::outOfMemory});
        const auto outcome = runOn (*group.backend, work);
        CHECK (outcome.numRight == kNumBatches);
        const bool hasFailed = group.calls[static_cast<std::size_t> (index % 2)]->hasFailed;
        checkLeftClean (group);
        if (! hasFailed)
            break;
    }
    CHECK (index > 2);
    CHECK (index < 400);
}

TEST_CASE ("a device that is lost at any call: no row of it is written, and the group says which",
           "[cuda][group][faults]")
{
    const KnownWork work;
    bool hasLostBatches = false;
    int index = 0;
    for (; index < 4000; index += 7)
    {
        INFO ("call " << index);
        auto group = groupOf (2, 1, {std::nullopt, index, ErrorCode::deviceLost});
        const auto outcome = runOn (*group.backend, work);
        CHECK (outcome.isClean);
        CHECK (outcome.numOutOfMemory == 0);
        const bool hasFailed = group.calls[1]->hasFailed;
        if (outcome.numLost > 0)
        {
            const auto parts = group.backend->devices ();
            CHECK_FALSE (parts[0].isLost);
            CHECK (parts[1].isLost);
        }
        hasLostBatches |= outcome.numLost > 1;
        group.backend.reset ();
        if (! hasFailed)
            break;
    }
    CHECK (hasLostBatches);
    CHECK (index < 4000);
}

TEST_CASE ("a device is not used with a variant that does not agree on it", "[cuda][group]")
{
    const MelSpec spec = findPreset ("whisper-openai-80")->spec;
    std::vector<std::unique_ptr<Backend>> members;
    for (int i = 0; i < 2; ++i)
    {
        EmulationOptions options;
        options.index = i;
        auto isWrong = [i] (const gpu::FusedProgram& fused)
        { return i == 1 && fused.framesPerTile == 32; };
        members.push_back (gpu::makeGpuBackend (
            std::make_unique<LimitedDevice> (options, allShapes (), isWrong), fusedOptions ()));
    }
    DeviceGroup group (std::move (members), "cuda:0");
    const auto variant = group.variantOf (spec, 16000);
    REQUIRE_FALSE (variant);
    CHECK (variant.error ().code == ErrorCode::deviceUnavailable);
    for (const char* const word : {"cuda:0", "cuda:1", "fused-20x10-t32", "--devices"})
        CHECK (variant.error ().message.find (word) != std::string::npos);
    const auto plan = group.planMel (spec, 16000, {100000, 100000, 4});
    REQUIRE_FALSE (plan);
    CHECK (plan.error ().code == ErrorCode::deviceUnavailable);
    CHECK (group.pinVariant (spec, 16000, "fused-20x10-t32").error ().code == ErrorCode::otherPlan);
}

TEST_CASE ("an observer hears of each device under its own name", "[cuda][group]")
{
    Heard heard;
    const KnownWork work;
    auto group = groupOf (2);
    group.backend->observe (&heard);
    CHECK (runOn (*group.backend, work).numRight == kNumBatches);
    group.backend->observe (nullptr);
    CHECK (heard.tracks == std::set<std::string> {"0 cuda:0 copy in", "0 cuda:0 compute",
                                                  "0 cuda:0 copy out", "1 cuda:1 copy in",
                                                  "1 cuda:1 compute", "1 cuda:1 copy out"});
    CHECK (heard.threads == std::set<std::string> {"device cuda:0", "device cuda:1"});
    checkLeftClean (group);
}

TEST_CASE ("all GPUs of this machine together compute the bits of one", "[gpu][group]")
{
    if (cudaBackends ().empty ()) // reported as skipped
        return;
    BackendChoice choice;
    choice.kind = BackendChoice::Kind::gpu;
    choice.devices = DeviceList {};
    auto group = openBackend (choice);
    REQUIRE (group);
    const auto up = (*group)->ready ();
    INFO ((up ? "" : up.error ().message));
    REQUIRE (up);
    const auto parts = (*group)->devices ();
    if (parts.size () < 2)
        skipPart ("rows of several GPUs: this machine has one");
    for (const char* const preset : {"whisper-openai-80", "librosa-db", "kaldi-mfcc", "leak-fine"})
    {
        INFO (preset);
        const auto found = findPreset (preset);
        REQUIRE (found);
        const int rateHz = found->spec.rateHz.value_or (16000);
        const auto signal = broadbandSignal (40 * rateHz + 17, 6);
        const auto variant = (*group)->variantOf (found->spec, rateHz);
        REQUIRE (variant);
        const auto one = openCuda (gpu::MelVariant::automatic);
        REQUIRE (one->pinVariant (found->spec, rateHz, *variant));
        const auto whole = computeWhole (*one, found->spec, rateHz, signal);
        Heard heard;
        (*group)->observe (&heard);
        for (const unsigned seed : {1U, 2U, 3U})
        {
            std::mt19937 random (seed);
            CHECK (computeInPieces (**group, found->spec, rateHz, signal, random) == whole);
        }
        (*group)->observe (nullptr);
        CHECK (heard.tracks.size () >= 3 * std::min<std::size_t> (2, parts.size ()));
    }
}

TEST_CASE ("devices of two kinds or drivers are refused, and both are named", "[group]")
{
    CHECK (checkOneKind ({}).ok ());
    CHECK (
        checkOneKind ({{"cuda:0", "NVIDIA H200", "580"}, {"cuda:1", "NVIDIA H200", "580"}}).ok ());
    const auto kinds =
        checkOneKind ({{"cuda:0", "NVIDIA H200", "580"}, {"cuda:5", "NVIDIA H100", "580"}});
    REQUIRE_FALSE (kinds);
    CHECK (kinds.error ().code == ErrorCode::badUsage);
    for (const char* const word : {"--devices", "cuda:0", "NVIDIA H200", "cuda:5", "NVIDIA H100"})
        CHECK (kinds.error ().message.find (word) != std::string::npos);
    const auto drivers =
        checkOneKind ({{"cuda:0", "NVIDIA H200", "580"}, {"cuda:1", "NVIDIA H200", "570"}});
    REQUIRE_FALSE (drivers);
    CHECK (drivers.error ().message.find ("570") != std::string::npos);
}

TEST_CASE ("the devices that --devices all would use", "[group]")
{
    using Kind = BackendChoice::Kind;
    const DeviceListing cpu {"cpu", "CPU", true, Kind::cpu, 0},
        first {"cuda:0", "H", true, Kind::gpu, 0, "NVIDIA H200", "580"},
        second {"cuda:1", "H", true, Kind::gpu, 1, "NVIDIA H200", "580"},
        busy {"cuda:2", "busy", false, Kind::gpu, 2},
        other {"cuda:3", "A", true, Kind::gpu, 3, "NVIDIA A100", "580"};
    CHECK (allDevicesText ({cpu, first, second}) ==
           "--devices all would use cuda:0 and cuda:1, NVIDIA H200");
    CHECK (allDevicesText ({cpu, first, busy}) ==
           "--devices all would use cuda:0, NVIDIA H200, and leave out cuda:2");
    CHECK (allDevicesText ({cpu, busy}) == "--devices all would be refused: no GPU is usable");
    CHECK (allDevicesText ({cpu, first, other})
               .starts_with ("--devices all would be refused: cuda:0 is NVIDIA H200, but cuda:3 is "
                             "NVIDIA A100"));
}
