// Rows that are computed from the samples in the capture ring.
#include "Engine/Live/Tap/TapFeed.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/Live/TapRig.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kSmallRing = 8192;

/** A feed behind a ring that its sound passes several times. */
struct FeedRig
{
    FeedRig (const TapSettings& chosen, int rateHz, std::int64_t numSamples)
        : settings (chosen), left (uniformNoise (numSamples, 1)),
          right (uniformNoise (numSamples, 2)),
          feed (std::move (*TapFeed::make (chosen, nullptr, {rateHz, kSmallRing}, {})))
    {
    }
    void give (std::int64_t first, std::int64_t end, Cut cut)
    {
        rows.clear ();
        firstRow = -1;
        for (auto position = first; position < end;)
        {
            const auto count = static_cast<int> (std::min<std::int64_t> (cut (), end - position));
            const float* const channels[] {left.data () + position, right.data () + position};
            ring.samples ().skipTo (position);
            REQUIRE (ring.samples ().tryPush (channels, count));
            position += count;
            while (ring.samples ().numReadable () > 0)
            {
                feed->give (ring.samples ().take (TapFeed::kPieceSamples));
                take ();
                REQUIRE (feed->numNeeded () <=
                         CaptureRing::kLookBackSamples - TapFeed::kPieceSamples);
            }
        }
        CHECK_FALSE (feed->hasFailed ());
    }
    void take ()
    {
        const auto width = static_cast<std::size_t> (feed->geometry ().numFeatures);
        for (auto next = feed->compute (ring.samples ()); next.numRows > 0;
             next = feed->compute (ring.samples ()))
        {
            if (rows.empty ())
                firstRow = next.firstRow;
            const auto* const values = reinterpret_cast<const float*> (next.data);
            rows.insert (rows.end (), values,
                         values + static_cast<std::size_t> (next.numRows) * width);
        }
        CHECK (feed->isUsedUp ());
    }

    TapSettings settings;
    std::vector<float> left, right;
    CaptureRing ring {kSmallRing};
    std::unique_ptr<TapFeed> feed;
    std::vector<float> rows;
    std::int64_t firstRow = -1;
};

/** At the host's rate. */
TapSettings atHostRate (const char* preset, TapMix mix)
{
    auto settings = tapSettings (preset, mix);
    settings.spec.rateHz.reset ();
    return settings;
}
} // namespace

TEST_CASE ("rows of samples in the ring are those of the file for every mix over its end",
           "[live][tap]")
{
    constexpr std::int64_t kNumSamples = 150'000; // more than three times the ring's places
    unsigned seed = 21;
    for (const char* const preset : {"librosa-db", "torchaudio", "kaldi-mfcc", "leak"})
        for (const TapMix mix : {TapMix::sum, TapMix::mid, TapMix::left, TapMix::right})
        {
            INFO (preset << ", mix " << int (mix) << ", seed " << seed);
            FeedRig rig (atHostRate (preset, mix), kTapRateHz, kNumSamples);
            rig.give (0, kNumSamples, randomCut (seed++));
            CHECK (rig.firstRow == 0);
            CHECK (rig.rows.size () > 100u * std::size_t (rig.feed->geometry ().numFeatures));
            CHECK (areTapRows (
                rig.rows,
                tapRowsOfFile (rig.settings, kTapRateHz, rig.left, rig.right, 0, kNumSamples), 0,
                rig.feed->geometry ()));
        }
}

TEST_CASE ("after a gap rows of samples in the ring are those of a file that begins there",
           "[live][tap]")
{
    for (const std::int64_t begin :
         {40'000, 40'001, 40'959, 40'960, 40'961}) // the ring's places end there
    {
        INFO (begin);
        FeedRig rig (atHostRate ("librosa-db", TapMix::sum), kTapRateHz, 100'000);
        rig.give (0, 30'000, randomCut (5));
        rig.give (begin, 100'000, randomCut (6));
        const auto hop = rig.feed->geometry ().hopSamples;
        const auto first = (begin + hop - 1) / hop;
        CHECK (rig.firstRow == first);
        CHECK (areTapRows (
            rig.rows,
            tapRowsOfFile (rig.settings, kTapRateHz, rig.left, rig.right, first * hop, 100'000), 0,
            rig.feed->geometry ()));
    }
}

TEST_CASE ("a window that does not stay in the ring is copied", "[live][tap]")
{
    auto settings = atHostRate ("librosa-db", TapMix::right);
    settings.spec.window = {32768};
    FeedRig rig (settings, kTapRateHz, 150'000);
    rig.give (0, 150'000, randomCut (8));
    CHECK (rig.feed->numNeeded () == 0);
    CHECK (rig.rows.size () > 100u * std::size_t (rig.feed->geometry ().numFeatures));
    CHECK (areTapRows (rig.rows,
                       tapRowsOfFile (settings, kTapRateHz, rig.left, rig.right, 0, 150'000), 0,
                       rig.feed->geometry ()));
}

TEST_CASE ("rows that wait when nobody watches any more are computed later", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    rig.push (20000);
    const auto all = rig.pop (rig.settled (20000)).numRows;
    rig.push (3000); // whether the worker has taken them or not
    rig.tap->watch (false);
    for (int i = 0; i < 30; ++i)
        rig.push (5000);
    rig.tap->watch (true);
    const auto begin = rig.numPushed;
    rig.push (20000);
    rig.awaitNothingToDo ();
    const auto batch = tapRowsOfBatch (rig.settings, sumOf (rig), 0, begin);
    const auto hop = rig.geometry ().hopSamples;
    const auto first = (begin + hop - 1) / hop;
    const auto after = tapRowsOfBatch (rig.settings, sumOf (rig), first * hop, rig.numPushed);
    for (auto rows = rig.tap->pop (); rows.numRows > 0; rows = rig.tap->pop ())
    {
        if (rows.firstRow < first) // of the sound before
        {
            CHECK (rows.firstRow == all);
            CHECK (areTapRows (rows.values, batch, rows.firstRow, rig.geometry ()));
        }
        else
        {
            CHECK (rows.firstRow == first);
            CHECK (areTapRows (rows.values, after, 0, rig.geometry ()));
        }
    }
}
