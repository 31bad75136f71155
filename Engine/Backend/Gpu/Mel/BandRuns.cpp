#include "Engine/Backend/Gpu/Mel/FusedTables.h"

#include "Engine/Backend/Gpu/Kernels/Fused/FusedBands.h"

#include <algorithm>
#include <vector>

namespace melstrom::gpu
{

namespace
{
/** How the threads of a tile divide the bank. */
struct GroupLayout
{
    int alignment = 1; ///< of the first bin of a band's quads
    int perWarp = 1;   ///< groups with adjacent quads and equal numbers of them
    int quadsAtOnce = 1;
    int numGroups = 1;
    /** the groups of a warp start at the same bank, so each rotates its quads */
    bool doesTurn = false;
    bool doesSwap = false; ///< odd groups take the quads of an octet in reverse order

    static GroupLayout of (const FusedProgram& program)
    {
        const int frames = program.framesPerTile;
        GroupLayout layout;
        if (program.isWarp)
        {
            const int lanes = frames / WarpShape<1>::kFramesAtOnce;
            layout.alignment = 8;
            layout.perWarp = WarpShape<1>::kLanes / lanes;
            layout.quadsAtOnce = 2;
            layout.numGroups = program.numThreads / lanes;
            layout.doesSwap = true;
            return layout;
        }
        layout.alignment = frames < 32 ? 4 : 1;
        layout.numGroups = program.numThreads / (frames / framesAtOnce (frames));
        layout.doesTurn = frames < 32;
        return layout;
    }
    int firstBinOf (int n, int group) const { return 4 * (doesSwap ? n ^ (group & 1) : n); }
};

/** Bins of a band, rounded to whole quads. */
struct BandBins
{
    int first = 0, end = 0, begin = 0, numQuads = 1;
};

/** band: an index past the last band gives an unused place. */
BandBins binsOf (const ProgramTables& bank, int band, const GroupLayout& groups)
{
    BandBins bins {0, 0, 0, groups.quadsAtOnce};
    if (band >= bank.program.numBands)
        return bins;
    const auto at = static_cast<std::size_t> (band);
    bins.first = bank.bandFirstBin[at];
    bins.end = bins.first + bank.bandNumBins[at];
    bins.begin = bins.first / groups.alignment * groups.alignment;
    const int pieces =
        (bins.end - bins.begin + 4 * groups.quadsAtOnce - 1) / groups.quadsAtOnce / 4;
    bins.numQuads = groups.quadsAtOnce * std::max (1, pieces);
    return bins;
}

/** firstBin: of the quad, counted from the band's first quad. turn: index of the first weight. */
WeightQuad quadOf (const ProgramTables& bank, int band, const BandBins& bins, int firstBin,
                   int turn)
{
    WeightQuad quad;
    for (int i = 0; i < 4; ++i)
    {
        const int bin = bins.begin + firstBin + ((i + turn) & 3);
        if (bin >= bins.first && bin < bins.end)
            quad.weight[i] = bank.weights[static_cast<std::size_t> (
                bank.bandWeight[static_cast<std::size_t> (band)] + bin - bins.first)];
    }
    return quad;
}

/** Adds one band for each of several neighbouring groups, and their weights, quad by quad. */
void addBandRuns (FusedTables& tables, const ProgramTables& bank, const GroupLayout& groups,
                  int round, int firstGroup)
{
    const FusedProgram& program = tables.program;
    const auto bandOf = [&] (int i)
    {
        const int group = firstGroup + i;
        return round * groups.numGroups + (round % 2 == 0 ? group : groups.numGroups - 1 - group);
    };
    int numQuads = 0;
    for (int i = 0; i < groups.perWarp; ++i)
        numQuads = std::max (numQuads, binsOf (bank, bandOf (i), groups).numQuads);
    const auto firstQuad = static_cast<int> (tables.quads.size ());
    std::vector<BandBins> bins;
    for (int i = 0; i < groups.perWarp; ++i)
    {
        const bool exists = bandOf (i) < bank.program.numBands;
        BandBins& own = bins.emplace_back (binsOf (bank, bandOf (i), groups));
        if (groups.perWarp > 1) // keeps the quads of a wider neighbour within the powers
            own.begin = std::min (own.begin, program.numPowerRows - 4 * numQuads);
        BandRun& run =
            tables.bandRuns[static_cast<std::size_t> (round * groups.numGroups + firstGroup + i)];
        const int plane =
            exists ? bank.program.firstBandPlane + bandOf (i) : bank.program.numPlanes;
        run.firstBin = static_cast<std::uint16_t> (own.begin);
        run.numQuads = static_cast<std::uint16_t> (numQuads);
        run.plane = static_cast<std::uint16_t> (plane);
        run.firstQuad = static_cast<std::uint16_t> (firstQuad + i);
    }
    for (int n = 0; n < numQuads; ++n)
        for (int i = 0; i < groups.perWarp; ++i)
            tables.quads.push_back (quadOf (bank, bandOf (i), bins[static_cast<std::size_t> (i)],
                                            groups.firstBinOf (n, firstGroup + i),
                                            groups.doesTurn ? firstGroup + i : 0));
}

} // namespace

void makeBandRuns (FusedTables& tables, const ProgramTables& bank)
{
    FusedProgram& program = tables.program;
    const auto groups = GroupLayout::of (program);
    const int numGroups = groups.numGroups;
    const int numRounds = (bank.program.numBands + numGroups - 1) / numGroups;
    program.numBandRounds = numRounds;
    // the kernel reads ahead
    tables.bandRuns.resize (static_cast<std::size_t> ((numRounds + 1) * numGroups));
    for (int group = 0; group < numGroups; group += groups.perWarp)
        for (int round = 0; round < numRounds; ++round)
            addBandRuns (tables, bank, groups, round, group);
    const int numAhead = groups.perWarp * groups.quadsAtOnce; // the kernel reads ahead
    tables.quads.resize (tables.quads.size () + static_cast<std::size_t> (numAhead));
    program.numQuads = static_cast<std::int32_t> (tables.quads.size ());
}

} // namespace melstrom::gpu
