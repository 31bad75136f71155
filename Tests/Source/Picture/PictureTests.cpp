// Pictures, read back with libpng: sizes, colours and positions.
#include "Source/Picture/Picture.h"

#include "Source/Picture/Layout.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/ScratchFolder.h"

#include <cmath>
#include <png.h>

using namespace melstrom;

namespace
{

Canvas readPicture (const std::string& path)
{
    png_image image {};
    image.version = PNG_IMAGE_VERSION;
    REQUIRE (png_image_begin_read_from_file (&image, path.c_str ()) != 0);
    image.format = PNG_FORMAT_RGB;
    std::vector<Colour> pixels (std::size_t {image.width} * image.height);
    REQUIRE (png_image_finish_read (&image, nullptr, pixels.data (), 0, nullptr) != 0);

    Canvas canvas (static_cast<int> (image.width), static_cast<int> (image.height), {});
    for (int y = 0; y < canvas.heightPixels (); ++y)
        for (int x = 0; x < canvas.widthPixels (); ++x)
            canvas.at (x, y) =
                pixels[static_cast<std::size_t> (y) * image.width + static_cast<std::size_t> (x)];
    return canvas;
}

/** Slaney's scale (Auditory Toolbox 1998) in steps of half a mel: band 29 lies at 1000 Hz. */
std::vector<double> slaneyCentresHz (int numBands)
{
    std::vector<double> centresHz;
    for (double mel = 0.5; static_cast<int> (centresHz.size ()) < numBands; mel += 0.5)
        centresHz.push_back (mel <= 15 ? mel * 200 / 3 : 1000 * std::pow (6.4, (mel - 15) / 27));
    return centresHz;
}

/** Values and the view of them. */
struct TestSignal
{
    TestSignal (int numFrames, int numBands, float value)
        : values (static_cast<std::size_t> (numFrames) * static_cast<std::size_t> (numBands), value)
    {
        content.numFrames = numFrames;
        content.numBands = numBands;
        content.values = values.data ();
        content.secondsPerFrame = 0.01;
        content.title = "name.wav";
        content.subtitle = "preset";
        content.valueUnit = "dB";
    }

    float& at (int frame, int band)
    {
        return values[static_cast<std::size_t> (frame) *
                          static_cast<std::size_t> (content.numBands) +
                      static_cast<std::size_t> (band)];
    }

    PictureLayout layout (const PictureStyle& style) const
    {
        const auto font = Font::open ();
        REQUIRE (font);
        const Rectangle plot = layOut (content, style, {}, *font).plot;
        return layOut (content, style,
                       rangeOf (reduceToCells (values.data (), content.numFrames, content.numBands,
                                               plot.width, plot.height)),
                       *font);
    }

    std::vector<float> values;
    PictureContent content;
};

Canvas draw (const TestSignal& signal, const PictureStyle& style)
{
    const ScratchFolder folder;
    const auto written = writePicture (signal.content, style, folder.file ("picture.png"));
    INFO ((written ? "" : written.error ().message));
    REQUIRE (written);
    return readPicture (folder.file ("picture.png"));
}

/** Mean row of the pixels in column x that `wanted` selects. The rows must be adjacent. */
template <typename Wanted>
double middleRow (Canvas& canvas, int x, int top, int bottom, Wanted wanted)
{
    int first = -1, last = -1, numRows = 0;
    for (int y = top; y < bottom; ++y)
        if (wanted (canvas.at (x, y)))
        {
            first = first < 0 ? y : first;
            last = y;
            ++numRows;
        }
    REQUIRE (numRows > 0);
    REQUIRE (last - first + 1 == numRows);
    return (first + last + 1) / 2.0; // the middle of pixel y is at y + 0.5
}

} // namespace

TEST_CASE ("a picture is a PNG of the size asked for, with its title", "[picture]")
{
    TestSignal signal (50, 40, -80);
    signal.at (20, 20) = 0;
    for (const auto& [width, height] : {std::pair {1600, 900}, {800, 450}, {481, 333}})
    {
        const ScratchFolder folder;
        PictureStyle style;
        style.widthPixels = width;
        style.heightPixels = height;
        REQUIRE (writePicture (signal.content, style, folder.file ("picture.png")));
        const Canvas canvas = readPicture (folder.file ("picture.png"));
        REQUIRE (canvas.widthPixels () == width);
        REQUIRE (canvas.heightPixels () == height);

        const std::string bytes = testing::bytesOfFile (folder.file ("picture.png"));
        REQUIRE (bytes.find (std::string ("tEXtTitle\0name.wav", 18)) != std::string::npos);
        REQUIRE (bytes.find (std::string ("tEXtSoftware\0Melstrom", 21)) != std::string::npos);
        REQUIRE (writePicture (signal.content, style, folder.file ("picture.png")));
        REQUIRE (testing::bytesOfFile (folder.file ("picture.png")) == bytes);
    }
}

TEST_CASE ("the band at 1000 Hz and the tick of 1000 Hz lie on one row", "[picture]")
{
    for (const int height : {900, 450, 333})
    {
        constexpr int kBand = 29, kBands = 90;
        TestSignal signal (60, kBands, -80);
        signal.content.bandCentresHz = slaneyCentresHz (kBands);
        REQUIRE (signal.content.bandCentresHz[kBand] == Approx (1000));
        for (int frame = 0; frame < 60; ++frame)
            signal.at (frame, kBand) = 0;

        PictureStyle style;
        style.heightPixels = height;
        style.colours = "gray";
        Canvas canvas = draw (signal, style);
        const PictureLayout layout = signal.layout (style);
        const Rectangle plot = layout.plot;
        const double expected = plot.y + plot.height * (1 - (kBand + 0.5) / kBands);

        const double bandRow = middleRow (canvas, plot.x + plot.width / 2, plot.y, plot.bottom (),
                                          [] (Colour colour) {
                                              return colour == Colour {255, 255, 255};
                                          });
        REQUIRE (std::abs (bandRow - expected) <= 1);

        const PictureMetrics metrics = metricsOf (style);
        const int tip = plot.x - metrics.linePixels - metrics.tickPixels;
        const int reach = 2 * metrics.linePixels + 2;
        const auto roundExpected = static_cast<int> (std::lround (expected));
        const double tickRow = middleRow (canvas, tip, roundExpected - reach, roundExpected + reach,
                                          [] (Colour colour) { return colour.green < 128; });
        REQUIRE (std::abs (tickRow - expected) <= 1);
    }
}

TEST_CASE ("every colour map draws, from its first to its last colour", "[picture]")
{
    TestSignal signal (200, 64, -80);
    for (int frame = 0; frame < 200; ++frame)
        for (int band = 0; band < 64; ++band)
            signal.at (frame, band) = static_cast<float> (band - 80);
    for (const std::string& name : colourMapNames ())
    {
        INFO (name);
        PictureStyle style;
        style.colours = name;
        Canvas canvas = draw (signal, style);
        const Rectangle plot = signal.layout (style).plot;
        const int x = plot.x + plot.width / 3;
        REQUIRE (canvas.at (x, plot.bottom () - 1) == findColourMap (name)->at (0));
        REQUIRE (canvas.at (x, plot.y) == findColourMap (name)->at (1));
    }
}

TEST_CASE ("unknown colours are bad usage, and the known ones are named", "[picture]")
{
    const TestSignal signal (5, 5, 0);
    const ScratchFolder folder;
    PictureStyle style;
    style.colours = "pink";
    const auto result = writePicture (signal.content, style, folder.file ("picture.png"));
    REQUIRE_FALSE (result);
    REQUIRE (result.error ().code == ErrorCode::badUsage);
    for (const std::string& name : colourMapNames ())
        REQUIRE (result.error ().message.find (name) != std::string::npos);
    REQUIRE (folder.isEmpty ());
}

TEST_CASE ("one loud frame of a million is seen", "[picture]")
{
    TestSignal signal (1000000, 3, -80);
    signal.at (777777, 1) = 0;
    PictureStyle style;
    style.colours = "gray";
    Canvas canvas = draw (signal, style);
    const Rectangle plot = signal.layout (style).plot;
    const int x = plot.x + static_cast<int> (0.777777 * plot.width);
    REQUIRE (canvas.at (x, plot.y + plot.height / 2) == Colour {255, 255, 255});
    REQUIRE (canvas.at (x - 2, plot.y + plot.height / 2) == Colour {0, 0, 0});
}
