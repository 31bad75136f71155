// Which device computes live rows and files, why, its load and memory; both may be chosen.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Standalone/App/Window/ComputeReports.h"

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** A section for live rows and one for files. Looks again twice a second. Thread: message. */
class ComputePanel final : public OverlayPanel, private juce::Timer
{
public:
    using Choose = std::function<void (ComputePart, BackendChoice::Kind)>;

    /** devices, reports: outlive this object. choose: takes a new choice. */
    ComputePanel (const ComputeDevices& devices, ComputeReports& reports, Choose choose);
    ~ComputePanel () override;

    static constexpr int kWidth = 620, kHeight = 500;
    void takeFocus () override;

private:
    class Section;
    void layOut (juce::Rectangle<int> content) override;
    void timerCallback () override;
    void show ();

    const ComputeDevices& devices_;
    ComputeReports& reports_;
    std::vector<std::unique_ptr<Section>> sections_; ///< one for each part
};

} // namespace melstrom
