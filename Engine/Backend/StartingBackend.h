// A backend that comes up while its user does other things.
#pragma once

#include "Engine/Backend/Backend.h"

#include <functional>
#include <future>
#include <string>

namespace melstrom
{

/** What is to come up, and what answers in its place. */
struct BackendStart
{
    using Make = std::function<Result<std::unique_ptr<Backend>> ()>;

    std::string name;    ///< until it is up, and for ever if it fails: "cuda:0"
    int concurrency = 1; ///< until it is up
    Make make;           ///< may throw; called on a thread of its own
    Make otherwise;      ///< called on the same thread after `make` failed; empty: nothing answers
    /** No thread: the first call that needs the backend makes it. */
    bool waitsForUse = false;
};

/** Runs `make` on a thread of its own, or when first needed, and hands everything on to what came of it. All calls but
    `concurrency` wait until it is known; where nothing came of it they fail with its error.
    thread  as Backend says; the destructor waits for the thread */
class StartingBackend final : public Backend
{
public:
    /** Throws std::system_error where no thread can be started, std::bad_alloc. */
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
    /** null: nothing came of it. Waits. */
    Backend* backend () const;

    std::string name_;
    int concurrency_;
    std::shared_future<Result<Outcome>> outcome_;
};

} // namespace melstrom
