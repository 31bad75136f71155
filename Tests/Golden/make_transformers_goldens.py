#!/usr/bin/env python3
"""Features by the extractors of transformers, at their defaults or at a model's published settings.

Usage: make_transformers_goldens.py INPUT_DIR OUTPUT_DIR
Writes OUTPUT_DIR/<input>/<case>.npy, float32 (features, frames), and transformers.json with the versions. No weights are
needed. An extractor that cannot be had is named and left out. Where librosa is missing, Parakeet's bank is that of
transformers.audio_utils, which has the same formula.
"""
import json, os, sys, traceback, types, wave
import numpy as np, torch, torchaudio, transformers
from transformers.audio_utils import mel_filter_bank

source, target = sys.argv[1], sys.argv[2]
made, notes = {}, {}


def read(name):
    with wave.open(f"{source}/{name}.wav") as file:
        x = np.frombuffer(file.readframes(file.getnframes()), np.int16).reshape(-1, file.getnchannels())
    return (x.astype(np.float32) / 32768.0).mean(1, dtype=np.float32)


def module(name):
    path = f"transformers.models.{name}.feature_extraction_{name}"
    return __import__(path, fromlist=["x"])


def case(name, inputs, settings, compute):
    for item in inputs:
        try:
            values = np.asarray(compute(read(item)), np.float32)
            os.makedirs(f"{target}/{item}", exist_ok=True)
            np.save(f"{target}/{item}/{name}_{item}.npy", np.ascontiguousarray(values))
            made[f"{name}_{item}"] = dict(input=item, shape=list(values.shape), kind=settings)
        except Exception as problem:
            notes[f"{name}_{item}"] = repr(problem)
            traceback.print_exc()


def parakeet(bands):
    code = module("parakeet")
    if not hasattr(code, "librosa"):
        def bank(sr, n_fft, n_mels, fmin, fmax, norm):
            return mel_filter_bank(1 + n_fft // 2, n_mels, fmin, fmax, sr, norm=norm, mel_scale="slaney").T.astype(np.float32)
        code.librosa = types.SimpleNamespace(filters=types.SimpleNamespace(mel=bank))
        notes["parakeet's bank"] = "transformers.audio_utils.mel_filter_bank, as librosa is missing"
    extractor = code.ParakeetFeatureExtractor(feature_size=bands)
    return lambda x: extractor(x, sampling_rate=16000, return_tensors="np").input_features[0][: len(x) // 160].T


def clap(slaney):
    extractor = module("clap").ClapFeatureExtractor(frequency_min=50)
    bank = extractor.mel_filters_slaney if slaney else extractor.mel_filters
    return lambda x: extractor._np_extract_fbank_features(x.astype(np.float64), bank).T


def ast(**settings):
    def compute(x):
        frames = 1 + (len(x) - 400) // 160
        extractor = module("audio_spectrogram_transformer").ASTFeatureExtractor(max_length=frames, **settings)
        return extractor(x, sampling_rate=16000, return_tensors="np").input_values[0].T
    return compute


def granite(x):
    extractor = module("granite_speech").GraniteSpeechFeatureExtractor()
    rows = np.asarray(extractor(torch.from_numpy(x)[None])["input_features"][0])
    return rows.reshape(-1, 80).T  # two frames a row


def attempt(name, inputs, settings, make):
    try:
        compute = make()
    except Exception as problem:
        notes[name] = repr(problem)
        traceback.print_exc()
        return
    case(name, inputs, settings, compute)


SPEECH = ("chirp16k", "speech16k")
attempt("nemo80", SPEECH, "ParakeetFeatureExtractor()", lambda: parakeet(80))
attempt("nemo128", SPEECH, "ParakeetFeatureExtractor(feature_size=128)", lambda: parakeet(128))
attempt("clap_fused", ("chord48k",), "ClapFeatureExtractor(frequency_min=50), mel_filters", lambda: clap(False))
attempt("clap_unfused", ("chord48k",), "ClapFeatureExtractor(frequency_min=50), mel_filters_slaney", lambda: clap(True))
attempt("ast", SPEECH, "ASTFeatureExtractor()", lambda: ast())
attempt("ast_speech_commands", SPEECH, "ASTFeatureExtractor(mean=-6.845978, std=5.5654526)",
        lambda: ast(mean=-6.845978, std=5.5654526))
attempt("granite", SPEECH, "GraniteSpeechFeatureExtractor(), its rows of two frames unstacked", lambda: granite)
attempt("univnet", ("mix24k",), "UnivNetFeatureExtractor().mel_spectrogram",
        lambda: (lambda e: lambda x: e.mel_spectrogram(x).T)(module("univnet").UnivNetFeatureExtractor()))
attempt("speecht5", SPEECH, "SpeechT5FeatureExtractor()._extract_mel_features",
        lambda: (lambda e: lambda x: e._extract_mel_features(x).T)(module("speecht5").SpeechT5FeatureExtractor()))
attempt("clvp", ("speech22k",), "ClvpFeatureExtractor()._np_extract_fbank_features",
        lambda: (lambda e: lambda x: e._np_extract_fbank_features(x))(module("clvp").ClvpFeatureExtractor()))
attempt("kaldi80_seamless", SPEECH, "SeamlessM4TFeatureExtractor()._extract_fbank_features",
        lambda: (lambda e: lambda x: e._extract_fbank_features(x).T)(module("seamless_m4t").SeamlessM4TFeatureExtractor()))

versions = {m.__name__: m.__version__ for m in (transformers, torch, torchaudio, np)}
with open(f"{target}/transformers.json", "w") as file:
    json.dump(dict(versions=versions, cases=made, notes=notes), file, indent=1, sort_keys=True)
print(versions, len(made), "cases", "notes:", notes)
