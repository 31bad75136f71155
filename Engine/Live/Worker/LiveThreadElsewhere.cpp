// Where nothing is known of the system: an ordinary thread.
#include "Engine/Live/Worker/LiveThread.h"

namespace melstrom
{

void prepareLiveThread (LiveThreadKind) noexcept {}

} // namespace melstrom
