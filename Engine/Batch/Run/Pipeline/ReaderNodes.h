// Memory nodes of the threads that read for devices.
#pragma once

#include "Engine/Backend/Backend.h"

namespace melstrom
{

/** For each reader the node of the devices that take work, if they share one. It gets at most as
    many readers as it has processors that the calling thread may use; the others are not bound,
    because decoding needs processors more than near memory. All are empty where the node of a device
    is unknown, the machine has one, or the devices have several: a reader fills any free slab, which
    may lie near another device.
    root: as in MemoryNodes.h */
std::vector<std::optional<int>> nodesOfReaders (const std::vector<DevicePart>& devices,
                                                int numReaders, const std::string& root);

} // namespace melstrom
