#include "Tests/Support/Batch/ArrayExamples.h"

#include "Engine/Core/Half.h"

namespace melstrom::testing
{

namespace
{

template <typename Number>
void append (std::string& bytes, Number number)
{
    bytes.append (reinterpret_cast<const char*> (&number), sizeof number);
}

} // namespace

std::string exampleContent (const ArrayShape& shape)
{
    std::string bytes;
    const std::int64_t count = shape.bytes () / bytesPerElement (shape.type);
    for (std::int64_t i = 0; i < count; ++i)
    {
        const auto value = static_cast<std::int16_t> (i % 251 - 125);
        switch (shape.type)
        {
            case ElementType::float16: append (bytes, toHalf (value)); break;
            case ElementType::float32: append (bytes, static_cast<float> (value)); break;
            case ElementType::int16: append (bytes, value); break;
            case ElementType::int64: append (bytes, std::int64_t {value}); break;
            case ElementType::uint8: append (bytes, static_cast<std::uint8_t> (value)); break;
        }
    }
    return bytes;
}

Hdf5Description exampleDescription ()
{
    Hdf5Description description;
    description.datasets = {{"segments_mel", {ElementType::float16, {3, 2, 2, 64, 13}}},
                            {"segments_waveform", {ElementType::float32, {3, 2, 2, 501}}},
                            {"labels", {ElementType::int16, {3}}},
                            {"labels_multi", {ElementType::uint8, {3, 300}}},
                            {"row_splits", {ElementType::int64, {4}}},
                            {"no_rows", {ElementType::float32, {0, 64}}},
                            {"after_no_rows", {ElementType::float32, {1}}},
                            {"scalar", {ElementType::int64, {}}}};
    description.strings = {{"paths", {"", "plain", "K\u00e4fig/\u6ce2 \U0001f3b5.wav"}},
                           {"no_paths", {}}};
    for (int i = 0; i < 3000; ++i)
        description.strings[0].values.push_back ("clips/" + std::to_string (i) + ".wav");
    for (int i = 0; i < 12; ++i)
        description.attributes.emplace_back ("attribute " + std::to_string (i), "1 \u00b5s");
    description.attributes.emplace_back ("config_json", std::string (100000, 'x'));
    description.attributes.emplace_back ("empty", "");
    return description;
}

} // namespace melstrom::testing
