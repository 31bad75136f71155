#include "Standalone/App/Files/FileComparison.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr double kStepsPerSecond = 1e6; ///< finer than a sample
} // namespace

FileComparison::FileComparison (OpenedFiles& files, TimelineView& view, FileTools& tools)
    : files_ (files), view_ (view), tools_ (tools)
{
    bar_.onShift = overlay_.onShift = [this] (double seconds) { shift (seconds); };
    bar_.onAlign = [this] { align (); };
    tools_.onCompare = [this]
    {
        files_.compare (tools_.second ());
        show ();
    };
}

void FileComparison::show ()
{
    const auto* const first = files_.chosen ();
    const auto* const second = files_.compared ();
    juce::StringArray names;
    for (const auto& open : files_.all ())
        names.add (open->file.getFileName ());
    tools_.showFiles (names, files_.comparedIndex ());
    const bool isPair = first != nullptr && second != nullptr;
    const double start = isPair ? second->startOn (*first) : 0;
    overlay_.show (isPair ? std::optional (second->overview->seconds ()) : std::nullopt, start);
    bar_.show (isPair ? second->file.getFileName () : juce::String (), start);
    if (first != nullptr)
        view_.setLayers (first->layerOn (*first),
                         isPair ? second->layerOn (*first) : TimelineLayer {});
    view_.setBlend (isPair ? tools_.blend () : TimelineBlend::first);
    if (bar_.isVisible () == isPair)
        return;
    bar_.setVisible (isPair);
    onLayout ();
}

void FileComparison::look ()
{
    const auto* const first = files_.chosen ();
    const auto window = view_.window ();
    const int width = std::max (view_.getWidth (), 1);
    for (auto* const shown : {files_.chosen (), files_.compared ()})
        if (shown != nullptr && first != nullptr)
            shown->overview->look (window.beginSeconds - shown->startOn (*first),
                                   window.endSeconds () - shown->startOn (*first), width);
}

void FileComparison::shift (double seconds)
{
    const auto* const first = files_.chosen ();
    auto* const second = files_.compared ();
    if (first == nullptr || second == nullptr)
        return;
    const double limited =
        std::clamp (seconds, -second->overview->seconds (), first->overview->seconds ());
    second->startSeconds =
        first->startSeconds + std::round (limited * kStepsPerSecond) / kStepsPerSecond;
    show ();
    view_.repaint ();
}

void FileComparison::align ()
{
    const auto* const first = files_.chosen ();
    const auto* const second = files_.compared ();
    if (first == nullptr || second == nullptr)
        return;
    const auto start =
        alignedStart (first->layerOn (*first), second->layerOn (*first), view_.window ());
    if (start)
        shift (*start);
    else
        onMessage ("No place was found where " + second->file.getFileName () +
                   " agrees with what is shown.");
}

} // namespace melstrom
