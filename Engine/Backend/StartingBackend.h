// A backend that comes up in the background.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Backend/Starting.h"

#include <string>

namespace melstrom
{

/** The backend to bring up, and its fallback. */
struct BackendStart
{
    using Make = Starting<std::unique_ptr<Backend>>::Make;

    std::string name;    ///< "cuda:0"; name before it is up, and after a failure
    int concurrency = 1; ///< before it is up
    Make make;           ///< may throw; called on its own thread
    Make otherwise; ///< fallback, called on the same thread after `make` failed; empty: no fallback
    /** Starts no thread: the first call that needs the backend makes it. */
    bool waitsForUse = false;
};

/** The notice of a fallback: "cpu computes instead of cuda:0: no driver". */
std::string fallbackNotice (const std::string& fallback, const std::string& wanted,
                            const Error& reason);

/** Runs `make` on its own thread, or at the first use, and forwards all calls to the resulting
    backend. All calls but `concurrency` wait for that backend. Without a backend they fail with the
    error of `make` or of the fallback.
    thread  as Backend says; the destructor waits for the thread: see Starting */
class StartingBackend final : public Backend
{
public:
    /** Throws std::system_error if no thread can be started, and std::bad_alloc. */
    explicit StartingBackend (BackendStart start);

    Result<void> ready () override;
    std::string notice () const override;
    std::optional<DeviceUse> use () override;
    std::string name () const override;
    std::string deviceName () const override;
    int concurrency () const override;
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override;
    std::int64_t scratchBytes (const MelGeometry& geometry,
                               const MelCapacity& capacity) const override;
    void observe (WorkObserver* observer) override;
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override;
    std::string driver () const override;
    Result<std::string> variantOf (const MelSpec& spec, int rateHz) override;
    Result<void> pinVariant (const MelSpec& spec, int rateHz, const std::string& variant) override;

private:
    struct Outcome
    {
        std::unique_ptr<Backend> backend;
        std::string notice;
    };
    static Result<Outcome> bringUp (const BackendStart& start);
    /** null: no backend came up. Waits. */
    Backend* backend () const;

    std::string name_;
    int concurrency_;
    Starting<Outcome> start_;
};

} // namespace melstrom
