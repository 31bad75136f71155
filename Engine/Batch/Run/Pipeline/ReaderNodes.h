// Memory nodes of the threads that read for devices.
#pragma once

#include "Engine/Backend/Backend.h"

namespace melstrom
{

/** For each reader the node near the device for which it reads: the devices that take work in turn.
    A node gets at most as many readers as it has processors that the calling thread may use; the
    others are not bound, because decoding needs processors more than near memory.
    All are empty where the node of a device is unknown, or the machine has one.
    root: as in MemoryNodes.h */
std::vector<std::optional<int>> nodesOfReaders (const std::vector<DevicePart>& devices,
                                                int numReaders, const std::string& root);

} // namespace melstrom
