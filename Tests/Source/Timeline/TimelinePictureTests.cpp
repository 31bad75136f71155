#include "Source/Timeline/WindowSpectrum.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Editor/TimelineRig.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/Timing.h"

#include <cmath>
#include <cstdio>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("the spectrum at the side is drawn from a bounded number of rows", "[timeline]")
{
    TimelineRig rig;
    rig.view.showAll ();
    rig.view.update ();
    const auto before = rig.rows.numCalls;
    WindowSpectrum spectrum;
    spectrum.compute (rig.rows, {0, 6000}, false);
    CHECK (rig.rows.numCalls - before <= 2 * WindowSpectrum::kMostRows + 1);
    REQUIRE (spectrum.average ().size () == 80);
    CHECK (spectrum.average ()[TimelineRig::kLoudBand] == Approx (-6).margin (0.01));
    CHECK (spectrum.peaks ()[TimelineRig::kLoudBand] == -6);
    CHECK (spectrum.peaks ()[0] == -120);
}

TEST_CASE ("the average of a window that moves is that of its rows' powers", "[timeline]")
{
    FakeRowStore rows ("whisper-openai-80", 16000, 2000,
                       [] (std::int64_t row, int band) -> std::optional<float>
                       {
                           if (row >= 700 && row < 710)
                               return std::nullopt;
                           return -10.0f - static_cast<float> (row % 37) - 0.5f * float (band);
                       });
    WindowSpectrum spectrum;
    const auto check = [&] (IndexRange range, std::int64_t step)
    {
        spectrum.compute (rows, range, false);
        REQUIRE (spectrum.average ().size () == 80);
        for (const int band : {0, 41, 79})
        {
            double power = 0;
            int count = 0;
            for (auto row = range.first; row < range.end; ++row)
                if (const auto level = rows.level (row, band); level && row % step == 0)
                {
                    power += std::pow (10, static_cast<double> (*level) / 10);
                    ++count;
                }
            CHECK (spectrum.average ()[static_cast<std::size_t> (band)] ==
                   Approx (10 * std::log10 (power / count)).margin (1e-3));
        }
    };
    check ({0, 100}, 1);
    const auto before = rows.numCalls;
    check ({3, 103}, 1);
    CHECK (rows.numCalls - before <= 4); // the peaks, and three rows
    check ({650, 800}, 1);               // with rows that are missing
    check ({0, 100}, 1);                 // back
    check ({64, 700}, 4);
    rows.level = [] (std::int64_t row, int) { return std::optional (row % 2 ? -20.0f : -40.0f); };
    ++rows.version;
    check ({64, 690}, 4);
    check ({5, 105}, 1);
}

TEST_CASE ("keys alone select a box in time and frequency", "[timeline]")
{
    TimelineRig rig;
    using Key = juce::KeyPress;
    const auto cursorHz = [&]
    {
        const auto text = rig.view.cursorText ();
        return text.upToFirstOccurrenceOf (" Hz", false, false)
            .fromLastOccurrenceOf (" ", false, false)
            .getDoubleValue ();
    };
    rig.view.setWindow ({10, 20});
    rig.view.update ();
    CHECK_FALSE (rig.press ('{', 0, '{')); // no cursor
    CHECK (rig.press (Key::downKey));
    for (int n = 0; n < 5; ++n)
        CHECK (rig.press (Key::downKey, juce::ModifierKeys::shiftModifier));
    const double low = cursorHz ();
    CHECK (rig.press ('{', 0, '{'));
    auto selected = rig.view.selection ();
    REQUIRE ((selected && selected->lowHz && selected->highHz));
    CHECK (selected->beginSeconds == Approx (10)); // all of the shown time
    CHECK (selected->endSeconds == Approx (30));
    CHECK (*selected->lowHz == Approx (low).margin (0.06)); // the reading has one decimal
    CHECK (*selected->highHz == Approx (rig.view.mapping ().frequency.highestHz ()));

    for (int n = 0; n < 9; ++n)
        CHECK (rig.press (Key::upKey, juce::ModifierKeys::shiftModifier));
    const double high = cursorHz ();
    REQUIRE (high > low);
    CHECK (rig.press ('}', 0, '}'));
    CHECK (rig.press ('[', 0, '['));
    CHECK (rig.press (Key::rightKey, juce::ModifierKeys::shiftModifier));
    CHECK (rig.press (']', 0, ']'));
    selected = rig.view.selection ();
    CHECK (*selected->lowHz == Approx (low).margin (0.06));
    CHECK (*selected->highHz == Approx (high).margin (0.06));
    CHECK (selected->endSeconds - selected->beginSeconds ==
           Approx (200.0 / rig.plot ().getWidth ()));
    CHECK (rig.view.reading ().contains ("; selected "));

    CHECK (rig.press ('{', 0, '{')); // low at the former high: the high limit gives way
    selected = rig.view.selection ();
    CHECK (*selected->lowHz == Approx (high).margin (0.06));
    CHECK (*selected->highHz == Approx (rig.view.mapping ().frequency.highestHz ()));
}

TEST_CASE ("a timeline tells its role, name, help and reading", "[timeline]")
{
    Host host;
    TimelineRig rig;
    rig.view.addToDesktop (juce::ComponentPeer::windowHasTitleBar); // handlers belong to windows
    auto* const handler = rig.view.getAccessibilityHandler ();
    REQUIRE (handler != nullptr);
    CHECK (handler->getRole () == juce::AccessibilityRole::image);
    CHECK (handler->getTitle () == "Timeline");
    CHECK (handler->getHelp ().contains ("Arrow keys"));
    REQUIRE (handler->getValueInterface () != nullptr);
    CHECK (handler->getValueInterface ()->getCurrentValueAsString ().isEmpty ());
    rig.view.setCursor (rig.plot ().getCentre ());
    CHECK (handler->getValueInterface ()->getCurrentValueAsString () == rig.view.cursorText ());
    CHECK (handler->getValueInterface ()->getCurrentValueAsString ().contains ("Hz"));
    CHECK (handler->getValueInterface ()->isReadOnly ());
    for (auto* const child : rig.view.getChildren ())
        CHECK (child->getTitle ().isNotEmpty ());
    rig.view.removeFromDesktop ();
}

TEST_CASE ("a picture has axes but no cursor", "[timeline]")
{
    TimelineRig rig;
    rig.view.showSpectrum (true);
    rig.view.setCaption ("tone.wav", "16 kHz");
    rig.view.setWindow ({0, 20});
    const auto plain = rig.view.picture ();
    CHECK (plain.getWidth () == 1000);
    rig.view.setCursor (rig.plot ().getCentre ());
    const auto again = rig.view.picture ();
    keepPicture (again, "timeline");
    bool isSame = plain.getBounds () == again.getBounds ();
    for (int y = 0; y < plain.getHeight () && isSame; ++y)
        for (int x = 0; x < plain.getWidth () && isSame; ++x)
            isSame = plain.getPixelAt (x, y) == again.getPixelAt (x, y);
    CHECK (isSame);
}

TEST_CASE ("time of a redraw and of a frame that follows", "[timeline]")
{
    TimelineRig rig;
    rig.view.setSize (1200 + 150, 700 + 140);
    rig.view.setWindow ({10, 4});
    rig.rows.end = 3000;
    rig.view.setFollowing (true);
    (void)rig.snapshot ();
    constexpr int kNumFrames = 60;
    const double begin = threadSeconds ();
    for (int frame = 0; frame < kNumFrames; ++frame)
    {
        rig.rows.end += 2;
        rig.view.update ();
    }
    const double following = (threadSeconds () - begin) / kNumFrames;
    rig.view.setFollowing (false);
    const double before = threadSeconds ();
    rig.view.setWindow ({1, 5.5});
    rig.view.update ();
    std::printf ("timeline: %.3f ms a frame that follows, %.1f ms a redraw\n", following * 1e3,
                 (threadSeconds () - before) * 1e3);
    CHECK (rig.view.window () == TimeWindow {1, 5.5});
}
