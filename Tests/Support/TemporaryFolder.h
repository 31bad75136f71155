// A folder on the real file system that goes away with the test.
#pragma once

#include <string>
#include <string_view>

namespace melstrom::testing
{

class TemporaryFolder
{
public:
    TemporaryFolder ();  ///< under $TMPDIR or /tmp; throws std::runtime_error
    ~TemporaryFolder (); ///< deletes it with its contents

    TemporaryFolder (const TemporaryFolder&) = delete;
    TemporaryFolder& operator= (const TemporaryFolder&) = delete;

    const std::string& path () const noexcept { return path_; }
    std::string file (std::string_view name) const { return path_ + "/" + std::string (name); }

    /** Writes `bytes` to `name` and returns its path. */
    std::string write (std::string_view name, std::string_view bytes) const;

private:
    std::string path_;
};

} // namespace melstrom::testing
