// Systems other than Linux: the thread keeps its settings.
#include "Engine/Live/Worker/LiveThread.h"

namespace melstrom
{

void prepareLiveThread (LiveThreadKind) noexcept {}

} // namespace melstrom
