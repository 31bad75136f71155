#include "Engine/Batch/Inputs/InputList.h"

#include "Engine/Batch/Inputs/FactSources.h"
#include "Engine/Batch/Inputs/FileFinder.h"
#include "Engine/Core/Hash.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace melstrom
{

namespace
{

std::vector<std::string_view> labelsOfSet (std::string_view set)
{
    std::vector<std::string_view> labels;
    for (bool isLast = false; ! isLast;)
    {
        const auto end = set.find ('\0');
        isLast = end == set.npos;
        labels.push_back (set.substr (0, end));
        set.remove_prefix (isLast ? set.size () : end + 1);
    }
    return labels;
}

/** True for sets that a file has. A set that --labels none took away from all files is unused. */
std::vector<bool> setsInUse (const FoundFiles& found)
{
    std::vector<bool> used (found.names.labelSets.size ());
    for (const auto& file : found.files)
        if (file.file.facts.labels >= 0)
            used[static_cast<std::size_t> (file.file.facts.labels)] = true;
    return used;
}

/** Sorts the labels and renumbers the files' sets; unused sets go. */
void numberLabels (FoundFiles& found, InputList& list)
{
    const auto used = setsInUse (found);
    const auto& sets = found.names.labelSets;
    for (std::size_t set = 0; set < used.size (); ++set)
        if (used[set])
            for (const auto label : labelsOfSet (sets[static_cast<int> (set)]))
                list.labels.emplace_back (label);
    std::ranges::sort (list.labels);
    list.labels.erase (std::unique (list.labels.begin (), list.labels.end ()), list.labels.end ());

    std::vector<int> numberOfSet (used.size (), -1);
    for (std::size_t set = 0; set < used.size (); ++set)
    {
        if (! used[set])
            continue;
        numberOfSet[set] = static_cast<int> (list.notes.labelSets.size ());
        auto& ids = list.notes.labelSets.emplace_back ();
        for (const auto label : labelsOfSet (sets[static_cast<int> (set)]))
            ids.push_back (static_cast<int> (std::ranges::lower_bound (list.labels, label) -
                                             list.labels.begin ()));
    }
    for (auto& file : found.files)
        if (auto& labels = file.file.facts.labels; labels >= 0)
            labels = numberOfSet[static_cast<std::size_t> (labels)];
}

std::vector<std::string> namesOf (const NameTable& table)
{
    std::vector<std::string> names;
    for (std::size_t index = 0; index < table.size (); ++index)
        names.push_back (table[static_cast<int> (index)]);
    return names;
}

Result<void> checkColumns (const FoundFiles& found, const InputOptions& options)
{
    if (found.numTables > 0 || ! options.boxTable.empty () || options.columns == TableColumns ())
        return {};
    return Error {
        ErrorCode::badUsage,
        "--columns is for lists and tables, but no INPUT is a list and --labels is not a table",
        {}};
}

/** Applies all facts to the found files. Returns whether there are splits. */
Result<bool> applyFacts (Storage& storage, FolderTable& folders, FoundFiles& found,
                         const InputOptions& options)
{
    if (options.labels == LabelMode::table)
        MELSTROM_TRY (applyTable (storage, folders, found, options));
    MELSTROM_TRY (applyPattern (found, options));
    MELSTROM_TRY (checkColumns (found, options));
    const bool boxesHaveLabels = ! options.boxTable.empty ();
    if (options.labels == LabelMode::folders && ! boxesHaveLabels)
        labelByTars (storage, found);
    if (! boxesHaveLabels)
        applyFolderLabels (found, options);
    if (const auto duplicates = duplicatesFileOf (options))
        MELSTROM_TRY (groupByDuplicates (storage, folders, found, *duplicates));
    else
        MELSTROM_TRY (applyGroups (found, options));
    return applySplits (found, options);
}

} // namespace

std::string groupNameOf (const InputOptions& options)
{
    const bool isNamed = ! options.splitBy.empty () && options.splitBy != kGroupsAreFolders &&
                         ! duplicatesFileOf (options);
    return isNamed ? options.splitBy : "group";
}

bool Annotations::hasSeveralLabels () const
{
    return std::ranges::any_of (labelSets, [] (const auto& set) { return set.size () > 1; });
}

Result<InputList> collectInputs (Storage& storage, const InputOptions& options)
{
    FolderTable folders (storage);
    MELSTROM_TRY_VALUE (auto found, findFiles (storage, folders, options));
    MELSTROM_TRY_VALUE (const auto hasSplits, applyFacts (storage, folders, found, options));

    if (! options.boxTable.empty ())
        MELSTROM_TRY (cutBoxes (storage, found, options));

    InputList list;
    list.hasSplits = hasSplits;
    numberLabels (found, list);
    list.notes.folds = namesOf (found.names.folds);
    list.notes.groups = namesOf (found.names.groups);
    list.notes.targetNames = options.columns.targets;
    list.notes.targets = std::move (found.names.targets);
    list.notes.boxes = std::move (found.boxes);
    list.files.reserve (found.files.size ());
    for (auto& file : found.files)
        list.files.push_back (std::move (file.file));
    list.skipped = std::move (found.skipped);
    list.warnings = std::move (found.warnings);
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
    const auto addName = [&add] (const std::vector<std::string>& names, int number)
    { add (number < 0 ? std::string_view () : names[static_cast<std::size_t> (number)]); };
    for (const InputFile& file : list.files)
    {
        add (file.path);
        add (file.relativePath ());
        add (std::to_string (file.split));
        if (file.facts.labels >= 0)
            for (const int id : list.notes.labelSets[static_cast<std::size_t> (file.facts.labels)])
                add (list.labels[static_cast<std::size_t> (id)]);
        addName (list.notes.folds, file.facts.fold);
        addName (list.notes.groups, file.facts.group);
        add (std::to_string (file.facts.targets));
        if (file.facts.box >= 0)
            add (limitsText (list.notes.boxes[static_cast<std::size_t> (file.facts.box)]));
    }
    const auto targets = std::as_bytes (std::span (list.notes.targets));
    hash = hashBytes ({reinterpret_cast<const char*> (targets.data ()), targets.size ()}, hash);
    for (const auto& [extension, count] : list.skipped.byExtension ())
    {
        add (extension);
        add (std::to_string (count));
    }
    return hash;
}

} // namespace melstrom
