// Opens several GPUs that share work.
#pragma once

#include "Engine/Backend/BackendChoice.h"

namespace melstrom
{

/** All GPUs of choice.devices as one backend, each started on a thread of its own. Of a list each
    GPU must be usable; of all GPUs, those that are not usable are left out, with a notice.
    Loads the driver.
    fails   badUsage (no GPU has that index; or the GPUs, or their drivers, differ: the message names
            both and the cure); deviceUnavailable; outOfMemory */
Result<std::unique_ptr<Backend>> openDevices (const BackendChoice& choice);

/** What decides whether devices may compute rows of one dataset together. */
struct DeviceKind
{
    std::string name; ///< "cuda:1"
    std::string deviceName, driver;
};

/** Fails: badUsage: two differ. */
Result<void> checkOneKind (const std::vector<DeviceKind>& devices);

} // namespace melstrom
