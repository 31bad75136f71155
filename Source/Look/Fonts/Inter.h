// The files of the typeface Inter, which are in the program. See OFL.txt for their licence.
#pragma once

#include <span>

namespace melstrom
{

/** OpenType. Thread: any. */
std::span<const unsigned char> interMedium () noexcept;
std::span<const unsigned char> interBold () noexcept;

} // namespace melstrom
