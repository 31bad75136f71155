// Asks every library for its version. A file of its own, because it includes the headers of all
// libraries.
#include "Standalone/CommandLine/Machine/Machine.h"

#include <CLI/Version.hpp>
#include <fftw3.h>
#include <ft2build.h>
#include <hdf5.h>
#include <hwy/highway.h>
#include <nlohmann/json.hpp>
#include <png.h>
#include <sndfile.h>
#include <soxr.h>
#include <toml++/toml.h>
#include FT_FREETYPE_H

namespace melstrom
{

namespace
{

std::string dotted (long long major, long long minor, long long patch)
{
    return std::to_string (major) + "." + std::to_string (minor) + "." + std::to_string (patch);
}

std::string hdf5Version ()
{
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion (&major, &minor, &release);
    return dotted (major, minor, release);
}

std::string freetypeVersion ()
{
    FT_Library library = nullptr;
    if (FT_Init_FreeType (&library) != 0)
        return "unknown";
    int major = 0, minor = 0, patch = 0;
    FT_Library_Version (library, &major, &minor, &patch);
    FT_Done_FreeType (library);
    return dotted (major, minor, patch);
}

} // namespace

std::vector<std::pair<std::string, std::string>> libraryVersions ()
{
    return {
        {"FFTW", fftwf_version},
        {"Highway", dotted (HWY_MAJOR, HWY_MINOR, HWY_PATCH)},
        {"libsndfile", sf_version_string ()},
        {"soxr", soxr_version ()},
        {"HDF5", hdf5Version ()},
        {"libpng", png_get_libpng_ver (nullptr)},
        {"FreeType", freetypeVersion ()},
        {"toml++", dotted (TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH)},
        {"nlohmann-json", dotted (NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                  NLOHMANN_JSON_VERSION_PATCH)},
        {"CLI11", CLI11_VERSION},
    };
}

} // namespace melstrom
