// The open files and unsaved marks, kept for a start after a crash.
#pragma once

#include <juce_core/juce_core.h>

#include <memory>

namespace melstrom
{

/** Each running app has a file of its own in the folder, session-N.xml, under a lock that the system
    drops with the process. At its start an app takes over what ended apps left. A file is replaced as
    a whole. Thread: message. */
class Session
{
public:
    explicit Session (juce::File folder);
    ~Session ();

    /** What apps had open that ended without `end`; null: nothing, or it was taken. */
    const juce::XmlElement* lost () const noexcept { return lost_.get (); }
    /** Its files are in the present session now. */
    void forgetLost () { lost_.reset (); }

    /** Writes the present session, and what is lost and not taken, if it changed. False: the file
        cannot be written. */
    bool keep (std::unique_ptr<juce::XmlElement> now);
    /** The app ends well: nothing is offered at the next start but what is lost and not taken. */
    void end ();

private:
    void takeOver (const juce::File& file);

    juce::File folder_, file_;
    std::unique_ptr<juce::InterProcessLock> lock_; ///< of file_
    std::unique_ptr<juce::XmlElement> lost_;
    juce::String written_;
};

} // namespace melstrom
