#include "Source/State/UserFiles.h"
#include "Source/State/UserSettings.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

/** The settings as a newly started process reads them. */
struct Started
{
    explicit Started (const fs::path& folder) : settings (folder) { settings.read (); }
    UserSettings settings;
};
} // namespace

TEST_CASE ("the limiter is on until the user switches it off, also after a restart", "[settings]")
{
    const TemporaryFolder folder;
    const auto own = fs::path (folder.path ()) / "Melstrom"; // created on first use
    CHECK (Started (own).settings.isLimiterOn ());
    CHECK (Started (own).settings.fault ().empty ());
    CHECK_FALSE (fs::exists (own));
    {
        Started now (own);
        REQUIRE (now.settings.setLimiter (false).ok ());
        CHECK_FALSE (now.settings.isLimiterOn ());
    }
    CHECK (folder.file ("Melstrom/settings.toml") == (own / kSettingsFile).string ());
    CHECK_FALSE (Started (own).settings.isLimiterOn ());
    {
        Started now (own);
        REQUIRE (now.settings.setLimiter (true).ok ());
    }
    CHECK (Started (own).settings.isLimiterOn ());
}

TEST_CASE ("settings that cannot be understood mean that the limiter is on, and are named",
           "[settings]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("settings.toml");
    for (const auto& text : {std::string ("limiter = 0\n"), std::string ("limiter = \"off\"\n"),
                             std::string ("limiter = [false]\n"), std::string ("limiter"),
                             std::string (100'000, ' '), std::string ("\xff\x00\x01", 3)})
    {
        INFO (text.substr (0, 40));
        folder.write ("settings.toml", text);
        Started now (folder.path ());
        CHECK (now.settings.isLimiterOn ());
        CHECK (mentions (now.settings.fault (), file));
        CHECK (mentions (now.settings.fault (), "the limiter is on"));
        REQUIRE (now.settings.setLimiter (false).ok ()); // replaces it
        CHECK (now.settings.fault ().empty ());
        CHECK_FALSE (Started (folder.path ()).settings.isLimiterOn ());
    }
    folder.write ("settings.toml", "another = 1\nlimiter = false\n");
    CHECK_FALSE (Started (folder.path ()).settings.isLimiterOn ());
    folder.write ("settings.toml", "another = 1\n");
    CHECK (Started (folder.path ()).settings.isLimiterOn ());

    fs::remove (file);
    fs::create_directory (file);
    CHECK (Started (folder.path ()).settings.isLimiterOn ());
    CHECK (mentions (Started (folder.path ()).settings.fault (), file));
}

TEST_CASE ("a setting that cannot be kept holds all the same, and says so", "[settings]")
{
    const TemporaryFolder folder;
    const auto blocked = fs::path (folder.write ("file", "")) / "Melstrom";
    for (const auto& where : {blocked, fs::path ()})
    {
        UserSettings settings (where);
        const auto done = settings.setLimiter (false);
        REQUIRE_FALSE (done.ok ());
        CHECK (done.error ().code == ErrorCode::writeFailed);
        CHECK_FALSE (settings.isLimiterOn ());
        CHECK (mentions (settings.fault (), "when the program ends"));
        settings.read (); // keeps the unsaved value
        CHECK_FALSE (settings.isLimiterOn ());
    }
}

TEST_CASE ("all who ask in a process have the same settings while one of them is there",
           "[settings]")
{
    const TemporaryFolder first, second;
    const EnvironmentVariable folder ("MELSTROM_SETTINGS", first.path ().c_str ());
    auto one = UserSettings::shared ();
    {
        const EnvironmentVariable other ("MELSTROM_SETTINGS", second.path ().c_str ());
        CHECK (UserSettings::shared () == one);
    }
    REQUIRE (one->setLimiter (false).ok ());
    CHECK_FALSE (UserSettings::shared ()->isLimiterOn ());
    one.reset ();
    one = UserSettings::shared ();
    CHECK (one->isLimiterOn ()); // not read yet
    one->read ();
    CHECK_FALSE (one->isLimiterOn ());
}

TEST_CASE ("settings lie where the XDG base directories say", "[settings]")
{
    const EnvironmentVariable settings ("MELSTROM_SETTINGS", nullptr);
    const EnvironmentVariable home ("HOME", "/home/someone");
    {
        const EnvironmentVariable config ("XDG_CONFIG_HOME", nullptr);
        CHECK (UserSettings::defaultFolder () == "/home/someone/.config/Melstrom");
    }
    {
        const EnvironmentVariable config ("XDG_CONFIG_HOME", "/etc/mine");
        CHECK (UserSettings::defaultFolder () == "/etc/mine/Melstrom");
    }
    const EnvironmentVariable config ("XDG_CONFIG_HOME", "relative");
    CHECK (UserSettings::defaultFolder () == "/home/someone/.config/Melstrom");
    const EnvironmentVariable data ("XDG_DATA_HOME", nullptr);
    CHECK (userDataFolder () == "/home/someone/.local/share");
    const EnvironmentVariable nowhere ("HOME", nullptr);
    CHECK (UserSettings::defaultFolder ().empty ());
    const EnvironmentVariable named ("MELSTROM_SETTINGS", "/somewhere/else");
    CHECK (UserSettings::defaultFolder () == "/somewhere/else");
}
