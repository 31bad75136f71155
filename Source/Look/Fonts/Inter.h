// Font files of the typeface Inter, embedded in the program. OFL.txt has their licence.
#pragma once

#include <span>

namespace melstrom
{

/** OpenType. Thread: any. */
std::span<const unsigned char> interMedium () noexcept;
std::span<const unsigned char> interBold () noexcept;

} // namespace melstrom
