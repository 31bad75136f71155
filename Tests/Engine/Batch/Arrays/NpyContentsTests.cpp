// NPY files from anywhere: what is read, and why a file is refused.
#include "Engine/Batch/Arrays/NpyContents.h"

#include "Engine/Batch/Files/Storage.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
template <typename Number>
std::string bytesOf (const std::vector<Number>& values)
{
    std::string bytes (values.size () * sizeof (Number), '\0');
    std::memcpy (bytes.data (), values.data (), bytes.size ());
    return bytes;
}

/** As numpy.lib.format describes it. */
std::string npy (const std::string& dictionary, const std::string& data, char version = 1)
{
    std::string text = dictionary + "\n";
    std::string bytes = std::string ("\x93NUMPY") + version + '\0';
    bytes += static_cast<char> (text.size () & 255u);
    bytes += static_cast<char> (text.size () >> 8);
    if (version > 1)
        bytes += std::string (2, '\0');
    return bytes + text + data;
}

std::string dictionary (const std::string& type, const std::string& shape,
                        const std::string& fortran = "False")
{
    return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

Result<NpyContents> read (const std::string& bytes)
{
    TemporaryFolder folder;
    return readNpyContents (posixStorage (), folder.write ("a.npy", bytes));
}
} // namespace

TEST_CASE ("arrays of every float type, order and version are read", "[origin][npy]")
{
    const std::vector<float> values {1, -2, 0.5f, 4, 1024, -0.25f};
    const auto plain = read (npy (dictionary ("<f4", "(2, 3)"), bytesOf (values)));
    REQUIRE (plain);
    CHECK (plain->dimensions == std::vector<std::int64_t> {2, 3});
    CHECK (plain->values == values);
    CHECK (plain->bytesPerValue == 4);

    const std::vector<double> wide (values.begin (), values.end ());
    const auto later = read (npy (dictionary ("<f8", "(2, 3)"), bytesOf (wide), 2));
    REQUIRE (later);
    CHECK (later->values == values);

    const std::vector<std::uint16_t> halves {0x3c00, 0xc000, 0x3800, 0x4400, 0x6400, 0xb400};
    const auto half = read (npy (dictionary ("<f2", "(6,)"), bytesOf (halves)));
    REQUIRE (half);
    CHECK (half->values == values);
    CHECK (half->bytesPerValue == 2);

    std::string swapped = bytesOf (values);
    for (std::size_t i = 0; i < swapped.size (); i += 4)
        std::reverse (swapped.begin () + std::ptrdiff_t (i),
                      swapped.begin () + std::ptrdiff_t (i + 4));
    const auto big = read (npy (dictionary (">f4", "(2, 3)"), swapped));
    REQUIRE (big);
    CHECK (big->values == values);

    // column by column: the array [[1, -2, 0.5], [4, 1024, -0.25]]
    const std::vector<float> columns {1, 4, -2, 1024, 0.5f, -0.25f};
    const auto fortran = read (npy (dictionary ("<f4", "(2, 3)", "True"), bytesOf (columns)));
    REQUIRE (fortran);
    CHECK (fortran->values == values);
}

TEST_CASE ("damaged and foreign arrays are refused with their cause", "[origin][npy]")
{
    const std::string data = bytesOf (std::vector<float> (6, 1.0f));
    const std::string whole = npy (dictionary ("<f4", "(2, 3)"), data);
    struct Row
    {
        std::string bytes, cause;
    };
    const float infinite = std::numeric_limits<float>::infinity ();
    const std::vector<Row> rows {
        {"", "is not an NPY file"},
        {"RIFF....WAVE", "is not an NPY file"},
        {whole.substr (0, 20), "damaged header"},
        {whole.substr (0, whole.size () - 1), "takes 24 bytes of data, but the file has 23"},
        {whole + "x", "takes 24 bytes of data, but the file has 25"},
        {npy (dictionary ("<i8", "(2, 3)"), data), "has the type <i8"},
        {npy (dictionary ("<f4", "(2, -3)"), data), "damaged header"},
        {npy (dictionary ("<f4", "(99999999999, 99999999999)"), data), "more than 64 MiB"},
        {npy ("{'descr': '<f4'}", data), "damaged header"},
        {npy (dictionary ("<f4", "(2,)"), bytesOf (std::vector<float> {1, infinite})),
         "not finite, the 2. of 2"},
    };
    for (const auto& row : rows)
    {
        INFO (row.cause);
        const auto contents = read (row.bytes);
        REQUIRE_FALSE (contents);
        CHECK (contents.error ().code == ErrorCode::badUsage);
        CHECK (contents.error ().message.find (row.cause) != std::string::npos);
    }
    CHECK (readNpyContents (posixStorage (), "/nowhere/a.npy").error ().code ==
           ErrorCode::fileMissing);
}
