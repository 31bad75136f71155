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
    if (! restorePlace ())
        centreWithSize (kWidth, kHeight);
    else if (! isFullScreen ())
        stayOnDisplay ();
    content_->onFullScreen = [this] { fullScreen_.toggle (); };
}

/** If the frame becomes known during JUCE 7.0.5's call, JUCE takes it off the size without adding it
    before. A call that begins and ends with the same knowledge is right. False: there is no place. */
bool AppWindow::restorePlace ()
{
    const auto knowsFrame = [this]
    {
        const auto* const peer = getPeer ();
        return peer != nullptr && peer->getFrameSizeIfPresent ();
    };
    const bool knewFrame = knowsFrame ();
    const auto place = settings_.text ("window");
    const bool isThere = restoreWindowStateFromString (place);
    if (isThere && knowsFrame () != knewFrame)
        restoreWindowStateFromString (place);
    return isThere;
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
