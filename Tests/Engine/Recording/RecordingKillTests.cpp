// A process that records and is ended by SIGKILL.
#include "Engine/Recording/Recorder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/ChildProcess.h"
#include "Tests/Support/Recording/RecordedSignal.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Storage/Random.h"
#include "Tests/Support/TemporaryFolder.h"

#include <atomic>
#include <chrono>
#include <new>
#include <sys/mman.h>

namespace melstrom::testing
{
namespace
{

using namespace std::chrono_literals;

/** A number in memory of this process and its children. */
class SharedCount
{
public:
    SharedCount ()
        : memory_ (mmap (nullptr, sizeof (std::atomic<std::int64_t>), PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0))
    {
        REQUIRE (memory_ != MAP_FAILED);
        count_ = new (memory_) std::atomic<std::int64_t> (0);
    }
    ~SharedCount () { munmap (memory_, sizeof (std::atomic<std::int64_t>)); }
    SharedCount (const SharedCount&) = delete;
    SharedCount& operator= (const SharedCount&) = delete;
    std::atomic<std::int64_t>& operator* () noexcept { return *count_; }

private:
    void* memory_;
    std::atomic<std::int64_t>* count_ = nullptr;
};

/** The child: an audio thread in real time, with a gap each second. */
[[noreturn]] void recordForever (const std::string& path, const RecordingSpec& spec,
                                 std::atomic<std::int64_t>& numWritten)
{
    auto recorder = Recorder::start (posixStorage (), path, spec);
    if (! recorder)
        _exit (1);
    const int blockSamples = spec.rateHz / 100;
    SignalBlock block (spec.numChannels, blockSamples);
    auto next = std::chrono::steady_clock::now ();
    for (std::int64_t number = 0;; ++number)
    {
        const auto position = number * blockSamples;
        block.fill (position);
        numWritten = position + blockSamples; // before the writer can have them
        if (number % 100 != 50)
            (*recorder)->write (block.pointers (), blockSamples, position);
        std::this_thread::sleep_until (next += 10ms);
    }
}

/** The gaps of recordForever before a position. */
std::vector<RecordingGap> gapsUntil (std::int64_t position, int rateHz)
{
    std::vector<RecordingGap> gaps;
    for (std::int64_t at = rateHz / 2; at < position; at += rateHz)
        gaps.push_back ({at, rateHz / 100, GapReason::device});
    return gaps;
}

} // namespace

TEST_CASE ("a recording ended by SIGKILL lacks less than its last second", "[recorder]")
{
    if (! canFork ())
        return skipTest ("a fork cannot start a thread under this sanitizer");
    const auto spec = GENERATE (RecordingSpec {48000, 2, RecordingFormat::wav24},
                                RecordingSpec {192000, 8, RecordingFormat::wav24},
                                RecordingSpec {44100, 1, RecordingFormat::wavFloat},
                                RecordingSpec {8000, 1, RecordingFormat::flac24},
                                RecordingSpec {16000, 2, RecordingFormat::flac24},
                                RecordingSpec {192000, 8, RecordingFormat::flac24});
    constexpr std::uint64_t kSeed = 20261123;
    Random random (kSeed + static_cast<std::uint64_t> (spec.rateHz * 10 + spec.numChannels));
    int numChecked = 0;
    for (int round = 0; round < 4; ++round)
    {
        const TemporaryFolder folder;
        const auto path = folder.file ("a");
        SharedCount numWritten;
        const auto lifetime = std::chrono::milliseconds (700 + random.below (1300));
        INFO (spec.rateHz << " Hz, " << spec.numChannels << " channels, format "
                          << static_cast<int> (spec.format) << ", " << lifetime.count () << " ms");
        const auto status = statusOfFork ([&] { recordForever (path, spec, *numWritten); },
                                          lifetime); // which kills
        REQUIRE_FALSE (status.has_value ());
        const std::int64_t written = *numWritten;
        if (written < spec.rateHz / 2) // the machine was busy; there need not be a sample
            continue;
        ++numChecked;
        const auto read = readRecording (posixStorage (), path);
        CHECK (read.rateHz == spec.rateHz);
        CHECK (read.numChannels == spec.numChannels);
        CHECK (read.numSamples <= written);
        CHECK (read.numSamples >= written - spec.rateHz);
        CHECK (firstWrongSample (read, gapsUntil (read.numSamples, spec.rateHz)) == -1);
    }
    CHECK (numChecked > 0);
}

} // namespace melstrom::testing
