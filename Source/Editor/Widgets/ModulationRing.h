// What the matrix does to a parameter, as arcs on the ring round its knob.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Parameters/PluginParameters.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** An arc for each row of the matrix with this target, from the knob's position as far as its source at 1 turns it. One
    row is chosen: its arc is bright, and dragging the ring changes its depth, as a gesture on that parameter. Thread:
    message. */
class ModulationRing
{
public:
    static constexpr float kWidth = 4; ///< pixels that the ring takes of a knob

    /** parameters: outlives this */
    ModulationRing (PluginParameters& parameters, PatchKey key);
    ~ModulationRing (); ///< tells the host of the end of a drag
    ModulationRing (const ModulationRing&) = delete;
    ModulationRing& operator= (const ModulationRing&) = delete;

    /** Returns true if it looks otherwise than before. */
    bool refresh (const PatchValues& set);
    bool isThere () const noexcept { return ! arcs_.empty (); }
    void choose (int row) noexcept { wanted_ = row; } ///< nothing where the row has another target
    std::optional<int> chosenRow () const noexcept;
    juce::String text () const; ///< source and depth of the chosen row; "": there is none

    /** circle: of the whole knob */
    bool contains (juce::Rectangle<float> circle, juce::Point<float> place) const;
    /** position: 0 .. 1 of the knob; moved: where the matrix has it now */
    void paint (juce::Graphics& graphics, juce::Rectangle<float> circle,
                const juce::Slider::RotaryParameters& angles, float position,
                std::optional<float> moved) const;

    void beginDrag ();
    void dragBy (double share); ///< of the knob's whole way
    void endDrag ();
    bool isDragged () const noexcept { return dragged_.has_value (); }

private:
    struct Arc
    {
        int row, source;
        float depth;
        bool operator== (const Arc&) const = default;
    };
    struct Drag
    {
        PatchAudioParameter& depth;
        double now; ///< before steps of whole numbers
    };
    const Arc* chosen () const noexcept;

    PluginParameters& parameters_;
    const int target_; ///< as a row of the matrix has it; 0: the matrix does not move it
    std::vector<Arc> arcs_;
    int wanted_ = -1, shown_ = -1; ///< rows
    std::optional<Drag> dragged_;
};

} // namespace melstrom
