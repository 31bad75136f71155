// State of a timeline: places of its parts, layers, time, frequencies, cursor, and the images of what
// is shown.
#pragma once

#include "Source/Timeline/Columns/PutColumns.h"
#include "Source/Timeline/Columns/PutPart.h"
#include "Source/Timeline/TickLabels.h"
#include "Source/Timeline/TimelineImage.h"
#include "Source/Timeline/TimelineView.h"
#include "Source/Timeline/WaveImage.h"
#include "Source/Timeline/WindowSpectrum.h"

#include <array>

namespace melstrom
{

struct TimelineParts
{
    bool hasSpectrum = false;
};

/** In points of the view. Empty: not shown. */
struct TimelineAreas
{
    TimelineAreas () = default;
    TimelineAreas (juce::Rectangle<int> bounds, const TimelineParts& parts);

    juce::Rectangle<int> header, wave, frequency, plot, time, spectrum, level, scroll;

    /** Plot and wave: where time is. */
    juce::Rectangle<int> content () const { return wave.isEmpty () ? plot : wave.getUnion (plot); }
};

/** What a drag does until the button is released. */
struct TimelineDrag
{
    enum class Kind : std::int8_t
    {
        none,
        overlay,
        pan,
        time,      ///< the time axis
        frequency, ///< the frequency axis
        select
    };
    Kind kind = Kind::none;
    TimelineOverlay* overlay = nullptr;
    juce::Point<float> from;
    std::optional<TimelineMapping> mapping; ///< at the beginning
    double anchorSeconds = 0;               ///< where the selection begins
    std::optional<double> anchorHz;         ///< empty: time alone
    bool hasMoved = false;
};

struct TimelineView::Content final : private juce::ScrollBar::Listener, private juce::AsyncUpdater
{
    explicit Content (TimelineView& owner);
    ~Content () override { cancelPendingUpdate (); }

    // Layers and time: TimelineTime.cpp

    struct Extent
    {
        double firstSeconds = 0, lastSeconds = 0;
    };
    /** Of all layers; empty: nothing to show. */
    std::optional<Extent> extent () const;
    /** What following shows at the right edge. */
    std::optional<double> endOfFirst () const;
    double shortestSpanSeconds () const;
    bool hasRows () const noexcept;
    /** Within the sound; following stops or begins. */
    void show (TimeWindow wanted);
    /** Moves to the end of the first layer, by whole columns. */
    void follow ();
    void zoomTime (double factor, double place);
    void scrollTime (double shareOfWindow);
    void changeWindow (const TimeWindow& next);
    double secondsPerPoint () const;

    // Frequencies: TimelineFrequency.cpp

    /** Bands and axes. Returns true if a front end changed. */
    bool updateBands ();
    void makeAxes ();
    /** Places of one layer's bands on the plot. */
    FrequencyAxis axisOf (std::size_t layer) const;
    void zoomFrequency (double factor, double place);
    void scrollFrequency (double share);
    void showPlaces (double low, double high); ///< of fullAxis

    // Images: TimelineImages.cpp

    void layOut ();
    /** The next refresh draws everything. */
    void invalidate ();
    /** Draws columns that are new or changed. Returns their number. */
    int refresh ();
    int columnsOfPlot () const;
    std::int64_t firstColumn () const;
    std::vector<std::size_t> shownLayers () const; ///< with rows
    std::vector<WaveTrace> shownWaves () const;
    LevelColours levelColours () const;
    bool isDueSpectrum () const;
    void computeSpectrum ();

    // Without painting: TimelinePutting.cpp

    /** Puts columns that scrolled or were drawn, and what lies over them, or else repaints. Puts
        after JUCE has painted this frame: JUCE paints nothing while the server reads. Returns
        false if it still does: columns are due in the next frame. */
    bool showColumns ();
    void handleAsyncUpdate () override;
    void repaintColumns ();
    /** What lies over the columns has changed: the next update puts it, or else it is painted. */
    void overChanged ();
    /** The next update puts them, or else they are painted. */
    void timeChanged ();
    void spectrumChanged ();
    bool canPut () const;
    bool canPutPart (juce::Rectangle<int> part) const; ///< besides the columns
    bool putColumns ();
    bool putTime ();
    bool putSpectrum ();
    void repaintAll (const juce::RectangleList<int>& parts) const;
    /** area: plot or wave. */
    ColumnsOver columnsOver (juce::Rectangle<int> area, const TimelineMapping& mapping,
                             bool isStillNew);
    ColumnsOver::Painter painterOf (juce::Rectangle<int> area,
                                    std::function<void (juce::Graphics&)> paint) const;
    juce::RectangleList<int> movingParts (juce::Rectangle<int> area,
                                          const TimelineMapping& mapping) const;
    juce::Point<float> windowPixels (juce::Point<int> place) const;
    bool hasColumns () const; ///< in plot and wave
    bool hasOver (const TimelineMapping& mapping) const;
    bool hasVisibleOverlays (const TimelineMapping& mapping) const;
    bool isWaveFine () const; ///< single samples
    void beginPutting ();
    void paintLines (juce::Graphics& graphics) const; ///< of notes, over the plot
    void paintWaveLines (juce::Graphics& graphics) const;

    // Painting: TimelinePaint.cpp

    void paint (juce::Graphics& graphics);
    void paintBackground (juce::Graphics& graphics) const;
    void paintHeader (juce::Graphics& graphics) const;
    void paintWave (juce::Graphics& graphics) const;
    void paintPlot (juce::Graphics& graphics) const;
    void paintTime (juce::Graphics& graphics);
    juce::RectangleList<int> timeParts () const;
    void paintSpectrum (juce::Graphics& graphics) const;
    /** What lies over plot and wave: first what stays while time stands still, then the rest. */
    void paintStill (juce::Graphics& graphics, const TimelineMapping& mapping) const;
    void paintMoving (juce::Graphics& graphics, const TimelineMapping& mapping) const;
    void paintSelection (juce::Graphics& graphics, const TimelineMapping& mapping) const;
    /** Over plot and wave. There is a selection. */
    juce::Rectangle<int> selectedArea (const TimelineMapping& mapping) const;
    void paintPlayhead (juce::Graphics& graphics, const TimelineMapping& mapping) const;
    static juce::Colour cursorColour ();
    void paintCursor (juce::Graphics& graphics) const;
    void placePlayhead (std::optional<double> seconds);
    juce::RectangleList<int> cursorAreas () const;
    juce::RectangleList<int> playheadAreas (const TimelineMapping& mapping) const;
    /** parts: those that cursor or playhead had before, and have now. */
    void movingChanged (const juce::RectangleList<int>& parts);

    // Cursor: TimelineCursor.cpp

    void placeCursor (std::optional<juce::Point<int>> place);
    juce::String cursorText () const;
    juce::String levelText (std::int64_t column, double place) const;
    juce::String waveText (std::int64_t column) const;
    juce::String selectionText () const;
    bool moveCursor (const juce::KeyPress& key);

    // Mouse: TimelineMouse.cpp

    void beginDrag (const juce::MouseEvent& event);
    void continueDrag (const juce::MouseEvent& event);
    void endDrag (const juce::MouseEvent& event);
    void dragSelection (const juce::MouseEvent& event);
    void select (const std::optional<TimelineSelection>& next); ///< by the user
    /** Edges of the selection under the pointer can be moved. */
    std::optional<TimelineDrag> gripAt (juce::Point<float> place) const;
    juce::MouseCursor pointerAt (juce::Point<float> place) const;
    juce::String tooltipAt (juce::Point<float> place) const;

    // Keys: TimelineKeys.cpp

    bool press (const juce::KeyPress& key);
    bool pressZoom (const juce::KeyPress& key);
    bool pressScroll (const juce::KeyPress& key);
    bool pressSelect (const juce::KeyPress& key);
    bool pressFrequency (const juce::KeyPress& key);
    void tellReaders () const; ///< that `reading` has changed

    void scrollBarMoved (juce::ScrollBar*, double beginSeconds) override;
    void updateScrollBar ();

    TimelineView& view;
    juce::ScrollBar scrollBar {false};

    std::array<TimelineLayer, 2> layers;
    TimelineBlend blend = TimelineBlend::first;
    ViewState look;
    juce::String title, details, notice;
    TimelineParts parts;
    std::vector<TimelineOverlay*> overlays;

    TimeWindow window;
    bool mayFollow = false, isFollowing = false;
    std::optional<double> playhead;
    std::optional<TimelineSelection> selection;
    std::optional<juce::Point<int>> cursor; ///< in points of the view
    /** Place of the pointer on the screen when a key moved the cursor: JUCE repeats it as moves. */
    std::optional<juce::Point<int>> pointerAtKey;
    std::optional<FrequencyRange> frequencies; ///< empty: all
    TimelineDrag drag;

    std::array<LayerBands, 2> bands;
    std::optional<FrequencyAxis> fullAxis, axis;
    TimelineAreas areas;
    float scale = 1; ///< screen pixels to a point
    bool isPicture = false, needsImages = true, needsColumns = true, isSpectrumOld = true;
    double revisionMs = 0, revisionCostMs = 0, spectrumMs = 0;
    TimelineImage image;
    WaveImage wave;
    PutColumns putImage, putWave;
    PutPart putTimeAxis, putPeaks;
    bool isUpdating = false, areColumnsOld = false; ///< what is shown of columns and over them
    bool isTimeOld = false, arePeaksOld = false;    ///< on the screen
    bool isStillOld = false;                        ///< what was put over the columns
    bool isPaintedOver = false;                     ///< since the last put
    IndexRange selectedColumns;                     ///< of the selection that was put
    TickLabels tickLabels;
    WindowSpectrum spectrum;
    juce::String shownText;
};

} // namespace melstrom
