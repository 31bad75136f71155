// The times of a stream's rows, at any place in a signal.
#include "Engine/Live/Tap/SettledRows.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StreamRuns.h"
#include "Tests/Support/Live/TapDevice.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a row is there with the last sample that it needs", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    const auto samples = uniformNoise (10000, 7);
    const auto rowsAfter = [&] (const char* preset, int numSamples)
    {
        const auto stream =
            makeStream (**backend, MelStream::streamable (findPreset (preset)->spec, false), 16000);
        CHECK (stream->push (samples.data (), numSamples) == numSamples);
        return stream->compute ()->numRows;
    };
    // Whole windows of 400 every 160 samples.
    CHECK (rowsAfter ("kaldi-fbank", 399) == 0);
    CHECK (rowsAfter ("kaldi-fbank", 400) == 1);
    CHECK (rowsAfter ("kaldi-fbank", 559) == 1);
    CHECK (rowsAfter ("kaldi-fbank", 560) == 2);
    // Windows of 400 around every 200th sample. The first window mirrors samples 1 .. 200.
    CHECK (rowsAfter ("torchaudio", 200) == 0);
    CHECK (rowsAfter ("torchaudio", 201) == 1);
    CHECK (rowsAfter ("torchaudio", 399) == 1);
    CHECK (rowsAfter ("torchaudio", 400) == 2);
    // The last frame of the signal is dropped. The window of 400 around 160 ends before 360, and is
    // the last one until 480.
    CHECK (rowsAfter ("whisper-openai-80", 320) == 1);
    CHECK (rowsAfter ("whisper-openai-80", 359) == 1);
    CHECK (rowsAfter ("whisper-openai-80", 360) == 2);
    // Three segments of 512 every 256 samples in a long window of 1024.
    CHECK (rowsAfter ("leak", 1023) == 0);
    CHECK (rowsAfter ("leak", 1024) == 3);
    CHECK (rowsAfter ("leak", 1536) == 6);
}

TEST_CASE ("a stream takes no more than the rows of one call need", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    const auto stream = makeStream (**backend, findPreset ("kaldi-fbank")->spec, 16000, 4);
    const auto samples = uniformNoise (10000, 8);
    CHECK (stream->push (samples.data (), 10000) == 400 + 3 * 160);
    CHECK (stream->push (samples.data (), 10000) == 0);
    CHECK (stream->compute ()->numRows == 4);
    CHECK (stream->compute ()->numRows == 0);
    CHECK (stream->push (samples.data (), 10000) == 4 * 160);
    CHECK (stream->push (samples.data (), 0) == 0);
}

TEST_CASE ("a stream can begin anew at any time", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    const auto spec = findPreset ("torchaudio")->spec;
    const auto stream = makeStream (**backend, spec, 16000);
    const auto first = uniformNoise (3000, 9), second = uniformNoise (5000, 10);
    stream->begin ();
    stream->push (first.data (), 3000);
    REQUIRE (stream->compute ().ok ());
    CHECK (streamed (*stream, second, fixedCut (100)) ==
           wholeRows (**backend, spec, 16000, second));
    CHECK (streamed (*stream, first, fixedCut (100)) == wholeRows (**backend, spec, 16000, first));
}

TEST_CASE ("settled rows and needed samples are the same at any distance from the start",
           "[stream]")
{
    std::mt19937 random (12);
    for (const MelPreset& preset : builtInPresets ())
    {
        INFO (preset.name);
        const auto geometry = geometryAt (MelStream::streamable (preset.spec, false),
                                          preset.spec.rateHz.value_or (48000));
        REQUIRE (geometry.ok ());
        const bool inSegments = geometry->spec.layout == Layout::segments;
        const std::int64_t period =
            inSegments ? geometry->spec.longHopSamples : geometry->hopSamples;
        const std::int64_t rowsAPeriod = inSegments ? geometry->shortsPerLong : 1;
        // kFar periods are far more than 8 hours.
        constexpr std::int64_t kNear = 100, kFar = std::int64_t {1} << 26;
        for (int i = 0; i < 50; ++i)
        {
            const auto row = static_cast<std::int64_t> (random () % 10);
            const auto come = static_cast<std::int64_t> (random () % unsigned (12 * period));
            const auto settled = [&] (std::int64_t periods) {
                return numSettledRows (*geometry, come + periods * period,
                                       row + periods * rowsAPeriod, 64);
            };
            const auto needed = [&] (std::int64_t periods)
            {
                return firstSampleNeeded (*geometry, come + periods * period,
                                          row + periods * rowsAPeriod) -
                       periods * period;
            };
            CHECK (settled (kFar) == settled (kNear));
            CHECK (needed (kFar) == needed (kNear));
        }
    }
}

TEST_CASE ("rows are exact beyond two to the thirty-first samples", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    MelSpec spec = findPreset ("torchaudio")->spec;
    spec.hop = {1 << 20};
    spec.window = {512};
    spec.numBands = 16;
    // The signal repeats every hop, so all rows but the first have the same bits.
    const auto period = uniformNoise (1 << 20, 13);
    const auto stream = makeStream (**backend, spec, 48000, 1);
    const auto whole = wholeRows (**backend, spec, 48000,
                                  [&]
                                  {
                                      auto twice = period;
                                      twice.insert (twice.end (), period.begin (), period.end ());
                                      twice.insert (twice.end (), period.begin (), period.end ());
                                      return twice;
                                  }());
    const auto rowBytes = static_cast<std::size_t> (stream->geometry ().rowBytes ());
    std::int64_t numRows = 0, numDifferent = 0;
    constexpr int kHops = 2060; // 2^31 samples are 2048
    for (int hop = 0; hop < kHops; ++hop)
        for (int done = 0; done < 1 << 20;)
        {
            done += stream->push (period.data () + done, (1 << 20) - done);
            const auto rows = stream->compute ();
            REQUIRE (rows.ok ());
            if (rows->numRows == 0)
                continue;
            const auto* const expected = whole.data () + (rows->firstRow == 0 ? 0 : rowBytes);
            numDifferent += ! std::equal (rows->data, rows->data + rowBytes, expected);
            CHECK (rows->firstRow == numRows);
            numRows += rows->numRows;
        }
    CHECK (numRows == kHops);
    CHECK (numDifferent == 0);
}

TEST_CASE ("a spec that is impossible at a rate makes no stream", "[stream]")
{
    const auto backend = makeCpuBackend (1);
    const auto stream = MelStream::make (**backend, findPreset ("kaldi-fbank")->spec, 30);
    REQUIRE_FALSE (stream.ok ());
    CHECK (stream.error ().code == ErrorCode::badSpec);
}

TEST_CASE ("a stream says when its device is lost", "[stream]")
{
    LosableBackend backend;
    const auto stream = makeStream (backend, findPreset ("kaldi-fbank")->spec, 16000, 1);
    const auto samples = uniformNoise (2000, 15);
    for (int done = 0, row = 0; row < 2; ++row)
    {
        done += stream->push (samples.data () + done, 2000 - done);
        CHECK (stream->compute ()->numRows == 1);
    }
    backend.isLost = true;
    stream->push (samples.data (), 1000);
    const auto lost = stream->compute ();
    REQUIRE_FALSE (lost.ok ());
    CHECK (lost.error ().code == ErrorCode::deviceLost);
}
