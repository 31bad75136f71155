// Where nothing is known of the system.
#include "Engine/Core/System/OrdinaryThread.h"

namespace melstrom
{

void becomeOrdinaryThread () noexcept {}
void useProcessorsOfProcess () noexcept {}

} // namespace melstrom
