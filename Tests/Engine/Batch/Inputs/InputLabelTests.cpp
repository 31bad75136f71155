#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("the first input that names a file says its path and label", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/dog/a.wav");
    storage.addFile ("list.csv", "in/dog/a.wav,cat\n");
    storage.addLink ("alias", "in");

    CHECK (labelsOf (collect (storage, {"in", "in/dog"})) == Strings {"in/dog/a.wav=dog"});
    CHECK (labelsOf (collect (storage, {"in/dog", "in"})) == Strings {"in/dog/a.wav="});
    CHECK (labelsOf (collect (storage, {"in/dog", "in/dog/a.wav"})) == Strings {"in/dog/a.wav="});
    CHECK (labelsOf (collect (storage, {"in/dog/a.wav", "in/dog"})) ==
           Strings {"in/dog/a.wav=dog"});
    CHECK (labelsOf (collect (storage, {"alias", "list.csv"})) == Strings {"alias/dog/a.wav=cat"});
    CHECK (labelsOf (collect (storage, {"alias/dog/a.wav", "list.csv"})) ==
           Strings {"alias/dog/a.wav=cat"});
}

TEST_CASE ("lists name files, relative to themselves, with or without labels", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("sounds/dog/a.wav");
    storage.addFile ("sounds/list.TXT",
                     "\xEF\xBB\xBF"
                     "dog/a.wav\r\n\r\n\"odd, name.bin\",cat\n/abs/dir/b.wav\nnot/there.wav,\n"
                     "top.wav\n../up.wav\n");
    CHECK (labelsOf (collect (storage, {"sounds/list.TXT"})) ==
           Strings {"/abs/dir/b.wav=dir", "sounds/../up.wav=", "sounds/dog/a.wav=dog",
                    "sounds/not/there.wav=not", "sounds/odd, name.bin=cat", "sounds/top.wav="});

    storage.addFile ("named.csv", "file,Label,PATH\n0,cat,a.wav\n1,,b/c.wav\n");
    const auto named = collect (storage, {"named.csv"});
    CHECK (labelsOf (named) == Strings {"a.wav=cat", "b/c.wav=b"});
    CHECK (named.labels == Strings {"b", "cat"});

    auto unlabelled = optionsFor ({"named.csv"});
    unlabelled.labels = LabelMode::none;
    CHECK (labelsOf (collect (storage, unlabelled)) == Strings {"a.wav=", "b/c.wav="});
    CHECK (collect (storage, unlabelled).labels.empty ());
}

TEST_CASE ("a malformed list is bad usage that names list and line", "[inputs]")
{
    MemoryStorage storage;
    const auto expectFault = [&] (const std::string& text, const std::string& line)
    {
        storage.addFile ("a\nlist.txt", text);
        const auto error = failure (storage, optionsFor ({"a\nlist.txt"}));
        CAPTURE (text, error.message);
        CHECK (error.code == ErrorCode::badUsage);
        CHECK (mentions (error.message, "a\\nlist.txt"));
        CHECK (mentions (error.message, line));
    };
    expectFault ("a.wav,x\nb.wav,y,z\n", "line 2");
    expectFault ("a.wav\n,y\n", "line 2");
    expectFault ("a.wav\n\"b.wav\n", "line 2");
    expectFault (std::string ("a.wav\n\nb\0c.wav\n", 15), "line 3");
    expectFault ("a.wav,dog\na.wav,dog\n./a.wav,cat\n", "line 3");
    expectFault ("path,label\na.wav,dog\n,cat\n", "line 3");
}

TEST_CASE ("what is over a gibibyte is not taken for a list", "[inputs]")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("list.txt", "a.wav\n");
    std::filesystem::resize_file (path,
                                  (std::uintmax_t {1} << 30) + 1); // a sparse file takes no room
    const auto error = failure (posixStorage (), optionsFor ({path}));
    CHECK (error.code == ErrorCode::badUsage);
    CHECK (mentions (error.message, path));
    CHECK (mentions (error.message, "larger than 1 GiB"));
}

TEST_CASE ("a label is the folder that holds the file", "[inputs]")
{
    MemoryStorage storage;
    for (const auto* name : {"in/top.wav", "in/dog/a.wav", "in/dog/big/b.wav", "in/Cat/c.wav"})
        storage.addFile (name);

    const auto list = collect (storage, {"in"});
    CHECK (labelsOf (list) ==
           Strings {"in/Cat/c.wav=Cat", "in/dog/a.wav=dog", "in/dog/big/b.wav=big", "in/top.wav="});
    CHECK (list.labels == Strings {"Cat", "big", "dog"});
    CHECK (labelsOf (collect (storage, {"."})) ==
           Strings {"./in/Cat/c.wav=Cat", "./in/dog/a.wav=dog", "./in/dog/big/b.wav=big",
                    "./in/top.wav=in"});
}

TEST_CASE ("a table gives labels by path as listed or seen from its folder", "[inputs]")
{
    MemoryStorage storage;
    for (const auto* name : {"data/a.wav", "data/b.wav", "data/c.wav", "data/sub/d.wav"})
        storage.addFile (name);
    storage.addFile (
        "data/labels.csv",
        "path,label\ndata/a.wav,one\nb.wav,two\n/data/sub/d.wav,one\nunknown.wav,six\n");

    auto options = optionsFor ({"data"});
    options.labels = LabelMode::table;
    options.labelTable = "./data/labels.csv";
    const auto list = collect (storage, options);
    CHECK (labelsOf (list) ==
           Strings {"data/a.wav=one", "data/b.wav=two", "data/c.wav=", "data/sub/d.wav=one"});
    CHECK (list.labels == Strings {"one", "two"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "1 file "));
    CHECK (mentions (list.warnings[0], "data/c.wav"));

    storage.addFile ("list.csv", "data/a.wav,mine\n");
    options.inputs.push_back ("list.csv");
    CHECK (labelsOf (collect (storage, options))[0] == "data/a.wav=mine");

    storage.addFile ("data/labels.csv", "b.wav,two\n./b.wav,three\n");
    CHECK (failure (storage, options).code == ErrorCode::badUsage);
    CHECK (mentions (failure (storage, options).message, "line 2"));
    options.labelTable = "gone.csv";
    CHECK (failure (storage, options).code == ErrorCode::fileMissing);
}
