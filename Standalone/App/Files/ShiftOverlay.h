// Shifts the compared file in time by mouse and keys.
#pragma once

#include "Source/Timeline/TimelineOverlay.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** Mouse: Ctrl+drag. Keys: Alt+Left and Alt+Right by kFineSeconds, with Shift by kCoarseSeconds.
    Draws where the shifted file begins and ends. Thread: message. */
class ShiftOverlay final : public TimelineOverlay
{
public:
    static constexpr double kFineSeconds = 0.001, kCoarseSeconds = 0.1;

    /** seconds: length of the second file; empty: no file is compared. */
    void show (std::optional<double> seconds, double shiftSeconds);
    double shiftSeconds () const noexcept { return shiftSeconds_; }

    std::function<void (double shiftSeconds)> onShift;

    void paint (juce::Graphics& graphics, const TimelineMapping& mapping) override;
    bool isVisible (const TimelineMapping&) override { return seconds_ && shiftSeconds_ != 0; }
    bool mouseDown (const juce::MouseEvent& event, const TimelineMapping& mapping) override;
    void mouseDrag (const juce::MouseEvent& event, const TimelineMapping& mapping) override;
    void mouseUp (const juce::MouseEvent&, const TimelineMapping&) override { hold_.reset (); }
    std::optional<juce::MouseCursor> pointerAt (juce::Point<float> place,
                                                const TimelineMapping& mapping) override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    /** A drag; scrolling meanwhile does not change what a point is worth. */
    struct Hold
    {
        float fromX = 0;
        double fromShift = 0, secondsPerPoint = 0;
    };

    std::optional<double> seconds_;
    double shiftSeconds_ = 0;
    std::optional<Hold> hold_;
};

} // namespace melstrom
