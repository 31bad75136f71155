// Narrow interface between the code that supplies audio and the code that computes. CPU and GPU
// implement it.
#pragma once

#include "Engine/Backend/MelPlan.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

/** Memory of a slab's samples and rows. */
struct SlabPair
{
    std::unique_ptr<SlabMemory> input, output;
};

enum class DeviceStep
{
    copyIn,
    compute,
    copyOut
};

/** A range of work on a device. */
struct DeviceWork
{
    DeviceStep step = DeviceStep::compute;
    /** The device's own queue, "GPU copy in"; null: the calling thread did the work. Lives as long
        as the backend. */
    const char* track = nullptr;
    std::chrono::steady_clock::time_point start, end; ///< of a GPU: its events, on the host's clock
    std::int64_t bytes = 0;                           ///< copied, or of the input
    int device = 0;                                   ///< place in Backend::devices
};

/** Receives what the worker threads did, for a trace. Thread: any thread of the backend. */
class WorkObserver
{
public:
    virtual ~WorkObserver () = default;
    virtual void nameThread (const std::string& name) = 0; ///< names the calling thread
    /** A range of time from `start` to now on the calling thread; `what` is a literal. */
    virtual void record (const char* what, std::chrono::steady_clock::time_point start,
                         std::int64_t detail) = 0;
    /** Work of the device itself has ended. */
    virtual void worked (const DeviceWork&) {}
};

/** Current load. */
struct DeviceUse
{
    int busyPercent = 0;         ///< the mean of several devices
    std::size_t memoryBytes = 0; ///< of all devices
    int numDevices = 1;
};

/** One device of a backend, for messages. */
struct DevicePart
{
    std::string name;              ///< "cuda:1"
    int index = 0;                 ///< as its driver counts
    std::optional<int> memoryNode; ///< near it; empty: unknown, or the machine has one node
    std::string memoryRefusal;     ///< why no memory can be bound to that node; empty: it can
    bool isLost = false;           ///< for this process
    std::string leftOut;           ///< why it takes no work; empty: it does
};

/** A device and the code that computes on it. Plans are made during preparation, never in steady
    state. Thread: any. */
class Backend
{
public:
    virtual ~Backend () = default;
    /** Waits until the device is up. All functions below except `concurrency` also wait. May be
        called repeatedly. Fails: deviceUnavailable. */
    virtual Result<void> ready () { return {}; }
    /** A sentence that gives the reason when a device other than the requested one computes; else
        empty. */
    virtual std::string notice () const { return {}; }
    /** Empty if the load is not measured. */
    virtual std::optional<DeviceUse> use () { return std::nullopt; }
    virtual std::string name () const = 0;       ///< "cpu", "cuda:0"
    virtual std::string deviceName () const = 0; ///< for people and dataset.json: "CPU (AVX2)"
    /** Largest number of slabs in work at the same time; the batch run keeps a few more in flight.
        Never waits. */
    virtual int concurrency () const = 0;
    virtual Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) = 0; ///< outOfMemory
    /** Both memories of a slab, near the same device. Fails: outOfMemory. */
    virtual Result<SlabPair> allocateSlab (std::size_t inputBytes, std::size_t outputBytes)
    {
        SlabPair slab;
        MELSTROM_TRY_VALUE (slab.input, allocate (inputBytes));
        MELSTROM_TRY_VALUE (slab.output, allocate (outputBytes));
        return slab;
    }
    /** At least one, in a fixed order. */
    virtual std::vector<DevicePart> devices () const { return {{name (), 0, {}, {}, false, {}}}; }
    /** From now on only the first `numDevices` take work, as long as one of them has memory for it;
        `reason` is DevicePart::leftOut of the others. False: nothing changes, because there are no
        more, or because the user named them. Call before plans are made. */
    virtual bool leaveOutFrom (int /*numDevices*/, const std::string& /*reason*/) { return false; }
    /** Host memory of a plan for this spec and capacity, without the slabs. */
    virtual std::int64_t scratchBytes (const MelGeometry& geometry,
                                       const MelCapacity& capacity) const = 0;
    /** null: no observer. Call only while no work is in flight. */
    virtual void observe (WorkObserver* observer) = 0;
    /** Validates and allocates. The plan serves one spec at one rate. Fails: badSpec,
        outOfMemory. */
    virtual Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                                      const MelCapacity& capacity) = 0;

    /** The driver's version, "580.65.06, CUDA 13.0"; empty for a CPU. Rows from two drivers may
        differ by rounding. */
    virtual std::string driver () const { return {}; }
    /** Variant with which plans for this spec and rate compute bands, in the spelling of
        `--variant`: "fused-20x10-t32". Rows of one device name, driver and variant have the same
        bits. Empty: the device has one variant only. A GPU chooses at the first call or at the
        first plan; the choice takes 50 ms, or seconds on a busy device. Fails: as planMel. */
    virtual Result<std::string> variantOf (const MelSpec& /*spec*/, int /*rateHz*/)
    {
        return std::string ();
    }
    /** Fixes the variant of later plans for this spec and rate; other variants are not tried. The
        variant is checked against the definition and not timed. Empty: the only variant of a device
        that has one.
        fails   otherPlan, naming variant, device and reason: the device has no such variant, the
                variant does not agree with the definition, the options asked for other variants, or
                plans already compute with a different variant; deviceLost, outOfMemory, badSpec */
    virtual Result<void> pinVariant (const MelSpec& /*spec*/, int /*rateHz*/,
                                     const std::string& variant)
    {
        if (variant.empty ())
            return {};
        return Error {ErrorCode::otherPlan, deviceName () + " has no variant " + variant, {}};
    }
};

/** numThreads: computing threads, started at once; empty: one a core. */
Result<std::unique_ptr<Backend>> makeCpuBackend (std::optional<int> numThreads = {});
/** Device name of the CPU backend: "CPU (AVX2)". */
std::string cpuDeviceName ();

} // namespace melstrom
