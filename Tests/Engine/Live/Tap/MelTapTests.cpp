// A tap's rows against a batch's rows, for every behaviour of the threads between audio and screen.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/Live/TapRig.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a tap fed by one thread and watched by another has the rows of a batch", "[live][tap]")
{
    for (const char* const preset : {"librosa-db", "whisper-openai-80", "leak", "kaldi-mfcc"})
    {
        INFO (preset);
        TapRig rig (tapSettings (preset));
        std::atomic<std::int64_t> numSeen {0}; // samples behind the popped rows
        constexpr int kNumSamples = 300000;
        std::thread audio (
            [&]
            {
                std::mt19937 random (3);
                while (rig.numPushed < kNumSamples)
                {
                    const int block = static_cast<int> (random () % (2 * kTapBlockSamples));
                    rig.push (std::min (block, kNumSamples - rig.numPushed));
                    while (rig.numPushed - numSeen > kTapRingSamples / 2)
                        std::this_thread::yield ();
                }
            });
        const auto geometry = rig.geometry ();
        const auto expected = rig.settled (kNumSamples);
        std::vector<float> rows;
        std::int64_t numRows = 0;
        bool doFollow = true;
        const bool hasAll = waitFor (
            [&]
            {
                for (TapRows next = rig.tap->pop (); next.numRows > 0; next = rig.tap->pop ())
                {
                    doFollow = doFollow && next.firstRow == numRows &&
                               next.generation == rig.generation &&
                               next.values.size () ==
                                   static_cast<std::size_t> (next.numRows * geometry.numFeatures);
                    rows.insert (rows.end (), next.values.begin (), next.values.end ());
                    numRows += next.numRows;
                    numSeen = rig.tap->firstSampleOf (numRows);
                }
                return numRows >= expected;
            });
        audio.join ();
        CHECK (hasAll);
        CHECK (doFollow);
        CHECK ((numRows == expected || rig.isResampled ()));
        CHECK (areTapRows (
            rows, tapRowsOfFile (rig.settings, kTapRateHz, rig.left, rig.right, 0, kNumSamples), 0,
            geometry));
    }
}

TEST_CASE ("every mix of a tap is what it says", "[live][tap]")
{
    struct Mixed
    {
        TapMix mix;
        float ofLeft, ofRight;
    };
    for (const auto& [mix, ofLeft, ofRight] :
         {Mixed {TapMix::sum, 0.5f, 0.5f}, Mixed {TapMix::mid, 0.5f, 0.5f},
          Mixed {TapMix::left, 1, 0}, Mixed {TapMix::right, 0, 1},
          Mixed {TapMix::side, 0.5f, -0.5f}})
    {
        INFO (static_cast<int> (mix));
        TapRig rig (tapSettings ("librosa-db", mix));
        rig.push (20000);
        const auto rows = rig.pop (rig.settled (20000));
        CHECK (rows.numRows == rig.settled (20000));
        CHECK (areTapRows (rows.values,
                           tapRowsOfBatch (rig.settings, mixOf (rig, ofLeft, ofRight), 0, 20000), 0,
                           rig.geometry ()));
    }
}

TEST_CASE ("after lost samples rows go on at their places", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    rig.push (20000);
    const auto before = rig.pop (rig.settled (20000));
    CHECK (before.firstRow == 0);
    {
        const auto worker = LiveWorker::shared (LiveWorker::Purpose::background);
        const auto stall = worker->stall ();
        while (rig.numPushed < 20000 + kTapRingSamples + 3 * kTapBlockSamples)
            rig.push (500);
    }
    const auto hop = rig.geometry ().hopSamples;
    // The samples that fitted the ring continue the first rows.
    const auto kept = rig.pop (rig.settled (20000 + kTapRingSamples - 500) - before.numRows);
    CHECK (kept.firstRow == before.numRows);
    const auto gapEnd = rig.numPushed;
    rig.push (20000);
    const auto first = (gapEnd + hop - 1) / hop;
    const auto after = rig.pop (rig.settled (gapEnd + 20000 - first * hop));
    CHECK (after.firstRow == first);
    CHECK (after.generation == before.generation);
    CHECK (rig.tap->firstSampleOf (after.firstRow) == rig.geometry ().frameStart (first));
    CHECK (areTapRows (after.values,
                       tapRowsOfBatch (rig.settings, sumOf (rig), first * hop, rig.numPushed), 0,
                       rig.geometry ()));
    // Exported samples begin behind the gap.
    const auto heard = rig.tap->lastSamples (100);
    CHECK (heard.firstSample == gapEnd);
    CHECK (heard.channels[0].size () == 20000);
}

TEST_CASE ("while nobody watches nothing is heard and rows go on at their places", "[live][tap]")
{
    TapRig rig (tapSettings ("torchaudio"));
    rig.push (10000);
    const auto before = rig.pop (rig.settled (10000));
    rig.tap->watch (false);
    for (int i = 0; i < 300; ++i)
        rig.push (500);
    CHECK (rig.tap->pop ().numRows == 0);
    CHECK (rig.tap->lastSamples (10).channels[0].size () == 10000);
    rig.tap->watch (true);
    rig.push (1); // the audio thread's next block
    const auto begin = rig.numPushed - 1;
    rig.push (10000);
    const auto hop = rig.geometry ().hopSamples;
    const auto first = (begin + hop - 1) / hop;
    const auto after = rig.pop (rig.settled (rig.numPushed - first * hop));
    CHECK (after.firstRow == first);
    CHECK (after.generation == before.generation);
    CHECK (areTapRows (after.values,
                       tapRowsOfBatch (rig.settings, sumOf (rig), first * hop, rig.numPushed), 0,
                       rig.geometry ()));
}

TEST_CASE ("the newest rows are kept when nobody pops", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    const auto all = rig.settled (4 * kTapRateHz);
    while (rig.numPushed < 4 * kTapRateHz)
    {
        const auto end = static_cast<std::size_t> (rig.numPushed + 8000);
        rig.push (8000);
        REQUIRE (waitFor (
            [&] // all samples have left the ring
            {
                const auto heard = rig.tap->lastSamples (0.001);
                return static_cast<std::size_t> (heard.firstSample) + heard.channels[0].size () ==
                       end;
            }));
    }
    rig.awaitNothingToDo ();
    const auto rows = rig.pop (1);
    CHECK (rows.firstRow > 0);
    CHECK (rows.firstRow + rows.numRows == all);
    // Two seconds of rows.
    CHECK (rows.numRows == 2 * kTapRateHz / rig.geometry ().hopSamples);
    const auto batch = tapRowsOfBatch (rig.settings, sumOf (rig), 0, 4 * kTapRateHz);
    CHECK (areTapRows (rows.values, batch, rows.firstRow, rig.geometry ()));
}

TEST_CASE ("what was heard last can be taken out", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db")); // keeps one second
    CHECK (rig.tap->lastSamples (1).channels.size () == 2);
    CHECK (rig.tap->lastSamples (1).channels[0].empty ());
    for (int i = 0; i < 10; ++i)
    {
        rig.push (10007);
        REQUIRE (waitFor (
            [&]
            {
                const auto heard = rig.tap->lastSamples (0.25);
                return heard.firstSample + static_cast<int> (heard.channels[0].size ()) ==
                       rig.numPushed;
            }));
        for (const double seconds : {0.0, 0.1, 1.0, 5.0})
        {
            const auto heard = rig.tap->lastSamples (seconds);
            const int count = static_cast<int> (heard.channels[0].size ());
            CHECK (heard.rateHz == kTapRateHz);
            // The requested samples, as far as they were captured and are kept.
            const int asked = static_cast<int> (seconds * kTapRateHz);
            CHECK (count >= std::min ({asked, rig.numPushed, kTapRateHz}));
            CHECK (count <= std::min ({asked, rig.numPushed, kTapRateHz + 1}));
            CHECK (heard.firstSample == rig.numPushed - count);
            CHECK (std::equal (heard.channels[0].begin (), heard.channels[0].end (),
                               rig.left.begin () + heard.firstSample));
            CHECK (std::equal (heard.channels[1].begin (), heard.channels[1].end (),
                               rig.right.begin () + heard.firstSample));
        }
    }
    // A longer history keeps the present samples.
    auto longer = rig.settings;
    longer.historySeconds = 3;
    REQUIRE (rig.tap->set (longer, nullptr).ok ());
    CHECK (rig.tap->pop ().generation == rig.generation);
    CHECK (rig.tap->lastSamples (1).firstSample == rig.numPushed - kTapRateHz);
    CHECK (rig.tap->lastSamples (1).channels[0].back () ==
           rig.left[static_cast<std::size_t> (rig.numPushed - 1)]);
}
