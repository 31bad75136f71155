// Labels and splits, distributions, and bands.
#include "Engine/Batch/Inputs/InputList.h"
#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Report/HtmlText.h"
#include "Standalone/CommandLine/Report/ReportSections.h"
#include "Standalone/CommandLine/Report/SvgPlots.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostLabels = 400;
constexpr const char* kSplitColours[] {"s0", "s1", "s2"};

/** Bars of the three splits beside each other; of all files without splits. */
std::string meterOf (const LabelTotals& label, bool hasSplits, std::int64_t most)
{
    std::string bars;
    for (std::size_t split = 0; split < (hasSplits ? label.splits.size () : 1); ++split)
    {
        const auto count = hasSplits ? label.splits[split].numFiles : label.all.numFiles;
        if (count > 0)
            bars +=
                "<i class=\"" + std::string (kSplitColours[split]) + "\" style=\"width:" +
                fixedText (100.0 * static_cast<double> (count) / static_cast<double> (most), 2) +
                "%\" title=\"" + (hasSplits ? std::string (kSplitNames[split]) + ": " : "") +
                groupedText (count) + "\"></i>";
    }
    return element ("div", "meter", bars);
}

std::string splitTable (const DatasetReport& report)
{
    std::string rows = "<tr><th>Split</th><th class=\"number\">Files</th><th "
                       "class=\"number\">Rows</th><th class=\"number\">Sound</th></tr>";
    for (std::size_t split = 0; split < report.splits.size (); ++split)
        rows += "<tr><td><span class=\"key " + std::string (kSplitColours[split]) + "\"></span>" +
                kSplitNames[split] + "</td><td class=\"number\">" +
                groupedText (report.splits[split].numFiles) + "</td><td class=\"number\">" +
                groupedText (report.splits[split].numRows) + "</td><td class=\"number\">" +
                lengthText (report.splits[split].seconds) + "</td></tr>";
    return element ("div", "card", element ("table", "", rows)) + "<p></p>";
}

std::string labelTable (const DatasetReport& report, bool hasSplits)
{
    std::vector<const LabelTotals*> sorted;
    std::int64_t most = 1;
    for (const auto& label : report.labels)
    {
        sorted.push_back (&label);
        most = std::max (most, label.all.numFiles);
    }
    std::ranges::stable_sort (sorted, [] (const auto* one, const auto* other)
                              { return one->all.numFiles > other->all.numFiles; });
    std::string rows = "<tr><th>Label</th><th>Files</th><th class=\"number\"></th><th "
                       "class=\"number\">Rows</th><th class=\"number\">Sound</th></tr>";
    for (std::size_t i = 0; i < std::min (kMostLabels, sorted.size ()); ++i)
    {
        const auto& label = *sorted[i];
        rows += "<tr><td class=\"path\">" + htmlText (label.name) +
                "</td><td style=\"width:45%\">" + meterOf (label, hasSplits, most) +
                "</td><td class=\"number\">" + groupedText (label.all.numFiles) +
                "</td><td class=\"number\">" + groupedText (label.all.numRows) +
                "</td><td class=\"number\">" + lengthText (label.all.seconds) + "</td></tr>";
    }
    return element ("div", "card scroll", element ("table", "", rows)) +
           (sorted.size () > kMostLabels
                ? element ("p", "soft", "report.json has all labels; these are the largest.")
                : "");
}
} // namespace

std::string labelsSection (const DatasetReport& report, const ReportSource& source)
{
    const bool hasSplits = source.texts.hasSplits;
    std::string html = hasSplits ? "<h2>Splits</h2>" + splitTable (report) : "";
    if (report.labels.empty ())
        return html;
    html += "<h2>Labels</h2>";
    if (report.unlabelled.numFiles > 0)
        html += element ("p", "soft",
                         countText (report.unlabelled.numFiles, "file has", "files have") +
                             " no label.");
    return html + labelTable (report, hasSplits);
}

std::string distributionsSection (const DatasetReport& report)
{
    std::string cards;
    for (const auto& distribution : report.distributions)
    {
        const auto& measure = *distribution.measure;
        if (distribution.count == 0)
            continue;
        const auto text = [&] (std::size_t share)
        { return htmlText (valueText (measure, distribution.quantiles[share])); };
        std::string numbers = "median " + text (3) + ", 5 to 95 %: " + text (1) + " to " + text (5);
        if (distribution.numZero > 0)
            numbers += "; none in " + countText (distribution.numZero, "file");
        cards += element ("div", "card",
                          element ("h3", "", htmlText (measure.title)) +
                              element ("small", "", htmlText (measure.meaning)) +
                              histogramSvg (distribution) + element ("small", "", numbers));
    }
    if (cards.empty ())
        return {};
    return "<h2>Distributions over the files</h2>" + element ("div", "grid", cards);
}

std::string bandsSection (const DatasetReport& report)
{
    if (report.features.bands.empty () || report.features.numValues == 0)
        return {};
    const std::string keys =
        "<span class=\"key\" style=\"background:var(--wide)\"></span>5 to 95 %"
        "<span class=\"key\" style=\"background:var(--narrow)\"></span>25 to 75 %"
        "<span class=\"key\" style=\"background:var(--bar)\"></span>median"
        "<span class=\"key\" style=\"background:var(--bar2)\"></span>mean";
    return "<h2>Values of each band</h2>" +
           element ("p", "soft",
                    "Of all " + groupedText (report.features.numValues) +
                        " stored values, as they are stored.") +
           element ("div", "card", keys + bandsSvg (report.features.bands));
}

} // namespace melstrom
