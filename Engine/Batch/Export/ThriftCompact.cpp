#include "Engine/Batch/Export/ThriftCompact.h"

namespace melstrom
{

namespace
{
constexpr std::uint8_t kList = 9;

/** Numbers near zero become small: 0, -1, 1, -2, ... are 0, 1, 2, 3, ... */
std::uint64_t zigzag (std::int64_t number)
{
    return (static_cast<std::uint64_t> (number) << 1) ^ static_cast<std::uint64_t> (number >> 63);
}
} // namespace

void appendVarint (std::string& bytes, std::uint64_t number)
{
    for (; number >= 128; number >>= 7)
        bytes += static_cast<char> (128 | (number & 127));
    bytes += static_cast<char> (number);
}

void ThriftStruct::begin (int field, std::uint8_t type)
{
    const int step = field - last_;
    last_ = field;
    if (step >= 1 && step <= 15)
        bytes_ += static_cast<char> (step << 4 | type);
    else
    {
        bytes_ += static_cast<char> (type);
        appendVarint (bytes_, zigzag (field));
    }
}

void ThriftStruct::beginList (int field, ThriftType type, std::size_t count)
{
    begin (field, kList);
    const auto kind = static_cast<int> (type);
    if (count < 15)
        bytes_ += static_cast<char> (static_cast<int> (count) << 4 | kind);
    else
    {
        bytes_ += static_cast<char> (0xF0 | kind);
        appendVarint (bytes_, count);
    }
}

ThriftStruct& ThriftStruct::int32 (int field, std::int32_t value)
{
    begin (field, static_cast<std::uint8_t> (ThriftType::int32));
    appendVarint (bytes_, zigzag (value));
    return *this;
}

ThriftStruct& ThriftStruct::int64 (int field, std::int64_t value)
{
    begin (field, static_cast<std::uint8_t> (ThriftType::int64));
    appendVarint (bytes_, zigzag (value));
    return *this;
}

ThriftStruct& ThriftStruct::text (int field, std::string_view value)
{
    begin (field, static_cast<std::uint8_t> (ThriftType::binary));
    appendVarint (bytes_, value.size ());
    bytes_ += value;
    return *this;
}

ThriftStruct& ThriftStruct::structure (int field, const ThriftStruct& value)
{
    begin (field, static_cast<std::uint8_t> (ThriftType::structure));
    bytes_ += value.bytes ();
    return *this;
}

ThriftStruct& ThriftStruct::numbers (int field, const std::vector<std::int32_t>& values)
{
    beginList (field, ThriftType::int32, values.size ());
    for (const std::int32_t value : values)
        appendVarint (bytes_, zigzag (value));
    return *this;
}

ThriftStruct& ThriftStruct::texts (int field, const std::vector<std::string>& values)
{
    beginList (field, ThriftType::binary, values.size ());
    for (const std::string& value : values)
    {
        appendVarint (bytes_, value.size ());
        bytes_ += value;
    }
    return *this;
}

ThriftStruct& ThriftStruct::structures (int field, const std::vector<ThriftStruct>& values)
{
    beginList (field, ThriftType::structure, values.size ());
    for (const ThriftStruct& value : values)
        bytes_ += value.bytes ();
    return *this;
}

} // namespace melstrom
