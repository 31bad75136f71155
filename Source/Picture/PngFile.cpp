#include "Source/Picture/PictureSteps.h"

#include "Engine/Batch/Files/ReplaceFile.h"

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <png.h>

namespace melstrom
{

namespace
{

/** Owns libpng's two structs. */
struct PngWriter
{
    png_structp png = nullptr;
    png_infop info = nullptr;

    PngWriter () = default;
    PngWriter (const PngWriter&) = delete;
    PngWriter& operator= (const PngWriter&) = delete;
    ~PngWriter () { png_destroy_write_struct (&png, &info); }
};

void ignoreWarning (png_structp, png_const_charp) {}

void jumpOnError (png_structp png, png_const_charp)
{
    longjmp (png_jmpbuf (png), 1);
}

png_text textChunk (const char* keyword, const std::string& text)
{
    const bool ascii =
        std::ranges::all_of (text, [] (unsigned char byte) { return byte >= 0x20 && byte < 0x7f; });
    png_text chunk {};
    chunk.compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    chunk.key = const_cast<png_charp> (keyword);
    chunk.text = const_cast<png_charp> (text.c_str ());
    (ascii ? chunk.text_length : chunk.itxt_length) = text.size ();
    return chunk;
}

/** False after an error. libpng reports errors by longjmp, so no object in this function may have a
    destructor. */
bool writeImage (PngWriter& writer, std::FILE* file, const Canvas& canvas, const png_text* texts,
                 int numTexts)
{
    if (setjmp (png_jmpbuf (writer.png)) != 0)
        return false;
    png_init_io (writer.png, file);
    png_set_IHDR (writer.png, writer.info, static_cast<png_uint_32> (canvas.widthPixels ()),
                  static_cast<png_uint_32> (canvas.heightPixels ()), 8, PNG_COLOR_TYPE_RGB,
                  PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB (writer.png, writer.info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_text (writer.png, writer.info, texts, numTexts);
    png_write_info (writer.png, writer.info);
    for (int y = 0; y < canvas.heightPixels (); ++y)
        png_write_row (writer.png, reinterpret_cast<png_const_bytep> (
                                       canvas.pixels ().data () +
                                       static_cast<std::size_t> (y) *
                                           static_cast<std::size_t> (canvas.widthPixels ())));
    png_write_end (writer.png, writer.info);
    return true;
}

Error writeError (const std::string& path, int reason)
{
    return {reason == ENOSPC || reason == EDQUOT ? ErrorCode::diskFull : ErrorCode::writeFailed,
            "the picture " + path + " cannot be written: " + std::strerror (reason),
            {}};
}

} // namespace

Result<void> writePng (const Canvas& canvas, const std::string& title, const std::string& path)
{
    static_assert (sizeof (Colour) == 3);
    PngWriter writer;
    writer.png =
        png_create_write_struct (PNG_LIBPNG_VER_STRING, nullptr, jumpOnError, ignoreWarning);
    writer.info = writer.png ? png_create_info_struct (writer.png) : nullptr;
    if (! writer.info)
        return Error {ErrorCode::outOfMemory, "no memory to write the picture " + path, {}};

    std::error_code ignored;
    const auto there = std::filesystem::status (path, ignored);
    if (std::filesystem::exists (there) && ! std::filesystem::is_regular_file (there))
        return Error {ErrorCode::writeFailed,
                      path + " is not a file; a picture never replaces a folder or a device",
                      {}};

    const std::string software = "Melstrom";
    const png_text texts[] = {textChunk ("Software", software), textChunk ("Title", title)};
    const std::string partPath = partPathOf (path);

    errno = 0;
    std::FILE* const file = std::fopen (partPath.c_str (), "wbx"); // fails if the file exists
    if (! file)
        return writeError (path, errno);
    const bool written = writeImage (writer, file, canvas, texts, title.empty () ? 1 : 2);
    int reason = written ? 0 : errno != 0 ? errno : EIO;
    if (std::fclose (file) != 0 && reason == 0)
        reason = errno;
    if (reason == 0 && std::rename (partPath.c_str (), path.c_str ()) != 0)
        reason = errno;
    if (reason != 0)
    {
        std::remove (partPath.c_str ());
        return writeError (path, reason);
    }
    return {};
}

} // namespace melstrom
