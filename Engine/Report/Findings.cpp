#include "Engine/Report/Findings.h"

#include "Engine/Report/Measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace melstrom
{

namespace
{
/** Medians of the dataset, which some rules compare with. */
struct Medians
{
    double seconds = 0, lufs = 0;
};

using File = ReportFile;
using Degree = std::optional<double>;

/** A kind and its rule: how bad a file is, larger is worse; empty: the rule does not apply. */
struct Rule
{
    FindingKind kind;
    Degree (*degreeOf) (const File&, const Medians&);
};

double valueOf (std::string_view key, const File& file, double otherwise)
{
    return measureNamed (key).valueOf (file).value_or (otherwise);
}

Degree whenAbove (double value, double limit)
{
    return value > limit ? Degree (value) : std::nullopt;
}

constexpr double kMostDc = 0.01, kMostSilence = 0.5, kQuietestDbfs = -40, kMostOnFloor = 0.5;
constexpr double kLoudnessLu = 12, kDurationRatio = 20;

Degree clipped (const File& file, const Medians&)
{
    return whenAbove (valueOf ("clipped_ratio", file, 0), 0);
}
Degree upsampled (const File& file, const Medians&)
{
    return file.sound.hasEdge && file.sound.bandwidthRatio
               ? Degree (1 - static_cast<double> (*file.sound.bandwidthRatio))
               : std::nullopt;
}
Degree silent (const File& file, const Medians&)
{
    return whenAbove (valueOf ("silent_ratio", file, 0), kMostSilence);
}
Degree offset (const File& file, const Medians&)
{
    return whenAbove (valueOf ("dc_offset", file, 0), kMostDc);
}
Degree quiet (const File& file, const Medians&)
{
    return whenAbove (-valueOf ("peak_dbfs", file, 0), -kQuietestDbfs);
}
Degree unevenLoudness (const File& file, const Medians& medians)
{
    return whenAbove (std::fabs (valueOf ("loudness_lufs", file, medians.lufs) - medians.lufs),
                      kLoudnessLu);
}
Degree onFloor (const File& file, const Medians&)
{
    return whenAbove (valueOf ("floor_ratio", file, 0), kMostOnFloor);
}
Degree oddLength (const File& file, const Medians& medians)
{
    const double seconds = valueOf ("duration_s", file, 0);
    if (seconds <= 0 || medians.seconds <= 0)
        return {};
    return whenAbove (std::max (seconds / medians.seconds, medians.seconds / seconds),
                      kDurationRatio);
}

constexpr std::array<Rule, 8> kRules {{
    {{"clipped", "Clipped", "three or more samples in a row at full scale"}, clipped},
    {{"band_limited", "Upsampled or low-passed",
      "the spectrum ends at a steep edge: resampled from a lower rate, or a lossy codec"},
     upsampled},
    {{"silent", "Mostly silent", "more than half of the blocks of 20 ms are below -60 dBFS"},
     silent},
    {{"dc_offset", "DC offset", "the mean of a channel is beyond 1 % of full scale"}, offset},
    {{"quiet", "Quiet", "no sample above -40 dBFS"}, quiet},
    {{"loudness", "Far from the usual loudness", "more than 12 LU from the median file"},
     unevenLoudness},
    {{"floor", "Mostly on the floor", "more than half of its features equal the smallest one"},
     onFloor},
    {{"duration", "Unusual length", "more than 20 times as long or as short as the median file"},
     oddLength},
}};

double medianOf (std::string_view key, std::span<const File> files)
{
    const auto distribution = distributionOf (measureNamed (key), files);
    return distribution.count > 0 ? distribution.quantiles[distribution.quantiles.size () / 2] : 0;
}
} // namespace

std::vector<Finding> findingsOf (std::span<const ReportFile> files)
{
    const Medians medians {medianOf ("duration_s", files), medianOf ("loudness_lufs", files)};
    std::vector<Finding> findings;
    for (const auto& rule : kRules)
    {
        Finding finding {&rule.kind, 0, {}};
        std::vector<std::pair<double, std::int32_t>> found;
        for (std::size_t i = 0; i < files.size (); ++i)
            if (const auto degree = rule.degreeOf (files[i], medians))
                found.emplace_back (-*degree, static_cast<std::int32_t> (i));
        finding.numFiles = static_cast<std::int64_t> (found.size ());
        const auto most = std::min (found.size (), kMostWorst);
        std::partial_sort (found.begin (), found.begin () + static_cast<std::ptrdiff_t> (most),
                           found.end ());
        for (std::size_t i = 0; i < most; ++i)
            finding.worst.push_back (found[i].second);
        findings.push_back (std::move (finding));
    }
    return findings;
}

} // namespace melstrom
