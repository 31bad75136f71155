// What reaches the window without painting is what painting would show.
#include "Tests/Standalone/App/Measure/MarkedFile.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace melstrom::testing
{

namespace
{

/** Counts repaints of a component that are larger than half of it. */
class LargeRepaints final : public juce::CachedComponentImage
{
public:
    LargeRepaints (juce::Component& component, int& count) : component_ (component), count_ (count)
    {
    }
    void paint (juce::Graphics& graphics) override
    {
        component_.paintEntireComponent (graphics, false);
    }
    bool invalidateAll () override
    {
        ++count_;
        return true;
    }
    bool invalidate (const juce::Rectangle<int>& area) override
    {
        if (2 * area.getWidth () * area.getHeight () >
            component_.getWidth () * component_.getHeight ())
            ++count_;
        return true;
    }
    void releaseResources () override {}

private:
    juce::Component& component_;
    int& count_;
};

ScreenPixels pixelsOf (const juce::Component& component)
{
    const auto area = component.getScreenBounds ();
    return Screen ().pixels ({area.getX (), area.getY (), area.getWidth (), area.getHeight ()});
}

/** Labels and handles of marks and the labels of axes lie at fractions of a pixel: JUCE rounds the
    edges of text by one level and corners by up to 7 of 255, according to where the part that it
    paints begins. */
constexpr int kRoundedLevels = 8;

/** The most by which a colour of two pixels differs. */
int levelsBetween (std::uint32_t one, std::uint32_t other)
{
    int most = 0;
    for (const int shift : {0, 8, 16})
        most = std::max (most, std::abs (static_cast<int> (one >> shift & 255) -
                                         static_cast<int> (other >> shift & 255)));
    return most;
}

/** Pixels of the view that differ by more levels than `mostInPlot`, or than labels of the axes may
    outside of the plot. Reports where the first of them are. */
int numDifferent (const ScreenPixels& one, const ScreenPixels& other, const TimelineView& view,
                  int mostInPlot)
{
    REQUIRE (one.size () == other.size ());
    const int width = view.getWidth ();
    int numFound = 0;
    for (std::size_t n = 0; n < one.size (); ++n)
    {
        const juce::Point<int> place (static_cast<int> (n) % width, static_cast<int> (n) / width);
        const int most = view.mapping ().plot.contains (place) ? mostInPlot : kRoundedLevels;
        if (const int levels = levelsBetween (one[n], other[n]); levels > most && numFound++ < 8)
            report ("  differs at (%d, %d) by %d levels", place.x, place.y, levels);
    }
    return numFound;
}

/** What is on the screen after a change is what JUCE paints there. isPut: JUCE paints no large part
    for the change. */
void checkPainted (TimelineView& view, int mostInPlot, const std::function<void ()>& change = {},
                   bool isPut = true)
{
    int numLarge = 0;
    if (change)
    {
        view.setCachedComponentImage (new LargeRepaints (view, numLarge));
        pumpMessages (150); // painted
        numLarge = 0;
        change ();
    }
    pumpMessages (250);
    const auto put = pixelsOf (view);
    CHECK ((numLarge == 0 || ! isPut));
    view.setCachedComponentImage (new LargeRepaints (view, numLarge));
    numLarge = 0;
    view.repaint ();
    pumpMessages (250);
    CHECK (numLarge > 0);
    CHECK (numDifferent (put, pixelsOf (view), view, mostInPlot) == 0);
    view.setCachedComponentImage (nullptr);
}

} // namespace

TEST_CASE ("columns that are put look as if painted, with the cursor and without", "[smoke]")
{
    MeasuredApp app;
    auto& view = app.live ().view ();
    using Place = juce::Point<float>;
    const auto [pointer, isSelected] = GENERATE (table<Place, bool> ({{Place (0.4f, 0.3f), false},
                                                                      {Place (0.5f, -0.1f), false},
                                                                      {Place (2, 2), false},
                                                                      {Place (0.4f, 0.3f), true}}));
    app.pointAt (pointer);
    int numLarge = 0;
    {
        const SteadyDevice device (app.machine (), endlessSound (48000));
        pumpMessages (2000); // front end, first rows
        const auto end = view.window ().endSeconds ();
        if (isSelected)
            view.setSelection (TimelineSelection {end - 1.3, end - 0.4, 300, 3000});
        view.showSpectrum (isSelected);
        pumpMessages (100);
        const ScreenProbe probe (MeasuredApp::lineOf (view), 0.004, {});
        view.setCachedComponentImage (new LargeRepaints (view, numLarge));
        pumpMessages (1000);
        CHECK (probe.numPictures () > 20);
        CHECK (numLarge < 5); // not with each picture
        // the old lines of a cursor that moves are not left behind
        app.pointAt (pointer + juce::Point<float> (0.05f, 0.07f));
        pumpMessages (300);
    }
    checkPainted (view, 0);
}

TEST_CASE ("a selection and marks and a playhead that are put look as if painted", "[smoke]")
{
    MeasuredApp app;
    openMarkedFile (app);
    auto& files = app.content ().files ();
    auto& view = files.view ();
    app.pointAt ({2, 2}, view); // tooltips come while the pointer rests
    pumpMessages (100);
    int numLarge = 0;
    view.setCachedComponentImage (new LargeRepaints (view, numLarge));
    {
        const SteadyDevice device (app.machine (), endlessSound (48000));
        const ScreenProbe probe (MeasuredApp::lineOf (view), 0.004, {});
        files.togglePlaying ();
        pumpMessages (1000);
        CHECK (probe.numPictures () > 20); // the playhead moves
    }
    CHECK (numLarge < 3);
    REQUIRE (app.content ().audio ().playedSeconds ()); // the playhead stays
    checkPainted (view, kRoundedLevels);

    const SteadyDevice device (app.machine (), endlessSound (48000)); // else it counts as lost
    files.togglePlaying ();
    REQUIRE (AppRun::pumpUntil ([&] { return ! app.content ().audio ().playedSeconds (); }));
    checkPainted (view, kRoundedLevels, [&] { view.setWindow ({0.13, 8}); }); // scrolls
    checkPainted (view, kRoundedLevels, [&] { view.setWindow ({0.2, 3}); });  // zooms
    checkPainted (view, kRoundedLevels, [&] { app.pointAt ({0.45f, 0.97f}, view); });
    checkPainted (view, kRoundedLevels, [&] { app.pointAt ({2, 2}, view); });
    checkPainted (
        view, kRoundedLevels,
        [&] {
            view.setFrequencies (FrequencyRange {400, 9000});
        },
        false);
    checkPainted (view, kRoundedLevels,
                  [&] {
                      view.setSelection (TimelineSelection {0.4, 2.9, {}, {}});
                  });
    checkPainted (view, kRoundedLevels, [&] { view.setSelection (std::nullopt); });
    auto& marks = files.chosen ()->marks;
    checkPainted (view, kRoundedLevels, [&] { marks.select ({0, 1}); });
    checkPainted (view, kRoundedLevels, [&] { marks.removeSelected (); });
    marks.select ({0, 1, 2});
    checkPainted (view, kRoundedLevels, [&] { marks.removeSelected (); });
}

} // namespace melstrom::testing
