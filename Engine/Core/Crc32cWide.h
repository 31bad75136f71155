// CRC-32C by carry-less multiplication of 64 bytes at a time.
#pragma once

#include "Engine/Core/Crc32c.h"

namespace melstrom
{

/** The kernel for processors with AVX-512 and VPCLMULQDQ; nullptr on others. Gives the same as
    `hardwareCrc32c`, and faster from 1 KiB on. In Crc32cWide.cpp on x86-64, else in
    Crc32cNoHardware.cpp. */
Crc32cKernel wideCrc32c () noexcept;

} // namespace melstrom
