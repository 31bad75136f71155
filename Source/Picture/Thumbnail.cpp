#include "Source/Picture/Thumbnail.h"

#include "Source/Picture/PictureSteps.h"

#include <png.h>

namespace melstrom
{

namespace
{
Result<std::string> pngBytes (const Canvas& canvas)
{
    png_image image {};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32> (canvas.widthPixels ());
    image.height = static_cast<png_uint_32> (canvas.heightPixels ());
    image.format = PNG_FORMAT_RGB;
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX (image);
    std::string png (bytes, '\0');
    if (png_image_write_to_memory (&image, png.data (), &bytes, 0, canvas.pixels ().data (), 0,
                                   nullptr) == 0)
        return Error {ErrorCode::outOfMemory, "no memory to write a picture", {}};
    png.resize (bytes);
    return png;
}
} // namespace

Result<std::string> thumbnailPng (const Heatmap& heatmap, const ThumbnailSize& size,
                                  std::string_view colours)
{
    const auto* const map = findColourMap (colours);
    if (map == nullptr)
        return Error {
            ErrorCode::badUsage, "there are no colours '" + std::string (colours) + "'", {}};
    Canvas canvas (size.widthPixels, size.heightPixels, kPaper);
    drawHeatmap (canvas, {0, 0, size.widthPixels, size.heightPixels}, heatmap, rangeOf (heatmap),
                 *map);
    return pngBytes (canvas);
}

} // namespace melstrom
