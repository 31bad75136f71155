#include "Source/Timeline/Columns/PutColumns.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

#include <array>
#include <juce_events/juce_events.h>

namespace melstrom::testing
{
namespace
{

struct Box final : public juce::Component
{
    explicit Box (juce::Rectangle<int> bounds)
    {
        setBounds (bounds);
        setVisible (true);
    }
    void paint (juce::Graphics& graphics) override { graphics.fillAll (juce::Colours::black); }
};

} // namespace

TEST_CASE ("a part of a component is in front unless another component lies over it",
           "[plugin][app][timeline]")
{
    if (! hasDisplay ())
        return;
    const juce::ScopedJuceInitialiser_GUI gui;
    const Host host; // survives errors of the screen
    Box outer ({0, 0, 300, 200}), page ({10, 10, 280, 180}), plot ({20, 20, 100, 80}),
        panel ({200, 20, 50, 50});
    page.addAndMakeVisible (plot);
    outer.addAndMakeVisible (page);
    outer.addAndMakeVisible (panel);
    const auto all = plot.getLocalBounds ();
    CHECK_FALSE (isInFront (plot, all)); // on no screen
    outer.addToDesktop (juce::ComponentPeer::windowHasTitleBar);
    CHECK (isInFront (plot, all));

    Box entry ({90, 70, 30, 30});
    plot.addAndMakeVisible (entry);
    CHECK_FALSE (isInFront (plot, all));
    CHECK (isInFront (plot, all.withTrimmedRight (10)));
    plot.removeChildComponent (&entry);
    CHECK (isInFront (plot, all));

    panel.setTopLeftPosition (outer.getLocalPoint (&plot, juce::Point<int> (99, 79)));
    CHECK_FALSE (isInFront (plot, all)); // one pixel
    CHECK (isInFront (plot, all.withTrimmedRight (1)));
    panel.toBack ();
    CHECK (isInFront (plot, all));
    panel.toFront (false);
    panel.setVisible (false);
    CHECK (isInFront (plot, all));
    plot.setTopLeftPosition (200, 20); // beyond the page's right edge
    CHECK_FALSE (isInFront (plot, all));
    plot.setTopLeftPosition (20, 20);
    page.setVisible (false);
    CHECK_FALSE (isInFront (plot, all));
}

TEST_CASE ("a ring tells the columns that were drawn", "[plugin][app][timeline]")
{
    ColumnRing ring;
    ring.begin (10, 2);
    const auto draw = [] (std::int64_t, const PixelColumn& pixels)
    { pixels[0] = pixels[1] = juce::PixelRGB (); };
    ring.update (-3, {}, draw);
    CHECK (ring.takeChanged () == IndexRange {-3, 7});
    CHECK (ring.takeChanged ().isEmpty ());
    ring.update (-1, {}, draw);
    const std::array changed {IndexRange {2, 3}};
    ring.update (-1, changed, draw);
    CHECK (ring.takeChanged () == IndexRange {2, 9});
}

} // namespace melstrom::testing
