// Files whose bytes are read to their place in a slab have the rows of files that are read otherwise.
#include "Engine/Batch/Run/Extract.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
constexpr std::int64_t kSamples = 20000;

std::string format (int bits, int numChannels = 1, int tag = 1)
{
    WavFields fields;
    fields.formatTag = tag;
    fields.bits = bits;
    fields.numChannels = numChannels;
    return chunk ("fmt ", formatPayload (fields));
}

/** Names and bytes of WAVs with samples in front of, between and behind other chunks. */
std::map<std::string, std::string> examples ()
{
    const std::string data = testSampleBytes (kSamples);
    const auto note = [] (std::size_t bytes)
    { return chunk ("LIST", std::string (bytes - 8, 'n')); };
    // The chunk of notes is as long as the samples: if these were not 8-bit, they would end the file.
    const std::string bytes = data.substr (0, kSamples);
    std::string floats;
    for (std::int64_t i = 0; i < kSamples; ++i)
    {
        const float value = static_cast<float> (testSample (i)) / 40000;
        floats.append (reinterpret_cast<const char*> (&value), sizeof value);
    }
    return {{"usual", riff (format (16) + chunk ("data", data))},
            {"stereo", riff (format (16, 2) + chunk ("data", data))},
            {"notes-first", riff (format (16) + note (2000) + chunk ("data", data))},
            {"notes-last", riff (format (16) + chunk ("data", data) + note (1000))},
            {"few-notes-last", riff (format (16) + chunk ("data", data) + note (10))},
            {"many-notes-last", riff (format (16) + chunk ("data", data) + note (9000))},
            {"bytes", riff (format (8) + chunk ("data", bytes))},
            {"bytes-and-notes", riff (format (8) + chunk ("data", bytes) + note (kSamples))},
            {"bytes-and-more", riff (format (8) + chunk ("data", bytes) + note (kSamples + 500))},
            {"three-bytes", riff (format (24) + chunk ("data", data.substr (0, 39999)))},
            {"four-bytes", riff (format (32) + chunk ("data", data))},
            {"floats", riff (format (32, 1, 3) + chunk ("data", floats))}};
}
} // namespace

TEST_CASE ("rows do not depend on the place of the samples in their file", "[batch][wav]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    for (const auto& [name, bytes] : examples ())
        folder.write ("in/" + name + ".wav", bytes);
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    options.preset.spec.rateHz = 16000;
    options.preset.spec.channels = GENERATE (ChannelMode::mean, ChannelMode::each);
    const auto outcome = runWith (options);
    REQUIRE (failureOf (outcome) == "");
    CHECK (outcome->numFailed == 0);

    const auto backend = makeCpuBackend (1);
    std::string rows;
    for (const auto& [name, bytes] : examples ()) // in the order of a run
    {
        const auto path = folder.file ("in/" + name + ".wav");
        const auto file = extractFile (posixStorage (), **backend, options.preset.spec, path, {});
        REQUIRE (failureOf (file) == "");
        rows.append (reinterpret_cast<const char*> (file->rows.data ()), file->rows.size ());
    }
    CHECK (npyData (folder.file ("out"), "features.npy") == rows);
}
