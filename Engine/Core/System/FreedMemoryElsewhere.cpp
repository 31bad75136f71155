#include "Engine/Core/System/FreedMemory.h"

namespace melstrom
{

void giveBackFreedMemory () noexcept {}

} // namespace melstrom
