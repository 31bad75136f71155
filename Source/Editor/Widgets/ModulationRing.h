// The matrix's effect on a parameter, as arcs on a ring round its knob.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Parameters/PluginParameters.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** One arc for each row of the matrix with this target. It begins at the knob's position and has
    the length of the row's depth: the movement when the source is 1. The arc of the chosen row is
    bright. A drag of the ring changes that row's depth, as a gesture on the depth's parameter.
    Thread: message. */
class ModulationRing
{
public:
    static constexpr float kWidth = 4; ///< thickness of the ring in pixels

    /** parameters: outlives this object */
    ModulationRing (PluginParameters& parameters, PatchKey key);
    ~ModulationRing (); ///< ends a drag, so that the host gets the gesture's end
    ModulationRing (const ModulationRing&) = delete;
    ModulationRing& operator= (const ModulationRing&) = delete;

    /** Returns true if the ring needs a repaint. */
    bool refresh (const PatchValues& set);
    bool isThere () const noexcept { return ! arcs_.empty (); }
    /** Chooses the row that the ring changes. No effect if the row has a different target. */
    void choose (int row) noexcept { wanted_ = row; }
    std::optional<int> chosenRow () const noexcept;
    juce::String text () const; ///< source and depth of the chosen row; "": no row

    /** circle: bounds of the whole knob */
    bool contains (juce::Rectangle<float> circle, juce::Point<float> place) const;
    /** position: of the knob, 0 .. 1; moved: its present position under modulation */
    void paint (juce::Graphics& graphics, juce::Rectangle<float> circle,
                const juce::Slider::RotaryParameters& angles, float position,
                std::optional<float> moved) const;

    void beginDrag ();
    void dragBy (double share); ///< of the knob's whole range
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
        double now; ///< before rounding to steps
    };
    const Arc* chosen () const noexcept;

    PluginParameters& parameters_;
    const int target_; ///< value of matrixTarget; 0: the matrix cannot move the parameter
    std::vector<Arc> arcs_;
    int wanted_ = -1, shown_ = -1; ///< rows; -1: none
    std::optional<Drag> dragged_;
};

} // namespace melstrom
