#include "Engine/Batch/Inputs/InputList.h"

#include "Engine/Batch/Inputs/FileFinder.h"
#include "Engine/Batch/Inputs/Labels.h"
#include "Engine/Batch/Inputs/Splits.h"
#include "Engine/Core/Hash.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace melstrom
{

namespace
{

std::vector<std::string> distinctLabels (const std::vector<InputFile>& files)
{
    std::unordered_set<std::string_view> distinct;
    std::string_view last;
    for (const auto& file : files)
        if (file.label != last)
            distinct.insert (last = file.label);

    std::vector<std::string> labels (distinct.begin (), distinct.end ());
    std::erase (labels, "");
    std::sort (labels.begin (), labels.end ());
    return labels;
}

} // namespace

Result<InputList> collectInputs (Storage& storage, const InputOptions& options)
{
    FolderTable folders (storage);
    auto found = findFiles (storage, folders, options);
    if (! found)
        return found.error ();
    if (const auto labelled = applyLabels (storage, folders, *found, options); ! labelled)
        return labelled.error ();
    if (const auto split = applySplits (*found, options); ! split)
        return split.error ();

    InputList list;
    list.files.reserve (found->files.size ());
    for (auto& file : found->files)
        list.files.push_back (std::move (file.file));
    list.labels = distinctLabels (list.files);
    list.warnings = std::move (found->warnings);
    return list;
}

std::uint64_t hashOf (const InputList& list)
{
    std::uint64_t hash = hashBytes ({});
    for (const InputFile& file : list.files)
    {
        hash = hashBytes (file.path, hash);
        hash = hashBytes ({"", 1}, hash); // no path or label has a zero byte
        hash = hashBytes (file.label, hash);
        hash = hashBytes ({"", 1}, hash);
        hash = hashBytes (std::to_string (file.split), hash);
        hash = hashBytes ({"", 1}, hash);
    }
    return hash;
}

} // namespace melstrom
