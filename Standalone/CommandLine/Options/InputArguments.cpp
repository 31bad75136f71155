#include "Standalone/CommandLine/Options/ModeArguments.h"

#include "Engine/Batch/Inputs/NamePattern.h"
#include "Standalone/CommandLine/Options/OptionValues.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace melstrom
{

namespace
{

constexpr const char* ratiosAllowed = "three numbers from 0 on, not all 0, such as 8:1:1";

Result<void> readLabels (const ParsedArguments& parsed, InputOptions& inputs)
{
    const auto labels = parsed.value ("--labels").value_or ("folders");
    inputs.labels = labels == "folders" ? LabelMode::folders
                    : labels == "none"  ? LabelMode::none
                                        : LabelMode::table;
    if (inputs.labels != LabelMode::table)
        return {};
    std::error_code failed;
    if (! std::filesystem::is_regular_file (labels, failed))
        return badValue ("--labels", labels, "folders, none or a CSV file that is there");
    inputs.labelTable = labels;
    return {};
}

Result<void> readBoxes (const ParsedArguments& parsed, InputOptions& inputs)
{
    const auto table = parsed.value ("--boxes");
    if (! table)
        return {};
    std::error_code failed;
    if (! std::filesystem::is_regular_file (*table, failed))
        return badValue ("--boxes", *table, "a table of marks that is there");
    inputs.boxTable = *table;
    if (parsed.has ("--labels") && inputs.labels != LabelMode::none)
        return Error {ErrorCode::badUsage,
                      "--labels and --boxes both set the labels; leave one out, or give --labels "
                      "none",
                      {}};
    return {};
}

Result<void> readSeparator (const ParsedArguments& parsed, InputOptions& inputs)
{
    const auto separator = parsed.value ("--label-separator").value_or (inputs.labelSeparator);
    inputs.labelSeparator = separator == "none" ? "" : separator;
    return {};
}

Result<void> readPattern (const ParsedArguments& parsed, InputOptions& inputs)
{
    inputs.labelPattern = parsed.value ("--label-pattern").value_or ("");
    if (inputs.labelPattern.empty ())
        return {};
    const auto pattern = NamePattern::parse (inputs.labelPattern);
    if (! pattern)
        return badValue ("--label-pattern", inputs.labelPattern,
                         "a pattern such as {label}_{speaker}_{index}.wav; " +
                             pattern.error ().message);
    if (pattern->hasField ("label") && parsed.has ("--labels"))
        return Error {ErrorCode::badUsage,
                      "--labels and a --label-pattern with {label} both set the labels; give one",
                      {}};
    return {};
}

/** Place for a role's column; null: unknown role. Repeatable roles get a new place. */
std::string* columnOfRole (std::string_view role, TableColumns& columns)
{
    if (role == "label")
        return &columns.labels.emplace_back ();
    if (role == "target")
        return &columns.targets.emplace_back ();
    return role == "path"    ? &columns.path
           : role == "split" ? &columns.split
           : role == "fold"  ? &columns.fold
           : role == "group" ? &columns.group
                             : nullptr;
}

Result<void> readColumns (const ParsedArguments& parsed, InputOptions& inputs)
{
    const auto text = parsed.value ("--columns").value_or ("");
    for (std::size_t at = 0; at < text.size ();)
    {
        const auto end = std::min (text.find (',', at), text.size ());
        const auto pair = std::string_view (text).substr (at, end - at);
        const auto equals = pair.find ('=');
        const bool hasName = equals != pair.npos && equals + 1 < pair.size ();
        auto* column = hasName ? columnOfRole (pair.substr (0, equals), inputs.columns) : nullptr;
        if (column == nullptr || ! column->empty ())
            return badValue ("--columns", text,
                             "ROLE=NAME with commas between them, such as "
                             "path=filename,label=category; a role is path, label, split, fold, "
                             "group or target; label and target can be given several times");
        *column = pair.substr (equals + 1);
        at = end + 1;
    }
    return {};
}

/** Parses "8:1:1"; empty if invalid. */
std::vector<double> parseRatios (std::string_view text)
{
    constexpr double most = 1e9;
    std::vector<double> ratios;
    for (bool isLast = false; ! isLast;)
    {
        const auto colon = text.find (':');
        isLast = colon == std::string_view::npos;
        const auto ratio = parseReal (text.substr (0, colon));
        if (! ratio || *ratio < 0 || *ratio > most)
            return {};
        ratios.push_back (*ratio);
        text.remove_prefix (isLast ? text.size () : colon + 1);
    }
    const bool isSound =
        ratios.size () == 3 && std::accumulate (ratios.begin (), ratios.end (), 0.0) > 0;
    return isSound ? ratios : std::vector<double> {};
}

Result<void> readSplit (const ParsedArguments& parsed, InputOptions& inputs)
{
    constexpr std::string_view foldMark = "fold=";
    const auto split = parsed.value ("--split");
    if (! split)
        inputs.splits = SplitMode::listed;
    else if (*split == "folders" || *split == "none")
        inputs.splits = *split == "none" ? SplitMode::none : SplitMode::folders;
    else if (split->starts_with (foldMark) && split->size () > foldMark.size ())
    {
        inputs.splits = SplitMode::fold;
        inputs.testFold = split->substr (foldMark.size ());
    }
    else
    {
        inputs.splits = SplitMode::ratio;
        inputs.ratios = parseRatios (*split);
        if (inputs.ratios.empty ())
            return badValue ("--split", *split,
                             std::string ("folders, fold=NAME, none or ") + ratiosAllowed);
    }
    return {};
}

Result<void> readStableSplit (const ParsedArguments& parsed, InputOptions& inputs)
{
    const auto split = parsed.value ("--split-stable");
    if (! split)
        return {};
    if (parsed.has ("--split"))
        return Error {
            ErrorCode::badUsage, "--split and --split-stable both set the splits; give one", {}};
    inputs.splits = SplitMode::stable;
    inputs.ratios = parseRatios (*split);
    if (inputs.ratios.empty ())
        return badValue ("--split-stable", *split, ratiosAllowed);
    return {};
}

Result<void> readSplitBy (const ParsedArguments& parsed, InputOptions& inputs)
{
    inputs.splitBy = parsed.value ("--split-by").value_or ("");
    if (inputs.splitBy.empty ())
        return {};
    if (inputs.splits != SplitMode::ratio && inputs.splits != SplitMode::stable)
        return Error {ErrorCode::badUsage,
                      "--split-by names groups that a ratio must not divide; give --split R:R:R or "
                      "--split-stable R:R:R with it",
                      {}};
    if (! inputs.columns.group.empty ())
        return Error {ErrorCode::badUsage,
                      "--split-by and --columns group= both set the groups; give one",
                      {}};
    return {};
}

} // namespace

Result<void> readInputOptions (const ParsedArguments& parsed, InputOptions& inputs)
{
    for (const auto read : {readLabels, readBoxes, readSeparator, readPattern, readColumns,
                            readSplit, readStableSplit, readSplitBy})
        MELSTROM_TRY (read (parsed, inputs));
    return {};
}

} // namespace melstrom
