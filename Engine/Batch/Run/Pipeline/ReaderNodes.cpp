#include "Engine/Batch/Run/Pipeline/ReaderNodes.h"

#include "Engine/Core/System/MemoryNodes.h"

#include <algorithm>
#include <set>

namespace melstrom
{

std::vector<std::optional<int>> nodesOfReaders (const std::vector<DevicePart>& devices,
                                                int numReaders, const std::string& root)
{
    std::vector<std::optional<int>> readers (static_cast<std::size_t> (numReaders));
    std::set<std::optional<int>> nodes;
    for (const DevicePart& device : devices)
        if (device.leftOut.empty () && ! device.isLost)
            nodes.insert (device.memoryNode);
    if (nodes.size () != 1 || ! *nodes.begin ())
        return readers;
    const int node = **nodes.begin ();
    const auto room = static_cast<std::size_t> (usableProcessorsOfNode (node, root));
    std::fill_n (readers.begin (), std::min (room, readers.size ()), node);
    return readers;
}

} // namespace melstrom
