#include "Source/Editor/ParameterEdit.h"

#include <algorithm>
#include <vector>

namespace melstrom
{

namespace
{
/** A share that is heard at once, and is not the whole way. */
constexpr float kFirstDepth = 0.25f;

struct Change
{
    PatchKey key;
    float value; ///< in the row's unit
};

/** Gestures that overlap, for they are one step. */
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

std::optional<PatchKey> matrixTargetOf (const PatchValues& values, int row)
{
    const int target = values.whole (matrixKey (row, PatchKey::matrixTarget));
    if (target <= 0)
        return std::nullopt;
    return modulationTargets ()[static_cast<std::size_t> (target - 1)];
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

bool modulate (PluginParameters& parameters, PatchKey key, ModulationSource source)
{
    const auto row = freeMatrixRow (parameters);
    const auto targets = modulationTargets ();
    const auto found = std::find (targets.begin (), targets.end (), key);
    if (! row || found == targets.end ())
        return false;
    const auto target = static_cast<float> (found - targets.begin () + 1);
    changeTogether (parameters,
                    {{matrixKey (*row, PatchKey::matrixSource), static_cast<float> (source)},
                     {matrixKey (*row, PatchKey::matrixTarget), target},
                     {matrixKey (*row, PatchKey::matrixDepth), kFirstDepth},
                     {matrixKey (*row, PatchKey::matrixVia), 0.0f}});
    return true;
}

void stopModulating (PluginParameters& parameters, PatchKey key)
{
    const auto values = parameters.values ();
    std::vector<Change> changes;
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (matrixTargetOf (values, row) == key)
            for (const auto first :
                 {PatchKey::matrixSource, PatchKey::matrixTarget, PatchKey::matrixDepth,
                  PatchKey::matrixVia})
                changes.push_back ({matrixKey (row, first), 0.0f});
    changeTogether (parameters, changes);
}

} // namespace melstrom
