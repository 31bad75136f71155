// The app's audio from the device to recordings, rows, meters and waveform.
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/App/AppAudioRig.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/TemporaryFolder.h"

#include <thread>

namespace melstrom::testing
{
namespace
{

/** All samples of a float WAV, interleaved. */
std::vector<float> samplesOf (const std::string& path)
{
    auto reader = openAudio (posixStorage (), path, {});
    REQUIRE (reader);
    const auto& info = (*reader)->info ();
    REQUIRE (info.format == SampleFormat::float32);
    std::vector<float> samples (static_cast<std::size_t> (info.numSamples * info.numChannels));
    REQUIRE ((*reader)->read (samples.data (), 0, info.numSamples));
    return samples;
}

/** Rows of the tap until `count` have come. Their indices follow each other from 0. */
std::vector<float> popRows (MelTap& tap, std::int64_t count)
{
    std::vector<float> values;
    std::int64_t numRows = 0;
    CHECK (waitFor (
        [&]
        {
            const auto rows = tap.pop ();
            CHECK ((rows.numRows == 0 || rows.firstRow == numRows));
            values.insert (values.end (), rows.values.begin (), rows.values.end ());
            numRows += rows.numRows;
            return numRows >= count;
        }));
    return values;
}

} // namespace

TEST_CASE ("a recording of a device is its samples, and the rows are those of the batch",
           "[app][audio]")
{
    AppAudioRig rig;
    rig.open ();
    const TemporaryFolder folder;
    const auto path = folder.file ("take.wav");
    auto& tap = rig.audio.tap (0);
    const MelSpec spec = findPreset ("librosa-db")->spec;
    REQUIRE (tap.set ({spec, TapMix::sum, 10}, nullptr));
    tap.watch (true);
    REQUIRE (rig.audio.startRecording (juce::File (path), RecordingFormat::wavFloat));
    CHECK (rig.audio.isRecording ());
    constexpr int kCallbacks = 100;
    for (int n = 0; n < kCallbacks; ++n)
    {
        rig.play (1);
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
    const auto shown = MelStream::streamable (spec, true);
    const auto backend = makeCpuBackend (1);
    const auto report = rig.audio.stopRecording ();
    CHECK_FALSE (rig.audio.isRecording ());
    CHECK_FALSE (report.error.has_value ());
    CHECK (report.numGaps == 0);
    CHECK (rig.audio.position () == rig.numCaptured);

    const auto samples = samplesOf (path);
    REQUIRE (samples.size () == static_cast<std::size_t> (2 * rig.numCaptured));
    bool isRamp = true;
    for (std::int64_t n = 0; n < rig.numCaptured; ++n)
        for (int channel = 0; channel < 2; ++channel)
            isRamp &= samples[static_cast<std::size_t> (2 * n + channel)] ==
                      AppAudioRig::ramp (n, channel);
    CHECK (isRamp);

    MelSpec mean = shown;
    mean.channels = ChannelMode::mean;
    const auto batch = extractFile (posixStorage (), **backend, mean, path, {});
    REQUIRE (batch);
    const auto expected = batch->values ();
    std::int64_t numRows = 0;
    while (batch->geometry.samplesOfRows (std::int64_t {1} << 40, numRows, 1).end <=
           rig.numCaptured)
        ++numRows;
    const auto rows = popRows (tap, numRows);
    REQUIRE (rows.size () == static_cast<std::size_t> (numRows * batch->geometry.rowElements ()));
    CHECK (std::equal (rows.begin (), rows.end (), expected.begin ()));
}

TEST_CASE ("a device that loses samples leaves a gap in positions, waveform and recording",
           "[app][audio]")
{
    AppAudioRig rig;
    rig.machine.blockSamples = 4800; // 100 ms: far above the jitter of a busy machine
    rig.open ();
    const TemporaryFolder folder;
    const auto path = folder.file ("take.wav");
    REQUIRE (rig.audio.startRecording (juce::File (path), RecordingFormat::wavFloat));
    auto due = std::chrono::steady_clock::now ();
    const auto paced = [&] (int numCallbacks)
    {
        for (int n = 0; n < numCallbacks; ++n)
        {
            due += std::chrono::milliseconds (100);
            std::this_thread::sleep_until (due);
            rig.play (1);
        }
    };
    paced (5);
    constexpr std::int64_t kLost = 48'000;
    due += std::chrono::seconds (1);
    ++rig.machine.numOverruns;
    paced (12);
    const auto gaps = rig.audio.gapsFrom (0);
    REQUIRE (gaps.size () == 1);
    CHECK (gaps[0].position == 5 * 4800);
    CHECK (std::abs (gaps[0].numSamples - kLost) < 4800);
    CHECK (rig.audio.gapsFrom (1).empty ());
    CHECK (rig.audio.numOverruns () == 1);
    CHECK (rig.audio.position () == rig.numCaptured + gaps[0].numSamples);
    const auto report = rig.audio.stopRecording ();
    REQUIRE (report.gaps.size () == 1);
    CHECK (report.gaps[0].position == gaps[0].position);
    CHECK (report.gaps[0].numSamples == gaps[0].numSamples);
    CHECK (report.gaps[0].reason == GapReason::device);
    const auto samples = samplesOf (path);
    const auto after = static_cast<std::size_t> (2 * (gaps[0].position + gaps[0].numSamples));
    REQUIRE (samples.size () > after);
    CHECK (samples[after - 1] == 0);
    CHECK (samples[after] == AppAudioRig::ramp (5 * 4800, 0));
    rig.audio.updateHistory ();
    CHECK (rig.audio.wave ().range (0, 0, 1024).isThere);
    CHECK_FALSE (
        rig.audio.wave ().range (0, gaps[0].position + 4800, gaps[0].position + 9600).isThere);
    CHECK (rig.audio.wave ().endSample () > gaps[0].position + gaps[0].numSamples);
}

TEST_CASE ("meters show the input, and clipped samples until they are forgotten", "[app][audio]")
{
    AppAudioRig rig;
    rig.open ();
    for (auto& channel : rig.machine.inputs)
        std::ranges::fill (channel, 0.25f);
    rig.machine.inputs[1][7] = -1.0f;
    rig.machine.inputs[1][8] = 1.5f;
    rig.machine.call ();
    const auto levels = rig.audio.takeLevels ();
    CHECK (levels[0].peak == 0.25f);
    CHECK (levels[0].rms == Approx (0.25));
    CHECK (levels[0].numClipped == 0);
    CHECK (levels[1].peak == 1.5f);
    CHECK (levels[1].numClipped == 2);
    CHECK (rig.audio.takeLevels ()[1].peak == 0);
    CHECK (rig.audio.takeLevels ()[1].numClipped == 2);
    rig.audio.forgetClipping ();
    CHECK (rig.audio.takeLevels ()[1].numClipped == 0);
}

TEST_CASE ("the input is heard only when it is monitored", "[app][audio]")
{
    AppAudioRig rig;
    rig.open ();
    const auto peak = [&]
    {
        float most = 0;
        for (const auto& channel : rig.machine.outputs)
            for (const float sample : channel)
                most = std::max (most, std::abs (sample));
        return most;
    };
    rig.play (20);
    CHECK (peak () == 0);
    rig.audio.setMonitored (true);
    rig.play (20);
    CHECK (rig.machine.outputs[0] == rig.machine.inputs[0]);
    CHECK (rig.machine.outputs[1] == rig.machine.inputs[1]);
    rig.audio.setMonitored (false);
    rig.play (20);
    CHECK (peak () == 0);
}

TEST_CASE ("one input channel is both sides", "[app][audio]")
{
    AppAudioRig rig;
    rig.machine.numInputs = 1;
    rig.open ();
    rig.play (20);
    const auto levels = rig.audio.takeLevels ();
    CHECK (levels[0].peak > 0);
    CHECK (levels[0].peak == levels[1].peak);
}

TEST_CASE ("the latency is that of the device, a block, half a window and half a hop",
           "[app][audio]")
{
    AppAudioRig rig;
    rig.open ();
    REQUIRE (rig.audio.tap (0).set ({findPreset ("librosa-db")->spec, TapMix::sum, 1}, nullptr));
    const auto geometry = rig.audio.tap (0).geometry ();
    REQUIRE (geometry.has_value ());
    CHECK (rig.audio.inputLatencySeconds () ==
           Approx ((100 + 512) / 48000.0 +
                   0.5 * (geometry->windowSamples + geometry->hopSamples) / geometry->rateHz));
}

} // namespace melstrom::testing
