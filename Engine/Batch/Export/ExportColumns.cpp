#include "Engine/Batch/Export/ExportWriters.h"

namespace melstrom
{

std::vector<ItemColumn> itemColumns (const ExportSource& source)
{
    return {
        {"key", [] (auto& item) -> const std::string& { return item.key; }, {}},
        {"path", [] (auto& item) -> const std::string& { return item.path; }, {}},
        {"label", [] (auto& item) -> const std::string& { return item.label; }, {}},
        {"label_id", {}, [] (auto& item) { return item.labelId; }},
        {"rows", {}, [] (auto& item) { return item.line->numRows; }},
        {"bands", {}, [bands = source.numBands ()] (auto&) { return bands; }},
        {"frames", {}, [frames = source.numFrames ()] (auto&) { return frames; }},
    };
}

} // namespace melstrom
