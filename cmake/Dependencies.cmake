# Libraries from the system; scripts/setup installs them.
find_package (PkgConfig REQUIRED)
find_package (Threads REQUIRED)
find_package (tomlplusplus REQUIRED)
find_package (nlohmann_json REQUIRED)
find_package (CLI11 REQUIRED)

pkg_check_modules (FFTW3F REQUIRED IMPORTED_TARGET fftw3f)
pkg_check_modules (SNDFILE REQUIRED IMPORTED_TARGET sndfile)
pkg_check_modules (SOXR REQUIRED IMPORTED_TARGET soxr)
pkg_check_modules (HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules (PNG REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules (FREETYPE REQUIRED IMPORTED_TARGET freetype2)
pkg_check_modules (LIBURING REQUIRED IMPORTED_TARGET liburing)
pkg_search_module (HDF5 REQUIRED IMPORTED_TARGET hdf5-serial hdf5)

find_path (MELSTROM_CONCURRENTQUEUE blockingconcurrentqueue.h
    PATH_SUFFIXES concurrentqueue concurrentqueue/moodycamel moodycamel REQUIRED)
add_library (melstrom-concurrentqueue INTERFACE)
target_include_directories (melstrom-concurrentqueue SYSTEM INTERFACE ${MELSTROM_CONCURRENTQUEUE})

