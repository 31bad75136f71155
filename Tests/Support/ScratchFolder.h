// A private folder of a test.
#pragma once

#include "Tests/Support/Catch.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace melstrom
{

/** Created empty, under the system's temporary folder. The destructor deletes it with its
    contents. */
class ScratchFolder
{
public:
    ScratchFolder ()
    {
        std::string name = (std::filesystem::temp_directory_path () / "melstrom-XXXXXX").string ();
        REQUIRE (mkdtemp (name.data ()) != nullptr);
        path_ = name;
    }
    ~ScratchFolder ()
    {
        std::error_code ignored;
        std::filesystem::remove_all (path_, ignored);
    }
    ScratchFolder (const ScratchFolder&) = delete;
    ScratchFolder& operator= (const ScratchFolder&) = delete;

    std::string file (const std::string& name) const { return (path_ / name).string (); }
    bool isEmpty () const { return std::filesystem::is_empty (path_); }

private:
    std::filesystem::path path_;
};

} // namespace melstrom
