// A backend that becomes the CPU or a GPU when the work is known: whichever is predicted to end
// first.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Choice/MelRates.h"
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Backend/LateBackend.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace melstrom
{

/** The two candidates, and what is known about them. */
struct AutomaticDevices
{
    std::function<Result<std::unique_ptr<Backend>> ()> cpu, gpu;
    std::string gpuName;                     ///< "cuda:0"
    std::optional<std::string> measuredFile; ///< empty: measures anew and keeps nothing
    std::function<PresentGpus ()> present;   ///< called if a GPU is in question: drivers take time
};

/** Decided once, by `decide`, `take` or `abandon`. All calls of Backend but `concurrency` wait for
    that. No driver is loaded before.
    Thread: as Backend; one thread decides. */
class AutomaticBackend final : public LateBackend
{
public:
    explicit AutomaticBackend (AutomaticDevices devices) : devices_ (std::move (devices)) {}

    /** Opens the device with the smaller predicted time. Rates that are not cached are measured: the
        CPU's in about 0.1 s; the GPU's, which opens it, only if computing on the CPU would take longer
        than any GPU takes to start. A GPU that fails leaves the CPU, with the reason as `choice`,
        and as `notice` if the system lists a GPU or one was measured.
        Fails: outOfMemory, badSpec. */
    Result<void> decide (const MelWork& work);
    /** Opens this kind without a prediction, because rows of it are there. Without a GPU the CPU,
        and `notice` says so. Fails: outOfMemory. */
    Result<void> take (BackendChoice::Kind kind);
    /** Ends all waits with an error, if nothing was decided. */
    void abandon () noexcept;
    bool isDecided () const;
    /** "CPU: predicted 0.53 s, GPU 0.79 s, of which 0.40 s start"; empty unless decided by a
        prediction, and for work that the CPU ends before any GPU starts. */
    std::string choice () const;

    int concurrency () const override;

private:
    struct Decision
    {
        std::unique_ptr<Backend> backend; ///< null: none
        std::string choice, notice;
    };
    class Deciding;
    Result<void> settle (Result<Decision> decision);
    Backend* backend () const override;
    Error absence () const override { return error_; }
    std::string lateNotice () const override { return decision_.notice; }

    const AutomaticDevices devices_;
    mutable std::mutex mutex_; ///< of the members below; they do not change after `isDecided_`
    mutable std::condition_variable decided_;
    bool isDecided_ = false;
    Decision decision_;
    Error error_ {ErrorCode::interrupted, "the run ended before a device was chosen", {}};
};

} // namespace melstrom
