#include "Standalone/App/Files/OpeningReport.h"

#include "Engine/Core/Printable.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Files/OpenedFiles.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kMostInText = 8; ///< files with their reasons
const juce::String kDot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
} // namespace

void OpeningReport::begin (int numFiles, bool goesOn)
{
    if (! goesOn)
        *this = {};
    expect (numFiles);
}

void OpeningReport::fail (const std::string& path, const juce::String& message)
{
    const auto shown = textOf (printable (path));
    const auto start = shown + ": ";
    faults_.push_back (
        {shown, message.startsWith (start) ? message.substring (start.length ()) : message});
}

juce::String OpeningReport::faultsText () const
{
    if (faults_.empty ())
        return {};
    if (numFiles_ <= 1 && faults_.size () == 1)
        return faults_.front ().path + ": " + faults_.front ().reason;
    juce::String text (numFaults ());
    text << " of " << std::max (numFiles_, numFaults ())
         << (numFaults () == 1 ? " files was not opened: " : " files were not opened: ");
    for (int n = 0; n < std::min (numFaults (), kMostInText); ++n)
    {
        const auto& [path, reason] = faults_[static_cast<std::size_t> (n)];
        text << (n > 0 ? kDot : juce::String ()) << path.fromLastOccurrenceOf ("/", false, false)
             << ": " << reason;
    }
    if (numFaults () > kMostInText)
        text << kDot << "and " << numFaults () - kMostInText << " more";
    return text;
}

juce::String OpeningReport::text () const
{
    auto text = faultsText ();
    if (numLeftOut_ > 0)
        text << (text.isEmpty () ? juce::String () : kDot) << "At most " << OpenedFiles::kMostOpen
             << " files are open; " << numLeftOut_ << " were left out.";
    return text;
}

juce::String OpeningReport::listing () const
{
    juce::String text;
    for (const auto& [path, reason] : faults_)
        text << path << "\n    " << reason << "\n\n";
    return text;
}

} // namespace melstrom
