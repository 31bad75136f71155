// Inputs that change after a finished run: the same command updates the dataset.
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Files/ForwardingStorage.h"
#include "Tests/Support/Storage/FaultStorage.h"

#include <filesystem>
#include <fstream>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
constexpr std::int64_t kSamples = 20 * 16000; ///< 640 kB: few files share a chunk

/** Folders in/ and out/ with a finished dataset of five files. One of the files is cut. */
class Followed
{
public:
    explicit Followed (OutputFormat format, bool waveform = false)
        : options (batchOptions (folder.file ("in"), folder.file ("out"),
                                 waveform ? "leak-training" : "torchaudio"))
    {
        options.format = format;
        options.waveform = waveform;
        options.maxMemoryBytes = 16 << 20;
        fs::create_directories (folder.file ("in"));
        for (int i = 0; i < 5; ++i)
            write (std::to_string (i) + ".wav", sound (i));
        write ("bad.wav", sound (8).substr (0, 400'000));
        REQUIRE (failureOf (runWith (options)) == "");
    }

    static std::string sound (int seed)
    {
        return chirpWav (16000, kSamples, static_cast<unsigned> (seed));
    }
    void write (const std::string& name, const std::string& bytes) const
    {
        folder.write ("in/" + name, bytes);
    }
    BatchOutcome again () const
    {
        auto outcome = runWith (options);
        REQUIRE (failureOf (outcome) == "");
        return *outcome;
    }
    /** Compares the dataset with a new dataset of the current inputs. */
    void checkLikeFresh () const
    {
        BatchOptions fresh = options;
        fresh.outputFolder = folder.file ("fresh");
        fs::remove_all (fresh.outputFolder);
        REQUIRE (failureOf (runWith (fresh)) == "");
        CHECK (contentsOf (options.outputFolder) == contentsOf (fresh.outputFolder));
    }
    /** Sets the file's time, because two writes of a test may have the same time. */
    void moveTime (const std::string& name) const
    {
        const fs::path path = folder.file ("in/" + name);
        fs::last_write_time (path, fs::last_write_time (path) + std::chrono::seconds (5));
    }

    EnvironmentVariable epoch {"SOURCE_DATE_EPOCH", "1700000000"};
    TemporaryFolder folder;
    BatchOptions options;
};
} // namespace

TEST_CASE ("samples that were overwritten in place are taken in", "[batch][follow]")
{
    const bool waveform = GENERATE (false, true);
    const Followed data (GENERATE (OutputFormat::npy, OutputFormat::h5), waveform);
    const auto before = contentsOf (data.options.outputFolder);
    std::fstream file (data.folder.file ("in/2.wav"),
                       std::ios::in | std::ios::out | std::ios::binary);
    file.seekp (50'000);
    file << std::string (4000, '\x11');
    file.close ();
    data.moveTime ("2.wav");
    const BatchOutcome outcome = data.again ();
    CHECK_FALSE (outcome.alreadyComplete);
    REQUIRE (outcome.notes.size () == 1);
    CHECK (outcome.notes[0].find ("1 input changed, 0 were added and 0 were removed") !=
           std::string::npos);
    CHECK (outcome.numRowsKept > 0);
    CHECK (contentsOf (data.options.outputFolder) != before);
    data.checkLikeFresh ();
}

TEST_CASE ("files that were mended, added or removed are followed", "[batch][follow]")
{
    const Followed data (GENERATE (OutputFormat::npy, OutputFormat::h5));
    SECTION ("mended")
    {
        data.write ("bad.wav", Followed::sound (8));
        data.moveTime ("bad.wav");
        CHECK (data.again ().numFailed == 0);
    }
    SECTION ("added in front")
    {
        data.write ("00.wav", Followed::sound (20));
        CHECK (data.again ().numFiles == 7);
    }
    SECTION ("added at the end: the rows before it stay")
    {
        data.write ("zz.wav", Followed::sound (20));
        const BatchOutcome outcome = data.again ();
        CHECK (outcome.numFiles == 7);
        if (data.options.format == OutputFormat::npy)
            CHECK (outcome.numRowsKept >=
                   4 * (outcome.numRows / 6)); // the last chunk may be shared
    }
    SECTION ("removed")
    {
        fs::remove (data.folder.file ("in/1.wav"));
        CHECK (data.again ().numFiles == 5);
    }
    SECTION ("renamed")
    {
        fs::rename (data.folder.file ("in/1.wav"), data.folder.file ("in/9.wav"));
        CHECK (data.again ().numFiles == 6);
    }
    SECTION ("another length")
    {
        data.write ("0.wav", chirpWav (16000, 30'000, 0));
        CHECK_FALSE (data.again ().alreadyComplete);
    }
    SECTION ("damaged")
    {
        data.write ("3.wav", "RIFF");
        CHECK (data.again ().numFailed == 2);
    }
    data.checkLikeFresh ();
}

TEST_CASE ("inputs with other times and the same bytes are unchanged, and are read once",
           "[batch][follow]")
{
    /** Counts opened files below "in". */
    class CountingStorage final : public ForwardingStorage
    {
    public:
        CountingStorage () : ForwardingStorage (posixStorage ()) {}
        Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
        {
            numOpened += path.find ("/in/") != std::string::npos ? 1 : 0;
            return ForwardingStorage::openForReading (path);
        }
        std::atomic<int> numOpened {0};
    };
    Followed data (OutputFormat::npy);
    data.write ("bad.wav", Followed::sound (8));
    data.moveTime ("bad.wav");
    REQUIRE (data.again ().numFailed == 0);
    const auto before = contentsOf (data.options.outputFolder);
    data.moveTime ("1.wav");
    CountingStorage storage;
    for (const int numOpened : {1, 1}) // the second run finds the new time in inputs.bin
    {
        const auto outcome = runWith (data.options, {2, &storage});
        REQUIRE (failureOf (outcome) == "");
        CHECK (outcome->alreadyComplete);
        CHECK (storage.numOpened == numOpened);
    }
    CHECK (contentsOf (data.options.outputFolder) == before);
}

TEST_CASE ("a dataset that does not say what its inputs were is made again", "[batch][follow]")
{
    const Followed data (OutputFormat::npy);
    const auto before = contentsOf (data.options.outputFolder);
    SECTION ("lost")
    {
        fs::remove (data.folder.file ("out/inputs.bin"));
    }
    SECTION ("damaged")
    {
        data.folder.write ("out/inputs.bin", "MELINPUT, they say");
    }
    const BatchOutcome outcome = data.again ();
    CHECK (outcome.numRowsKept == 0);
    REQUIRE (outcome.notes.size () == 1);
    CHECK (outcome.notes[0].find ("inputs.bin") != std::string::npos);
    CHECK (contentsOf (data.options.outputFolder) == before);
}

TEST_CASE ("a dataset that dies while it follows its inputs is never taken for complete",
           "[batch][follow][faults]")
{
    const auto format = GENERATE (OutputFormat::npy, OutputFormat::h5);
    const Followed data (format);
    const fs::path saved = data.folder.file ("saved");
    fs::copy (data.options.outputFolder, saved);
    data.write ("2.wav", Followed::sound (77));
    data.moveTime ("2.wav");
    int call = 0;
    for (bool wasMet = true; wasMet;)
    {
        fs::remove_all (data.options.outputFolder);
        fs::copy (saved, data.options.outputFolder);
        FaultStorage faulty (posixStorage (), StorageFault::processEnds, ++call);
        INFO ("call " << call);
        (void)runWith (data.options, {2, &faulty});
        wasMet = faulty.hasFailed ();
        const BatchOutcome outcome = data.again ();
        CHECK (outcome.numFailed == 1);
        data.checkLikeFresh ();
        REQUIRE (call < 500);
    }
    CHECK (call > 15);
}

TEST_CASE ("inputs.bin gives back what it was given, and damage is seen", "[batch][follow]")
{
    InputsFile inputs {"0123456789abcdef", 0x1122334455667788u, {}, {}};
    inputs.files.push_back ({{{100, 200, 300}, 0xfeedu}, 5, 7});
    inputs.files.push_back ({{{-1, 0, 0}, {}}, 0, 0});
    inputs.leftOut.push_back ({1, {400, 500, 600}});
    std::string text;
    const auto take = [&text] (std::string_view piece) -> Result<void>
    {
        text += piece;
        return {};
    };
    REQUIRE (writeInputs (take, inputs));
    CHECK (text.size () == 64 + 3 * 48 + 4);
    CHECK (parseInputs (text) == inputs);
    for (std::size_t bytes = 0; bytes < text.size (); ++bytes)
        CHECK_FALSE (parseInputs (std::string_view (text).substr (0, bytes)));
    for (std::size_t i = 0; i < text.size (); ++i)
    {
        std::string damaged = text;
        damaged[i] = static_cast<char> (damaged[i] ^ 0x20);
        CHECK_FALSE (parseInputs (damaged));
    }
}
