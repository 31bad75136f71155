#include "Source/Render/WavWriter.h"

#include "Engine/Batch/Files/ReplaceFile.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/EndlessStorage.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <sndfile.h>
#include <vector>

namespace melstrom::testing
{
namespace
{

std::vector<float> sine (int numSamples, double amplitude)
{
    std::vector<float> samples (static_cast<std::size_t> (numSamples));
    for (std::size_t n = 0; n < samples.size (); ++n)
        samples[n] = static_cast<float> (amplitude * std::sin (0.01 * static_cast<double> (n)));
    return samples;
}

WavReport writeAll (Storage& storage, const std::string& path, const WavSpec& spec,
                    const std::vector<float>& samples, std::size_t blockSamples = 0)
{
    auto writer = WavWriter::create (storage, path, spec);
    REQUIRE (writer.ok ());
    std::span<const float> rest (samples);
    while (! rest.empty ())
    {
        const auto count = blockSamples == 0 ? rest.size () : std::min (blockSamples, rest.size ());
        REQUIRE ((*writer)->write (rest.first (count)).ok ());
        rest = rest.subspan (count);
    }
    auto report = (*writer)->finish ();
    INFO ((report ? "" : report.error ().message));
    REQUIRE (report.ok ());
    return *report;
}

struct ReadWav
{
    SF_INFO info {};
    std::vector<double> samples; ///< full scale is 1
};

ReadWav readWav (const std::string& path)
{
    ReadWav wav;
    const std::unique_ptr<SNDFILE, int (*) (SNDFILE*)> file (
        sf_open (path.c_str (), SFM_READ, &wav.info), &sf_close);
    REQUIRE (file != nullptr);
    wav.samples.resize (static_cast<std::size_t> (wav.info.frames * wav.info.channels));
    REQUIRE (sf_readf_double (file.get (), wav.samples.data (), wav.info.frames) ==
             wav.info.frames);
    return wav;
}

} // namespace

TEST_CASE ("a float WAV holds the samples bit by bit, beyond full scale too", "[wavwriter]")
{
    const TemporaryFolder folder;
    auto samples = sine (20002, 1.5);
    samples[7] = -0.0f;
    const WavSpec spec {.rateHz = 44100, .numChannels = 2, .samples = WavSamples::float32};
    const auto report = writeAll (posixStorage (), folder.file ("a.wav"), spec, samples);
    const auto wav = readWav (folder.file ("a.wav"));
    CHECK (wav.info.samplerate == 44100);
    CHECK (wav.info.channels == 2);
    CHECK ((wav.info.format & SF_FORMAT_SUBMASK) == SF_FORMAT_FLOAT);
    REQUIRE (wav.samples.size () == samples.size ());
    std::int64_t numBeyond = 0;
    for (std::size_t n = 0; n < samples.size (); ++n)
    {
        REQUIRE (wav.samples[n] == static_cast<double> (samples[n]));
        numBeyond += std::abs (samples[n]) > 1 ? 1 : 0;
    }
    CHECK (numBeyond > 0);
    CHECK (report.numClipped == numBeyond);
    CHECK (report.numFrames == 10001);
    CHECK (report.peak == Approx (1.5).margin (1e-4));
    CHECK_FALSE (std::filesystem::exists (partPathOf (folder.file ("a.wav"))));
}

TEST_CASE ("whole-number WAVs are off by the dither and half a step at most, 0 in the mean",
           "[wavwriter]")
{
    const TemporaryFolder folder;
    const auto samples = sine (60000, 0.7);
    struct Case
    {
        WavSamples samples;
        int bits;
        int coding;
    };
    for (const Case& example : {Case {WavSamples::int16, 16, SF_FORMAT_PCM_16},
                                Case {WavSamples::int24, 24, SF_FORMAT_PCM_24}})
    {
        INFO (example.bits << " bits");
        const auto report = writeAll (posixStorage (), folder.file ("a.wav"),
                                      {.numChannels = 1, .samples = example.samples}, samples);
        const auto wav = readWav (folder.file ("a.wav"));
        CHECK ((wav.info.format & SF_FORMAT_SUBMASK) == example.coding);
        CHECK (report.numClipped == 0);
        const double stepsPerUnit = std::ldexp (1.0, example.bits - 1);
        double sum = 0, sumOfSquares = 0;
        for (std::size_t n = 0; n < samples.size (); ++n)
        {
            const double steps = wav.samples[n] * stepsPerUnit;
            REQUIRE (steps == std::round (steps));
            const double error = steps - static_cast<double> (samples[n]) * stepsPerUnit;
            REQUIRE (std::abs (error) <= 1.5);
            sum += error;
            sumOfSquares += error * error;
        }
        const auto count = static_cast<double> (samples.size ());
        CHECK (std::abs (sum / count) < 4 * 0.5 / std::sqrt (count));
        CHECK (sumOfSquares / count == Approx (1.0 / 6 + 1.0 / 12).epsilon (0.03));
    }
}

TEST_CASE ("the bytes depend on the samples alone, however they come", "[wavwriter]")
{
    const auto samples = sine (70000, 0.9);
    for (const auto coding : {WavSamples::int16, WavSamples::int24, WavSamples::float32})
    {
        const WavSpec spec {.samples = coding, .ditherSeed = 3};
        MemoryStorage storage;
        writeAll (storage, "a.wav", spec, samples);
        writeAll (storage, "b.wav", spec, samples, 2);
        writeAll (storage, "c.wav", spec, samples, 32770);
        CHECK (storage.bytesOf ("a.wav") == storage.bytesOf ("b.wav"));
        CHECK (storage.bytesOf ("a.wav") == storage.bytesOf ("c.wav"));
        CHECK (storage.bytesOf ("a.wav").substr (0, 4) == "RIFF");
    }
}

TEST_CASE ("beyond 4 GiB a WAV is RF64 with its true sizes", "[wavwriter]")
{
    MemoryStorage memory;
    EndlessStorage storage (memory);
    const std::vector<float> block (1 << 22);
    constexpr int kBlocks = 260; // 4.06 GiB
    auto writer =
        WavWriter::create (storage, "long.wav", {.numChannels = 8, .samples = WavSamples::float32});
    REQUIRE (writer.ok ());
    for (int n = 0; n < kBlocks; ++n)
        REQUIRE ((*writer)->write (block).ok ());
    REQUIRE ((*writer)->finish ().ok ());
    const auto bytes = memory.bytesOf ("long.wav");
    CHECK (bytes.substr (0, 4) == "RF64");
    CHECK (bytes.substr (8, 8) == "WAVEds64");
    std::uint64_t riffBytes = 0, dataBytes = 0;
    std::memcpy (&riffBytes, bytes.data () + 20, 8);
    std::memcpy (&dataBytes, bytes.data () + 28, 8);
    CHECK (dataBytes == std::uint64_t {kBlocks} * block.size () * 4);
    CHECK (riffBytes == static_cast<std::uint64_t> (storage.end) - 8);
}

TEST_CASE ("nothing is left of a WAV that was not finished, and the old one stays", "[wavwriter]")
{
    const auto samples = sine (50000, 0.5);
    MemoryStorage storage;
    storage.addFile ("a.wav", "the old one");
    SECTION ("given up")
    {
        auto writer = WavWriter::create (storage, "a.wav", {});
        REQUIRE ((*writer)->write (samples).ok ());
    }
    SECTION ("the disk is full")
    {
        storage.setCapacity (40000);
        auto writer = WavWriter::create (storage, "a.wav", {});
        const auto written = (*writer)->write (samples);
        const auto finished = written ? (*writer)->finish () : written.error ();
        REQUIRE_FALSE (finished.ok ());
        CHECK (finished.error ().code == ErrorCode::diskFull);
    }
    SECTION ("the sound is not a number")
    {
        auto bad = samples;
        bad[20001] = std::numeric_limits<float>::quiet_NaN ();
        auto writer = WavWriter::create (storage, "a.wav", {});
        const auto written = (*writer)->write (bad);
        REQUIRE_FALSE (written.ok ());
        CHECK (written.error ().code == ErrorCode::nonFinite);
        CHECK (written.error ().message.find ("sample 10000") != std::string::npos);
    }
    CHECK (storage.bytesOf ("a.wav") == "the old one");
    CHECK_FALSE (storage.exists (partPathOf ("a.wav")));
}

TEST_CASE ("a WAV that cannot be is refused before anything is written", "[wavwriter]")
{
    MemoryStorage storage;
    storage.addFolder ("folder");
    CHECK (WavWriter::create (storage, "folder", {}).error ().code == ErrorCode::notAFile);
    CHECK (WavWriter::create (storage, "a.wav", {.rateHz = 0}).error ().code == ErrorCode::badSpec);
    const auto tooMany = WavWriter::create (storage, "a.wav", {.numChannels = 65});
    CHECK (tooMany.error ().message.find ("65") != std::string::npos);
    CHECK_FALSE (WavWriter::create (storage, "none/a.wav", {}).ok ());
    CHECK_FALSE (storage.exists (partPathOf ("a.wav")));
}

TEST_CASE ("a WAV of no samples is a WAV", "[wavwriter]")
{
    const TemporaryFolder folder;
    writeAll (posixStorage (), folder.file ("a.wav"), {}, {});
    CHECK (readWav (folder.file ("a.wav")).samples.empty ());
}

} // namespace melstrom::testing
