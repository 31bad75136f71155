// Text about each file of a dataset, formatted on several threads.
#pragma once

#include "Engine/Batch/Files/TextSink.h"
#include "Engine/Core/ParallelFor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Gives the sink the text that append (text, fileIndex) adds for files 0 .. numFiles - 1, in this
    order at any number of threads. Several threads call `append` at a time; the calling thread
    calls the sink. Memory: the text of 2,048 files per thread. Throws what `append` throws. Fails:
    as the sink does. */
template <typename Append>
Result<void> streamFiles (const TextSink& sink, std::int64_t numFiles, int numThreads,
                          Append append)
{
    constexpr std::int64_t kStretchFiles = 2048; // that one thread formats at a time
    std::vector<std::string> stretches (static_cast<std::size_t> (std::max (1, numThreads)));
    const std::int64_t atOnce = kStretchFiles * static_cast<std::int64_t> (stretches.size ());
    for (std::int64_t done = 0; done < numFiles; done += atOnce)
    {
        parallelStretches (std::min (atOnce, numFiles - done), kStretchFiles, numThreads,
                           [&] (std::int64_t first, std::int64_t end)
                           {
                               std::string& stretch =
                                   stretches[static_cast<std::size_t> (first / kStretchFiles)];
                               for (std::int64_t i = first; i < end; ++i)
                                   append (stretch, done + i);
                           });
        for (std::string& stretch : stretches)
        {
            MELSTROM_TRY (sink (stretch));
            stretch.clear ();
        }
    }
    return {};
}

} // namespace melstrom
