// Dialogues, file lists and the app's title bar use the colours of the editors.
#include "Source/Look/Theme.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Plugin/Host.h"

#include <set>

namespace melstrom::testing
{

namespace
{
using Colours = std::set<juce::uint32>;

/** Colours of the component's picture. Also saves the picture for visual inspection. */
Colours coloursOf (juce::Component& component, const juce::String& name)
{
    pumpMessages (20);
    const auto picture = component.createComponentSnapshot (component.getLocalBounds (), true, 1);
    keepPicture (picture, name);
    Colours colours;
    for (int y = 0; y < picture.getHeight (); ++y)
        for (int x = 0; x < picture.getWidth (); ++x)
            colours.insert (picture.getPixelAt (x, y).getARGB ());
    return colours;
}

/** No default colour of JUCE is present; the panel's colour is. */
void checkColours (const Colours& colours)
{
    CHECK (colours.contains (Theme::panel ().getARGB ()));
    const auto theirs = juce::LookAndFeel_V4::getDarkColourScheme ();
    using Part = juce::LookAndFeel_V4::ColourScheme::UIColour;
    for (const auto part : {Part::windowBackground, Part::widgetBackground, Part::outline,
                            Part::defaultFill, Part::highlightedFill})
    {
        INFO ("part " << static_cast<int> (part));
        CHECK_FALSE (colours.contains (theirs.getUIColour (part).getARGB ()));
    }
    for (const juce::uint32 button : {0xff9a131du, 0xffaa8811u, 0xff0a830au})
        CHECK_FALSE (colours.contains (button));
}
} // namespace

TEST_CASE ("title bars and dialogues share the look of the editors", "[editor]")
{
    const Host host;
    const juce::SharedResourcePointer<MelstromLook> look;
    {
        juce::DocumentWindow window ("Melstrom", Theme::background (),
                                     juce::DocumentWindow::allButtons, false);
        window.setUsingNativeTitleBar (false);
        window.setSize (400, 200);
        checkColours (coloursOf (window, "title-bar"));
        const auto picture = window.createComponentSnapshot ({0, 0, 400, 200}, true, 1);
        CHECK (picture.getPixelAt (200, 150) == Theme::background ());
    }
    {
        juce::AlertWindow dialogue ("Nothing was saved", "There is no room for it.",
                                    juce::MessageBoxIconType::NoIcon);
        dialogue.addButton ("OK", 1);
        checkColours (coloursOf (dialogue, "dialogue"));
    }
    {
        juce::WildcardFileFilter filter ("*.toml", "*", "TOML");
        juce::FileBrowserComponent browser (juce::FileBrowserComponent::openMode |
                                                juce::FileBrowserComponent::canSelectFiles,
                                            juce::File (testDataFolder ()), &filter, nullptr);
        juce::FileChooserDialogBox files ("Load a front end", {}, browser, false,
                                          Theme::background (), nullptr);
        files.setSize (600, 400);
        checkColours (coloursOf (files, "files"));
    }
}

} // namespace melstrom::testing
