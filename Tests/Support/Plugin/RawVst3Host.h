// A VST3 host without JUCE, for tests: it sees the calls that JUCE's host hides.
#pragma once

#include "Source/State/PluginState.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Vst3HostParts.h"
#include "Tests/Support/TestData.h"

#include <juce_core/juce_core.h>

#include <pluginterfaces/base/ipluginbase.h>
#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>
#include <pluginterfaces/vst/ivstmessage.h>

#include <array>
#include <chrono>

#include <dlfcn.h>

namespace melstrom::testing::vst3
{

/** The built instrument in a host without a screen: no editor, no run loop. */
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
    /** Chooses program `index` by the plugin's program parameter. */
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
    /** The parameter of a MIDI controller on channel 1. */
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

} // namespace melstrom::testing::vst3
