#include "Standalone/App/Settings/Session.h"

#include <utility>

namespace melstrom
{

namespace
{
const juce::Identifier kEnded ("ended");
}

Session::Session (juce::File file) : file_ (std::move (file))
{
    auto xml = juce::parseXML (file_);
    if (xml != nullptr && ! xml->getBoolAttribute (kEnded) && xml->getNumChildElements () > 0)
        lost_ = std::move (xml);
}

void Session::keep (std::unique_ptr<juce::XmlElement> now)
{
    if (now != nullptr)
        write (*now, false);
}

void Session::end ()
{
    juce::XmlElement nothing ("FILES");
    write (nothing, true);
}

void Session::write (juce::XmlElement& xml, bool hasEnded)
{
    xml.setAttribute (kEnded, hasEnded);
    const auto text = xml.toString ();
    if (std::exchange (written_, text) == text)
        return;
    file_.getParentDirectory ().createDirectory ();
    file_.replaceWithText (text); // a temporary file, then a rename
}

} // namespace melstrom
