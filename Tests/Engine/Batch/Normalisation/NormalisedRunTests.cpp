// Runs with normalisation = "dataset" on a storage in memory: against the formula in long double,
// ended at any call, and with inputs that change in between.
#include "Engine/Batch/Normalisation/RawRows.h"
#include "Engine/Core/Half.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Storage/FaultStorage.h"

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** Files of training and validation. changed: a file with other samples; empty: none. */
void addInputs (MemoryStorage& storage, const std::string& changed = "")
{
    for (int i = 0; i < 6; ++i)
    {
        const std::string path =
            (i % 2 == 0 ? "in/train/" : "in/val/") + std::to_string (i) + ".wav";
        const auto seed = static_cast<unsigned> (path == changed ? 77 : i);
        storage.addFile (path, chirpWav (16000, 9000 + 500 * i, seed));
    }
}

BatchOptions optionsFor (OutputFormat format)
{
    BatchOptions options = batchOptions ("in", "out", "torchaudio");
    options.inputs.splits = SplitMode::folders;
    options.preset.spec.normalisation = Normalisation::dataset;
    options.preset.spec.storedType = StoredType::float16;
    options.format = format;
    options.commit.bytes = 1; // every chunk asks for a commit
    options.commit.interval = std::chrono::hours (1);
    return options;
}

std::map<std::string, std::string> datasetOf (const MemoryStorage& storage, OutputFormat format)
{
    std::map<std::string, std::string> files;
    const std::string ending = format == OutputFormat::h5 ? ".h5" : ".npy";
    for (const std::string& name :
         {std::string ("dataset.json"), std::string ("files.csv"), std::string ("errors.csv"),
          "features_TRAINING" + ending, "features_VALIDATION" + ending})
        if (storage.exists ("out/" + name))
            files[name] = storage.bytesOf ("out/" + name);
    return files;
}

std::map<std::string, std::string> undisturbed (OutputFormat format, const std::string& changed)
{
    MemoryStorage storage;
    addInputs (storage, changed);
    REQUIRE (failureOf (runWith (optionsFor (format), {1, &storage})) == "");
    auto files = datasetOf (storage, format);
    REQUIRE (files.size () == 5);
    return files;
}

bool leavesNothing (const MemoryStorage& storage)
{
    for (const std::string& stem : normalisingStems ())
        for (const std::string ending : {"", ".part"})
            if (storage.exists ("out/" + stem + ending))
                return false;
    return ! storage.exists ("out/plan.json") && ! storage.exists ("out/journal.bin");
}

/** The float16 or float32 numbers behind the header of an NPY file. */
std::vector<double> numbersOf (const MemoryStorage& storage, const std::string& name, bool isHalf)
{
    const std::string bytes = storage.bytesOf (name).substr (4096);
    std::vector<double> numbers;
    for (std::size_t at = 0; at < bytes.size (); at += isHalf ? 2 : 4)
    {
        float value = 0;
        std::uint16_t half = 0;
        if (isHalf)
            std::memcpy (&half, bytes.data () + at, sizeof half);
        else
            std::memcpy (&value, bytes.data () + at, sizeof value);
        numbers.push_back (double {isHalf ? fromHalf (half) : value});
    }
    return numbers;
}
} // namespace

TEST_CASE ("mean and deviation of the training rows normalise the rows of all splits",
           "[normalisation][batch]")
{
    MemoryStorage storage;
    addInputs (storage);
    BatchOptions plain = optionsFor (OutputFormat::npy);
    plain.outputFolder = "plain";
    plain.preset.spec.normalisation = Normalisation::none;
    plain.preset.spec.storedType = StoredType::float32;
    REQUIRE (failureOf (runWith (plain, {2, &storage})) == "");
    REQUIRE (failureOf (runWith (optionsFor (OutputFormat::npy), {2, &storage})) == "");

    const auto training = numbersOf (storage, "plain/features_TRAINING.npy", false);
    const auto bands = static_cast<std::size_t> (plain.preset.spec.numBands);
    const std::size_t numRows = training.size () / bands;
    const auto json = nlohmann::json::parse (storage.bytesOf ("out/dataset.json"));
    const auto& normalisation = json.at ("normalisation");
    CHECK (normalisation.at ("from") == "TRAINING");
    CHECK (normalisation.at ("frames") == numRows);
    for (std::size_t band = 0; band < bands; ++band)
    {
        long double sum = 0, squares = 0;
        for (std::size_t row = 0; row < numRows; ++row)
            sum += training[row * bands + band];
        const long double mean = sum / static_cast<long double> (numRows);
        for (std::size_t row = 0; row < numRows; ++row)
            squares += std::pow (training[row * bands + band] - mean, 2.0L);
        const long double deviation = std::sqrt (squares / static_cast<long double> (numRows));
        const double foundMean = normalisation.at ("mean").at (band),
                     foundDeviation = normalisation.at ("deviation").at (band);
        CHECK (std::fabs (foundMean - mean) <= 1e-13L * std::max (std::fabs (mean), deviation));
        CHECK (std::fabs (foundDeviation - deviation) <= 1e-13L * deviation);
        for (const char* name : {"TRAINING", "VALIDATION"})
        {
            const std::string file = "/features_" + std::string (name) + ".npy";
            const auto raw = numbersOf (storage, "plain" + file, false);
            const auto rows = numbersOf (storage, "out" + file, true);
            REQUIRE (rows.size () == raw.size ());
            for (std::size_t row = 0; row < rows.size () / bands; ++row)
            {
                const double divisor = foundDeviation > 0 ? foundDeviation : 1; // an empty band
                const double exact = (raw[row * bands + band] - foundMean) / divisor;
                const double found = rows[row * bands + band];
                if (std::fabs (found - exact) > std::max (std::fabs (exact) * 0x1p-11, 0x1p-25))
                    FAIL_CHECK (name << ", row " << row << ", band " << band << ": " << found
                                     << " for " << exact);
            }
        }
    }
}

TEST_CASE ("threads, slabs and the format do not change the numbers", "[normalisation][batch]")
{
    const EnvironmentVariable epoch ("SOURCE_DATE_EPOCH", "1700000000");
    const auto expected = undisturbed (OutputFormat::npy, "");
    for (const int threads : {2, 5})
        for (const std::int64_t mebibytes : {16, 1024})
        {
            MemoryStorage storage;
            addInputs (storage);
            BatchOptions options = optionsFor (OutputFormat::npy);
            options.maxMemoryBytes = mebibytes << 20;
            REQUIRE (failureOf (runWith (options, {threads, &storage})) == "");
            CHECK (datasetOf (storage, OutputFormat::npy) == expected);
        }
    const auto numbers = [] (const std::map<std::string, std::string>& files)
    { return nlohmann::json::parse (files.at ("dataset.json")).at ("normalisation"); };
    CHECK (numbers (undisturbed (OutputFormat::h5, "")) == numbers (expected));
}

TEST_CASE ("a normalised run that dies at any call ends, given again, in the same bytes",
           "[normalisation][batch][faults][resume]")
{
    const EnvironmentVariable epoch ("SOURCE_DATE_EPOCH", "1700000000");
    const auto format = GENERATE (OutputFormat::npy, OutputFormat::h5);
    // An input that changes before the second run: of training, of validation, or none. Rows that
    // were normalised before must then go, although a file of validation changes no number.
    const std::string changed = GENERATE (as<std::string> (), "", "in/train/2.wav", "in/val/3.wav");
    const auto expected = undisturbed (format, changed);
    int call = 0;
    for (bool wasMet = true; wasMet;)
    {
        MemoryStorage storage;
        addInputs (storage);
        FaultStorage faulty (storage, StorageFault::processEnds, ++call);
        INFO ("call " << call << ", changed " << changed);
        (void)runWith (optionsFor (format), {2, &faulty});
        wasMet = faulty.hasFailed ();
        if (! changed.empty ())
            addInputs (storage, changed); // the same headers: the run goes on from its journal
        CHECK (failureOf (runWith (optionsFor (format), {2, &storage})) == "");
        CHECK (datasetOf (storage, format) == expected);
        CHECK (leavesNothing (storage));
        REQUIRE (call < 1000);
    }
    CHECK (call > 40);
}

TEST_CASE ("what a run with given numbers needs is checked before anything is written",
           "[normalisation][batch]")
{
    MemoryStorage storage;
    addInputs (storage);
    BatchOptions options = optionsFor (OutputFormat::npy);
    const auto refused = [&] (const std::string& words)
    {
        const auto outcome = runWith (options, {1, &storage});
        REQUIRE_FALSE (outcome);
        CHECK (outcome.error ().code == ErrorCode::badUsage);
        CHECK (outcome.error ().message.find (words) != std::string::npos);
        CHECK_FALSE (storage.exists ("out"));
    };
    SECTION ("a shard without numbers")
    {
        options.shard = Shard {0, 2};
        refused ("--statistics");
    }
    SECTION ("numbers for another number of bands")
    {
        options.moments = BandMoments {{1, 2}, {1, 1}};
        refused ("2 bands");
    }
    SECTION ("numbers that the spec does not use")
    {
        options.preset.spec.normalisation = Normalisation::none;
        options.moments = BandMoments {{1}, {1}};
        refused ("normalisation = \"dataset\"");
    }
    SECTION ("no file of training")
    {
        options.inputs.inputs = {"in/val"};
        options.inputs.splits = SplitMode::listed;
        storage.addFile ("list.csv", "path,split\nin/val/1.wav,val\n");
        options.inputs.inputs = {"list.csv"};
        refused ("training");
    }
}
