// The ends of batch runs: complete, interrupted, refused, disk full; and the findings of
// verification.
#include "Engine/Batch/Run/Verify/Verify.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/ForwardingStorage.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
void writeAudio (const TemporaryFolder& folder, int count = 8)
{
    fs::create_directories (folder.file ("in"));
    for (int i = 0; i < count; ++i)
        folder.write ("in/" + std::to_string (i) + ".wav",
                      chirpWav (16000, 16000 + i, static_cast<unsigned> (i)));
}

bool hasFinalName (const std::string& folder)
{
    for (const auto& [name, bytes] : contentsOf (folder))
        if (name != "plan.json" && name != "journal.bin" &&
            name.find (".part") == std::string::npos && name.find (".tmp") == std::string::npos)
            return true;
    return false;
}

Result<VerifyReport> verify (const std::string& folder)
{
    static const std::atomic<bool> kNever {false};
    auto backend = makeCpuBackend (2);
    BatchCounters counters;
    Trace trace (false);
    return verifyDataset ({folder}, {posixStorage (), **backend, counters, trace, kNever});
}
} // namespace

TEST_CASE ("a finished folder has no lock, plan or part in it", "[batch]")
{
    TemporaryFolder folder;
    writeAudio (folder);
    REQUIRE (failureOf (runWith (
                 batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio"))) == "");
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator (folder.file ("out")))
        names.push_back (entry.path ().filename ().string ());
    std::sort (names.begin (), names.end ());
    CHECK (names == std::vector<std::string> {"dataset.json", "errors.csv", "features.npy",
                                              "files.csv", "inputs.bin", "statistics.bin"});
}

TEST_CASE ("the same run again is complete already, another one is refused and changes nothing",
           "[batch]")
{
    TemporaryFolder folder;
    writeAudio (folder);
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    REQUIRE (failureOf (runWith (options)) == "");
    const auto before = contentsOf (folder.file ("out"));
    const auto again = runWith (options);
    REQUIRE (failureOf (again) == "");
    CHECK (again->alreadyComplete);
    options.preset.spec.numBands = 64;
    const auto other = runWith (options);
    REQUIRE_FALSE (other.ok ());
    CHECK (other.error ().code == ErrorCode::otherPlan);
    CHECK (contentsOf (folder.file ("out")) == before);
    options.overwrite = true;
    REQUIRE (failureOf (runWith (options)) == "");
    CHECK (contentsOf (folder.file ("out")).at ("features.npy") != before.at ("features.npy"));
}

TEST_CASE ("a run that is stopped leaves nothing under a final name and can be run again",
           "[batch][faults]")
{
    TemporaryFolder folder;
    writeAudio (folder, 30);
    const BatchOptions options =
        batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");

    /** Stops the run while it reads samples. */
    class StoppingStorage final : public ForwardingStorage
    {
    public:
        explicit StoppingStorage (std::atomic<bool>& stop)
            : ForwardingStorage (posixStorage ()), stop_ (stop)
        {
        }
        Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
        {
            if (++opened_ == 45) // 30 headers, then between samples
                stop_ = true;
            return ForwardingStorage::openForReading (path);
        }

    private:
        std::atomic<bool>& stop_;
        std::atomic<int> opened_ {0};
    };
    std::atomic<bool> stop {false};
    StoppingStorage storage (stop);
    const auto stopped = runWith (options, {2, &storage, &stop});
    REQUIRE_FALSE (stopped.ok ());
    CHECK (stopped.error ().code == ErrorCode::interrupted);
    CHECK_FALSE (hasFinalName (folder.file ("out")));

    REQUIRE (failureOf (runWith (options)) == "");
    REQUIRE (failureOf (runWith (batchOptions (folder.file ("in"), folder.file ("undisturbed"),
                                               "torchaudio"))) == "");
    CHECK (contentsOf (folder.file ("out")) == contentsOf (folder.file ("undisturbed")));
}

TEST_CASE ("a disk that fills ends the run with nothing under a final name, at whichever write",
           "[batch][faults]")
{
    TemporaryFolder folder;
    writeAudio (folder);

    /** Fails the n-th operation that needs room. */
    class FillingStorage final : public ForwardingStorage
    {
    public:
        explicit FillingStorage (int allowed) : ForwardingStorage (posixStorage ()), left_ (allowed)
        {
        }
        Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
        {
            if (--left_ < 0)
                return Error {ErrorCode::diskFull, "no room for " + path, {}};
            return ForwardingStorage::create (path);
        }
        Result<void> rename (const std::string& from, const std::string& to) override
        {
            if (--left_ < 0)
                return Error {ErrorCode::diskFull, "no room for " + to, {}};
            return ForwardingStorage::rename (from, to);
        }

    private:
        std::atomic<int> left_;
    };
    int refused = 0;
    for (int allowed = 0; allowed < 30; ++allowed)
    {
        const std::string out = folder.file ("out" + std::to_string (allowed));
        FillingStorage storage (allowed);
        const auto outcome =
            runWith (batchOptions (folder.file ("in"), out, "torchaudio"), {2, &storage});
        if (outcome.ok ())
            break;
        ++refused;
        INFO ("after " << allowed << " operations");
        CHECK (outcome.error ().code == ErrorCode::diskFull);
        CHECK (contentsOf (out).count ("dataset.json") == 0);
    }
    CHECK (refused >= 8);
}

TEST_CASE ("too many failures stop the run, as many as allowed do not", "[batch][faults]")
{
    TemporaryFolder folder;
    writeAudio (folder, 10);
    folder.write ("in/x.wav", "nonsense");
    folder.write ("in/y.wav", "nonsense too");
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio");
    options.maxErrors = 1;
    const auto stopped = runWith (options);
    REQUIRE_FALSE (stopped.ok ());
    CHECK (stopped.error ().code == ErrorCode::tooManyErrors);
    CHECK_FALSE (fs::exists (folder.file ("out"))); // the headers alone showed the error
    options.maxErrors = 2;
    CHECK (runWith (options).ok ());
}

TEST_CASE ("two runs never share a folder", "[batch]")
{
    TemporaryFolder folder;
    writeAudio (folder);
    fs::create_directories (folder.file ("out"));
    const auto lock = posixStorage ().lockFolder (folder.file ("out"));
    REQUIRE (lock.ok ());
    const auto second =
        runWith (batchOptions (folder.file ("in"), folder.file ("out"), "torchaudio"));
    REQUIRE_FALSE (second.ok ());
    CHECK (second.error ().code == ErrorCode::locked);
}

TEST_CASE ("verification finds a changed waveform", "[batch][verify]")
{
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in"));
    for (int i = 0; i < 3; ++i)
        folder.write ("in/" + std::to_string (i) + ".wav",
                      chirpWav (4096, 40960 + 700 * i, static_cast<unsigned> (i)));
    folder.write ("in/1-cut.wav", std::string_view (chirpWav (4096, 40960, 9)).substr (0, 40000));
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), "leak");
    options.waveform = true;
    REQUIRE (failureOf (runWith (options)) == "");
    const auto sound = verify (folder.file ("out"));
    REQUIRE (failureOf (sound) == "");
    CHECK (sound->faults.empty ());
    std::fstream file (folder.file ("out/waveform.npy"),
                       std::ios::binary | std::ios::in | std::ios::out);
    file.seekp (100000);
    file.put (1).put (2).put (3);
    file.close ();
    const auto damaged = verify (folder.file ("out"));
    REQUIRE (failureOf (damaged) == "");
    CHECK (damaged->faults.size () == 1);
}

TEST_CASE ("verification passes a sound dataset and finds any changed byte", "[batch][verify]")
{
    const auto preset = GENERATE (values<std::string> ({"torchaudio", "leak"}));
    const auto format = GENERATE (values ({OutputFormat::npy, OutputFormat::h5}));
    TemporaryFolder folder;
    fs::create_directories (folder.file ("in/label"));
    for (int i = 0; i < 3; ++i)
        folder.write ("in/label/" + std::to_string (i) + ".wav",
                      chirpWav (4096, 40960, static_cast<unsigned> (i)));
    BatchOptions options = batchOptions (folder.file ("in"), folder.file ("out"), preset);
    options.format = format;
    REQUIRE (failureOf (runWith (options)) == "");
    const auto sound = verify (folder.file ("out"));
    REQUIRE (failureOf (sound) == "");
    CHECK (sound->faults.empty ());
    CHECK (sound->numRecomputed == 3);
    CHECK (sound->numRows > 0);

    const std::string name =
        folder.file (format == OutputFormat::h5 ? "out/features.h5" : "out/features.npy");
    const auto size = fs::file_size (name);
    std::fstream file (name, std::ios::binary | std::ios::in | std::ios::out);
    const auto place =
        static_cast<std::streamoff> (format == OutputFormat::h5 ? size / 2 : size - 7);
    file.seekg (place);
    const char byte = static_cast<char> (file.get () ^ 0x10);
    file.seekp (place);
    file.put (byte);
    file.close ();
    const auto damaged = verify (folder.file ("out"));
    REQUIRE (failureOf (damaged) == "");
    CHECK (damaged->faults.size () == 1);

    fs::resize_file (name, size - 4096);
    const auto cut = verify (folder.file ("out"));
    REQUIRE (failureOf (cut) == "");
    CHECK_FALSE (cut->faults.empty ());
}
