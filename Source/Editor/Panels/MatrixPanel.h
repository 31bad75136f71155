// The modulation matrix as a table: source, via, target and depth of each row.
#pragma once

#include "Source/Editor/Widgets/ParameterCombo.h"
#include "Source/Editor/Widgets/ParameterKnob.h"

#include <array>
#include <bitset>
#include <memory>

namespace melstrom
{

/** Sixteen rows in two columns. Thread: message. */
class MatrixPanel final : public juce::Component, public ShownControl
{
public:
    explicit MatrixPanel (InstrumentProcessor& processor);

    void refresh (const ShownPatch& shown) override;
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    struct Row
    {
        Row (InstrumentProcessor& processor, int row);
        ParameterCombo source, via, target;
        ParameterKnob depth;
        juce::Rectangle<int> number; ///< place of the row's number
    };
    juce::Rectangle<int> columnArea (int column) const;
    std::array<std::unique_ptr<Row>, kNumMatrixRows> rows_;
    std::bitset<kNumMatrixRows> isActive_;
};

} // namespace melstrom
