// Splits of a plan: only usable files are divided, by names that do not depend on how the INPUT is
// written.
#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Inputs/RatioSplit.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <map>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

const std::string soundBytes = chirpWav (16000, 2000, 1);

Result<DatasetPlan> tryPlan (Storage& storage, const BatchOptions& options)
{
    BatchCounters counters;
    const std::atomic<bool> stop {false};
    auto list = listInputs (storage, options, counters);
    if (! list)
        return list.error ();
    return planDataset (storage, options, *std::move (list), 2, {counters, stop});
}

DatasetPlan planOf (Storage& storage, const BatchOptions& options)
{
    auto plan = tryPlan (storage, options);
    if (! plan)
        FAIL (plan.error ().message);
    return *std::move (plan);
}

BatchOptions ratioOptions (const std::string& input, std::vector<double> ratios = {8, 1, 1})
{
    auto options = batchOptions (input, "out", "whisper-openai-80");
    options.inputs.splits = SplitMode::ratio;
    options.inputs.ratios = std::move (ratios);
    return options;
}

std::map<std::string, int> splitsByName (const DatasetPlan& plan)
{
    std::map<std::string, int> splits;
    for (const auto& file : plan.files)
        splits.emplace (file.relativePath (), file.split);
    return splits;
}

int countMentions (const std::vector<std::string>& warnings, const std::string& part)
{
    int count = 0;
    for (const auto& warning : warnings)
        count += mentions (warning, part) ? 1 : 0;
    return count;
}

} // namespace

TEST_CASE ("a ratio divides the files that can be used, label by label", "[plan][splits]")
{
    MemoryStorage storage;
    for (int index = 0; index < 100; ++index)
        storage.addFile ("in/dog/" + std::to_string (index) + ".wav", soundBytes);
    for (int index = 0; index < 7; ++index)
        storage.addFile ("in/cat/" + std::to_string (index) + ".wav", soundBytes);
    const auto before = splitsByName (planOf (storage, ratioOptions ("in")));
    for (int index = 0; index < 50; ++index)
        storage.addFile ("in/dog/bad" + std::to_string (index) + ".wav", "no audio");

    const auto plan = planOf (storage, ratioOptions ("in"));
    std::map<std::string, std::vector<int>> counts {{"dog", {0, 0, 0}}, {"cat", {0, 0, 0}}};
    for (const auto& file : plan.files)
    {
        if (file.error)
        {
            CHECK (file.split == 0);
            continue;
        }
        const auto& label = plan.labels.at (static_cast<std::size_t> (plan.labelIdOf (file)));
        ++counts.at (label)[static_cast<std::size_t> (file.split)];
        CHECK (before.at (std::string (file.relativePath ())) == file.split);
    }
    CHECK (counts.at ("dog") == std::vector<int> {80, 10, 10});
    CHECK (counts.at ("cat") == std::vector<int> {5, 1, 1});
    CHECK (plan.numFiles == std::array<std::int64_t, 3> {85, 11, 11});
}

TEST_CASE ("a split does not depend on how the INPUT was named or where it lies", "[plan][splits]")
{
    MemoryStorage storage;
    std::string list;
    for (int index = 0; index < 40; ++index)
        for (const std::string folder : {"dog/", "cat/"})
        {
            const auto name = folder + std::to_string (index) + ".wav";
            storage.addFile ("one/in/" + name, soundBytes);
            storage.addFile ("else/where/" + name, soundBytes);
            list += name + "\n";
        }
    storage.addFile ("one/in/list.txt", list);
    for (const auto mode : {SplitMode::ratio, SplitMode::stable})
    {
        auto options = ratioOptions ("one/in");
        options.inputs.splits = mode;
        const auto expected = splitsByName (planOf (storage, options));
        for (const std::string input : {"./one//in/", "/one/in", "else/where", "one/in/list.txt"})
        {
            options.inputs.inputs = {input};
            CHECK (splitsByName (planOf (storage, options)) == expected);
        }
    }
}

TEST_CASE ("a stable split never moves a file when the corpus grows", "[plan][splits]")
{
    MemoryStorage storage;
    auto options = ratioOptions ("in", {2, 1, 1});
    options.inputs.splits = SplitMode::stable;
    for (int index = 0; index < 60; ++index)
        storage.addFile ("in/a/" + std::to_string (index) + ".wav", soundBytes);
    const auto few = splitsByName (planOf (storage, options));
    for (int index = 60; index < 200; ++index)
        storage.addFile ("in/a/" + std::to_string (index) + ".wav", soundBytes);
    const auto many = planOf (storage, options);
    const auto all = splitsByName (many);
    for (const auto& [name, split] : few)
        CHECK (all.at (name) == split);
    for (const auto& [name, split] : all)
        CHECK (split == splitOfHash (hashOfName (name), {2, 1, 1}));
    for (const auto count : many.numFiles)
        CHECK (count > 30); // of 100, 50, 50 in expectation

    // An exact split of the same files does move some: otherwise this test would prove nothing.
    options.inputs.splits = SplitMode::ratio;
    const auto exact = splitsByName (planOf (storage, options));
    CHECK (exact != all);
}

TEST_CASE ("a ratio never divides a group", "[plan][splits]")
{
    MemoryStorage storage;
    for (int speaker = 0; speaker < 30; ++speaker)
        for (int index = 0; index < 1 + speaker % 5; ++index)
            storage.addFile ("in/" + std::to_string (index % 3) + "_s" + std::to_string (speaker) +
                                 "_" + std::to_string (index) + ".wav",
                             soundBytes);
    auto options = ratioOptions ("in", {1, 1, 1});
    options.inputs.labelPattern = "{label}_{speaker}_{index}.wav";
    options.inputs.splitBy = "speaker";
    for (const auto mode : {SplitMode::ratio, SplitMode::stable})
    {
        options.inputs.splits = mode;
        const auto plan = planOf (storage, options);
        std::map<int, int> splitOfGroup;
        for (const auto& file : plan.files)
            CHECK (splitOfGroup.try_emplace (file.facts.group, file.split).first->second ==
                   file.split);
        CHECK (splitOfGroup.size () == 30);
        for (const auto count : plan.numFiles)
            CHECK (count > 10); // of 30 in expectation
    }
}

TEST_CASE ("a corpus with one label, none, or an empty split says so", "[plan][splits]")
{
    MemoryStorage storage;
    storage.addFile ("in/a.wav", soundBytes);
    storage.addFile ("in/dog/broken.wav", "no audio"); // its label has no usable file
    auto options = batchOptions ("in", "out", "whisper-openai-80");
    CHECK (countMentions (planOf (storage, options).warnings, "no file has a label") == 1);
    options.inputs.labels = LabelMode::none;
    CHECK (planOf (storage, options).warnings.empty ());

    options.inputs.labels = LabelMode::folders;
    storage.addFile ("in/cat/a.wav", soundBytes);
    CHECK (countMentions (planOf (storage, options).warnings, "only one label, cat") == 1);
    storage.addFile ("in/cow/a.wav", soundBytes);
    CHECK (planOf (storage, options).warnings.empty ());

    const auto emptySplits = [&]
    {
        std::string names;
        const auto plan = planOf (storage, options);
        for (const auto* name : kSplitNames)
            names += countMentions (plan.warnings, std::string ("the split ") + name) > 0
                         ? std::string (name) + " "
                         : "";
        return names;
    };
    options.inputs.splits = SplitMode::ratio;
    options.inputs.ratios = {1, 0, 0};
    CHECK (emptySplits () == "");
    options.inputs.ratios = {8, 1, 1}; // three labels with one file each
    CHECK (emptySplits () == "VALIDATION TESTING ");
    options.inputs.splits = SplitMode::folders;
    storage.addFile ("in/test/cow/a.wav", soundBytes);
    CHECK (emptySplits () == "VALIDATION ");
    options.inputs.splits = SplitMode::fold;
    options.inputs.labelPattern = "{fold}.wav";
    options.inputs.testFold = "a";
    CHECK (emptySplits () == "TRAINING ");
}

TEST_CASE ("more labels than int16 counts are bad usage where an array has their ids", "[plan]")
{
    MemoryStorage storage;
    constexpr int most = 32767;
    std::string list;
    for (int index = 0; index < most; ++index)
        list += "x.wav" + std::to_string (index) + ",label" + std::to_string (index) + "\n";
    storage.addFile ("list.csv", list);
    auto options = batchOptions ("list.csv", "out", "whisper-openai-80");
    options.format = OutputFormat::h5;
    CHECK (tryPlan (storage, options).ok ());

    storage.addFile ("list.csv", list + "y.wav,one more\n");
    const auto tooMany = tryPlan (storage, options);
    REQUIRE (! tooMany.ok ());
    CHECK (tooMany.error ().code == ErrorCode::badUsage);
    CHECK (mentions (tooMany.error ().message, "32768 labels"));
    options.format = OutputFormat::npy;
    CHECK (tryPlan (storage, options).ok ());
    storage.addFile ("list.csv", list + "y.wav,one more;label0\n");
    CHECK (tryPlan (storage, options).error ().code == ErrorCode::badUsage);
}

TEST_CASE ("all that is said of files is part of a plan's digest", "[plan]")
{
    MemoryStorage storage;
    storage.addFile ("in/a.wav", soundBytes);
    auto options = batchOptions ("list.csv", "out", "whisper-openai-80");
    options.inputs.columns.targets = {"n"};
    const auto digestOf = [&] (const std::string& text)
    {
        storage.addFile ("list.csv", text);
        return annotationsDigest (planOf (storage, options));
    };
    const auto digest = digestOf ("path,label,fold,group,n\nin/a.wav,x;y,1,g,3\n");
    CHECK (digestOf ("path,group,fold,n,label\n./in/a.wav,g,1,3.0,x;y\n") == digest);
    for (const std::string row : {"x;z,1,g,3", "y;x,1,g,3", "x;y,2,g,3", "x;y,,g,3", "x;y,1,h,3",
                                  "x;y,1,g,4", "x;y,1,g,", "x,1,g,3"})
        CHECK (digestOf ("path,label,fold,group,n\nin/a.wav," + row + "\n") != digest);
    storage.addFile ("a.wav", soundBytes); // a different name below its INPUT changes the dither
    CHECK (digestOf ("path,label,fold,group,n\na.wav,x;y,1,g,3\n") != digest);
}
