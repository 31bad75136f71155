#include "Engine/Batch/Dataset/PlanSteps.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Inputs/RatioSplit.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <map>
#include <string>

namespace melstrom
{

namespace
{

/** The hash of the file's group; of the file itself if it has no group, of the recording of a box.
 */
std::uint64_t splitHash (const DatasetPlan& plan, const PlannedFile& file)
{
    const int group = file.facts.group;
    return hashOfName (group < 0 ? pathOfSound (file.relativePath (), file.facts)
                                 : plan.notes.groups[static_cast<std::size_t> (group)]);
}

void divideByHash (DatasetPlan& plan, const std::vector<double>& ratios)
{
    for (PlannedFile& file : plan.files)
        file.split = static_cast<std::int8_t> (splitOfHash (splitHash (plan, file), ratios));
}

void divideUsable (DatasetPlan& plan, const std::vector<double>& ratios)
{
    std::vector<SplitItem> items;
    const PlannedFile* before = nullptr;
    auto recording = static_cast<int> (plan.notes.groups.size ()); // a group of its boxes
    for (const PlannedFile& file : plan.files)
    {
        recording += before != nullptr && ! plan.isSameRecording (*before, file) ? 1 : 0;
        before = &file;
        const bool isGroup = file.facts.group < 0 && plan.boxOf (file) != nullptr;
        if (file.numRows > 0)
            items.push_back ({splitHash (plan, file), plan.labelIdOf (file),
                              isGroup ? recording : file.facts.group});
    }
    const auto splits = divideByRatio (items, ratios);
    auto next = splits.begin ();
    for (PlannedFile& file : plan.files)
        if (file.numRows > 0)
            file.split = static_cast<std::int8_t> (*next++);
}

void warnOfAlikeLabels (DatasetPlan& plan)
{
    std::map<std::string, int> counts;
    for (const std::string& label : plan.labels)
        if (++counts[validText (label)] == 2)
            plan.warnings.push_back (
                "several labels read " + printable (validText (label)) +
                " in UTF-8; their numbers differ, but tools that take the text "
                "of a label see one; rename the folders or lines");
}

void warnOfLabels (DatasetPlan& plan)
{
    warnOfAlikeLabels (plan);
    int only = -1;
    bool hasSeveral = false;
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0)
            for (const int label : plan.labelsOf (file))
            {
                hasSeveral = hasSeveral || (only >= 0 && label != only);
                only = label;
            }
    if (only < 0)
        plan.warnings.push_back ("no file has a label; use --labels none if labels are not wanted");
    else if (! hasSeveral)
        plan.warnings.push_back ("there is only one label, " +
                                 printable (plan.labels[static_cast<std::size_t> (only)]) +
                                 "; use --labels none if labels are not wanted");
}

/** True if the options ask for files in this split. */
bool isWanted (const InputOptions& options, std::size_t split)
{
    constexpr std::size_t validation = 1;
    if (options.splits == SplitMode::ratio || options.splits == SplitMode::stable)
        return split < options.ratios.size () && options.ratios[split] > 0;
    return options.splits != SplitMode::fold || split != validation;
}

} // namespace

void divideFiles (DatasetPlan& plan, const InputOptions& options)
{
    if (options.splits == SplitMode::ratio)
        divideUsable (plan, options.ratios);
    else if (options.splits == SplitMode::stable)
        divideByHash (plan, options.ratios);
}

void warnOfGaps (DatasetPlan& plan, const InputOptions& options)
{
    const bool hasUsable =
        std::ranges::any_of (plan.numFiles, [] (auto count) { return count > 0; });
    if (! hasUsable)
        return;
    if (options.labels != LabelMode::none)
        warnOfLabels (plan);
    for (std::size_t split = 0; plan.hasSplits && split < plan.numFiles.size (); ++split)
        if (plan.numFiles[split] == 0 && isWanted (options, split))
            plan.warnings.push_back (std::string ("the split ") + kSplitNames[split] +
                                     " has no files, and so no arrays");
}

} // namespace melstrom
