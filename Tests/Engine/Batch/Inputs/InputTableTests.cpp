// Lists and tables in the form of real corpora: columns by name, separators, quotes, several
// labels, numbers.
#include "Engine/Batch/Inputs/TableHeading.h"
#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

InputOptions tableOptions (const std::string& table, const std::string& input = "in")
{
    auto options = optionsFor ({input});
    options.labels = LabelMode::table;
    options.labelTable = table;
    return options;
}

/** Labels of the files of a list with this text. */
Strings labelsOfList (const std::string& text, const InputOptions& like = {})
{
    MemoryStorage storage;
    storage.addFile ("list.csv", text);
    auto options = like;
    options.inputs = {"list.csv"};
    return labelsOf (collect (storage, options));
}

Error faultOfList (const std::string& text, const InputOptions& like = {})
{
    MemoryStorage storage;
    storage.addFile ("list.csv", text);
    auto options = like;
    options.inputs = {"list.csv"};
    return failure (storage, options);
}

} // namespace

TEST_CASE ("a heading that names the path says how a list is cut", "[inputs][tables]")
{
    const Strings expected {"a,b.wav=dog", "c.wav=cat"};
    CHECK (labelsOfList ("path,label\n\"a,b.wav\",dog\nc.wav,cat\n") == expected);
    CHECK (labelsOfList ("label\tpath\ndog\ta,b.wav\ncat\tc.wav\n") == expected);
    CHECK (labelsOfList ("n;Path;LABEL\n1;a,b.wav;dog\n2;c.wav;cat\n") == expected);
    CHECK (labelsOfList ("'path';'label'\n'a,b.wav';'dog'\n'c.wav';'cat'\n") == expected);
    CHECK (labelsOfList ("\"path\"\t\"label\"\r\n\"a,b.wav\"\t\"dog\"\r\nc.wav\tcat\r\n") ==
           expected);
    CHECK (
        labelsOfList ("\xEF\xBB\xBF# made by hand\n# path, label\n\"a,b.wav\", dog\nc.wav, cat") ==
        expected);
    // Without a header, a semicolon and a tab are bytes of the path.
    CHECK (labelsOfList ("a;b.wav,x\nc\td.wav,y\n") == Strings {"a;b.wav=x", "c\td.wav=y"});
}

TEST_CASE ("in plain tab-separated text quotes are bytes", "[inputs][tables]")
{
    // As in Common Voice: a sentence may begin with a quote and not end with one.
    CHECK (labelsOfList (
               "path\tsentence\tlabel\na.mp3\t\"Oh, he said.\tx\nb.mp3\t\"No\" twice\ty\n") ==
           Strings {"a.mp3=x", "b.mp3=y"});
    CHECK (faultOfList ("path,label\n\"a.mp3,x\n").code == ErrorCode::badUsage);
}

TEST_CASE ("columns are taken by the names that are given", "[inputs][tables]")
{
    InputOptions options;
    options.columns.path = "filename";
    options.columns.labels = {"category"};
    const std::string esc50 = "filename,fold,target,category,esc10,src_file,take\n"
                              "1-100032-A-0.wav,1,0,dog,True,100032,A\n"
                              "5-9032-A-0.wav,5,0,dog,True,9032,A\n";
    CHECK (labelsOfList (esc50, options) == Strings {"1-100032-A-0.wav=dog", "5-9032-A-0.wav=dog"});

    MemoryStorage storage;
    storage.addFile ("list.csv", esc50);
    options.inputs = {"list.csv"};
    options.columns.group = "src_file";
    CHECK (groupsOf (collect (storage, options)) ==
           Strings {"1-100032-A-0.wav=1/100032", "5-9032-A-0.wav=5/9032"});
    CHECK_FALSE (collect (storage, options).notes.hasTargets ()); // "target" must be requested

    options.columns.labels = {"genre"};
    const auto missing = failure (storage, options);
    CHECK (missing.code == ErrorCode::badUsage);
    CHECK (mentions (missing.message, "list.csv"));
    CHECK (mentions (missing.message, "no column genre"));
    CHECK (mentions (missing.message, "filename, fold, target, category"));
    options.columns.path = "file_name";
    CHECK (mentions (failure (storage, options).message, "--columns path=NAME"));
    CHECK (mentions (faultOfList (esc50).message, "line 1")); // seven columns without a path

    storage.addFile ("in/a.wav");
    options.inputs = {"in"};
    CHECK (mentions (failure (storage, options).message, "--columns"));
}

TEST_CASE ("a file may have several labels", "[inputs][tables]")
{
    MemoryStorage storage;
    storage.addFile ("list.csv", "path,label,label\na.wav,dog; cat ;dog;,\nb.wav,,cat\n"
                                 "c.wav,cat,dog\nd.wav,,\n");
    const auto list = collect (storage, {"list.csv"});
    CHECK (list.labels == Strings {"cat", "dog"});
    CHECK (labelsOf (list) == Strings {"a.wav=dog;cat", "b.wav=cat", "c.wav=cat;dog", "d.wav="});
    CHECK (list.notes.hasSeveralLabels ());

    InputOptions options;
    options.labelSeparator = ",";
    CHECK (labelsOfList ("path,label\na.wav,\"Guitar,Music\"\nb.wav,x;y\n", options) ==
           Strings {"a.wav=Guitar;Music", "b.wav=x;y"});
    options.labelSeparator = "";
    const auto whole = labelsOfList ("path,label\na.wav,\"Speech, male; far\"\n", options);
    CHECK (whole == Strings {"a.wav=Speech, male; far"});
    CHECK (labelsOfList ("a.wav,x;y\n") == Strings {"a.wav=x;y"});
}

TEST_CASE ("AudioSet's own files are lists", "[inputs][tables]")
{
    InputOptions options;
    options.columns.path = "YTID";
    options.columns.labels = {"positive_labels"};
    options.labelSeparator = ",";
    CHECK (labelsOfList ("# Segments csv created Sun Mar  5 10:54:31 2017\n"
                         "# num_ytids=2, num_segs=2, num_unique_labels=3, num_positives=4\n"
                         "# YTID, start_seconds, end_seconds, positive_labels\n"
                         "--PJHxphWEs, 30.000, 40.000, \"/m/09x0r,/t/dd00088\"\n"
                         "-0ZhuvjP1rw, 30.000, 40.000, \"/m/01xq0k1,/m/09x0r\"\n",
                         options) ==
           Strings {"--PJHxphWEs=/m/09x0r;/t/dd00088", "-0ZhuvjP1rw=/m/01xq0k1;/m/09x0r"});
}

TEST_CASE ("numbers of files stand in the columns that are named for them", "[inputs][tables]")
{
    MemoryStorage storage;
    storage.addFile ("list.csv",
                     "path,valence,arousal\nb.wav,-1.5,2e3\na.wav,,+7\nc.wav, nan ,0\n");
    auto options = optionsFor ({"list.csv", "d.wav"});
    storage.addFile ("d.wav");
    options.columns.targets = {"valence", "Arousal"};
    const auto list = collect (storage, options);
    CHECK (list.notes.targetNames == Strings {"valence", "Arousal"});
    const auto target = [&] (std::size_t file, int column)
    {
        const int row = list.files.at (file).facts.targets;
        return list.notes.targets.at (static_cast<std::size_t> (2 * row + column));
    };
    CHECK (std::isnan (target (0, 0)));
    CHECK (target (0, 1) == 7.0f);
    CHECK (target (1, 0) == -1.5f);
    CHECK (target (1, 1) == 2000.0f);
    CHECK (std::isnan (target (2, 0)));
    CHECK (list.files.at (3).facts.targets == -1);

    for (const std::string bad : {"loud", "1.5 dB", "inf", "1e39", "1,5"})
    {
        storage.addFile ("list.csv", "path;valence;arousal\na.wav;1;2\nb.wav;1;" + bad + "\n");
        CAPTURE (bad);
        const auto error = failure (storage, options);
        CHECK (error.code == ErrorCode::badUsage);
        CHECK (mentions (error.message, "line 3"));
        CHECK (mentions (error.message, bad));
    }
}

TEST_CASE ("one file of which two things are said is bad usage", "[inputs][tables]")
{
    const auto expectClash = [] (const std::string& text, const std::string& what)
    {
        InputOptions options;
        options.columns.targets = {"n"};
        const auto error = faultOfList ("path,label,split,fold,group,n\n" + text, options);
        CAPTURE (text, error.message);
        CHECK (error.code == ErrorCode::badUsage);
        CHECK (mentions (error.message, "line 3"));
        CHECK (mentions (error.message, what));
    };
    expectClash ("a.wav,x,,,,\n./a.wav,y,,,,\n", "labelled y here but x before");
    expectClash ("a.wav,x;y,,,,\na.wav,y;x,,,,\n", "labelled y;x here but x;y before");
    expectClash ("a.wav,,train,,,\na.wav,,test,,,\n", "in TESTING here but TRAINING before");
    expectClash ("a.wav,,,1,,\na.wav,,,2,,\n", "in fold 2 here but 1 before");
    expectClash ("a.wav,,,,g,\na.wav,,,,h,\n", "in group h here but g before");
    expectClash ("a.wav,,,,,1\na.wav,,,,,2\n", "different targets");
    InputOptions options;
    options.columns.targets = {"n"};
    CHECK (labelsOfList ("path,label,fold,n\na.wav,x,1,\na.wav,x,1,nan\n", options) ==
           Strings {"a.wav=x"});
}

TEST_CASE ("a table is for the files that its paths end", "[inputs][tables]")
{
    MemoryStorage storage;
    for (const auto* name :
         {"in/audio/fold1/a.wav", "in/audio/fold2/b.wav", "in/audio/fold2/c.flac",
          "in/audio/fold1/twice.wav", "in/audio/fold2/twice.wav"})
        storage.addFile (name);
    storage.addFile ("meta/t.csv",
                     "path,label\na.wav,one\nfold2/b.wav,two\nc,three\ntwice.wav,four\n"
                     "gone.wav,five\nold1/a.wav,six\n");
    const auto list = collect (storage, tableOptions ("meta/t.csv"));
    CHECK (labelsOf (list) == Strings {"in/audio/fold1/a.wav=one",
                                       "in/audio/fold1/twice.wav=", "in/audio/fold2/b.wav=two",
                                       "in/audio/fold2/c.flac=three", "in/audio/fold2/twice.wav="});
    REQUIRE (list.warnings.size () == 2);
    CHECK (mentions (list.warnings[0], "1 line of meta/t.csv matches several files"));
    CHECK (mentions (list.warnings[0], "line 5, twice.wav"));
    CHECK (mentions (list.warnings[1], "2 files have no line"));

    // The longest matching end wins. A line with a file's whole path applies to that file only.
    storage.addFile ("meta/t.csv", "path,label\na.wav,short\nfold1/a.wav,long\n"
                                   "in/audio/fold1/twice.wav,exact\n");
    const auto labels = labelsOf (collect (storage, tableOptions ("meta/t.csv")));
    CHECK (labels[0] == "in/audio/fold1/a.wav=long");
    CHECK (labels[1] == "in/audio/fold1/twice.wav=exact");
    CHECK (labels[4] == "in/audio/fold2/twice.wav=");
}

TEST_CASE ("a list may come in on standard input", "[inputs][tables]")
{
    MemoryStorage storage;
    storage.addFile ("in/dog/a.wav");
    auto options = optionsFor ({"-"});
    options.standardInput = "./in/dog/a.wav\n/abs/b.wav,cat\nnot/there\n";
    const auto list = collect (storage, options);
    CHECK (labelsOf (list) == Strings {"/abs/b.wav=cat", "in/dog/a.wav=dog", "not/there=not"});
    CHECK (list.files[1].relativePath () == "in/dog/a.wav");

    options.standardInput = "path;fold\nin/dog/a.wav;3\n";
    CHECK (groupsOf (collect (storage, options)) == Strings {"in/dog/a.wav=3/"});
    options.inputs = {"in", "-"};
    CHECK (groupsOf (collect (storage, options)) == Strings {"in/dog/a.wav=3/"});
    options.standardInput = "a.wav,b,c\n";
    CHECK (mentions (failure (storage, options).message, "standard input, line 1"));
    options.inputs = {"-"};
    options.standardInput = "\n\n";
    CHECK (failure (storage, options).code == ErrorCode::nothingFound);
}

TEST_CASE ("a path relative to its INPUT does not depend on how that was named", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("deep/in/dog/a.wav");
    storage.addFile ("deep/list.csv", "in/dog/a.wav\n/else/b.wav\n");
    storage.addLink ("alias", "deep/in");
    const auto relative = [&] (const Strings& inputs, std::size_t file = 0)
    { return std::string (collect (storage, inputs).files.at (file).relativePath ()); };
    for (const auto* input : {"deep/in", "./deep//in/", "/deep/in", "deep/../deep/in", "alias"})
        CHECK (relative ({input}) == "dog/a.wav");
    CHECK (relative ({"deep"}) == "in/dog/a.wav");
    CHECK (relative ({"deep/in/dog/a.wav"}) == "a.wav");
    CHECK (relative ({"deep/list.csv"}, 1) == "in/dog/a.wav");
    CHECK (relative ({"/deep/list.csv"}, 0) == "in/dog/a.wav");
    CHECK (relative ({"deep/list.csv"}, 0) == "/else/b.wav");
}
