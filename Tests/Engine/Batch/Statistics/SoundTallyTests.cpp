// Peak, DC, clipping and silence against values made by hand; a reader that measures.
#include "Engine/Batch/Statistics/MeasuredReader.h"
#include "Engine/Batch/Statistics/SoundTally.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

using namespace melstrom;

namespace
{
constexpr int kRate = 8000; // a block of 20 ms is 160 samples

/** channels: multiples of 2^-15, at most 1 - 2^-15 as int16. */
std::vector<float> interleaved (const std::vector<std::vector<float>>& channels)
{
    std::vector<float> values;
    for (std::size_t i = 0; i < channels[0].size (); ++i)
        for (const auto& channel : channels)
            values.push_back (channel[i]);
    return values;
}

template <typename T>
SoundRecord recordOf (const std::vector<T>& values, int numChannels, SampleFormat format,
                      std::size_t piece)
{
    SoundTally tally ({kRate, numChannels, format});
    const auto channels = static_cast<std::size_t> (numChannels);
    for (std::size_t first = 0; first < values.size (); first += piece * channels)
        tally.add (
            values.data () + first, static_cast<std::int64_t> (first / channels),
            static_cast<std::int64_t> (std::min (piece, (values.size () - first) / channels)));
    return tally.record ();
}

/** The same record from float32 and from int16, in pieces of any size. */
SoundRecord recordOf (const std::vector<std::vector<float>>& channels)
{
    const auto numChannels = static_cast<int> (channels.size ());
    const std::vector<float> values = interleaved (channels);
    std::vector<std::int16_t> stored;
    for (const float value : values)
        stored.push_back (static_cast<std::int16_t> (std::lround (value * 32768.0f)));
    const SoundRecord record = recordOf (values, numChannels, SampleFormat::float32, 1000);
    for (const std::size_t piece : {std::size_t {1}, std::size_t {7}, std::size_t {160},
                                    std::size_t {161}, std::size_t {100'000}})
    {
        CHECK (recordOf (values, numChannels, SampleFormat::float32, piece) == record);
        CHECK (recordOf (stored, numChannels, SampleFormat::int16, piece) == record);
    }
    return record;
}

class VectorReader final : public AudioReader
{
public:
    VectorReader (std::vector<std::int16_t> samples, bool inOrder) : samples_ (std::move (samples))
    {
        info_.rateHz = kRate;
        info_.numChannels = 1;
        info_.numSamples = static_cast<std::int64_t> (samples_.size ());
        info_.randomAccess = ! inOrder;
    }
    const AudioInfo& info () const noexcept override { return info_; }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        REQUIRE (first + count <= info_.numSamples);
        if (! info_.randomAccess)
            REQUIRE ((first == 0 || first == position_));
        position_ = first + count;
        std::copy_n (samples_.begin () + first, count, static_cast<std::int16_t*> (to));
        return {};
    }

private:
    AudioInfo info_;
    std::vector<std::int16_t> samples_;
    std::int64_t position_ = 0;
};
} // namespace

TEST_CASE ("peak and DC are those of the worst channel", "[statistics]")
{
    std::vector<float> left (1600, 0.125f), right (1600, -0.25f);
    left[700] = -0.75f;
    const auto record = recordOf ({left, right});
    CHECK (record.peak == 0.75f);
    CHECK (record.dcOffset == -0.25f);
    CHECK (recordOf ({left}).dcOffset == Approx (0.125 - 0.875 / 1600));
}

TEST_CASE ("only runs of three samples at full scale are clipped", "[statistics]")
{
    constexpr float top = 32767.0f / 32768.0f;
    // runs of 3 (counts), of 2, of 4 with both spellings of full scale (counts), a change of sign
    // that makes 2 + 2, and a run of 3 that crosses the edge of a block (counts)
    std::vector<float> samples (480);
    const auto put = [&samples] (std::size_t at, std::initializer_list<float> values)
    { std::copy (values.begin (), values.end (), samples.begin () + static_cast<int> (at)); };
    put (10, {top, top, top});
    put (20, {top, top});
    put (30, {-1, -1, -top, -1});
    put (40, {top, top, -1, -1});
    put (50, {0.9990234375f, 0.9990234375f, 0.9990234375f});
    put (159, {top, top, top});
    CHECK (recordOf ({samples}).numClipped == 3 + 4 + 3);
    CHECK (recordOf ({samples, samples}).numClipped == 20);
    CHECK (recordOf (std::vector<float> (4, -1.5f), 1, SampleFormat::float32, 4).numClipped == 4);
}

TEST_CASE ("silence is the share of blocks below -60 dBFS", "[statistics]")
{
    std::vector<float> samples (1600, 34.0f / 32768); // 10 blocks of -59.7 dBFS
    for (std::size_t i = 480; i < 960; ++i)
        samples[i] = 32.0f / 32768; // 3 blocks of -60.2 dBFS
    CHECK (recordOf ({samples}).silentRatio == 0.3f);
    CHECK (recordOf ({samples, samples}).silentRatio == 0.3f);
    CHECK (recordOf ({std::vector<float> (100)}).silentRatio == 1);
    CHECK (recordOf ({std::vector<float> (100, 0.5f)}).silentRatio == 0);
    CHECK (SoundTally ({kRate, 1, SampleFormat::int16}).record ().silentRatio == 1);
}

TEST_CASE ("float samples give one record, however they come", "[statistics]")
{
    std::mt19937 random (9);
    std::normal_distribution<float> normal (0, 0.3f);
    std::vector<float> values;
    for (int i = 0; i < 3 * 5003; ++i)
        values.push_back (normal (random));
    const SoundRecord record = recordOf (values, 3, SampleFormat::float32, 5003);
    for (const std::size_t piece : {1, 13, 160, 1000})
        CHECK (recordOf (values, 3, SampleFormat::float32, piece) == record);
}

TEST_CASE ("a measured reader measures every sample once", "[statistics]")
{
    std::mt19937 random (4);
    std::vector<std::int16_t> samples (50'000);
    for (auto& sample : samples)
        sample = static_cast<std::int16_t> (random () % 20'000 - 8'000);
    const SoundRecord record = recordOf (samples, 1, SampleFormat::int16, samples.size ());
    const std::atomic<bool> never {false};
    using Reads = std::vector<std::pair<std::int64_t, std::int64_t>>;
    const std::vector<Reads> inOrder {
        {}, {{0, 50'000}}, {{0, 700}, {700, 3000}}, {{0, 3000}, {0, 100}, {100, 20}, {120, 9000}}};
    std::vector<Reads> anyOrder {{{30'000, 5000}, {0, 2000}, {1000, 4000}, {40'000, 10'000}},
                                 {{100, 50}},
                                 {{49'999, 1}, {0, 50'000}, {7, 20}}};
    anyOrder.insert (anyOrder.end (), inOrder.begin (), inOrder.end ());
    for (const bool isInOrder : {true, false})
        for (const Reads& reads : isInOrder ? inOrder : anyOrder)
        {
            MeasuredReader reader (std::make_unique<VectorReader> (samples, isInOrder));
            for (const auto& [first, count] : reads)
            {
                std::vector<std::int16_t> to (static_cast<std::size_t> (count));
                REQUIRE (reader.read (to.data (), first, count));
                CHECK (std::equal (to.begin (), to.end (), samples.begin () + first));
            }
            REQUIRE (reader.readRest (never));
            CHECK (reader.bytesLeft () == 0);
            CHECK (reader.record () == record);
        }
}

namespace
{
/** Float samples with silence, DC, and runs at full scale of 1 to 6 samples, many of which cross
    blocks and cuts; (samples, channels). */
std::vector<float> restlessSound (std::size_t numSamples, std::size_t numChannels)
{
    std::mt19937 random (18);
    std::normal_distribution<float> normal (0.01f, 0.3f);
    std::vector<float> values (numSamples * numChannels);
    for (std::size_t channel = 0; channel < numChannels; ++channel)
        for (std::size_t i = 0; i < numSamples;)
        {
            const bool isClipped = random () % 4 == 0;
            const float sign = random () % 2 == 0 ? 1.0f : -1.0f;
            for (std::size_t left = random () % 6 + 1; left > 0 && i < numSamples; --left, ++i)
                values[i * numChannels + channel] = isClipped ? sign : normal (random);
        }
    std::fill_n (values.begin () + 800, 2000 * numChannels, 0.0001f);
    return values;
}

/** By the definition, in one go. */
SoundRecord definition (const std::vector<float>& values, std::size_t numChannels)
{
    const std::size_t numSamples = values.size () / numChannels, block = kRate / 50;
    SoundRecord record;
    double farthest = 0;
    for (std::size_t channel = 0; channel < numChannels; ++channel)
    {
        long double sum = 0;
        std::int64_t run = 0;
        float before = 0;
        for (std::size_t i = 0; i <= numSamples; ++i)
        {
            const float x = i < numSamples ? values[i * numChannels + channel] : 0;
            const float level = std::fabs (x) >= 32767.0f / 32768.0f ? std::copysign (1.0f, x) : 0;
            if (level != before)
            {
                record.numClipped += before != 0 && run >= 3 ? run : 0;
                run = 0;
            }
            ++run;
            before = level;
            sum += static_cast<long double> (x);
            record.peak = std::max (record.peak, std::fabs (x));
        }
        const auto mean = static_cast<double> (sum / static_cast<long double> (numSamples));
        farthest = std::fabs (mean) > std::fabs (farthest) ? mean : farthest;
    }
    record.dcOffset = static_cast<float> (farthest);
    int silent = 0;
    const std::size_t numBlocks = numSamples / block;
    for (std::size_t i = 0; i < numBlocks; ++i)
    {
        double power = 0;
        for (std::size_t j = 0; j < block * numChannels; ++j)
            power += std::pow (static_cast<double> (values[i * block * numChannels + j]), 2);
        silent += power / static_cast<double> (block * numChannels) < 1e-6 ? 1 : 0;
    }
    record.silentRatio = static_cast<float> (silent / static_cast<double> (numBlocks));
    return record;
}

template <typename T>
SoundRecord inAnyOrder (const std::vector<T>& values, SoundShape shape, unsigned seed,
                        int numThreads)
{
    const auto channels = static_cast<std::size_t> (shape.numChannels);
    const auto numSamples = static_cast<std::int64_t> (values.size () / channels);
    std::mt19937 random (seed);
    std::vector<SoundTally::Range> pieces;
    for (std::int64_t first = 0; first < numSamples;)
    {
        const auto most = static_cast<std::int64_t> (random () % 3 == 0 ? 5 : 1500);
        const std::int64_t end =
            std::min (numSamples, first + 1 + static_cast<std::int64_t> (random ()) % most);
        // some overlap what others have, at either side
        pieces.push_back (
            {std::max<std::int64_t> (0, first - static_cast<std::int64_t> (random () % 2) * 300),
             std::min<std::int64_t> (numSamples,
                                     end + static_cast<std::int64_t> (random () % 2) * 200)});
        first = end;
    }
    std::shuffle (pieces.begin (), pieces.end (), random);
    SoundTally tally (shape);
    std::atomic<std::size_t> next {0};
    std::vector<std::thread> threads;
    for (int i = 0; i < numThreads; ++i)
        threads.emplace_back (
            [&]
            {
                for (std::size_t at = next++; at < pieces.size (); at = next++)
                    tally.add (values.data () +
                                   static_cast<std::size_t> (pieces[at].first) * channels,
                               pieces[at].first, pieces[at].end - pieces[at].first);
            });
    for (std::thread& thread : threads)
        thread.join ();
    CHECK (tally.numTaken () == numSamples);
    CHECK (tally.numMeasured () == numSamples);
    const auto missing = tally.firstMissing (numSamples);
    CHECK (missing.first == missing.end);
    return tally.record ();
}
} // namespace

TEST_CASE ("a record depends neither on cuts nor on their order, overlaps and threads",
           "[statistics]")
{
    for (const int numChannels : {1, 2, 3})
    {
        const std::vector<float> values =
            restlessSound (20'011, static_cast<std::size_t> (numChannels));
        const SoundRecord expected = definition (values, static_cast<std::size_t> (numChannels));
        const SoundRecord whole =
            recordOf (values, numChannels, SampleFormat::float32, values.size ());
        CHECK (whole.peak == expected.peak);
        CHECK (whole.numClipped == expected.numClipped);
        CHECK (whole.silentRatio == expected.silentRatio);
        CHECK (whole.dcOffset == Approx (expected.dcOffset).epsilon (1e-6));
        std::vector<std::int16_t> stored;
        for (const float value : values)
            stored.push_back (static_cast<std::int16_t> (
                std::clamp (std::lround (value * 32768.0f), -32768L, 32767L)));
        const SoundRecord whole16 =
            recordOf (stored, numChannels, SampleFormat::int16, stored.size ());
        for (unsigned seed = 0; seed < 40; ++seed)
        {
            INFO (numChannels << " channels, seed " << seed);
            const int numThreads = seed % 2 == 0 ? 1 : 4;
            CHECK (inAnyOrder (values, {kRate, numChannels, SampleFormat::float32}, seed,
                               numThreads) == whole);
            CHECK (inAnyOrder (stored, {kRate, numChannels, SampleFormat::int16}, seed,
                               numThreads) == whole16);
        }
    }
}

TEST_CASE ("readers of one sound read each sample once between them", "[statistics]")
{
    const std::vector<float> values = restlessSound (30'000, 1);
    std::vector<std::int16_t> samples;
    for (const float value : values)
        samples.push_back (static_cast<std::int16_t> (
            std::clamp (std::lround (value * 32768.0f), -32768L, 32767L)));
    const SoundRecord whole = recordOf (samples, 1, SampleFormat::int16, samples.size ());
    const std::atomic<bool> never {false};
    auto tally = std::make_shared<SoundTally> (SoundShape {kRate, 1, SampleFormat::int16});
    const auto reader = [&]
    { return MeasuredReader (std::make_unique<VectorReader> (samples, false), tally); };
    std::vector<std::int16_t> to (samples.size ());
    auto second = reader (), first = reader (), third = reader ();
    REQUIRE (second.read (to.data (), 9'900, 10'100));
    REQUIRE (first.read (to.data (), 0, 10'000));
    CHECK (first.bytesLeft () == 20'000);
    CHECK_FALSE (first.record ());
    REQUIRE (third.readRest (never));
    CHECK (first.record () == whole);
    CHECK (third.record () == whole);
}
