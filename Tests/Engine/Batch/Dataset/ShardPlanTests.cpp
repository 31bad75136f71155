// The files of a plan that belong to a shard, and a shard's record of the whole plan.
#include "Engine/Batch/Dataset/PlanSteps.h"
#include "Engine/Batch/Dataset/ShardFile.h"
#include "Tests/Support/Catch.h"

#include <numeric>
#include <random>
#include <set>

namespace melstrom::testing
{

namespace
{
/** A plan of files with these rows; every third file is for validation. */
DatasetPlan planOf (const std::vector<std::int64_t>& rows)
{
    DatasetPlan plan;
    plan.hasSplits = true;
    for (std::size_t i = 0; i < rows.size (); ++i)
    {
        PlannedFile file;
        file.path = "in/" + std::to_string (1000 + i) + ".wav";
        file.split = i % 3 == 1 ? 1 : 0;
        file.numRows = rows[i];
        file.numSamples = 160 * rows[i];
        file.rateHz = 16000;
        if (rows[i] == 0)
            file.error = Error {ErrorCode::emptyFile, std::string (file.path) + " is empty", {}};
        plan.files.push_back (file);
    }
    placeRows (plan, {});
    return plan;
}

std::vector<std::int64_t> randomRows (std::mt19937& random)
{
    std::vector<std::int64_t> rows (std::uniform_int_distribution<std::size_t> (0, 40) (random));
    for (auto& count : rows)
        count = std::max (0, std::uniform_int_distribution<int> (-30, 100) (random));
    return rows;
}
} // namespace

TEST_CASE ("every file is in one shard, in order, whatever the number of shards", "[shard]")
{
    std::mt19937 random (1);
    for (int trial = 0; trial < 300; ++trial)
    {
        const DatasetPlan plan = planOf (trial == 0   ? std::vector<std::int64_t> {}
                                         : trial == 1 ? std::vector<std::int64_t> (7, 0)
                                                      : randomRows (random));
        for (const int count : {1, 2, 3, 7, 64, 1000})
        {
            INFO ("trial " << trial << ", " << count << " shards of " << plan.files.size ());
            std::size_t next = 0;
            for (int index = 0; index < count; ++index)
            {
                const FileRange range = filesOfShard (plan, {index, count});
                REQUIRE (range.first <= range.end);
                if (range.first == range.end)
                    continue; // an empty file may have any place
                REQUIRE (range.first == next);
                next = range.end;
            }
            REQUIRE (next == plan.files.size ());
        }
    }
}

TEST_CASE ("an empty shard lies where its files would be, so that shards follow each other",
           "[shard]")
{
    const DatasetPlan plan = planOf ({1, 1000, 1});
    std::size_t next = 0;
    for (int index = 0; index < 9; ++index)
    {
        const FileRange range = filesOfShard (plan, {index, 9});
        CHECK (range.first == next);
        next = range.end;
    }
    CHECK (next == 3);
}

TEST_CASE ("shards differ by at most the rows of one file from equal shares", "[shard]")
{
    std::mt19937 random (2);
    std::vector<std::int64_t> rows (500);
    for (auto& count : rows)
        count = std::uniform_int_distribution<int> (1, 90) (random);
    const DatasetPlan plan = planOf (rows);
    const double share = std::accumulate (rows.begin (), rows.end (), 0.0) / 8;
    for (int index = 0; index < 8; ++index)
    {
        const FileRange range = filesOfShard (plan, {index, 8});
        const double own =
            std::accumulate (rows.begin () + static_cast<std::ptrdiff_t> (range.first),
                             rows.begin () + static_cast<std::ptrdiff_t> (range.end), 0.0);
        CHECK (std::abs (own - share) <= 90);
    }
}

TEST_CASE ("a shard's rows are a slice of those of the whole in every split", "[shard]")
{
    std::mt19937 random (3);
    for (int trial = 0; trial < 50; ++trial)
    {
        const DatasetPlan plan = planOf (randomRows (random));
        std::array<std::int64_t, 3> before {};
        for (int index = 0; index < 5; ++index)
        {
            const FileRange range = filesOfShard (plan, {index, 5});
            const DatasetPlan part = partOfPlan (plan, range, {});
            for (std::size_t i = 0; i < part.files.size (); ++i)
            {
                const PlannedFile& whole = plan.files[range.first + i];
                const auto split = static_cast<std::size_t> (whole.split);
                CHECK (part.files[i].path == whole.path);
                CHECK (part.files[i].firstRow + before[split] == whole.firstRow);
            }
            for (std::size_t split = 0; split < 3; ++split)
                before[split] += part.numRows[split];
        }
        CHECK (before == plan.numRows);
    }
}

TEST_CASE ("shard.bin gives the paths of the plan again, and is refused where a byte differs",
           "[shard]")
{
    DatasetPlan plan = planOf ({3, 0, 9, 2});
    plan.files[1].path = "in/\xff" + std::string (300, 'x');
    plan.files[2].path = "";
    const std::string text = shardFilesText (plan);
    const auto known = parseShardFiles (text);
    REQUIRE (known);
    REQUIRE (known->files.size () == 4);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK (known->files[i].path == plan.files[i].path);
    for (std::size_t i = 0; i < text.size (); ++i)
    {
        std::string damaged = text;
        damaged[i] = static_cast<char> (damaged[i] ^ 16);
        CHECK_FALSE (parseShardFiles (damaged));
        CHECK_FALSE (parseShardFiles (text.substr (0, i)));
    }
    plan.files[3].numSamples += 1;
    CHECK (parseShardFiles (shardFilesText (plan))->files[3].digest != known->files[3].digest);
    CHECK (parseShardFiles (shardFilesText (planOf ({})))->files.empty ());
}

TEST_CASE ("shard.bin gives again all that was said of the files", "[shard]")
{
    DatasetPlan plan = planOf ({3, 4});
    plan.labels = {"a;b", "cat", "dog"};
    plan.notes.labelSets = {{2, 0}, {1}};
    plan.notes.folds = {"1"};
    plan.notes.groups = {"anna", "bert"};
    plan.notes.targetNames = {"x", "y"};
    plan.notes.targets = {0.1f, -1.0f, 3e38f, 0.0f};
    plan.files[0].facts = {0, -1, 0, 1, 1};
    plan.files[0].relativeAt = 3;
    const auto known = parseShardFiles (shardFilesText (plan));
    REQUIRE (known);
    CHECK (known->labels == plan.labels);
    CHECK (known->notes.labelSets == plan.notes.labelSets);
    CHECK (known->notes.folds == plan.notes.folds);
    CHECK (known->notes.groups == plan.notes.groups);
    CHECK (known->notes.targetNames == plan.notes.targetNames);
    CHECK (known->notes.targets == plan.notes.targets);
    CHECK (known->files[0].relativeAt == 3);
    for (std::size_t i = 0; i < 2; ++i)
    {
        const FileFacts &found = known->files[i].facts, &given = plan.files[i].facts;
        CHECK (found.labels == given.labels);
        CHECK (found.fold == given.fold);
        CHECK (found.group == given.group);
        CHECK (found.targets == given.targets);
    }
}

TEST_CASE ("a file's digest differs when anything else is said of it", "[shard]")
{
    DatasetPlan plan = planOf ({3});
    plan.labels = {"cat", "dog"};
    plan.notes.labelSets = {{0}, {1}, {0, 1}};
    plan.notes.folds = plan.notes.groups = {"1", "2"};
    plan.notes.targetNames = {"x"};
    plan.notes.targets = {1.0f, 2.0f};
    const auto digestWith = [&plan] (FileFacts facts)
    {
        plan.files[0].facts = facts;
        return parseShardFiles (shardFilesText (plan))->files[0].digest;
    };
    std::set<std::uint32_t> digests;
    for (const FileFacts& facts :
         {FileFacts {}, FileFacts {0}, FileFacts {1}, FileFacts {2}, FileFacts {0, -1, 0},
          FileFacts {0, -1, 1}, FileFacts {0, -1, -1, 0}, FileFacts {0, -1, -1, -1, 0},
          FileFacts {0, -1, -1, -1, 1}})
        digests.insert (digestWith (facts));
    CHECK (digests.size () == 9);
}

} // namespace melstrom::testing
