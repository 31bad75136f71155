// A plugin's state as a block of bytes: magic, version, length, checksum and text.
#pragma once

#include "Engine/Core/Result.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace melstrom
{

/** "MELSTROM", then little-endian 32 bits each: version, bytes of the text, CRC-32C of the text.
    Then the text to the end of the block. */
inline constexpr std::size_t kStateHeaderBytes = 20;

std::vector<std::byte> stateBlock (std::string_view text);

/** The text, as a view into the bytes. Fails: badSpec (longer than kMostStateBytes, truncated,
    length differs from the header's, damaged, no state of Melstrom, of a newer version). */
Result<std::string_view> textOfBlock (std::span<const std::byte> bytes);

} // namespace melstrom
