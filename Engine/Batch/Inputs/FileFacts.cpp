#include "Engine/Batch/Inputs/FileFacts.h"

#include "Engine/Batch/Inputs/InputList.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace melstrom
{

namespace
{

/** NaN equals NaN here: both mean "not given". */
bool sameBits (float first, float second) noexcept
{
    return std::bit_cast<std::uint32_t> (first) == std::bit_cast<std::uint32_t> (second);
}

std::string versus (const std::string& verb, const std::string& here, const std::string& before)
{
    return verb + " " + printable (here) + " here but " + printable (before) + " before";
}

void setIfUnsaid (int& fact, int said) noexcept
{
    if (fact < 0)
        fact = said;
}

} // namespace

int NameTable::numberOf (std::string_view name)
{
    if (name.empty ())
        return -1;
    if (last_ >= 0 && (*this)[last_] == name)
        return last_;
    if (const auto known = numbers_.find (name); known != numbers_.end ())
        return last_ = known->second;
    last_ = static_cast<int> (names_.size ());
    numbers_.emplace (names_.emplace_back (name), last_);
    return last_;
}

std::string joinedLabels (std::string_view labels)
{
    std::string joined (labels);
    std::ranges::replace (joined, '\0', kLabelJoint);
    return joined;
}

void addLabel (std::string& labels, std::string_view label)
{
    if (label.empty ())
        return;
    for (std::size_t at = 0; at < labels.size ();)
    {
        const auto end = std::min (labels.find ('\0', at), labels.size ());
        if (std::string_view (labels).substr (at, end - at) == label)
            return;
        at = end + 1;
    }
    if (! labels.empty ())
        labels += '\0';
    labels += label;
}

void addLabels (std::string& labels, std::string_view field, const std::string& separator)
{
    for (bool isLast = false; ! isLast;)
    {
        const auto end = separator.empty () ? field.npos : field.find (separator);
        isLast = end == field.npos;
        addLabel (labels, trimmed (field.substr (0, end)));
        field.remove_prefix (isLast ? field.size () : end + separator.size ());
    }
}

std::string FactNames::contradiction (const RowFacts& row, const FileFacts& facts) const
{
    if (labelSets.isOther (facts.labels, row.labels))
        return versus ("is labelled", joinedLabels (row.labels),
                       joinedLabels (labelSets[facts.labels]));
    if (row.split >= 0 && facts.split >= 0 && row.split != facts.split)
        return versus ("is in", kSplitNames[row.split], kSplitNames[facts.split]);
    if (folds.isOther (facts.fold, row.fold))
        return versus ("is in fold", row.fold, folds[facts.fold]);
    if (groups.isOther (facts.group, row.group))
        return versus ("is in group", row.group, groups[facts.group]);
    if (row.targets.empty () || facts.targets < 0)
        return {};
    const auto width = static_cast<std::ptrdiff_t> (row.targets.size ());
    const bool isSame = std::equal (row.targets.begin (), row.targets.end (),
                                    targets.begin () + facts.targets * width, sameBits);
    return isSame ? "" : "has different targets here and before";
}

std::string FactNames::add (const RowFacts& row, FileFacts& facts)
{
    auto clash = contradiction (row, facts);
    if (clash.empty ())
        addUnsaid (row, facts);
    return clash;
}

void FactNames::addUnsaid (const RowFacts& row, FileFacts& facts)
{
    setIfUnsaid (facts.labels, labelSets.numberOf (row.labels));
    setIfUnsaid (facts.split, row.split);
    setIfUnsaid (facts.fold, folds.numberOf (row.fold));
    setIfUnsaid (facts.group, groups.numberOf (row.group));
    if (row.targets.empty () || facts.targets >= 0)
        return;
    facts.targets = static_cast<int> (targets.size () / row.targets.size ());
    targets.insert (targets.end (), row.targets.begin (), row.targets.end ());
}

} // namespace melstrom
