// Rows of a file for a screen: the steps of the exact pass, single places, tiles.
#pragma once

#include "Engine/Overview/OverviewExchange.h"
#include "Engine/Overview/RowStore.h"
#include "Engine/Overview/TileCache.h"

#include <map>
#include <memory>
#include <vector>

namespace melstrom
{

/** A range of a step or more is rounded outwards to steps where the pass has been; it is whole. A
    shorter range there is whole if tiles have its rows; otherwise it has the maxima of its step and
    counts as sampled. Where the pass has not been, tiles and places answer. Thread: message. */
class FileRows final : public RowStore
{
public:
    explicit FileRows (std::size_t tileBytes) noexcept : tiles_ (tileBytes) {}

    /** Forgets all rows. */
    void begin (std::shared_ptr<const OverviewFrontEnd> frontEnd);
    /** Takes over what the thread has computed for this front end. */
    void take (OverviewPieces& pieces, const ScannedSteps& steps);

    /** Rows that a screen needs besides: [firstRow, endRow) in numColumns columns. */
    struct Needs
    {
        std::vector<std::int64_t> places, tiles;
    };
    Needs needs (std::int64_t firstRow, std::int64_t endRow, int numColumns);

    std::size_t memoryBytes () const noexcept;

    const MelGeometry& geometry () const noexcept override { return frontEnd_->geometry; }
    double firstRowSeconds () const noexcept override { return frontEnd_->firstRowSeconds (); }
    std::int64_t firstRow () const noexcept override { return 0; }
    std::int64_t endRow () const noexcept override { return numRows_; }
    RowPresence maximum (std::int64_t first, std::int64_t end,
                         std::span<float> levels) const override;
    std::uint64_t revision () const noexcept override { return revision_; }

private:
    struct Answer;
    void addSteps (std::int64_t first, std::int64_t end, Answer& answer) const;
    bool addTiles (std::int64_t first, std::int64_t end, Answer& answer) const;
    void addPlaces (std::int64_t first, std::int64_t end, Answer& answer) const;
    bool hasPlace (std::int64_t first, std::int64_t end) const;

    std::shared_ptr<const OverviewFrontEnd> frontEnd_;
    std::int64_t numRows_ = 0;
    ScannedSteps steps_;
    std::int64_t doneRows_ = 0; ///< of steps_
    std::map<std::int64_t, RowPlace> places_;
    TileCache<RowTile, RowTile::kRows> tiles_;
    std::uint64_t revision_ = 0;
};

} // namespace melstrom
