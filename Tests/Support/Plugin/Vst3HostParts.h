// Objects that a VST3 host gives to a plugin, for tests: an edit handler, parameter values, a
// state.
#pragma once

#include <pluginterfaces/base/funknown.h>
#include <pluginterfaces/base/ibstream.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivstparameterchanges.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#pragma GCC diagnostic ignored "-Wnon-virtual-dtor" // Steinberg's interfaces are never deleted

namespace melstrom::testing::vst3
{

using namespace Steinberg;

/** A host object on the stack. */
template <typename Interface>
class Owned : public Interface
{
public:
    virtual ~Owned () = default;
    tresult PLUGIN_API queryInterface (const TUID id, void** object) override
    {
        const bool isThis = FUnknownPrivate::iidEqual (id, FUnknown::iid) ||
                            FUnknownPrivate::iidEqual (id, Interface::iid);
        *object = isThis ? static_cast<Interface*> (this) : nullptr;
        return isThis ? kResultOk : kNoInterface;
    }
    uint32 PLUGIN_API addRef () override { return 1; }
    uint32 PLUGIN_API release () override { return 1; }
};

/** Records the threads of its calls. */
class Handler final : public Owned<Vst::IComponentHandler>
{
public:
    tresult PLUGIN_API beginEdit (Vst::ParamID) override { return note (); }
    tresult PLUGIN_API performEdit (Vst::ParamID, Vst::ParamValue) override { return note (); }
    tresult PLUGIN_API endEdit (Vst::ParamID) override { return note (); }
    tresult PLUGIN_API restartComponent (int32) override { return note (); }

    std::atomic<int> numCalls {0}, numElsewhere {0};

private:
    tresult note ()
    {
        ++numCalls;
        numElsewhere += std::this_thread::get_id () != host_ ? 1 : 0;
        return kResultOk;
    }
    const std::thread::id host_ = std::this_thread::get_id ();
};

/** The bytes of a state for the plugin to read. */
class StateStream final : public Owned<IBStream>
{
public:
    explicit StateStream (std::vector<std::byte> bytes) : bytes_ (std::move (bytes)) {}
    tresult PLUGIN_API read (void* to, int32 numBytes, int32* numRead) override
    {
        const auto left = static_cast<int32> (bytes_.size () - place_);
        const int32 count = std::min (numBytes, left);
        std::memcpy (to, bytes_.data () + place_, static_cast<std::size_t> (count));
        place_ += static_cast<std::size_t> (count);
        if (numRead != nullptr)
            *numRead = count;
        return kResultOk;
    }
    tresult PLUGIN_API write (void*, int32, int32*) override { return kResultFalse; }
    tresult PLUGIN_API seek (int64 offset, int32 mode, int64* result) override
    {
        const auto size = static_cast<int64> (bytes_.size ());
        const int64 from = mode == kIBSeekSet ? 0 : (mode == kIBSeekEnd ? size : tellPlace ());
        place_ = static_cast<std::size_t> (std::clamp<int64> (from + offset, 0, size));
        return tell (result);
    }
    tresult PLUGIN_API tell (int64* place) override
    {
        if (place != nullptr)
            *place = tellPlace ();
        return kResultOk;
    }

private:
    int64 tellPlace () const { return static_cast<int64> (place_); }
    const std::vector<std::byte> bytes_;
    std::size_t place_ = 0;
};

/** A value of one parameter, passed to the plugin with the audio. */
class OneChange final : public Owned<Vst::IParameterChanges>
{
public:
    OneChange (Vst::ParamID id, double value)
    {
        queue_.id = id;
        queue_.value = value;
    }
    int32 PLUGIN_API getParameterCount () override { return 1; }
    Vst::IParamValueQueue* PLUGIN_API getParameterData (int32) override { return &queue_; }
    Vst::IParamValueQueue* PLUGIN_API addParameterData (const Vst::ParamID&, int32&) override
    {
        return nullptr;
    }

private:
    struct Queue final : Owned<Vst::IParamValueQueue>
    {
        Vst::ParamID PLUGIN_API getParameterId () override { return id; }
        int32 PLUGIN_API getPointCount () override { return 1; }
        tresult PLUGIN_API getPoint (int32, int32& offset, Vst::ParamValue& out) override
        {
            offset = 0;
            out = value;
            return kResultOk;
        }
        tresult PLUGIN_API addPoint (int32, Vst::ParamValue, int32&) override
        {
            return kResultFalse;
        }
        Vst::ParamID id = 0;
        double value = 0;
    };
    Queue queue_;
};

/** Parameter changes that the plugin reports with its audio. */
class Changes final : public Owned<Vst::IParameterChanges>
{
public:
    int32 PLUGIN_API getParameterCount () override { return static_cast<int32> (queues_.size ()); }
    Vst::IParamValueQueue* PLUGIN_API getParameterData (int32) override { return nullptr; }
    Vst::IParamValueQueue* PLUGIN_API addParameterData (const Vst::ParamID& id,
                                                        int32& index) override
    {
        index = 0;
        auto& queue = queues_[id];
        queue.id = id;
        return &queue;
    }
    /** Number of parameters reported so far. */
    std::size_t numTold () const { return queues_.size (); }

private:
    struct Queue final : Owned<Vst::IParamValueQueue>
    {
        Vst::ParamID PLUGIN_API getParameterId () override { return id; }
        int32 PLUGIN_API getPointCount () override { return 0; }
        tresult PLUGIN_API getPoint (int32, int32&, Vst::ParamValue&) override
        {
            return kResultFalse;
        }
        tresult PLUGIN_API addPoint (int32, Vst::ParamValue, int32& index) override
        {
            index = 0;
            return kResultOk;
        }
        Vst::ParamID id = 0;
    };
    std::map<Vst::ParamID, Queue> queues_;
};

} // namespace melstrom::testing::vst3
