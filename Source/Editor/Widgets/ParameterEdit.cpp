#include "Source/Editor/Widgets/ParameterEdit.h"

#include "Engine/Realtime/Control/Modulation.h"

#include <algorithm>
#include <vector>

namespace melstrom
{

namespace
{
/** Depth of new modulation: audible at once, and not the maximum. */
constexpr float kFirstDepth = 0.25f;

struct Change
{
    PatchKey key;
    float value; ///< in the row's unit
};

/** Overlapping gestures are one step for undo. */
void changeTogether (PluginParameters& parameters, const std::vector<Change>& changes)
{
    for (const auto& change : changes)
        parameters[change.key].beginChangeGesture ();
    for (const auto& [key, value] : changes)
        parameters[key].setValueNotifyingHost (positionOf (parameters[key].row (), value));
    for (const auto& change : changes)
        parameters[change.key].endChangeGesture ();
}
} // namespace

void changeParameter (PatchAudioParameter& parameter, float value)
{
    parameter.beginChangeGesture ();
    parameter.setValueNotifyingHost (positionOf (parameter.row (), value));
    parameter.endChangeGesture ();
}

bool isMatrixRowActive (const PatchValues& values, int row) noexcept
{
    return values.whole (matrixKey (row, PatchKey::matrixSource)) > 0 &&
           values.whole (matrixKey (row, PatchKey::matrixTarget)) > 0 &&
           values[matrixKey (row, PatchKey::matrixDepth)] != 0;
}

std::optional<int> freeMatrixRow (const PluginParameters& parameters)
{
    const auto values = parameters.values ();
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (values.whole (matrixKey (row, PatchKey::matrixSource)) == 0 &&
            ! matrixTargetOf (values, row))
            return row;
    return std::nullopt;
}

namespace
{
/** The row with this target and source, and no second source. */
std::optional<int> rowOf (const PatchValues& values, int target, ModulationSource source)
{
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (values.choice<ModulationSource> (matrixKey (row, PatchKey::matrixSource)) == source &&
            values.whole (matrixKey (row, PatchKey::matrixTarget)) == target &&
            values.whole (matrixKey (row, PatchKey::matrixVia)) == 0)
            return row;
    return std::nullopt;
}

void addEmptyRow (std::vector<Change>& changes, int row)
{
    for (const auto first : {PatchKey::matrixSource, PatchKey::matrixTarget, PatchKey::matrixDepth,
                             PatchKey::matrixVia})
        changes.push_back ({matrixKey (row, first), 0.0f});
}
} // namespace

std::optional<int> matrixTargetIndex (PatchKey key)
{
    const auto targets = modulationTargets ();
    const auto found = std::find (targets.begin (), targets.end (), key);
    return found == targets.end ()
               ? std::nullopt
               : std::optional (static_cast<int> (found - targets.begin ()) + 1);
}

std::optional<int> modulate (PluginParameters& parameters, PatchKey key, ModulationSource source)
{
    const auto target = matrixTargetIndex (key);
    if (! target)
        return std::nullopt;
    const auto present = rowOf (parameters.values (), *target, source);
    const auto row = present ? present : freeMatrixRow (parameters);
    if (! row || (present && parameters[matrixKey (*row, PatchKey::matrixDepth)].value () != 0))
        return row;
    changeTogether (parameters,
                    {{matrixKey (*row, PatchKey::matrixSource), static_cast<float> (source)},
                     {matrixKey (*row, PatchKey::matrixTarget), static_cast<float> (*target)},
                     {matrixKey (*row, PatchKey::matrixDepth), kFirstDepth},
                     {matrixKey (*row, PatchKey::matrixVia), 0.0f}});
    return row;
}

void stopModulating (PluginParameters& parameters, PatchKey key)
{
    const auto values = parameters.values ();
    std::vector<Change> changes;
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (matrixTargetOf (values, row) == key)
            addEmptyRow (changes, row);
    changeTogether (parameters, changes);
}

void emptyMatrixRow (PluginParameters& parameters, int row)
{
    std::vector<Change> changes;
    addEmptyRow (changes, row);
    changeTogether (parameters, changes);
}

} // namespace melstrom
