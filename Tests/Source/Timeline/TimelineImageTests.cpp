#include "Source/Timeline/TimelineImage.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/FakeStores.h"

#include <algorithm>
#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

constexpr int kWidth = 90, kHeight = 70, kRateHz = 16000;
const juce::Colour kNothing (0xff102030);

/** Whole decibels between -100 and 15, and a gap. A range of 85 dB has three colours a decibel. */
std::optional<float> levelAt (std::int64_t row, int band)
{
    if (row >= 60 && row < 75)
        return std::nullopt;
    const auto mixed = static_cast<std::uint64_t> (row * 7919 + band * 104729) * 2654435761u;
    return static_cast<float> ((mixed >> 12) % 116) - 100;
}
std::optional<float> otherLevelAt (std::int64_t row, int band)
{
    return levelAt (row + 1000, band * 3 + 1);
}

struct Case
{
    ViewAxis axis = ViewAxis::logarithmic;
    double secondsPerColumn = 0.025;
    TimelineBlend blend = TimelineBlend::first;
    std::optional<FrequencyRange> shown {};
};

struct Sounds
{
    FakeRowStore first {"whisper-openai-80", kRateHz, 300, levelAt};
    FakeRowStore second {"kaldi-mfcc", kRateHz, 280, otherLevelAt};
    TimelineLayer layers[2] {{&first, nullptr, 0}, {&second, nullptr, 0.4}};
    LevelColours colours {findColourMap ("viridis"), -85, 0};

    FrequencyAxis axisOf (const RowStore& rows, const Case& shown) const
    {
        const auto& geometry = rows.geometry ();
        return {shown.axis, bandPlanOf (geometry, makeMelBank (geometry)),
                shown.shown.value_or (FrequencyRange {30, 8000})};
    }
    std::vector<const TimelineLayer*> layersOf (TimelineBlend blend) const
    {
        if (blend == TimelineBlend::first)
            return {&layers[0]};
        if (blend == TimelineBlend::second)
            return {&layers[1]};
        return {&layers[0], &layers[1]};
    }
    TimelineImage imageOf (const Case& shown) const
    {
        std::vector<LayerPixels> pixels;
        for (const auto* const layer : layersOf (shown.blend))
            pixels.emplace_back (*layer, axisOf (*layer->rows, shown), shown.secondsPerColumn,
                                 kHeight);
        TimelineImage image (kNothing);
        image.begin (std::move (pixels), shown.blend, colours, kWidth, kHeight);
        return image;
    }
    /** The definition: largest level of the rows and bands of a pixel. */
    std::optional<double> loudestAt (const TimelineLayer& layer, const Case& shown,
                                     std::int64_t column, int y) const
    {
        const auto& rows = dynamic_cast<const FakeRowStore&> (*layer.rows);
        const double perSecond = rows.rowsPerSecond ();
        const double firstBegin = layer.startSeconds + rows.firstRowSeconds () - 0.5 / perSecond;
        const auto rowAt = [&] (std::int64_t edge)
        {
            return static_cast<std::int64_t> (std::floor (
                (static_cast<double> (edge) * shown.secondsPerColumn - firstBegin) * perSecond +
                1e-7));
        };
        const auto bands =
            axisOf (rows, shown).bandsOfPixels (kHeight)[static_cast<std::size_t> (y)];
        std::optional<double> loudest;
        for (auto row = rowAt (column); row < std::max (rowAt (column) + 1, rowAt (column + 1));
             ++row)
            for (int band = bands.first; band <= bands.last; ++band)
                if (row >= 0 && row < rows.end)
                    if (const auto level = rows.level (row, band))
                        loudest = std::max (loudest.value_or (-1000), double (*level));
        return loudest;
    }
    juce::Colour expectedAt (const Case& shown, std::int64_t column, int y) const
    {
        auto one = loudestAt (layers[0], shown, column, y);
        const auto other = loudestAt (layers[1], shown, column, y);
        double lowest = -85, highest = 0;
        const ColourMap* map = colours.map;
        if (shown.blend == TimelineBlend::second)
            one = other;
        if (shown.blend == TimelineBlend::over)
            one = one && other ? std::max (*one, *other) : one ? one : other;
        if (shown.blend == TimelineBlend::difference)
        {
            lowest = -85.0 / 3;
            highest = 85.0 / 3;
            map = &differenceMap ();
            one = one && other ? std::optional (std::max (*other, -85.0) - std::max (*one, -85.0))
                               : std::nullopt;
        }
        if (! one)
            return kNothing;
        const double share = std::clamp ((*one - lowest) / (highest - lowest), 0.0, 1.0);
        const auto colour = map->at (std::floor (share * 255 + 0.5 + 1e-6) / 255);
        return {colour.red, colour.green, colour.blue};
    }
};

juce::Image drawn (const TimelineImage& image)
{
    juce::Image target (juce::Image::ARGB, kWidth, kHeight, true, juce::SoftwareImageType ());
    juce::Graphics graphics (target);
    graphics.setColour (juce::Colours::red.withAlpha (0.1f)); // a colour does not tint the image
    image.paint (graphics, 0, 0, 1);
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

/** Channels differ by a level where a difference lies between two colours of the table. */
bool isNear (juce::Colour one, juce::Colour other)
{
    return std::abs (one.getRed () - other.getRed ()) <= 3 &&
           std::abs (one.getGreen () - other.getGreen ()) <= 3 &&
           std::abs (one.getBlue () - other.getBlue ()) <= 3;
}

} // namespace

TEST_CASE ("a pixel has the loudest level of its rows and bands", "[timeline]")
{
    const Sounds sounds;
    for (const auto& shown :
         {Case {}, Case {ViewAxis::mel, 0.004}, Case {ViewAxis::linear, 0.11},
          Case {ViewAxis::logarithmic, 0.025, TimelineBlend::first, FrequencyRange {500, 2100}},
          Case {ViewAxis::mel, 0.03, TimelineBlend::second},
          Case {ViewAxis::logarithmic, 0.03, TimelineBlend::over},
          Case {ViewAxis::mel, 0.03, TimelineBlend::difference}})
    {
        auto image = sounds.imageOf (shown);
        const std::int64_t first = -5;
        REQUIRE (image.update (first) == kWidth);
        const auto picture = drawn (image);
        int numOther = 0, numNothing = 0;
        for (int x = 0; x < kWidth; ++x)
            for (int y = 0; y < kHeight; ++y)
            {
                const auto wanted = sounds.expectedAt (shown, first + x, y);
                numNothing += wanted == kNothing ? 1 : 0;
                const auto found = picture.getPixelAt (x, y);
                const bool isExact = shown.blend != TimelineBlend::difference;
                numOther += (isExact ? found == wanted : isNear (found, wanted)) ? 0 : 1;
            }
        CHECK (numOther == 0);
        CHECK (numNothing > 0); // before the first row, and the gap
    }
}

TEST_CASE ("scrolled columns are the columns that are drawn at once", "[timeline]")
{
    const Sounds sounds;
    for (const auto& shown : {Case {}, Case {ViewAxis::mel, 0.007, TimelineBlend::over}})
    {
        auto scrolled = sounds.imageOf (shown);
        scrolled.update (0);
        std::int64_t first = 0;
        for (const int by : {1, 7, 40, -13, 88, -200, 90, 30})
        {
            first += by;
            CHECK (scrolled.update (first) == std::min (kWidth, std::abs (by)));
            auto fresh = sounds.imageOf (shown);
            fresh.update (first);
            CHECK (areSame (drawn (scrolled), drawn (fresh)));
        }
        CHECK (scrolled.update (first) == 0);
    }
}

TEST_CASE ("rows that arrive one by one give the picture of all rows", "[timeline]")
{
    for (const double secondsPerColumn : {0.004, 0.01, 0.033})
    {
        Sounds sounds;
        const Case shown {ViewAxis::mel, secondsPerColumn, TimelineBlend::over};
        sounds.first.end = sounds.second.end = 0;
        auto image = sounds.imageOf (shown);
        int numDrawn = image.update (20);
        for (int row = 1; row <= 250; ++row)
        {
            sounds.first.end = row;
            sounds.second.end = std::max (0, row - 30);
            numDrawn += image.update (20);
        }
        auto fresh = sounds.imageOf (shown);
        fresh.update (20);
        CHECK (areSame (drawn (image), drawn (fresh)));
        // a row changes its own columns only
        const int perRow = 2 + static_cast<int> (0.01 / secondsPerColumn);
        CHECK (numDrawn <= kWidth + 2 * 250 * perRow);
    }
}

TEST_CASE ("rows that change are drawn again", "[timeline]")
{
    Sounds sounds;
    auto image = sounds.imageOf ({});
    image.update (0);
    sounds.first.level = otherLevelAt;
    CHECK (image.update (0) == 0);
    ++sounds.first.version;
    CHECK (image.isRevised ());
    CHECK (image.update (0, false) == 0); // may wait
    CHECK (image.update (0) == kWidth);
    CHECK_FALSE (image.isRevised ());
    auto fresh = sounds.imageOf ({});
    fresh.update (0);
    CHECK (areSame (drawn (image), drawn (fresh)));
}

TEST_CASE ("sampled rows are drawn like whole rows", "[timeline]")
{
    Sounds sounds;
    auto whole = sounds.imageOf ({});
    whole.update (0);
    sounds.first.presence = RowPresence::sampled;
    auto sampled = sounds.imageOf ({});
    sampled.update (0);
    CHECK (areSame (drawn (whole), drawn (sampled)));
}
