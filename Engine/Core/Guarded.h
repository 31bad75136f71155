// Where exceptions of the libraries end: nothing leaves Engine but a Result.
#pragma once

#include "Engine/Core/Result.h"

#include <exception>
#include <new>

namespace melstrom
{

/** Calls `function`, which returns a Result, and turns what it throws into its Error. */
template <typename Function>
auto guarded (Function&& function) -> decltype (function ())
{
    try
    {
        return function ();
    }
    catch (const std::bad_alloc&)
    {
        return Error {
            ErrorCode::outOfMemory, "no memory was left; lower --max-mem or --threads", {}};
    }
    catch (const std::exception& problem)
    {
        return Error {ErrorCode::internalFault, problem.what (), {}};
    }
}

} // namespace melstrom
