#include "Standalone/App/Files/OpenSound.h"

#include "Source/Parameters/ParameterText.h"

#include <cmath>

namespace melstrom
{

std::unique_ptr<juce::XmlElement> OpenSound::entry () const
{
    auto one = std::make_unique<juce::XmlElement> ("FILE");
    one->setAttribute ("path", file.getFullPathName ());
    one->setAttribute ("begin", window.beginSeconds);
    one->setAttribute ("span", window.spanSeconds);
    one->setAttribute ("start", startSeconds);
    one->setAttribute ("marksFile", textOf (marks.path ().string ()));
    if (const auto text = marks.autosaveText (); ! text.empty ())
        one->setAttribute ("marks", juce::Base64::toBase64 (text.data (), text.size ()));
    return one;
}

Result<void> OpenSound::restore (const juce::XmlElement& entry)
{
    window = {entry.getDoubleAttribute ("begin"), entry.getDoubleAttribute ("span")};
    startSeconds = entry.getDoubleAttribute ("start");
    if (! std::isfinite (startSeconds))
        startSeconds = 0; // a damaged session
    juce::MemoryOutputStream text;
    if (juce::Base64::convertFromBase64 (text, entry.getStringAttribute ("marks")) &&
        text.getDataSize () > 0)
        return marks.restore ({static_cast<const char*> (text.getData ()), text.getDataSize ()});
    if (const auto path = entry.getStringAttribute ("marksFile"); path.isNotEmpty ())
        return marks.load (path.toStdString ());
    return {};
}

} // namespace melstrom
