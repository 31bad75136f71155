#include "Engine/Spec/Patch/PatchTables.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
/** All tables and the matrix targets in them. Not copyable: string views point into it. */
class TableSet
{
public:
    TableSet ()
    {
        addSources ();
        addMotion ();
        addEffects ();
        addMatrix ();
    }
    TableSet (const TableSet&) = delete;
    TableSet& operator= (const TableSet&) = delete;

    std::vector<PatchTable> tables;
    std::vector<PatchKey> targets;
    std::vector<std::string_view> targetNames;

private:
    void add (std::string name, std::string group, std::string labelPrefix, PatchRows rows)
    {
        auto idPrefix = name + '_';
        tables.push_back ({std::move (name), std::move (group), std::move (idPrefix),
                           std::move (labelPrefix), std::move (rows)});
    }

    void addSources ()
    {
        add ("patch", "Patch", "", wholePatchRows ());
        tables.back ().idPrefix.clear (); // ids without prefix: "volume"
        for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
        {
            const auto number = std::to_string (oscillator + 1);
            add ("osc" + number, "Oscillator " + number, "Osc " + number + ' ',
                 oscillatorRows (oscillator));
        }
        add ("noise", "Noise", "Noise ", noiseRows ());
    }

    void addMotion ()
    {
        add ("amp", "Amplitude Envelope", "Amp ", ampEnvelopeRows ());
        add ("mod", "Modulation Envelope", "Mod ", modEnvelopeRows ());
        add ("pitch", "Pitch Envelope", "Pitch ", pitchEnvelopeRows ());
        for (int lfo = 0; lfo < kNumLfos; ++lfo)
        {
            const auto number = std::to_string (lfo + 1);
            add ("lfo" + number, "LFO " + number, "LFO " + number + ' ', lfoRows (lfo));
        }
        add ("filter", "Filter", "Filter ", filterRows ());
        add ("macro", "Macros", "Macro ", macroRows ());
        tables.back ().idPrefix = "macro"; // same ids as the sources of the matrix: "macro1"
        add ("chord", "Chord", "Chord ", chordRows ());
    }

    void addEffects ()
    {
        add ("chorus", "Chorus", "Chorus ", chorusRows ());
        add ("reverb", "Reverb", "Reverb ", reverbRows ());
        add ("clip", "Clip", "Clip ", clipRows ());
        add ("eq", "EQ", "EQ ", equalizerRows ());
        add ("delay", "Delay", "Delay ", delayRows ());
        add ("output", "Output", "Output ", outputRows ());
    }

    void addMatrix ()
    {
        for (const auto& table : tables)
            for (const auto& row : table.rows)
                if (row.isTarget)
                {
                    targets.push_back (row.key);
                    targetIds_.push_back (table.idPrefix + std::string (row.name));
                }
        targetNames.assign ({"none"});
        targetNames.insert (targetNames.end (), targetIds_.begin (), targetIds_.end ());
        for (int row = 0; row < kNumMatrixRows; ++row)
        {
            const auto number = std::to_string (row + 1);
            add ("matrix" + number, "Matrix " + number, "Matrix " + number + ' ',
                 matrixRows (row, targetNames));
        }
    }

    std::vector<std::string> targetIds_;
};

const TableSet& tableSet ()
{
    static const TableSet set;
    return set;
}
} // namespace

const std::vector<PatchTable>& patchTables ()
{
    return tableSet ().tables;
}

std::span<const PatchKey> modulationTargets ()
{
    return tableSet ().targets;
}

std::span<const std::string_view> modulationTargetNames ()
{
    return tableSet ().targetNames;
}

const PatchTable* findPatchTable (std::string_view name)
{
    const auto& tables = patchTables ();
    const auto found = std::find_if (tables.begin (), tables.end (),
                                     [name] (const auto& table) { return table.name == name; });
    return found == tables.end () ? nullptr : &*found;
}

const PatchRow* findPatchRow (const PatchTable& table, std::string_view rowName)
{
    const auto found = std::find_if (table.rows.begin (), table.rows.end (),
                                     [rowName] (const auto& row) { return row.name == rowName; });
    return found == table.rows.end () ? nullptr : &*found;
}

std::string settingName (const PatchTable& table, std::string_view rowName)
{
    return table.name + '.' + std::string (rowName);
}

} // namespace melstrom
