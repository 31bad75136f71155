#include "Source/Look/Fonts/Inter.h"

#include "Embedded/interBoldFile.h"
#include "Embedded/interMediumFile.h"

namespace melstrom
{

std::span<const unsigned char> interMedium () noexcept
{
    return embedded::interMediumFile ();
}

std::span<const unsigned char> interBold () noexcept
{
    return embedded::interBoldFile ();
}

} // namespace melstrom
