// Named ranges of host time for profilers, where the toolkit has NVTX; else nothing.
#pragma once

namespace melstrom::cuda
{

void beginProfilerRange (const char* name) noexcept;
/** Of the calling thread, the last one begun. */
void endProfilerRange () noexcept;

} // namespace melstrom::cuda
