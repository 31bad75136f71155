// What a dataset says of each of its files, put into words on a few threads.
#pragma once

#include "Engine/Core/ParallelFor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Adds what append (text, fileIndex) adds for 0 .. numFiles - 1, in this order on any number of threads. `append` is
    called on several at a time. Throws what `append` throws. */
template <typename Append>
void appendFiles (std::string& text, std::int64_t numFiles, int numThreads, Append append)
{
    constexpr std::int64_t kStretchFiles = 2048; // that one thread puts into words at a time
    std::vector<std::string> stretches (
        static_cast<std::size_t> ((numFiles + kStretchFiles - 1) / kStretchFiles));
    parallelStretches (numFiles, kStretchFiles, numThreads,
                       [&] (std::int64_t first, std::int64_t end)
                       {
                           std::string& stretch =
                               stretches[static_cast<std::size_t> (first / kStretchFiles)];
                           for (std::int64_t i = first; i < end; ++i)
                               append (stretch, i);
                       });
    for (const std::string& stretch : stretches)
        text += stretch;
}

} // namespace melstrom
