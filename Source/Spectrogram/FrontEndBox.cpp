#include "Source/Spectrogram/FrontEndBox.h"

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
// First ids of the box's lists; ids within a list are consecutive.
constexpr int kFirstScreenId = 1, kOwnId = 100, kFirstToolId = 200;

/** "musical" as "Musical". */
juce::String shownName (const std::string& name)
{
    const auto text = textOf (name);
    return text.substring (0, 1).toUpperCase () + text.substring (1);
}

int placeOf (const std::vector<MelPreset>& presets, const std::string& name)
{
    const auto found = std::ranges::find (presets, name, &MelPreset::name);
    return found == presets.end () ? -1 : static_cast<int> (found - presets.begin ());
}

int idOf (const std::string& name)
{
    if (name.empty ())
        return kOwnId;
    const int screen = placeOf (screenPresets (), name);
    return screen >= 0 ? kFirstScreenId + screen : kFirstToolId + placeOf (builtInPresets (), name);
}
} // namespace

FrontEndBox::FrontEndBox () : juce::ComboBox ("Front end")
{
    onChange = [this] { choose (); };
    fill ({});
}

void FrontEndBox::fill (const juce::String& ownName)
{
    ownName_ = ownName;
    clear (juce::dontSendNotification);
    int id = kFirstScreenId;
    for (const auto& preset : screenPresets ())
        addItem (shownName (preset.name), id++);
    if (ownName.isNotEmpty ())
    {
        addSectionHeading ("Your own");
        addItem (ownName, kOwnId);
    }
    addSectionHeading ("Research");
    id = kFirstToolId;
    for (const auto& preset : builtInPresets ())
        addItem (textOf (preset.name), id++);
}

void FrontEndBox::choose ()
{
    const int id = getSelectedId ();
    if (id == 0 || ! onChoose) // no item is selected
        return;
    const auto nameIn = [id] (const std::vector<MelPreset>& presets, int firstId)
    { return presets[static_cast<std::size_t> (id - firstId)].name; };
    onChoose (id == kOwnId         ? std::string ()
              : id >= kFirstToolId ? nameIn (builtInPresets (), kFirstToolId)
                                   : nameIn (screenPresets (), kFirstScreenId));
}

void FrontEndBox::show (const juce::String& ownName, const std::string& chosen)
{
    if (ownName != ownName_)
        fill (ownName);
    setSelectedId (idOf (chosen), juce::dontSendNotification);
}

} // namespace melstrom
