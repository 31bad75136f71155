// Whole batch runs: the contents of the dataset. Its bytes depend only on plan and input.
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"

#include <filesystem>
#include <nlohmann/json.hpp>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
/** A folder of files with odd lengths, several channel counts and rates. */
void writeMixedAudio (const TemporaryFolder& folder)
{
    fs::create_directories (folder.file ("in/low"));
    fs::create_directories (folder.file ("in/high"));
    folder.write ("in/low/a.wav", chirpWav (16000, 31000, 1));
    folder.write ("in/low/b.wav", chirpWav (16000, 400017, 2, 2));
    folder.write ("in/low/c.wav", chirpWav (22050, 90001, 3));
    folder.write ("in/high/d.wav", chirpWav (48000, 123457, 4, 3));
    for (int i = 0; i < 40; ++i)
        folder.write ("in/high/s" + std::to_string (i) + ".wav",
                      chirpWav (16000, 2000 + 37 * i, 10u + static_cast<unsigned> (i)));
}

std::vector<CsvRow> filesCsvOf (const std::string& folder)
{
    return *parseCsv (contentsOf (folder).at ("files.csv"));
}
} // namespace

TEST_CASE ("a batch holds the rows of every file at its place", "[batch]")
{
    const auto preset = GENERATE (
        values<std::string> ({"whisper-openai-80", "librosa-db", "nemo-80", "leak", "kaldi-mfcc"}));
    TemporaryFolder folder;
    writeMixedAudio (folder);
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), preset);
    if (! options.preset.spec.rateHz)
        options.preset.spec.rateHz = 16000;
    const auto outcome = runWith (options);
    REQUIRE (failureOf (outcome) == "");
    const auto rows = filesCsvOf (folder.file ("out"));
    REQUIRE (rows.size () == 45);

    const std::string features = npyData (folder.file ("out"), "features.npy");
    auto backend = makeCpuBackend (1);
    std::int64_t expectedRow = 0;
    for (std::size_t i = 1; i < rows.size (); ++i)
    {
        const auto& fields = rows[i].fields;
        INFO (preset << ", " << fields[1]);
        CHECK (std::stoll (fields[6]) == expectedRow);
        const auto extracted =
            extractFile (posixStorage (), **backend, options.preset.spec, fields[1], {});
        if (! extracted)
        {
            CHECK (fields[9] == "too-short");
            CHECK (fields[7] == "0");
            continue;
        }
        REQUIRE (fields[9] == "ok");
        const auto rowBytes = static_cast<std::size_t> (extracted->geometry.rowBytes ());
        const std::string stored = features.substr (
            static_cast<std::size_t> (expectedRow) * rowBytes, extracted->rows.size ());
        CHECK (stored == std::string (reinterpret_cast<const char*> (extracted->rows.data ()),
                                      extracted->rows.size ()));
        expectedRow += extracted->file.numRows;
    }
    CHECK (outcome->numRows == expectedRow);
}

TEST_CASE ("dataset bytes do not depend on threads, slabs or memory", "[batch][invariance]")
{
    const auto preset = GENERATE (values<std::string> (
        {"whisper-openai-80", "nemo-80", "leak", "torchaudio", "whisper-hf-80"}));
    TemporaryFolder folder;
    writeMixedAudio (folder);
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out1"), preset);
    if (! options.preset.spec.rateHz)
        options.preset.spec.rateHz = 16000;
    options.waveform = options.preset.spec.layout == Layout::segments;
    REQUIRE (failureOf (runWith (options, {1})) == "");
    const auto expected = contentsOf (folder.file ("out1"));
    CHECK (expected.count ("features.npy") == 1);

    options.outputFolder = folder.file ("out2");
    REQUIRE (failureOf (runWith (options, {3})) == "");
    CHECK (contentsOf (folder.file ("out2")) == expected);

    // So little memory that longer files are cut into several slabs.
    options.outputFolder = folder.file ("out3");
    for (options.maxMemoryBytes = 1 << 20;; options.maxMemoryBytes = options.maxMemoryBytes * 5 / 4)
    {
        const auto outcome = runWith (options, {2});
        if (outcome.ok ())
            break;
        REQUIRE (outcome.error ().code ==
                 ErrorCode::badUsage); // "--max-mem ... is too little": the next attempt has more
    }
    CHECK (contentsOf (folder.file ("out3")) == expected);
}

TEST_CASE ("channels = each stores one channel after the other", "[batch]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    folder.write ("in/x.wav", chirpWav (16000, 60000, 2, 3));
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("each"), "torchaudio");
    options.preset.spec.channels = ChannelMode::each;
    REQUIRE (failureOf (runWith (options)) == "");
    std::string joined;
    for (int channel = 0; channel < 3; ++channel)
    {
        options.outputFolder = folder.file ("one" + std::to_string (channel));
        options.preset.spec.channels = ChannelMode::one;
        options.preset.spec.channelIndex = channel;
        REQUIRE (failureOf (runWith (options)) == "");
        joined += npyData (options.outputFolder, "features.npy");
    }
    CHECK (npyData (folder.file ("each"), "features.npy") == joined);
}

TEST_CASE ("a bad file is recorded and leaves all other rows as they are without it",
           "[batch][faults]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    for (int i = 0; i < 10; ++i)
        folder.write ("in/" + std::to_string (i) + ".wav",
                      chirpWav (16000, 9000 + i, static_cast<unsigned> (i)));
    BatchOptions options =
        batchOptions (folder.file ("in"), folder.file ("clean"), "whisper-openai-80");
    REQUIRE (failureOf (runWith (options)) == "");
    const std::string clean = npyData (folder.file ("clean"), "features.npy");

    const std::string cut = chirpWav (16000, 9000, 50);
    folder.write ("in/5-cut.wav", std::string_view (cut).substr (0, cut.size () / 2));
    folder.write ("in/6-empty.wav", "");
    folder.write ("in/7-page.wav", "<html><body>404</body></html>");
    options.outputFolder = folder.file ("out");
    const auto outcome = runWith (options);
    REQUIRE (failureOf (outcome) == "");
    CHECK (outcome->numFailed == 3);
    CHECK (npyData (folder.file ("out"), "features.npy") == clean);
    const auto errors = *parseCsv (contentsOf (folder.file ("out")).at ("errors.csv"));
    REQUIRE (errors.size () == 4);
    CHECK (errors[1].fields[1] == "truncated");
    CHECK (errors[2].fields[1] == "empty-file");
    CHECK (errors[3].fields[1] == "not-audio");
}

TEST_CASE ("a file that goes bad in the middle ends as zeros with their checksum",
           "[batch][faults]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (16000, 50000, 1));
    // A NaN far into a float file. The header is valid, so the file gets its place before the fault
    // is found.
    std::vector<float> samples (3000000, 0.25f);
    samples[2900000] = std::numeric_limits<float>::quiet_NaN ();
    WavFields fields;
    fields.formatTag = 3;
    fields.bits = 32;
    folder.write ("in/b.wav", wav (fields, {reinterpret_cast<const char*> (samples.data ()),
                                            samples.size () * 4}));
    folder.write ("in/c.wav", chirpWav (16000, 50000, 2));
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    options.maxMemoryBytes = 16 << 20;
    const auto outcome = runWith (options);
    REQUIRE (failureOf (outcome) == "");
    REQUIRE (outcome->failures.size () == 1);
    CHECK (outcome->failures[0].second.code == ErrorCode::nonFinite);
    const auto rows = filesCsvOf (folder.file ("out"));
    CHECK (rows[2].fields[9] == "non-finite");
    const std::string features = npyData (folder.file ("out"), "features.npy");
    const std::size_t rowBytes = 128 * 4;
    const auto first = std::stoull (rows[2].fields[6]) * rowBytes,
               count = std::stoull (rows[2].fields[7]) * rowBytes;
    REQUIRE (count > 0);
    CHECK (features.substr (first, count) == std::string (count, '\0'));
    CHECK (features.substr (0, 100) != std::string (100, '\0'));
}

TEST_CASE ("segments know where they come from", "[batch]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (4096, 40960, 1));
    folder.write ("in/b.wav", chirpWav (4096, 2048, 2));
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "leak");
    options.preset.spec.padToSamples.reset ();
    REQUIRE (failureOf (runWith (options)) == "");
    const std::string data = npyData (folder.file ("out"), "mapping.npy");
    std::vector<std::int64_t> mapping (data.size () / 8);
    std::memcpy (mapping.data (), data.data (), data.size ());
    REQUIRE (mapping.size () ==
             (237 + 9) * 6); // 79 long windows of 3, and 3 of them in 2048 samples
    CHECK (std::vector<std::int64_t> (mapping.begin () + 6, mapping.begin () + 12) ==
           std::vector<std::int64_t> {1, 0, 0, 1, 256, 768});
    CHECK (std::vector<std::int64_t> (mapping.end () - 6, mapping.end ()) ==
           std::vector<std::int64_t> {245, 1, 2, 2, 1536, 2048});
}

TEST_CASE ("splits and labels have files, ids and totals of their own", "[batch]")
{
    TemporaryFolder folder;
    for (const std::string name : {"train/dog", "train/cat", "test/dog"})
    {
        fs::create_directories (folder.file ("in/" + name));
        folder.write ("in/" + name + "/x.wav", chirpWav (16000, 8000, 1));
    }
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    options.inputs.splits = SplitMode::folders;
    REQUIRE (failureOf (runWith (options)) == "");
    const auto contents = contentsOf (folder.file ("out"));
    CHECK (contents.count ("features_TRAINING.npy") == 1);
    CHECK (contents.count ("features_TESTING.npy") == 1);
    CHECK (contents.count ("features_VALIDATION.npy") == 0);
    const auto json = nlohmann::json::parse (contents.at ("dataset.json"));
    CHECK (json["labels"] == nlohmann::json ({"cat", "dog"}));
    CHECK (json["splits"]["TRAINING"]["files"] == 2);
    CHECK (json["splits"]["TESTING"]["files"] == 1);
}
