// The open files and unsaved marks, kept for a start after a crash.
#pragma once

#include <juce_core/juce_core.h>

#include <memory>

namespace melstrom
{

/** One file, session.xml, replaced as a whole. Several instances of the app share it: the last one
    that writes wins. Thread: message. */
class Session
{
public:
    /** Reads the session of an app that did not end well. */
    explicit Session (juce::File file);

    /** What the last app had open when it ended without `end`; null: nothing, or it ended well. */
    const juce::XmlElement* lost () const noexcept { return lost_.get (); }
    void forgetLost () { lost_.reset (); }

    /** Writes the present session if it changed. */
    void keep (std::unique_ptr<juce::XmlElement> now);
    /** The app ends well: nothing is offered at the next start. */
    void end ();

private:
    void write (juce::XmlElement& xml, bool hasEnded);

    juce::File file_;
    std::unique_ptr<juce::XmlElement> lost_;
    juce::String written_;
};

} // namespace melstrom
