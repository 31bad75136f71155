// Sizes in bytes as people write and read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** "16M", "1.5G", "2GiB", "500000": K, M, G and T are powers of 1024; any case; "iB" and "B" may
    follow. Empty for anything else, for what is not above 0 and for what int64 cannot hold. */
std::optional<std::int64_t> parseSize (std::string_view text);

/** With powers of 1000: "812 bytes", "25.1 MB", "1.40 GB". */
std::string bytesText (double bytes);

} // namespace melstrom
