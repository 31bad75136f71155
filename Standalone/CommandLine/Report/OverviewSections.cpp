// Overview, warnings and failures.
#include "Engine/Core/NumberText.h"
#include "Engine/Report/Loudness.h"
#include "Standalone/CommandLine/Report/HtmlText.h"
#include "Standalone/CommandLine/Report/ReportSections.h"
#include "Standalone/CommandLine/Report/SvgPlots.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostFailures = 200;

std::string fact (const std::string& number, const std::string& what, bool isAlert = false)
{
    return element ("div", isAlert ? "card fact alert" : "card fact",
                    "<b>" + htmlText (number) + "</b>" + element ("span", "", htmlText (what)));
}

std::string fact (std::int64_t count, const char* one, const char* several, bool isAlert = false)
{
    return fact (groupedText (count), count == 1 ? one : several, isAlert);
}

std::string median (const DatasetReport& report, std::string_view key)
{
    const auto found =
        std::ranges::find (report.distributions, key,
                           [] (const auto& distribution) { return distribution.measure->key; });
    return found->count > 0
               ? valueText (*found->measure, found->quantiles[found->quantiles.size () / 2])
               : "-";
}

std::int64_t soundsIn (const DatasetReport& report, SoundState state)
{
    return report.sounds[static_cast<std::size_t> (state)];
}

/** One sentence about files whose audio is not in the report. */
std::string audioNote (const DatasetReport& report)
{
    std::string text;
    const auto add = [&] (SoundState state, const char* one, const char* several)
    {
        if (const auto count = soundsIn (report, state); count > 0)
            text += (text.empty () ? "" : ", ") + countText (count, one, several);
    };
    add (SoundState::missing, "is no longer at its path", "are no longer at their paths");
    add (SoundState::changed, "has another rate or length now", "have another rate or length now");
    add (SoundState::failed, "cannot be read any more", "cannot be read any more");
    add (SoundState::notRead, "was not read", "were not read");
    if (text.empty ())
        return {};
    return element ("p", "soft",
                    "Audio of " + countText (soundsIn (report, SoundState::measured), "file") +
                        " was measured; of the others " + text +
                        ". Peak, loudness and the like leave these files out.");
}

/** One sentence about files that have no loudness at their rate. */
std::string lowRateNote (const DatasetReport& report)
{
    std::int64_t numFiles = 0;
    for (const auto& [rateHz, of] : report.rates)
        numFiles += rateHz < LoudnessMeter::kLeastRateHz ? of.numFiles : 0;
    if (numFiles == 0 || soundsIn (report, SoundState::measured) == 0)
        return {};
    return element ("p", "soft",
                    countText (numFiles, "file has", "files have") + " a rate below " +
                        groupedText (LoudnessMeter::kLeastRateHz) +
                        " Hz, at which EBU R 128 gives no loudness.");
}

std::string numbersTable (const std::map<int, FileTotals>& totals, const std::string& heading,
                          const std::string& unit)
{
    std::string rows = "<tr><th>" + heading +
                       "</th><th class=\"number\">Files</th><th class=\"number\">Sound</th></tr>";
    for (const auto& [number, of] : totals)
        rows += "<tr><td>" + groupedText (number) + unit + "</td><td class=\"number\">" +
                groupedText (of.numFiles) + "</td><td class=\"number\">" + lengthText (of.seconds) +
                "</td></tr>";
    return element ("div", "card", element ("table", "", rows));
}
} // namespace

std::string overviewSection (const DatasetReport& report, const ReportSource& source)
{
    const auto numLabels = static_cast<std::int64_t> (report.labels.size ());
    std::string facts =
        fact (report.all.numFiles, "file", "files") +
        fact (lengthText (report.all.seconds), "of sound") +
        fact (report.all.numRows, "row", "rows") + fact (numLabels, "label", "labels") +
        fact (report.numFailed, "file failed", "files failed", report.numFailed > 0);
    if (soundsIn (report, SoundState::measured) > 0)
        facts += fact (median (report, "loudness_lufs"), "median loudness");
    const auto& features = report.features;
    if (const auto numValues = features.numValues - features.numPadded; numValues > 0)
        facts += fact (percentText (static_cast<double> (features.numOnFloor) /
                                    static_cast<double> (numValues)),
                       "of values on the floor");
    std::string tables = numbersTable (report.rates, "Sample rate", " Hz") +
                         numbersTable (report.channels, "Channels", "");
    if (features.numNonFinite > 0)
        facts += fact (features.numNonFinite, "value is not finite", "values are not finite", true);
    return element ("div", "facts", facts) + audioNote (report) + lowRateNote (report) +
           (source.files.empty () ? "" : element ("div", "grid", tables));
}

std::string warningsSection (const DatasetReport& report, const ReportSource& source)
{
    std::string html;
    if (! source.texts.warnings.empty ())
    {
        std::string items;
        for (const auto& warning : source.texts.warnings)
            items += element ("li", "", htmlText (warning));
        html += "<h2>Warnings of the run</h2>" +
                element ("div", "card scroll", element ("ul", "", items));
    }
    if (report.numFailed == 0)
        return html;
    std::string codes;
    for (const auto& [code, count] : report.failuresByCode)
        codes += (codes.empty () ? "" : ", ") + code + " " + groupedText (count);
    std::string rows = "<tr><th>File</th><th>Reason</th></tr>";
    for (std::size_t i = 0; i < std::min (kMostFailures, source.failures.size ()); ++i)
        rows += "<tr><td class=\"path\">" + htmlText (source.failures[i].path) +
                "</td><td class=\"path\">" + htmlText (source.failures[i].message) + "</td></tr>";
    return html + "<h2>Failed files</h2>" + element ("p", "soft", htmlText (codes)) +
           element ("div", "card scroll", element ("table", "", rows)) +
           (source.failures.size () > kMostFailures
                ? element ("p", "soft", "errors.csv has all of them.")
                : "");
}

} // namespace melstrom
