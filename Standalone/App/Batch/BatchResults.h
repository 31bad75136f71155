// The end of a run: report and problems.
#pragma once

#include "Source/Look/IconButton.h"
#include "Standalone/App/Batch/BatchProblemTable.h"
#include "Standalone/App/Batch/BatchReportView.h"

namespace melstrom
{

/** Side by side, or one above the other in a narrow window. Thread: message. */
class BatchResults final : public juce::Component
{
public:
    BatchResults ();
    void show (const BatchEnd& end);
    void clear ();

    void resized () override;
    void paint (juce::Graphics& graphics) override;

private:
    struct Part
    {
        juce::String heading;
        juce::Rectangle<int> headingArea;
    };
    void place (juce::Rectangle<int> area, Part& part, juce::Component& content,
                juce::Component& copy);

    Part reportPart_ {"Report", {}}, problemsPart_ {"Problems", {}};
    BatchReportView report_;
    BatchProblemTable problems_;
    IconButton copyReport_ {Icon::copy, "Copy the report"},
        copyProblems_ {Icon::copy, "Copy the problems"};
};

} // namespace melstrom
