// Files that the loader has mapped into this process.
#pragma once

#include <fstream>
#include <string>

namespace melstrom::testing
{

/** A file with `part` in its path is mapped. */
inline bool isMapped (const std::string& part)
{
    std::ifstream maps ("/proc/self/maps");
    for (std::string line; std::getline (maps, line);)
        if (line.find (part) != std::string::npos)
            return true;
    return false;
}

} // namespace melstrom::testing
