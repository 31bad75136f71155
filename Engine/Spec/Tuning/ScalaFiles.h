// A Scala scale and a keyboard map by content, and the tuning that they make by Scala's customs.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Tuning/Tuning.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace melstrom
{

/** A text file that was read. Empty text: there is none. */
struct ScalaText
{
    std::string fileName, text;
    bool isThere () const noexcept { return ! text.empty (); }
    bool operator== (const ScalaText&) const = default;
};

/** Either may be missing. */
struct ScalaFiles
{
    ScalaText scale, map;
    bool isThere () const noexcept { return scale.isThere () || map.isThere (); }
    bool operator== (const ScalaFiles&) const = default;
};

/** What both texts may take in a plugin's state, escapes of TOML included. */
inline constexpr std::size_t kMostScalaBytes = std::size_t {1} << 19;

/** Without a map the scale's first degree is on key 60, at 261.6256 Hz where a patch's tuning is 440 Hz; a map makes
    the tuning absolute. Without a scale: twelve equal steps. Without both: Tuning (). Fails as Tuning::make.
    Source: huygens-fokker.org/scala/help.htm#mappings */
Result<Tuning> customaryTuning (const std::optional<Scale>& scale,
                                const std::optional<KeyboardMap>& map);

/** The same of files. Fails: badSpec, with file, line and reason, or where they take more than kMostScalaBytes. */
Result<Tuning> tuningOf (const ScalaFiles& files);

/** `files` with what is in that file in place of its scale (.scl) or its map (.kbm): valid UTF-8, in which each byte of
    another encoding became U+FFFD. Not parsed. Fails: badSpec, naming the file: it cannot be read, is empty or too
    long, or its name ends otherwise. */
Result<ScalaFiles> withScalaFile (ScalaFiles files, const std::filesystem::path& path);
/** Whether it would take a file of that name. */
bool isScalaFile (const std::filesystem::path& path);

} // namespace melstrom
