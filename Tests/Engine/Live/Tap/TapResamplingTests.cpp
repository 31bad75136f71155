// Front ends with their own rate, fed at the host's rate.
#include "Engine/Live/Tap/TapFeed.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/Live/TapRig.h"

#include <cmath>
#include <numeric>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

constexpr int kMostLateSamples = 1000; ///< at the lower rate: see Resampler

struct Fed
{
    std::int64_t firstRow = 0;
    std::vector<float> values;
};

/** A feed with its input and the rows since the last gap. */
struct FeedRig
{
    FeedRig (const TapSettings& chosen, int rate, int numSamples)
        : settings (chosen), rateHz (rate), left (uniformNoise (numSamples, 1)),
          right (uniformNoise (numSamples, 2)),
          feed (std::move (*TapFeed::make (settings, nullptr, {rate, kTapRingSamples}, {})))
    {
    }
    const MelGeometry& geometry () const { return feed->geometry (); }

    /** Feeds samples [first, end) in pieces. Positions count from the origin. */
    void give (std::int64_t first, std::int64_t end, Cut cut)
    {
        constexpr std::int64_t kOrigin = 987654321;
        rows = {-1, {}};
        for (auto position = first; position < end;)
        {
            const auto count = static_cast<int> (std::min<std::int64_t> (cut (), end - position));
            const float* const channels[] {left.data () + position, right.data () + position};
            ring.samples ().skipTo (kOrigin + position);
            REQUIRE (ring.samples ().tryPush (channels, count));
            position += count;
            while (ring.samples ().numReadable () > 0)
            {
                feed->give (ring.samples ().take (TapFeed::kPieceSamples));
                take ();
            }
        }
        CHECK_FALSE (feed->hasFailed ());
    }
    MelRows compute () { return feed->compute (ring.samples ()); }
    void take ()
    {
        const auto width = static_cast<std::size_t> (geometry ().numFeatures);
        for (auto next = compute (); next.numRows > 0; next = compute ())
        {
            if (rows.values.empty ())
                rows.firstRow = next.firstRow;
            CHECK (next.firstRow ==
                   rows.firstRow + static_cast<std::int64_t> (rows.values.size () / width));
            const auto* const values = reinterpret_cast<const float*> (next.data);
            rows.values.insert (rows.values.end (), values,
                                values + static_cast<std::size_t> (next.numRows) * width);
        }
        CHECK (feed->isUsedUp ());
    }
    std::vector<float> ofFile (std::int64_t first, std::int64_t end) const
    {
        return tapRowsOfFile (settings, rateHz, left, right, first, end);
    }
    std::int64_t numRows () const
    {
        return static_cast<std::int64_t> (rows.values.size ()) / geometry ().numFeatures;
    }
    /** Number of rows that must have come from that many samples. */
    std::int64_t leastRows (std::int64_t numSamples) const
    {
        const int ownHz = geometry ().rateHz;
        const auto late = ownHz == rateHz ? 0 : kMostLateSamples * std::max (1, ownHz / rateHz + 1);
        const auto samples = resampledCount (numSamples, rateHz, ownHz) - late;
        std::int64_t count = 0;
        while (geometry ().samplesOfRows (std::int64_t {1} << 40, count, 1).end <= samples)
            ++count;
        return count;
    }

    TapSettings settings;
    int rateHz;
    std::vector<float> left, right;
    CaptureRing ring {kTapRingSamples};
    std::unique_ptr<TapFeed> feed;
    Fed rows;
};

} // namespace

TEST_CASE ("what is fed at the host's rate has the rows of the file at the spec's rate bit for bit",
           "[live][tap][resampler]")
{
    constexpr int kNumSamples = 70000;
    unsigned seed = 11;
    for (const char* const preset : {"whisper-openai-80", "kaldi-fbank", "hifigan-22k", "leak"})
        for (const int rateHz : {48000, 44100, 8000})
            for (const TapMix mix : {TapMix::sum, TapMix::right})
            {
                INFO (preset << " at " << rateHz << " Hz, mix " << int (mix) << ", seed " << seed);
                FeedRig rig (tapSettings (preset, mix), rateHz, kNumSamples);
                CHECK (rig.geometry ().rateHz ==
                       findPreset (preset)->spec.rateHz.value_or (rateHz));
                rig.give (0, kNumSamples, randomCut (seed++));
                CHECK (rig.rows.firstRow == 0);
                CHECK (rig.leastRows (kNumSamples) > 0);
                CHECK (rig.numRows () >= rig.leastRows (kNumSamples));
                CHECK (
                    areTapRows (rig.rows.values, rig.ofFile (0, kNumSamples), 0, rig.geometry ()));
            }
}

TEST_CASE ("the side of two channels is their sum with one of them turned over",
           "[live][tap][resampler]")
{
    FeedRig side (tapSettings ("hifigan-22k", TapMix::side), 48000, 30000);
    FeedRig sum (tapSettings ("hifigan-22k", TapMix::sum), 48000, 30000);
    for (float& sample : side.right)
        sample = -sample;
    side.give (0, 30000, fixedCut (512));
    sum.give (0, 30000, fixedCut (4096));
    CHECK (side.numRows () > 0);
    CHECK (side.rows.values == sum.rows.values);
}

TEST_CASE ("at the host's own rate a feed does not resample", "[live][tap][resampler]")
{
    for (const int rateHz : {16000, 22050})
    {
        auto settings = tapSettings (rateHz == 16000 ? "whisper-openai-80" : "hifigan-22k");
        REQUIRE (settings.spec.rateHz == rateHz);
        FeedRig withRate (settings, rateHz, 30000);
        settings.spec.rateHz.reset ();
        FeedRig without (settings, rateHz, 30000);
        withRate.give (0, 30000, fixedCut (1000));
        without.give (0, 30000, fixedCut (1000));
        // The same number of rows at the same time.
        CHECK (withRate.numRows () == without.numRows ());
        CHECK (withRate.numRows () >= withRate.leastRows (30000));
        CHECK (withRate.rows.values == without.rows.values);
        CHECK (
            areTapRows (withRate.rows.values, withRate.ofFile (0, 30000), 0, withRate.geometry ()));
    }
}

TEST_CASE ("after a gap resampled rows are those of a file that begins at their place",
           "[live][tap][resampler]")
{
    struct Case
    {
        const char* preset;
        int rateHz;
    };
    for (const auto& [preset, rateHz] :
         {Case {"whisper-openai-80", 48000}, Case {"whisper-openai-80", 44100},
          Case {"hifigan-22k", 48000}, Case {"hifigan-22k", 44100}, Case {"leak", 44100},
          Case {"vggish", 8000}})
        for (const std::int64_t begin : {20000, 20001, 23519, 23520, 23521})
        {
            INFO (preset << " at " << rateHz << " Hz after a gap up to " << begin);
            FeedRig rig (tapSettings (preset), rateHz, 80000);
            const auto& geometry = rig.geometry ();
            rig.give (0, 12345, randomCut (5));
            rig.give (begin, 80000, randomCut (6));
            // The first row at most half a sample before the gap's end, in real numbers.
            const auto first = static_cast<std::int64_t> (
                std::ceil ((static_cast<double> (begin) - 0.5) * geometry.rateHz /
                           (double (rateHz) * geometry.hopSamples)));
            CHECK (rig.rows.firstRow == first);
            const auto place = static_cast<std::int64_t> (std::floor (
                static_cast<double> (first) * geometry.hopSamples * rateHz / geometry.rateHz +
                0.5));
            CHECK (rig.numRows () >= rig.leastRows (80000 - place));
            CHECK (areTapRows (rig.rows.values, rig.ofFile (place, 80000), 0, geometry));
        }
}

TEST_CASE ("a click is in the row of its time before and after a gap", "[live][tap][resampler]")
{
    for (const char* const preset : {"whisper-openai-80", "hifigan-22k", "vggish", "leak"})
        for (const int rateHz : {48000, 44100})
        {
            INFO (preset << " at " << rateHz << " Hz");
            FeedRig rig (tapSettings (preset), rateHz, 200000);
            const auto& geometry = rig.geometry ();
            std::ranges::fill (rig.left, 0.0f);
            std::ranges::fill (rig.right, 0.0f);
            const auto levelsOf = [&] (std::int64_t row)
            {
                const auto at =
                    static_cast<std::size_t> ((row - rig.rows.firstRow) * geometry.numFeatures);
                return std::accumulate (
                    rig.rows.values.begin () + std::ptrdiff_t (at),
                    rig.rows.values.begin () + std::ptrdiff_t (at) + geometry.numFeatures, 0.0);
            };
            struct Part
            {
                std::int64_t begin, end, click;
            };
            for (const auto& [begin, end, around] :
                 {Part {0, 90000, 45000}, Part {100001, 200000, 145000}})
            {
                // A row's middle is at its window's maximum.
                const auto middleOf = [&] (std::int64_t row)
                {
                    return (static_cast<double> (geometry.frameStart (row)) +
                            geometry.spanSamples / 2.0) /
                           geometry.rateHz;
                };
                std::int64_t row = 0;
                while (middleOf (row) * rateHz < static_cast<double> (around))
                    ++row;
                const auto click = static_cast<std::size_t> (std::lround (middleOf (row) * rateHz));
                rig.left[click] = rig.right[click] = 1;
                rig.give (begin, end, randomCut (7));
                REQUIRE (rig.rows.firstRow < row - 1);
                REQUIRE (rig.rows.firstRow + rig.numRows () > row + 1);
                CHECK (levelsOf (row) > levelsOf (row - 1));
                CHECK (levelsOf (row) > levelsOf (row + 1));
            }
        }
}

TEST_CASE ("a tap says where resampled rows lie among the host's samples", "[live][tap]")
{
    TapRig rig (tapSettings ("whisper-openai-80"));
    CHECK (rig.geometry ().rateHz == 16000);
    rig.push (48000);
    const auto rows = rig.pop (50);
    REQUIRE (rows.numRows >= 50);
    // 400 around every 160th sample at a third of the rate.
    for (const std::int64_t row : {0, 1, 7, 1000})
        CHECK (rig.tap->firstSampleOf (row) == 3 * (160 * row - 200));
    // Exported samples are the input itself.
    const auto heard = rig.tap->lastSamples (0.5);
    CHECK (heard.rateHz == kTapRateHz);
    CHECK (std::equal (heard.channels[0].begin (), heard.channels[0].end (),
                       rig.left.begin () + heard.firstSample));
}
