#include "Source/State/UserSettings.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Text/TomlText.h"
#include "Source/State/UserFiles.h"

#include <cstdlib>

namespace melstrom
{

namespace
{
constexpr std::string_view kLimiterKey = "limiter";
constexpr std::size_t kMostBytes = std::size_t {1} << 16;

/** The settings of this process. They exist while an instance uses them. */
struct SharedSettings
{
    std::mutex mutex;
    std::weak_ptr<UserSettings> settings;
};

SharedSettings& sharedSettings ()
{
    static SharedSettings shared;
    return shared;
}
} // namespace

std::shared_ptr<UserSettings> UserSettings::shared ()
{
    auto& [mutex, settings] = sharedSettings ();
    const std::lock_guard lock (mutex);
    auto existing = settings.lock ();
    if (existing == nullptr)
        settings = existing = std::make_shared<UserSettings> (defaultFolder ());
    return existing;
}

std::filesystem::path UserSettings::defaultFolder ()
{
    if (const char* named = std::getenv ("MELSTROM_SETTINGS"); named != nullptr && *named != '\0')
        return named;
    const auto folder = userConfigFolder ();
    return folder.empty () ? folder : folder / "Melstrom";
}

UserSettings::UserSettings (std::filesystem::path folder, Storage& storage)
    : folder_ (std::move (folder)), storage_ (&storage)
{
}

void UserSettings::read ()
{
    const std::lock_guard lock (mutex_);
    if (isSettled_)
        return;
    isSettled_ = true;
    const auto isOn = readLimiter ();
    isLimiterOn_ = isOn ? *isOn : true;
    fault_ = isOn ? std::string () : isOn.error ().message + "; the limiter is on";
}

Result<void> UserSettings::setLimiter (bool isOn)
{
    const std::lock_guard lock (mutex_);
    isSettled_ = true;
    isLimiterOn_ = isOn;
    auto done = write (isOn);
    fault_ = done ? std::string ()
                  : done.error ().message + "; the settings are lost when the program ends";
    return done;
}

std::string UserSettings::fault () const
{
    const std::lock_guard lock (mutex_);
    return fault_;
}

Result<bool> UserSettings::readLimiter () const
{
    if (folder_.empty ())
        return true;
    const auto path = (folder_ / kSettingsFile).string ();
    const auto text = readWholeFile (*storage_, path, kMostBytes);
    if (! text && text.error ().code == ErrorCode::fileMissing)
        return true;
    if (! text)
        return text.error ();
    MELSTROM_TRY_VALUE (const auto table, parseTomlText (*text, printable (path)));
    const auto* const node = table.get (kLimiterKey);
    if (node == nullptr)
        return true;
    if (const auto isOn = node->value_exact<bool> ())
        return *isOn;
    return Error {ErrorCode::badSpec,
                  placeOfKey (table, kLimiterKey, printable (path)) + std::string (kLimiterKey) +
                      shownScalar (*node) + ": must be true or false",
                  {}};
}

Result<void> UserSettings::write (bool isLimiterOn) const
{
    if (folder_.empty ())
        return Error {ErrorCode::writeFailed,
                      "there is no folder for settings; set HOME or MELSTROM_SETTINGS",
                      {}};
    const auto text = std::string (kLimiterKey) + (isLimiterOn ? " = true\n" : " = false\n");
    return writeWholeFile (*storage_, folder_.string (), std::string (kSettingsFile), text);
}

} // namespace melstrom
