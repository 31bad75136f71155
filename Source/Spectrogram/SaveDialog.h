// Asks for a name and saves under it.
#pragma once

#include "Source/Spectrogram/SpectrogramPanel.h"

#include <functional>
#include <memory>

namespace melstrom
{

/** Thread: message. */
class SaveDialog
{
public:
    /** Returns at once. `save` gets the file that was chosen, if one was; what it fails with is
        shown over `owner`. Then `closed`, in any case. Neither is called once `owner` is gone,
        which owns this. */
    void open (juce::Component& owner, SpectrogramPanel::ExportKind kind,
               std::function<Result<void> (const juce::File&)> save, std::function<void ()> closed);

private:
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom
