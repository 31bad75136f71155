#include "Standalone/App/Window/FullScreen.h"

#include "Standalone/App/Window/WindowManager.h"

#include <utility>

namespace melstrom
{

void FullScreen::toggle ()
{
    auto* const peer = window_.getPeer ();
    if (peer == nullptr || (! former_ && WindowManager::toggleFullScreen (*peer)))
        return;
    if (former_)
        return window_.setBounds (*std::exchange (former_, std::nullopt));
    former_ = window_.getBounds ();
    if (const auto* const display =
            juce::Desktop::getInstance ().getDisplays ().getDisplayForRect (*former_))
        window_.setBounds (display->totalArea);
}

bool FullScreen::isOn () const
{
    const auto* const peer = window_.getPeer ();
    return former_.has_value () || (peer != nullptr && WindowManager::isFullScreen (*peer));
}

} // namespace melstrom
