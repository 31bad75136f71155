#include "Source/Editor/Browser/PatchStrip.h"

#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Midi/DemoPhrase.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

PatchStrip::PatchStrip (InstrumentProcessor& processor)
    : processor_ (processor), compare_ (processor), surprise_ (processor),
      player_ (processor.keyboard ())
{
    previous_.onClick = [this] { step (-1); };
    next_.onClick = [this] { step (1); };
    name_.onClick = [this] { onBrowse (); };
    demo_.onClick = [this] { player_.isPlaying () ? player_.stop () : playDemo (); };
    player_.onChange = [this]
    {
        demo_.setIcon (player_.isPlaying () ? Icon::stop : Icon::play);
        demo_.setToggleState (player_.isPlaying (), juce::dontSendNotification);
    };
    save_.onClick = [this] { onSave (); };
    saveAs_.onClick = [this] { onSaveAs (); };
    init_.onClick = [this] { processor_.loadPatch (initPatch ()); };
    save_.setTooltip ("Replace your own patch of this name; without one, like Save as (Ctrl+S)");
    demo_.setTooltip ("Play a phrase that suits the patch; a second click stops it");
    saveAs_.setTooltip ("Save this sound as a patch of your own (Ctrl+Shift+S)");
    init_.setTooltip ("Start with a plain sine; undo brings the previous sound back");
    for (auto* button : std::initializer_list<juce::Component*> {
             &previous_, &name_, &next_, &demo_, &save_, &saveAs_, &init_, &compare_, &surprise_})
        addAndMakeVisible (button);
    name_.setColour (juce::TextButton::buttonColourId, Theme::panel ());
    processor_.patchChanges ().addChangeListener (this);
    update ();
}

PatchStrip::~PatchStrip ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void PatchStrip::step (int way)
{
    auto& store = processor_.patches ();
    if (const auto index = store.neighbour (processor_.patch ().name, way, {}))
        processor_.loadPatch (store.all ()[*index].patch);
}

void PatchStrip::changeListenerCallback (juce::ChangeBroadcaster*)
{
    update ();
}

void PatchStrip::update ()
{
    const auto patch = processor_.patch ();
    const auto name = textOf (shownName (patch));
    const bool isDirty = processor_.isPatchDirty ();
    if (player_.isPlaying () && patch.name != playedName_)
        playDemo ();
    name_.setButtonText (isDirty ? name + juce::String::fromUTF8 (" \xe2\x80\xa2") : name);
    name_.setTitle ("Patch: " + name + (isDirty ? ", changed" : ""));
    name_.setTooltip (textOf (patch.category) + (patch.category.empty () ? "" : ": ") + name +
                      (isDirty ? ", changed after loading" : "") + "\nOpens the browser (Ctrl+F).");
}

void PatchStrip::playDemo ()
{
    const auto patch = processor_.patch ();
    playedName_ = patch.name;
    player_.start (demoPhrase (patch));
}

void PatchStrip::resized ()
{
    auto area = getLocalBounds ();
    const int gap = Theme::kGap - 2;
    previous_.setBounds (area.removeFromLeft (Theme::kControl));
    area.removeFromLeft (gap);
    const std::pair<juce::Component*, int> fromTheRight[] {{&surprise_, SurpriseStrip::kWidth},
                                                           {&compare_, CompareStrip::kWidth},
                                                           {&init_, 42},
                                                           {&saveAs_, 64},
                                                           {&save_, 46},
                                                           {&demo_, 28},
                                                           {&next_, Theme::kControl}};
    for (const auto& [part, width] : fromTheRight)
    {
        part->setBounds (area.removeFromRight (width));
        area.removeFromRight (gap);
    }
    name_.setBounds (area);
}

} // namespace melstrom
