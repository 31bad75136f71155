// Pictures: refused content, extreme content, and the steps between data and pixels.
#include "Source/Picture/Heatmap.h"
#include "Source/Picture/Layout.h"
#include "Source/Picture/Utf8.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/ScratchFolder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace melstrom;

namespace
{

constexpr float kInfinity = std::numeric_limits<float>::infinity ();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN ();

PictureContent contentOf (const std::vector<float>& values, int numBands)
{
    PictureContent content;
    content.numBands = numBands;
    content.numFrames = static_cast<std::int64_t> (values.size ()) / numBands;
    content.values = values.data ();
    content.secondsPerFrame = 0.01;
    return content;
}

/** Writes to a private folder. After an error the folder must be empty. */
Result<void> tryPicture (const PictureContent& content, const PictureStyle& style = {})
{
    const ScratchFolder folder;
    const auto result = writePicture (content, style, folder.file ("picture.png"));
    REQUIRE (folder.isEmpty () == ! result.ok ());
    return result;
}

std::vector<std::string> labelsOf (const Axis& axis)
{
    std::vector<std::string> labels;
    for (const Tick& tick : axis.ticks)
        if (! tick.label.empty ())
            labels.push_back (tick.label);
    return labels;
}

} // namespace

TEST_CASE ("what has a shape is drawn, whatever the values", "[picture]")
{
    REQUIRE (tryPicture (contentOf ({-12}, 1)));
    REQUIRE (tryPicture (contentOf (std::vector<float> (300, 3), 1)));
    REQUIRE (tryPicture (contentOf (std::vector<float> (300, 3), 300)));
    REQUIRE (tryPicture (contentOf ({kNan, kNan, kNan, kNan}, 2)));
    REQUIRE (tryPicture (contentOf ({-kInfinity, kInfinity, kNan, 1}, 2)));
    REQUIRE (tryPicture (contentOf ({-3e38f, 3e38f, 0, 1e-38f}, 2)));
    REQUIRE (tryPicture (contentOf (std::vector<float> (5000, 1e-30f), 5000)));

    const std::vector<float> values (12, 1);
    PictureContent late = contentOf (values, 4);
    late.firstFrameSeconds = 1e12;
    late.title = "\xff\xfe no UTF-8 \xc3";
    late.bandCentresHz = {1, 2, 3, 4};
    REQUIRE (tryPicture (late));
}

TEST_CASE ("what has no shape is refused and named", "[picture]")
{
    const std::vector<float> values (12, 1);
    const auto codeOf = [] (const PictureContent& content, const PictureStyle& style = {})
    {
        const auto result = tryPicture (content, style);
        REQUIRE_FALSE (result);
        return result.error ().code;
    };
    PictureContent content = contentOf (values, 4);
    content.numFrames = 0;
    REQUIRE (codeOf (content) == ErrorCode::noSamples);
    content = contentOf (values, 4);
    content.bandCentresHz = {1, 2, 3};
    REQUIRE (codeOf (content) == ErrorCode::shapeMismatch);
    content.bandCentresHz = {1, 2, 2, 3};
    REQUIRE (codeOf (content) == ErrorCode::shapeMismatch);
    content = contentOf (values, 4);
    content.secondsPerFrame = 0;
    REQUIRE (codeOf (content) == ErrorCode::shapeMismatch);

    PictureStyle style;
    style.widthPixels = 100;
    REQUIRE (codeOf (contentOf (values, 4), style) == ErrorCode::badUsage);
    const auto nowhere =
        writePicture (contentOf (values, 4), {}, ScratchFolder ().file ("none/picture.png"));
    REQUIRE_FALSE (nowhere);
    REQUIRE (nowhere.error ().code == ErrorCode::writeFailed);
}

TEST_CASE ("every value falls into one cell, and the cell is their maximum", "[picture]")
{
    std::mt19937 random (20240607);
    std::normal_distribution<float> normal;
    for (const auto& [numFrames, numBands] : {std::pair {1, 1}, {7, 33}, {100, 17}, {101, 128}})
        for (const auto& [columns, rows] : {std::pair {1, 1}, {10, 9}, {100, 17}, {300, 200}})
        {
            INFO (numFrames << " x " << numBands << " on " << columns << " x " << rows);
            std::vector<float> values (static_cast<std::size_t> (numFrames * numBands));
            std::ranges::generate (values, [&] { return normal (random); });
            const Heatmap heatmap =
                reduceToCells (values.data (), numFrames, numBands, columns, rows);
            REQUIRE (heatmap.numColumns == std::min (numFrames, columns));
            REQUIRE (heatmap.numRows == std::min (numBands, rows));

            std::vector<float> expected (heatmap.cells.size (), -kInfinity);
            for (int frame = 0; frame < numFrames; ++frame)
                for (int band = 0; band < numBands; ++band)
                {
                    // inverse of: cell c begins at floor (c total / cells)
                    const int column = ((frame + 1) * heatmap.numColumns - 1) / numFrames;
                    const int row = ((band + 1) * heatmap.numRows - 1) / numBands;
                    float& cell =
                        expected[static_cast<std::size_t> (column * heatmap.numRows + row)];
                    cell =
                        std::max (cell, values[static_cast<std::size_t> (frame * numBands + band)]);
                }
            REQUIRE (heatmap.cells == expected);
        }
}

TEST_CASE ("the range is finite, and not empty", "[picture]")
{
    const auto rangeFor = [] (std::vector<float> cells) {
        return rangeOf ({1, static_cast<int> (cells.size ()), std::move (cells)});
    };
    REQUIRE (rangeFor ({kNan, -kInfinity}).highest == 1);
    REQUIRE (rangeFor ({5, 5}).lowest == 4.5);
    REQUIRE (rangeFor ({1e30f, 1e30f}).highest > 1e30f);
    REQUIRE (rangeFor ({-80, -kInfinity, kInfinity, 3}).lowest == -80);
    REQUIRE (rangeFor ({-80, -kInfinity, kInfinity, 3}).highest == 3);

    std::vector<float> hundreds (1000);
    for (std::size_t i = 0; i < hundreds.size (); ++i)
        hundreds[i] = static_cast<float> (i);
    REQUIRE (rangeFor (hundreds).lowest == 10);
    REQUIRE (rangeFor (hundreds).highest == 999);
}

TEST_CASE ("ticks stand at round numbers", "[picture]")
{
    using Labels = std::vector<std::string>;
    REQUIRE (labelsOf (timeAxis (0, 2, 0.2)) == Labels {"0.0", "0.5", "1.0", "1.5", "2.0"});
    REQUIRE (labelsOf (timeAxis (0, 300, 0.2)) ==
             Labels {"0:00", "1:00", "2:00", "3:00", "4:00", "5:00"});
    REQUIRE (labelsOf (timeAxis (-0.05, 7199.95, 0.2)) ==
             Labels {"0:00:00", "0:30:00", "1:00:00", "1:30:00", "2:00:00"});
    REQUIRE (timeAxis (0, 2, 0.2).title == "Time (s)");
    REQUIRE (timeAxis (0, 300, 0.2).title == "Time (m:ss)");
    REQUIRE (timeAxis (0, 7200, 0.2).title == "Time (h:mm:ss)");
    REQUIRE (labelsOf (valueAxis (-75.2, 3, "dB", 0.2)) ==
             Labels {"\u221260", "\u221240", "\u221220", "0"});
    REQUIRE (labelsOf (coefficientAxis (13, 0.3)) == Labels {"0", "5", "10"});

    const std::vector<double> even = {0, 1000, 2000, 3000, 4000};
    REQUIRE (labelsOf (frequencyAxis (even, 0.2)) == Labels {"0", "1k", "2k", "3k", "4k"});
    REQUIRE (placeOfFrequency (1500, even) == Approx (0.4));
    REQUIRE (placeOfFrequency (4500, even) == Approx (1));
    const std::vector<double> octaves = {62.5, 125, 250, 500, 1000, 2000, 4000, 8000};
    const Axis axis = frequencyAxis (octaves, 0.05);
    REQUIRE (std::ranges::count (labelsOf (axis), "1k") == 1);
    const auto tick = std::ranges::find (axis.ticks, "1k", &Tick::label);
    REQUIRE (tick->place == Approx (4.5 / 8));
}

TEST_CASE ("labels never touch", "[picture]")
{
    const auto font = Font::open ();
    REQUIRE (font);
    const std::vector<float> values (80, 0);
    for (const int width : {480, 800, 1600, 5000})
        for (const double seconds : {0.001, 1.0, 2.0, 59.0, 119.0, 121.0, 3000.0, 7200.0, 9e4, 1e7})
            for (const double first : {0.0, 3599.0, 86399.0})
            {
                INFO (width << " pixels, " << seconds << " s from " << first);
                PictureContent content = contentOf (values, 1);
                content.secondsPerFrame = seconds / 80;
                content.firstFrameSeconds = first;
                PictureStyle style;
                style.widthPixels = width;
                const PictureLayout layout = layOut (content, style, {-80, 0}, *font);
                const double size = metricsOf (style).labelSizePixels;
                REQUIRE (layout.plot.width > width / 3);
                REQUIRE (layout.horizontal.ticks.size () >= 2);
                double free = -1e9;
                for (const Tick& tick : layout.horizontal.ticks)
                {
                    const double middle = tick.place * layout.plot.width;
                    const double half = font->widthPixels (tick.label, size) / 2;
                    REQUIRE (middle - half >= free + 0.4 * size);
                    free = middle + half;
                }
            }
}

TEST_CASE ("bytes that are not UTF-8 become replacement characters", "[picture]")
{
    REQUIRE (decodeUtf8 ("a\u00fc\u20ac\U0001f600") == U"a\u00fc\u20ac\U0001f600");
    REQUIRE (decodeUtf8 ("a\xff\xfe") == U"a\ufffd\ufffd");
    REQUIRE (decodeUtf8 ("\xc3") == U"\ufffd");
    REQUIRE (decodeUtf8 ("\xc0\x80") == U"\ufffd\ufffd");           // zero in two bytes
    REQUIRE (decodeUtf8 ("\xed\xa0\x80") == U"\ufffd\ufffd\ufffd"); // a surrogate
    REQUIRE (decodeUtf8 ("a\nb") == U"a\ufffdb");
    REQUIRE (withoutLastCharacter ("a\u20ac") == "a");
    REQUIRE (withoutLastCharacter ("") == "");
}
