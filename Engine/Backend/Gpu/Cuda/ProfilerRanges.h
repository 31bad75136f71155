// Named ranges of host time for profilers. They do nothing if the toolkit has no NVTX.
#pragma once

namespace melstrom::cuda
{

void beginProfilerRange (const char* name) noexcept;
/** Ends the calling thread's innermost range. */
void endProfilerRange () noexcept;

} // namespace melstrom::cuda
