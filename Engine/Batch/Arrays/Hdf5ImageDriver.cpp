#include "Engine/Batch/Arrays/Hdf5Image.h"

#if __has_include(<H5FDdevelop.h>)
    #include <H5FDdevelop.h>
#endif

#include <functional>
#include <limits>
#include <new>
#include <type_traits>

namespace melstrom
{

namespace
{

#if defined(H5FD_CLASS_VERSION)
constexpr unsigned kClassVersion = H5FD_CLASS_VERSION; // HDF5 1.14
#else
constexpr unsigned kClassVersion = 0; // the class has no such field
#endif

constexpr int kUnregisteredDriver = 511; // the last number that HDF5 leaves for private use
constexpr haddr_t kLargestAddress = std::numeric_limits<std::int64_t>::max ();

/** The content of the access properties; libhdf5 copies it as bytes. */
struct DriverInfo
{
    const std::shared_ptr<SparseImage>* image = nullptr; // valid while the file is being created
};

/** An open file as libhdf5 sees it; its own part must be first. */
struct ImageFile
{
    H5FD_t common {};
    std::shared_ptr<SparseImage> image;
    haddr_t endOfAddresses = 0;
};
static_assert (std::is_standard_layout_v<ImageFile>);

ImageFile& imageFile (H5FD_t* file) noexcept
{
    return *reinterpret_cast<ImageFile*> (file);
}

const ImageFile& imageFile (const H5FD_t* file) noexcept
{
    return *reinterpret_cast<const ImageFile*> (file);
}

H5FD_t* openFile (const char*, unsigned flags, hid_t accessProperties, haddr_t)
{
    const auto* info = static_cast<const DriverInfo*> (H5Pget_driver_info (accessProperties));
    auto* file = info != nullptr ? new (std::nothrow) ImageFile : nullptr;
    if (file == nullptr)
        return nullptr;
    file->image = *info->image;
    if ((flags & H5F_ACC_TRUNC) != 0)
        file->image->clear ();
    return &file->common;
}

herr_t closeFile (H5FD_t* file)
{
    delete &imageFile (file);
    return 0;
}

int compareFiles (const H5FD_t* a, const H5FD_t* b)
{
    const std::less<const SparseImage*> before;
    const SparseImage* imageA = imageFile (a).image.get ();
    const SparseImage* imageB = imageFile (b).image.get ();
    return static_cast<int> (before (imageB, imageA)) - static_cast<int> (before (imageA, imageB));
}

herr_t queryFeatures (const H5FD_t*, unsigned long* flags)
{
    if (flags != nullptr)
        *flags = H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

haddr_t endOfAddresses (const H5FD_t* file, H5FD_mem_t)
{
    return imageFile (file).endOfAddresses;
}

herr_t setEndOfAddresses (H5FD_t* file, H5FD_mem_t, haddr_t address)
{
    if (address > kLargestAddress)
        return -1;
    imageFile (file).endOfAddresses = address;
    return 0;
}

haddr_t endOfFile (const H5FD_t* file, H5FD_mem_t)
{
    return static_cast<haddr_t> (imageFile (file).image->sizeBytes ());
}

bool outOfRange (haddr_t address, std::size_t bytes) noexcept
{
    return address > kLargestAddress || bytes > kLargestAddress - address;
}

herr_t readBytes (H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t bytes, void* to)
{
    if (outOfRange (address, bytes))
        return -1;
    imageFile (file).image->read (static_cast<std::int64_t> (address), to, bytes);
    return 0;
}

herr_t writeBytes (H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t bytes,
                   const void* from)
{
    if (outOfRange (address, bytes))
        return -1;
    imageFile (file).image->write (static_cast<std::int64_t> (address), from, bytes);
    return 0;
}

herr_t truncateFile (H5FD_t* file, hid_t, hbool_t)
{
    const haddr_t end = imageFile (file).endOfAddresses;
    imageFile (file).image->resize (static_cast<std::int64_t> (end));
    return 0;
}

/** HDF5 1.10 has neither field. */
template <typename Class>
void setVersion (Class& driver)
{
    if constexpr (requires { driver.version; })
    {
        driver.version = kClassVersion;
        driver.value = kUnregisteredDriver;
    }
}

H5FD_class_t imageDriverClass () noexcept
{
    H5FD_class_t driver {};
    setVersion (driver);
    driver.name = "melstrom image";
    driver.maxaddr = kLargestAddress;
    driver.fc_degree = H5F_CLOSE_STRONG;
    driver.fapl_size = sizeof (DriverInfo);
    driver.open = openFile;
    driver.close = closeFile;
    driver.cmp = compareFiles;
    driver.query = queryFeatures;
    driver.get_eoa = endOfAddresses;
    driver.set_eoa = setEndOfAddresses;
    driver.get_eof = endOfFile;
    driver.read = readBytes;
    driver.write = writeBytes;
    driver.truncate = truncateFile;
    return driver; // fl_map all zero: every kind of memory has its own free list
}

} // namespace

Hdf5Handle registerImageDriver ()
{
    const H5FD_class_t driver = imageDriverClass (); // libhdf5 copies it
    return {H5FDregister (&driver), H5FDunregister};
}

bool useImage (hid_t accessProperties, const Hdf5Handle& driver,
               const std::shared_ptr<SparseImage>& image)
{
    const DriverInfo info {&image};
    return H5Pset_driver (accessProperties, driver.id (), &info) >= 0;
}

} // namespace melstrom
