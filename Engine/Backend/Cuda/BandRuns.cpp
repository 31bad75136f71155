#include "Engine/Backend/Cuda/BandRuns.h"

#include "Engine/Backend/Cuda/Kernels/FusedBands.h"

#include <algorithm>

namespace melstrom::cuda
{

namespace
{
/** One band of one group, and its weights; groups of one warp start at the same bank and turn from
    there. band: past the last one for a place that nobody reads. */
BandRun makeBandRun (FusedTables& tables, const ProgramTables& bank, int band, int group)
{
    const FusedProgram& program = tables.program;
    const auto at = static_cast<std::size_t> (band);
    const bool exists = band < bank.program.numBands;
    const int first = exists ? bank.bandFirstBin[at] : 0;
    const int end = exists ? first + bank.bandNumBins[at] : 0;
    const int alignment = program.framesPerTile < 32 ? 4 : 1;
    const int begin = first / alignment * alignment;
    const int turn = program.framesPerTile < 32 ? group : 0;
    BandRun run;
    run.powerOffset = begin * program.framesPerTile;
    run.numQuads = std::max (1, (end - begin + 3) / 4);
    run.featureOffset = (exists ? bank.program.firstBandPlane + band : bank.program.numPlanes) *
                        program.featureStride;
    for (int n = 0; n < run.numQuads; ++n)
    {
        WeightQuad quad;
        for (int i = 0; i < 4; ++i)
        {
            const int bin = begin + 4 * n + ((i + turn) & 3);
            if (bin >= first && bin < end)
                quad.weight[i] =
                    bank.weights[static_cast<std::size_t> (bank.bandWeight[at] + bin - first)];
        }
        tables.quads.push_back (quad);
    }
    return run;
}

} // namespace

void makeBandRuns (FusedTables& tables, const ProgramTables& bank)
{
    FusedProgram& program = tables.program;
    const int numGroups =
        program.numThreads / (program.framesPerTile / framesAtOnce (program.framesPerTile));
    const int numRounds = (bank.program.numBands + numGroups - 1) / numGroups;
    program.numBandRounds = numRounds;
    tables.bandRuns.resize (static_cast<std::size_t> (numRounds * numGroups));
    for (int group = 0; group < numGroups; ++group)
    {
        tables.groupQuads.push_back (static_cast<std::int32_t> (tables.quads.size ()));
        for (int round = 0; round < numRounds; ++round)
        {
            const int band = round * numGroups + (round % 2 == 0 ? group : numGroups - 1 - group);
            tables.bandRuns[static_cast<std::size_t> (round * numGroups + group)] =
                makeBandRun (tables, bank, band, group);
        }
    }
    tables.quads.emplace_back (); // is read ahead
    tables.bandRuns.resize (static_cast<std::size_t> ((numRounds + 1) * numGroups));
}

} // namespace melstrom::cuda
