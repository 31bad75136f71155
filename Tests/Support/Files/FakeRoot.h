// A folder that stands for the root of the file system, with files like those that the kernel shows.
#pragma once

#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace melstrom::testing
{

class FakeRoot
{
public:
    /** path: begins with "/". Makes its folders, and replaces the file. */
    void write (const std::string& path, const std::string& text) const
    {
        const std::filesystem::path file = folder_.path () + path;
        std::filesystem::create_directories (file.parent_path ());
        std::ofstream (file) << text;
    }
    std::string path () const { return folder_.path (); }

private:
    TemporaryFolder folder_;
};

} // namespace melstrom::testing
