// A library that is opened at the first use.
#pragma once

#include "Engine/Core/Result.h"

#include <mutex>
#include <optional>

namespace melstrom::gpu::cuda
{

/** The first caller makes the value; a failure is kept, too. Thread: any, at any time. */
template <typename Value>
class OnceMade
{
public:
    /** make () returns a Result<Value>. */
    template <typename Make>
    const Result<Value>& get (Make&& make)
    {
        std::call_once (once_, [&] { value_ = make (); });
        return *value_;
    }

private:
    std::once_flag once_;
    std::optional<Result<Value>> value_;
};

} // namespace melstrom::gpu::cuda
