#include "Engine/Report/Origin/CandidateShapes.h"

#include "Engine/Dsp/Mel/FinishedBand.h"
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
constexpr std::size_t kKeptBands = 8;
constexpr int kMostCepstra = 256;

/** The spec without the steps after the bands; of PCEN, with it. */
MelSpec bandSpecOf (const MelSpec& spec, ArrayKind kind)
{
    MelSpec bands = spec;
    if (kind != ArrayKind::pcen)
        bands.pcen.reset ();
    bands.ditherAmplitude = 0;
    bands.ditherSeed = 0;
    bands.useEnergy = false;
    bands.log = LogKind::none;
    bands.logFloorKind = LogFloor::clamp;
    bands.logFloor = MelSpec {}.logFloor;
    bands.reference = 1;
    bands.referenceIsMaximum = false;
    bands.topDb.reset ();
    bands.normalisation = Normalisation::none;
    bands.numCoefficients.reset ();
    bands.lifter = 0;
    bands.deltaOrder = 0;
    bands.storedType = StoredType::float32;
    return bands;
}

std::vector<float> logarithms (const std::vector<float>& energies, LogFloor kind, double floor)
{
    std::vector<float> logs (energies.size ());
    const auto least = static_cast<float> (floor);
    if (kind == LogFloor::add)
        for (std::size_t i = 0; i < logs.size (); ++i)
            logs[i] = std::log (energies[i] + least);
    else
        for (std::size_t i = 0; i < logs.size (); ++i)
            logs[i] = std::log (std::max (energies[i], least));
    return logs;
}

/** Raises natural logarithms to the range below their maximum that top_db leaves. */
void clipToTop (std::vector<float>& logs, const MelSpec& spec)
{
    const double perDecibel = std::numbers::ln10 / (spec.spectrum == Spectrum::power ? 10 : 20);
    const float least = *std::ranges::max_element (logs) -
                        static_cast<float> (spec.topDb.value_or (0) * perDecibel);
    for (float& value : logs)
        value = std::max (value, least);
}

/** True if features [numStatic, 2 numStatic) are the deltas of the features before them. */
bool haveDeltas (const FeatureMatrix& features, int numStatic)
{
    const int reach = MelSpec {}.deltaWindow / 2;
    const std::int64_t last = features.numFrames - 1;
    double errors = 0, squares = 0;
    for (std::int64_t frame = 0; frame <= last; ++frame)
        for (int feature = 0; feature < numStatic; ++feature)
        {
            float sum = 0;
            for (int n = 1; n <= reach; ++n)
                sum += static_cast<float> (n) *
                       (features.row (std::min (frame + n, last))[feature] -
                        features.row (std::max<std::int64_t> (frame - n, 0))[feature]);
            const double delta = features.row (frame)[numStatic + feature];
            errors += std::pow (sum / deltaDivisor (reach) - delta, 2);
            squares += delta * delta;
        }
    constexpr double mostError = 1e-3; // of the deltas' energy
    return features.numUnits == 1 && errors < mostError * squares;
}

/** (rows, bands) to (rows, coefficients). */
std::vector<float> cepstra (const std::vector<float>& logs, int numBands, int numCoefficients)
{
    const auto dct = makeDct (numCoefficients, numBands, 0, DctKind::orthonormal);
    const auto bands = static_cast<std::size_t> (numBands),
               coefficients = static_cast<std::size_t> (numCoefficients);
    const std::size_t numRows = logs.size () / bands;
    std::vector<float> values (numRows * coefficients);
    for (std::size_t row = 0; row < numRows; ++row)
        for (std::size_t k = 0; k < coefficients; ++k)
        {
            float sum = 0;
            for (std::size_t band = 0; band < bands; ++band)
                sum += dct[k * bands + band] * logs[row * bands + band];
            values[row * coefficients + k] = sum;
        }
    return values;
}

/** Rows of the beginning of a signal that the missing rest does not change. */
std::int64_t soundRows (const MelGeometry& geometry, std::int64_t rows, std::int64_t usedSamples)
{
    if (geometry.spec.layout == Layout::segments)
        return std::max<std::int64_t> (rows - 1, 0) * geometry.framesPerSegment;
    const auto room = usedSamples - geometry.spanSamples - geometry.frameStart (0);
    return room < 0 ? 0 : std::min (rows, room / geometry.hopSamples + 1);
}
} // namespace

const ObservedShape* ObservedReading::shapeOf (ArrayKind kind) const
{
    const auto shape = std::ranges::find (shapes, kind, &ObservedShape::kind);
    return shape == shapes.end () ? nullptr : &*shape;
}

ObservedReading observedReading (ArrayReading reading, int bytesPerValue)
{
    ObservedReading observed {reading.order, std::move (reading.features), 0, {}};
    const FeatureMatrix& features = observed.features;
    const std::int64_t last = features.numRows () - 1;
    std::int64_t varying = last + 1;
    while (varying > 0 &&
           std::equal (features.row (varying - 1),
                       features.row (varying - 1) + features.numFeatures, features.row (last)))
        --varying;
    observed.numVaryingRows = varying;
    const bool isPositive =
        std::ranges::all_of (features.values, [] (float value) { return value >= 0; });
    if (isPositive)
        for (const auto kind : {ArrayKind::energies, ArrayKind::pcen})
            observed.shapes.emplace_back (features, kind, bytesPerValue);
    observed.shapes.emplace_back (features, ArrayKind::logs, bytesPerValue);
    if (features.numFeatures <= kMostCepstra)
        observed.shapes.emplace_back (features, ArrayKind::cepstra, bytesPerValue);
    return observed;
}

std::optional<std::int64_t> comparableRows (const FeatureMatrix& observed,
                                            std::int64_t numVaryingRows,
                                            const MelGeometry& geometry, std::int64_t signalSamples)
{
    const auto made = geometry.numRows (signalSamples);
    if (geometry.spec.layout == Layout::segments)
    {
        if (made == 1 && observed.numUnits == 1 && geometry.framesPerSegment >= numVaryingRows)
            return std::min<std::int64_t> (geometry.framesPerSegment, observed.numRows ());
        if (geometry.framesPerSegment == 1 && observed.numUnits == 1 && made == observed.numFrames)
            return made;
        if (made != observed.numUnits || geometry.framesPerSegment != observed.numFrames)
            return std::nullopt;
        return observed.numRows ();
    }
    if (observed.numUnits != 1 || made <= 0 || made < numVaryingRows)
        return std::nullopt;
    return std::min (made, observed.numRows ());
}

const CandidateShapes::Bands* CandidateShapes::bandsOf (const MelSpec& bandSpec)
{
    auto key = toToml (bandSpec);
    const auto known = std::ranges::find (latest_, key, &Bands::key);
    if (known != latest_.end ())
        return &*known;
    const auto signal = store_.signalFor (bandSpec);
    if (! signal)
        return nullptr;
    const auto& samples = (*signal)->shortest ();
    const auto extracted = extractSamples (backend_, bandSpec, (*signal)->rateHz, samples);
    ++numComputed_;
    if (! extracted)
        return nullptr;
    if (latest_.size () == kKeptBands)
        latest_.pop_back ();
    latest_.push_front ({std::move (key), matrixOf (*extracted), extracted->geometry,
                         (*signal)->wholeSamples, static_cast<std::int64_t> (samples.size ())});
    return &latest_.front ();
}

double CandidateShapes::distanceOf (const Candidate& candidate)
{
    if (isStopped ())
        return kImpossible;
    const auto key = toToml (candidate.spec) + std::to_string (static_cast<int> (candidate.kind)) +
                     '/' + std::to_string (candidate.reading);
    const auto known = known_.find (key);
    if (known != known_.end ())
        return known->second;
    return known_[key] = computedDistance (candidate);
}

int CandidateShapes::deltaOrderOf (std::size_t reading)
{
    const auto known = deltaOrders_.find (reading);
    if (known != deltaOrders_.end ())
        return known->second;
    const FeatureMatrix& features = readings_[reading].features;
    int& order = deltaOrders_[reading];
    for (const int tried : {2, 1})
        if (features.numFeatures % (1 + tried) == 0 &&
            haveDeltas (features, features.numFeatures / (1 + tried)))
            return order = tried;
    return order = 0;
}

ArrayFacts CandidateShapes::factsOf (const Candidate& candidate)
{
    const auto& features = readings_[candidate.reading].features;
    const auto& info = store_.info ();
    ArrayFacts facts;
    facts.rateHz = candidate.spec.rateHz.value_or (info.rateHz);
    facts.fileRateHz = info.rateHz;
    facts.numChannels = info.numChannels;
    facts.numFrames = features.numFrames;
    facts.numFeatures = features.numFeatures;
    facts.isSegments = candidate.spec.layout == Layout::segments;
    if (const auto signal = store_.signalFor (candidate.spec); signal)
        facts.signalSamples = (*signal)->wholeSamples;
    return facts;
}

double CandidateShapes::computedDistance (const Candidate& candidate)
{
    const MelSpec& spec = candidate.spec;
    const ObservedReading& reading = readings_[candidate.reading];
    const auto* const shape = reading.shapeOf (candidate.kind);
    const int orders = 1 + spec.deltaOrder;
    if (shape == nullptr || reading.features.numFeatures % orders != 0)
        return kImpossible;
    const int numStatic = reading.features.numFeatures / orders;
    const bool isCepstral = candidate.kind == ArrayKind::cepstra;
    const int firstColumn = spec.useEnergy ? 1 : 0;
    if (isCepstral ? spec.numBands < numStatic : spec.numBands + firstColumn != numStatic)
        return kImpossible;

    const MelSpec bandSpec = bandSpecOf (spec, candidate.kind);
    const auto signal = store_.signalFor (bandSpec);
    if (! signal)
        return kImpossible;
    const auto geometry = geometryAt (bandSpec, (*signal)->rateHz);
    if (! geometry)
        return kImpossible;
    const auto rows = comparableRows (reading.features, reading.numVaryingRows, *geometry,
                                      (*signal)->wholeSamples);
    const Bands* const bands = rows ? bandsOf (bandSpec) : nullptr;
    if (bands == nullptr)
        return kImpossible;

    std::vector<float> values = bands->matrix.values;
    const bool takesLog = candidate.kind == ArrayKind::logs || isCepstral;
    if (candidate.kind == ArrayKind::energies)
        values = logarithms (values, LogFloor::clamp, 1e-37);
    else if (takesLog)
        values = logarithms (values, spec.logFloorKind, spec.logFloor);
    int stride = spec.numBands, offset = 0;
    if (isCepstral)
    {
        if (spec.topDb && ! values.empty ())
            clipToTop (values, spec);
        values = cepstra (values, spec.numBands, numStatic);
        stride = numStatic;
        offset = firstColumn;
    }
    const bool isCut = bands->usedSamples < bands->wholeSamples;
    const auto madeRows =
        spec.layout == Layout::segments ? bands->matrix.numUnits : bands->matrix.numRows ();
    const auto numRows =
        isCut ? std::min (*rows, soundRows (bands->geometry, madeRows, bands->usedSamples)) : *rows;
    return shape->distanceTo ({values.data () + offset, stride, numRows}, firstColumn,
                              numStatic - firstColumn);
}

} // namespace melstrom
