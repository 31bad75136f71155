// The CUDA backend over an emulated device, and work for it whose outcome is known.
#pragma once

#include "Engine/Backend/Gpu/Mel/CudaOptions.h"
#include "Tests/Support/Cuda/EmulatedCudaDevice.h"
#include "Tests/Support/Cuda/FaultyCudaDevice.h"
#include "Tests/Support/Mel/CpuFeatures.h"

namespace melstrom::testing
{

/** A backend and what is known of its device, also after the backend has gone. */
struct CudaEmulation
{
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<CallRecord> calls = std::make_shared<CallRecord> ();
    std::unique_ptr<Backend> backend;
};

cuda::CudaOptions fusedOptions ();
CudaEmulation emulateCuda (const EmulationOptions& device,
                           const cuda::CudaOptions& options = fusedOptions ());
/** A sound device that does its work late, but for the fault. */
CudaEmulation emulateFaultyCuda (const CudaFault& fault,
                                 const cuda::CudaOptions& options = fusedOptions ());

/** Rows of one signal as batches of one span each, drawn at random: all rows where they depend on
    the whole signal. Every batch has an output of its own. */
class RandomBatches
{
public:
    RandomBatches (const MelSpec& spec, int rateHz, const TestSignal& signal, int numBatches,
                   unsigned seed);
    RandomBatches (const RandomBatches&) = delete;
    RandomBatches& operator= (const RandomBatches&) = delete;

    Result<std::unique_ptr<MelPlan>> plan (Backend& backend) const;
    /** Outputs are cleared before. */
    void submit (MelPlan& plan);
    std::size_t size () const noexcept { return spans_.size (); }
    Ticket ticket (std::size_t index) const { return tickets_[index]; }

    /** whole: all rows of the signal, one after another. */
    bool isRight (std::size_t index, const std::vector<std::byte>& whole) const;
    bool isUntouched (std::size_t index) const;

private:
    MelGeometry geometry_;
    const TestSignal& signal_;
    std::vector<MelSpan> spans_;
    std::vector<std::vector<std::byte>> outputs_;
    std::vector<Ticket> tickets_;
};

} // namespace melstrom::testing
