// A fault of the GPU at one call after the other, on an emulated GPU: G2, G3 and G4 of the design.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/GpuEmulation.h"
#include "Tests/Support/Timing.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kNumBatches = 6;
constexpr int kMostFaults = 2000; ///< more calls than any of these runs

/** A signal and its correct rows. */
struct KnownWork
{
    MelSpec spec;
    int rateHz = 16000;
    TestSignal signal;
    std::vector<std::byte> whole;

    KnownWork (const std::string& preset, std::int64_t numSamples,
               const gpu::GpuOptions& options = fusedOptions ())
        : spec (findPreset (preset)->spec), rateHz (spec.rateHz.value_or (16000)),
          signal (broadbandSignal (numSamples, 4)),
          whole (computeWhole (*emulateGpu ({}, options).backend, spec, rateHz, signal))
    {
    }
};

/** Result of a run. */
struct Outcome
{
    int numRight = 0, numLost = 0, numOutOfMemory = 0;
    bool isClean = true; ///< every batch is correct, or failed with its output unchanged or correct
    void count (const Error& error)
    {
        numLost += error.code == ErrorCode::deviceLost;
        numOutOfMemory += error.code == ErrorCode::outOfMemory;
        isClean &= error.code == ErrorCode::deviceLost || error.code == ErrorCode::outOfMemory;
    }
};

Outcome runOn (Backend& backend, const KnownWork& work)
{
    Outcome outcome;
    RandomBatches batches (work.spec, work.rateHz, work.signal, kNumBatches, 3);
    auto slab = backend.allocate (1000);
    auto plan = batches.plan (backend);
    if (! slab || ! plan)
    {
        outcome.count (slab ? plan.error () : slab.error ());
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
            outcome.count (done.error ());
        outcome.isClean &= isRight || (! done && batches.isUntouched (i));
    }
    return outcome;
}

void checkLeftClean (GpuEmulation& emulation)
{
    emulation.backend.reset ();
    CHECK (emulation.record->liveObjects == 0);
    CHECK (emulation.record->misuse == std::vector<std::string> {});
}
} // namespace

TEST_CASE ("out of memory at the i-th allocation: fewer slabs in flight or a clean error",
           "[cuda][faults]")
{
    const KnownWork work ("kaldi-mfcc", 4001);
    const auto call = GENERATE (DeviceCall::allocate, DeviceCall::allocatePinned);
    int numGoneOn = 0, numRefused = 0;
    for (int index = 0; index < kMostFaults; ++index)
    {
        INFO ("allocation " << index);
        auto emulation = emulateFaultyGpu ({call, index, ErrorCode::outOfMemory});
        const Outcome outcome = runOn (*emulation.backend, work);
        checkLeftClean (emulation);
        CHECK (outcome.isClean);
        CHECK (outcome.numLost == 0);
        if (! emulation.calls->hasFailed)
            break;
        numGoneOn += outcome.numRight == kNumBatches;
        numRefused += outcome.numOutOfMemory == 1 && outcome.numRight == 0;
        CHECK (numGoneOn + numRefused == index + 1);
    }
    CHECK (numGoneOn > 0);
    CHECK (numRefused > 0);
}

TEST_CASE ("out of memory at the i-th call of any kind is an error of one batch or of the plan",
           "[cuda][faults]")
{
    const auto variant = GENERATE (gpu::MelVariant::fused, gpu::MelVariant::cufft);
    const bool isFused = variant == gpu::MelVariant::fused;
    auto options = fusedOptions ();
    options.variant = variant;
    const KnownWork work (isFused ? "librosa-db" : "leak-fine", isFused ? 30001 : 4001, options);
    int index = 0;
    for (bool goesOn = true; goesOn && index < kMostFaults; ++index)
    {
        INFO ("call " << index);
        auto emulation = emulateFaultyGpu ({std::nullopt, index, ErrorCode::outOfMemory}, options);
        const Outcome outcome = runOn (*emulation.backend, work);
        checkLeftClean (emulation);
        CHECK (outcome.isClean);
        // A batch that failed half-way leaves no objects behind. (Timing of fused shapes may leave
        // some.)
        if (! isFused && outcome.numRight > 0 && outcome.numLost == 0)
            CHECK (emulation.record->workDropped == 0);
        goesOn = emulation.calls->hasFailed;
    }
    CHECK (index > 100);
}

TEST_CASE ("the device lost at the i-th call of each kind: nothing of it is handed out as rows",
           "[cuda][faults]")
{
    const auto& preset = GENERATE (as<std::string> {}, "kaldi-mfcc", "leak", "librosa-db");
    const KnownWork work (preset, preset == "librosa-db" ? 30001 : 4001);
    for (int kind = 0; kind < kNumDeviceCalls; ++kind)
        for (int index = 0; index < kMostFaults; ++index)
        {
            INFO (preset << ", kind " << kind << ", call " << index);
            auto emulation = emulateFaultyGpu ({static_cast<DeviceCall> (kind), index});
            const Outcome outcome = runOn (*emulation.backend, work);
            CHECK (outcome.isClean);
            CHECK (outcome.numOutOfMemory == 0);
            if (! emulation.calls->hasFailed)
            {
                CHECK (outcome.numRight == kNumBatches);
                break;
            }
            CHECK (outcome.numLost > 0);
            const auto again = emulation.backend->planMel (work.spec, work.rateHz, {1000, 1000, 1});
            REQUIRE (! again.ok ());
            CHECK (again.error ().code == ErrorCode::deviceLost);
            checkLeftClean (emulation);
        }
}

TEST_CASE ("a device lost in a pass of statistics ends every ticket", "[cuda][faults]")
{
    const MelSpec spec = findPreset ("nemo-80")->spec;
    const TestSignal signal = broadbandSignal (2 * kStatisticsFrames * 160 + 1000, 4);
    bool goesOn = true;
    int index = 0;
    for (; goesOn && index < kMostFaults; ++index)
    {
        INFO ("copy out " << index);
        std::mt19937 random (5);
        auto emulation = emulateFaultyGpu ({DeviceCall::copyOut, index});
        bool hasThrown = false;
        try
        {
            computeInPieces (*emulation.backend, spec, 16000, signal, random);
        }
        catch (const std::runtime_error&)
        {
            hasThrown = true;
        }
        goesOn = emulation.calls->hasFailed;
        CHECK (hasThrown == goesOn);
        checkLeftClean (emulation);
    }
    CHECK (index > 5);
}

namespace
{
/** A run on a device whose polls return "not done" from poll `index` on. Returns a description of
    lateness if the work itself passed the deadline before that poll. */
std::string hangAt (int index, int deadlineMs, const KnownWork& work)
{
    auto options = fusedOptions ();
    options.deadline = std::chrono::milliseconds (deadlineMs);
    DeviceFault fault {DeviceCall::isDone, index};
    fault.neverEnds = true;
    auto emulation = emulateFaultyGpu (fault, options);
    const auto start = std::chrono::steady_clock::now ();
    const Outcome outcome = runOn (*emulation.backend, work);
    const bool hasMetTheFault = emulation.calls->hasFailed;
    CHECK (outcome.numLost > 0);
    CHECK (outcome.isClean);
    const auto again = emulation.backend->planMel (work.spec, work.rateHz, {1000, 1000, 1});
    REQUIRE (! again.ok ());
    CHECK (again.error ().message.find ("did not end within") != std::string::npos);
    emulation.backend.reset ();
    CHECK (std::chrono::steady_clock::now () - start < std::chrono::seconds (60));
    return hasMetTheFault ? "" : "the work did not reach look " + std::to_string (index);
}
} // namespace

TEST_CASE ("a kernel that never ends counts as a lost device after the deadline", "[cuda][faults]")
{
    const KnownWork work ("vggish", 4001);
    for (const int index : {0, 1, 4, 9})
    {
        INFO ("look " << index);
        // On a busy machine the work itself may pass a short deadline before the failing poll.
        int deadlineMs = 6;
        CHECK (lateAfterAttempts ("a kernel that never ends",
                                  [&] { return hangAt (index, deadlineMs *= 10, work); }) == "");
    }
}

TEST_CASE ("a plan keeps within the device memory that it may take", "[cuda][faults]")
{
    const KnownWork work ("vggish", 40001);
    RandomBatches batches (work.spec, work.rateHz, work.signal, kNumBatches, 3);
    auto options = fusedOptions ();
    bool hasRun = false, wasRefused = false;
    for (std::size_t bytes = 20'000; bytes < 1'000'000; bytes += bytes / 4)
    {
        INFO (bytes << " bytes");
        options.deviceBytes = bytes;
        auto emulation = emulateGpu ({}, options);
        const Outcome outcome = runOn (*emulation.backend, work);
        CHECK (outcome.isClean);
        CHECK (emulation.record->mostDeviceBytes <= bytes);
        hasRun |= outcome.numRight == kNumBatches;
        wasRefused |= outcome.numOutOfMemory == 1;
        checkLeftClean (emulation);
    }
    CHECK (hasRun);
    CHECK (wasRefused);
}
