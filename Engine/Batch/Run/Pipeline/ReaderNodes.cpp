#include "Engine/Batch/Run/Pipeline/ReaderNodes.h"

#include "Engine/Core/System/MemoryNodes.h"

#include <map>

namespace melstrom
{

std::vector<std::optional<int>> nodesOfReaders (const std::vector<DevicePart>& devices,
                                                int numReaders, const std::string& root)
{
    std::vector<std::optional<int>> readers (static_cast<std::size_t> (numReaders));
    std::vector<int> nodes; // of the devices
    std::map<int, int> room;
    for (const DevicePart& device : devices)
    {
        if (! device.leftOut.empty () || device.isLost)
            continue;
        if (! device.memoryNode)
            return readers;
        nodes.push_back (*device.memoryNode);
        room[nodes.back ()] = usableProcessorsOfNode (nodes.back (), root);
    }
    if (nodes.empty ())
        return readers;
    for (std::size_t i = 0; i < readers.size (); ++i)
        if (const int node = nodes[i % nodes.size ()]; room[node]-- > 0)
            readers[i] = node;
    return readers;
}

} // namespace melstrom
