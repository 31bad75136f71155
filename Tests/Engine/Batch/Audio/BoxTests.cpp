// Boxes: their samples, their paths, and recordings that several boxes are read from.
#include "Engine/Batch/Audio/Box.h"
#include "Engine/Batch/Audio/SharedSource.h"
#include "Tests/Support/Catch.h"

#include <limits>
#include <numeric>
#include <random>

using namespace melstrom;

namespace
{

/** Samples 0, 1, 2, ... of one channel; counts what it reads. In order it is strict, as a decoder. */
class CountingReader final : public AudioReader
{
public:
    CountingReader (std::int64_t numSamples, bool randomAccess)
    {
        info_.rateHz = 8000;
        info_.numChannels = 1;
        info_.numSamples = numSamples;
        info_.format = SampleFormat::int32;
        info_.randomAccess = randomAccess;
    }
    const AudioInfo& info () const noexcept override { return info_; }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        if (! info_.randomAccess && first != position_ && first != 0)
            return Error {ErrorCode::internalFault, "not in order", {}};
        if (first <= failsAt && failsAt < first + count)
            return Error {ErrorCode::decodeFailed, "damaged", {}};
        numRead += count;
        numStarts += first == 0 ? 1 : 0;
        position_ = first + count;
        std::iota (static_cast<std::int32_t*> (to), static_cast<std::int32_t*> (to) + count,
                   static_cast<std::int32_t> (first));
        return {};
    }

    std::int64_t numRead = 0, numStarts = 0;
    std::int64_t failsAt = std::numeric_limits<std::int64_t>::max ();

private:
    AudioInfo info_;
    std::int64_t position_ = 0;
};

/** True if the part has the samples [first, first + count), read in two pieces. */
bool isPart (const std::shared_ptr<SharedSource>& source, std::int64_t first, std::int64_t count)
{
    const auto part = partOf (source, first, count);
    if (part->info ().numSamples != count)
        return false;
    std::vector<std::int32_t> samples (static_cast<std::size_t> (count));
    const std::int64_t half = count / 2;
    if (! part->read (samples.data (), 0, half) ||
        ! part->read (samples.data () + half, half, count - half))
        return false;
    std::vector<std::int32_t> expected (samples.size ());
    std::iota (expected.begin (), expected.end (), static_cast<std::int32_t> (first));
    return samples == expected;
}

Box boxOf (double begin, double end)
{
    return {begin, end, {}, {}};
}

} // namespace

TEST_CASE ("a box has every sample that it touches", "[box]")
{
    CHECK (samplesOf (boxOf (0.5, 1.0), 16000) == BoxSamples {8000, 16000});
    CHECK (samplesOf (boxOf (1.5 / 8000, 3.5 / 8000), 8000) == BoxSamples {1, 4});
    // 4.35 * 100 is below 435, and 0.1 + 0.2 above 0.3: both mean whole samples
    CHECK (samplesOf (boxOf (4.35, 5), 100) == BoxSamples {435, 500});
    CHECK (samplesOf (boxOf (0, 0.1 + 0.2), 100) == BoxSamples {0, 30});
    CHECK (samplesOf (boxOf (0, 1e300), 8000).end == 1'000'000'000'000'000);
}

TEST_CASE ("a box ends inside of its recording, or 1 ms behind the end", "[box]")
{
    const auto inside = [] (double begin, double end) {
        return boxSamplesOf ({begin, end, {}, {}, 16000}, 8000);
    };
    CHECK (inside (1, 2) == BoxSamples {8000, 16000});
    CHECK (inside (1, 2.0009) == BoxSamples {8000, 16000});
    CHECK_FALSE (inside (1, 2.002));
    CHECK_FALSE (inside (2, 2.0005)); // it has no sample
}

TEST_CASE ("the path of a box gives its recording and its times again", "[box]")
{
    CHECK (pathOfBox ("in/a.wav", boxOf (0.00001, 86400)) == "in/a.wav#t=0.00001,86400");
    CHECK (pathOfBox ("in/a.wav", boxOf (1.5, 2.25), 3) == "in/a.wav#t=1.5,2.25#3");
    std::mt19937_64 random (1);
    std::uniform_real_distribution<double> seconds (0, 1e5);
    for (int trial = 0; trial < 1000; ++trial)
    {
        const Box box = boxOf (seconds (random), seconds (random));
        const std::string path = pathOfBox ("in/b#t=1,2.wav", box, 1 + trial % 3);
        INFO (path);
        CHECK (soundPathOf (path) == "in/b#t=1,2.wav");
        CHECK (boxOfPath (path) == box);
    }
    for (const char* const path : {"a.wav", "a#t=", "a#t=1", "a#t=1,", "a#t=1,2x", "a#t=x,2", ""})
        CHECK_FALSE (boxOfPath (path));
    CHECK (soundPathOf ("a.wav") == "a.wav");
}

TEST_CASE ("limits of frequency are texts", "[box]")
{
    CHECK (limitsText ({0, 1, 300.5, 4000}) == "300.5,4000");
    CHECK (limitsText ({0, 1, {}, 4000}) == ",4000");
    CHECK (limitsText ({0, 1, 0, {}}) == "0,");
}

TEST_CASE ("overlapping parts of a recording decode it once", "[box]")
{
    constexpr std::int64_t total = 3'000'000; // 12 MB: more than is held
    auto owned = std::make_unique<CountingReader> (total, false);
    CountingReader& reader = *owned;
    const auto source = std::make_shared<SharedSource> (std::move (owned));
    std::int64_t end = 0;
    for (std::int64_t first = 500; first + 90'000 < total; first += 40'000)
    {
        end = first + 90'000;
        REQUIRE (isPart (source, first, 90'000));
    }
    CHECK (reader.numRead == end);
    CHECK (reader.numStarts == 1);
    CHECK (isPart (source, 100, 2'500'000)); // back to the start, and longer than what is held
    CHECK (reader.numStarts == 2);
    CHECK (isPart (source, 2'000'000, 500'100));
    CHECK (reader.numStarts == 2);
}

TEST_CASE ("parts in any order have their samples", "[box]")
{
    const bool randomAccess = GENERATE (false, true);
    const auto source =
        std::make_shared<SharedSource> (std::make_unique<CountingReader> (4'000'000, randomAccess));
    std::mt19937 random (2);
    for (int trial = 0; trial < 40; ++trial)
    {
        const auto first = std::uniform_int_distribution<std::int64_t> (0, 3'000'000) (random);
        const auto count = std::uniform_int_distribution<std::int64_t> (1, 999'999) (random);
        INFO (first << " + " << count);
        REQUIRE (isPart (source, first, count));
    }
}

TEST_CASE ("a damaged place fails the parts that need it", "[box]")
{
    auto owned = std::make_unique<CountingReader> (10'000, false);
    owned->failsAt = 5'000;
    const auto source = std::make_shared<SharedSource> (std::move (owned));
    CHECK (isPart (source, 100, 200));
    CHECK_FALSE (isPart (source, 4'990, 100));
    CHECK (isPart (source, 200, 4'000));
}
