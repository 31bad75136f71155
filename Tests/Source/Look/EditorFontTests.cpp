// Text in the windows uses the program's own font on every machine.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Editor/InstrumentEditor.h"
#include "Source/Processor/AnalyzerProcessor.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <vector>

namespace melstrom::testing
{

namespace
{
constexpr float kUsed[] {Theme::kTinyText, Theme::kSmallText, Theme::kText,
                         Theme::kTitle,    Theme::kHeading,   Theme::kName};

juce::Image pictureOf (juce::Component& component)
{
    pumpMessages (50);
    return component.createComponentSnapshot (component.getLocalBounds (), true, 1.0f);
}

/** Pictures of every page, every panel over the pages, a dialogue, and the analyzer. */
std::vector<juce::Image> picturesOfAll ()
{
    const Host host;
    InstrumentProcessor instrument;
    instrument.loadPatch (*findPatch ("Aurora"));
    std::vector<juce::Image> pictures;
    const std::unique_ptr<juce::AudioProcessorEditor> made (instrument.createEditorIfNeeded ());
    auto& editor = dynamic_cast<InstrumentEditor&> (*made);
    editor.setSize (1200, 700);
    for (int page = 0; page < 4; ++page)
    {
        editor.showPage (page);
        pictures.push_back (pictureOf (editor));
    }
    editor.openBrowser ();
    pictures.push_back (pictureOf (editor));
    editor.openSaveAs ();
    pictures.push_back (pictureOf (editor));
    editor.openDrawing (0);
    pictures.push_back (pictureOf (editor));
    juce::AlertWindow dialogue ("A title", "A message", juce::MessageBoxIconType::NoIcon);
    dialogue.addButton ("OK", 0);
    pictures.push_back (pictureOf (dialogue));
    AnalyzerProcessor analyzer;
    const std::unique_ptr<juce::AudioProcessorEditor> other (analyzer.createEditorIfNeeded ());
    pictures.push_back (pictureOf (*other));
    return pictures;
}

bool areEqual (const juce::Image& one, const juce::Image& other)
{
    if (one.getBounds () != other.getBounds ())
        return false;
    for (int y = 0; y < one.getHeight (); ++y)
        for (int x = 0; x < one.getWidth (); ++x)
            if (one.getPixelAt (x, y) != other.getPixelAt (x, y))
                return false;
    return true;
}

/** Ink coverage of each pixel row of a letter, from its highest row down. */
std::vector<float> inkOf (const juce::String& letter, const juce::Font& font)
{
    juce::Image image (juce::Image::ARGB, 40, 40, true);
    {
        juce::Graphics graphics (image);
        graphics.setColour (juce::Colours::white);
        graphics.setFont (font);
        graphics.drawSingleLineText (letter, 10, 30);
    }
    std::vector<float> rows;
    for (int y = 0; y < image.getHeight (); ++y)
    {
        float sum = 0;
        for (int x = 0; x < image.getWidth (); ++x)
            sum += image.getPixelAt (x, y).getFloatAlpha ();
        if (sum > 0.05f || ! rows.empty ())
            rows.push_back (sum);
    }
    return rows;
}
} // namespace

TEST_CASE ("windows and dialogues are drawn alike on a machine without fonts", "[editor]")
{
    const TemporaryFolder folder;
    const EnvironmentVariable patches ("MELSTROM_PATCHES", folder.path ().c_str ());
    const auto here = picturesOfAll ();
    const EnvironmentVariable fonts ("JUCE_FONT_PATH", folder.path ().c_str ());
    {
        const Host host;
        REQUIRE (juce::Font::findAllTypefaceNames ().isEmpty ());
    }
    const auto there = picturesOfAll ();
    REQUIRE (here.size () == there.size ());
    for (std::size_t i = 0; i < here.size (); ++i)
    {
        INFO ("picture " << i);
        CHECK (areEqual (here[i], there[i]));
        keepPicture (there[i], "fontless-" + juce::String (static_cast<int> (i)));
    }
}

TEST_CASE ("a font of the theme is as large as its name says", "[editor]")
{
    const Host host;
    const auto emSpace = juce::String::charToString (0x2003); // one em wide by definition
    for (const bool isBold : {false, true})
        for (const float size : kUsed)
        {
            INFO (size << (isBold ? " bold" : ""));
            CHECK (Theme::font (size, isBold).getStringWidthFloat (emSpace) ==
                   Approx (size).epsilon (1e-3));
            CHECK (Theme::font (size, isBold).isBold () == isBold);
        }
}

TEST_CASE ("the dot of an i stands apart from its stem in every size of the theme", "[editor]")
{
    const Host host;
    for (const bool isBold : {false, true})
        for (const float size : kUsed)
        {
            const auto rows = inkOf ("i", Theme::font (size, isBold));
            INFO (size << (isBold ? " bold" : ""));
            REQUIRE (rows.size () >= 8);
            const auto dot = std::max_element (rows.begin (), rows.begin () + 2);
            const float gap = *std::min_element (dot, dot + 4);
            const float stem = *std::max_element (dot + 4, dot + 7);
            CHECK (gap < 0.5f * std::min (*dot, stem));
        }
}

TEST_CASE ("a specimen of the font for people to look at", "[editor]")
{
    const Host host;
    juce::Image image (juce::Image::RGB, 620, 420, true);
    juce::Graphics graphics (image);
    graphics.fillAll (Theme::panel ());
    int y = 20;
    for (const bool isBold : {false, true})
        for (const float size : {10.0f, 11.0f, 12.0f, 13.0f, 14.0f})
            for (const auto colour : {Theme::dimText (), Theme::text ()})
            {
                graphics.setFont (Theme::font (size, isBold));
                graphics.setColour (colour);
                graphics.drawSingleLineText ("Filter: ill fi ij Osc 2 Resonance -12.3 dB 0689 " +
                                                 juce::String (size) + " px",
                                             8, y);
                y += 20;
            }
    keepPicture (image, "font");
}

} // namespace melstrom::testing
