#include "Engine/Report/DatasetDifference.h"

#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace melstrom
{

namespace
{
using Names = std::unordered_set<std::string_view>;

std::string_view relativeOf (const ReportFile& file)
{
    return std::string_view (file.line.path).substr (file.line.relativeAt);
}

/** Relative paths that occur twice in one of the datasets. */
Names doubledNames (const std::vector<ReportFile>& a, const std::vector<ReportFile>& b)
{
    Names doubled;
    for (const auto* files : {&a, &b})
    {
        Names once;
        for (const auto& file : *files)
            if (! once.insert (relativeOf (file)).second)
                doubled.insert (relativeOf (file));
    }
    return doubled;
}

/** The files of a dataset by their relative paths, those of doubled ones by their paths. */
class Places
{
public:
    Places (const std::vector<ReportFile>& files, const Names& doubled) : doubled_ (doubled)
    {
        for (std::size_t i = 0; i < files.size (); ++i)
            if (isDoubled (files[i]))
                byPath_.emplace (files[i].line.path, i);
            else
                byRelativePath_.emplace (relativeOf (files[i]), i);
    }

    /** The same file of another dataset. */
    std::optional<std::size_t> find (const ReportFile& file) const
    {
        const auto& places = isDoubled (file) ? byPath_ : byRelativePath_;
        const auto place = places.find (nameOf (file));
        return place == places.end () ? std::nullopt : std::optional (place->second);
    }

    std::string_view nameOf (const ReportFile& file) const
    {
        return isDoubled (file) ? std::string_view (file.line.path) : relativeOf (file);
    }

private:
    bool isDoubled (const ReportFile& file) const { return doubled_.contains (relativeOf (file)); }

    const Names& doubled_;
    std::unordered_map<std::string_view, std::size_t> byPath_, byRelativePath_;
};

/** A file by its place in files.csv. */
struct PlacedFile
{
    const ComparedDataset& dataset;
    std::size_t index;

    const ReportFile& file () const { return dataset.source.files[index]; }
    std::string labelText () const { return dataset.source.labelText (file ()); }
};

/** "crc32c 1234abcd, 3,204 bytes" of both, or rate, channels and length if a checksum is unknown. */
std::pair<std::string, std::string> contentsOf (const PlacedFile& first, const PlacedFile& second)
{
    const auto inputOf = [] (const PlacedFile& placed) -> const RecordedInput*
    {
        const auto* const inputs = placed.dataset.inputs;
        return inputs != nullptr && placed.index < inputs->files.size () &&
                       inputs->files[placed.index].state.crc
                   ? &inputs->files[placed.index]
                   : nullptr;
    };
    const auto *inputA = inputOf (first), *inputB = inputOf (second);
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
    return {text (first.file ().line), text (second.file ().line)};
}

void compareFiles (DatasetDifference& difference, const std::string& name, const PlacedFile& first,
                   const PlacedFile& second)
{
    const auto &fileA = first.file (), &fileB = second.file ();
    ++difference.numShared;
    const auto note =
        [&name] (std::vector<FileDifference>& list, std::string one, std::string other)
    {
        if (one == other)
            return false;
        list.push_back ({name, std::move (one), std::move (other)});
        return true;
    };
    auto [contentA, contentB] = contentsOf (first, second);
    const bool isOther = note (difference.contents, contentA, contentB);
    note (difference.labels, first.labelText (), second.labelText ());
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

    const auto doubled = doubledNames (a.files, b.files);
    const Places placesA (a.files, doubled), placesB (b.files, doubled);
    for (std::size_t i = 0; i < a.files.size (); ++i)
    {
        const std::string name (placesA.nameOf (a.files[i]));
        if (const auto there = placesB.find (a.files[i]))
            compareFiles (difference, name, {first, i}, {second, *there});
        else
            difference.filesInFirst.push_back (name);
    }
    for (const auto& file : b.files)
        if (! placesA.find (file))
            difference.filesInSecond.emplace_back (placesB.nameOf (file));
    return difference;
}

} // namespace melstrom
