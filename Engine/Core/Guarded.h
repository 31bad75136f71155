// Conversion of exceptions of the libraries: nothing leaves Engine but a Result.
#pragma once

#include "Engine/Core/Result.h"

#include <exception>
#include <new>
#include <system_error>

namespace melstrom
{

/** Message for std::thread's resource_unavailable_try_again. */
inline constexpr const char* kNoThread =
    "the system refused a new thread; lower --threads, end other programs, or raise `ulimit -u`";

/** Calls `function`, which returns a Result, and converts an exception to its Error. */
template <typename Function>
auto guarded (Function&& function) -> decltype (function ())
{
    try
    {
        return function ();
    }
    catch (const std::bad_alloc&)
    {
        return Error {ErrorCode::outOfMemory, "out of memory; lower --max-mem or --threads", {}};
    }
    catch (const std::system_error& problem)
    {
        if (problem.code () == std::errc::resource_unavailable_try_again)
            return Error {ErrorCode::outOfMemory, kNoThread, {}};
        return Error {ErrorCode::internalFault, problem.what (), {}};
    }
    catch (const std::exception& problem)
    {
        return Error {ErrorCode::internalFault, problem.what (), {}};
    }
}

} // namespace melstrom
