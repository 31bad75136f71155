#include "Engine/Batch/Run/Normalising/MeasureMoments.h"

#include "Engine/Batch/Run/Normalising/CountedFrames.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

namespace melstrom
{

namespace
{
constexpr std::int64_t kChunkBytes = 4 << 20; ///< part of the result's definition

class Measuring
{
public:
    Measuring (const BatchWork& work, const FileLedger& ledger, DatasetWriter& writer)
        : work_ (work), frames_ (work.plan, work.options.preset.spec, ledger), writer_ (writer),
          numFeatures_ (static_cast<std::size_t> (work.plan.anyGeometry ().numFeatures)),
          framesPerRow_ (work.plan.anyGeometry ().rowElements () /
                         work.plan.anyGeometry ().numFeatures),
          rowsPerChunk_ (std::max<std::int64_t> (1, kChunkBytes / writer.rowBytes ())),
          numChunks_ ((work.plan.numRows[0] + rowsPerChunk_ - 1) / rowsPerChunk_),
          sums_ (static_cast<std::size_t> (numChunks_) * numFeatures_),
          numFrames_ (static_cast<std::size_t> (numChunks_)),
          least_ (numFeatures_, std::numeric_limits<float>::max ()),
          most_ (numFeatures_, std::numeric_limits<float>::lowest ())
    {
    }

    Result<MomentRecord> measure ()
    {
        MomentRecord record {
            {std::vector<double> (numFeatures_), std::vector<double> (numFeatures_)},
            work_.plan.hasSplits ? kSplitNames[0] : "all files",
            0};
        BandMoments& moments = record.moments;
        MELSTROM_TRY (pass ([] (double value, std::size_t) { return value; }, true));
        for (const std::int64_t count : numFrames_)
            record.numFrames += count;
        if (record.numFrames == 0)
            return record;
        for (std::size_t feature = 0; feature < numFeatures_; ++feature)
            moments.mean[feature] = isConstant (feature)
                                        ? double {least_[feature]}
                                        : sumOf (feature) / static_cast<double> (record.numFrames);
        MELSTROM_TRY (pass (
            [&moments] (double value, std::size_t feature)
            {
                const double difference = value - moments.mean[feature];
                return difference * difference;
            },
            false));
        for (std::size_t feature = 0; feature < numFeatures_; ++feature)
            if (! isConstant (feature))
                moments.deviation[feature] =
                    std::sqrt (sumOf (feature) / static_cast<double> (record.numFrames));
        return record;
    }

private:
    bool isConstant (std::size_t feature) const { return least_[feature] == most_[feature]; }

    /** The sums of all chunks, added in pairs. */
    double sumOf (std::size_t feature) const { return sumOf (feature, 0, numFrames_.size ()); }
    double sumOf (std::size_t feature, std::size_t first, std::size_t end) const
    {
        if (end - first == 1)
            return sums_[first * numFeatures_ + feature];
        const std::size_t middle = first + (end - first) / 2;
        return sumOf (feature, first, middle) + sumOf (feature, middle, end);
    }

    /** Sums term (value, feature) for each chunk. */
    template <typename Term>
    Result<void> pass (Term term, bool takesExtremes)
    {
        std::mutex mutex;
        std::optional<Error> problem;
        std::fill (sums_.begin (), sums_.end (), 0.0);
        parallelFor (numChunks_, work_.context.numHostThreads (),
                     [&] (std::int64_t chunk)
                     {
                         auto done = sumChunk (chunk, term, takesExtremes ? &mutex : nullptr);
                         if (done)
                             return;
                         const std::lock_guard lock (mutex);
                         problem = problem ? problem : done.error ();
                     });
        return problem ? Result<void> (*problem) : Result<void> ();
    }

    /** extremes: guards the extremes; null: they are known */
    template <typename Term>
    Result<void> sumChunk (std::int64_t chunk, Term term, std::mutex* extremes)
    {
        if (work_.context.stop)
            return Error {ErrorCode::interrupted, "interrupted while measuring the dataset", {}};
        const std::int64_t first = chunk * rowsPerChunk_,
                           end = std::min (first + rowsPerChunk_, work_.plan.numRows[0]);
        const auto parts = frames_.rowsIn (first, end);
        if (parts.empty ())
            return {};
        thread_local std::vector<float> values;
        values.resize (static_cast<std::size_t> ((end - first) * rowElements ()));
        MELSTROM_TRY (
            writer_.readRows (0, first, values.data (),
                              (end - first) * rowElements () * std::int64_t {sizeof (float)}));
        std::int64_t count = 0;
        double* const sums = sums_.data () + static_cast<std::size_t> (chunk) * numFeatures_;
        std::vector<float> least (numFeatures_, std::numeric_limits<float>::max ()),
            most (numFeatures_, std::numeric_limits<float>::lowest ());
        for (const TrainingRows& part : parts)
        {
            const std::int64_t real = frames_.realSamples (*part.file);
            for (std::int64_t row = part.firstRow; row < part.endRow; ++row)
            {
                const std::int64_t counted = frames_.framesOf (*part.file, real, row);
                const float* const from = values.data () + (row - first) * rowElements ();
                addRow (from, counted, term, sums);
                if (extremes != nullptr)
                    noteExtremes (from, counted, least, most);
                count += counted;
            }
        }
        numFrames_[static_cast<std::size_t> (chunk)] = count;
        if (extremes == nullptr)
            return {};
        const std::lock_guard lock (*extremes);
        for (std::size_t feature = 0; feature < numFeatures_; ++feature)
        {
            least_[feature] = std::min (least_[feature], least[feature]);
            most_[feature] = std::max (most_[feature], most[feature]);
        }
        return {};
    }

    template <typename Term>
    void addRow (const float* row, std::int64_t counted, Term term, double* sums) const
    {
        for (std::size_t feature = 0; feature < numFeatures_; ++feature, row += framesPerRow_)
            for (std::int64_t frame = 0; frame < counted; ++frame)
                sums[feature] += term (row[frame], feature);
    }

    void noteExtremes (const float* row, std::int64_t counted, std::vector<float>& least,
                       std::vector<float>& most) const
    {
        for (std::size_t feature = 0; feature < numFeatures_; ++feature, row += framesPerRow_)
            for (std::int64_t frame = 0; frame < counted; ++frame)
            {
                least[feature] = std::min (least[feature], row[frame]);
                most[feature] = std::max (most[feature], row[frame]);
            }
    }

    std::int64_t rowElements () const noexcept
    {
        return static_cast<std::int64_t> (numFeatures_) * framesPerRow_;
    }

    const BatchWork& work_;
    const CountedFrames frames_;
    DatasetWriter& writer_;
    const std::size_t numFeatures_;
    const std::int64_t framesPerRow_, rowsPerChunk_, numChunks_;
    std::vector<double> sums_;            ///< (chunk, feature)
    std::vector<std::int64_t> numFrames_; ///< per chunk, that count
    std::vector<float> least_, most_;     ///< per feature
};
} // namespace

Result<MomentRecord> measureMoments (const BatchWork& work, const FileLedger& ledger,
                                     DatasetWriter& writer)
{
    return Measuring (work, ledger, writer).measure ();
}

} // namespace melstrom
