// Members of tars as files: their positions, their names, and members that are not files.
#include "Tests/Support/Batch/PackedTar.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("members of a tar are files below it, in its order", "[tar]")
{
    Packed packed (tarFile ("b.wav", "second") + tarOfType ('5', "x/") +
                   tarFile ("./x//a.wav", std::string (513, 'a')) + tarFile ("/c.wav", "") +
                   tarEnd ());
    CHECK (packed.names () == Strings {"b.wav", "x/a.wav", "c.wav"});
    CHECK (packed.bytes ("b.wav") == "second");
    CHECK (packed.bytes ("x/a.wav") == std::string (513, 'a'));
    CHECK (packed.bytes ("c.wav") == "");
    CHECK (packed.bytes ("d.wav") == "file-missing");
    CHECK_FALSE (packed.damage ());

    const auto member = *packed.storage.info ("in/a.tar/x/a.wav");
    const auto tar = *packed.files.info ("in/a.tar");
    CHECK (member.kind == EntryKind::file);
    CHECK (member.bytes == 513);
    CHECK (member.archiveOffset ==
           1024 + 512 + 512); // behind a header and a block, and two headers
    CHECK (member.inode == tar.inode);
    CHECK (member.modifiedNanoseconds == tar.modifiedNanoseconds);
    CHECK (packed.storage.info ("in/a.tar/x")->kind == EntryKind::folder);
    CHECK (packed.storage.info ("in/a.tar/x")->inode != tar.inode);
    CHECK (packed.storage.info ("in/a.tar")->archiveOffset == 0);
}

TEST_CASE ("a member is a window: nothing before or behind it can be read", "[tar]")
{
    Packed packed (tarFile ("a.wav", "before") + tarFile ("b.wav", "0123456789") +
                   tarFile ("c.wav", "behind") + tarEnd ());
    const auto file = packed.storage.openForReading ("in/a.tar/b.wav");
    REQUIRE (file.ok ());
    std::string read (20, '.');
    CHECK (*(*file)->readAt (read.data (), 20, 0) == 10);
    CHECK (read == "0123456789..........");
    CHECK (*(*file)->readAt (read.data (), 3, 8) == 2);
    CHECK (*(*file)->readAt (read.data (), 3, 10) == 0);
    CHECK (*(*file)->readAt (read.data (), 3, 5000) == 0);
}

TEST_CASE ("long names and large sizes are read in every format's way", "[tar]")
{
    const std::string longName = std::string (90, 'd') + "/" + std::string (200, 'n') + ".wav";
    TarFields old {.name = "old.wav", .type = '\0', .target = {}, .magic = {}, .prefix = {}};
    TarFields wide {.name = "wide.wav", .type = '0', .target = {}, .prefix = {}};
    wide.isBase256 = true;
    TarFields split {.name = "name.wav", .type = '0', .target = {}, .prefix = "pre/fix"};
    TarFields negative {.name = "caf\xC3\xA9.wav", .type = '0', .target = {}, .prefix = {}};
    negative.isSignedSum = true;
    TarFields small {.name = "ignored", .type = '0', .target = {}, .prefix = {}};
    small.declaredBytes = 0;
    Packed packed (tarEntry (old, "1") + tarEntry (wide, "2") + tarEntry (split, "3") +
                   tarEntry (negative, "4") + tarOfType ('L', "././@LongLink", longName + '\0') +
                   tarFile ("cut", "5") + tarOfType ('g', "pax", paxRecord ("comment", "size=7")) +
                   tarOfType ('x', "pax",
                              paxRecord ("path", "pax/" + longName) + paxRecord ("size", "6") +
                                  paxRecord ("mtime", "1.5")) +
                   tarEntry (small, "666666") + tarFile ("plain.wav", "7") + tarEnd ());
    CHECK (packed.names () == Strings {"old.wav", "wide.wav", "pre/fix/name.wav", "caf\xC3\xA9.wav",
                                       longName, "pax/" + longName, "plain.wav"});
    CHECK (packed.bytes ("old.wav") == "1");
    CHECK (packed.bytes ("wide.wav") == "2");
    CHECK (packed.bytes ("pre/fix/name.wav") == "3");
    CHECK (packed.bytes (longName) == "5");
    CHECK (packed.bytes ("pax/" + longName) == "666666");
    CHECK (packed.bytes ("plain.wav") == "7");
    CHECK_FALSE (packed.damage ());
}

TEST_CASE ("links are followed where they are hard and point back; what is no file says so",
           "[tar]")
{
    auto sparse = tarOfType ('S', "sparse.wav", "data");
    sparse.replace (482, 1, "\1"); // one more block of its map follows the header
    std::int64_t sum = 0;
    sparse.replace (148, 8, "        ");
    for (std::size_t i = 0; i < 512; ++i)
        sum += static_cast<unsigned char> (sparse[i]);
    sparse.replace (148, 8, octalText (sum, 6) + std::string ("\0 ", 2));
    sparse.insert (512, std::string (512, '\0'));
    Packed packed (tarOfType ('1', "early.wav", {}, "a.wav") + tarFile ("a.wav", "old") +
                   tarOfType ('1', "link.wav", {}, "./a.wav") +
                   tarOfType ('1', "chain.wav", {}, "link.wav") + tarFile ("a.wav", "new") +
                   tarOfType ('2', "soft.wav", {}, "a.wav") + tarOfType ('6', "fifo.wav") + sparse +
                   tarOfType ('x', "pax", paxRecord ("GNU.sparse.major", "1")) +
                   tarFile ("holes.wav", "map") + tarFile ("last.wav", "last") + tarEnd ());
    CHECK (packed.names () == Strings {"early.wav", "link.wav", "chain.wav", "a.wav", "soft.wav",
                                       "fifo.wav", "sparse.wav", "holes.wav", "last.wav"});
    CHECK (packed.bytes ("early.wav") == "file-missing");
    CHECK (packed.bytes ("link.wav") == "old");
    CHECK (packed.bytes ("chain.wav") == "old");
    CHECK (packed.bytes ("a.wav") == "new");
    CHECK (packed.bytes ("soft.wav") == "not-a-file");
    CHECK (packed.bytes ("fifo.wav") == "not-a-file");
    CHECK (packed.bytes ("sparse.wav") == "unsupported-format");
    CHECK (packed.bytes ("holes.wav") == "unsupported-format");
    CHECK (packed.bytes ("last.wav") == "last");
    CHECK_FALSE (packed.damage ());
}

TEST_CASE ("a packed tar is refused with the command that unpacks it", "[tar]")
{
    const std::vector<std::pair<std::string, std::string>> packings {
        {"\x1f\x8b\x08", "gzip -dc < in/a.tar > in/a-unpacked.tar"},
        {"BZh9", "bzip2 -dc < "},
        {{"\xfd"
          "7zXZ\0",
          6},
         "xz -dc < "},
        {"\x28\xb5\x2f\xfd", "zstd -dc < "},
        {"-----BEGIN PGP MESSAGE-----", "gpg --decrypt < "},
        {"age-encryption.org/v1\n", "age --decrypt < "},
        {"Salted__", "openssl enc -d < "}};
    for (const auto& [magic, command] : packings)
    {
        INFO (command);
        Packed packed (magic + std::string (2000, 'z'));
        const auto listed = packed.storage.listFolder ("in/a.tar");
        REQUIRE_FALSE (listed.ok ());
        CHECK (listed.error ().code == ErrorCode::badUsage);
        CHECK (listed.error ().message.find (command) != std::string::npos);
    }
}

TEST_CASE ("a plain tar may begin with a name that looks packed", "[tar]")
{
    for (const std::string name : {"BZhome.wav", "\x85.wav", "\x8c\xb9.wav", "Salted__.wav"})
        CHECK (Packed (tarFile (name, "a") + tarEnd ()).bytes (name) == "a");
}

TEST_CASE ("a tar that changes after its members were listed is not read", "[tar]")
{
    Packed packed (tarFile ("a.wav", "a") + tarEnd ());
    CHECK (packed.bytes ("a.wav") == "a");
    packed.files.addFile ("in/a.tar", tarFile ("a.wav", "b") + tarEnd () + tarEnd ());
    CHECK (packed.bytes ("a.wav") == "file-changed");
}

TEST_CASE ("a folder that is called like a tar is a folder", "[tar]")
{
    MemoryStorage files;
    files.addFile ("in/b.tar/a.wav", "a");
    files.addFile ("in/c.tar/d.TAR", tarFile ("x.wav", "x") + tarEnd ());
    TarStorage storage (files);
    CHECK (*readWholeFile (storage, "in/b.tar/a.wav") == "a");
    CHECK (storage.listFolder ("in/b.tar")->size () == 1);
    CHECK (storage.info ("in/b.tar/a.wav")->archiveOffset == 0);
    CHECK (*readWholeFile (storage, "in/c.tar/d.TAR/x.wav") == "x");
    CHECK (storage.openForReading ("in/b.tar/none.wav").error ().code == ErrorCode::fileMissing);
}
