// Other systems: does nothing.
#include "Engine/Core/System/OrdinaryThread.h"

namespace melstrom
{

void becomeOrdinaryThread () noexcept {}
void useProcessorsOfProcess () noexcept {}

} // namespace melstrom
