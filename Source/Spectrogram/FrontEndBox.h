// The list of front ends.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <string>

namespace melstrom
{

/** Lists the screen presets, the user's own front end, and presets of research tools under
    "Research". Thread: message. */
class FrontEndBox final : public juce::ComboBox
{
public:
    FrontEndBox ();

    /** Takes the name of a built-in front end; empty: the user's own. */
    std::function<void (const std::string&)> onChoose;

    /** Shows a choice without a callback. ownName: of the user's front end; empty: not listed.
        chosen: name of a built-in front end; empty: the user's own */
    void show (const juce::String& ownName, const std::string& chosen);

private:
    void fill (const juce::String& ownName);
    void choose ();

    juce::String ownName_; ///< as listed; empty: not listed
};

} // namespace melstrom
