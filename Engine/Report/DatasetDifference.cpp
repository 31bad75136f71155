#include "Engine/Report/DatasetDifference.h"

#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace melstrom
{

namespace
{
using Places = std::unordered_map<std::string_view, std::size_t>;

std::string_view relativeOf (const ReportFile& file)
{
    return std::string_view (file.line.path).substr (file.line.relativeAt);
}

std::string_view pathOf (const ReportFile& file)
{
    return file.line.path;
}

/** Files by name; empty if a name occurs twice. */
Places placesOf (const std::vector<ReportFile>& files,
                 std::string_view (*nameOf) (const ReportFile&))
{
    Places places;
    for (std::size_t i = 0; i < files.size (); ++i)
        if (! places.emplace (nameOf (files[i]), i).second)
            return {};
    return places;
}

/** "crc32c 1234abcd, 3,204 bytes" of both, or rate, channels and length if a checksum is unknown. */
std::pair<std::string, std::string> contentsOf (const ComparedDataset& first, std::size_t a,
                                                const ComparedDataset& second, std::size_t b)
{
    const auto inputOf = [] (const ComparedDataset& dataset,
                             std::size_t index) -> const RecordedInput*
    {
        return dataset.inputs != nullptr && index < dataset.inputs->files.size () &&
                       dataset.inputs->files[index].state.crc
                   ? &dataset.inputs->files[index]
                   : nullptr;
    };
    const auto *inputA = inputOf (first, a), *inputB = inputOf (second, b);
    if (inputA != nullptr && inputB != nullptr)
    {
        const auto text = [] (const InputState& state) {
            return countText (state.stat.bytes, "byte") + ", checksum " +
                   std::to_string (*state.crc);
        };
        return {text (inputA->state), text (inputB->state)};
    }
    const auto text = [] (const FileLine& line)
    {
        return std::to_string (line.rateHz) + " Hz, " + countText (line.numChannels, "channel") +
               ", " + countText (line.numSamples, "sample");
    };
    return {text (first.source.files[a].line), text (second.source.files[b].line)};
}

void compareFiles (DatasetDifference& difference, const ComparedDataset& first, std::size_t a,
                   const ComparedDataset& second, std::size_t b)
{
    const auto &fileA = first.source.files[a], &fileB = second.source.files[b];
    const std::string name (relativeOf (fileA));
    ++difference.numShared;
    const auto note =
        [&name] (std::vector<FileDifference>& list, std::string one, std::string other)
    {
        if (one == other)
            return false;
        list.push_back ({name, std::move (one), std::move (other)});
        return true;
    };
    auto [contentA, contentB] = contentsOf (first, a, second, b);
    const bool isOther = note (difference.contents, contentA, contentB);
    note (difference.labels, first.source.labelText (fileA), second.source.labelText (fileB));
    note (difference.splits, std::string (fileA.line.splitName ()),
          std::string (fileB.line.splitName ()));
    const auto statusOf = [] (const FileLine& line)
    { return line.isIn ? std::string ("ok") : std::string (codeName (line.failure)); };
    note (difference.statuses, statusOf (fileA.line), statusOf (fileB.line));
    if (! isOther && fileA.line.isIn && fileB.line.isIn &&
        (fileA.line.crc != fileB.line.crc || fileA.line.numRows != fileB.line.numRows))
        ++difference.numOtherRows;
}

std::vector<std::string> labelsWithout (const std::vector<std::string>& all,
                                        const std::vector<std::string>& others)
{
    std::vector<std::string> rest;
    std::ranges::copy_if (all, std::back_inserter (rest),
                          [&others] (const auto& label)
                          { return ! std::ranges::binary_search (others, label); });
    return rest;
}

std::optional<double> bandShiftOf (const FeatureStatistics& first, const FeatureStatistics& second)
{
    if (first.bands.size () != second.bands.size () || first.bands.empty ())
        return {};
    double largest = 0;
    for (std::size_t band = 0; band < first.bands.size (); ++band)
    {
        const double shift = std::fabs (first.bands[band].mean - second.bands[band].mean);
        if (shift > 0)
            largest = std::max (largest, shift / std::max (1e-12, first.bands[band].deviation));
    }
    return largest;
}
} // namespace

bool DatasetDifference::isSame () const noexcept
{
    return spec.empty () && labelsInFirst.empty () && labelsInSecond.empty () &&
           filesInFirst.empty () && filesInSecond.empty () && contents.empty () &&
           labels.empty () && splits.empty () && statuses.empty () && numOtherRows == 0;
}

DatasetDifference differenceOf (const ComparedDataset& first, const ComparedDataset& second)
{
    DatasetDifference difference;
    const auto &a = first.source, &b = second.source;
    difference.spec = specDifferences (a.dataset.spec, b.dataset.spec);
    difference.labelsInFirst = labelsWithout (a.dataset.labels, b.dataset.labels);
    difference.labelsInSecond = labelsWithout (b.dataset.labels, a.dataset.labels);
    difference.bandShift = bandShiftOf (first.report.features, second.report.features);

    auto nameOf = relativeOf;
    auto placesA = placesOf (a.files, nameOf), placesB = placesOf (b.files, nameOf);
    if (placesA.size () != a.files.size () || placesB.size () != b.files.size ())
    {
        nameOf = pathOf;
        placesA = placesOf (a.files, nameOf);
        placesB = placesOf (b.files, nameOf);
    }
    for (std::size_t i = 0; i < a.files.size (); ++i)
        if (const auto there = placesB.find (nameOf (a.files[i])); there != placesB.end ())
            compareFiles (difference, first, i, second, there->second);
        else
            difference.filesInFirst.emplace_back (nameOf (a.files[i]));
    for (const auto& file : b.files)
        if (! placesA.contains (nameOf (file)))
            difference.filesInSecond.emplace_back (nameOf (file));
    return difference;
}

} // namespace melstrom
