#include "Source/Export/TapExport.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cmath>
#include <filesystem>
#include <random>
#include <sstream>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

TapSamples noise (double rateHz, int numSamples)
{
    std::mt19937 random (20261122);
    std::normal_distribution<float> normal (0, 0.3f); // sometimes above full scale
    TapSamples sound {rateHz, 1000, std::vector<std::vector<float>> (2)};
    for (auto& channel : sound.channels)
        for (int n = 0; n < numSamples; ++n)
            channel.push_back (normal (random));
    return sound;
}

bool isEmpty (const TemporaryFolder& folder)
{
    return std::filesystem::is_empty (folder.path ());
}

} // namespace

TEST_CASE ("a sound that is saved has the samples that were heard", "[spectrogram]")
{
    const TemporaryFolder folder;
    const auto sound = noise (44100, 12345);
    REQUIRE (failureOf (exportWav (sound, posixStorage (), folder.file ("take.wav"))) == "");
    auto reader = openAudio (posixStorage (), folder.file ("take.wav"), {});
    REQUIRE (reader);
    const auto& info = (*reader)->info ();
    CHECK (info.rateHz == 44100);
    CHECK (info.numChannels == 2);
    REQUIRE (info.numSamples == 12345);
    REQUIRE (info.format == SampleFormat::float32);
    std::vector<float> read (2 * 12345);
    REQUIRE ((*reader)->read (read.data (), 0, 12345));
    for (std::size_t n = 0; n < 12345; ++n)
        REQUIRE ((read[2 * n] == sound.channels[0][n] && read[2 * n + 1] == sound.channels[1][n]));
}

TEST_CASE ("a feature that is saved is the file that a batch makes of the saved sound",
           "[spectrogram]")
{
    for (const char* name :
         {"librosa-db", "whisper-openai-80", "whisper-hf-80", "kaldi-mfcc", "leak-fine", "nemo-80"})
    {
        INFO (name);
        const TemporaryFolder folder;
        const auto sound = noise (48000, 60000);
        const auto options = batchOptions (folder.file ("take.wav"), folder.file ("out"), name);
        REQUIRE (failureOf (exportWav (sound, posixStorage (), folder.file ("take.wav"))) == "");
        REQUIRE (failureOf (exportNpy (sound, options.preset, posixStorage (),
                                       folder.file ("take.npy"))) == "");
        REQUIRE (failureOf (runWith (options)) == "");
        CHECK (bytesOfFile (folder.file ("take.npy")) ==
               bytesOfFile (folder.file ("out/features.npy")));
    }
}

TEST_CASE ("a picture that is saved is the one that is drawn of the saved sound", "[spectrogram]")
{
    const TemporaryFolder folder;
    const auto sound = noise (48000, 100000);
    PictureRequest request;
    request.audioFile = folder.file ("take.wav");
    request.pictureFile = folder.file ("drawn.png");
    request.preset = *findPreset ("whisper-openai-80");
    request.style.colours = "viridis";
    request.backend.kind = BackendChoice::Kind::cpu;
    REQUIRE (failureOf (exportWav (sound, posixStorage (), request.audioFile)) == "");
    REQUIRE (failureOf (exportPng (sound, request.preset, "viridis", folder.file ("take.png"))) ==
             "");
    Log log (LogLevel::error);
    std::ostringstream out;
    REQUIRE (runPictureCommand (request, log, out) == ExitCode::allIn);
    CHECK (bytesOfFile (folder.file ("take.png")) == bytesOfFile (request.pictureFile));
}

TEST_CASE ("nothing is saved of nothing and it is said", "[spectrogram]")
{
    const TemporaryFolder folder;
    const auto preset = *findPreset ("librosa-db");
    for (const auto& sound : {TapSamples {}, TapSamples {48000, 0, {{}, {}}}})
        for (const auto& done : {exportWav (sound, posixStorage (), folder.file ("a.wav")),
                                 exportNpy (sound, preset, posixStorage (), folder.file ("a.npy")),
                                 exportPng (sound, preset, "magma", folder.file ("a.png"))})
        {
            REQUIRE_FALSE (done);
            CHECK (done.error ().code == ErrorCode::noSamples);
        }
    CHECK (isEmpty (folder));
}

TEST_CASE ("a sound that is no number is refused and named", "[spectrogram]")
{
    const TemporaryFolder folder;
    auto sound = noise (48000, 5000);
    sound.channels[1][1234] = std::nanf ("");
    const auto done = exportWav (sound, posixStorage (), folder.file ("a.wav"));
    REQUIRE_FALSE (done);
    CHECK (done.error ().code == ErrorCode::nonFinite);
    CHECK (done.error ().message.find ("1234") != std::string::npos);
    CHECK (isEmpty (folder));
}

TEST_CASE ("what cannot be saved leaves the file of before and nothing beside it", "[spectrogram]")
{
    const TemporaryFolder folder;
    const auto preset = *findPreset ("whisper-openai-80");
    for (const char* name : {"take.wav", "take.npy", "take.png"})
        folder.write (name, "of before");
    const auto tooShort = noise (48000, 10);
    CHECK_FALSE (exportNpy (tooShort, *findPreset ("kaldi-fbank"), posixStorage (),
                            folder.file ("take.npy")));
    CHECK_FALSE (
        exportPng (tooShort, *findPreset ("kaldi-fbank"), "magma", folder.file ("take.png")));
    CHECK_FALSE (
        exportPng (noise (48000, 20000), preset, "no such colours", folder.file ("take.png")));
    auto broken = noise (48000, 20000);
    broken.channels[0][19999] = HUGE_VALF;
    CHECK_FALSE (exportWav (broken, posixStorage (), folder.file ("take.wav")));
    CHECK_FALSE (
        exportNpy (noise (48000, 20000), preset, posixStorage (), folder.file ("no/take.npy")));
    const auto contents = contentsOf (folder.path ());
    CHECK (contents.size () == 3);
    for (const auto& [name, bytes] : contents)
        CHECK (bytes == "of before");
}

TEST_CASE ("the last seconds of a sound are its end", "[spectrogram]")
{
    const auto sound = noise (8000, 4000);
    const auto last = lastOf (sound, 0.25);
    CHECK (last.firstSample == 3000);
    REQUIRE (last.channels.size () == 2);
    for (std::size_t channel = 0; channel < 2; ++channel)
        CHECK (last.channels[channel] == std::vector<float> (sound.channels[channel].end () - 2000,
                                                             sound.channels[channel].end ()));
    CHECK (lastOf (sound, 60).channels == sound.channels);
    CHECK (lastOf (sound, 0).channels[1].empty ());
}
