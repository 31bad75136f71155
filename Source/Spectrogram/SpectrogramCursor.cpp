// The cursor of a spectrogram: mouse, keyboard and reading.
#include "Source/Look/Theme.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Spectrogram/SpectrogramView.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr int kLargeStep = 10; // points, with Shift

class CursorValue final : public juce::AccessibilityTextValueInterface
{
public:
    explicit CursorValue (const SpectrogramView& view) : view_ (view) {}
    bool isReadOnly () const override { return true; }
    juce::String getCurrentValueAsString () const override { return view_.cursorText (); }
    void setValueAsString (const juce::String&) override {}

private:
    const SpectrogramView& view_;
};

} // namespace

juce::String SpectrogramView::cursorText () const
{
    if (! cursor_ || ! image_.hasMapping ())
        return {};
    const auto& [frequency, time, colours, lowestDb, highestDb, height] = image_.mapping ();
    const double place = 1 - (cursor_->y + 0.5) / plot_.getHeight ();
    const double hz = frequency.frequencyAt (place);
    const int band = frequency.bandAt (place);
    const int x = std::clamp (static_cast<int> (static_cast<float> (cursor_->x) * scale_), 0,
                              time.widthPixels () - 1);
    const auto rows = time.rowsOf (image_.endColumn () - time.widthPixels () + x);
    std::optional<float> level;
    for (auto index = rows.first; index <= rows.last; ++index)
        if (const auto row = trace_.rows ().row (index); ! row.empty ())
            level = std::max (level.value_or (BandLevels::kSilenceDb),
                              row[static_cast<std::size_t> (band)]);

    const juce::String dot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
    juce::String text = juce::String (hz, 1) + " Hz";
    if (const auto note = noteText (hz); ! note.empty ())
        text << dot << note;
    text << dot << "band " << band;
    if (level)
        text << dot << juce::String (*level, 1) << " dB";
    return text << dot << juce::String (time.secondsAt (x), 2) << " s";
}

void SpectrogramView::setCursor (std::optional<juce::Point<int>> place)
{
    if (place && ! plot_.isEmpty ())
        place = juce::Point<int> (std::clamp (place->x - plot_.getX (), 0, plot_.getWidth () - 1),
                                  std::clamp (place->y - plot_.getY (), 0, plot_.getHeight () - 1));
    if (place == cursor_)
        return;
    cursor_ = place;
    shownCursorText_ = cursorText ();
    repaint (plot_);
    repaint (header_);
}

void SpectrogramView::mouseMove (const juce::MouseEvent& event)
{
    setCursor (plot_.contains (event.getPosition ()) ? std::optional (event.getPosition ())
                                                     : std::nullopt);
}

void SpectrogramView::mouseDrag (const juce::MouseEvent& event)
{
    setCursor (event.getPosition ());
}

void SpectrogramView::mouseExit (const juce::MouseEvent&)
{
    if (! hasKeyboardFocus (false))
        setCursor (std::nullopt);
}

void SpectrogramView::mouseDoubleClick (const juce::MouseEvent&)
{
    trace_.forgetPeaks ();
    repaint (peakArea_);
}

bool SpectrogramView::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::escapeKey && cursor_)
    {
        setCursor (std::nullopt);
        return true;
    }
    const int step = key.getModifiers ().isShiftDown () ? kLargeStep : 1, code = key.getKeyCode ();
    juce::Point<int> move;
    if (code == juce::KeyPress::leftKey || code == juce::KeyPress::rightKey)
        move.x = code == juce::KeyPress::leftKey ? -step : step;
    if (code == juce::KeyPress::upKey || code == juce::KeyPress::downKey)
        move.y = code == juce::KeyPress::upKey ? -step : step;
    if (move.isOrigin ())
        return false;
    // the first key press shows the cursor in the middle
    setCursor (cursor_ ? *cursor_ + plot_.getPosition () + move : plot_.getCentre ());
    if (auto* const handler = getAccessibilityHandler ())
        handler->notifyAccessibilityEvent (juce::AccessibilityEvent::valueChanged);
    return true;
}

void SpectrogramView::focusGained (FocusChangeType)
{
    repaint (plot_);
}

void SpectrogramView::focusLost (FocusChangeType)
{
    if (! isMouseOver ())
        setCursor (std::nullopt);
    repaint (plot_);
}

std::unique_ptr<juce::AccessibilityHandler> SpectrogramView::createAccessibilityHandler ()
{
    return std::make_unique<juce::AccessibilityHandler> (
        *this, juce::AccessibilityRole::image, juce::AccessibilityActions (),
        juce::AccessibilityHandler::Interfaces {std::make_unique<CursorValue> (*this)});
}

} // namespace melstrom
