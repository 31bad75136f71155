#include "Engine/Batch/Duplicates/RealFourier.h"

#include "Engine/Core/FftwPlanner.h"

#include <fftw3.h>
#include <map>
#include <new>
#include <utility>
#include <vector>

namespace melstrom
{

namespace
{
/** The plans of a length, forward and inverse. They live as long as the process. Throws
    std::bad_alloc. */
std::pair<fftwf_plan, fftwf_plan> plansOf (int length)
{
    static std::map<int, std::pair<fftwf_plan, fftwf_plan>> plans; // under the lock
    const std::lock_guard lock (fftwPlannerMutex ());
    auto& [forward, inverse] = plans[length];
    if (forward == nullptr || inverse == nullptr)
    {
        std::vector<float> samples (static_cast<std::size_t> (length));
        std::vector<std::complex<float>> spectrum (static_cast<std::size_t> (length / 2 + 1));
        auto* const bins = reinterpret_cast<fftwf_complex*> (spectrum.data ());
        constexpr unsigned kFlags = FFTW_ESTIMATE | FFTW_UNALIGNED;
        if (forward == nullptr)
            forward = fftwf_plan_dft_r2c_1d (length, samples.data (), bins, kFlags);
        if (inverse == nullptr)
            inverse = fftwf_plan_dft_c2r_1d (length, bins, samples.data (), kFlags);
        if (forward == nullptr || inverse == nullptr)
            throw std::bad_alloc (); // the only reason for a length above 0
    }
    return {forward, inverse};
}
} // namespace

RealFourier::RealFourier (int length)
{
    const auto [forward, inverse] = plansOf (length);
    forward_ = forward;
    inverse_ = inverse;
}

void RealFourier::forward (float* samples, std::complex<float>* spectrum) const noexcept
{
    fftwf_execute_dft_r2c (static_cast<fftwf_plan> (forward_), samples,
                           reinterpret_cast<fftwf_complex*> (spectrum));
}

void RealFourier::inverse (std::complex<float>* spectrum, float* samples) const noexcept
{
    fftwf_execute_dft_c2r (static_cast<fftwf_plan> (inverse_),
                           reinterpret_cast<fftwf_complex*> (spectrum), samples);
}

} // namespace melstrom
