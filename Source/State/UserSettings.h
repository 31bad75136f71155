// A user's settings for all instances: not part of a patch or of a host's state.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace melstrom
{

inline constexpr std::string_view kSettingsFile = "settings.toml";

/** Stored in settings.toml, which is written as a whole. A missing, unreadable or damaged file
    gives the defaults; the next change replaces it. */
class UserSettings
{
public:
    /** Settings of this process, in defaultFolder (). The first call creates them; they end with
        their last owner. Reads no file. Thread: any but audio. */
    static std::shared_ptr<UserSettings> shared ();
    /** $MELSTROM_SETTINGS, or Melstrom in the user's folder for settings (see userConfigFolder).
        "": neither exists. */
    static std::filesystem::path defaultFolder ();

    /** Reads no file. folder: "": none, and `setLimiter` fails. storage: outlives this object. */
    explicit UserSettings (std::filesystem::path folder, Storage& storage = posixStorage ());

    /** Reads the file, unless it was read or written before. Thread: any but audio. */
    void read ();
    /** Thread: any. */
    bool isLimiterOn () const noexcept { return isLimiterOn_.load (std::memory_order_relaxed); }
    /** Takes effect at once in all users of these settings. Persists if the file can be written.
        Thread: any but audio. Fails: writeFailed, diskFull */
    Result<void> setLimiter (bool isOn);
    /** Why the file could not be read or written; empty: no error. Thread: any but audio. */
    std::string fault () const;

private:
    Result<bool> readLimiter () const;
    Result<void> write (bool isLimiterOn) const;

    const std::filesystem::path folder_;
    Storage* const storage_;
    std::atomic<bool> isLimiterOn_ {true};
    mutable std::mutex mutex_; ///< of all members below; the audio thread never takes it
    bool isSettled_ = false;   ///< read or written
    std::string fault_;
};

} // namespace melstrom
