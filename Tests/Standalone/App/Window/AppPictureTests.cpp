// Pictures of the app's main states at several sizes, and whether its controls have room.
#include "Tests/Support/App/FakeApp.h"
#include "Tests/Support/App/FileRun.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

namespace melstrom::testing
{

namespace
{

struct Size
{
    int width, height;
    float scale;
};
constexpr std::array kSizes {Size {1200, 700, 1}, Size {800, 600, 1}, Size {800, 500, 1},
                             Size {1200, 700, 2}};

bool isControl (const juce::Component& component)
{
    return dynamic_cast<const juce::Button*> (&component) != nullptr ||
           dynamic_cast<const juce::ComboBox*> (&component) != nullptr ||
           dynamic_cast<const juce::TextEditor*> (&component) != nullptr;
}

juce::String nameOf (const juce::Component& component)
{
    return component.getTitle ().isNotEmpty () ? component.getTitle () : component.getName ();
}

/** All shown controls in reach of the mouse; not those of lists, which scroll. */
void findControls (juce::Component& parent, std::vector<juce::Component*>& found)
{
    for (auto* const child : parent.getChildren ())
        if (child->isVisible () && dynamic_cast<juce::Viewport*> (child) == nullptr)
        {
            if (isControl (*child))
                found.push_back (child);
            else
                findControls (*child, found);
        }
}

/** The text of a choice is whole, or squeezed as far as a juce::Label squeezes before it cuts. Names
    of files and devices may be longer than their box. */
void checkText (const juce::ComboBox& box)
{
    for (auto* const child : box.getChildren ())
        if (const auto* const label = dynamic_cast<const juce::Label*> (child);
            label != nullptr && ! label->getText ().contains ("."))
        {
            INFO (nameOf (box) << ": " << label->getText ());
            constexpr double kLeastScale = 0.7; // of juce::Label by default
            CHECK (kLeastScale * label->getFont ().getStringWidth (label->getText ()) <=
                   label->getBorderSize ().subtractedFrom (label->getLocalBounds ()).getWidth ());
        }
}

/** Every control lies within the window with some size, and none covers its neighbour. */
void checkRoom (AppContent& content)
{
    std::vector<juce::Component*> controls;
    findControls (content, controls);
    CHECK (controls.size () > 4);
    const auto area = [&content] (juce::Component& control)
    { return content.getLocalArea (&control, control.getLocalBounds ()); };
    for (auto* const control : controls)
    {
        INFO (nameOf (*control) << " at " << area (*control).toString ());
        CHECK (content.getLocalBounds ().contains (area (*control)));
        CHECK (control->getWidth () >= 14);
        CHECK (control->getHeight () >= 12);
        if (const auto* const box = dynamic_cast<const juce::ComboBox*> (control))
            checkText (*box);
        const auto* const parent = control->getParentComponent ();
        CHECK (parent->getLocalBounds ().contains (control->getBounds ()));
        for (auto* const other : controls)
            if (other != control && other->getParentComponent () == parent)
            {
                INFO ("and " << nameOf (*other) << " at " << area (*other).toString ());
                CHECK_FALSE (control->getBounds ().intersects (other->getBounds ()));
            }
    }
}

/** The picture has more than a background in each of its quarters. */
void checkPicture (const juce::Image& picture)
{
    for (int quarter = 0; quarter < 4; ++quarter)
    {
        std::set<juce::uint32> colours;
        const int width = picture.getWidth () / 2, height = picture.getHeight () / 2;
        for (int y = 0; y < height; y += 3)
            for (int x = 0; x < width; ++x)
                colours.insert (
                    picture.getPixelAt (quarter % 2 * width + x, quarter / 2 * height + y)
                        .getARGB ());
        INFO ("quarter " << quarter);
        CHECK (colours.size () > 4);
    }
}

/** Keeps the state at each size, and checks the room of its controls from the window's least size on.
    pump: lets the app draw itself */
template <typename Pump>
void keepState (AppRun& app, const juce::String& name, Pump&& pump)
{
    for (const auto& size : kSizes)
    {
        const auto text = name + "-" + juce::String (size.width) +
                          (size.scale > 1 ? "x" + juce::String (size.scale, 0) : juce::String ());
        INFO (text);
        app.window ().setSize (size.width, size.height);
        pump ();
        auto& content = app.content ();
        const auto picture =
            content.createComponentSnapshot (content.getLocalBounds (), true, size.scale);
        keepPicture (picture, "state-" + text);
        CHECK (content.getWidth () == size.width);
        CHECK (content.getHeight () == size.height);
        checkPicture (picture);
        const auto* const limits = app.window ().getConstrainer ();
        if (size.width >= limits->getMinimumWidth () && size.height >= limits->getMinimumHeight ())
            checkRoom (content);
    }
}

/** A chirp that rises three octaves in two seconds, over a quiet tone. */
float chirp (std::int64_t position, int channel)
{
    const double seconds = static_cast<double> (position) / 48000;
    const double place = std::fmod (seconds, 2.0);
    const double cycles = 300 * (std::pow (2.0, 1.5 * place) - 1) / (1.5 * std::numbers::ln2);
    return static_cast<float> ((channel == 0 ? 0.4 : 0.2) *
                                   std::sin (2 * std::numbers::pi * cycles) +
                               0.02 * std::sin (2 * std::numbers::pi * 5000 * seconds));
}

std::string chirpFile (const TemporaryFolder& folder, const std::string& name, int firstSample)
{
    std::string samples;
    for (int n = 0; n < 20 * 48000; ++n)
        samples += littleEndian (static_cast<std::uint16_t> (static_cast<std::int16_t> (
                                     std::lround (20000 * chirp (n + firstSample, 0)))),
                                 2);
    return folder.write (name, wav ({.rateHz = 48000}, samples));
}

void openSound (FileRun& run, const std::string& name, int firstSample)
{
    REQUIRE (run.opens (chirpFile (run.folder (), name, firstSample)));
    REQUIRE (run.loop.pumpUntil ([&] { return run.isDone (); }));
}

} // namespace

TEST_CASE ("pictures: live, with and without a device", "[plugin][app][pictures]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    fake.content ().showPage (AppContent::Page::live);
    fake.play (4, chirp);
    keepState (fake.app (), "live", [&] { fake.play (0.5, chirp); });
    REQUIRE (fake.content ().live ().keyPressed (juce::KeyPress ('g', {}, 'g')));
    REQUIRE (fake.content ().live ().keyPressed (juce::KeyPress ('p', {}, 'p')));
    keepState (fake.app (), "live-tools", [&] { fake.play (0.5, chirp); });

    fake.machine.isPluggedIn = false;
    REQUIRE (
        AppRun::pumpUntil ([&] { return fake.content ().audio ().deviceFault ().isNotEmpty (); }));
    REQUIRE (fake.content ().live ().keyPressed (juce::KeyPress ('g', {}, 'g')));
    keepState (fake.app (), "no-device", [] { pumpMessages (300); });
    fake.content ().openDevices ();
    keepState (fake.app (), "settings", [] { pumpMessages (300); });
}

TEST_CASE ("pictures: files, compared, with marks", "[plugin][app][pictures]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    run.content ().showPage (AppContent::Page::files);
    keepState (run.app, "no-file", [] { pumpMessages (300); });
    openSound (run, "first chirp.wav", 0);
    keepState (run.app, "files", [] { pumpMessages (500); });

    auto& marks = run.files ().chosen ()->marks;
    REQUIRE (marks.add ({1.0, 2.0, 500.0, 2400.0, "rising"}));
    REQUIRE (marks.add ({5.0, 5.0, std::nullopt, std::nullopt, "a point"}));
    REQUIRE (run.files ().keyPressed (juce::KeyPress ('l', {}, 'l')));
    keepState (run.app, "marks", [] { pumpMessages (500); });
    REQUIRE (run.files ().keyPressed (juce::KeyPress ('l', {}, 'l')));

    openSound (run, "second chirp.wav", 48000);
    for (auto* const box : allOf<juce::ComboBox> (run.files ()))
        if (box->getTitle () == "Compare with" || box->getName () == "Compare with")
            box->setSelectedItemIndex (1, juce::sendNotificationSync);
    REQUIRE (run.files ().keyPressed (juce::KeyPress ('g', {}, 'g')));
    keepState (run.app, "compared", [] { pumpMessages (500); });
    run.app.content ().files ().close (1);
}

TEST_CASE ("pictures: synthesizer and batch", "[plugin][app][pictures]")
{
    if (! hasDisplay ())
        return;
    FakeApp fake;
    fake.content ().showPage (AppContent::Page::synth);
    keepState (fake.app (), "synth", [&] { fake.play (0.3); });
    fake.content ().showPage (AppContent::Page::batch);
    keepState (fake.app (), "batch", [&] { fake.play (0.3); });
}

} // namespace melstrom::testing
