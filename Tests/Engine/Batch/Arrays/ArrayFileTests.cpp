#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Tests/Support/Batch/ArrayExamples.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"
#include "Tests/Support/TestData.h"

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

constexpr std::int64_t kMostInt64 = std::numeric_limits<std::int64_t>::max ();

std::string_view typeName (ElementType type)
{
    switch (type)
    {
        case ElementType::float16: return "float16";
        case ElementType::float32: return "float32";
        case ElementType::int16: return "int16";
        case ElementType::int64: return "int64";
        case ElementType::uint8: return "uint8";
    }
    return "";
}

template <typename Items, typename Text>
std::string joined (const Items& items, Text text)
{
    std::string all;
    for (const auto& item : items)
        all += (all.empty () ? "" : ", ") + text (item);
    return all;
}

std::string inQuotes (std::string_view text)
{
    return '"' + std::string (text) + '"';
}

std::string jsonOf (const ArrayShape& shape)
{
    return "\"dtype\": " + inQuotes (typeName (shape.type)) + ", \"shape\": [" +
           joined (shape.dimensions, [] (auto size) { return std::to_string (size); }) + "]";
}

std::string jsonOf (const Hdf5Description& description)
{
    const auto dataset = [] (const auto& item)
    { return inQuotes (item.name) + ": {" + jsonOf (item.shape) + "}"; };
    const auto strings = [] (const auto& item)
    { return inQuotes (item.name) + ": [" + joined (item.values, inQuotes) + "]"; };
    const auto attribute = [] (const auto& item)
    { return inQuotes (item.first) + ": " + inQuotes (item.second); };
    return "\"datasets\": {" + joined (description.datasets, dataset) + "}, \"strings\": {" +
           joined (description.strings, strings) + "}, \"attributes\": {" +
           joined (description.attributes, attribute) + "}";
}

void writeHdf5 (const std::string& path, const Hdf5Description& description)
{
    const auto offsets = createHdf5 (posixStorage (), path, description);
    REQUIRE (offsets);
    auto file = posixStorage ().openForUpdate (path);
    REQUIRE (file);
    for (std::size_t i = 0; i < offsets->size (); ++i)
    {
        const std::string bytes = exampleContent (description.datasets[i].shape);
        REQUIRE (((*offsets)[i] < 0) == bytes.empty ());
        if (! bytes.empty ())
            REQUIRE ((*file)->writeAt (bytes.data (), bytes.size (), (*offsets)[i]));
    }
    REQUIRE ((*file)->close ());
}

int runChecker (const std::string& folder)
{
    const std::string command = inQuotes (testPython ()) + ' ' +
                                inQuotes (testDataFolder () + "/Python/check_arrays.py") + ' ' +
                                inQuotes (folder);
    return std::system (command.c_str ());
}

} // namespace

TEST_CASE ("an NPY header fills 4096 bytes and names type and shape", "[arrays]")
{
    const std::string header = npyHeader ({ElementType::float32, {1000, 64}});
    const std::string start = std::string ("\x93NUMPY\x01\x00\xf6\x0f", 10) +
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (1000, 64), }";
    REQUIRE (header.size () == 4096);
    CHECK (header.substr (0, start.size ()) == start);
    CHECK (header.find_first_not_of (' ', start.size ()) == 4095);
    CHECK (header.back () == '\n');
}

TEST_CASE ("an array's bytes are counted without overflow", "[arrays]")
{
    CHECK (ArrayShape {ElementType::float16, {3, 5}}.bytes () == 30);
    CHECK (ArrayShape {ElementType::int64, {}}.bytes () == 8);
    CHECK (ArrayShape {ElementType::int64, {kMostInt64, kMostInt64, 0}}.bytes () == 0);
    CHECK (ArrayShape {ElementType::int64, {kMostInt64 / 4}}.bytes () == kMostInt64);
}

TEST_CASE ("numpy and h5py read back what was written", "[arrays][python]")
{
    const TemporaryFolder folder;
    const std::vector<ArrayShape> shapes = {
        {ElementType::float16, {3, 5}},  {ElementType::float32, {7, 11, 13}},
        {ElementType::int16, {1000}},    {ElementType::int64, {6, 1}},
        {ElementType::float32, {0, 64}}, {ElementType::float32, {}},
        {ElementType::uint8, {700, 3}}};
    std::string arrays;
    for (const ArrayShape& shape : shapes)
    {
        const std::string name = "array" + std::to_string (arrays.size ()) + ".npy";
        folder.write (name, npyHeader (shape) + exampleContent (shape));
        arrays += (arrays.empty () ? "" : ", ") + ("{\"file\": " + inQuotes (name)) + ", " +
                  jsonOf (shape) + "}";
    }
    writeHdf5 (folder.file ("features.h5"), exampleDescription ());
    folder.write ("expected.json", "{\"npy\": [" + arrays +
                                       "], \"hdf5\": {\"file\": \"features.h5\", " +
                                       jsonOf (exampleDescription ()) + "}}");
    CHECK (runChecker (folder.path ()) == 0);
}
