// A folder for files of one export.
#pragma once

#include "Engine/Core/Result.h"

#include <string>

namespace melstrom
{

/** A private folder in the system's temporary folder. The destructor removes it with its contents.
    Thread: any. */
class PrivateFolder
{
public:
    static Result<PrivateFolder> make (); ///< fails: writeFailed
    PrivateFolder (PrivateFolder&& other) noexcept;
    PrivateFolder& operator= (PrivateFolder&&) = delete;
    ~PrivateFolder ();
    std::string file (const std::string& name) const { return path_ + "/" + name; }

private:
    explicit PrivateFolder (std::string path) : path_ (std::move (path)) {}
    std::string path_;
};

} // namespace melstrom
