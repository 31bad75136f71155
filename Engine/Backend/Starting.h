// A value that takes long to make, such as an open device.
#pragma once

#include "Engine/Core/Guarded.h"

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <utility>

namespace melstrom
{

/** Handle to the outcome of a function `make`, which may take seconds or hang. `make` is called
    once. Copies of the handle share its outcome, which never changes.
      maker    the thread that calls `make`: see the three ways to begin
      others   `tryGet` takes no lock and does not wait. `wait` and `waitFor` wait for the maker:
               never call them on an audio thread or in prepareToPlay
      owner    the destructor of the last handle waits for a thread of `onOwnThread`. Nobody waits
               for the thread of `run`: it needs a handle of its own, and destroys a value that no
               other handle wants any more. */
template <typename T>
class Starting
{
public:
    using Outcome = Result<T>;
    using Make = std::function<Outcome ()>; ///< an exception becomes an Error: see guarded

    /** Begins now, on a new thread. Throws std::system_error if no thread can be started,
        std::bad_alloc. */
    static Starting onOwnThread (Make make)
    {
        return Starting (std::async (std::launch::async, resultOf (std::move (make))));
    }
    /** Begins with the first `wait`, on the thread that waits. Throws std::bad_alloc. */
    static Starting atFirstUse (Make make)
    {
        return Starting (std::async (std::launch::deferred, resultOf (std::move (make))));
    }
    /** Begins with `run`, on the thread that calls it. Throws std::bad_alloc. */
    static Starting onRun (Make make)
    {
        auto task = std::make_shared<Task> (resultOf (std::move (make)));
        return Starting (task->get_future (), task);
    }

    /** Makes the value of `onRun`. Call it once, and only on one of the copies. */
    const Outcome& run () const
    {
        (*task_) ();
        return wait ();
    }

    /** null: not known yet. */
    const Outcome* tryGet () const { return waitFor (std::chrono::seconds (0)); }
    /** Waits until the outcome is known, for that time at most; null: not known yet. Does not begin
        `atFirstUse`. */
    const Outcome* waitFor (std::chrono::duration<double> most) const
    {
        return outcome_.wait_for (most) == std::future_status::ready ? &outcome_.get () : nullptr;
    }
    const Outcome& wait () const { return outcome_.get (); }

private:
    using Task = std::packaged_task<Outcome ()>;

    static auto resultOf (Make make)
    {
        return [make = std::move (make)] { return guarded (make); };
    }
    explicit Starting (std::future<Outcome> outcome, std::shared_ptr<Task> task = nullptr)
        : task_ (std::move (task)), outcome_ (outcome.share ())
    {
    }

    std::shared_ptr<Task> task_; ///< null: not `onRun`
    std::shared_future<Outcome> outcome_;
};

} // namespace melstrom
