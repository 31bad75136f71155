#include "Engine/Live/Tap/MelTap.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/LiveMelTap.h"

namespace melstrom
{

Result<std::unique_ptr<MelTap>> MelTap::make ()
{
    return guarded ([] () -> Result<std::unique_ptr<MelTap>>
                    { return std::unique_ptr<MelTap> (std::make_unique<LiveMelTap> ()); });
}

} // namespace melstrom
