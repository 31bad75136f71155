#include "Engine/Dsp/Colour/ColourMap.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr std::uint32_t kMagma[] = {
    0x00000004, 0x02010106, 0x0602020d, 0x100a0822, 0x1d19103f, 0x27271258, 0x3036106b, 0x37420f75,
    0x4051127c, 0x506a1c81, 0x5e802582, 0x72a02f7f, 0x85bf3a77, 0x91d2426f, 0x9adf4a68, 0xa4eb5760,
    0xaef4675c, 0xb6f8765c, 0xc1fc8a62, 0xcefea36f, 0xe0fec488, 0xf5fdebac, 0xfffcfdbf};
constexpr std::uint32_t kInferno[] = {
    0x00000004, 0x02010106, 0x09040314, 0x130e092b, 0x1c1b0c41, 0x262b0b57, 0x2d380962,
    0x36470b6a, 0x425a116e, 0x53751b6e, 0x67952667, 0x7bb43359, 0x8bcb4149, 0x97da4e3c,
    0xa3e75e2e, 0xb2f3761b, 0xbff98c0a, 0xc4fb9606, 0xc9fc9f07, 0xcefca80d, 0xd5fbb61a,
    0xddfac62d, 0xe3f7d13d, 0xe9f4dd4f, 0xeff2e865, 0xf4f1f179, 0xfbf6fa96, 0xfffcffa4};
constexpr std::uint32_t kViridis[] = {
    0x00440154, 0x0e481668, 0x1d482979, 0x2c443b84, 0x3e3c508b, 0x582f6b8e, 0x7823898e, 0x8b1e9b8a,
    0x9520a486, 0x9f27ad81, 0xa832b67a, 0xb140bd72, 0xbc56c667, 0xc569cd5b, 0xd084d44b, 0xdfaadc32,
    0xeac8e020, 0xf0d8e219, 0xf4e2e418, 0xf7eae51a, 0xfbf4e61e, 0xfffde725};
constexpr std::uint32_t kCividis[] = {
    0x0000224e, 0x0c002b62, 0x1300306f, 0x16003171, 0x17013271, 0x1b0f3570, 0x1e163770, 0x23203a6f,
    0x2f31436d, 0x40434e6c, 0x52555b6d, 0x6e6d6f72, 0x7f7c7b78, 0x8a868379, 0xa7a29975, 0xc1bdae6c,
    0xd7d4c15f, 0xe8e7d150, 0xf4f5dc41, 0xfafce236, 0xfbfde334, 0xfcfee434, 0xfefee636, 0xfffee838};
constexpr std::uint32_t kTurbo[] = {
    0x0030123b, 0x0738276d, 0x0e3f3b97, 0x134249b1, 0x1a455ccf, 0x20466be3, 0x254778f0,
    0x2a4685fa, 0x304294ff, 0x363aa3fc, 0x3d2eb4f2, 0x461fc9dd, 0x4d18d7ca, 0x5419e3b9,
    0x5a22ebaa, 0x6238f491, 0x6e65fd69, 0x7580ff53, 0x7c99fe42, 0x83acfb38, 0x8abef434,
    0x94d7e535, 0x9fecd13a, 0xa6f6c33a, 0xaffdae35, 0xb9fe932a, 0xc4f8721c, 0xceed5510,
    0xd7e14109, 0xe4c82803, 0xf1a71401, 0xfe7e0502, 0xff7a0403};
constexpr std::uint32_t kGray[] = {0x00000000, 0xffffffff};

constexpr ColourMap kColourMaps[] = {
    {"magma", kMagma},     {"inferno", kInferno}, {"viridis", kViridis},
    {"cividis", kCividis}, {"turbo", kTurbo},     {"gray", kGray},
};

constexpr int placeOf (std::uint32_t anchor) noexcept
{
    return static_cast<int> (anchor >> 24);
}

std::uint8_t mixChannel (std::uint32_t lower, std::uint32_t upper, int shift, double ratio) noexcept
{
    const double from = (lower >> shift) & 0xff;
    const double to = (upper >> shift) & 0xff;
    return static_cast<std::uint8_t> (from + (to - from) * ratio + 0.5);
}

} // namespace

Colour ColourMap::at (double ratio) const noexcept
{
    const double place = ratio > 0 ? std::min (ratio, 1.0) * 255 : 0; // false for NaN too
    std::size_t upper = 1;
    while (upper + 1 < anchors.size () && place > placeOf (anchors[upper]))
        ++upper;

    const std::uint32_t from = anchors[upper - 1], to = anchors[upper];
    const double mix = (place - placeOf (from)) / (placeOf (to) - placeOf (from));
    return {mixChannel (from, to, 16, mix), mixChannel (from, to, 8, mix),
            mixChannel (from, to, 0, mix)};
}

std::array<Colour, 256> ColourMap::table () const noexcept
{
    std::array<Colour, 256> colours;
    for (std::size_t i = 0; i < colours.size (); ++i)
        colours[i] = at (static_cast<double> (i) / 255);
    return colours;
}

const std::vector<std::string>& colourMapNames ()
{
    static const std::vector<std::string> names = []
    {
        std::vector<std::string> all;
        for (const ColourMap& map : kColourMaps)
            all.emplace_back (map.name);
        return all;
    }();
    return names;
}

const ColourMap* findColourMap (std::string_view name) noexcept
{
    const auto found = std::ranges::find (kColourMaps, name, &ColourMap::name);
    return found == std::end (kColourMaps) ? nullptr : found;
}

} // namespace melstrom
