#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>

namespace melstrom::testing
{

TemporaryFolder::TemporaryFolder ()
    : path_ ((std::filesystem::temp_directory_path () / "melstrom-test-XXXXXX").string ())
{
    if (mkdtemp (path_.data ()) == nullptr)
        throw std::runtime_error ("cannot make a folder like " + path_);
}

TemporaryFolder::~TemporaryFolder ()
{
    std::error_code ignored; // a test that removed permissions may leave its folder behind
    std::filesystem::remove_all (path_, ignored);
}

std::string TemporaryFolder::write (std::string_view name, std::string_view bytes) const
{
    const auto path = file (name);
    std::error_code ignored; // writing the file then fails, too
    std::filesystem::create_directories (std::filesystem::path (path).parent_path (), ignored);
    std::ofstream stream (path, std::ios::binary);
    stream.write (bytes.data (), static_cast<std::streamsize> (bytes.size ()));
    if (! stream.flush ())
        throw std::runtime_error ("cannot write " + path);
    return path;
}

} // namespace melstrom::testing
