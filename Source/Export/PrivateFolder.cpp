#include "Source/Export/PrivateFolder.h"

#include "Engine/Core/Printable.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

namespace melstrom
{

Result<PrivateFolder> PrivateFolder::make ()
{
    std::error_code failed;
    auto name = (std::filesystem::temp_directory_path (failed) / "melstrom-XXXXXX").string ();
    if (failed || mkdtemp (name.data ()) == nullptr)
        return Error {ErrorCode::writeFailed,
                      "the temporary folder cannot be created: " + printable (name) +
                          "; set TMPDIR to a folder with free space",
                      {}};
    return PrivateFolder (std::move (name));
}

PrivateFolder::PrivateFolder (PrivateFolder&& other) noexcept
    : path_ (std::exchange (other.path_, {}))
{
}

PrivateFolder::~PrivateFolder ()
{
    std::error_code ignored; // the system removes leftovers
    if (! path_.empty ())
        std::filesystem::remove_all (path_, ignored);
}

} // namespace melstrom
