// A plugin's state as the block of bytes that hosts keep: magic, version, length and checksum, then a text.
#pragma once

#include "Engine/Core/Result.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace melstrom
{

/** All little-endian: "MELSTROM", version, bytes of the text, CRC-32C of the text; then the text, and nothing
    behind it. */
inline constexpr std::size_t kStateHeaderBytes = 20;

std::vector<std::byte> stateBlock (std::string_view text);

/** The text, which lies in the bytes. Fails: badSpec (longer than kMostStateBytes, cut, longer than it says,
    damaged, no state of ours, from a version to come). */
Result<std::string_view> textOfBlock (std::span<const std::byte> bytes);

} // namespace melstrom
