// The app on a screen with two pixels to a point.
#include "Tests/Standalone/App/Measure/ScreenProbe.h"
#include "Tests/Support/App/FakeApp.h"
#include "Tests/Support/App/FileRun.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{

constexpr float kScale = 2;

struct DoubleScale
{
    DoubleScale () { juce::Desktop::getInstance ().setGlobalScaleFactor (kScale); }
    ~DoubleScale () { juce::Desktop::getInstance ().setGlobalScaleFactor (1); }
    const Host host; ///< the desktop's life
};

/** What the screen shows of a component. */
ScreenPixels pixelsOf (const juce::Component& component)
{
    const auto area = component.getScreenBounds () * kScale;
    return Screen ().pixels ({area.getX (), area.getY (), area.getWidth (), area.getHeight ()});
}

juce::Image imageOf (const ScreenPixels& pixels, int width)
{
    const auto height = static_cast<int> (pixels.size ()) / width;
    juce::Image image (juce::Image::RGB, width, height, false);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.setPixelAt (
                x, y, juce::Colour (0xff000000 | pixels[static_cast<std::size_t> (y * width + x)]));
    return image;
}

/** Of pairs of pixels beside each other: the share with different colours. Enlarged points have none
    within a point. */
double fineShare (const ScreenPixels& pixels, int width)
{
    std::int64_t numFine = 0, numPairs = 0;
    for (std::size_t at = 0; at + 1 < pixels.size (); at += 2)
        if (static_cast<int> (at) % width + 1 < width)
        {
            ++numPairs;
            numFine += pixels[at] != pixels[at + 1] ? 1 : 0;
        }
    return static_cast<double> (numFine) / static_cast<double> (numPairs);
}

} // namespace

TEST_CASE ("with two pixels to a point files are drawn in pixels, and the mouse hits",
           "[plugin][app][screen]")
{
    if (! hasDisplay ())
        return;
    const DoubleScale scale;
    FileRun run;
    auto& window = run.app.window ();
    window.setBounds (0, 0, 800, 580); // of 800 x 600 points
    std::string samples;
    for (const auto sample : testSamples (20 * 48000)) // noise; rows are closer than pixels
        samples += littleEndian (static_cast<std::uint16_t> (sample), 2);
    REQUIRE (run.opens (run.folder ().write ("a.wav", wav ({.rateHz = 48000}, samples))));
    REQUIRE (run.loop.pumpUntil ([&] { return run.isDone (); }));
    run.loop.pumpUntil ([] { return false; }, 1);
    auto& view = run.files ().view ();
    const auto shown = pixelsOf (view);
    const int width = view.getWidth () * 2;
    REQUIRE (shown.size () == static_cast<std::size_t> (width * view.getHeight () * 2));
    keepPicture (imageOf (pixelsOf (run.content ()), run.content ().getWidth () * 2), "app-double");
    CHECK (fineShare (shown, width) > 0.2);
    // what was put equals what is painted
    view.repaint ();
    run.loop.pumpUntil ([] { return false; }, 0.3);
    CHECK (pixelsOf (view) == shown);

    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    // XTest moves in pixels
    for (const auto page : {AppContent::Page::batch, AppContent::Page::files})
    {
        auto* const tab = [&]
        {
            for (auto* const button : allOf<juce::Button> (run.content ()))
                if (button->getTitle () == (page == AppContent::Page::batch ? "Batch" : "Files"))
                    return button;
            return static_cast<juce::Button*> (nullptr);
        }();
        REQUIRE (tab != nullptr);
        CHECK (
            mouse.clickScreen ((tab->getScreenBounds ().toFloat () * kScale).getCentre ().toInt (),
                               [&] { return run.content ().page () == page; }));
        run.loop.pumpUntil ([] { return false; }, 0.3);
        keepPicture (imageOf (pixelsOf (run.content ()), run.content ().getWidth () * 2),
                     "app-double-" + juce::String (static_cast<int> (page)));
    }
}

TEST_CASE ("with two pixels to a point live rows that are put look as if painted",
           "[plugin][app][screen]")
{
    if (! hasDisplay ())
        return;
    const DoubleScale scale;
    FakeApp fake;
    auto& content = fake.content ();
    fake.app ().window ().setBounds (0, 0, 800, 580);
    content.showPage (AppContent::Page::live);
    const auto noise = testSamples (48000);
    fake.play (3,
               [&] (std::int64_t position, int)
               {
                   return static_cast<float> (
                              noise[static_cast<std::size_t> (position) % noise.size ()]) /
                          32768;
               });
    pumpMessages (500); // the last rows
    auto& view = content.live ().view ();
    const auto put = pixelsOf (view);
    keepPicture (imageOf (pixelsOf (content), content.getWidth () * 2), "app-double-live");
    view.repaint ();
    pumpMessages (300);
    CHECK (pixelsOf (view) == put);
}

} // namespace melstrom::testing
