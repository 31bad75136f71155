// Batch runs on a device that is missing, runs out of memory or is lost during the run.
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/ForwardingBackend.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
constexpr int kNumFiles = 30;

void writeAudio (const TemporaryFolder& folder)
{
    fs::create_directories (folder.file ("in"));
    for (int i = 0; i < kNumFiles; ++i)
        folder.write ("in/" + std::to_string (i) + ".wav",
                      chirpWav (16000, 16000 + i, static_cast<unsigned> (i)));
}

Result<BatchOutcome> runOn (Backend& backend, const TemporaryFolder& folder, const std::string& out)
{
    RunSettings settings;
    settings.backend = &backend;
    return runWith (batchOptions (folder.file ("in"), folder.file (out), "torchaudio"), settings);
}

class AbsentBackend final : public ForwardingBackend
{
public:
    AbsentBackend () : ForwardingBackend (1) {}
    Result<void> ready () override
    {
        return Error {ErrorCode::deviceUnavailable, "no device is there", {}};
    }
};

/** A backend that is lost in the middle of its n-th piece of work. */
class LostBackend final : public ForwardingBackend
{
public:
    explicit LostBackend (int numSound) : ForwardingBackend (2), left_ (numSound) {}

    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        class LostPlan final : public ForwardingPlan
        {
        public:
            LostPlan (std::unique_ptr<MelPlan> plan, std::atomic<int>& left)
                : ForwardingPlan (std::move (plan)), left_ (left)
            {
            }
            Result<void> wait (Ticket ticket) override
            {
                auto done = ForwardingPlan::wait (ticket);
                if (--left_ >= 0)
                    return done;
                return Error {ErrorCode::deviceLost, "the device is gone", {}};
            }

        private:
            std::atomic<int>& left_;
        };
        auto plan = ForwardingBackend::planMel (spec, rateHz, capacity);
        if (! plan)
            return plan;
        return std::unique_ptr<MelPlan> (std::make_unique<LostPlan> (std::move (*plan), left_));
    }

private:
    std::atomic<int> left_;
};

/** A backend with memory for n allocations. */
class ScantBackend final : public ForwardingBackend
{
public:
    explicit ScantBackend (int numAllocations) : ForwardingBackend (2), left_ (numAllocations) {}

    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        if (--left_ < 0)
            return Error {ErrorCode::outOfMemory, "no memory can be pinned", {}};
        return ForwardingBackend::allocate (bytes);
    }

private:
    std::atomic<int> left_;
};
} // namespace

TEST_CASE ("a device that is not there ends the run before anything is written",
           "[batch][device][faults]")
{
    TemporaryFolder folder;
    writeAudio (folder);
    AbsentBackend backend;
    const auto outcome = runOn (backend, folder, "out");
    REQUIRE_FALSE (outcome.ok ());
    CHECK (outcome.error ().code == ErrorCode::deviceUnavailable);
    CHECK_FALSE (fs::exists (folder.file ("out")));
}

TEST_CASE ("a device that is lost on the way leaves nothing under a final name, and the run can be "
           "done again",
           "[batch][device][faults]")
{
    TemporaryFolder folder;
    writeAudio (folder);
    LostBackend backend (GENERATE (0, 1, 7));
    const auto lost = runOn (backend, folder, "out");
    REQUIRE_FALSE (lost.ok ());
    CHECK (lost.error ().code == ErrorCode::deviceLost);
    for (const auto& [name, bytes] : contentsOf (folder.file ("out")))
    {
        INFO (name);
        CHECK ((name == "plan.json" || name == "journal.bin" || name.ends_with (".part")));
    }
    ForwardingBackend sound (2);
    REQUIRE (failureOf (runOn (sound, folder, "out")) == "");
    REQUIRE (failureOf (runOn (sound, folder, "undisturbed")) == "");
    CHECK (contentsOf (folder.file ("out")) == contentsOf (folder.file ("undisturbed")));
}

TEST_CASE ("where slabs run out of memory fewer go round and the bytes are the same",
           "[batch][device][faults]")
{
    TemporaryFolder folder;
    writeAudio (folder);
    ForwardingBackend sound (2);
    REQUIRE (failureOf (runOn (sound, folder, "expected")) == "");
    for (const int allowed : {0, 1})
    {
        ScantBackend none (allowed);
        const auto outcome = runOn (none, folder, "none");
        REQUIRE_FALSE (outcome.ok ());
        CHECK (outcome.error ().code == ErrorCode::outOfMemory);
    }
    // A slab takes two allocations, and the second reader may take one in between.
    ScantBackend few (GENERATE (4, 5, 7));
    const auto outcome = runOn (few, folder, "few");
    REQUIRE (failureOf (outcome) == "");
    CHECK (contentsOf (folder.file ("few")) == contentsOf (folder.file ("expected")));
}

TEST_CASE ("rows are verified on the kind of device that made them", "[batch][verify]")
{
    class ElsewhereBackend final : public ForwardingBackend
    {
    public:
        explicit ElsewhereBackend (std::string device)
            : ForwardingBackend (2), device_ (std::move (device))
        {
        }
        std::string name () const override { return "cuda:1"; }
        std::string deviceName () const override { return device_; }
        Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                                  const MelCapacity& capacity) override
        {
            MelSpec other = spec; // other bits than the CPU's
            other.sampleScale *= 0.5;
            return ForwardingBackend::planMel (other, rateHz, capacity);
        }

    private:
        std::string device_;
    };
    const auto verify = [] (const std::string& folder, Backend& backend)
    {
        static const std::atomic<bool> kNever {false};
        BatchCounters counters;
        Trace trace (false);
        return verifyDataset ({folder}, {posixStorage (), backend, counters, trace, kNever});
    };
    TemporaryFolder folder;
    writeAudio (folder);
    const auto cpu = std::move (*makeCpuBackend (2));
    ElsewhereBackend gpu ("a GPU"), otherGpu ("another GPU");
    REQUIRE (failureOf (runOn (*cpu, folder, "by-cpu")) == "");
    REQUIRE (failureOf (runOn (gpu, folder, "by-gpu")) == "");
    const auto expect = [&] (const std::string& name, Backend& backend, bool isComputed)
    {
        const auto report = verify (folder.file (name), backend);
        INFO (name << " on " << backend.deviceName () << ": " << failureOf (report));
        REQUIRE (report);
        CHECK (report->faults.empty ());
        CHECK ((report->numRecomputed > 0) == isComputed);
        CHECK ((report->numElsewhere > 0) == ! isComputed);
    };
    expect ("by-cpu", *cpu, true);
    expect ("by-cpu", gpu, true);
    expect ("by-gpu", gpu, true);
    expect ("by-gpu", *cpu, false);
    expect ("by-gpu", otherGpu, false);
}
