#include "Standalone/Bench/MelLoad.h"

#include "Standalone/CommandLine/Machine/TestSignal.h"

#include <cstring>

namespace melstrom
{

namespace
{
constexpr auto kSampleBytes = static_cast<std::int64_t> (sizeof (std::int16_t));
}

Result<MelLoad> MelLoad::make (Backend& backend, const MelGeometry& geometry,
                               const MelLoadShape& shape)
{
    const std::int64_t numRows = geometry.numRows (shape.signalSamples),
                       signalBytes = shape.signalSamples * kSampleBytes,
                       rowBytes = numRows * geometry.rowBytes ();
    MelLoad load;
    for (std::int64_t i = 0; i < shape.signalsPerPiece; ++i)
    {
        MelSpan& span = load.spans_.emplace_back ();
        span.numSamples = span.signalSamples = shape.signalSamples;
        span.numRows = numRows;
        span.inputByte = i * signalBytes;
        span.outputByte = i * rowBytes;
    }
    const auto inputBytes = static_cast<std::size_t> (shape.signalsPerPiece * signalBytes),
               outputBytes = static_cast<std::size_t> (shape.signalsPerPiece * rowBytes);
    MELSTROM_TRY_VALUE (load.input_, backend.allocate (inputBytes));
    // each signal is a different part of one noise
    const auto noise = makeNoise (shape.signalSamples + shape.signalsPerPiece);
    for (std::size_t i = 0; i < load.spans_.size (); ++i)
        std::memcpy (load.input_->data () + load.spans_[i].inputByte, noise.data () + i,
                     static_cast<std::size_t> (signalBytes));
    for (int piece = 0; piece < shape.numPieces.value_or (2 * backend.concurrency ()); ++piece)
    {
        MELSTROM_TRY_VALUE (load.outputs_.emplace_back (), backend.allocate (outputBytes));
    }
    MELSTROM_TRY_VALUE (load.plan_,
                        backend.planMel (geometry.spec, geometry.rateHz,
                                         {inputBytes, outputBytes, shape.signalsPerPiece}));
    return load;
}

Ticket MelLoad::submit (std::size_t slot, int numSignals)
{
    return plan_->submit ({input_->data (),
                           outputs_[slot]->data (),
                           {spans_.data (), static_cast<std::size_t> (numSignals)},
                           MelPass::whole});
}

} // namespace melstrom
