// Asks for a file name and saves the file.
#pragma once

#include "Engine/Core/Result.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>

namespace melstrom
{

/** Thread: message. */
class SaveDialog
{
public:
    /** Returns at once. fileName: suggested name; its extension replaces that of the chosen name.
        Calls `save` with the chosen file, unless the user cancels, and shows its error over
        `owner`. Then calls `closed` in any case. Calls neither after `owner` is destroyed. `owner`
        owns this object. */
    void open (juce::Component& owner, const juce::String& fileName,
               std::function<Result<void> (const juce::File&)> save, std::function<void ()> closed);

private:
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom
