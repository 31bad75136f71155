// Tars as inputs: ranges, order, labels, lists.
#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Inputs/TarInputs.h"
#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Batch/TarBuilder.h"
#include "Tests/Support/Files/MemoryStorage.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::string tarOf (const Strings& names)
{
    std::string bytes;
    for (const auto& name : names)
        bytes += tarFile (name, "x");
    return bytes + tarEnd ();
}
} // namespace

TEST_CASE ("rows follow the path of the tar and then the place in it", "[tar][inputs]")
{
    MemoryStorage files;
    files.addFile ("in/m.tar", tarOf ({"z.wav", "notes.txt", "a.wav", "d/b.flac", "z.json"}));
    files.addFile ("in/a.tar", tarOf ({"y.wav", "b.wav"}));
    files.addFile ("in/m.tar-b.wav");
    files.addFile ("in/m.wav");
    TarStorage storage (files);
    const Strings expected {"in/a.tar/y.wav", "in/a.tar/b.wav",    "in/m.tar/z.wav",
                            "in/m.tar/a.wav", "in/m.tar/d/b.flac", "in/m.tar-b.wav",
                            "in/m.wav"};
    CHECK (pathsOf (collect (storage, {"in/m.wav", "in/m.tar", "in/m.tar-b.wav", "in/a.tar"})) ==
           expected);
    CHECK (pathsOf (collect (storage, {"in", "in/m.tar", "in/a.tar", "./in/../in/m.tar"})) ==
           expected);
    // A folder is searched for audio only.
    CHECK (pathsOf (collect (storage, {"in"})) == Strings {"in/m.tar-b.wav", "in/m.wav"});
}

TEST_CASE ("a range in braces names tars", "[tar][inputs]")
{
    CHECK (*tarsOfRange ("s-{08..11}.tar") ==
           Strings {"s-08.tar", "s-09.tar", "s-10.tar", "s-11.tar"});
    CHECK (*tarsOfRange ("s-{8..11}.tar") ==
           Strings {"s-8.tar", "s-9.tar", "s-10.tar", "s-11.tar"});
    CHECK (*tarsOfRange ("{2..0}.tar") == Strings {"2.tar", "1.tar", "0.tar"});
    CHECK (*tarsOfRange ("d{1..2}/s{0..1}.tar") ==
           Strings {"d1/s0.tar", "d1/s1.tar", "d2/s0.tar", "d2/s1.tar"});
    CHECK (tarsOfRange ("s-{0000..0099}.tar")->size () == 100);
    for (const auto* none : {"s-{08..11}.wav", "s-08.tar", "{a..b}.tar", "{1..}.tar", "{}.tar",
                             "{1..2.tar", "{-1..2}.tar", "{1...2}.tar", "{99999999999..0}.tar"})
        CHECK (tarsOfRange (none)->empty ());
    CHECK (tarsOfRange ("{0..999999}.tar").error ().code == ErrorCode::badUsage);
    CHECK (tarsOfRange ("{0..999}{0..999}.tar").error ().code == ErrorCode::badUsage);

    MemoryStorage files;
    for (const auto* name : {"s-0.tar", "s-1.tar", "s-{3..4}.tar"})
        files.addFile (name, tarOf ({"a.wav"}));
    TarStorage storage (files);
    CHECK (pathsOf (collect (storage, {"s-{0..1}.tar"})) ==
           Strings {"s-0.tar/a.wav", "s-1.tar/a.wav"});
    CHECK (pathsOf (collect (storage, {"s-{3..4}.tar"})) == Strings {"s-{3..4}.tar/a.wav"});
    const auto error = failure (storage, optionsFor ({"s-{0..2}.tar"}));
    CHECK (error.code == ErrorCode::fileMissing);
    CHECK (mentions (error.message, "s-2.tar"));
}

TEST_CASE ("labels of a tar's members come from key.cls, key.json or their folder", "[tar][inputs]")
{
    MemoryStorage files;
    files.addFile (
        "in/a.tar",
        tarFile ("1.wav") + tarFile ("1.cls", " 7\n") + tarFile ("1.json", R"({"label": "no"})") +
            tarFile ("2.json", R"({"label": "dog", "cls": 3})") + tarFile ("2.wav") +
            tarFile ("3.wav") + tarFile ("3.json", R"({"cls": 3})") + tarFile ("d/4.wav") +
            tarFile ("d/4.json", R"({"text": "hello"})") + tarFile ("d/4.txt", "hello") +
            tarFile ("5.wav") + tarFile ("5.txt", "five") + tarFile ("6.left.wav") +
            tarFile ("6.cls", "six") + tarFile ("7.b.wav") + tarFile ("7.b.cls", "own") +
            tarFile ("7.cls", "other") + tarFile ("e/8.wav") + tarFile ("e/8.json", "{\"label\"") +
            tarEnd ());
    TarStorage storage (files);
    const auto list = collect (storage, {"in/a.tar"});
    CHECK (labelsOf (list) == Strings {"in/a.tar/1.wav=7", "in/a.tar/2.wav=dog", "in/a.tar/3.wav=3",
                                       "in/a.tar/d/4.wav=d",
                                       "in/a.tar/5.wav=", "in/a.tar/6.left.wav=six",
                                       "in/a.tar/7.b.wav=own", "in/a.tar/e/8.wav=e"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (
        mentions (list.warnings[0], "1 label file in a tar could not be read as a label; it is "));
    CHECK (mentions (list.warnings[0], "in/a.tar/e/8.json"));

    auto options = optionsFor ({"in/a.tar"});
    options.labels = LabelMode::none;
    CHECK (labelsOf (collect (storage, options))[0] == "in/a.tar/1.wav=");
}

TEST_CASE ("lists and tables name tars and members of them", "[tar][inputs]")
{
    MemoryStorage files;
    files.addFile ("in/a.tar", tarOf ({"z.wav", "d/y.wav", "x.wav"}));
    files.addFile ("in/b.tar", tarOf ({"1.wav", "2.wav"}));
    files.addFile ("in/list.csv", "a.tar/x.wav,ex\na.tar/d/y.wav\na.tar/z.wav\nb.tar,bee\n");
    files.addFile ("in/table.csv", "a.tar/x.wav,ex\n");
    TarStorage storage (files);
    CHECK (labelsOf (collect (storage, {"in/list.csv"})) ==
           Strings {"in/a.tar/z.wav=", "in/a.tar/d/y.wav=d", "in/a.tar/x.wav=ex",
                    "in/b.tar/1.wav=bee", "in/b.tar/2.wav=bee"});
    // The member appears once, with the label of the list.
    CHECK (labelsOf (collect (storage, {"in/a.tar", "in/list.csv"})) ==
           labelsOf (collect (storage, {"in/list.csv"})));
    auto options = optionsFor ({"in/a.tar"});
    options.labels = LabelMode::table;
    options.labelTable = "in/table.csv";
    CHECK (labelsOf (collect (storage, options)) ==
           Strings {"in/a.tar/z.wav=", "in/a.tar/d/y.wav=", "in/a.tar/x.wav=ex"});
}

TEST_CASE ("a damaged tar stands before its members; a packed one ends the run", "[tar][inputs]")
{
    MemoryStorage files;
    files.addFile ("in/a.tar", tarFile ("a.wav", "a") + std::string (512, 'x'));
    files.addFile ("in/b.tar", "\x1f\x8b" + std::string (600, 'x'));
    files.addFile ("in/c.tar.gz", "\x1f\x8b" + std::string (600, 'x'));
    files.addFile ("in/none.tar", tarOf ({"readme.md"}));
    files.addFile ("in/dark.tar", tarOf ({"a.wav"}));
    files.forbid ("in/dark.tar");
    TarStorage storage (files);
    CHECK (pathsOf (collect (storage, {"in/a.tar"})) == Strings {"in/a.tar", "in/a.tar/a.wav"});
    CHECK (pathsOf (collect (storage, {"in/dark.tar"})) == Strings {"in/dark.tar"});
    for (const auto* packed : {"in/b.tar", "in/c.tar.gz"})
    {
        const auto error = failure (storage, optionsFor ({"in/a.tar", packed}));
        CHECK (error.code == ErrorCode::badUsage);
        CHECK (mentions (error.message, packed));
        CHECK (mentions (error.message, "gzip -dc"));
    }
    CHECK (failure (storage, optionsFor ({"in/none.tar"})).code == ErrorCode::nothingFound);
    const auto list = collect (storage, {"in/none.tar", "in/a.tar"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "in/none.tar"));
}
