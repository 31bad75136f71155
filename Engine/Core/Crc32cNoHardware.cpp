#include "Engine/Core/Crc32c.h"

namespace melstrom
{

Crc32cKernel hardwareCrc32c () noexcept
{
    return nullptr;
}

Crc32cKernel wideCrc32c () noexcept
{
    return nullptr;
}

} // namespace melstrom
