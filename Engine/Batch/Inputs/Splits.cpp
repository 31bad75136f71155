#include "Engine/Batch/Inputs/FactSources.h"

#include "Engine/Batch/Inputs/FileCount.h"
#include "Engine/Batch/Inputs/Groups/DuplicateSets.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Inputs/RatioSplit.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

void splitByFolders (FoundFiles& found)
{
    FileCount elsewhere;
    for (auto& file : found.files)
    {
        const auto split = file.isBelowInput ? splitOfFolders (file.relativePath ()) : std::nullopt;
        file.file.split = split.value_or (0);
        if (! split)
            elsewhere.add (file);
    }
    const std::string place =
        "not in a folder named train*, val*, dev* or test* directly below an input, and ";
    elsewhere.warn (found.warnings, "is " + place + "counts as training",
                    "are " + place + "count as training");
}

bool splitAsListed (FoundFiles& found)
{
    FileCount unsaid;
    bool hasSplits = false;
    for (auto& file : found.files)
    {
        file.file.split = std::max (0, file.file.facts.split);
        hasSplits = hasSplits || file.file.facts.split >= 0;
        if (file.file.facts.split < 0)
            unsaid.add (file);
    }
    if (hasSplits)
        unsaid.warn (found.warnings,
                     "has no split, while other files have one, and counts as training",
                     "have no split, while other files have one, and count as training");
    return hasSplits;
}

Error noSuchFold (const FactNames& names, const std::string& fold)
{
    constexpr std::size_t mostNamed = 12;
    std::vector<std::string> folds;
    for (std::size_t index = 0; index < names.folds.size (); ++index)
        folds.push_back (printable (names.folds[static_cast<int> (index)]));
    std::ranges::sort (folds);
    std::string text;
    for (std::size_t index = 0; index < std::min (folds.size (), mostNamed); ++index)
        text += (index > 0 ? ", " : "") + folds[index];
    if (folds.size () > mostNamed)
        text += " and more";
    return {ErrorCode::badUsage,
            "--split fold=" + printable (fold) + ": no file is in that fold; " +
                (folds.empty ()
                     ? "no list, table or --label-pattern has a column or field named fold; "
                       "--columns fold=NAME names another column."
                     : "the folds are " + text + "."),
            {}};
}

Result<void> splitByFold (FoundFiles& found, const std::string& testFold)
{
    constexpr int training = 0, testing = 2;
    FileCount unsaid;
    bool isThere = false;
    for (auto& file : found.files)
    {
        const int fold = file.file.facts.fold;
        const bool isTest = fold >= 0 && found.names.folds[fold] == testFold;
        file.file.split = isTest ? testing : training;
        isThere = isThere || isTest;
        if (fold < 0)
            unsaid.add (file);
    }
    if (! isThere)
        return noSuchFold (found.names, testFold);
    unsaid.warn (found.warnings, "has no fold, and counts as training",
                 "have no fold, and count as training");
    return {};
}

} // namespace

std::optional<int> splitNamed (std::string_view name)
{
    const auto lower = asciiLowerCase (name);
    if (lower.starts_with ("train"))
        return 0;
    if (lower.starts_with ("val") || lower.starts_with ("dev"))
        return 1;
    if (lower.starts_with ("test"))
        return 2;
    return std::nullopt;
}

std::optional<int> splitOfFolders (std::string_view relativePath)
{
    const auto slash = relativePath.find ('/');
    return slash == relativePath.npos ? std::nullopt : splitNamed (relativePath.substr (0, slash));
}

Result<void> applyGroups (FoundFiles& found, const InputOptions& options)
{
    const bool areFolders = options.splitBy == kGroupsAreFolders;
    if (! areFolders && ! found.hasGroups)
    {
        if (options.splitBy.empty ())
            return {};
        return Error {ErrorCode::badUsage,
                      "--split-by " + printable (options.splitBy) +
                          ": no list, table or --label-pattern has a column or field of that name.",
                      {}};
    }
    FileCount alone;
    for (auto& file : found.files)
    {
        auto& group = file.file.facts.group;
        if (areFolders)
            group = found.names.groups.numberOf (folderOf (file.relativePath ()));
        if (group < 0)
            alone.add (file);
    }
    if (options.splits == SplitMode::ratio || options.splits == SplitMode::stable)
        alone.warn (found.warnings, "has no group, and is assigned on its own",
                    "have no group, and each of them is assigned on its own");
    return {};
}

std::optional<std::string> duplicatesFileOf (const InputOptions& options)
{
    const std::string_view asked = "duplicates", withFile = "duplicates=";
    if (options.splitBy == asked)
        return options.excludedFolder + "/" + kDuplicatesJsonName;
    if (options.splitBy.starts_with (withFile))
        return options.splitBy.substr (withFile.size ());
    return std::nullopt;
}

Result<void> groupByDuplicates (Storage& storage, FolderTable& folders, FoundFiles& found,
                                const std::string& resultPath)
{
    std::vector<GroupedPath> paths;
    for (const auto& file : found.files)
        paths.push_back ({file.file.path, file.relativePath (), file.file.facts.group});
    const auto placeOf = [&folders] (std::string_view path) { return folders.keyOf (path); };
    MELSTROM_TRY_VALUE (const auto duplicates, duplicateSets (storage, placeOf, resultPath, paths));
    if (duplicates.warning)
        found.warnings.push_back (*duplicates.warning);
    const auto& sets = duplicates.firstOf;
    std::vector<int> sizes (sets.size ());
    for (const auto set : sets)
        ++sizes[set];
    for (std::size_t index = 0; index < sets.size (); ++index)
        if (sizes[sets[index]] > 1)
            found.files[index].file.facts.group = found.names.groups.numberOf (
                std::string (found.files[sets[index]].relativePath ()));
    return {};
}

Result<bool> applySplits (FoundFiles& found, const InputOptions& options)
{
    switch (options.splits)
    {
        case SplitMode::none: return false;
        case SplitMode::listed: return splitAsListed (found);
        case SplitMode::folders: splitByFolders (found); return true;
        case SplitMode::fold: MELSTROM_TRY (splitByFold (found, options.testFold)); return true;
        case SplitMode::ratio:
        case SplitMode::stable: MELSTROM_TRY (checkRatios (options.ratios)); return true;
    }
    return false;
}

} // namespace melstrom
