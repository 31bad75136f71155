// The lock of an output folder: one holder at a time, and the holder's name.
#include "Engine/Batch/Files/Storage.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <chrono>
#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

TEST_CASE ("a lock that another host holds is explained with host and age", "[storage]")
{
    const TemporaryFolder folder;
    const auto first = posixStorage ().lockFolder (folder.path ());
    REQUIRE (first.ok ());
    const auto refusal = [&]
    {
        const auto second = posixStorage ().lockFolder (folder.path ());
        REQUIRE_FALSE (second.ok ());
        return second.error ().message;
    };
    const std::string isDown = "If that host is down, the file server ends the lock by itself";
    CHECK (refusal ().find (" s ago)") != std::string::npos);
    CHECK (refusal ().find (isDown) == std::string::npos); // this process holds it
    folder.write (".lock", "process 7 on host elsewhere since 2026-01-31T12:00:00Z\n");
    fs::last_write_time (folder.file (".lock"),
                         fs::file_time_type::clock::now () - std::chrono::hours (49));
    CHECK (
        refusal ().find ("(process 7 on host elsewhere since 2026-01-31T12:00:00Z, 2 days ago)") !=
        std::string::npos);
    CHECK (refusal ().find (isDown) != std::string::npos);
}

TEST_CASE ("a folder is locked once, and free again afterwards", "[storage]")
{
    const TemporaryFolder folder;
    {
        const auto first = posixStorage ().lockFolder (folder.path ());
        REQUIRE (first.ok ());
        const auto second = posixStorage ().lockFolder (folder.path ());
        REQUIRE_FALSE (second.ok ());
        CHECK (second.error ().code == ErrorCode::locked);
    }
    CHECK (posixStorage ().listFolder (folder.path ())->empty ());
    CHECK (posixStorage ().lockFolder (folder.path ()).ok ());
    CHECK_FALSE (posixStorage ().lockFolder (folder.file ("none")).ok ());
}
