// Source of the format: numpy.lib.format, version 1.0.
#include "Engine/Batch/Arrays/ArrayFile.h"

#include <limits>
#include <string_view>

namespace melstrom
{

namespace
{

constexpr std::string_view kMagicAndVersion {"\x93NUMPY\x01\x00", 8};

std::string_view descr (ElementType type) noexcept
{
    switch (type)
    {
        case ElementType::float16: return "<f2";
        case ElementType::float32: return "<f4";
        case ElementType::int16: return "<i2";
        case ElementType::int64: return "<i8";
        case ElementType::uint8: return "|u1";
    }
    return "<f4";
}

/** A Python tuple: "()", "(3,)", "(3, 4)". */
std::string tuple (const std::vector<std::int64_t>& dimensions)
{
    std::string text = "(";
    for (std::size_t i = 0; i < dimensions.size (); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string (dimensions[i]);
    return text + (dimensions.size () == 1 ? ",)" : ")");
}

} // namespace

std::int64_t ArrayShape::bytes () const noexcept
{
    std::int64_t product = bytesPerElement (type);
    for (const std::int64_t dimension : dimensions)
        if (dimension <= 0)
            return 0;
    for (const std::int64_t dimension : dimensions)
        if (__builtin_mul_overflow (product, dimension, &product))
            return std::numeric_limits<std::int64_t>::max ();
    return product;
}

std::string npyHeader (const ArrayShape& shape)
{
    constexpr std::size_t kTextBytes = kNpyHeaderBytes - kMagicAndVersion.size () - 2;
    std::string text = "{'descr': '" + std::string (descr (shape.type)) +
                       "', 'fortran_order': False, 'shape': " + tuple (shape.dimensions) + ", }";
    text.resize (kTextBytes - 1, ' ');
    text += '\n';

    std::string header {kMagicAndVersion};
    header += static_cast<char> (kTextBytes & 255u);
    header += static_cast<char> (kTextBytes >> 8);
    return header + text;
}

} // namespace melstrom
