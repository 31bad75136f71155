// Structs in Thrift's compact protocol, as Parquet writes its metadata.
// Source: github.com/apache/thrift, doc/specs/thrift-compact-protocol.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Types of list elements. */
enum class ThriftType : std::uint8_t
{
    int32 = 5,
    int64 = 6,
    binary = 8,
    structure = 12
};

/** Appends an unsigned number, seven bits a byte, the lowest first (ULEB128). */
void appendVarint (std::string& bytes, std::uint64_t number);

/** One struct. Fields are added in the order of their numbers. Thread: one at a time. */
class ThriftStruct
{
public:
    ThriftStruct& int32 (int field, std::int32_t value);
    ThriftStruct& int64 (int field, std::int64_t value);
    ThriftStruct& text (int field, std::string_view value);
    ThriftStruct& structure (int field, const ThriftStruct& value);
    ThriftStruct& numbers (int field, const std::vector<std::int32_t>& values);
    ThriftStruct& texts (int field, const std::vector<std::string>& values);
    ThriftStruct& structures (int field, const std::vector<ThriftStruct>& values);

    /** With the byte that ends it. */
    std::string bytes () const { return bytes_ + '\0'; }

private:
    void begin (int field, std::uint8_t type);
    void beginList (int field, ThriftType type, std::size_t count);

    std::string bytes_;
    int last_ = 0; ///< number of the field before
};

} // namespace melstrom
