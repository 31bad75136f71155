// What reaches the window without painting is what painting would show.
#include "Tests/Standalone/App/Measure/MeasuredApp.h"

#include <functional>
#include <numeric>

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

std::size_t numDifferent (const ScreenPixels& one, const ScreenPixels& other)
{
    REQUIRE (one.size () == other.size ());
    return static_cast<std::size_t> (std::inner_product (
        one.begin (), one.end (), other.begin (), 0, std::plus<> (), std::not_equal_to<> ()));
}

} // namespace

TEST_CASE ("columns that are put look as if painted, with the cursor and without", "[smoke]")
{
    MeasuredApp app;
    auto& view = app.live ().view ();
    const auto pointer = GENERATE (as<juce::Point<float>> (), juce::Point<float> (0.4f, 0.3f),
                                   juce::Point<float> (0.5f, -0.1f), juce::Point<float> (2, 2));
    app.pointAt (pointer);
    int numLarge = 0;
    {
        const SteadyDevice device (app.machine (), endlessSound (48000));
        pumpMessages (2000); // front end, first rows
        const ScreenProbe probe (MeasuredApp::lineOf (view), 0.004, {});
        view.setCachedComponentImage (new LargeRepaints (view, numLarge));
        pumpMessages (1000);
        CHECK (probe.numPictures () > 20);
        CHECK (numLarge < 5); // not with each picture
        // the old lines of a cursor that moves are not left behind
        app.pointAt (pointer + juce::Point<float> (0.05f, 0.07f));
        pumpMessages (300);
    }
    pumpMessages (300); // the last rows
    const auto put = pixelsOf (view);
    numLarge = 0;
    view.repaint ();
    pumpMessages (300);
    CHECK (numLarge > 0);
    CHECK (numDifferent (put, pixelsOf (view)) == 0);
    view.setCachedComponentImage (nullptr);
}

} // namespace melstrom::testing
