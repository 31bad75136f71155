// The Python of docs/ reads the output of a run, and the statements of docs/ about a dataset hold.
#include "Engine/Core/Error.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Documentation.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TestData.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
/** A 32-bit float WAV with a valid header. Sample 1500 is NaN. */
std::string wavWithNaN (int rateHz, std::size_t numSamples)
{
    std::vector<float> samples (numSamples, 0.25f);
    samples.at (1500) = std::numeric_limits<float>::quiet_NaN ();
    WavFields fields;
    fields.formatTag = 3;
    fields.bits = 32;
    fields.rateHz = static_cast<std::uint32_t> (rateHz);
    return wav (fields, {reinterpret_cast<const char*> (samples.data ()), samples.size () * 4});
}

/** A folder for one dataset: audio/ to be filled, dataset/ to be made from it. */
class Case
{
public:
    Case (const TemporaryFolder& folder, const std::string& name) : path_ (folder.file (name))
    {
        fs::create_directories (path_);
    }

    void write (const std::string& name, const std::string& bytes) const
    {
        const fs::path path = path_ / "audio" / name;
        fs::create_directories (path.parent_path ());
        std::ofstream (path, std::ios::binary) << bytes;
    }

    /** Writes six files, of `numSamples` samples and `moreEach` more for each next file, in folders
        cat and dog below `prefix`. */
    void writeAnimals (const std::string& prefix, int rateHz, int numSamples, int moreEach) const
    {
        for (int i = 0; i < 6; ++i)
            write (prefix + (i % 2 == 0 ? "cat/" : "dog/") + std::to_string (i) + ".wav",
                   chirpWav (rateHz, numSamples + i * moreEach, static_cast<unsigned> (i)));
    }

    BatchOptions options (const std::string& preset) const
    {
        return batchOptions (path_ / "audio", path_ / "dataset", preset);
    }

    /** The same for a list with all columns: several labels, splits, folds, groups and numbers, for
        the files of writeAnimals. */
    BatchOptions optionsOfList (const std::string& preset) const
    {
        write ("list.csv", "path;label;label;split;fold;group;weight;age\n"
                           "cat/0.wav;cat;wild;train;1;anna;1.5;\ncat/2.wav;cat;;train;2;anna;;2\n"
                           "cat/4.wav;wild;cat;test;1;bert;-3e-2;4\ndog/1.wav;dog;;test;;;0;1\n"
                           "dog/3.wav;;;train;2;cleo;8;3\n");
        BatchOptions options = this->options (preset);
        options.inputs.inputs = {path_ / "audio/list.csv", path_ / "audio/dog/5.wav"};
        options.inputs.splits = SplitMode::listed;
        options.inputs.columns.targets = {"weight", "age"};
        return options;
    }

private:
    fs::path path_;
};

void make (const BatchOptions& options, std::int64_t numFailed)
{
    const auto outcome = runWith (options);
    INFO (options.outputFolder);
    REQUIRE (failureOf (outcome) == "");
    CHECK (outcome->numFailed == numFailed);
}

/** Files without a label; one fails before it has rows, one after. */
void makeFramesNpy (const TemporaryFolder& folder)
{
    const Case made (folder, "frames-npy");
    made.writeAnimals ("", 16000, 12000, 777);
    made.write ("alone.wav", chirpWav (16000, 11000, 9, 2));
    made.write ("cat/cut.wav", chirpWav (16000, 9000, 7).substr (0, 5000));
    made.write ("dog/nan.wav", wavWithNaN (16000, 16000));
    make (made.options ("whisper-openai-80"), 2);
}

void makeFramesH5 (const TemporaryFolder& folder)
{
    const Case made (folder, "frames-h5");
    made.writeAnimals ("train/", 16000, 12000, 777);
    made.writeAnimals ("test/", 16000, 9000, 160);
    made.write ("train/dog/nan.wav", wavWithNaN (16000, 16000));
    made.write ("train/dog/empty.wav", "");
    made.write ("train/cat/caf\xe9 \xff.wav", chirpWav (16000, 12500, 10)); // not UTF-8
    made.write ("val/alone.wav", chirpWav (16000, 13000, 9));
    BatchOptions options = made.options ("librosa-db");
    options.preset.spec.hop = {160, Length::Unit::samples};
    options.preset.spec.storedType = StoredType::float16;
    options.inputs.splits = SplitMode::folders;
    options.format = OutputFormat::h5;
    make (options, 2);
}

void makeSegmentsNpy (const TemporaryFolder& folder)
{
    const Case made (folder, "segments-npy");
    made.writeAnimals ("", 4096, 3000, 400);
    made.write ("dog/nan.wav", wavWithNaN (4096, 4096));
    BatchOptions options = made.options ("leak");
    options.waveform = true;
    make (options, 1);
}

/** Segments in splits; zeros complete the last segment of each file. */
void makeSegmentsNpySplits (const TemporaryFolder& folder)
{
    const Case made (folder, "segments-npy-splits");
    made.writeAnimals ("", 4096, 3000, 401);
    BatchOptions options = made.options ("leak-fine");
    options.preset.spec.padToSamples.reset ();
    options.preset.spec.padLastSegment = true;
    options.preset.spec.storedType = StoredType::float32;
    options.waveform = true;
    options.inputs.splits = SplitMode::ratio;
    options.inputs.ratios = {1, 1, 1};
    make (options, 0);
}

void makeSegmentsH5 (const TemporaryFolder& folder)
{
    const Case made (folder, "segments-h5");
    made.writeAnimals ("train/", 4096, 4096, 0);
    made.writeAnimals ("test/", 4096, 4096, 3);
    made.write ("train/dog/nan.wav", wavWithNaN (4096, 4096));
    made.write ("train/dog/long.wav", chirpWav (4096, 50000, 8));
    BatchOptions options = made.options ("leak");
    options.waveform = true;
    options.inputs.splits = SplitMode::folders;
    options.format = OutputFormat::h5;
    make (options, 2);
}

/** Several labels a file, and numbers. One file fails, and one is not in the list. */
void makeSeveral (const TemporaryFolder& folder)
{
    const Case frames (folder, "several-npy"), segments (folder, "several-h5");
    frames.writeAnimals ("", 16000, 12000, 777);
    frames.write ("dog/3.wav", "no audio");
    make (frames.optionsOfList ("whisper-openai-80"), 1);
    segments.writeAnimals ("", 4096, 4096, 0);
    segments.write ("dog/3.wav", "no audio");
    BatchOptions options = segments.optionsOfList ("leak");
    options.waveform = true;
    options.format = OutputFormat::h5;
    make (options, 1);
}

/** Power of int16-valued samples, far above float16's range; and a name in Latin-1. */
void makeClamped (const TemporaryFolder& folder)
{
    const Case made (folder, "clamped");
    made.write ("caf\xe9.wav", chirpWav (16000, 8000, 1));
    BatchOptions options = made.options ("torchaudio");
    options.preset.spec.sampleScale = 32768;
    options.preset.spec.storedType = StoredType::float16;
    make (options, 0);
}

struct PythonRun
{
    int status = -1;
    std::string output; ///< stdout and stderr
};

/** Runs run_documented.py GROUP DOCS FOLDER. */
PythonRun runDocumented (const std::string& group, const TemporaryFolder& folder)
{
    const std::string tests = testDataFolder (), log = folder.file ("output.txt");
    std::string command;
    for (const std::string& word : {testPython (), tests + "/Python/run_documented.py", group,
                                    tests + "/../docs", folder.path ()})
        command += '"' + word + "\" ";
    PythonRun run;
    run.status = std::system ((command + "> \"" + log + "\" 2>&1").c_str ());
    std::ifstream file (log, std::ios::binary);
    run.output.assign (std::istreambuf_iterator<char> (file), {});
    return run;
}
} // namespace

TEST_CASE ("a dataset is what docs/formats.md says, and the Python there reads it",
           "[docs][python]")
{
    const TemporaryFolder folder;
    makeFramesNpy (folder);
    makeFramesH5 (folder);
    makeSegmentsNpy (folder);
    makeSegmentsNpySplits (folder);
    makeSegmentsH5 (folder);
    makeSeveral (folder);
    makeClamped (folder);
    const PythonRun run = runDocumented ("numpy", folder);
    INFO (run.output);
    CHECK (run.status == 0);
}

TEST_CASE ("the PyTorch in docs trains from each kind of dataset", "[docs][python][torch]")
{
    const TemporaryFolder folder;
    makeFramesNpy (folder);
    makeFramesH5 (folder);
    makeSegmentsNpy (folder);
    makeSegmentsH5 (folder);
    const PythonRun run = runDocumented ("torch", folder);
    INFO (run.output);
    CHECK (run.status == 0);
    if (run.output.find ("SKIPPED: torch") != std::string::npos)
        skipTest ("torch is not installed");
}

TEST_CASE ("docs/formats.md explains every error code", "[docs]")
{
    const std::string text = documentation ("formats.md");
    for (int code = 0; code <= static_cast<int> (ErrorCode::internalFault); ++code)
    {
        const std::string name (codeName (static_cast<ErrorCode> (code)));
        INFO (name);
        CHECK (text.find ('`' + name + '`') != std::string::npos);
    }
}
