// Thrift and FlatBuffers byte by byte, as their specifications lay them out.
#include "Engine/Batch/Export/FlatBuffer.h"
#include "Engine/Batch/Export/ThriftCompact.h"
#include "Tests/Support/Catch.h"

namespace melstrom::testing
{

namespace
{
std::string bytes (std::initializer_list<int> values)
{
    std::string text;
    for (const int value : values)
        text += static_cast<char> (value);
    return text;
}
} // namespace

TEST_CASE ("a varint has seven bits a byte, the lowest first", "[dataset-export]")
{
    std::string text;
    appendVarint (text, 50399); // the example of the specification
    CHECK (text == bytes ({0xDF, 0x89, 0x03}));
    text.clear ();
    appendVarint (text, 127);
    appendVarint (text, 128);
    CHECK (text == bytes ({0x7F, 0x80, 0x01}));
}

TEST_CASE ("a field has its step and type in a byte, or its number behind the type",
           "[dataset-export]")
{
    ThriftStruct inner, outer;
    inner.int32 (20, -1);
    outer.int32 (1, 1).text (3, "a").int64 (18, -2).structure (19, inner);
    CHECK (outer.bytes () ==
           bytes ({0x15, 0x02, 0x28, 0x01, 'a', 0xF6, 0x03, 0x1C, 0x05, 0x28, 0x01, 0x00, 0x00}));
}

TEST_CASE ("a list has up to 14 elements in its first byte, more behind it", "[dataset-export]")
{
    ThriftStruct list;
    list.numbers (2, {0, 3}).texts (4, {"x", ""});
    CHECK (list.bytes () == bytes ({0x29, 0x25, 0x00, 0x06, 0x29, 0x28, 0x01, 'x', 0x00, 0x00}));
    ThriftStruct longer;
    longer.numbers (1, std::vector<std::int32_t> (15, 1));
    CHECK (longer.bytes () ==
           bytes ({0x19, 0xF5, 0x0F}) + std::string (15, '\2') + std::string (1, '\0'));
}

TEST_CASE ("a FlatBuffer has root, table of fields, fields and text in their places",
           "[dataset-export]")
{
    FlatBuffer buffer;
    const auto name = buffer.text ("fred");
    const auto monster =
        buffer.table ({FlatBuffer::number (2, 2, 50), FlatBuffer::reference (3, name)});
    CHECK (buffer.finish (monster) ==
           bytes ({16, 0, 0,  0, // the root table is here
                   12, 0, 12, 0, 0,   0,   0,   0,
                   10, 0, 4,  0,                   // sizes of vtable and table, four places
                   12, 0, 0,  0,                   // back to the vtable
                   8,  0, 0,  0, 0,   0,   50,  0, // name, padding, hit points
                   4,  0, 0,  0, 'f', 'r', 'e', 'd',
                   0,  0, 0,  0}));
}

TEST_CASE ("structs in a FlatBuffer lie on boundaries of 8 bytes", "[dataset-export]")
{
    FlatBuffer buffer;
    const auto text = buffer.text ("odd");
    const auto list = buffer.structs (std::string (16, 's'), 1);
    const auto table =
        buffer.table ({FlatBuffer::reference (0, text), FlatBuffer::reference (1, list)});
    const std::string all = buffer.finish (table);
    CHECK (all.size () % 8 == 0);
    CHECK (all.find ('s') % 8 == 0);
    CHECK (all.substr (all.find ('s') - 4, 4) == bytes ({1, 0, 0, 0}));
}

} // namespace melstrom::testing
