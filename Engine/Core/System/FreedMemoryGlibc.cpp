#include "Engine/Core/System/FreedMemory.h"

#include <malloc.h>

namespace melstrom
{

void giveBackFreedMemory () noexcept
{
    malloc_trim (0);
}

} // namespace melstrom
