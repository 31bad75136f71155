#include "Tests/Support/NpyArray.h"

#include "Tests/Support/FileBytes.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace melstrom::testing
{

namespace
{

double halfToDouble (std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    double value = 0;
    if (exponent == 0)
        value = std::ldexp (fraction, -24);
    else if (exponent == 31)
        value = fraction == 0 ? INFINITY : NAN;
    else
        value = std::ldexp (1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

/** The text behind `'key':` in the header's Python dictionary. */
std::string afterKey (const std::string& header, const std::string& key)
{
    const auto found = header.find ("'" + key + "':");
    if (found == std::string::npos)
        throw std::runtime_error ("the .npy header has no " + key);
    return header.substr (header.find_first_not_of (' ', found + key.size () + 3));
}

std::vector<std::int64_t> shapeOf (const std::string& header)
{
    std::string tuple = afterKey (header, "shape");
    tuple = tuple.substr (1, tuple.find (')') - 1);
    std::vector<std::int64_t> shape;
    for (std::size_t at = tuple.find_first_of ("0123456789"); at != std::string::npos;)
    {
        std::size_t digits = 0;
        shape.push_back (std::stoll (tuple.substr (at), &digits));
        at = tuple.find_first_of ("0123456789", at + digits);
    }
    return shape;
}

std::size_t itemBytes (const std::string& type)
{
    if (type == "<f2")
        return 2;
    if (type == "<f4")
        return 4;
    if (type == "<f8" || type == "<i8")
        return 8;
    throw std::runtime_error ("the .npy type " + type + " is none of <f2, <f4, <f8, <i8");
}

double itemAt (const std::string& type, const FileBytes& bytes, std::size_t offset)
{
    if (type == "<f2")
        return halfToDouble (bytes.at<std::uint16_t> (offset));
    if (type == "<f4")
        return static_cast<double> (bytes.at<float> (offset));
    if (type == "<f8")
        return bytes.at<double> (offset);
    return static_cast<double> (bytes.at<std::int64_t> (offset));
}

NpyArray parse (const FileBytes& bytes)
{
    if (bytes.text (0, 6) != "\x93NUMPY")
        throw std::runtime_error ("it does not begin with numpy's mark");
    const bool isVersion1 = bytes.at<std::uint8_t> (6) == 1;
    const std::size_t lengthBytes = isVersion1 ? 2 : 4;
    const std::size_t headerBytes =
        isVersion1 ? bytes.at<std::uint16_t> (8) : bytes.at<std::uint32_t> (8);
    const std::string header = bytes.text (8 + lengthBytes, headerBytes);
    if (afterKey (header, "fortran_order").rfind ("False", 0) != 0)
        throw std::runtime_error ("it is not in C order");

    NpyArray array;
    array.shape = shapeOf (header);
    const std::string type = afterKey (header, "descr").substr (1, 3);
    std::size_t count = 1;
    for (std::int64_t extent : array.shape)
        count *= static_cast<std::size_t> (extent);
    const std::size_t first = 8 + lengthBytes + headerBytes;
    if (bytes.size () != first + count * itemBytes (type))
        throw std::runtime_error ("it holds " + std::to_string (bytes.size () - first) +
                                  " bytes of data, not " +
                                  std::to_string (count * itemBytes (type)));
    for (std::size_t i = 0; i < count; ++i)
        array.values.push_back (itemAt (type, bytes, first + i * itemBytes (type)));
    return array;
}

} // namespace

NpyArray readNpy (const std::filesystem::path& path)
{
    const FileBytes bytes (path);
    try
    {
        return parse (bytes);
    }
    catch (const std::exception& fault)
    {
        throw std::runtime_error (path.string () +
                                  " is no .npy array that tests read: " + fault.what ());
    }
}

} // namespace melstrom::testing
