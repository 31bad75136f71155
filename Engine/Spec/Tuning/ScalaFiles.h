// The texts of a Scala scale and a keyboard map, and the tuning that they make by Scala's
// conventions.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Tuning/Tuning.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace melstrom
{

/** Name and content of a text file. Empty text: no file. */
struct ScalaText
{
    std::string fileName, text;
    bool isThere () const noexcept { return ! text.empty (); }
    bool operator== (const ScalaText&) const = default;
};

/** A scale and a keyboard map; both are optional. */
struct ScalaFiles
{
    ScalaText scale, map;
    bool isThere () const noexcept { return scale.isThere () || map.isThere (); }
    bool operator== (const ScalaFiles&) const = default;
};

/** Most bytes of both texts together in a plugin's state, TOML escapes included. */
inline constexpr std::size_t kMostScalaBytes = std::size_t {1} << 19;

/** Tuning of a scale and a map. Without a map the scale's first degree is on key 60, at 261.6256 Hz
    if the patch's tuning is 440 Hz. With a map the tuning is absolute. Without a scale: twelve
    equal steps. Without both: Tuning (). Fails as Tuning::make.
    Source: huygens-fokker.org/scala/help.htm#mappings */
Result<Tuning> customaryTuning (const std::optional<Scale>& scale,
                                const std::optional<KeyboardMap>& map);

/** customaryTuning of files. Fails: badSpec, with file, line and reason; also if both texts take
    more than kMostScalaBytes. */
Result<Tuning> tuningOf (const ScalaFiles& files);

/** Returns `files` with the content of the file as its scale (.scl) or its map (.kbm). The content
    is not parsed. It becomes valid UTF-8: U+FFFD replaces each byte of another encoding. Fails:
    badSpec, naming the file: it cannot be read, is empty, is too long, or has another extension. */
Result<ScalaFiles> withScalaFile (ScalaFiles files, const std::filesystem::path& path);
/** True if withScalaFile accepts the extension. */
bool isScalaFile (const std::filesystem::path& path);

} // namespace melstrom
