// Float memory aligned to cache lines, for SIMD loads.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace melstrom
{

/** Move-only; not initialised. Only construction allocates (std::bad_alloc). */
class AlignedBuffer
{
public:
    static constexpr std::align_val_t kAlignment {64};

    explicit AlignedBuffer (std::size_t numFloats = 0)
        : size_ (numFloats),
          data_ (static_cast<float*> (::operator new (numFloats * sizeof (float) + 64, kAlignment)))
    {
    }
    float* data () noexcept { return data_.get (); }
    std::size_t size () const noexcept { return size_; }

private:
    struct Release
    {
        void operator() (float* data) const noexcept { ::operator delete (data, kAlignment); }
    };
    std::size_t size_;
    std::unique_ptr<float, Release> data_;
};

} // namespace melstrom
