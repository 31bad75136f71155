// The GPU backend on an emulated device, and work with a known result.
#pragma once

#include "Engine/Backend/Gpu/Mel/GpuOptions.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Gpu/FaultyDevice.h"
#include "Tests/Support/Mel/CpuFeatures.h"

namespace melstrom::testing
{

/** A backend, and a record of its device that outlives the backend. */
struct GpuEmulation
{
    std::shared_ptr<EmulationRecord> record = std::make_shared<EmulationRecord> ();
    std::shared_ptr<CallRecord> calls = std::make_shared<CallRecord> ();
    std::unique_ptr<Backend> backend;
};

gpu::GpuOptions fusedOptions ();
GpuEmulation emulateGpu (const EmulationOptions& device,
                         const gpu::GpuOptions& options = fusedOptions ());
/** A device that executes work late and has one fault. */
GpuEmulation emulateFaultyGpu (const DeviceFault& fault,
                               const gpu::GpuOptions& options = fusedOptions ());

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
