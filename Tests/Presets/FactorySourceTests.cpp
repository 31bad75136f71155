// Factory patches have no setting without effect: sources drive targets, rows change the sound, and
// no setting silences another one.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/FactoryNotes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace melstrom::testing
{

namespace
{
using Source = ModulationSource;

constexpr double kSeconds = 2;
constexpr double kLeastMacroDb = -25; ///< of a macro's change, relative to the sound

struct Row
{
    Source source, via;
    std::optional<PatchKey> target;
    float depth = 0;
};

std::optional<PatchKey> targetOf (int choice)
{
    const auto targets = modulationTargets ();
    return choice > 0 ? std::optional (targets[static_cast<std::size_t> (choice) - 1])
                      : std::nullopt;
}

/** The rows that differ from a new patch. */
std::vector<Row> rowsOf (const Patch& patch)
{
    std::vector<Row> rows;
    for (int i = 0; i < kNumMatrixRows; ++i)
    {
        const Row row {
            patch.choice<Source> (matrixKey (i, PatchKey::matrixSource)),
            patch.choice<Source> (matrixKey (i, PatchKey::matrixVia)),
            targetOf (patch.whole (matrixKey (i, PatchKey::matrixTarget))),
            patch[matrixKey (i, PatchKey::matrixDepth)],
        };
        if (row.source != Source::none || row.target || row.via != Source::none || row.depth != 0)
            rows.push_back (row);
    }
    return rows;
}

bool isMoved (const Patch& patch, PatchKey key)
{
    return std::ranges::any_of (rowsOf (patch), [&] (const Row& row)
                                { return row.target == key && row.depth != 0; });
}

/** Whether a row of the matrix, or the filter's key follow, uses the source. */
bool drives (const Patch& patch, Source source)
{
    if (source == Source::modEnvelope &&
        patch.choice<FilterType> (PatchKey::filterType) != FilterType::off &&
        (patch[PatchKey::filterEnvelope] != 0 || isMoved (patch, PatchKey::filterEnvelope)))
        return true;
    return std::ranges::any_of (
        rowsOf (patch), [&] (const Row& row)
        { return row.depth != 0 && row.target && (row.source == source || row.via == source); });
}

/** The source that the parameter shapes; empty: none. */
std::optional<Source> sourceOf (PatchKey key)
{
    const std::string& id = parameterOf (key).id;
    const auto begins = [&id] (const char* prefix) { return id.rfind (prefix, 0) == 0; };
    if (begins ("lfo1_"))
        return Source::lfo1;
    if (begins ("lfo2_"))
        return Source::lfo2;
    if (begins ("mod_"))
        return Source::modEnvelope;
    for (int i = 0; i < kNumMacros; ++i)
        if (key == keyAfter (PatchKey::macro1, i))
            return static_cast<Source> (static_cast<int> (Source::macro1) + i);
    return std::nullopt;
}

/** A source that is set or named and drives nothing; empty: none. */
std::string deadSource (const Patch& patch)
{
    for (const PatchParameter& parameter : patchParameters ())
        if (const auto source = sourceOf (parameter.key))
            if ((patch[parameter.key] != parameter.initial || isMoved (patch, parameter.key)) &&
                ! drives (patch, *source))
                return parameter.id;
    for (std::size_t i = 0; i < patch.macroNames.size (); ++i)
        if (const auto macro = static_cast<Source> (static_cast<std::size_t> (Source::macro1) + i);
            patch.macroNames[i].empty () == drives (patch, macro))
            return "the name of macro " + std::to_string (i + 1);
    return {};
}

Patch factoryPatch (const char* name)
{
    const auto patch = findPatch (name);
    REQUIRE (patch);
    return *patch;
}

/** The patch without the rows of that source. */
Patch without (Patch patch, Source source)
{
    for (int i = 0; i < kNumMatrixRows; ++i)
        for (const auto column : {PatchKey::matrixSource, PatchKey::matrixVia})
            if (patch.choice<Source> (matrixKey (i, column)) == source)
                patch[matrixKey (i, PatchKey::matrixDepth)] = 0;
    return patch;
}
} // namespace

TEST_CASE ("every source that a factory patch sets or names drives something", "[patches]")
{
    for (const Patch& patch : factoryPatches ())
    {
        INFO (patch.name);
        CHECK (deadSource (patch) == "");
    }
}

TEST_CASE ("sources that drive nothing are found", "[patches]")
{
    CHECK (deadSource (without (factoryPatch ("Brass Hall"), Source::lfo1)) == "lfo1_rate");
    CHECK (deadSource (without (factoryPatch ("Drawbar Jazz"), Source::lfo2)) == "lfo2_rate");
    CHECK (deadSource (without (factoryPatch ("Aurora"), Source::macro2)) == "the name of macro 2");
    Patch patch = factoryPatch ("Rubber");
    patch[PatchKey::filterEnvelope] = 0;
    for (int i = 0; i < kNumMatrixRows; ++i)
        patch[matrixKey (i, PatchKey::matrixDepth)] = 0;
    patch.macroNames = {};
    CHECK (deadSource (patch) == "mod_decay");
}

TEST_CASE ("no setting of a factory patch is idle", "[patches]")
{
    for (const Patch& patch : factoryPatches ())
        for (const PatchParameter& parameter : patchParameters ())
        {
            INFO (patch.name << ", " << parameter.id);
            if (patch[parameter.key] != parameter.initial)
                CHECK_FALSE (isIdle (patch, parameter.key));
        }
}

TEST_CASE ("every row of a factory patch has a source and moves what is heard", "[patches]")
{
    for (const Patch& patch : factoryPatches ())
        for (const Row& row : rowsOf (patch))
        {
            INFO (patch.name << ": source " << static_cast<int> (row.source));
            REQUIRE (row.target);
            INFO (parameterOf (*row.target).id);
            CHECK (row.source != Source::none);
            CHECK (row.depth != 0);
            CHECK_FALSE (isIdle (patch, *row.target));
            // the matrix modulates rates of LFOs that begin with their note
            for (int lfo = 0; lfo < kNumLfos; ++lfo)
                if (*row.target == lfoKey (lfo, PatchKey::lfo1Rate))
                    CHECK (patch.choice<LfoSync> (lfoKey (lfo, PatchKey::lfo1Sync)) ==
                           LfoSync::note);
        }
}

TEST_CASE ("what a factory patch sets of noise and oscillators has a level", "[patches]")
{
    for (const Patch& patch : factoryPatches ())
    {
        INFO (patch.name);
        const auto isSet = [&] (PatchKey key) { return patch[key] != parameterOf (key).initial; };
        if (isSet (PatchKey::noiseColour) || isSet (PatchKey::noiseWidth) ||
            isSet (PatchKey::noiseSmooth) || isSet (PatchKey::noiseGrainDepth))
            CHECK ((patch[PatchKey::noiseLevel] > 0 || isMoved (patch, PatchKey::noiseLevel)));
        for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
        {
            const PatchKey level = oscillatorKey (oscillator, PatchKey::osc1Level);
            if (patch.whole (oscillatorKey (oscillator, PatchKey::osc1On)) != 0)
                CHECK ((patch[level] > 0 || isMoved (patch, level)));
        }
    }
}

TEST_CASE ("every macro that a factory patch names is heard, and it names two or more", "[patches]")
{
    forFactoryPatches (
        [] (const Patch& patch)
        {
            const StereoSound sound = heldC3 (patch, kSeconds);
            int numNamed = 0;
            for (int i = 0; i < kNumMacros; ++i)
            {
                if (patch.macroNames[static_cast<std::size_t> (i)].empty ())
                    continue;
                ++numNamed;
                INFO ("macro " << i + 1);
                Patch moved = patch;
                const PatchKey macro = keyAfter (PatchKey::macro1, i);
                moved[macro] = patch[macro] < 0.5f ? 1.0f : 0.0f;
                CHECK (differencePowerDb (heldC3 (moved, kSeconds), sound) > kLeastMacroDb);
            }
            CHECK (numNamed >= 2);
        });
}

} // namespace melstrom::testing
