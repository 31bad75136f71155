// Boxes in a plan: rows, splits, jobs, inputs and shard.bin.
#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Dataset/PlanSteps.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Engine/Batch/Run/Pipeline/Chunks.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <map>
#include <set>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** "in/000.wav" and so on, of two seconds at 16 kHz, with boxes of a second. */
struct Recordings
{
    Recordings (int numFiles, int numBoxes)
    {
        const std::string sound = chirpWav (16000, 32000, 1);
        std::string table = "file,begin,end,label\n";
        for (int file = 0; file < numFiles; ++file)
        {
            const std::string name = std::to_string (1000 + file) + ".wav";
            storage.addFile ("in/" + name, sound);
            for (int box = 0; box < numBoxes; ++box)
            {
                const std::string begin = "0." + std::to_string (100 + box);
                table += name + ',' + begin + ",1" + begin.substr (1) + ',' +
                         std::string (1, static_cast<char> ('a' + (file + box) % 3)) + '\n';
            }
        }
        storage.addFile ("table.csv", table);
        options = batchOptions ("in", "out", "whisper-openai-80");
        options.inputs.boxTable = "table.csv";
    }

    DatasetPlan plan ()
    {
        BatchCounters counters;
        const std::atomic<bool> stop {false};
        auto list = listInputs (storage, options, counters);
        REQUIRE (failureOf (list) == "");
        auto planned = planDataset (storage, options, *std::move (list), 2, {counters, stop});
        REQUIRE (failureOf (planned) == "");
        return *std::move (planned);
    }

    MemoryStorage storage;
    BatchOptions options;
};

} // namespace

TEST_CASE ("a box has the rows of its seconds", "[plan][boxes]")
{
    Recordings recordings (1, 0);
    recordings.storage.addFile ("table.csv", "0.5\t1.5\ta\n0.25\t2.5\tlate\n1\t2.0005\tend\n");
    const DatasetPlan plan = recordings.plan ();
    REQUIRE (plan.files.size () == 3);
    REQUIRE (plan.files[0].error);
    CHECK (plan.files[0].error->code == ErrorCode::tooShort);
    CHECK (mentions (plan.files[0].error->message,
                     "ends at 2.500 s, but the recording ends at 2.000 s"));
    for (const std::size_t i : {1u, 2u})
    {
        CHECK (plan.files[i].numSamples == 16000);
        CHECK (plan.files[i].numRows == 100);
        CHECK (plan.files[i].stat.bytes == 44 + 2 * 32000);
        REQUIRE (plan.boxOf (plan.files[i]) != nullptr);
        CHECK (plan.boxOf (plan.files[i])->recordingSamples == 32000);
    }
    CHECK (plan.files[1].signalId (0) != plan.files[2].signalId (0));
}

TEST_CASE ("a ratio never divides the boxes of a recording", "[plan][boxes][splits]")
{
    Recordings recordings (30, 7);
    const auto mode = GENERATE (SplitMode::ratio, SplitMode::stable);
    recordings.options.inputs.splits = mode;
    recordings.options.inputs.ratios = {6, 2, 2};
    const DatasetPlan plan = recordings.plan ();
    std::map<std::string, std::set<int>> splits;
    for (const PlannedFile& file : plan.files)
        splits[file.soundPath ()].insert (file.split);
    std::map<int, int> numRecordings;
    for (const auto& [path, own] : splits)
    {
        CHECK (own.size () == 1);
        ++numRecordings[*own.begin ()];
    }
    CHECK (splits.size () == 30);
    CHECK (numRecordings.size () == 3);
}

TEST_CASE ("boxes of a recording that is decoded in order are one job", "[plan][boxes]")
{
    Recordings recordings (3, 40);
    DatasetPlan plan = recordings.plan ();
    const bool inOrder = GENERATE (true, false);
    for (PlannedFile& file : plan.files)
        file.sourceInOrder = file.inOrderOnly = inOrder;
    SlabSize slab = leastSlab (plan);
    slab.inputBytes *= 10;
    slab.outputBytes = std::max<std::int64_t> (slab.outputBytes, 1 << 20);
    JobCutter cutter (plan, slab);
    std::size_t numJobs = 0, numChunks = 0;
    std::vector<std::int32_t> order;
    std::map<std::string, std::set<std::size_t>> jobsOf;
    for (auto job = cutter.next (); job; job = cutter.next (), ++numJobs)
        for (const Chunk& chunk : job->chunks)
        {
            ++numChunks;
            CHECK (chunk.inputBytes <= slab.inputBytes);
            for (const ChunkPart& part : chunk.parts)
            {
                order.push_back (part.file);
                jobsOf[plan.files[static_cast<std::size_t> (part.file)].soundPath ()].insert (
                    numJobs);
            }
        }
    CHECK (order.size () == plan.files.size ());
    CHECK (std::ranges::is_sorted (order));
    CHECK (numChunks >= 12);
    if (! inOrder)
        CHECK (numJobs == numChunks);
    // The first boxes of a recording may fill up the slab of the one before.
    for (const auto& [path, jobs] : jobsOf)
        CHECK (jobs.size () <= (inOrder ? 2u : numJobs));
    CHECK (numJobs <= (inOrder ? 6u : numChunks));
}

TEST_CASE ("the bytes of a recording are claimed once for all of its boxes", "[plan][boxes]")
{
    Recordings recordings (2, 3);
    const DatasetPlan plan = recordings.plan ();
    FileLedger ledger (plan, StoredType::float32);
    CHECK (ledger.claimInput (1));
    CHECK_FALSE (ledger.claimInput (0));
    CHECK_FALSE (ledger.claimInput (2));
    CHECK (ledger.claimInput (4));
    ledger.setInputChecksum (2, 77);
    for (const std::int32_t file : {0, 1, 2})
        CHECK (ledger.inputOf (file).crc == 77u);
    CHECK_FALSE (ledger.inputOf (3).crc);
}

TEST_CASE ("shard.bin has the boxes, and is refused where a byte differs", "[plan][boxes][shard]")
{
    Recordings recordings (1, 0);
    recordings.storage.addFile ("table.csv",
                                "0.5\t1.5\ta\n\\\t-1\t4000.5\n0.25\t1.25\tb\n\\\t10\t-1\n");
    const DatasetPlan plan = recordings.plan ();
    const std::string text = shardFilesText (plan);
    const auto known = parseShardFiles (text);
    REQUIRE (known);
    REQUIRE (known->notes.boxes.size () == 2);
    CHECK (known->notes.boxes[0] == Box {0.25, 1.25, 10, {}});
    CHECK (known->notes.boxes[1] == Box {0.5, 1.5, {}, 4000.5});
    REQUIRE (known->files.size () == 2);
    for (std::size_t i = 0; i < 2; ++i)
    {
        CHECK (known->files[i].path == plan.files[i].path);
        CHECK (known->files[i].facts.box == static_cast<int> (i));
    }
    for (std::size_t at = 0; at < text.size (); ++at)
    {
        std::string damaged = text;
        damaged[at] = static_cast<char> (damaged[at] ^ 1);
        CHECK_FALSE (parseShardFiles (damaged));
    }
    DatasetPlan other = plan;
    other.notes.boxes[0].lowHz = 11;
    const auto changed = parseShardFiles (shardFilesText (other));
    REQUIRE (changed);
    CHECK (changed->files[0].digest != known->files[0].digest);
    CHECK (changed->files[1].digest == known->files[1].digest);
}
