// The product's storage on a real file system.
#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Files/StoragePosix.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"
#include "Tests/Support/Timing.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

Storage& storage ()
{
    return posixStorage ();
}

ErrorCode openingFault (const std::string& path)
{
    ErrorCode code = ErrorCode::internalFault;
    CHECK (lateAfterAttempts ("opening " + path, 0.1,
                              [&]
                              {
                                  const auto opened = storage ().openForReading (path);
                                  REQUIRE_FALSE (opened.ok ());
                                  CHECK_FALSE (opened.error ().message.empty ());
                                  code = opened.error ().code;
                              }) == "");
    return code;
}

} // namespace

TEST_CASE ("what is written is read back, in any order", "[storage]")
{
    const TemporaryFolder folder;
    const auto path = folder.file ("a");
    auto created = storage ().create (path);
    REQUIRE (created.ok ());
    auto& file = **created;
    REQUIRE (file.allocate (100'000).ok ());
    CHECK (*file.size () == 100'000);
    REQUIRE (file.writeAt ("world", 5, 50'006).ok ());
    REQUIRE (file.writeAt ("hello ", 6, 50'000).ok ());
    std::string text (11, '?');
    CHECK (*file.readAt (text.data (), 11, 50'000) == 11);
    CHECK (text == "hello world");
    REQUIRE (file.resize (50'005).ok ());
    CHECK (*file.readAt (text.data (), 11, 50'000) == 5); // fewer bytes only at the end
    CHECK (*file.readAt (text.data (), 11, 60'000) == 0);
    REQUIRE (file.syncData ().ok ());
    REQUIRE (file.sync ().ok ());
    REQUIRE (file.close ().ok ());

    auto opened = storage ().openForReading (path);
    REQUIRE (opened.ok ());
    CHECK ((*opened)->info ().bytes == 50'005);
    CHECK (*(*opened)->readAt (text.data (), 11, 49'999) == 6);
    CHECK (text.substr (0, 6) == std::string ("\0hello", 6));

    auto updated = storage ().openForUpdate (path);
    REQUIRE (updated.ok ());
    CHECK (*(*updated)->size () == 50'005);
    auto again = storage ().create (path);
    REQUIRE (again.ok ());
    CHECK (*(*again)->size () == 0);
    REQUIRE ((*again)->allocate (0).ok ());
}

TEST_CASE ("allocating never makes a file shorter", "[storage]")
{
    const TemporaryFolder folder;
    auto created = storage ().create (folder.file ("a"));
    REQUIRE (created.ok ());
    REQUIRE ((*created)->resize (1'000).ok ());
    REQUIRE ((*created)->allocate (10).ok ());
    CHECK (*(*created)->size () == 1'000);
}

TEST_CASE ("folders, FIFOs, sockets and devices are no files, at once", "[storage]")
{
    const TemporaryFolder folder;
    CHECK (openingFault (folder.path ()) == ErrorCode::notAFile);

    const auto fifo = folder.file ("fifo.wav");
    REQUIRE (mkfifo (fifo.c_str (), 0600) == 0);
    CHECK (openingFault (fifo) == ErrorCode::notAFile);
    CHECK (storage ().info (fifo)->kind == EntryKind::other);

    CHECK (openingFault ("/dev/null") == ErrorCode::notAFile);

    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    const auto path = folder.file ("s.wav");
    REQUIRE (path.size () < sizeof address.sun_path);
    path.copy (address.sun_path, path.size ());
    const int socketNumber = socket (AF_UNIX, SOCK_STREAM, 0);
    REQUIRE (bind (socketNumber, reinterpret_cast<const sockaddr*> (&address), sizeof address) ==
             0);
    CHECK (openingFault (path) == ErrorCode::notAFile);
    close (socketNumber);

    CHECK_FALSE (storage ().create ("/dev/full").ok ());
}

TEST_CASE ("missing files, loops of links and long names are told apart", "[storage]")
{
    const TemporaryFolder folder;
    CHECK (openingFault (folder.file ("none")) == ErrorCode::fileMissing);
    CHECK (openingFault (folder.write ("file", "x") + "/below") == ErrorCode::fileMissing);
    CHECK (openingFault (folder.file (std::string (300, 'a'))) == ErrorCode::fileMissing);
    CHECK (openingFault (folder.file (std::string ("file\0x", 6))) == ErrorCode::fileMissing);
    CHECK_FALSE (storage ().info (folder.file (std::string ("file\0x", 6))).ok ());
    REQUIRE (symlink ("loop", folder.file ("loop").c_str ()) == 0);
    CHECK (openingFault (folder.file ("loop")) == ErrorCode::notAFile);
    CHECK (storage ().info (folder.file ("none")).error ().code == ErrorCode::fileMissing);
}

TEST_CASE ("a file without permission is refused", "[storage]")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("a", "x");
    REQUIRE (chmod (path.c_str (), 0) == 0);
    constexpr uid_t nobody = 65534;
    // Root may read everything: the test changes the user for a moment.
    const bool isRoot = geteuid () == 0;
    REQUIRE ((! isRoot || seteuid (nobody) == 0));
    const auto opened = storage ().openForReading (path);
    REQUIRE ((! isRoot || seteuid (0) == 0));
    REQUIRE_FALSE (opened.ok ());
    CHECK (opened.error ().code == ErrorCode::permissionDenied);
}

TEST_CASE ("names of any bytes work and are printed escaped", "[storage]")
{
    const TemporaryFolder folder;
    for (const std::string& name :
         {std::string ("a\nb"), std::string ("\xFF\xFE"), std::string ("-x"),
          std::string ("\x1B[2J"), std::string (255, 'n')})
    {
        folder.write (name, "text");
        auto opened = storage ().openForReading (folder.file (name));
        REQUIRE (opened.ok ());
        CHECK ((*opened)->info ().bytes == 4);
    }
    CHECK (storage ().listFolder (folder.path ())->size () == 5);
    const auto message = storage ().openForReading (folder.file ("no\nne")).error ().message;
    CHECK (message.find ('\n') == std::string::npos);
    CHECK (message.find ("no\\nne") != std::string::npos);
}

TEST_CASE ("a listing tells files, folders, links and others apart", "[storage]")
{
    const TemporaryFolder folder;
    folder.write ("file", "x");
    REQUIRE (storage ().makeFolders (folder.file ("folder/below")).ok ());
    REQUIRE (storage ().makeFolders (folder.file ("folder/below")).ok ());
    REQUIRE (symlink ("folder", folder.file ("link").c_str ()) == 0);
    REQUIRE (mkfifo (folder.file ("other").c_str (), 0600) == 0);

    auto listed = storage ().listFolder (folder.path ());
    REQUIRE (listed.ok ());
    auto& entries = *listed;
    std::sort (entries.begin (), entries.end (),
               [] (const auto& a, const auto& b) { return a.name < b.name; });
    REQUIRE (entries.size () == 4);
    CHECK (entries[0].kind == EntryKind::file);
    CHECK (entries[1].kind == EntryKind::folder);
    CHECK (entries[2].kind == EntryKind::link);
    CHECK (entries[3].kind == EntryKind::other);
    CHECK (storage ().info (folder.file ("link"))->kind == EntryKind::folder); // info follows links
    CHECK (storage ().info (folder.file ("link"))->inode ==
           storage ().info (folder.file ("folder"))->inode);
    CHECK_FALSE (storage ().listFolder (folder.file ("none")).ok ());
    CHECK_FALSE (storage ().listFolder (folder.file ("file")).ok ());
    CHECK_FALSE (storage ().makeFolders (folder.file ("file/x")).ok ());
}

TEST_CASE ("a folder that was taken away is a fault of writing, not a missing input", "[storage]")
{
    const TemporaryFolder folder;
    const auto gone = folder.file ("gone"), blocked = folder.write ("file", "x");
    for (const auto& path : {gone + "/new", blocked + "/new"})
    {
        CHECK (storage ().create (path).error ().code == ErrorCode::writeFailed);
        CHECK (storage ().rename (folder.write ("old", "y"), path).error ().code ==
               ErrorCode::writeFailed);
    }
    CHECK (storage ().openForUpdate (gone).error ().code == ErrorCode::writeFailed);
    CHECK (storage ().syncFolder (gone).error ().code == ErrorCode::writeFailed);
    CHECK (storage ().openForReading (gone).error ().code == ErrorCode::fileMissing);
}

TEST_CASE ("renaming replaces, removing what is not there is fine", "[storage]")
{
    const TemporaryFolder folder;
    folder.write ("new", "new");
    folder.write ("old", "older");
    REQUIRE (storage ().rename (folder.file ("new"), folder.file ("old")).ok ());
    REQUIRE (storage ().syncFolder (folder.path ()).ok ());
    CHECK (storage ().info (folder.file ("old"))->bytes == 3);
    CHECK (storage ().info (folder.file ("new")).error ().code == ErrorCode::fileMissing);
    CHECK_FALSE (storage ().rename (folder.file ("new"), folder.file ("old")).ok ());
    CHECK (storage ().remove (folder.file ("old")).ok ());
    CHECK (storage ().remove (folder.file ("old")).ok ());
    CHECK (*storage ().freeBytes (folder.path ()) > 0);
}

TEST_CASE ("a full disk is reported with path, need and free room", "[storage]")
{
    const TemporaryFolder folder;
    for (const int reason : {ENOSPC, EDQUOT})
    {
        // The path need not exist: the free space is that of the nearest existing folder.
        const auto error =
            writingError ("reserve room", folder.file ("none/a\n"), reason, 123'456'789);
        CHECK (error.code == ErrorCode::diskFull);
        CHECK (error.message.find ("none/a\\n") != std::string::npos);
        CHECK (error.message.find ("123456789 bytes are needed") != std::string::npos);
        CHECK (error.message.find (" bytes are free") != std::string::npos);
    }
    CHECK (writingError ("write", folder.path (), EIO).code == ErrorCode::writeFailed);
    CHECK (writingError ("write", folder.path (), EROFS).message.find ("read-only") !=
           std::string::npos);
}

TEST_CASE ("too many open files is said in so many words", "[storage]")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("a", "x");
    rlimit before {};
    REQUIRE (getrlimit (RLIMIT_NOFILE, &before) == 0);
    rlimit none = before;
    none.rlim_cur = 3;
    REQUIRE (setrlimit (RLIMIT_NOFILE, &none) == 0);
    const auto opened = storage ().openForReading (path);
    REQUIRE (setrlimit (RLIMIT_NOFILE, &before) == 0);
    REQUIRE_FALSE (opened.ok ());
    CHECK (opened.error ().code == ErrorCode::readFailed);
    CHECK (opened.error ().message.find ("ulimit -n") != std::string::npos);
}
