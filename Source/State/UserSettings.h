// What a user has set once for all instances: no part of a patch or of a host's state.
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

/** Kept in settings.toml, which is written as a whole. A file that is not there, cannot be read or
    is damaged means the defaults; the next change replaces it. */
class UserSettings
{
public:
    /** Those of this process: made by the first who asks, of defaultFolder (), gone with the last.
        Reads no file. Thread: any but audio. */
    static std::shared_ptr<UserSettings> shared ();
    /** $MELSTROM_SETTINGS, or Melstrom in the user's folder for settings (see userConfigFolder).
        "": the environment names none of them. */
    static std::filesystem::path defaultFolder ();

    /** Reads no file. folder: "": there is none, and `setLimiter` says so. storage: outlives this. */
    explicit UserSettings (std::filesystem::path folder, Storage& storage = posixStorage ());

    /** The file, unless it has been read or written before. Thread: any but audio. */
    void read ();
    /** Thread: any. */
    bool isLimiterOn () const noexcept { return isLimiterOn_.load (std::memory_order_relaxed); }
    /** Counts at once wherever these settings are used, and from the next start on if the file
        could be written. Thread: any but audio. Fails: writeFailed, diskFull */
    Result<void> setLimiter (bool isOn);
    /** Why the file could not be read or written; empty: it could. Thread: any but audio. */
    std::string fault () const;

private:
    Result<bool> readLimiter () const;
    Result<void> write (bool isLimiterOn) const;

    const std::filesystem::path folder_;
    Storage* const storage_;
    std::atomic<bool> isLimiterOn_ {true};
    mutable std::mutex mutex_; ///< of all below; the audio thread never takes it
    bool isSettled_ = false;   ///< read or written
    std::string fault_;
};

} // namespace melstrom
