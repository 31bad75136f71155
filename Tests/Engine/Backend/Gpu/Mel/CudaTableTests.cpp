// Tables of the fused kernel: the conditions for its wide loads and narrow integers.
#include "Engine/Backend/Gpu/Kernels/Fused/FusedShapes.h"
#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <cstdint>
#include <limits>

using namespace melstrom;
using namespace melstrom::gpu;

namespace
{
void checkPlaces (const MelSpec& spec, int rateHz)
{
    const auto geometry = geometryAt (spec, rateHz);
    const auto shapes = fusedShapes (*geometry);
    REQUIRE (shapes.size () >= 6); // generic shapes with 32 to 1 frames a tile, and compiled shapes
    for (const FusedShape& shape : shapes)
    {
        ProgramTables bank = makeProgramTables (*geometry);
        const FusedTables tables = makeFusedTables (*geometry, bank, shape);
        const FusedProgram& program = tables.program;
        INFO (shape.name () << ", hop " << geometry->hopSamples);
        for (const int place : {program.stretchFloats, program.bufferOffset, program.powerOffset,
                                program.featureOffset, program.tableOffset, program.bankOffset})
            CHECK (place % 4 == 0);
        CHECK (tables.quads.size () <= std::numeric_limits<std::uint16_t>::max ());
        if (program.keepsFeatures && program.numPasses > 1)
        {
            const int pointFloats = 2 * program.numTransform * program.framesPerTile;
            CHECK (program.featureOffset >= program.bufferOffset + pointFloats);
        }
        const bool isSquare = shape.compiled >= 0 && squareSize (shape.hasSteps, shape.radices) > 0;
        CHECK ((program.keepsFeatures || ! isSquare));
    }
}
} // namespace

TEST_CASE ("what the fused kernel reads in fours begins at a multiple of four floats",
           "[cuda][tables]")
{
    constexpr int kRateHz = 16000;
    for (const char* preset : {"whisper-openai-80", "librosa", "librosa-db", "leak", "leak-fine"})
        // Segments that share frames, and segments with their own frames.
        for (const bool padsLast : {false, true})
        {
            MelSpec spec = findPreset (preset)->spec;
            spec.padLastSegment = padsLast;
            checkPlaces (spec, spec.rateHz.value_or (kRateHz));
        }
}

TEST_CASE ("the fused kernel counts the weights of the largest banks", "[cuda][tables]")
{
    MelSpec spec = findPreset ("librosa")->spec;
    for (const int fftSamples : {2048, 4096})
        for (const int numBands : {1, 40, 1000, 4096})
        {
            spec.fftSamples = fftSamples;
            spec.window = {static_cast<double> (fftSamples)};
            spec.numBands = numBands;
            checkPlaces (spec, 48000);
        }
}
