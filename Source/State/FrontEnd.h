// The front end that a spectrogram shows: one of the program's, or the user's, which a state keeps by content.
#pragma once

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/State/ViewState.h"

#include <cstddef>
#include <filesystem>

namespace melstrom
{

/** What the user's front end may take in a plugin's state, escapes of TOML included. */
inline constexpr std::size_t kMostFrontEndBytes = std::size_t {1} << 16;

/** Of the text, under its own name or else that of its file. Fails: badSpec, with file, line and reason, or where it
    takes more than kMostFrontEndBytes. */
Result<MelPreset> parseFrontEnd (const FrontEndText& own);

/** What the view shows. Fails: badSpec. */
Result<MelPreset> frontEndOf (const ViewState& view);

/** What is in that file, read once, so that a mistake is told at once: valid UTF-8, in which each byte of another
    encoding became U+FFFD. Fails: badSpec, naming the file: it cannot be read, is too long, or as parseFrontEnd. */
Result<FrontEndText> frontEndFromFile (const std::filesystem::path& path);
/** Whether it would take a file of that name: one that ends in .toml. */
bool isFrontEndFile (const std::filesystem::path& path);

/** A preset as the text of a file of its name, which parseFrontEnd reads back; what it equals is left out. */
FrontEndText frontEndText (const MelPreset& preset);

} // namespace melstrom
