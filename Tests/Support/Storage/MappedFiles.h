// Which files this process has mapped.
#pragma once

#include <fstream>
#include <string>

namespace melstrom::testing
{

/** Whether this process has mapped the file for writing, shared with other processes. */
inline bool isMapped (const std::string& path)
{
    std::ifstream maps ("/proc/self/maps");
    for (std::string line; std::getline (maps, line);)
        if (line.find (path) != std::string::npos && line.find ("rw-s") != std::string::npos)
            return true;
    return false;
}

} // namespace melstrom::testing
