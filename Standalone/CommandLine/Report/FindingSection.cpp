// The files that stand out, with their pictures.
#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Report/HtmlText.h"
#include "Standalone/CommandLine/Report/ReportSections.h"
#include "Standalone/CommandLine/Report/SvgPlots.h"

#include <filesystem>

namespace melstrom
{

namespace
{
std::string labelsOf (const ReportFile& file, const ReportSource& source)
{
    std::string text;
    for (const int label : source.labelSets[static_cast<std::size_t> (file.labelSet)])
        text +=
            (text.empty () ? "" : ", ") + source.dataset.labels[static_cast<std::size_t> (label)];
    return text;
}

std::string measuresOf (const ReportFile& file)
{
    std::string text;
    for (const auto& measure : measures ())
    {
        const auto value = measure.valueOf (file);
        const bool isNothing = value && *value == 0 && measure.key != "floor_ratio";
        if (value && ! isNothing)
            text += (text.empty () ? "" : " \u00B7 ") + std::string (measure.title) + " " +
                    valueText (measure, *value);
    }
    return text;
}

std::string fileCard (std::int32_t index, const ReportSource& source,
                      const ReportPictures& pictures)
{
    const auto& file = source.files[static_cast<std::size_t> (index)];
    const std::string path (file.line.path);
    const auto name = path.substr (path.rfind ('/') + 1);
    std::string html;
    if (const auto picture = pictures.find (index); picture != pictures.end ())
        html += "<img alt=\"Features of " + htmlText (name) + "\" src=\"data:image/png;base64," +
                base64 (picture->second) + "\">";
    html += "<div class=\"path\" title=\"" + htmlText (path) + "\">" + htmlText (name) + "</div>";
    if (const auto labels = labelsOf (file, source); ! labels.empty ())
        html += element ("small", "", htmlText (labels));
    html += element ("small", "", htmlText (measuresOf (file)));
    return element ("div", "card file", html);
}
} // namespace

std::string findingsSection (const DatasetReport& report, const ReportSource& source,
                             const ReportPictures& pictures)
{
    std::string html;
    for (const auto& finding : report.findings)
    {
        if (finding.numFiles == 0)
            continue;
        std::string cards;
        for (const auto index : finding.worst)
            cards += fileCard (index, source, pictures);
        const bool isAll = finding.numFiles == static_cast<std::int64_t> (finding.worst.size ());
        html += "<h2>" + htmlText (finding.kind->title) + "</h2>" +
                element ("p", "soft",
                         countText (finding.numFiles, "file") + ": " +
                             htmlText (finding.kind->meaning) + "." +
                             (isAll ? "" : " The worst come first; the others are left out.")) +
                element ("div", "grid", cards);
    }
    return html;
}

} // namespace melstrom
