#include "Engine/Backend/Gpu/Mel/ChosenVariant.h"

#include "Engine/Backend/Gpu/Mel/GpuOptions.h"

#include <algorithm>

namespace melstrom::gpu
{

std::string ChosenVariant::name () const
{
    return isFused ? shape.name () : kCufft;
}

std::string ChosenVariant::optionName () const
{
    return variantOption (name ());
}

std::string variantOption (std::string name)
{
    std::ranges::replace (name, ' ', '-');
    return name;
}

} // namespace melstrom::gpu
