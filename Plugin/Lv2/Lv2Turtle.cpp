#include "Plugin/Lv2/Lv2Turtle.h"

#include "Source/Parameters/PluginParameters.h"

namespace melstrom
{

namespace
{

constexpr auto kParametersFile = "parameters.ttl";

juce::String text (std::string_view utf8)
{
    return juce::String::fromUTF8 (utf8.data (), static_cast<int> (utf8.size ()));
}

juce::String quoted (const juce::String& plain)
{
    return '"' + plain.replace ("\\", "\\\\").replace ("\"", "\\\"") + '"';
}

/** A unit without a name in LV2. */
juce::String ownUnit (const juce::String& name, std::string_view symbol)
{
    return "[\n\t\ta units:Unit ;\n\t\trdfs:label " + quoted (name) + " ;\n\t\tunits:symbol " +
           quoted (text (symbol)) + " ;\n\t\tunits:render " + quoted ("%f " + text (symbol)) +
           "\n\t]";
}

/** Empty: no unit. Source: lv2plug.in/ns/extensions/units. */
juce::String unitOf (ParameterUnit unit)
{
    switch (unit)
    {
        case ParameterUnit::none: return {};
        case ParameterUnit::decibels: return "units:db";
        case ParameterUnit::decibelsPerOctave:
            return ownUnit ("decibels per octave", unitSymbol (unit));
        case ParameterUnit::hertz: return "units:hz";
        case ParameterUnit::seconds: return "units:s";
        case ParameterUnit::milliseconds: return "units:ms";
        case ParameterUnit::semitones: return "units:semitone12TET";
        case ParameterUnit::cents: return "units:cent";
        case ParameterUnit::octaves: return "units:oct";
        case ParameterUnit::beats: return "units:beat";
        case ParameterUnit::voices: return ownUnit ("voices", unitSymbol (unit));
    }
    return {};
}

/** Port properties that JUCE does not write. JUCE itself marks choices and switches, whose steps
    have names. LV2 has no property for cubic curves. */
juce::String marksOf (const PatchParameter& row)
{
    switch (row.curve)
    {
        case ParameterCurve::whole: return "lv2:integer";
        case ParameterCurve::logarithmic: return "pprop:logarithmic";
        case ParameterCurve::linear:
        case ParameterCurve::cubic:
        case ParameterCurve::choice:
        case ParameterCurve::toggle: break;
    }
    return {};
}

/** LV2 1.18 defines these properties for ports; hosts read them for parameters as well. So each
    parameter is also described as a port, with a symbol, which keeps the Turtle valid. No plugin
    lists these ports as its own. */
void writeParameter (juce::MemoryOutputStream& out,
                     const juce::AudioProcessorParameterWithID& parameter)
{
    out << "plug:" << parameter.paramID << "\n\ta lv2:Port ;\n\tlv2:symbol "
        << quoted (parameter.paramID) << " ;\n\tlv2:name " << quoted (parameter.getName (1024));
    if (const auto* const ours = dynamic_cast<const PatchAudioParameter*> (&parameter))
    {
        const auto& row = ours->row ();
        out << " ;\n\trdfs:comment " << quoted (text (row.meaning));
        if (const auto unit = unitOf (row.unit); unit.isNotEmpty ())
            out << " ;\n\tunits:unit " << unit;
        if (const auto marks = marksOf (row); marks.isNotEmpty ())
            out << " ;\n\tlv2:portProperty " << marks;
    }
    out << " .\n\n";
}

juce::Result writeParameters (const juce::AudioProcessor& processor, const juce::File& bundle)
{
    juce::MemoryOutputStream out;
    out << "# Written by Plugin/Lv2/Lv2Turtle.cpp: what dsp.ttl leaves out.\n"
           "@prefix doap:  <http://usefulinc.com/ns/doap#> .\n"
           "@prefix lv2:   <http://lv2plug.in/ns/lv2core#> .\n"
           "@prefix owl:   <http://www.w3.org/2002/07/owl#> .\n"
           "@prefix plug:  <" JucePlugin_LV2URI ":> .\n"
           "@prefix pprop: <http://lv2plug.in/ns/ext/port-props#> .\n"
           "@prefix rdf:   <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
           "@prefix rdfs:  <http://www.w3.org/2000/01/rdf-schema#> .\n"
           "@prefix units: <http://lv2plug.in/ns/extensions/units#> .\n"
           "@prefix xsd:   <http://www.w3.org/2001/XMLSchema#> .\n\n"
           "<" JucePlugin_LV2URI ">\n\ta doap:Project .\n\n"
           "plug:Program\n\ta rdf:Property , owl:DatatypeProperty ;\n\trdfs:label \"Program\" ;\n"
           "\trdfs:comment \"Number of the program that a preset stands for.\" ;\n"
           "\trdfs:range xsd:int .\n\n";
    for (const auto* const parameter : processor.getParameters ())
        if (const auto* const named =
                dynamic_cast<const juce::AudioProcessorParameterWithID*> (parameter))
            writeParameter (out, *named);
    const auto file = bundle.getChildFile (kParametersFile);
    return file.replaceWithData (out.getData (), out.getDataSize ())
               ? juce::Result::ok ()
               : juce::Result::fail (file.getFullPathName () + " could not be written");
}

juce::Result replaceOnce (const juce::File& file, const juce::String& from, const juce::String& to)
{
    const auto former = file.loadFileAsString ();
    const auto place = former.indexOf (from);
    if (place < 0 || former.indexOf (place + 1, from) >= 0)
        return juce::Result::fail (file.getFullPathName () + " should have once: " + from);
    return file.replaceWithText (former.replace (from, to), false, false, "\n")
               ? juce::Result::ok ()
               : juce::Result::fail (file.getFullPathName () + " could not be written");
}

} // namespace

juce::Result completeTurtle (const juce::AudioProcessor& processor, const juce::File& bundle)
{
    auto done = writeParameters (processor, bundle);
    if (done.wasOk ())
        done = replaceOnce (bundle.getChildFile ("manifest.ttl"), "rdfs:seeAlso <dsp.ttl> .",
                            juce::String ("rdfs:seeAlso <dsp.ttl> , <") + kParametersFile + "> .");
    const auto ui = bundle.getChildFile ("ui.ttl");
    if (done.wasOk ()) // ui:noUserResize is a feature, not extension data
        done = replaceOnce (ui, "\t\topts:interface ,\n\t\tui:noUserResize ,\n",
                            "\t\topts:interface ,\n");
    if (done.wasOk ()) // opts:interface is extension data, not a feature
        done =
            replaceOnce (ui, "\t\topts:interface ,\n\t\topts:options ;\n", "\t\topts:options ;\n");
    return done;
}

} // namespace melstrom
