// A dataset's information on its files: columns of files.csv, labels_multi and targets, and dither
// by names.
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{

using Strings = std::vector<std::string>;

/** A column of files.csv; only "absent" if it does not exist. */
Strings columnOf (const std::string& folder, const std::string& name)
{
    const auto rows = *parseCsv (contentsOf (folder).at ("files.csv"));
    const auto& heading = rows.front ().fields;
    const auto place = std::find (heading.begin (), heading.end (), name);
    if (place == heading.end ())
        return {"absent"};
    Strings fields;
    for (std::size_t i = 1; i < rows.size (); ++i)
        fields.push_back (rows[i].fields.at (static_cast<std::size_t> (place - heading.begin ())));
    return fields;
}

/** Three clips, one of which is not audio, and a list with their labels. */
void writeCorpus (const TemporaryFolder& folder)
{
    fs::create_directories (folder.file ("in"));
    folder.write ("in/a.wav", chirpWav (16000, 9000, 1));
    folder.write ("in/b.wav", "no audio");
    folder.write ("in/c.wav", chirpWav (16000, 9000, 2));
    folder.write ("list.csv", "path,label,split,fold,group,loudness,pitch\n"
                              "in/c.wav,dog;cat,train,2,anna,-3.5,1\n"
                              "in/a.wav,dog,test,1,,,2\n"
                              "in/b.wav,cow,train,1,bert,0,3\n");
}

BatchOptions corpusOptions (const TemporaryFolder& folder)
{
    auto options =
        batchOptions (folder.file ("list.csv"), folder.file ("out"), "whisper-openai-80");
    options.inputs.splits = SplitMode::listed;
    options.inputs.columns.targets = {"loudness", "pitch"};
    return options;
}

VerifyReport verified (const BatchOptions& options)
{
    auto backend = makeCpuBackend (2);
    BatchCounters counters;
    Trace trace (false);
    const std::atomic<bool> stop {false};
    VerifyOptions verify;
    verify.folder = options.outputFolder;
    const auto report = verifyDataset (verify, {posixStorage (), **backend, counters, trace, stop});
    REQUIRE (failureOf (report) == "");
    return *report;
}

} // namespace

TEST_CASE ("a dataset says what a list says of its files", "[batch][labels]")
{
    TemporaryFolder folder;
    writeCorpus (folder);
    const auto options = corpusOptions (folder);
    REQUIRE (failureOf (runWith (options)) == "");
    const auto& out = options.outputFolder;
    CHECK (columnOf (out, "label") == Strings {"dog", "cow", "dog;cat"});
    CHECK (columnOf (out, "relative_path") == Strings {"in/a.wav", "in/b.wav", "in/c.wav"});
    CHECK (columnOf (out, "split") == Strings {"TESTING", "TRAINING", "TRAINING"});
    CHECK (columnOf (out, "fold") == Strings {"1", "1", "2"});
    CHECK (columnOf (out, "group") == Strings {"", "bert", "anna"});

    const auto json = nlohmann::json::parse (contentsOf (out).at ("dataset.json"));
    CHECK (json["labels"] == nlohmann::json ({"cat", "cow", "dog"}));
    CHECK (json["targets"] == nlohmann::json ({"loudness", "pitch"}));
    for (const auto& array : json["arrays"])
        CHECK (array.contains ("split") ==
               (array["name"] != "labels_multi" && array["name"] != "targets"));

    // Rows in the order of files.csv, labels in the order of dataset.json.
    CHECK (npyData (out, "labels_multi.npy") == std::string ("\0\0\1"
                                                             "\0\1\0"
                                                             "\1\0\1",
                                                             9));
    const auto targets = npyData (out, "targets.npy");
    REQUIRE (targets.size () == 6 * sizeof (float));
    std::vector<float> values (6);
    std::memcpy (values.data (), targets.data (), targets.size ());
    CHECK (std::isnan (values[0]));
    CHECK (std::vector<float> (values.begin () + 1, values.end ()) ==
           std::vector<float> {2.0f, 0.0f, 3.0f, -3.5f, 1.0f});
    CHECK (verified (options).faults.empty ());

    // A flipped bit in either array is a fault.
    for (const std::string name : {"labels_multi.npy", "targets.npy"})
    {
        auto bytes = contentsOf (out).at (name);
        bytes.back () = static_cast<char> (bytes.back () ^ 1);
        folder.write ("out/" + name, bytes);
        CHECK (verified (options).faults.size () == 1);
        bytes.back () = static_cast<char> (bytes.back () ^ 1);
        folder.write ("out/" + name, bytes);
    }
}

TEST_CASE ("a dataset of files with one label each has no arrays of labels", "[batch][labels]")
{
    TemporaryFolder folder;
    writeCorpus (folder);
    auto options = corpusOptions (folder);
    options.inputs.inputs = {folder.file ("in")};
    options.inputs.columns = {};
    REQUIRE (failureOf (runWith (options)) == "");
    const auto contents = contentsOf (options.outputFolder);
    CHECK (contents.count ("labels_multi.npy") == 0);
    CHECK (contents.count ("targets.npy") == 0);
    CHECK (contents.count ("features.npy") == 1);
    for (const std::string column : {"split", "fold", "group"})
        CHECK (columnOf (options.outputFolder, column) == Strings {"absent"});

    // A dataset that had these arrays is replaced as a whole.
    options = corpusOptions (folder);
    options.overwrite = true;
    REQUIRE (failureOf (runWith (options)) == "");
    CHECK (contentsOf (options.outputFolder).count ("targets.npy") == 1);
    options.inputs.columns = {};
    options.inputs.labels = LabelMode::none;
    REQUIRE (failureOf (runWith (options)) == "");
    CHECK (contentsOf (options.outputFolder).count ("targets.npy") == 0);
    CHECK (contentsOf (options.outputFolder).count ("labels_multi.npy") == 0);
}

TEST_CASE ("more labels than fit a write come out whole", "[batch][labels]")
{
    TemporaryFolder folder;
    constexpr int numFiles = 700, numLabels = 3000; // 2 MiB of labels_multi
    static_assert (5 * (numFiles - 1) + 6 > numLabels, "a label without a file");
    std::string list, expected;
    folder.write ("a.wav", chirpWav (16000, 2000, 1));
    for (int file = 0; file < numFiles; ++file)
    {
        const auto name = "b" + std::to_string (10000 + file) + ".wav";
        fs::create_hard_link (folder.file ("a.wav"), folder.file (name));
        std::string row (numLabels, '\0');
        list += name + ",";
        for (int n = 0; n < 6; ++n)
        {
            const int label = (file * 5 + n) % numLabels;
            row[static_cast<std::size_t> (label)] = 1;
            list += std::to_string (10000 + label) + ";";
        }
        list += "\n";
        expected += row;
    }
    folder.write ("list.csv", list + "a.wav,x\n");
    const auto options =
        batchOptions (folder.file ("list.csv"), folder.file ("out"), "whisper-openai-80");
    REQUIRE (failureOf (runWith (options)) == "");
    const auto data = npyData (options.outputFolder, "labels_multi.npy");
    REQUIRE (data.size () == std::size_t {numFiles + 1} * (numLabels + 1));
    for (int file = 0; file < numFiles; ++file) // behind a.wav; "x" comes behind the numbers
        REQUIRE (data.substr (static_cast<std::size_t> ((file + 1) * (numLabels + 1)), numLabels) ==
                 expected.substr (static_cast<std::size_t> (file * numLabels), numLabels));
    CHECK (verified (options).faults.empty ());
}

TEST_CASE ("dither does not depend on how the path was spelled", "[batch][labels]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("x/in/dog"));
    folder.write ("x/in/dog/a.wav", chirpWav (16000, 20000, 1));
    folder.write ("x/list.txt", "in/dog/a.wav\n");
    fs::create_directory_symlink (folder.file ("x/in"), folder.file ("alias"));
    auto options = batchOptions (folder.file ("x/in"), folder.file ("out"), "kaldi-fbank");
    options.preset.spec.ditherAmplitude = 1.0;
    const auto featuresOf = [&] (const std::string& input)
    {
        options.inputs.inputs = {folder.file (input)};
        options.overwrite = true;
        REQUIRE (failureOf (runWith (options)) == "");
        const auto report = verified (options);
        CHECK (report.faults.empty ());
        CHECK (report.numRecomputed == 1); // --verify knows the dither's seed
        return npyData (options.outputFolder, "features.npy");
    };
    const auto expected = featuresOf ("x/in");
    CHECK (featuresOf ("x//./in/") == expected);
    CHECK (featuresOf ("x/../x/in") == expected);
    CHECK (featuresOf ("alias") == expected);
    // A different path below the INPUT is a different name and changes the dither.
    CHECK (featuresOf ("x") != expected);
    CHECK (featuresOf ("x/list.txt") == featuresOf ("x"));
    CHECK (featuresOf ("x/in/dog/a.wav") == featuresOf ("x/in/dog"));
}
