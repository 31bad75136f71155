// Features of a file as CSV.
#include "Source/Export/WavFeatures.h"
#include "Source/Picture/Spectrogram.h"

#include <array>
#include <charconv>

namespace melstrom
{

namespace
{

/** Appends a comma, unless the line begins, and the number. */
template <typename Number>
void append (std::string& line, Number number)
{
    constexpr std::size_t kMostDigits = 32; // "-1.7976931348623157e+308" has 24
    std::array<char, kMostDigits> digits {};
    const auto end = std::to_chars (digits.data (), digits.data () + digits.size (), number).ptr;
    if (! line.empty ())
        line += ',';
    line.append (digits.data (), end);
}

/** The frames of a file in the order of its rows. */
class CsvLines
{
public:
    explicit CsvLines (const ExtractedFile& extracted)
        : file_ (extracted.file), geometry_ (extracted.geometry), values_ (extracted.values ()),
          hasSegments_ (geometry_.spec.layout == Layout::segments),
          hasChannels_ (geometry_.spec.channels == ChannelMode::each),
          framesPerRow_ (hasSegments_ ? geometry_.framesPerSegment : 1)
    {
    }

    Result<void> giveTo (const TextSink& sink) const
    {
        MELSTROM_TRY (sink (heading ()));
        for (std::int64_t row = 0; row < file_.numRows; ++row)
            for (std::int64_t frame = 0; frame < framesPerRow_; ++frame)
                MELSTROM_TRY (sink (line (row, frame)));
        return {};
    }

private:
    std::string heading () const
    {
        std::string text = hasChannels_ ? "channel," : "";
        text += hasSegments_ ? "segment,frame,time_s" : "time_s";
        const auto centresHz = bandCentresOf (geometry_);
        for (int feature = 0; feature < geometry_.numFeatures; ++feature)
            if (centresHz.empty ())
                append (text, feature);
            else
                append (text, centresHz[static_cast<std::size_t> (feature)]);
        return text + '\n';
    }

    std::string line (std::int64_t row, std::int64_t frame) const
    {
        std::string text;
        const std::int64_t rowOfSignal = row % file_.rowsPerSignal ();
        if (hasChannels_)
            append (text, row / file_.rowsPerSignal ());
        if (hasSegments_)
            append (text, rowOfSignal);
        if (hasSegments_)
            append (text, frame);
        append (text, secondsOf (rowOfSignal, frame));
        const auto* const first = values_.data () + row * geometry_.rowElements () + frame;
        for (std::int64_t feature = 0; feature < geometry_.numFeatures; ++feature)
            append (text, first[feature * framesPerRow_]);
        return text + '\n';
    }

    double secondsOf (std::int64_t row, std::int64_t frame) const
    {
        const auto start = hasSegments_
                               ? geometry_.segmentStart (row) + geometry_.frameStart (frame)
                               : geometry_.rowStart (row);
        return (static_cast<double> (start) + geometry_.spanSamples / 2.0) / geometry_.rateHz;
    }

    const PlannedFile& file_;
    const MelGeometry& geometry_;
    const std::vector<float> values_;
    const bool hasSegments_, hasChannels_;
    const std::int64_t framesPerRow_;
};

} // namespace

TextSource featureCsv (const ExtractedFile& extracted)
{
    return [&extracted] (const TextSink& sink) { return CsvLines (extracted).giveTo (sink); };
}

} // namespace melstrom
