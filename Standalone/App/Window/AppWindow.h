// The app's window.
#pragma once

#include "Standalone/App/Window/AppContent.h"
#include "Standalone/App/Window/FullScreen.h"
#include "Standalone/App/Window/QueuedEvents.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** Remembers place and size. Thread: message. */
class AppWindow final : public juce::DocumentWindow
{
public:
    explicit AppWindow (AppSettings& settings); ///< settings: outlives this object
    ~AppWindow () override;

    AppContent& content () noexcept { return *content_; }
    void save (bool isEnding);
    bool fillsScreen () const { return fullScreen_.isOn (); }
    std::function<void ()> onClose;

    void closeButtonPressed () override;
    /** JUCE gives a new window the focus itself; the page needs it. */
    void focusGained (FocusChangeType) override { content_->takeFocus (); }

private:
    bool restorePlace ();
    void stayOnDisplay ();

    AppSettings& settings_;
    juce::SharedResourcePointer<MelstromLook> look_;
    AppContent* content_; ///< owned by the base class
    FullScreen fullScreen_ {*this};
    QueuedEvents queuedEvents_;
};

} // namespace melstrom
