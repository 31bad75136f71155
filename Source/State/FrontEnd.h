// The front end of a spectrogram: built in, or the user's, whose content the state contains.
#pragma once

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/State/ViewState.h"

#include <cstddef>
#include <filesystem>

namespace melstrom
{

/** Limit of the user's front end in a plugin's state, including escapes of TOML. */
inline constexpr std::size_t kMostFrontEndBytes = std::size_t {1} << 16;

/** Parses the text. The preset has its own name or else the file's. Fails: badSpec, with file, line
    and reason, or if the front end takes more than kMostFrontEndBytes. */
Result<MelPreset> parseFrontEnd (const FrontEndText& own);

/** The front end that the view shows. Fails: badSpec. */
Result<MelPreset> frontEndOf (const ViewState& view);

/** Reads the file and parses it, so that errors are reported at once. Bytes that are not UTF-8
    become U+FFFD. Fails: badSpec with the file's name (not .toml, unreadable, empty, too long), or
    as parseFrontEnd. */
Result<FrontEndText> frontEndFromFile (const std::filesystem::path& path);
/** True if the name ends in .toml, in any case. */
bool isFrontEndFile (const std::filesystem::path& path);

/** The preset as the text of a file with its name. parseFrontEnd reads it back, without the
    preset's `equals`. */
FrontEndText frontEndText (const MelPreset& preset);

} // namespace melstrom
