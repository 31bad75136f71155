#include "Engine/Recording/Recorder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Recording/RecordedSignal.h"
#include "Tests/Support/TemporaryFolder.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

namespace melstrom::testing
{
namespace
{

constexpr RecordingFormat kFormats[] = {RecordingFormat::wav24, RecordingFormat::wavFloat,
                                        RecordingFormat::flac24};

std::unique_ptr<Recorder> started (Storage& storage, const std::string& path,
                                   const RecordingSpec& spec)
{
    auto recorder = Recorder::start (storage, path, spec);
    INFO ((recorder ? "" : recorder.error ().message));
    REQUIRE (recorder.ok ());
    return std::move (*recorder);
}

/** Records the samples of one channel and reads them back. */
ReadRecording recorded (MemoryStorage& storage, RecordingFormat format,
                        const std::vector<float>& samples, RecordingReport& report)
{
    const auto recorder = started (storage, "a", {48000, 1, format});
    const float* const channel = samples.data ();
    recorder->write (&channel, static_cast<int> (samples.size ()), 0);
    report = recorder->stop ();
    REQUIRE_FALSE (report.error.has_value ());
    return readRecording (storage, "a");
}

} // namespace

TEST_CASE ("a recording holds every sample of 24 bits exactly", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    const int numChannels = GENERATE (1, 2, 8);
    const int rateHz = GENERATE (8000, 11025, 44100, 48000, 96000, 192000);
    INFO ("format " << static_cast<int> (format) << ", " << numChannels << " channels, " << rateHz
                    << " Hz");
    const TemporaryFolder folder;
    const auto path = folder.file (std::string ("a") + fileEndingOf (format));
    const auto recorder = started (posixStorage (), path, {rateHz, numChannels, format});
    const std::int64_t numSamples = rateHz / 2 + 1234; // odd in no simple way
    constexpr std::int64_t kOrigin = 777;              // of the device's clock
    SignalBlock block (numChannels, 333);
    for (std::int64_t at = 0; at < numSamples; at += 333)
    {
        block.fill (at);
        recorder->write (block.pointers (),
                         static_cast<int> (std::min<std::int64_t> (333, numSamples - at)),
                         kOrigin + at);
    }
    const auto report = recorder->stop ();
    CHECK_FALSE (report.error.has_value ());
    CHECK_FALSE (report.labelsError.has_value ());
    CHECK (report.numSamples == numSamples);
    CHECK (report.gaps.empty ());
    CHECK (report.changes == ChangedSamples {});
    CHECK (report.bytes == static_cast<std::int64_t> (std::filesystem::file_size (path)));
    CHECK_FALSE (std::filesystem::exists (gapLabelsPathOf (path)));
    const auto read = readRecording (posixStorage (), path);
    CHECK (read.warnings.empty ());
    CHECK (read.rateHz == rateHz);
    CHECK (read.numChannels == numChannels);
    CHECK (read.numSamples == numSamples);
    CHECK (firstWrongSample (read) == -1);
}

TEST_CASE ("24 bits round to the nearest step and clip, and float keeps the bits", "[recorder]")
{
    const std::vector<float> samples {0.3f, -0.3f, 0x1.8p-23f, 0x1.4p-23f, 0.5f * 0x1p-23f, 1.0f,
                                      1.5f, -1.0f, -1.5f,      1e8f,       1.0f - 0x1p-23f, 1e-40f,
                                      -0.0f};
    MemoryStorage storage;
    RecordingReport report;
    SECTION ("24 bits")
    {
        const auto format = GENERATE (RecordingFormat::wav24, RecordingFormat::flac24);
        const auto read = recorded (storage, format, samples, report);
        REQUIRE (read.samples.size () == samples.size ());
        for (std::size_t n = 0; n < samples.size (); ++n)
        {
            INFO (n);
            const double steps = std::clamp (
                std::nearbyint (static_cast<double> (samples[n]) * 0x1p23), -0x1p23, 0x1p23 - 1);
            CHECK (static_cast<double> (read.samples[n]) * 0x1p23 == steps);
        }
        CHECK (report.changes.numClipped == 4); // 1, 1.5, -1.5, 1e8
    }
    SECTION ("float")
    {
        const auto read = recorded (storage, RecordingFormat::wavFloat, samples, report);
        REQUIRE (read.samples.size () == samples.size ());
        for (std::size_t n = 0; n < samples.size (); ++n)
        {
            CHECK (read.samples[n] == samples[n]);
            CHECK (std::signbit (read.samples[n]) == std::signbit (samples[n]));
        }
        CHECK (report.changes.numClipped == 3);
    }
    CHECK (report.changes.numNonFinite == 0);
}

TEST_CASE ("samples that are not finite are recorded as 0 and counted", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    MemoryStorage storage;
    RecordingReport report;
    constexpr float kInfinity = std::numeric_limits<float>::infinity ();
    const auto read = recorded (
        storage, format,
        {0.5f, std::numeric_limits<float>::quiet_NaN (), kInfinity, -kInfinity, 0.25f}, report);
    CHECK (read.samples == std::vector<float> {0.5f, 0, 0, 0, 0.25f});
    CHECK (report.changes.numNonFinite == 3);
    CHECK (report.changes.numClipped == 0);
}

TEST_CASE ("a recording of nothing is a file without samples", "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    MemoryStorage storage;
    auto recorder = started (storage, "a", {48000, 2, format});
    recorder->write (nullptr, 0, 5);
    CHECK (recorder->stop ().numSamples == 0);
    CHECK (recorder->stop ().numSamples == 0); // the same report again
    CHECK_FALSE (recorder->stop ().error.has_value ());
    CHECK (storage.bytesOf ("a").size () > 40);
    CHECK_THROWS (readRecording (storage, "a")); // "without samples"
}

TEST_CASE ("a recording is readable while it runs and never more than a second behind",
           "[recorder]")
{
    const auto format = GENERATE (from_range (std::begin (kFormats), std::end (kFormats)));
    const int rateHz = GENERATE (8000, 48000);
    MemoryStorage storage;
    const auto recorder = started (storage, "a", {rateHz, 2, format});
    const std::int64_t numSamples = 3 * rateHz + 100;
    writeSignal (*recorder, 2, 0, numSamples);
    for (int tries = 0; recorder->status ().numSamples < numSamples && tries < 1000; ++tries)
        std::this_thread::sleep_for (std::chrono::milliseconds (10));
    CHECK (recorder->status ().numSamples == numSamples);
    CHECK (recorder->status ().bytes == static_cast<std::int64_t> (storage.bytesOf ("a").size ()));
    const auto read = readRecording (storage, "a");
    CHECK (read.warnings.empty ());
    CHECK (read.numSamples >= numSamples - rateHz / 2);
    CHECK (read.numSamples <= numSamples);
    CHECK (firstWrongSample (read) == -1);
    CHECK (recorder->stop ().numSamples == numSamples);
    CHECK (readRecording (storage, "a").numSamples == numSamples);
}

TEST_CASE ("a recording replaces no file", "[recorder]")
{
    MemoryStorage storage;
    storage.addFile ("old.wav", "precious");
    storage.addFile ("new.wav.gaps.txt", "precious");
    storage.addFolder ("folder.wav");
    for (const std::string path : {"old.wav", "new.wav", "folder.wav"})
    {
        const auto recorder = Recorder::start (storage, path, {});
        REQUIRE_FALSE (recorder.ok ());
        CHECK (recorder.error ().code == ErrorCode::writeFailed);
        CHECK (recorder.error ().message.find ("choose another name") != std::string::npos);
    }
    CHECK (storage.bytesOf ("old.wav") == "precious");
    CHECK_FALSE (storage.exists ("new.wav"));
}

TEST_CASE ("a recording says which field it cannot have", "[recorder]")
{
    MemoryStorage storage;
    const auto refusal = [&] (const RecordingSpec& spec)
    {
        const auto recorder = Recorder::start (storage, "a", spec);
        REQUIRE_FALSE (recorder.ok ());
        CHECK (recorder.error ().code == ErrorCode::badSpec);
        CHECK_FALSE (storage.exists ("a"));
        return recorder.error ().message;
    };
    CHECK (refusal ({7999, 2}) == "a recording's rate is 7999 Hz; it must be 8000 to 768000");
    CHECK (refusal ({48000, 0}) == "a recording's number of channels is 0; it must be 1 to 64");
    CHECK (refusal ({48000, 9, RecordingFormat::flac24}) ==
           "a recording's number of channels is 9; it must be 1 to 8 in FLAC; choose WAV for more");
    CHECK (refusal ({48000, 2, RecordingFormat::wav24, 0}) ==
           "a recording's ring holds 0.000 s; it must be 0.1 to 60");
    CHECK_FALSE (Recorder::start (storage, "nowhere/a.wav", {}).ok ());
}

} // namespace melstrom::testing
