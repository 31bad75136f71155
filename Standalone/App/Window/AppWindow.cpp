#include "Standalone/App/Window/AppWindow.h"

#include "Engine/Core/System/Process.h"

namespace melstrom
{

namespace
{
constexpr int kWidth = 1200, kHeight = 700, kLeastWidth = 800, kLeastHeight = 600;
}

AppWindow::AppWindow (AppSettings& settings)
    : DocumentWindow ("Melstrom", Theme::background (), DocumentWindow::allButtons),
      settings_ (settings), content_ (new AppContent (settings))
{
    returnLargeMemoryAtOnce ();
    setUsingNativeTitleBar (true);
    setContentOwned (content_, false);
    setResizable (true, false);
    setResizeLimits (kLeastWidth, kLeastHeight, 16384, 16384);
    if (! restoreWindowStateFromString (settings.text ("window")))
        centreWithSize (kWidth, kHeight);
    else if (! isFullScreen ())
        stayOnDisplay ();
    content_->onFullScreen = [this] { fullScreen_.toggle (); };
}

/** The place may be that of a larger display, or of one with another scale. */
void AppWindow::stayOnDisplay ()
{
    const auto* const display =
        juce::Desktop::getInstance ().getDisplays ().getDisplayForRect (getBounds ());
    if (display != nullptr)
        setBounds (getBounds ().constrainedWithin (display->userArea));
}

AppWindow::~AppWindow ()
{
    clearContentComponent ();
}

void AppWindow::save (bool isEnding)
{
    if (! fullScreen_.isOn ()) // else the former place stays
        settings_.setText ("window", getWindowStateAsString ());
    content_->save (isEnding);
}

void AppWindow::closeButtonPressed ()
{
    if (const auto reason = content_->reasonToStay (); reason.isNotEmpty ())
        content_->showMessage (reason);
    else if (onClose)
        onClose ();
}

} // namespace melstrom
