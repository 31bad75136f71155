#include "Source/Spectrogram/SpectrogramImage.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace melstrom;

namespace
{

constexpr int kNumBands = 24, kWidth = 60, kHeight = 50;
constexpr double kRowsPerSecond = 100;
const juce::Colour kNothing (0xff102030);

std::vector<float> randomRows (int numRows)
{
    std::mt19937 random (41);
    std::uniform_real_distribution<float> decibels (-110, 10);
    std::vector<float> values (static_cast<std::size_t> (numRows * kNumBands));
    for (float& value : values)
        value = decibels (random);
    return values;
}

ImageMapping mappingOf (ViewAxis axis, double spanSeconds, int height = kHeight)
{
    BandPlan bands {MelScale::htk, 0, 8000, {}};
    for (int band = 0; band < kNumBands; ++band)
        bands.centresHz.push_back (8000.0 * (band + 1) / (kNumBands + 1));
    return {FrequencyAxis (axis, bands),
            TimeAxis (spanSeconds, kRowsPerSecond, kWidth),
            findColourMap ("magma"),
            -90,
            0,
            height};
}

juce::Image drawn (const SpectrogramImage& image)
{
    juce::Image target (juce::Image::ARGB, kWidth, kHeight, true, juce::SoftwareImageType ());
    juce::Graphics graphics (target);
    image.draw (graphics, 0, 0, 1);
    return target;
}

bool areSame (const juce::Image& one, const juce::Image& other)
{
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            if (one.getPixelAt (x, y) != other.getPixelAt (x, y))
                return false;
    return true;
}

/** The definition: the colour of the loudest value of all rows and bands under a pixel. */
juce::Colour expectedAt (const ImageMapping& mapping, const RowHistory& rows, std::int64_t column,
                         int y)
{
    const auto range = mapping.time.rowsOf (column);
    const auto bands = mapping.frequency.bandsOfPixels (kHeight)[static_cast<std::size_t> (y)];
    std::optional<float> loudest;
    for (auto index = range.first; index <= range.last; ++index)
        if (const auto row = rows.row (index); ! row.empty ())
            for (int band = bands.first; band <= bands.last; ++band)
                loudest = std::max (loudest.value_or (-1000), row[static_cast<std::size_t> (band)]);
    if (! loudest)
        return kNothing;
    const double share = std::clamp (
        (*loudest - mapping.lowestDb) / (mapping.highestDb - mapping.lowestDb), 0.0, 1.0);
    const auto colour = mapping.colours->at (std::round (share * 255) / 255);
    return {colour.red, colour.green, colour.blue};
}

} // namespace

TEST_CASE ("a pixel has the colour of the loudest that lies under it", "[spectrogram]")
{
    const auto values = randomRows (300);
    for (const ViewAxis axis : {ViewAxis::mel, ViewAxis::logarithmic, ViewAxis::linear})
        for (const double span : {0.25, 0.6, 2.0}) // rows slower than columns, as fast, and faster
        {
            RowHistory rows (kNumBands, 400);
            rows.append (0, 200, values.data ());
            rows.append (220, 80, values.data () + 220 * kNumBands); // 20 rows are missing
            SpectrogramImage image (kNothing);
            const auto mapping = mappingOf (axis, span);
            image.setMapping (mapping);
            CHECK (image.update (rows) == kWidth);
            CHECK (image.endColumn () == mapping.time.endColumn (300));
            const auto picture = drawn (image);
            int numWrong = 0;
            for (int x = 0; x < kWidth; ++x)
                for (int y = 0; y < kHeight; ++y)
                {
                    const auto expected =
                        expectedAt (mapping, rows, image.endColumn () - kWidth + x, y);
                    numWrong += picture.getPixelAt (x, y) == expected ? 0 : 1;
                }
            CHECK (numWrong == 0);
        }
}

TEST_CASE ("rows that come one by one make the picture of all at once", "[spectrogram]")
{
    const auto values = randomRows (400);
    for (const double span : {0.25, 0.6, 2.0})
    {
        RowHistory rows (kNumBands, 400);
        SpectrogramImage piecemeal (kNothing), whole (kNothing);
        piecemeal.setMapping (mappingOf (ViewAxis::mel, span));
        whole.setMapping (mappingOf (ViewAxis::mel, span));
        int numColumns = piecemeal.update (rows) - kWidth; // columns that are still empty
        for (int row = 0, step = 1; row < 400; row += step, step = step % 7 + 1)
        {
            rows.append (row, std::min (step, 400 - row), values.data () + row * kNumBands);
            numColumns += piecemeal.update (rows);
        }
        whole.update (rows);
        // No column twice.
        CHECK (numColumns == mappingOf (ViewAxis::mel, span).time.endColumn (400));
        CHECK (areSame (drawn (piecemeal), drawn (whole)));
    }
}

TEST_CASE ("where nothing came there is the background and no colour of silence", "[spectrogram]")
{
    RowHistory rows (kNumBands, 100);
    SpectrogramImage image (kNothing);
    image.setMapping (mappingOf (ViewAxis::linear, 0.6));
    image.update (rows);
    const auto picture = drawn (image);
    for (const auto& [x, y] :
         {std::pair {0, 0}, {kWidth - 1, kHeight - 1}, {kWidth / 2, kHeight / 2}})
        CHECK (picture.getPixelAt (x, y) == kNothing);
}

TEST_CASE ("without new columns nothing is drawn", "[spectrogram]")
{
    const auto values = randomRows (100);
    RowHistory rows (kNumBands, 100);
    rows.append (0, 100, values.data ());
    SpectrogramImage image (kNothing);
    CHECK (image.update (rows) == 0); // no mapping yet
    image.setMapping (mappingOf (ViewAxis::mel, 1));
    CHECK (image.update (rows) == kWidth);
    CHECK (image.update (rows) == 0);
    image.setMapping (mappingOf (ViewAxis::linear, 1));
    CHECK (image.update (rows) == kWidth);
}

TEST_CASE ("a piece that is painted anew is the same piece", "[spectrogram]")
{
    const auto values = randomRows (137);
    RowHistory rows (kNumBands, 200);
    rows.append (0, 137, values.data ());
    SpectrogramImage image (kNothing);
    image.setMapping (mappingOf (ViewAxis::mel, 0.6));
    image.update (rows);
    const auto whole = drawn (image);
    auto pieces = whole.createCopy ();
    juce::Graphics graphics (pieces);
    for (const auto& piece : {juce::Rectangle<int> (0, 0, 7, 50), {7, 10, 31, 3}, {50, 40, 10, 10}})
    {
        const juce::Graphics::ScopedSaveState keep (graphics);
        graphics.reduceClipRegion (piece);
        graphics.fillAll (juce::Colours::red);
        image.draw (graphics, 0, 0, 1);
    }
    CHECK (areSame (whole, pieces));
}
