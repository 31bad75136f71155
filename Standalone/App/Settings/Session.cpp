#include "Standalone/App/Settings/Session.h"

#include <utility>

namespace melstrom
{

namespace
{

constexpr int kMostApps = 32;

std::unique_ptr<juce::InterProcessLock> lockOf (const juce::File& file)
{
    return std::make_unique<juce::InterProcessLock> (
        "melstrom-" + juce::String::toHexString (file.getFullPathName ().hashCode64 ()));
}

} // namespace

Session::Session (juce::File folder) : folder_ (std::move (folder))
{
    for (int n = 0; n < kMostApps; ++n)
    {
        const auto file = folder_.getChildFile ("session-" + juce::String (n) + ".xml");
        auto lock = lockOf (file);
        if (! lock->enter (0))
            continue; // of an app that runs
        takeOver (file);
        if (lock_ == nullptr)
        {
            file_ = file;
            lock_ = std::move (lock);
        }
        else if (file.existsAsFile ())
            file.deleteFile (); // file_ has its contents
    }
}

Session::~Session () = default;

/** Adds the file's session to what is lost, and to file_ at once if there is one. */
void Session::takeOver (const juce::File& file)
{
    const auto found = juce::parseXML (file);
    if (found == nullptr || found->getNumChildElements () == 0)
        return;
    if (lost_ == nullptr)
        lost_ = std::make_unique<juce::XmlElement> ("FILES");
    for (const auto* one : found->getChildIterator ())
        lost_->addChildElement (new juce::XmlElement (*one));
    if (lock_ != nullptr)
        keep (std::make_unique<juce::XmlElement> ("FILES"));
}

bool Session::keep (std::unique_ptr<juce::XmlElement> now)
{
    if (file_ == juce::File ())
        return false;
    if (lost_ != nullptr)
        for (const auto* one : lost_->getChildIterator ())
            now->addChildElement (new juce::XmlElement (*one));
    const auto text = now->toString ();
    if (text == written_)
        return true;
    const bool isWritten = folder_.createDirectory ().wasOk () &&
                           file_.replaceWithText (text); // a temporary file, then a rename
    if (isWritten)
        written_ = text;
    return isWritten;
}

void Session::end ()
{
    keep (std::make_unique<juce::XmlElement> ("FILES"));
}

} // namespace melstrom
