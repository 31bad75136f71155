#include "Engine/Batch/Inputs/Splits.h"
#include "Tests/Support/CollectInputs.h"
#include "Tests/Support/MemoryStorage.h"

#include <cmath>
#include <limits>
#include <map>

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
        seen.push_back (file.path + "=" + file.label + " " + kSplitNames[file.split]);
    CHECK (seen == Strings {"in/TRAIN/dog/deep/a.wav=dog TRAINING",
                            "in/Testing/cat/g.wav=cat TESTING", "in/Valid/dog/c.wav=dog VALIDATION",
                            "in/dev-clean/d/e.wav=d VALIDATION", "in/other/h.wav=other TRAINING",
                            "in/test.wav= TRAINING", "in/train_2/b.wav= TRAINING",
                            "in/val/f.wav= VALIDATION"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "2 files"));
    CHECK (mentions (list.warnings[0], "in/other/h.wav"));
}

TEST_CASE ("a ratio cuts each label's files and depends on relative names alone", "[inputs]")
{
    MemoryStorage storage;
    for (int index = 0; index < 100; ++index)
        for (const auto* folder : {"one/in/dog/", "two/elsewhere/in/dog/"})
            storage.addFile (folder + std::to_string (index) + ".wav");
    for (int index = 0; index < 7; ++index)
        for (const auto* folder : {"one/in/cat/", "two/elsewhere/in/cat/"})
            storage.addFile (folder + std::to_string (index) + ".wav");

    auto options = optionsFor ({"one/in"});
    options.splits = SplitMode::ratio;
    options.ratios = {0.8, 0.1, 0.1};
    const auto list = collect (storage, options);
    std::map<std::string, std::vector<int>> counts {{"dog", {0, 0, 0}}, {"cat", {0, 0, 0}}};
    for (const auto& file : list.files)
        ++counts.at (file.label)[static_cast<std::size_t> (file.split)];
    CHECK (counts.at ("dog") == std::vector<int> {80, 10, 10});
    CHECK (counts.at ("cat") == std::vector<int> {5, 1, 1});

    options.inputs = {"two/elsewhere/in"};
    const auto moved = collect (storage, options);
    REQUIRE (moved.files.size () == list.files.size ());
    for (std::size_t index = 0; index < moved.files.size (); ++index)
        REQUIRE (moved.files[index].split == list.files[index].split);
}

TEST_CASE ("shares are whole files that add up", "[inputs]")
{
    using Shares = std::vector<std::size_t>;
    CHECK (shareOut (10, {0.8, 0.1, 0.1}) == Shares {8, 1, 1});
    CHECK (shareOut (10, {8, 1, 1}) == Shares {8, 1, 1});
    CHECK (shareOut (1, {8, 1, 1}) == Shares {1, 0, 0});
    CHECK (shareOut (0, {8, 1, 1}) == Shares {0, 0, 0});
    CHECK (shareOut (5, {1, 1, 1}) == Shares {2, 2, 1});
    CHECK (shareOut (3, {0, 1, 0}) == Shares {0, 3, 0});
    CHECK (shareOut (9, {7}) == Shares {9});
    for (std::size_t count = 0; count < 500; ++count)
    {
        const auto shares = shareOut (count, {0.7, 0.2, 0.1});
        REQUIRE (shares[0] + shares[1] + shares[2] == count);
        REQUIRE (shares[0] == Approx (0.7 * static_cast<double> (count)).margin (1));
    }
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

TEST_CASE ("the hash of a name never changes", "[inputs]")
{
    // FNV-1a of "" and "a" are its published constants; fmix64 on top was worked out in
    // Python 3.11.
    CHECK (hashOfName ("") == 0xEFD01F60BA992926u);
    CHECK (hashOfName ("a") == 0x82A2A958A9BECE5Bu);
}
