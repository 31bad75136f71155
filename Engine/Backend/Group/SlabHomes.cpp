#include "Engine/Backend/Group/SlabHomes.h"

#include <functional>
#include <utility>

namespace melstrom
{

namespace
{
class HomedSlab final : public SlabMemory
{
public:
    HomedSlab (std::unique_ptr<SlabMemory> memory, std::shared_ptr<SlabHomes> homes,
               std::size_t device)
        : memory_ (std::move (memory)), homes_ (std::move (homes))
    {
        homes_->add (memory_->data (), memory_->bytes (), device);
    }
    ~HomedSlab () override { homes_->remove (memory_->data ()); }
    std::byte* data () noexcept override { return memory_->data (); }
    std::size_t bytes () const noexcept override { return memory_->bytes (); }

private:
    std::unique_ptr<SlabMemory> memory_;
    std::shared_ptr<SlabHomes> homes_;
};
} // namespace

void SlabHomes::add (const std::byte* begin, std::size_t bytes, std::size_t device)
{
    const std::lock_guard lock (mutex_);
    homes_[begin] = {begin + bytes, device};
}

void SlabHomes::remove (const std::byte* begin)
{
    const std::lock_guard lock (mutex_);
    homes_.erase (begin);
}

std::optional<std::size_t> SlabHomes::of (const std::byte* at) const
{
    const std::lock_guard lock (mutex_);
    auto after = homes_.upper_bound (at);
    if (after == homes_.begin ())
        return {};
    --after;
    return std::less<> () (at, after->second.end) ? std::optional (after->second.device)
                                                  : std::nullopt;
}

std::unique_ptr<SlabMemory> withHome (std::unique_ptr<SlabMemory> memory,
                                      std::shared_ptr<SlabHomes> homes, std::size_t device)
{
    return std::make_unique<HomedSlab> (std::move (memory), std::move (homes), device);
}

} // namespace melstrom
