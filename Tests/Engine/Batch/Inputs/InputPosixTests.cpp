#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>
#include <sys/stat.h>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

TEST_CASE ("inputs are listed from the real file system as from memory", "[inputs]")
{
    const TemporaryFolder folder;
    const auto path = [&] (const std::string& name) { return folder.file (name); };
    for (const auto* name : {"in/dog", "in/out/deep", "else"})
        fs::create_directories (path (name));
    for (const auto* name : {"in/b.WAV", "in/dog/a.flac", "in/new\nline.wav", "in/\xFF\xFE.wav",
                             "in/-x.wav", "in/notes.txt", "in/out/features.wav", "else/far.wav"})
        folder.write (name, "sound");
    fs::create_symlink ("../else/far.wav", path ("in/link.wav"));
    fs::create_symlink ("dangling", path ("in/gone.wav"));
    fs::create_symlink ("loop.wav", path ("in/loop.wav"));
    fs::create_directory_symlink ("..", path ("in/up"));
    REQUIRE (mkfifo (path ("in/pipe.wav").c_str (), 0600) == 0);
    folder.write ("list.csv", "in/dog/a.flac,cat\nelse/far.wav\n");

    auto options =
        optionsFor ({path ("in"), path ("in/dog/"), path ("list.csv"), path ("else/../in")});
    options.excludedFolder = path ("in/../in/out");
    const auto list = collect (posixStorage (), options);
    CHECK (labelsOf (list) == Strings {path ("else/far.wav=else"), path ("in/-x.wav="),
                                       path ("in/b.WAV="), path ("in/dog/a.flac=cat"),
                                       path ("in/gone.wav="), path ("in/link.wav="),
                                       path ("in/loop.wav="), path ("in/new\nline.wav="),
                                       path ("in/pipe.wav="), path ("in/\xFF\xFE.wav=")});
    CHECK (list.labels == Strings {"cat", "else"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "in/up"));

    CHECK (failure (posixStorage (), optionsFor ({path ("nowhere")})).code ==
           ErrorCode::fileMissing);
    CHECK (failure (posixStorage (), optionsFor ({""})).code == ErrorCode::fileMissing);
}
