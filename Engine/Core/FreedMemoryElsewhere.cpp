#include "Engine/Core/FreedMemory.h"

namespace melstrom
{

void giveBackFreedMemory () noexcept {}

} // namespace melstrom
