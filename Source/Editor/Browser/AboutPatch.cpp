#include "Source/Editor/Browser/AboutPatch.h"

#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
juce::String tagsOf (const Patch& patch)
{
    juce::StringArray tags;
    for (const auto& tag : patch.tags)
        tags.add (textOf (tag));
    return tags.joinIntoString (", ");
}

juce::String whoMadeIt (const Patch& patch)
{
    auto text = textOf (patch.category);
    if (! patch.author.empty ())
        text << (text.isEmpty () ? "By " : ", by ") << textOf (patch.author);
    return text;
}
} // namespace

void paintPatchTexts (juce::Graphics& graphics, juce::Rectangle<int> area, const Patch& patch)
{
    juce::AttributedString text;
    text.setWordWrap (juce::AttributedString::byWord);
    const auto add =
        [&text] (const juce::String& line, float height, juce::Colour colour, bool isBold = false)
    {
        if (line.isNotEmpty ())
            text.append (line + "\n", Theme::font (height, isBold), colour);
    };
    add (textOf (shownName (patch)), Theme::kName, Theme::text (), true);
    add (whoMadeIt (patch), Theme::kText, Theme::dimText ());
    add (" ", 6, Theme::text ());
    add (textOf (patch.description), Theme::kText, Theme::text ());
    add (" ", 6, Theme::text ());
    add (tagsOf (patch), Theme::kText, Theme::accent ());
    const auto numPartials = sinusoidsOfNote (patch);
    add (juce::String (numPartials) + (numPartials == 1 ? " partial" : " partials") + " a note",
         Theme::kText, Theme::dimText ());
    text.draw (graphics, area.toFloat ());
}

AboutPatch::AboutPatch (InstrumentProcessor& processor) : processor_ (processor)
{
    setOpaque (true);
    setTitle ("About this patch");
    processor_.patchChanges ().addChangeListener (this);
}

AboutPatch::~AboutPatch ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void AboutPatch::changeListenerCallback (juce::ChangeBroadcaster*)
{
    repaint ();
}

void AboutPatch::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    graphics.setColour (Theme::panel ());
    graphics.fillRoundedRectangle (getLocalBounds ().toFloat (), Theme::kCorner);
    paintPatchTexts (graphics, getLocalBounds ().reduced (14, 12), processor_.patch ());
}

} // namespace melstrom
