// Clips in whole runs: cut into slabs, decoded in order, counted; streams refuse them.
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StreamRuns.h"

#include <filesystem>
#include <nlohmann/json.hpp>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
/** Files of 0.3 to 6 s. Some are resampled. */
void writeFiles (const TemporaryFolder& folder)
{
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (16000, 96000, 1, 2));
    folder.write ("in/b.wav", chirpWav (16000, 5000, 2));
    folder.write ("in/c.wav", chirpWav (22050, 130001, 3));
    folder.write ("in/d.wav", chirpWav (8000, 2401, 4, 2));
    folder.write ("in/e.wav", chirpWav (16000, 48000, 5));
}
} // namespace

TEST_CASE ("clips of a run are those of one file, however they are cut", "[clip][batch]")
{
    const auto settings = GENERATE (values<std::vector<std::string>> (
        {{"clip_ms=3000"},
         {"clip_ms=3000", "clip_from=centre", "clip_pad=repeat"},
         {"clip_ms=5500.5", "clip_from=end", "clip_pad=repeat", "channels=each"},
         {"clip_ms=3000", "clip_from=end", "clip_pad=none"},
         {"pad_to_samples=60000"}}));
    const auto preset = GENERATE (values<std::string> ({"torchaudio", "nemo-80"}));
    TemporaryFolder folder;
    writeFiles (folder);
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("one"), preset);
    options.preset.spec.rateHz = 16000;
    for (const auto& setting : settings)
        REQUIRE (applySetting (options.preset.spec, setting));
    INFO (preset << ", " << settings[0] << ' ' << settings.back ());
    REQUIRE (failureOf (runWith (options, {1})) == "");
    const auto expected = contentsOf (folder.file ("one"));

    const auto backend = makeCpuBackend (1);
    std::string rows;
    for (const auto* name : {"a", "b", "c", "d", "e"})
    {
        const auto path = folder.file ("in/" + std::string (name) + ".wav");
        const auto file = extractFile (posixStorage (), **backend, options.preset.spec, path, {});
        REQUIRE (failureOf (file) == "");
        rows.append (reinterpret_cast<const char*> (file->rows.data ()), file->rows.size ());
    }
    CHECK (npyData (folder.file ("one"), "features.npy") == rows);

    // So little memory that signals are cut into several slabs.
    options.outputFolder = folder.file ("small");
    for (options.maxMemoryBytes = 1 << 19;; options.maxMemoryBytes = options.maxMemoryBytes * 5 / 4)
    {
        REQUIRE (options.maxMemoryBytes < std::int64_t {1} << 30);
        const auto outcome = runWith (options, {2});
        if (! outcome && outcome.error ().code == ErrorCode::badUsage)
            continue;
        REQUIRE (failureOf (outcome) == "");
        break;
    }
    CHECK (contentsOf (folder.file ("small")) == expected);
}

TEST_CASE ("files that a spec made longer or shorter are counted", "[clip][batch]")
{
    TemporaryFolder folder;
    writeFiles (folder);
    const auto countsOf = [&] (const std::string& preset, const std::string& setting)
    {
        BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), preset);
        options.overwrite = true;
        for (const auto& one : {std::string ("rate_hz=4096"), setting})
            if (! one.empty ())
                REQUIRE (applySetting (options.preset.spec, one));
        const auto outcome = runWith (options);
        REQUIRE (failureOf (outcome) == "");
        const auto json =
            nlohmann::json::parse (contentsOf (folder.file ("out")).at ("dataset.json"));
        const auto& counts = outcome->lengths;
        CHECK (json["lengths"]["cut"] == counts.numCut);
        CHECK (json["lengths"]["filled"] == counts.numFilled);
        CHECK (json["lengths"]["shorter"] == counts.numShorter);
        CHECK (json["lengths"]["longer"] == counts.numLonger);
        return std::vector<std::int64_t> {counts.numCut, counts.numFilled, counts.numShorter,
                                          counts.numLonger};
    };
    using Counts = std::vector<std::int64_t>;
    // The files have 6.0, 0.3, 5.9, 0.3 and exactly 3.0 s.
    CHECK (countsOf ("torchaudio", "clip_ms=3000") == Counts {2, 2, 0, 0});
    CHECK (countsOf ("leak", "") == Counts {0, 5, 0, 0});
    CHECK (countsOf ("leak", "pad_to_samples=12288") == Counts {0, 2, 0, 2});
    CHECK (countsOf ("leak", "clip_ms=3000") == Counts {2, 2, 0, 0});
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    options.overwrite = true;
    options.preset.spec.clipMs = 3000;
    options.preset.spec.clipPad = ClipPad::none;
    CHECK (runWith (options)->lengths.numShorter == 2);
}

TEST_CASE ("a leak preset loses no file: short ones become 10 s, long ones stay", "[clip][batch]")
{
    const auto preset = GENERATE (values<std::string> ({"leak", "leak-fine", "leak-training"}));
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (4096, 100, 1));
    folder.write ("in/b.wav", chirpWav (4096, 40960, 2));
    folder.write ("in/c.wav", chirpWav (4096, 90000, 3));
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), preset);
    const auto outcome = runWith (options);
    REQUIRE (failureOf (outcome) == "");
    CHECK (outcome->numFailed == 0);
    const auto padded = npyData (folder.file ("out"), "features.npy");

    // Padding does not change files that are long enough.
    options.preset.spec.padToSamples.reset ();
    options.outputFolder = folder.file ("plain");
    const auto plain = runWith (options);
    REQUIRE (failureOf (plain) == "");
    CHECK (plain->numFailed == 1);
    const auto rows = npyData (folder.file ("plain"), "features.npy");
    CHECK (padded.size () > rows.size ());
    CHECK (padded.substr (padded.size () - rows.size ()) == rows);
}

TEST_CASE ("a stream goes on past the length of a clip", "[clip][stream]")
{
    const auto backend = makeCpuBackend (1);
    MelSpec spec = findPreset ("torchaudio")->spec;
    const auto samples = uniformNoise (30000, 3);
    const auto whole = streamed (*makeStream (**backend, spec, 16000), samples, fixedCut (4096));
    for (const std::string setting : {"clip_ms=500", "clip_from=end", "pad_to_samples=40000"})
    {
        REQUIRE (applySetting (spec, setting));
        CHECK (streamed (*makeStream (**backend, MelStream::streamable (spec, false), 16000),
                         samples, fixedCut (4096)) == whole);
    }
}
