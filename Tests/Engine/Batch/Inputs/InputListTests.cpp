#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a folder is walked for names that look like audio", "[inputs]")
{
    MemoryStorage storage;
    for (const auto* name :
         {"in/b.WAV",    "in/a.flac",     "in/notes.txt", "in/wav",    "in/.hidden/x.Mp3",
          "in/.dot.wav", "in/z/y/x.aiff", "in/c.wave",    "in/d.rf64", "in/e.w64",
          "in/f.ogg",    "in/g.oga",      "in/h.opus",    "in/i.aif",  "in/j.aifc",
          "in/k.au",     "in/l.snd",      "in/m.caf",     "in/n.wavv", "in/o.wav.part",
          "else/p.wav"})
        storage.addFile (name);

    const auto list = collect (storage, {"in"});
    CHECK (pathsOf (list) == Strings {"in/.dot.wav", "in/.hidden/x.Mp3", "in/a.flac", "in/b.WAV",
                                      "in/c.wave", "in/d.rf64", "in/e.w64", "in/f.ogg", "in/g.oga",
                                      "in/h.opus", "in/i.aif", "in/j.aifc", "in/k.au", "in/l.snd",
                                      "in/m.caf", "in/z/y/x.aiff"});
    CHECK (list.warnings.empty ());
}

TEST_CASE ("files are sorted by the bytes of their paths, over folders and inputs", "[inputs]")
{
    MemoryStorage storage;
    for (const auto* name : {"b/a-b/1.wav", "b/a/1.wav", "b/a.wav", "b/a0.wav", "b/\xC3\xA9.wav",
                             "b/\xFF.wav", "b/a.wav.d/x.wav", "a/z.wav", "b/Z.wav"})
        storage.addFile (name);

    const auto forwards = pathsOf (collect (storage, {"a", "b"}));
    CHECK (std::is_sorted (forwards.begin (), forwards.end ()));
    CHECK (forwards.size () == 9);
    CHECK (pathsOf (collect (storage, {"b", "a"})) == forwards);
}

TEST_CASE ("names of any bytes go through unchanged", "[inputs]")
{
    MemoryStorage storage;
    const Strings names {"in/\x01\x1B[2J.wav",
                         "in/ lead.wav",
                         "in/-rf.wav",
                         "in/new\nline.wav",
                         "in/" + std::string (251, 'n') + ".wav",
                         "in/\xFF\xFE\x80.wav"};
    for (const auto& name : names)
        storage.addFile (name);
    auto expected = names;
    std::sort (expected.begin (), expected.end ());
    CHECK (pathsOf (collect (storage, {"in"})) == expected);
}

TEST_CASE ("a file reached in several ways is taken once", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/dog/a.wav");
    storage.addFile ("in/dog/b.wav");
    storage.addLink ("alias", "in");
    storage.addFile ("list.txt", "in/dog/a.wav\n./in//dog/a.wav\n/in/dog/a.wav\nalias/dog/a.wav\n");
    const Strings expected {"in/dog/a.wav", "in/dog/b.wav"};

    CHECK (pathsOf (collect (storage, {"in", "in"})) == expected);
    CHECK (pathsOf (collect (storage, {"in", "./in/", "/in", "in/../in"})) == expected);
    CHECK (pathsOf (collect (storage, {"in", "in/dog/a.wav", "in/dog"})) == expected);
    CHECK (pathsOf (collect (storage, {"in", "alias"})) == expected);
    CHECK (pathsOf (collect (storage, {"in", "alias/dog/b.wav", "list.txt"})) == expected);
    CHECK (pathsOf (collect (storage, {"list.txt", "in"})) == expected);
    CHECK (pathsOf (collect (storage, {"in/dog/a.wav", "in/dog/a.wav"})) ==
           Strings {"in/dog/a.wav"});
}

TEST_CASE ("links to files are followed, links to folders are not, loops end", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/a.wav");
    storage.addFile ("else/far.wav");
    storage.addLink ("in/link.wav", "../else/far.wav");
    storage.addLink ("in/dangling.wav", "nowhere.wav");
    storage.addLink ("in/itself.wav", "itself.wav");
    storage.addLink ("in/up", "..");
    storage.addLink ("in/folder.wav", "../else");
    storage.addLink ("in/text", "notes");
    storage.bindFolder ("in/deep/bound", "in");

    const auto list = collect (storage, {"in"});
    CHECK (pathsOf (list) ==
           Strings {"in/a.wav", "in/dangling.wav", "in/itself.wav", "in/link.wav"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "2 left out"));
    CHECK (mentions (list.warnings[0], "in/folder.wav"));

    storage.addLink ("top", "in/up/else");
    CHECK (pathsOf (collect (storage, {"top"})) == Strings {"top/far.wav"});
}

TEST_CASE ("what cannot be read is taken, so that reading reports it", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/a.wav");
    storage.addOther ("in/pipe.wav");
    storage.addOther ("in/socket");
    storage.addFile ("in/secret/b.wav");
    storage.forbid ("in/secret");

    const auto list = collect (storage, {"in"});
    CHECK (pathsOf (list) == Strings {"in/a.wav", "in/pipe.wav", "in/secret"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "in/secret"));

    CHECK (failure (storage, optionsFor ({"in/secret"})).code == ErrorCode::permissionDenied);
}

TEST_CASE ("walks leave the excluded folder out, but for one that starts there", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/a.wav");
    storage.addFile ("in/out/b.wav");
    storage.addFile ("in/out/deep/c.wav");
    storage.addLink ("alias", "in/out");

    auto options = optionsFor ({"in"});
    for (const auto* path : {"in/out", "./in//out/", "/in/out", "alias", "in/../in/out"})
    {
        options.excludedFolder = path;
        CHECK (pathsOf (collect (storage, options)) == Strings {"in/a.wav"});
    }
    options.excludedFolder = "in";
    CHECK (pathsOf (collect (storage, options)).size () == 3);
    options.excludedFolder = "not/there";
    CHECK (pathsOf (collect (storage, options)).size () == 3);
}

TEST_CASE ("an input that is not there, or nothing in all, fails", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/notes.txt");
    storage.addFile ("empty.txt", "\n\n");
    storage.addFolder ("void");

    CHECK (failure (storage, optionsFor ({"in", "gone"})).code == ErrorCode::fileMissing);
    CHECK (mentions (failure (storage, optionsFor ({"in", "gone"})).message, "gone"));
    CHECK (failure (storage, optionsFor ({})).code == ErrorCode::nothingFound);
    CHECK (failure (storage, optionsFor ({""})).code == ErrorCode::fileMissing);

    const auto nothing = failure (storage, optionsFor ({"in", "void", "empty.txt"}));
    CHECK (nothing.code == ErrorCode::nothingFound);
    CHECK (mentions (nothing.message, "in, void, empty.txt"));
    CHECK (failure (storage, optionsFor (Strings (1000, "void"))).message.size () < 500);
}

TEST_CASE ("a file named directly is taken whatever its name or kind", "[inputs]")
{
    MemoryStorage storage;
    storage.addFile ("in/dog/take.7");
    storage.addFile ("bare.wav");
    storage.addOther ("pipe.txt");
    CHECK (labelsOf (collect (storage, {"in/dog/take.7", "bare.wav", "pipe.txt"})) ==
           Strings {"bare.wav=", "in/dog/take.7=dog", "pipe.txt="});
}

TEST_CASE ("walking asks once a folder and nothing a file", "[inputs]")
{
    MemoryStorage storage;
    constexpr int numFolders = 10, filesEach = 100;
    for (int folder = 0; folder < numFolders; ++folder)
        for (int file = 0; file < filesEach; ++file)
            storage.addFile ("in/" + std::to_string (folder) + "/" + std::to_string (file) +
                             ".wav");

    CHECK (collect (storage, {"in"}).files.size () == numFolders * filesEach);
    CHECK (storage.numListCalls () == numFolders + 1);
    CHECK (storage.numInfoCalls () == numFolders + 2); // one more call for the kind of the input
}

TEST_CASE ("a tree deeper than any stack is walked", "[inputs]")
{
    MemoryStorage storage;
    std::string path = "in";
    for (int depth = 0; depth < 2000; ++depth)
        path += "/d";
    storage.addFile (path + "/a.wav");
    CHECK (collect (storage, {"in"}).files.size () == 1);
}
