#include "Standalone/App/Files/FileMarks.h"

#include <algorithm>

namespace melstrom
{

FileMarks::FileMarks (TimelineView& view, juce::Component& panelParent)
    : view_ (view), panelParent_ (panelParent)
{
    view_.addChildComponent (labelEditor_);
}

FileMarks::~FileMarks ()
{
    view_.setOverlays ({});
}

void FileMarks::use (OpenSound* sound)
{
    view_.setOverlays ({});
    overlay_.reset ();
    panel_.reset ();
    if (sound == nullptr)
        return;
    overlay_ = std::make_unique<MarkOverlay> (sound->marks, labelEditor_);
    overlay_->onRepaint = [this] { view_.overlaysChanged (); };
    overlay_->onMessage = [this] (const juce::String& text) { panel_->showMessage (text); };
    panel_ = std::make_unique<MarkPanel> (sound->marks);
    panel_->files ().soundPath = sound->file.getFullPathName ().toStdString ();
    panel_->selectionNow = [this] { return view_.selection (); };
    panel_->cursorNow = [this] { return view_.cursorSeconds (); };
    panel_->onShow = [this] (const Mark& mark)
    {
        const double length = std::max (mark.endSeconds - mark.beginSeconds, 0.5);
        view_.setWindow ({mark.beginSeconds - length / 2, 2 * length});
    };
    panel_->onWidth = [this] { panelParent_.resized (); };
    panel_->onStep = [this] (const Mark& mark) { bringIntoView (mark); };
    panel_->onNew = [this]
    {
        view_.setSelection (std::nullopt);
        overlay_->editLabel ();
    };
    panelParent_.addChildComponent (*panel_);
}

/** The zoom in time stays unless the mark is longer; that in frequency stays unless the mark lies
    beyond what is shown. */
void FileMarks::bringIntoView (const Mark& mark)
{
    const double length = mark.endSeconds - mark.beginSeconds;
    const auto shown = view_.window ();
    if (length > shown.spanSeconds)
        panel_->onShow (mark);
    else if (mark.beginSeconds < shown.beginSeconds || mark.endSeconds > shown.endSeconds ())
        view_.setWindow ({mark.beginSeconds - (shown.spanSeconds - length) / 2, shown.spanSeconds});
    const auto range = view_.frequencies ();
    if (range && (mark.lowHz.value_or (range->lowestHz) > range->highestHz ||
                  mark.highHz.value_or (range->highestHz) < range->lowestHz))
        view_.setFrequencies (std::nullopt);
}

} // namespace melstrom
