// Files with their checksums put right, so that a fuzzer reaches what stands behind them.
#pragma once

#include <string>
#include <string_view>

namespace melstrom::testing
{

/** A journal: of each record in turn the CRC-32C, as long as its declared length lies within the bytes. */
std::string resealedJournal (std::string_view bytes);

/** inputs.bin: the CRC-32C at its end. */
std::string resealedInputs (std::string_view bytes);

/** A tar: the sum of each block of 512 bytes that says "ustar". */
std::string resealedTar (std::string_view bytes);

} // namespace melstrom::testing
