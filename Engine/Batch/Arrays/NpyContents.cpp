// Source of the format: numpy.lib.format, versions 1.0 to 3.0.
#include "Engine/Batch/Arrays/NpyContents.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/Half.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

namespace melstrom
{

namespace
{
constexpr std::string_view kMagic {"\x93NUMPY", 6};
constexpr std::size_t kMostBytes = std::size_t {64} << 20, kMostDimensions = 32;

/** The dictionary in front of the data. */
struct NpyHeader
{
    std::string type;
    bool isFortran = false;
    std::vector<std::int64_t> dimensions;
    std::size_t dataByte = 0;
};

Error fault (const std::string& path, const std::string& cause)
{
    return {ErrorCode::badUsage, printable (path) + ": " + cause, {}};
}

std::size_t littleEndian (std::string_view bytes)
{
    std::size_t value = 0;
    for (std::size_t i = bytes.size (); i-- > 0;)
        value = value << 8 | static_cast<unsigned char> (bytes[i]);
    return value;
}

/** What follows "'key':", without leading spaces. */
std::optional<std::string_view> valueOf (std::string_view text, std::string_view key)
{
    const auto at = text.find ("'" + std::string (key) + "'");
    if (at == std::string_view::npos)
        return std::nullopt;
    auto rest = text.substr (at + key.size () + 2);
    rest.remove_prefix (std::min (rest.find_first_not_of (" :"), rest.size ()));
    return rest;
}

std::optional<std::vector<std::int64_t>> dimensionsOf (std::string_view tuple)
{
    const auto end = tuple.find (')');
    if (! tuple.starts_with ('(') || end == std::string_view::npos)
        return std::nullopt;
    std::vector<std::int64_t> dimensions;
    for (auto rest = tuple.substr (1, end - 1);;)
    {
        rest.remove_prefix (std::min (rest.find_first_not_of (" ,"), rest.size ()));
        if (rest.empty ())
            return dimensions;
        std::int64_t value = 0;
        const auto [stop, problem] =
            std::from_chars (rest.data (), rest.data () + rest.size (), value);
        if (problem != std::errc {} || value < 0 || dimensions.size () == kMostDimensions)
            return std::nullopt;
        dimensions.push_back (value);
        rest.remove_prefix (static_cast<std::size_t> (stop - rest.data ()));
    }
}

std::optional<NpyHeader> headerOf (std::string_view file)
{
    constexpr std::size_t versionByte = 6, lengthByte = 8;
    if (file.size () < lengthByte + 4)
        return std::nullopt;
    const int version = static_cast<unsigned char> (file[versionByte]);
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    const auto length = littleEndian (file.substr (lengthByte, lengthBytes));
    NpyHeader header;
    header.dataByte = lengthByte + lengthBytes + length;
    if (version < 1 || version > 3 || header.dataByte > file.size ())
        return std::nullopt;
    const auto text = file.substr (lengthByte + lengthBytes, length);
    const auto type = valueOf (text, "descr"), order = valueOf (text, "fortran_order"),
               shape = valueOf (text, "shape");
    if (! type || ! order || ! shape)
        return std::nullopt;
    const auto dimensions = dimensionsOf (*shape);
    const auto typeEnd = type->find ('\'', 1);
    if (! dimensions || ! type->starts_with ('\'') || typeEnd == std::string_view::npos ||
        ! (order->starts_with ("True") || order->starts_with ("False")))
        return std::nullopt;
    header.type = type->substr (1, typeEnd - 1);
    header.isFortran = order->starts_with ("True");
    header.dimensions = *dimensions;
    return header;
}

std::string shapeText (const std::vector<std::int64_t>& dimensions)
{
    std::string text;
    for (const auto dimension : dimensions)
        text += (text.empty () ? "" : ", ") + std::to_string (dimension);
    return "(" + text + ")";
}

/** Number of values, if their bytes are at most kMostBytes. */
std::optional<std::size_t> numValuesOf (const NpyHeader& header, std::size_t bytesPerValue)
{
    std::size_t count = 1;
    for (const auto dimension : header.dimensions)
    {
        const auto size = static_cast<std::size_t> (dimension);
        if (size != 0 && count > kMostBytes / bytesPerValue / size)
            return std::nullopt;
        count *= size;
    }
    return count;
}

template <typename Bits>
Bits bitsAt (const char* from, bool isSwapped)
{
    unsigned char bytes[sizeof (Bits)];
    std::memcpy (bytes, from, sizeof bytes);
    if (isSwapped)
        std::reverse (std::begin (bytes), std::end (bytes));
    Bits bits;
    std::memcpy (&bits, bytes, sizeof bits);
    return bits;
}

float valueAt (const char* from, int bytesPerValue, bool isSwapped)
{
    switch (bytesPerValue)
    {
        case 2: return fromHalf (bitsAt<std::uint16_t> (from, isSwapped));
        case 4: return std::bit_cast<float> (bitsAt<std::uint32_t> (from, isSwapped));
        default:
            return static_cast<float> (
                std::bit_cast<double> (bitsAt<std::uint64_t> (from, isSwapped)));
    }
}

/** From Fortran order (first axis fastest) to C order. */
std::vector<float> inCOrder (const std::vector<float>& values,
                             const std::vector<std::int64_t>& dimensions)
{
    std::vector<float> ordered (values.size ());
    std::vector<std::size_t> index (dimensions.size (), 0);
    for (auto& to : ordered)
    {
        std::size_t from = 0;
        for (std::size_t axis = dimensions.size (); axis-- > 0;)
            from = from * static_cast<std::size_t> (dimensions[axis]) + index[axis];
        to = values[from];
        for (std::size_t axis = dimensions.size (); axis-- > 0;)
        {
            if (++index[axis] < static_cast<std::size_t> (dimensions[axis]))
                break;
            index[axis] = 0;
        }
    }
    return ordered;
}
} // namespace

Result<NpyContents> readNpyContents (Storage& storage, const std::string& path)
{
    MELSTROM_TRY_VALUE (const auto opened, storage.openForReading (path));
    constexpr std::size_t mostHeaderBytes = std::size_t {1} << 20;
    if (static_cast<std::uint64_t> (opened->info ().bytes) > kMostBytes + mostHeaderBytes)
        return fault (path, "is larger than 64 MiB; save its first frames alone");
    MELSTROM_TRY_VALUE (const auto file, readWhole (*opened));
    if (! std::string_view (file).starts_with (kMagic))
        return fault (path, "is not an NPY file; write the array with numpy.save");
    const auto header = headerOf (file);
    if (! header)
        return fault (path, "has a damaged header; write the array with numpy.save");

    NpyContents contents;
    contents.dimensions = header->dimensions;
    const auto kind = header->type.size () == 3 ? header->type.substr (1) : std::string {};
    const char order = header->type.empty () ? ' ' : header->type.front ();
    if ((kind != "f2" && kind != "f4" && kind != "f8") || (order != '<' && order != '>'))
        return fault (path, "has the type " + printable (header->type) +
                                "; allowed are float16, float32 and float64");
    contents.bytesPerValue = kind.back () - '0';
    const auto bytesPerValue = static_cast<std::size_t> (contents.bytesPerValue);
    const auto count = numValuesOf (*header, bytesPerValue);
    const auto shape = shapeText (header->dimensions);
    if (! count)
        return fault (path, "has the shape " + shape + ", more than 64 MiB");
    const std::size_t wanted = *count * bytesPerValue, there = file.size () - header->dataByte;
    if (there != wanted)
        return fault (path, "is damaged: its shape " + shape + " takes " + std::to_string (wanted) +
                                " bytes of data, but the file has " + std::to_string (there));
    contents.values.resize (*count);
    for (std::size_t i = 0; i < *count; ++i)
    {
        contents.values[i] = valueAt (file.data () + header->dataByte + i * bytesPerValue,
                                      contents.bytesPerValue, order == '>');
        if (! std::isfinite (contents.values[i]))
            return fault (path, "has a value that is not finite, the " + std::to_string (i + 1) +
                                    ". of " + std::to_string (*count) + "; replace it first");
    }
    if (header->isFortran)
        contents.values = inCOrder (contents.values, contents.dimensions);
    return contents;
}

} // namespace melstrom
