#include "Standalone/CommandLine/Report/DifferenceText.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/Version.h"
#include "Engine/Report/ReportJson.h"
#include "Standalone/CommandLine/Report/HtmlText.h"
#include "Standalone/CommandLine/Report/SvgPlots.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
using enum TextTable::Side;
constexpr std::size_t kMedian = 3; // of kShares

std::string medianText (const Distribution& distribution)
{
    return distribution.count > 0
               ? valueText (*distribution.measure, distribution.quantiles[kMedian])
               : "-";
}

std::string totalsText (const DatasetReport& first, const DatasetReport& second)
{
    TextTable table ({left, right, right});
    table.addHeading ({"", "first", "second"});
    const auto addCount = [&] (const char* name, std::int64_t a, std::int64_t b) {
        table.addRow ({name, groupedText (a), groupedText (b)});
    };
    addCount ("files", first.all.numFiles, second.all.numFiles);
    addCount ("failed", first.numFailed, second.numFailed);
    addCount ("rows", first.all.numRows, second.all.numRows);
    table.addRow ({"sound", lengthText (first.all.seconds), lengthText (second.all.seconds)});
    addCount ("labels", static_cast<std::int64_t> (first.labels.size ()),
              static_cast<std::int64_t> (second.labels.size ()));
    for (std::size_t i = 0; i < first.distributions.size (); ++i)
        table.addRow ({"median of: " + std::string (first.distributions[i].measure->title),
                       medianText (first.distributions[i]), medianText (second.distributions[i])});
    return table.text ();
}

std::string namesText (const std::string& heading, const std::vector<std::string>& names)
{
    if (names.empty ())
        return {};
    std::string text =
        heading + ": " + groupedText (static_cast<std::int64_t> (names.size ())) + "\n";
    for (std::size_t i = 0; i < std::min (kMostListed, names.size ()); ++i)
        text += "  " + printable (names[i]) + "\n";
    return text + (names.size () > kMostListed ? "  ...\n" : "");
}

std::string filesText (const std::string& heading, const std::vector<FileDifference>& files)
{
    if (files.empty ())
        return {};
    const auto shown = [] (const std::string& text)
    { return text.empty () ? "-" : printable (text); };
    std::string text =
        heading + ": " + groupedText (static_cast<std::int64_t> (files.size ())) + "\n";
    for (std::size_t i = 0; i < std::min (kMostListed, files.size ()); ++i)
        text += "  " + printable (files[i].file) + ": " + shown (files[i].first) + " -> " +
                shown (files[i].second) + "\n";
    return text + (files.size () > kMostListed ? "  ...\n" : "");
}

Json filesJson (const std::vector<FileDifference>& files)
{
    auto list = Json::array ();
    for (const auto& file : files)
        list.push_back ({{"file", file.file}, {"first", file.first}, {"second", file.second}});
    return list;
}

Json sideJson (const ComparedDataset& dataset)
{
    const auto& report = dataset.report;
    Json json {{"folder", dataset.source.dataset.folder},
               {"spec_hash", dataset.source.texts.specHash},
               {"plan_hash", dataset.source.texts.planHash},
               {"files", report.all.numFiles},
               {"failed", report.numFailed},
               {"rows", report.all.numRows},
               {"seconds", report.all.seconds}};
    for (const auto& distribution : report.distributions)
        json["distributions"][std::string (distribution.measure->key)] =
            distributionJson (distribution);
    return json;
}
} // namespace

std::string specTable (const std::vector<SpecDifference>& differences, const std::string& first,
                       const std::string& second)
{
    constexpr int meaningColumns = 48;
    TextTable table ({left, left, left, left});
    table.addHeading ({"key", first, second, "meaning"});
    for (auto [name, meaning, a, b] : differences)
        for (const auto& line : wrappedLines (meaning, meaningColumns))
            table.addRow (
                {std::exchange (name, ""), std::exchange (a, ""), std::exchange (b, ""), line});
    return table.text ();
}

std::string differenceText (const ComparedDataset& first, const ComparedDataset& second,
                            const DatasetDifference& difference)
{
    std::string text = "first   " + printable (first.source.dataset.folder) + "\nsecond  " +
                       printable (second.source.dataset.folder) + "\n\n" +
                       (difference.spec.empty () ? "Same spec.\n"
                                                 : specTable (difference.spec, "first", "second")) +
                       "\n" + totalsText (first.report, second.report) + "\n";
    text += namesText ("Labels in the first only", difference.labelsInFirst) +
            namesText ("Labels in the second only", difference.labelsInSecond) +
            namesText ("Files in the first only", difference.filesInFirst) +
            namesText ("Files in the second only", difference.filesInSecond) +
            filesText ("Other content", difference.contents) +
            filesText ("Other labels", difference.labels) +
            filesText ("Other splits", difference.splits) +
            filesText ("Other status", difference.statuses);
    text += countText (difference.numShared, "file is", "files are") + " in both";
    text += difference.numOtherRows > 0 ? "; rows of " + groupedText (difference.numOtherRows) +
                                              " with the same content differ\n"
                                        : "\n";
    if (difference.bandShift && difference.spec.empty ())
        text += "Means of the bands differ by at most " + shownNumber (*difference.bandShift) +
                " deviations\n";
    return difference.isSame () ? text + "The two datasets are the same.\n" : text;
}

Json differenceJson (const ComparedDataset& first, const ComparedDataset& second,
                     const DatasetDifference& difference)
{
    Json json {{"melstrom", kVersion},
               {"same", difference.isSame ()},
               {"first", sideJson (first)},
               {"second", sideJson (second)},
               {"shared_files", difference.numShared},
               {"other_rows", difference.numOtherRows}};
    json["spec"] = Json::array ();
    for (const auto& key : difference.spec)
        json["spec"].push_back ({{"key", key.key}, {"first", key.first}, {"second", key.second}});
    json["labels_in_first"] = difference.labelsInFirst;
    json["labels_in_second"] = difference.labelsInSecond;
    json["files_in_first"] = difference.filesInFirst;
    json["files_in_second"] = difference.filesInSecond;
    json["contents"] = filesJson (difference.contents);
    json["labels"] = filesJson (difference.labels);
    json["splits"] = filesJson (difference.splits);
    json["statuses"] = filesJson (difference.statuses);
    if (difference.bandShift)
        json["band_shift"] = *difference.bandShift;
    return json;
}

} // namespace melstrom
