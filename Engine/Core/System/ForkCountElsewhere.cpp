// Systems without fork.
#include "Engine/Core/System/ForkCount.h"

namespace melstrom
{

int forkCount () noexcept
{
    return 0;
}

} // namespace melstrom
