// The version that files and programs carry.
#pragma once

namespace melstrom
{

inline constexpr const char* kVersion = MELSTROM_VERSION;

} // namespace melstrom
