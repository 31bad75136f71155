// An overview that is paused, and one that gives its memory back.
#include "Tests/Engine/Overview/OverviewRuns.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/TemporaryFolder.h"

#include <sndfile.h>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 16000;

std::string noiseFile (const TemporaryFolder& folder, std::int64_t seconds)
{
    return folder.write ("noise.wav", encoded (SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, kRateHz,
                                               testSamples (seconds * kRateHz)));
}

/** Long enough that the thread has seen the last request and has ended its piece. */
void wait (FileOverview& overview)
{
    for (int n = 0; n < 300; ++n)
    {
        overview.update ();
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
}

} // namespace

TEST_CASE ("a paused overview computes nothing, and goes on where it was", "[overview]")
{
    const TemporaryFolder folder;
    const auto backend = *makeCpuBackend (1);
    const auto preset = presetNamed ("whisper-openai-80");
    const auto path = noiseFile (folder, 600);
    const auto overview = opened (path, *backend, {.frontEnd = preset});
    REQUIRE (updatedUntil (*overview, [&] { return overview->status ().doneRatio > 0; }));
    overview->setWork (OverviewWork::paused);
    wait (*overview);
    const auto doneRatio = overview->status ().doneRatio;
    REQUIRE (doneRatio < 1);
    overview->look (0, 1, 100);
    wait (*overview);
    CHECK (overview->status ().doneRatio == doneRatio);
    overview->setWork (OverviewWork::all);
    REQUIRE (becomesWhole (*overview));
    const auto& rows = overview->rows ();
    CHECK (firstWrongRow (rows, batchLevels (path, *backend, preset), 0, rows.endRow ()) == -1);
}

TEST_CASE ("a released overview has no memory, and computes the same rows again", "[overview]")
{
    const TemporaryFolder folder;
    const auto backend = *makeCpuBackend (2);
    const auto preset = presetNamed ("whisper-openai-80");
    const auto path = noiseFile (folder, 9);
    const bool beginsReleased = GENERATE (false, true);
    INFO (beginsReleased);
    const auto overview = opened (
        path, *backend,
        {.frontEnd = preset, .work = beginsReleased ? OverviewWork::released : OverviewWork::all});
    if (! beginsReleased)
    {
        overview->look (1, 1.1, 1000); // samples one by one
        REQUIRE (becomesWhole (*overview));
        REQUIRE (updatedUntil (*overview, [&]
                               { return ! overview->wave ().samples (0, 16500, 10).empty (); }));
        CHECK (overview->status ().workBytes > 0);
        overview->setWork (OverviewWork::released);
    }
    wait (*overview);
    CHECK (overview->status ().memoryBytes == 0);
    CHECK (overview->status ().workBytes == 0);
    CHECK (overview->status ().doneRatio == 0);
    CHECK_FALSE (overview->wave ().range (0, 0, kRateHz).isThere);
    std::vector<float> levels (static_cast<std::size_t> (overview->rows ().geometry ().numBands));
    CHECK (overview->rows ().maximum (0, 10, levels) == RowPresence::missing);

    overview->setWork (OverviewWork::all);
    REQUIRE (becomesWhole (*overview));
    const auto& rows = overview->rows ();
    CHECK (firstWrongRow (rows, batchLevels (path, *backend, preset), 0, rows.endRow ()) == -1);
    CHECK (overview->wave ().range (0, 0, kRateHz).isThere);
}

TEST_CASE ("a front end that is chosen while an overview is released is used later", "[overview]")
{
    const TemporaryFolder folder;
    const auto backend = *makeCpuBackend (2);
    const auto path = noiseFile (folder, 9);
    const auto overview =
        opened (path, *backend,
                {.frontEnd = presetNamed ("whisper-openai-80"), .work = OverviewWork::released});
    const auto preset = presetNamed ("librosa");
    REQUIRE (overview->setFrontEnd (preset, OverviewChannel::mean).ok ());
    wait (*overview);
    CHECK (overview->status ().memoryBytes == 0);
    overview->setWork (OverviewWork::all);
    REQUIRE (becomesWhole (*overview));
    const auto& rows = overview->rows ();
    CHECK (firstWrongRow (rows, batchLevels (path, *backend, preset), 0, rows.endRow ()) == -1);
}

} // namespace melstrom::testing
