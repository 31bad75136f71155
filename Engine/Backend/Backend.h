// The seam between those who feed audio and those who compute: one narrow interface, CPU and CUDA
// behind it.
#pragma once

#include "Engine/Backend/MelPlan.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

/** Memory that a backend reads and writes fastest: pinned for a GPU, aligned to 64 bytes for a CPU.
    Move-only. */
class SlabMemory
{
public:
    virtual ~SlabMemory () = default;
    virtual std::byte* data () noexcept = 0;
    virtual std::size_t bytes () const noexcept = 0;
};

/** Is told what worker threads did, for a trace. Thread: any of the backend's. */
class WorkObserver
{
public:
    virtual ~WorkObserver () = default;
    virtual void nameThread (const std::string& name) = 0; ///< the calling one
    /** [start, now) on the calling thread; `what` is a literal. */
    virtual void record (const char* what, std::chrono::steady_clock::time_point start,
                         std::int64_t detail) = 0;
};

/** What a device is doing at the moment. */
struct DeviceUse
{
    int busyPercent = 0;
    std::size_t memoryBytes = 0;
};

/** A device and the code that computes on it. Thread: any; plans are made while preparing, never in
    steady state. */
class Backend
{
public:
    virtual ~Backend () = default;
    /** Waits until the device is up; everything below but `concurrency` waits too. May be called
        often. Fails: deviceUnavailable. */
    virtual Result<void> ready () { return {}; }
    /** Why another device was taken than the one asked for, as a sentence; empty if it was. */
    virtual std::string notice () const { return {}; }
    /** Empty where nobody measures it. */
    virtual std::optional<DeviceUse> use () { return std::nullopt; }
    virtual std::string name () const = 0;       ///< "cpu", "cuda:0"
    virtual std::string deviceName () const = 0; ///< for people and dataset.json: "CPU (AVX2)"
    /** How many slabs it works on at the same time at most; the batch keeps a few more in flight.
        Never waits. */
    virtual int concurrency () const = 0;
    virtual Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) = 0; ///< outOfMemory
    /** Host memory that a plan for such a spec and capacity takes besides the slabs. */
    virtual std::int64_t scratchBytes (const MelGeometry& geometry,
                                       const MelCapacity& capacity) const = 0;
    /** null: nobody. To be called while no work is in flight. */
    virtual void observe (WorkObserver* observer) = 0;
    /** Validates and allocates; the plan serves one spec at one rate. Fails: badSpec, outOfMemory.
     */
    virtual Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                                      const MelCapacity& capacity) = 0;

    /** The driver's version, "580.65.06, CUDA 13.0"; empty for a CPU. Rows of two drivers may differ by rounding. */
    virtual std::string driver () const { return {}; }
    /** The variant by which plans for this spec and rate compute bands, as `--variant` takes it: "fused-20x10-t32". Rows
        of one device name, driver and variant have the same bits. Empty: the device has one way of computing only. A GPU
        chooses at the first call, or at the first plan: 50 ms, seconds on a busy device. Fails: as planMel. */
    virtual Result<std::string> variantOf (const MelSpec& /*spec*/, int /*rateHz*/)
    {
        return std::string ();
    }
    /** Plans for this spec and rate compute by this variant from now on, and no other is tried. It is checked against the
        definition, and not timed. Empty: what a device with one way of computing calls it.
        fails   otherPlan, naming the variant, the device and the reason: the device has no such variant, it does not
                agree with the definition, another one was asked for, or plans compute by another one already;
                deviceLost, outOfMemory, badSpec */
    virtual Result<void> pinVariant (const MelSpec& /*spec*/, int /*rateHz*/,
                                     const std::string& variant)
    {
        if (variant.empty ())
            return {};
        return Error {ErrorCode::otherPlan,
                      deviceName () + " has no variant " + variant + " of its work",
                      {}};
    }
};

/** numThreads: of computation, begun at once; 0 takes one a core. */
Result<std::unique_ptr<Backend>> makeCpuBackend (int numThreads);
/** What such a backend calls its device: "CPU (AVX2)". */
std::string cpuDeviceName ();

} // namespace melstrom
