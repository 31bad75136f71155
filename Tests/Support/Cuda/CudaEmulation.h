// The CUDA backend on an emulated device, and work with a known result.
#pragma once

#include "Engine/Backend/Gpu/Mel/CudaOptions.h"
#include "Tests/Support/Cuda/EmulatedCudaDevice.h"
#include "Tests/Support/Cuda/FaultyCudaDevice.h"
#include "Tests/Support/Mel/CpuFeatures.h"

namespace melstrom::testing
{

/** A backend, and a record of its device that outlives the backend. */
struct CudaEmulation
{
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<CallRecord> calls = std::make_shared<CallRecord> ();
    std::unique_ptr<Backend> backend;
};

cuda::CudaOptions fusedOptions ();
CudaEmulation emulateCuda (const EmulationOptions& device,
                           const cuda::CudaOptions& options = fusedOptions ());
/** A device that executes work late and has one fault. */
CudaEmulation emulateFaultyCuda (const CudaFault& fault,
                                 const cuda::CudaOptions& options = fusedOptions ());

/** The rows of one signal as batches of one span each, cut at random. One batch has all rows if
    they depend on the whole signal. Every batch has its own output. */
class RandomBatches
{
public:
    RandomBatches (const MelSpec& spec, int rateHz, const TestSignal& signal, int numBatches,
                   unsigned seed);
    RandomBatches (const RandomBatches&) = delete;
    RandomBatches& operator= (const RandomBatches&) = delete;

    Result<std::unique_ptr<MelPlan>> plan (Backend& backend) const;
    /** Clears the outputs first. */
    void submit (MelPlan& plan);
    std::size_t size () const noexcept { return spans_.size (); }
    Ticket ticket (std::size_t index) const { return tickets_[index]; }

    /** whole: all rows of the signal in order. */
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
