#include "Source/Editor/Browser/PatchStrip.h"

#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Engine/Spec/Patch/Surprise.h"
#include "Source/Midi/DemoPhrase.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kNumSeeds = 99'999; ///< a seed has at most five digits in a name
} // namespace

CompareStrip::CompareStrip (InstrumentProcessor& processor) : processor_ (processor)
{
    setTitle ("Compare");
    const auto choose = [this] (PatchSide side)
    {
        processor_.chooseSide (side);
        update ();
    };
    a_.onClick = [choose] { choose (PatchSide::a); };
    b_.onClick = [choose] { choose (PatchSide::b); };
    copy_.onClick = [this] { processor_.copyToOtherSide (); };
    for (auto* const button : std::initializer_list<juce::Button*> {&a_, &b_, &copy_})
        addAndMakeVisible (*button);
    processor_.patchChanges ().addChangeListener (this);
    update ();
}

CompareStrip::~CompareStrip ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void CompareStrip::update ()
{
    const bool isB = processor_.side () == PatchSide::b;
    const auto show = [] (juce::Button& button, bool isLit)
    {
        button.setToggleState (isLit, juce::dontSendNotification);
        button.setTooltip (isLit ? "This sound plays; the other sound waits"
                                 : "Play the other sound, to compare both");
    };
    show (a_, ! isB);
    show (b_, isB);
    copy_.setTooltip (isB ? "Copy B to A" : "Copy A to B");
}

void CompareStrip::resized ()
{
    auto area = getLocalBounds ();
    const int width = area.getWidth () / 3;
    a_.setBounds (area.removeFromLeft (width).withTrimmedRight (1));
    b_.setBounds (area.removeFromLeft (width).withTrimmedRight (2));
    copy_.setBounds (area);
}

SurpriseStrip::SurpriseStrip (InstrumentProcessor& processor) : processor_ (processor)
{
    setTitle ("Surprise");
    die_.setTooltip (
        "Surprise me: a random patch within musical ranges; undo brings the previous patch back");
    locks_.setTooltip ("Groups that Surprise me does not change");
    locks_.setToggleState (processor_.surpriseLocks ().any (), juce::dontSendNotification);
    die_.onClick = [this] { surpriseMe (); };
    locks_.onClick = [this] { showLocks (); };
    addAndMakeVisible (die_);
    addAndMakeVisible (locks_);
}

void SurpriseStrip::surpriseMe ()
{
    const int seed = 1 + juce::Random::getSystemRandom ().nextInt (kNumSeeds);
    const auto locks = processor_.surpriseLocks ();
    auto patch = processor_.patch ();
    surprise (patch, static_cast<std::uint32_t> (seed), keysOf (locks));
    patch.name = "Surprise " + std::to_string (seed);
    patch.category = patch.author = patch.description = {};
    patch.tags.clear ();
    if (! locks[static_cast<std::size_t> (SurpriseGroup::modulation)])
        patch.macroNames = {}; // the macros have new targets
    processor_.loadPatch (patch);
}

void SurpriseStrip::toggle (std::size_t group)
{
    auto& locks = processor_.surpriseLocks ();
    locks.flip (group);
    locks_.setToggleState (locks.any (), juce::dontSendNotification);
}

void SurpriseStrip::showLocks ()
{
    juce::PopupMenu menu;
    menu.setLookAndFeel (&getLookAndFeel ());
    menu.addSectionHeader ("Do not change");
    for (std::size_t group = 0; group < kSurpriseGroupNames.size (); ++group)
        menu.addItem (textOf (kSurpriseGroupNames[group]), true, processor_.surpriseLocks ()[group],
                      [this, group] { toggle (group); });
    menu.showMenuAsync (
        juce::PopupMenu::Options ().withTargetComponent (locks_).withDeletionCheck (*this));
}

void SurpriseStrip::resized ()
{
    auto area = getLocalBounds ();
    die_.setBounds (area.removeFromLeft (area.getWidth () / 2).withTrimmedRight (1));
    locks_.setBounds (area);
}

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
