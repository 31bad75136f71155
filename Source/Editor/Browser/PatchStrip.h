// Which patch sounds, and the way to others.
#pragma once

#include "Source/Editor/Browser/CompareStrip.h"
#include "Source/Editor/Browser/DemoPlayer.h"
#include "Source/Editor/Browser/SurpriseStrip.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <functional>

namespace melstrom
{

/** Previous, name with "•" where it has been changed, next, a demo, save, save as, init, two sides to compare, and patches
    by chance. Thread: message. */
class PatchStrip final : public juce::Component, private juce::ChangeListener
{
public:
    explicit PatchStrip (InstrumentProcessor& processor);
    ~PatchStrip () override;

    std::function<void ()> onBrowse, onSave, onSaveAs;

    /** The patch before (-1) or after (1) this one, of all. */
    void step (int way);
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster* source) override;
    void update ();
    void playDemo ();
    InstrumentProcessor& processor_;
    IconButton previous_ {Icon::previous, "Previous patch", "Ctrl+Left"},
        next_ {Icon::next, "Next patch", "Ctrl+Right"}, demo_ {Icon::play, "Play a demo phrase"};
    juce::TextButton name_, save_ {"Save"}, saveAs_ {"Save as"}, init_ {"Init"};
    CompareStrip compare_;
    SurpriseStrip surprise_;
    DemoPlayer player_;
    std::string playedName_; ///< of the patch that the demo began with
};

} // namespace melstrom
