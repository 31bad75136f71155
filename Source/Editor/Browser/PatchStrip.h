// The strip with the patch's name and the commands for patches.
#pragma once

#include "Source/Editor/Browser/DemoPlayer.h"
#include "Source/Look/IconButton.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <functional>

namespace melstrom
{

/** A and B, with the sounding side lit, and a button that copies it to the other side. Thread:
    message. */
class CompareStrip final : public juce::Component, private juce::ChangeListener
{
public:
    static constexpr int kWidth = 78;

    explicit CompareStrip (InstrumentProcessor& processor);
    ~CompareStrip () override;
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster*) override { update (); }
    void update ();
    InstrumentProcessor& processor_;
    juce::TextButton a_ {"A"}, b_ {"B"};
    IconButton copy_ {Icon::copy, "Copy to the other side"};
};

/** A die, and a menu of locked groups, which stay unchanged. The patch's name contains the seed.
    Thread: message. */
class SurpriseStrip final : public juce::Component
{
public:
    static constexpr int kWidth = 52;

    explicit SurpriseStrip (InstrumentProcessor& processor);

    void surpriseMe ();
    void resized () override;

private:
    void showLocks ();
    void toggle (std::size_t group);
    InstrumentProcessor& processor_;
    IconButton die_ {Icon::dice, "Surprise me"}, locks_ {Icon::lock, "Lock groups"};
};

/** Previous, name (with "•" after a change), next, a demo, save, save as, init, two sides to
    compare, and surprise. Thread: message. */
class PatchStrip final : public juce::Component, private juce::ChangeListener
{
public:
    explicit PatchStrip (InstrumentProcessor& processor);
    ~PatchStrip () override;

    std::function<void ()> onBrowse, onSave, onSaveAs;

    /** Loads the previous (-1) or next (1) patch of all patches. */
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
    std::string playedName_; ///< name of the patch at the demo's start
};

} // namespace melstrom
