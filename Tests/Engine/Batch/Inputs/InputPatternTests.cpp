// Patterns over names: their matches, the fields of a matching name, and invalid patterns.
#include "Engine/Batch/Inputs/NamePattern.h"
#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** "label=7 speaker=jackson" or "no". */
std::string matched (const std::string& pattern, const std::string& path)
{
    const auto parsed = NamePattern::parse (pattern);
    REQUIRE (parsed.ok ());
    const auto taken = parsed->match (path);
    if (! taken)
        return "no";
    std::string text;
    for (std::size_t index = 0; index < taken->size (); ++index)
        text +=
            (index > 0 ? " " : "") + parsed->fields ()[index] + "=" + std::string ((*taken)[index]);
    return text;
}

InputOptions patternOptions (const std::string& pattern)
{
    auto options = optionsFor ({"in"});
    options.labelPattern = pattern;
    return options;
}

} // namespace

TEST_CASE ("a pattern takes a name apart at its text", "[inputs][patterns]")
{
    const std::string digits = "{label}_{speaker}_{index}.wav";
    CHECK (matched (digits, "7_jackson_32.wav") == "label=7 speaker=jackson index=32");
    CHECK (matched (digits, "any/folder/7_jackson_32.wav") == "label=7 speaker=jackson index=32");
    CHECK (matched (digits, "7_jackson.wav") == "no");
    CHECK (matched (digits, "7_jackson_32.flac") == "no");
    CHECK (matched (digits, "_jackson_32.wav") == "no");
    CHECK (matched (digits, "7__32.wav") == "no");
    CHECK (matched (digits, "7_jackson_.wav") == "no");
    // Each field is as short as possible.
    CHECK (matched (digits, "7_a_b_32.wav") == "label=7 speaker=a index=b_32");
    CHECK (matched ("{fold}-{clip}-{take}-{label}.wav", "1-100032-A-0.wav") ==
           "fold=1 clip=100032 take=A label=0");
    CHECK (matched ("x{a}", "xx") == "a=x");
    CHECK (matched ("{a}.wav", ".wav") == "no");
    CHECK (matched ("{a}..{b}.wav", "1...wav") == "no"); // b would be empty
    CHECK (matched ("{a}.{b}.wav", "1.2.wav.wav") == "a=1 b=2.wav");
}

TEST_CASE ("a pattern with a slash matches the whole path", "[inputs][patterns]")
{
    const std::string books = "{speaker}/{chapter}/{utterance}.flac";
    CHECK (matched (books, "84/121123/84-121123-0000.flac") ==
           "speaker=84 chapter=121123 utterance=84-121123-0000");
    CHECK (matched (books, "dev-clean/84/121123/84-121123-0000.flac") == "no");
    CHECK (matched (books, "84-121123-0000.flac") == "no");
    CHECK (matched ("audio/fold{fold}/{id}-{label}-{o}-{s}.wav", "audio/fold10/100648-1-4-0.wav") ==
           "fold=10 id=100648 label=1 o=4 s=0");
    CHECK (matched ("audio/fold{fold}/{name}.wav", "video/fold10/1.wav") == "no");
}

TEST_CASE ("what is no pattern is refused with the reason", "[inputs][patterns]")
{
    for (const auto& [pattern, reason] :
         std::vector<std::pair<std::string, std::string>> {{"label.wav", "no field"},
                                                           {"{label", "not closed"},
                                                           {"{lab{el}", "not closed"},
                                                           {"{a/b}.wav", "not closed"},
                                                           {"label}.wav", "no { before it"},
                                                           {"{}.wav", "no name"},
                                                           {"{a}{b}.wav", "no text separates"},
                                                           {"{a}_{b}_{a}.wav", "{a} occurs twice"},
                                                           {"/{a}.wav", "an empty name"},
                                                           {"{a}/", "an empty name"},
                                                           {"{a}//{b}", "an empty name"}})
    {
        const auto parsed = NamePattern::parse (pattern);
        CAPTURE (pattern);
        REQUIRE (! parsed.ok ());
        CHECK (parsed.error ().code == ErrorCode::badUsage);
        CHECK (mentions (parsed.error ().message, reason));
    }
    CHECK (NamePattern::parse ("{label}_{label}_{x}.wav").ok ());
}

TEST_CASE ("names say labels, splits, folds and groups", "[inputs][patterns]")
{
    MemoryStorage storage;
    for (const auto* name : {"in/x/train/1-a-dog.wav", "in/x/test/2-b-cat.wav", "in/x/odd.wav"})
        storage.addFile (name);
    auto options = patternOptions ("x/{split}/{fold}-{group}-{label}.wav");
    options.splits = SplitMode::listed;
    const auto list = collect (storage, options);
    CHECK (labelsOf (list) ==
           Strings {"in/x/odd.wav=", "in/x/test/2-b-cat.wav=cat", "in/x/train/1-a-dog.wav=dog"});
    CHECK (groupsOf (list) ==
           Strings {"in/x/odd.wav=/", "in/x/test/2-b-cat.wav=2/b", "in/x/train/1-a-dog.wav=1/a"});
    CHECK (splitsOf (list) == Strings {"in/x/odd.wav=TRAINING", "in/x/test/2-b-cat.wav=TESTING",
                                       "in/x/train/1-a-dog.wav=TRAINING"});
    REQUIRE (list.warnings.size () == 2);
    CHECK (mentions (list.warnings[0], "1 file does not match --label-pattern"));
    CHECK (mentions (list.warnings[0], "in/x/odd.wav"));

    storage.addFile ("in/x/else/3-c-cow.wav");
    CHECK (mentions (collect (storage, options).warnings.at (1), "1 file has a {split}"));
}

TEST_CASE ("what a list says wins over a pattern, and a pattern over folders", "[inputs][patterns]")
{
    MemoryStorage storage;
    for (const auto* name : {"in/f/dog_1.wav", "in/f/cat_2.wav"})
        storage.addFile (name);
    storage.addFile ("list.csv", "in/f/cat_2.wav,tiger\n");
    auto options = patternOptions ("{label}_{n}.wav");
    options.inputs.push_back ("list.csv");
    CHECK (labelsOf (collect (storage, options)) ==
           Strings {"in/f/cat_2.wav=tiger", "in/f/dog_1.wav=dog"});
    options.labelPattern = "{a}_{group}.wav"; // the pattern has no label: labels come from folders
    CHECK (labelsOf (collect (storage, options)) ==
           Strings {"in/f/cat_2.wav=tiger", "in/f/dog_1.wav=f"});
    options.labels = LabelMode::none;
    CHECK (labelsOf (collect (storage, options)) == Strings {"in/f/cat_2.wav=", "in/f/dog_1.wav="});
    CHECK (collect (storage, options).labels.empty ());

    options.labelPattern = "{label}_{label}.wav";
    options.labels = LabelMode::folders;
    options.inputs = {"in"};
    CHECK (labelsOf (collect (storage, options)) ==
           Strings {"in/f/cat_2.wav=cat;2", "in/f/dog_1.wav=dog;1"});

    options.labelPattern = "{speaker}_{n}.wav";
    const auto error = failure (storage, options);
    CHECK (error.code == ErrorCode::badUsage);
    CHECK (mentions (error.message, "it has no effect"));
    options.splitBy = "speaker";
    CHECK (groupsOf (collect (storage, options)) ==
           Strings {"in/f/cat_2.wav=/cat", "in/f/dog_1.wav=/dog"});
}
