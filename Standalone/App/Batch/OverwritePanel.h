// The question before files of another run are removed.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace melstrom
{

/** Lists the files. The button that keeps them has the focus first. Thread: message. */
class OverwritePanel final : public OverlayPanel
{
public:
    OverwritePanel (const juce::String& folder, const std::vector<std::string>& names);
    std::function<void ()> onConfirm; ///< followed by onClose
    void takeFocus () override;
    std::set<juce::String> names () const; ///< as listed

private:
    void layOut (juce::Rectangle<int> content) override;

    juce::Label question_;
    juce::TextEditor names_;
    juce::TextButton remove_, keep_ {"Keep them"};
};

} // namespace melstrom
