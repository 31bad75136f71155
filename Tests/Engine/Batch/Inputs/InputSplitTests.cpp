#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <cmath>
#include <limits>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("splits are the folders right below the input, labels the ones below those", "[inputs]")
{
    MemoryStorage storage;
    for (const auto* name : {"in/TRAIN/dog/deep/a.wav", "in/train_2/b.wav", "in/Valid/dog/c.wav",
                             "in/dev-clean/d/e.wav", "in/val/f.wav", "in/Testing/cat/g.wav",
                             "in/other/h.wav", "in/test.wav"})
        storage.addFile (name);

    auto options = optionsFor ({"in"});
    options.splits = SplitMode::folders;
    const auto list = collect (storage, options);
    Strings seen;
    for (const auto& file : list.files)
        seen.push_back (std::string (file.path) + "=" + labelsOf (list, file) + " " +
                        kSplitNames[file.split]);
    CHECK (seen == Strings {"in/TRAIN/dog/deep/a.wav=dog TRAINING",
                            "in/Testing/cat/g.wav=cat TESTING", "in/Valid/dog/c.wav=dog VALIDATION",
                            "in/dev-clean/d/e.wav=d VALIDATION", "in/other/h.wav=other TRAINING",
                            "in/test.wav= TRAINING", "in/train_2/b.wav= TRAINING",
                            "in/val/f.wav= VALIDATION"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "2 files"));
    CHECK (mentions (list.warnings[0], "in/other/h.wav"));
}

TEST_CASE ("splits that a list names are taken unless others are asked for", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("list.csv", "path,split\na.wav,Train\nb.wav,validation\nc.wav,DEV\n"
                                 "d.wav, test-other \ne.wav,\n");
    auto options = optionsFor ({"list.csv"});
    options.splits = SplitMode::listed;
    const auto list = collect (storage, options);
    CHECK (list.hasSplits);
    CHECK (splitsOf (list) == Strings {"a.wav=TRAINING", "b.wav=VALIDATION", "c.wav=VALIDATION",
                                       "d.wav=TESTING", "e.wav=TRAINING"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (
        list.warnings[0],
        "1 file has no split, while other files have one, and counts as training; it is "));
    CHECK (mentions (list.warnings[0], "e.wav"));

    options.splits = SplitMode::none;
    CHECK_FALSE (collect (storage, options).hasSplits);
    storage.addFile ("list.csv", "path,label\na.wav,x\n");
    options.splits = SplitMode::listed;
    CHECK_FALSE (collect (storage, options).hasSplits);

    storage.addFile ("list.csv", "path,split\na.wav,train\nb.wav,holdout\n");
    CHECK (failure (storage, options).code == ErrorCode::badUsage);
    CHECK (mentions (failure (storage, options).message, "line 3"));
    CHECK (mentions (failure (storage, options).message, "holdout"));
}

TEST_CASE ("one fold is for testing, the others for training", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("list.csv", "path,fold\na.wav,1\nb.wav,2\nc.wav,10\nd.wav,\n");
    auto options = optionsFor ({"list.csv"});
    options.splits = SplitMode::fold;
    options.testFold = "1";
    const auto list = collect (storage, options);
    CHECK (list.hasSplits);
    CHECK (splitsOf (list) ==
           Strings {"a.wav=TESTING", "b.wav=TRAINING", "c.wav=TRAINING", "d.wav=TRAINING"});
    CHECK (groupsOf (list) == Strings {"a.wav=1/", "b.wav=2/", "c.wav=10/", "d.wav=/"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "1 file has no fold"));

    options.testFold = "3";
    const auto error = failure (storage, options);
    CHECK (error.code == ErrorCode::badUsage);
    CHECK (mentions (error.message, "fold=3"));
    CHECK (mentions (error.message, "1, 10, 2"));
    storage.addFile ("list.csv", "a.wav\n");
    CHECK (mentions (failure (storage, options).message, "--columns fold=NAME"));
}

TEST_CASE ("groups are a column, a field or the folder that holds a file", "[inputs]")
{
    MemoryStorage storage;
    for (const auto* name : {"in/a/x.wav", "in/a/deep/y.wav", "in/z.wav"})
        storage.addFile (name);
    storage.addFile ("list.csv", "path,speaker,group\nin/a/x.wav,anna,g\nin/z.wav,,g\n");

    auto options = optionsFor ({"in", "list.csv"});
    options.splits = SplitMode::ratio;
    options.ratios = {1, 1, 1};
    CHECK (groupsOf (collect (storage, options)) ==
           Strings {"in/a/deep/y.wav=/", "in/a/x.wav=/g", "in/z.wav=/g"});
    options.splitBy = "speaker";
    const auto list = collect (storage, options);
    CHECK (groupsOf (list) == Strings {"in/a/deep/y.wav=/", "in/a/x.wav=/anna", "in/z.wav=/"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "2 files have no group"));

    options.splitBy = "folder";
    CHECK (groupsOf (collect (storage, options)) ==
           Strings {"in/a/deep/y.wav=/a/deep", "in/a/x.wav=/a", "in/z.wav=/"});
    options.splitBy = "singer";
    CHECK (failure (storage, options).code == ErrorCode::badUsage);
    CHECK (mentions (failure (storage, options).message, "singer"));
    options.labelPattern = "{singer}.wav";
    CHECK (groupsOf (collect (storage, options)) ==
           Strings {"in/a/deep/y.wav=/y", "in/a/x.wav=/x", "in/z.wav=/z"});
}

TEST_CASE ("impossible ratios are bad usage", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/a.wav");
    auto options = optionsFor ({"in"});
    options.splits = SplitMode::ratio;
    const double infinity = std::numeric_limits<double>::infinity ();
    for (const auto& ratios : std::vector<std::vector<double>> {{},
                                                                {0, 0, 0},
                                                                {-1, 2, 1},
                                                                {1, 1, 1, 1},
                                                                {infinity},
                                                                {std::nan (""), 1},
                                                                {1e308, 1e308}})
    {
        options.ratios = ratios;
        CHECK (failure (storage, options).code == ErrorCode::badUsage);
    }
}
