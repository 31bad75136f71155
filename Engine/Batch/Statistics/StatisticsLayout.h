// Records of statistics.bin (docs/formats.md).
#pragma once

#include "Engine/Batch/Statistics/ExactSum.h"
#include "Engine/Batch/Statistics/RowTotals.h"

#include <bit>
#include <cstdint>

namespace melstrom::statisticsfile
{

static_assert (std::endian::native == std::endian::little, "statistics.bin is little-endian");

inline constexpr char kMagic[8] = {'M', 'E', 'L', 'S', 'T', 'A', 'T', 'S'};
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::int32_t kMostFeatures = 1 << 16;
inline constexpr std::uint32_t kHasSound = 1;  ///< flag of a file
inline constexpr std::uint32_t kHasWhole = 16; ///< flag of the header, above one bit a split

struct Header
{
    char magic[8] {};
    std::uint32_t version = kVersion, fileBytes = 0, bandBytes = 0, cellBytes = 0;
    std::uint64_t numFiles = 0;
    std::int64_t framesPerRow = 0;
    std::int32_t numFeatures = 0;
    std::uint32_t countedStep = kCountedStep, flags = 0, unused = 0;
};
static_assert (sizeof (Header) == 56);

struct FileRecord
{
    std::int64_t numOnFloor = 0, numClipped = 0;
    float peak = 0, dcOffset = 0, silentRatio = 0;
    std::uint32_t flags = 0;
};
static_assert (sizeof (FileRecord) == 32);

struct BandRecord
{
    std::int64_t numNonFinite = 0;
    std::uint32_t sum[ExactSum::kNumDigits] {}, squares[ExactSum::kNumDigits] {};
};
static_assert (sizeof (BandRecord) == 168);

struct CellRecord
{
    std::uint16_t band = 0, cell = 0;
    std::uint32_t countLow = 0, countHigh = 0;
};
static_assert (sizeof (CellRecord) == 12);

} // namespace melstrom::statisticsfile
