#include "Engine/Batch/Duplicates/ShapeNeighbours.h"

#include "Engine/Batch/Duplicates/AppendParts.h"
#include "Engine/Core/DisjointSets.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Dsp/Hash/FeatureHash.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace melstrom
{

namespace
{
constexpr std::size_t kBits = 32, kBandsASide = 4;
/** Each thread that makes an order takes 8 bytes a sound meanwhile. */
constexpr int kMostOrdersAtOnce = 4;

struct ShapeOfFile
{
    ShortShape shape;
    std::uint32_t file;
};

/** For each bit of an order's key, bands: the sum of the first half of them is compared with that
    of the other half. */
class KeyBands
{
public:
    explicit KeyBands (std::size_t order)
    {
        for (std::size_t bit = 0; bit < kBits; ++bit)
        {
            std::array<std::uint8_t, ShortShape::kNumBands> all;
            std::iota (all.begin (), all.end (), std::uint8_t {0});
            for (std::size_t i = 0; i < 2 * kBandsASide; ++i)
            {
                const auto chance = mixBits ((order * kBits + bit) * ShortShape::kNumBands + i + 1);
                std::swap (all[i], all[i + chance % (all.size () - i)]);
                bands_[bit][i] = all[i];
            }
        }
    }

    std::uint32_t keyOf (const ShortShape& shape) const noexcept
    {
        std::uint32_t key = 0;
        for (const auto& bands : bands_)
        {
            int difference = 0;
            for (std::size_t i = 0; i < kBandsASide; ++i)
                difference += shape.levels[bands[i]] - shape.levels[bands[i + kBandsASide]];
            key = key << 1 | (difference > 0 ? 1u : 0u);
        }
        return key;
    }

private:
    std::array<std::array<std::uint8_t, 2 * kBandsASide>, kBits> bands_ {};
};

/** The sounds in the order of a key, and the place of each. */
struct Order
{
    std::vector<std::uint32_t> sounds, places;
};

Order orderOf (const std::vector<ShapeOfFile>& shapes, std::size_t order)
{
    const KeyBands bands (order);
    std::vector<std::uint64_t> entries (shapes.size ());
    for (std::size_t i = 0; i < shapes.size (); ++i)
        entries[i] = std::uint64_t {bands.keyOf (shapes[i].shape)} << 32 | i;
    std::ranges::sort (entries);
    Order sorted {std::vector<std::uint32_t> (shapes.size ()),
                  std::vector<std::uint32_t> (shapes.size ())};
    for (std::size_t place = 0; place < entries.size (); ++place)
    {
        const auto sound = static_cast<std::uint32_t> (entries[place]);
        sorted.sounds[place] = sound;
        sorted.places[sound] = static_cast<std::uint32_t> (place);
    }
    return sorted;
}

/** Finds the nearest shapes of one sound after another. Thread: one. */
class Nearest
{
public:
    Nearest (const std::vector<ShapeOfFile>& shapes, const std::vector<Order>& orders)
        : shapes_ (shapes), orders_ (orders)
    {
    }

    void addPairs (std::size_t sound, std::vector<FilePair>& pairs)
    {
        found_.clear ();
        for (const Order& order : orders_)
        {
            const std::size_t place = order.places[sound];
            const std::size_t first = place - std::min (place, kNeighbourhood),
                              end = std::min (shapes_.size (), place + kNeighbourhood + 1);
            for (std::size_t i = first; i < end; ++i)
                if (const auto other = order.sounds[i]; other != sound)
                    if (const int distance =
                            distanceOf (shapes_[sound].shape, shapes_[other].shape);
                        distance <= kMostShapeDistance)
                        found_.emplace_back (distance, shapes_[other].file);
        }
        std::ranges::sort (found_);
        found_.erase (std::unique (found_.begin (), found_.end ()), found_.end ());
        found_.resize (std::min (found_.size (), kMostNeighbours));
        const std::uint32_t file = shapes_[sound].file;
        for (const auto& [distance, other] : found_)
            pairs.emplace_back (std::min (file, other), std::max (file, other));
    }

private:
    const std::vector<ShapeOfFile>& shapes_;
    const std::vector<Order>& orders_;
    std::vector<std::pair<int, std::uint32_t>> found_; ///< distance, file
};

std::vector<ShapeOfFile> shapesOf (const std::vector<Fingerprint>& files)
{
    std::vector<ShapeOfFile> shapes;
    shapes.reserve (static_cast<std::size_t> (std::ranges::count_if (
        files, [] (const Fingerprint& file) { return file.shape.has_value (); })));
    for (std::size_t file = 0; file < files.size (); ++file)
        if (files[file].shape)
            shapes.push_back ({*files[file].shape, static_cast<std::uint32_t> (file)});
    return shapes;
}

std::vector<ShapeOfFile> inFirstOrder (const std::vector<ShapeOfFile>& shapes)
{
    const auto order = orderOf (shapes, 0);
    std::vector<ShapeOfFile> sorted;
    sorted.reserve (shapes.size ());
    for (const std::uint32_t sound : order.sounds)
        sorted.push_back (shapes[sound]);
    return sorted;
}

struct FilePlaces
{
    std::vector<std::uint32_t> files;  ///< by place
    std::vector<std::uint32_t> ofFile; ///< the place of each file that has a shape
};

/** Places of files with shapes: groups that pairs connect, each in the first order of shapes. */
FilePlaces placesByGroup (const std::vector<FilePair>& pairs,
                          const std::vector<ShapeOfFile>& shapes, std::size_t numFiles)
{
    const auto order = orderOf (shapes, 0);
    FilePlaces places {std::vector<std::uint32_t> (shapes.size ()),
                       std::vector<std::uint32_t> (numFiles)};
    for (std::size_t sound = 0; sound < shapes.size (); ++sound)
        places.ofFile[shapes[sound].file] = order.places[sound];
    DisjointSets<std::uint32_t> groups (shapes.size ());
    for (const auto& [first, second] : pairs)
        groups.unite (places.ofFile[first], places.ofFile[second]);
    std::vector<std::uint64_t> sorted (shapes.size ()); // group, place
    for (std::uint32_t place = 0; place < sorted.size (); ++place)
        sorted[place] = std::uint64_t {groups.of (place)} << 32 | place;
    std::ranges::sort (sorted);
    for (std::size_t place = 0; place < sorted.size (); ++place)
    {
        const auto file = shapes[order.sounds[static_cast<std::uint32_t> (sorted[place])]].file;
        places.files[place] = file;
        places.ofFile[file] = static_cast<std::uint32_t> (place);
    }
    return places;
}
} // namespace

std::vector<FilePair> shapeNeighbours (const std::vector<Fingerprint>& files, int numThreads,
                                       const std::atomic<bool>& stop)
{
    auto shapes = inFirstOrder (shapesOf (files)); // similar ones are near each other in memory
    std::vector<Order> orders (kNumOrders);
    parallelFor (kNumOrders, std::min (numThreads, kMostOrdersAtOnce),
                 [&] (std::int64_t order)
                 {
                     if (! stop)
                         orders[static_cast<std::size_t> (order)] =
                             orderOf (shapes, static_cast<std::size_t> (order));
                 });
    if (stop)
        return {};
    constexpr std::int64_t kStretch = 4096;
    const auto count = static_cast<std::int64_t> (shapes.size ());
    std::vector<std::vector<FilePair>> found (
        static_cast<std::size_t> ((count + kStretch - 1) / kStretch));
    parallelStretches (count, kStretch, numThreads,
                       [&] (std::int64_t first, std::int64_t end)
                       {
                           Nearest nearest (shapes, orders);
                           auto& pairs = found[static_cast<std::size_t> (first / kStretch)];
                           pairs.reserve (static_cast<std::size_t> (end - first) * kMostNeighbours);
                           for (auto sound = first; sound < end && ! stop; ++sound)
                               nearest.addPairs (static_cast<std::size_t> (sound), pairs);
                           pairs.shrink_to_fit ();
                       });
    decltype (shapes) ().swap (shapes); // = {} would keep the memory
    decltype (orders) ().swap (orders);
    std::vector<FilePair> pairs;
    appendParts (found, pairs);
    std::ranges::sort (pairs);
    pairs.erase (std::unique (pairs.begin (), pairs.end ()), pairs.end ());
    pairs.shrink_to_fit ();
    return pairs;
}

void sortByShape (std::vector<FilePair>& pairs, const std::vector<Fingerprint>& files)
{
    const auto places = placesByGroup (pairs, shapesOf (files), files.size ());
    for (auto& [first, second] : pairs)
        std::tie (first, second) = std::minmax (places.ofFile[first], places.ofFile[second]);
    std::ranges::sort (pairs);
    for (auto& [first, second] : pairs)
        std::tie (first, second) = std::minmax (places.files[first], places.files[second]);
}

} // namespace melstrom
