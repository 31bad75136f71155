#include "Tests/Support/FileBytes.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace melstrom::testing
{

std::string bytesOfFile (const std::filesystem::path& path)
{
    std::ifstream file (path, std::ios::binary);
    if (! file)
        throw std::runtime_error (path.string () + " cannot be opened; the tests need it");
    return {std::istreambuf_iterator<char> (file), {}};
}

FileBytes::FileBytes (const std::filesystem::path& path) : path_ (path), bytes_ (bytesOfFile (path))
{
}

std::string FileBytes::text (std::size_t offset, std::size_t length) const
{
    if (offset > bytes_.size () || length > bytes_.size () - offset)
        throw std::runtime_error (path_.string () + " ends after " +
                                  std::to_string (bytes_.size ()) + " bytes, before " +
                                  std::to_string (offset + length));
    return bytes_.substr (offset, length);
}

} // namespace melstrom::testing
