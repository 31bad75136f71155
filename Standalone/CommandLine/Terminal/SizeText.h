// Parses and formats sizes in bytes, and formats rates, times and shares in units that fit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** "16M", "1.5G", "2GiB", "500000": K, M, G and T are powers of 1024, in any case, with optional
    "iB" or "B". Empty for other texts, for sizes not above 0 and for sizes beyond int64. */
std::optional<std::int64_t> parseSize (std::string_view text);

/** In powers of 1000: "812 bytes", "25.1 MB", "1.40 GB". */
std::string bytesText (double bytes);

/** "812 bytes/s", "25.1 MB/s". */
std::string byteRateText (double bytesPerSecond);

/** Time of audio that is computed in a second: "5.00 h", "12.3 min", "3.60 s". */
std::string audioRateText (double hoursPerSecond);

/** "412.0 ms", "3.21 s". */
std::string timeOfWorkText (double seconds);

/** 0.931: "93.1 %". */
std::string shareText (double ratio);

} // namespace melstrom
