// On which threads a VST3 host is called: a host of our own, which JUCE's would hide.
#include "Source/State/PluginState.h"
#include "Tests/Plugin/Host.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TestData.h"

#include <juce_core/juce_core.h>

#include <pluginterfaces/base/funknown.h>
#include <pluginterfaces/base/ibstream.h>
#include <pluginterfaces/base/ipluginbase.h>
#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivstmessage.h>
#include <pluginterfaces/vst/ivstparameterchanges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <thread>
#include <vector>

#include <dlfcn.h>

#pragma GCC diagnostic ignored "-Wnon-virtual-dtor" // Steinberg's interfaces are never deleted

namespace melstrom::testing
{

namespace
{
using namespace Steinberg;

/** An object of the host's that lives on the stack. */
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

/** Notes on which threads it is called. */
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

/** Bytes that a plugin reads its state from. */
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

/** A value of one parameter, as a host hands it to the plugin with the audio. */
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

/** What the plugin says of parameters with its audio. */
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
    /** How many parameters it spoke of so far. */
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

/** The built instrument, as a host without a screen has it: no editor, no run loop. */
class RawHost
{
public:
    RawHost ()
    {
        const auto path = juce::File (builtPluginFolder ())
                              .getChildFile ("Melstrom.vst3/Contents/x86_64-linux/Melstrom.so");
        library_ = dlopen (path.getFullPathName ().toRawUTF8 (), RTLD_NOW);
        REQUIRE (library_ != nullptr);
        REQUIRE (function<bool (*) (void*)> ("ModuleEntry") (library_));
        factory_ = function<IPluginFactory* (*)()> ("GetPluginFactory") ();
        REQUIRE (factory_ != nullptr);
        component_ = create<Vst::IComponent> (kVstAudioEffectClass);
        controller_ = create<Vst::IEditController> (kVstComponentControllerClass);
        REQUIRE (component_->initialize (nullptr) == kResultOk);
        REQUIRE (controller_->initialize (nullptr) == kResultOk);
        controller_->setComponentHandler (&handler);
        connect ();
        REQUIRE (component_->queryInterface (Vst::IAudioProcessor::iid,
                                             reinterpret_cast<void**> (&processor_)) == kResultOk);
    }
    ~RawHost ()
    {
        processor_->release ();
        if (components_ != nullptr)
            components_->disconnect (controllers_);
        if (controllers_ != nullptr)
            controllers_->disconnect (components_);
        controller_->setComponentHandler (nullptr);
        controller_->terminate ();
        component_->terminate ();
        for (FUnknown* const part :
             {static_cast<FUnknown*> (components_), static_cast<FUnknown*> (controllers_),
              static_cast<FUnknown*> (controller_), static_cast<FUnknown*> (component_),
              static_cast<FUnknown*> (factory_)})
            if (part != nullptr)
                part->release ();
        function<bool (*) ()> ("ModuleExit") ();
        dlclose (library_);
    }

    void setActive (bool isActive)
    {
        if (isActive)
        {
            Vst::ProcessSetup setup {Vst::kRealtime, Vst::kSample32, 256, 48000};
            REQUIRE (processor_->setupProcessing (setup) == kResultOk);
            REQUIRE (component_->activateBus (Vst::kAudio, Vst::kOutput, 0, true) == kResultOk);
        }
        REQUIRE (component_->setActive (isActive) == kResultOk);
        processor_->setProcessing (isActive);
    }
    /** Program `index` of the list that the plugin has as a parameter. */
    void chooseProgram (int index)
    {
        for (int32 n = 0; n < controller_->getParameterCount (); ++n)
        {
            Vst::ParameterInfo info {};
            controller_->getParameterInfo (n, info);
            if ((info.flags & Vst::ParameterInfo::kIsProgramChange) != 0)
                controller_->setParamNormalized (info.id,
                                                 static_cast<double> (index) / info.stepCount);
        }
    }
    void restore (const PluginState& state)
    {
        StateStream stream (toBytes (state));
        REQUIRE (component_->setState (&stream) == kResultOk);
    }
    /** The parameter that stands for a MIDI controller of channel 1. */
    Vst::ParamID idOfController (int number)
    {
        Vst::IMidiMapping* mapping = nullptr;
        REQUIRE (controller_->queryInterface (Vst::IMidiMapping::iid,
                                              reinterpret_cast<void**> (&mapping)) == kResultOk);
        Vst::ParamID id = 0;
        REQUIRE (mapping->getMidiControllerAssignment (0, 0, static_cast<Vst::CtrlNumber> (number),
                                                       id) == kResultOk);
        mapping->release ();
        return id;
    }
    void play (int numBlocks, Vst::IParameterChanges* told = nullptr)
    {
        std::array<float, 256> left {}, right {};
        std::array<float*, 2> channels {left.data (), right.data ()};
        Vst::AudioBusBuffers output;
        output.numChannels = 2;
        output.channelBuffers32 = channels.data ();
        for (int block = 0; block < numBlocks; ++block)
        {
            Vst::ProcessData data;
            data.numSamples = 256;
            data.numOutputs = 1;
            data.outputs = &output;
            data.inputParameterChanges = block == 0 ? told : nullptr;
            data.outputParameterChanges = &changes;
            processor_->process (data);
            std::this_thread::sleep_for (std::chrono::milliseconds (2));
        }
    }

    Handler handler;
    Changes changes;

private:
    template <typename Function>
    Function function (const char* name)
    {
        return reinterpret_cast<Function> (dlsym (library_, name));
    }
    template <typename Interface>
    Interface* create (const char* category)
    {
        for (int32 n = 0; n < factory_->countClasses (); ++n)
        {
            PClassInfo info {};
            factory_->getClassInfo (n, &info);
            void* made = nullptr;
            if (std::strcmp (info.category, category) == 0 &&
                factory_->createInstance (info.cid, Interface::iid, &made) == kResultOk)
                return static_cast<Interface*> (made);
        }
        FAIL ("the factory has no " << category);
        return nullptr;
    }
    void connect ()
    {
        component_->queryInterface (Vst::IConnectionPoint::iid,
                                    reinterpret_cast<void**> (&components_));
        controller_->queryInterface (Vst::IConnectionPoint::iid,
                                     reinterpret_cast<void**> (&controllers_));
        if (components_ != nullptr && controllers_ != nullptr)
        {
            components_->connect (controllers_);
            controllers_->connect (components_);
        }
    }

    void* library_ = nullptr;
    IPluginFactory* factory_ = nullptr;
    Vst::IComponent* component_ = nullptr;
    Vst::IEditController* controller_ = nullptr;
    Vst::IAudioProcessor* processor_ = nullptr;
    Vst::IConnectionPoint *components_ = nullptr, *controllers_ = nullptr;
};
} // namespace

TEST_CASE ("a VST3 host without an open editor is called on its own thread alone",
           "[host][threads]")
{
    RawHost host;
    host.chooseProgram (4); // before it is active
    CHECK (host.handler.numCalls > 20);
    host.setActive (true);
    for (const int program : {5, 9, 3})
    {
        const int before = host.handler.numCalls;
        host.chooseProgram (program);
        CHECK (host.handler.numCalls > before + 20); // the values of the program
        host.play (60);                              // several ticks of the plugin's message thread
    }
    host.setActive (false);
    host.setActive (true);
    host.play (60);
    host.setActive (false);
    CHECK (host.handler.numElsewhere == 0);
}

TEST_CASE ("a VST3 host without an open editor hears of learnt controllers with the audio",
           "[host][threads]")
{
    constexpr int kController = 20;
    PluginState state;
    for (const auto key : {PatchKey::filterCutoff, PatchKey::osc1Level, PatchKey::reverbMix})
        state.controllers.learn ({LearnedController::kAnyChannel, kController, key});
    RawHost host;
    host.restore (state);
    host.setActive (true);
    host.play (60);
    const auto numBefore = host.changes.numTold ();
    OneChange controller (host.idOfController (kController), 0.75);
    host.play (60, &controller);
    CHECK (host.changes.numTold () >= numBefore + 3);
    host.setActive (false);
    CHECK (host.handler.numElsewhere == 0);
}

} // namespace melstrom::testing
