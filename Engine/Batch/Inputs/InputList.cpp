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
    list.skipped = std::move (found->skipped);
    list.warnings = std::move (found->warnings);
    return list;
}

std::uint64_t hashOf (const InputList& list)
{
    std::uint64_t hash = hashBytes ({});
    const auto add = [&hash] (std::string_view text)
    {
        hash = hashBytes (text, hash);
        hash = hashBytes ({"", 1}, hash); // no path, label or extension has a zero byte
    };
    for (const InputFile& file : list.files)
    {
        add (file.path);
        add (file.label);
        add (std::to_string (file.split));
    }
    for (const auto& [extension, count] : list.skipped.byExtension ())
    {
        add (extension);
        add (std::to_string (count));
    }
    return hash;
}

} // namespace melstrom
