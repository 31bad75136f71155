#include "Source/Editor/Browser/SurpriseStrip.h"

#include "Engine/Spec/Patch/Surprise.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kNumSeeds = 99'999; ///< a seed has at most five digits in a name
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

} // namespace melstrom
