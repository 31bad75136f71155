#include "Engine/Report/ReportJson.h"

#include "Engine/Batch/Inputs/InputList.h"
#include "Engine/Core/Version.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
constexpr int kReportVersion = 1;
constexpr std::size_t kMostFailures = 1000;
constexpr const char* kShareNames[] {"p01", "p05", "p25", "p50", "p75", "p95", "p99"};

Json totalsJson (const FileTotals& totals)
{
    return {{"files", totals.numFiles}, {"rows", totals.numRows}, {"seconds", totals.seconds}};
}

Json byNumber (const std::map<int, FileTotals>& totals, const char* key)
{
    auto list = Json::array ();
    for (const auto& [number, of] : totals)
    {
        Json entry {{key, number}};
        entry.update (totalsJson (of));
        list.push_back (std::move (entry));
    }
    return list;
}

Json labelsJson (const DatasetReport& report, bool hasSplits)
{
    auto list = Json::array ();
    for (const auto& label : report.labels)
    {
        Json entry {{"label", label.name}};
        entry.update (totalsJson (label.all));
        if (hasSplits)
            for (std::size_t split = 0; split < label.splits.size (); ++split)
                entry["splits"][kSplitNames[split]] = totalsJson (label.splits[split]);
        list.push_back (std::move (entry));
    }
    return list;
}

template <typename Values>
Json quantilesJson (const Values& values)
{
    auto json = Json::object ();
    for (std::size_t i = 0; i < values.size (); ++i)
        json[kShareNames[i]] = values[i];
    return json;
}

Json featuresJson (const FeatureStatistics& features)
{
    auto bands = Json::array ();
    for (const auto& band : features.bands)
        bands.push_back ({{"mean", band.mean},
                          {"deviation", band.deviation},
                          {"quantiles", quantilesJson (band.quantiles)}});
    return {{"values", features.numValues},
            {"non_finite", features.numNonFinite},
            {"on_floor", features.numOnFloor},
            {"quantile_step", features.quantileStep},
            {"bands", bands}};
}

/** Path, labels and all measures of one file. */
Json fileJson (const ReportSource& source, std::int32_t index)
{
    const auto& file = source.files[static_cast<std::size_t> (index)];
    Json json {{"file", index}, {"path", std::string (file.line.path)}};
    auto labels = Json::array ();
    for (const int label : source.labelSets[static_cast<std::size_t> (file.labelSet)])
        labels.push_back (source.dataset.labels[static_cast<std::size_t> (label)]);
    json["labels"] = labels;
    json["rate_hz"] = file.line.rateHz;
    for (const auto& measure : measures ())
        if (const auto value = measure.valueOf (file))
            json[std::string (measure.key)] = *value;
    return json;
}

Json findingsJson (const DatasetReport& report, const ReportSource& source)
{
    auto list = Json::array ();
    for (const auto& finding : report.findings)
    {
        auto worst = Json::array ();
        for (const auto index : finding.worst)
            worst.push_back (fileJson (source, index));
        list.push_back ({{"finding", finding.kind->key},
                         {"meaning", finding.kind->meaning},
                         {"files", finding.numFiles},
                         {"worst", worst}});
    }
    return list;
}

Json failuresJson (const DatasetReport& report, const ReportSource& source)
{
    auto listed = Json::array ();
    for (const auto& failure : source.failures)
        if (listed.size () < kMostFailures)
            listed.push_back (
                {{"path", failure.path}, {"code", failure.code}, {"message", failure.message}});
    return {{"files", report.numFailed}, {"codes", report.failuresByCode}, {"listed", listed}};
}

Json datasetJson (const DatasetTexts& texts)
{
    return {{"melstrom", texts.version},   {"preset", texts.presetName},
            {"spec_hash", texts.specHash}, {"plan_hash", texts.planHash},
            {"format", texts.format},      {"layout", texts.layout},
            {"device", texts.device},      {"skipped", texts.skipped}};
}
} // namespace

Json distributionJson (const Distribution& distribution)
{
    const Measure& measure = *distribution.measure;
    Json json {{"meaning", measure.meaning}, {"count", distribution.count}};
    if (distribution.count == 0)
        return json;
    json["min"] = distribution.least;
    json["max"] = distribution.most;
    json["mean"] = distribution.mean;
    json["deviation"] = distribution.deviation;
    json["quantiles"] = quantilesJson (distribution.quantiles);
    json["histogram"] = {{"lowest", measure.lowest},
                         {"highest", measure.highest},
                         {"scale", measure.isLog ? "log" : "linear"},
                         {"zeros", distribution.numZero},
                         {"counts", distribution.cells}};
    return json;
}

Json reportJson (const DatasetReport& report, const ReportSource& source)
{
    Json json {{"report", kReportVersion},
               {"melstrom", kVersion},
               {"dataset", datasetJson (source.texts)},
               {"totals", totalsJson (report.all)}};
    json["failures"] = failuresJson (report, source);
    json["rates"] = byNumber (report.rates, "rate_hz");
    json["channels"] = byNumber (report.channels, "channels");
    json["labels"] = labelsJson (report, source.texts.hasSplits);
    json["unlabelled"] = totalsJson (report.unlabelled);
    if (source.texts.hasSplits)
        for (std::size_t split = 0; split < report.splits.size (); ++split)
            json["splits"][kSplitNames[split]] = totalsJson (report.splits[split]);
    for (std::size_t state = 0; state < report.sounds.size (); ++state)
        json["audio"][std::string (soundStateName (static_cast<SoundState> (state)))] =
            report.sounds[state];
    for (const auto& distribution : report.distributions)
        json["distributions"][std::string (distribution.measure->key)] =
            distributionJson (distribution);
    json["features"] = featuresJson (report.features);
    json["findings"] = findingsJson (report, source);
    json["warnings"] = source.texts.warnings;
    return json;
}

} // namespace melstrom
