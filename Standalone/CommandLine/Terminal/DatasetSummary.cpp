#include "Standalone/CommandLine/Terminal/DatasetSummary.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{

std::int64_t elementBytes (std::string_view type) noexcept
{
    for (const auto known : {ElementType::float16, ElementType::float32, ElementType::int16,
                             ElementType::int64, ElementType::uint8})
        if (type == typeName (known))
            return bytesPerElement (known);
    return 0;
}

ArraySummary summaryOf (const nlohmann::json& entry)
{
    ArraySummary array {entry.at ("file"), entry.at ("name"),  entry.at ("dtype"),
                        entry.at ("axes"), entry.at ("shape"), 0};
    array.bytes = elementBytes (array.type);
    for (const auto dimension : array.shape)
        array.bytes *= dimension;
    return array;
}

std::string shapeText (const ArraySummary& array)
{
    std::string text;
    for (const auto dimension : array.shape)
        text += (text.empty () ? "" : " x ") + groupedText (dimension);
    return text;
}

} // namespace

std::optional<DatasetSummary> readDatasetSummary (Storage& storage, const std::string& folder)
{
    const auto text = readWholeFile (storage, folder + "/dataset.json");
    if (! text)
        return std::nullopt;
    try
    {
        const auto json = nlohmann::json::parse (*text);
        DatasetSummary summary;
        summary.numFiles = json.at ("totals").at ("files");
        summary.numFailed = json.at ("totals").at ("failed");
        summary.device = json.value ("device", "");
        summary.deviceChoice = json.value ("device_choice", "");
        if (const auto lengths = json.find ("lengths"); lengths != json.end ())
            summary.lengths = {lengths->at ("cut"), lengths->at ("filled"), lengths->at ("shorter"),
                               lengths->at ("longer")};
        for (const auto& entry : json.at ("arrays"))
            summary.arrays.push_back (summaryOf (entry));
        return summary;
    }
    catch (const nlohmann::json::exception&)
    {
        return std::nullopt;
    }
}

std::vector<ArraySummary> summariesOf (const std::vector<DatasetFile>& files)
{
    std::vector<ArraySummary> summaries;
    for (const auto& file : files)
        for (const auto& array : file.arrays)
            summaries.push_back ({file.name, array.name, typeName (array.shape.type), array.axes,
                                  array.shape.dimensions, array.shape.bytes ()});
    return summaries;
}

std::string filesInText (std::int64_t numFiles, std::int64_t numFailed)
{
    const auto numIn = numFiles - numFailed;
    const auto text = countText (numIn, "is", "are") + " in";
    if (numFailed > 0)
        return text + ", " + groupedText (numFailed) + " failed: see errors.csv";
    return numIn == 1 ? text : "all " + text;
}

std::string arraysText (const std::vector<ArraySummary>& arrays)
{
    using enum TextTable::Side;
    TextTable table ({left, left, left, left, left, right});
    table.addHeading ({"file", "array", "type", "shape", "axes", "size"});
    std::int64_t bytes = 0;
    for (const auto& array : arrays)
    {
        bytes += array.bytes;
        table.addRow ({array.file, array.name, array.type, shapeText (array), array.axes,
                       bytesText (static_cast<double> (array.bytes))});
    }
    if (arrays.size () > 1)
        table.addRow ({"total", "", "", "", "", bytesText (static_cast<double> (bytes))});
    return table.text (2);
}

} // namespace melstrom
