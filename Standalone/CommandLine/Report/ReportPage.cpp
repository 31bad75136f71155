#include "Standalone/CommandLine/Report/ReportPage.h"

#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Version.h"
#include "Engine/Report/DatasetRows.h"
#include "Source/Picture/Thumbnail.h"
#include "Standalone/CommandLine/Report/HtmlText.h"
#include "Standalone/CommandLine/Report/ReportSections.h"

#include <algorithm>
#include <vector>

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostPictureValues = std::int64_t {1} << 21;
constexpr const char* kColours = "magma";

/** Rows (row, feature, frame) as frames after each other: (row, frame, feature). */
std::vector<float> asFrames (const std::vector<float>& rows, const RowShape& shape)
{
    if (shape.framesPerRow == 1)
        return rows;
    std::vector<float> frames (rows.size ());
    const auto numFrames = static_cast<std::size_t> (shape.framesPerRow),
               numFeatures = static_cast<std::size_t> (shape.numFeatures);
    for (std::size_t first = 0; first < rows.size (); first += numFrames * numFeatures)
        for (std::size_t feature = 0; feature < numFeatures; ++feature)
            for (std::size_t frame = 0; frame < numFrames; ++frame)
                frames[first + frame * numFeatures + feature] =
                    rows[first + feature * numFrames + frame];
    return frames;
}

Result<std::string> drawOne (const DatasetRows& rows, const RowShape& shape, const FileLine& line)
{
    const ThumbnailSize size {480, 180};
    const auto most = std::max<std::int64_t> (1, kMostPictureValues / shape.numValues ());
    const auto numRows = std::min (line.numRows, most);
    std::vector<float> values (static_cast<std::size_t> (numRows * shape.numValues ()));
    MELSTROM_TRY (rows.read (line, 0, numRows, values));
    const auto frames = asFrames (values, shape);
    const auto cells = reduceToCells (frames.data (), numRows * shape.framesPerRow,
                                      shape.numFeatures, size.widthPixels, size.heightPixels);
    return thumbnailPng (cells, size, kColours);
}
} // namespace

Result<ReportPictures> drawReportPictures (Storage& storage, const ReportSource& source,
                                           const DatasetReport& report, int numThreads)
{
    MELSTROM_TRY_VALUE (const auto rows, DatasetRows::open (storage, source));
    std::vector<std::int32_t> files;
    for (const auto& finding : report.findings)
        for (const auto index : finding.worst)
            if (source.files[static_cast<std::size_t> (index)].hasRows ())
                files.push_back (index);
    std::ranges::sort (files);
    files.erase (std::unique (files.begin (), files.end ()), files.end ());

    std::vector<Result<std::string>> drawn (files.size (), std::string ());
    parallelFor (static_cast<std::int64_t> (files.size ()), numThreads,
                 [&] (std::int64_t at)
                 {
                     const auto place = static_cast<std::size_t> (at);
                     const auto& file = source.files[static_cast<std::size_t> (files[place])];
                     drawn[place] = drawOne (rows, source.dataset.shape, file.line);
                 });
    ReportPictures pictures;
    for (std::size_t i = 0; i < files.size (); ++i)
    {
        if (! drawn[i])
            return drawn[i].error ();
        pictures.emplace (files[i], *std::move (drawn[i]));
    }
    return pictures;
}

std::string reportPage (const std::string& title, const DatasetReport& report,
                        const ReportSource& source, const ReportPictures& pictures)
{
    const auto& texts = source.texts;
    const std::string dot = " \u00B7 ";
    const std::string subtitle = texts.presetName + dot + texts.layout + dot + texts.format + dot +
                                 "made by Melstrom " + texts.version + " on " + texts.device;
    std::string body =
        element ("h1", "", htmlText (title)) + element ("p", "soft", htmlText (subtitle));
    body += overviewSection (report, source) + warningsSection (report, source) +
            labelsSection (report, source) + distributionsSection (report) + bandsSection (report) +
            findingsSection (report, source, pictures);
    body += element ("footer", "",
                     htmlText ("Report by Melstrom " + std::string (kVersion) + ". Spec " +
                               texts.specHash + ", plan " + texts.planHash +
                               ". The same numbers are in report.json."));
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           htmlText (title) + "</title>\n<style>" + std::string (reportStyle ()) +
           "</style>\n</head>\n<body>\n<main>\n" + body + "</main>\n</body>\n</html>\n";
}

} // namespace melstrom
