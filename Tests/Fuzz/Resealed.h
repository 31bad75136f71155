// Files with corrected checksums, so that a fuzzer reaches the code behind the checks.
#pragma once

#include <string>
#include <string_view>

namespace melstrom::testing
{

/** A journal: corrects the CRC-32C of each record in order, while its declared length lies within
    the bytes. */
std::string resealedJournal (std::string_view bytes);

/** inputs.bin or statistics.bin: corrects the CRC-32C at its end. */
std::string resealedInputs (std::string_view bytes);

/** A tar: corrects the sum of each block of 512 bytes that contains "ustar". */
std::string resealedTar (std::string_view bytes);

} // namespace melstrom::testing
