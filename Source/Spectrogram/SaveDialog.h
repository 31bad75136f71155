// Asks for a name and saves under it.
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
    /** Returns at once. fileName: that is offered; its extension is that of every file. `save` gets
        the file that was chosen, if one was; what it fails with is shown over `owner`. Then `closed`,
        in any case. Neither is called once `owner` is gone, which owns this. */
    void open (juce::Component& owner, const juce::String& fileName,
               std::function<Result<void> (const juce::File&)> save, std::function<void ()> closed);

private:
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom
