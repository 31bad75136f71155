#!/usr/bin/env python3
"""Features by torchaudio, librosa and by the published code of speech and music models, one .npy a case.

Usage: make_tool_goldens.py SOURCES INPUT_DIR OUTPUT_DIR
SOURCES holds clones named owner+name. The code of a clone runs as it is; modules that a clone imports and that are missing
are replaced by empty ones, and librosa's arguments are given by keyword. Writes OUTPUT_DIR/<input>/<case>_<input>.npy,
float32 (features, frames), and tools.json with versions and commands. An argument list without a clone is the call in the
source that the preset names. Made with torch 1.13.1, torchaudio 0.13.1, librosa 0.11.0, numpy 1.24.2,
openSMILE 341aea9ce5.
"""
import importlib.abc, importlib.machinery, importlib.util, json, os, subprocess, sys, tempfile, types, wave
from unittest.mock import MagicMock
import numpy as np, torch, torchaudio
from torchaudio.compliance import kaldi

sources, inputs, target = sys.argv[1:4]


class Missing(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Last on the path: an empty module for every name that is not installed."""
    names = ("pooch soundfile audioread msgpack soxr sklearn encodec x_transformers webrtcvad env tqdm einops "
             "rjieba wandb huggingface_hub yaml pytorch_lightning matplotlib inflect jieba pypinyin resampy datasets transformers accelerate torchdiffeq ema_pytorch funasr speechbrain").split()

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in self.names:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = MagicMock(name=spec.name)
        module.__path__, module.__spec__ = [], spec
        return module

    def exec_module(self, module):
        pass


sys.meta_path.append(Missing())
sys.path[:0] = [f"{sources}/librosa+librosa", f"{sources}/scientific-python+lazy-loader/src",
                f"{sources}/qiuqiangkong+torchlibrosa"]
if not importlib.util.find_spec("joblib"):  # librosa's cache: off
    sys.modules["joblib"] = types.SimpleNamespace(Memory=lambda *places, **named: types.SimpleNamespace(location=None))
import librosa

keyword_mel, keyword_pad = librosa.filters.mel, librosa.util.pad_center


def mel(*places, **named):  # older code gives its arguments by place
    return keyword_mel(**dict(zip(("sr", "n_fft", "n_mels", "fmin", "fmax"), places)), **named)


librosa.filters.mel = mel
librosa.util.pad_center = lambda data, size: keyword_pad(data, size=size)


def code(clone, path, *also):
    """Imports one file of a clone."""
    for folder in also:
        sys.path.insert(0, f"{sources}/{clone}/{folder}")
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3] + str(len(sys.modules)), f"{sources}/{clone}/{path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for folder in also:
        sys.path.remove(f"{sources}/{clone}/{folder}")
    return module


def read(name):
    with wave.open(f"{inputs}/{name}.wav") as file:
        x = np.frombuffer(file.readframes(file.getnframes()), np.int16).reshape(-1, file.getnchannels())
    return (x.astype(np.float32) / 32768.0).mean(1, dtype=np.float32)


made = {}


def case(name, item, kind, compute):
    x = read(item)
    with torch.no_grad():
        values = np.asarray(compute(torch.from_numpy(x)[None] if compute.__code__.co_varnames[0] == "t" else x), np.float32)
    if values.size == np.prod(values.shape[-2:]):  # not several segments
        values = values.reshape(values.shape[-2:])
    os.makedirs(f"{target}/{item}", exist_ok=True)
    np.save(f"{target}/{item}/{name}_{item}.npy", np.ascontiguousarray(values))
    made[f"{name}_{item}"] = dict(input=item, shape=list(values.shape), kind=kind)
    print(name, item, values.shape, values.min(), values.max())


# torchaudio and librosa themselves
T = torchaudio.transforms
case("torchaudio_mfcc", "speech16k", "torchaudio.transforms.MFCC()", lambda t: T.MFCC()(t))
case("librosa", "speech22k", "librosa.feature.melspectrogram (y=y, sr=sr)", lambda x: librosa.feature.melspectrogram(y=x, sr=22050))
case("librosa_power_to_db", "speech22k", "librosa.power_to_db (librosa.feature.melspectrogram (y=y, sr=sr))",
     lambda x: librosa.power_to_db(librosa.feature.melspectrogram(y=x, sr=22050)))
case("librosa_mfcc", "speech22k", "librosa.feature.mfcc (y=y, sr=sr)", lambda x: librosa.feature.mfcc(y=x, sr=22050))
case("librosa_pcen", "speech22k", "librosa.pcen (librosa.feature.melspectrogram (y=y, sr=sr, power=1) * 2**31, sr=sr)",
     lambda x: librosa.pcen(librosa.feature.melspectrogram(y=x, sr=22050, power=1) * 2**31, sr=22050))

# Kaldi's features by torchaudio.compliance.kaldi, with the arguments of each tool
case("kaldi_fbank23", "speech16k", "fbank at its defaults", lambda t: kaldi.fbank(t * 32768).T)
case("kaldi_mfcc_hires", "speech16k", "mfcc of egs/wsj/s5/conf/mfcc_hires.conf", lambda t: kaldi.mfcc(
    t * 32768, num_mel_bins=40, num_ceps=40, low_freq=20, high_freq=-400, use_energy=False).T)
case("kaldi_mfcc_energy", "speech16k", "mfcc with use_energy, energy_floor 0", lambda t: kaldi.mfcc(
    t * 32768, use_energy=True, energy_floor=0.0).T)
case("kaldi_voxceleb", "speech16k", "mfcc of egs/voxceleb/v2/conf/mfcc.conf", lambda t: kaldi.mfcc(
    t * 32768, num_mel_bins=30, num_ceps=30, low_freq=20, high_freq=7600, snip_edges=False, use_energy=True, energy_floor=0.0).T)
case("kaldi_timit", "speech16k", "fbank of egs/timit/s5/conf/fbank.conf", lambda t: kaldi.fbank(
    t * 32768, htk_compat=True, window_type="hamming", num_mel_bins=23).T)
case("wespeaker", "speech16k", "fbank of wespeaker/dataset/processor.py", lambda t: kaldi.fbank(
    t * (1 << 15), num_mel_bins=80, frame_length=25, frame_shift=10, dither=0.0, sample_frequency=16000,
    window_type="hamming", use_energy=False).T)
case("campplus", "speech16k", "FBank of speakerlab/process/processor.py", lambda t: kaldi.fbank(
    t, num_mel_bins=80, sample_frequency=16000, dither=0).T)
case("wenet", "chirp16k", "fbank of wenet/dataset/processor.py", lambda t: kaldi.fbank(
    t * (1 << 15), num_mel_bins=80, frame_length=25, frame_shift=10, dither=0.0, energy_floor=0.0, sample_frequency=16000).T)
case("beats", "speech16k", "fbank of beats/BEATs.py", lambda t: (kaldi.fbank(
    t * 2**15, num_mel_bins=128, sample_frequency=16000, frame_length=25, frame_shift=10).T - 15.41663) / (2 * 6.55582))
def hubert(t):
    mfcc = kaldi.mfcc(waveform=t, sample_frequency=16000, use_energy=False).transpose(0, 1)
    deltas = torchaudio.functional.compute_deltas(mfcc)
    return torch.cat([mfcc, deltas, torchaudio.functional.compute_deltas(deltas)], dim=0)
case("hubert_mfcc", "speech16k", "examples/hubert/simple_kmeans/dump_mfcc_feature.py", hubert)
sys.modules["lhotse"], sys.modules["lhotse.utils"] = types.ModuleType("lhotse"), types.SimpleNamespace(EPSILON=1e-10, Seconds=float)
lhotse = code("lhotse-speech+lhotse", "lhotse/features/kaldi/layers.py")
case("lhotse", "speech16k", "Wav2LogFilterBank with FbankConfig's defaults", lambda t: lhotse.Wav2LogFilterBank(
    dither=0.0, snip_edges=False, low_freq=20.0, high_freq=-400.0, num_filters=80)(t)[0].T)

def kept(made):  # a decorator that registers a class, and returns it
    return made
sys.modules["funasr.register"] = types.SimpleNamespace(tables=types.SimpleNamespace(register=lambda *names: kept))
funasr = code("modelscope+FunASR", "funasr/frontends/wav_frontend.py")
case("paraformer", "speech16k", "WavFrontend (lfr_m=7, lfr_n=6, dither=0)", lambda t: funasr.WavFrontend(
    lfr_m=7, lfr_n=6, dither=0.0)(t, torch.tensor([t.shape[1]]))[0][0].T)
case("fsmn_vad", "chirp16k", "WavFrontend (lfr_m=5, lfr_n=1, dither=0)", lambda t: funasr.WavFrontend(
    lfr_m=5, lfr_n=1, dither=0.0)(t, torch.tensor([t.shape[1]]))[0][0].T)
statistics = f"{target}/../statistics"  # am.mvn has made-up numbers in the form of funasr/bin/compute_audio_cmvn.py
speech = torch.from_numpy(read("speech16k"))[None]
np.save(f"{statistics}/paraformer_cmvn_speech16k.npy", funasr.WavFrontend(
    cmvn_file=f"{statistics}/am.mvn", lfr_m=7, lfr_n=6, dither=0.0)(speech, torch.tensor([speech.shape[1]]))[0][0].numpy())
def seamless(t):  # transformers, models/seamless_m4t/feature_extraction_seamless_m4t.py, with ta_kaldi as in its first version
    x = kaldi.fbank(t * 2**15, num_mel_bins=80, sample_frequency=16000).numpy()
    x = (x - x.mean(0, keepdims=True)) / np.sqrt(x.var(0, ddof=1, keepdims=True) + 1e-7)
    x = np.concatenate([x, np.zeros((len(x) % 2, 80), np.float32)])
    return x.reshape(-1, 160).T
case("seamless", "speech16k", "SeamlessM4TFeatureExtractor() of transformers", seamless)
case("seamless_even", "chirp16k", "SeamlessM4TFeatureExtractor() of transformers, without a padded frame", seamless)

# torchaudio's MelSpectrogram, with the arguments of each tool
case("ced", "speech16k", "FrontEnd of models/audiotransformer.py", lambda t: T.AmplitudeToDB(top_db=120)(T.MelSpectrogram(
    f_min=0, sample_rate=16000, win_length=512, center=True, n_fft=512, f_max=8000, hop_length=160, n_mels=64)(t)))
case("gigaam", "speech16k", "FeatureExtractor (16000, 64) of gigaam/preprocess.py", lambda t: T.MelSpectrogram(
    sample_rate=16000, n_fft=400, win_length=400, hop_length=160, n_mels=64)(t).clamp(1e-9, 1e9).log())
def granite(t):
    mel = T.MelSpectrogram(sample_rate=16000, n_fft=512, win_length=400, hop_length=160, n_mels=80)(t).clip(1e-10).log10()
    return torch.maximum(mel, mel.amax() - 8) / 4 + 1
case("granite", "speech16k", "GraniteSpeechFeatureExtractor() of transformers, before the stacking", granite)
def stacked(t):  # an odd last frame is left out
    rows = granite(t)[0].T
    return rows[:len(rows) // 2 * 2].reshape(-1, 160).T
case("granite_stacked", "speech16k", "GraniteSpeechFeatureExtractor() of transformers, its stacking written anew", stacked)
vocos = code("gemelo-ai+vocos", "vocos/feature_extractors.py", ".")
case("vocos", "mix24k", "MelSpectrogramFeatures()", lambda t: vocos.MelSpectrogramFeatures()(t))
f5 = code("SWivid+F5-TTS", "src/f5_tts/model/modules.py", "src")
case("f5", "mix24k", "get_vocos_mel_spectrogram()", lambda t: f5.get_vocos_mel_spectrogram(t))
conv = code("facebookresearch+audiocraft", "audiocraft/modules/conv.py")
sys.modules["audiocraft"] = sys.modules["audiocraft.losses"] = types.ModuleType("audiocraft")
sys.modules["audiocraft.modules"] = types.SimpleNamespace(pad_for_conv1d=conv.pad_for_conv1d)
spec = importlib.util.spec_from_file_location(
    "audiocraft.losses.specloss", f"{sources}/facebookresearch+audiocraft/audiocraft/losses/specloss.py")
specloss = importlib.util.module_from_spec(spec)
spec.loader.exec_module(specloss)
case("encodec", "mix24k", "MelSpectrogramWrapper of audiocraft/losses/specloss.py with mel of solver/compression/default.yaml",
     lambda t: specloss.MelSpectrogramWrapper(n_fft=1024, hop_length=256, win_length=1024, n_mels=64, sample_rate=24000,
                                              f_min=64, f_max=None, normalized=False, floor_level=1e-5)(t)[0])
case("encodec_msspec", "mix24k", "MelSpectrogramWrapper as MultiScaleMelSpectrogramLoss makes its last scale, msspec of default.yaml",
     lambda t: specloss.MelSpectrogramWrapper(n_fft=2**10, hop_length=2**10 / 4, win_length=2**10, n_mels=64, sample_rate=24000,
                                              f_min=64, f_max=None, normalized=True, floor_level=1e-5)(t)[0])
case("clap_laion", "chord48k", "get_mel of laion_clap/training/data.py, HTSAT-tiny.json", lambda t: T.AmplitudeToDB(top_db=None)(
    T.MelSpectrogram(sample_rate=48000, n_fft=1024, win_length=1024, hop_length=480, center=True, pad_mode="reflect", power=2.0,
                     norm=None, n_mels=64, f_min=50, f_max=14000)(t)))

# code of vocoders and speech synthesis
big = code("NVIDIA+BigVGAN", "meldataset.py")
for name, item, a in (("hifigan_22k", "speech22k", (1024, 80, 22050, 256, 1024, 0, 8000)),
                      ("bigvgan_22k", "speech22k", (1024, 80, 22050, 256, 1024, 0, None)),
                      ("bigvgan_24k", "mix24k", (1024, 100, 24000, 256, 1024, 0, 12000)),
                      ("bigvgan_44k_256x", "mix44k", (1024, 128, 44100, 256, 1024, 0, None)),
                      ("bigvgan_44k_512x", "mix44k", (2048, 128, 44100, 512, 2048, 0, None))):
    case(name, item, f"mel_spectrogram (y, {a})", lambda t: big.mel_spectrogram(t, *a))
matcha = code("shivammehta25+Matcha-TTS", "matcha/utils/audio.py")
case("matcha", "speech22k", "mel_spectrogram(), normalised with configs/data/ljspeech.yaml",
     lambda t: (matcha.mel_spectrogram(t, 1024, 80, 22050, 256, 1024, 0, 8000) + 5.536622) / 2.116101)
matcha.mel_basis.clear(), matcha.hann_window.clear()
case("cosyvoice2", "mix24k", "Matcha's mel_spectrogram() with cosyvoice2.yaml",
     lambda t: matcha.mel_spectrogram(t, 1920, 80, 24000, 480, 1920, 0, 8000))
vits = code("jaywalnut310+vits", "mel_processing.py")
case("vits", "speech22k", "mel_spectrogram_torch() with configs/ljs_base.json",
     lambda t: vits.mel_spectrogram_torch(t, 1024, 80, 22050, 256, 1024, 0.0, None))
tacotron = code("NVIDIA+tacotron2", "layers.py", ".")
case("tacotron2", "speech22k", "TacotronSTFT().mel_spectrogram", lambda t: tacotron.TacotronSTFT().mel_spectrogram(t))
for name in ("stft", "audio_processing"):
    sys.modules.pop(name, None)
ldm = code("haoheliu+AudioLDM", "audioldm/audio/stft.py", ".")
case("audioldm", "speech16k", "TacotronSTFT (1024, 160, 1024, 64, 16000, 0, 8000)",
     lambda t: ldm.TacotronSTFT(1024, 160, 1024, 64, 16000, 0, 8000).mel_spectrogram(t)[0])
rmvpe = code("Dream-High+RMVPE", "src/spec.py")
case("rmvpe", "speech16k", "MelSpectrogram (256, 16000, 2048, 320, None, 30, 8000)",
     lambda t: rmvpe.MelSpectrogram(256, 16000, 2048, 320, None, 30, 8000)(t))
openvpi = code("openvpi+SingingVocoders", "utils/wav2mel.py")
def singing(t):
    machine = openvpi.PitchAdjustableMelSpectrogram()
    return machine.dynamic_range_compression_torch(machine(t))
case("openvpi", "mix44k", "PitchAdjustableMelSpectrogram(), dynamic_range_compression_torch", singing)

# taggers and speaker embeddings
import torchlibrosa
case("panns", "mix32k", "Spectrogram and LogmelFilterBank of Cnn14", lambda t: torchlibrosa.LogmelFilterBank(
    sr=32000, n_fft=1024, n_mels=64, fmin=50, fmax=14000, ref=1.0, amin=1e-10, top_db=None)(torchlibrosa.Spectrogram(
        n_fft=1024, hop_length=320, win_length=1024, window="hann", center=True, pad_mode="reflect")(t))[0, 0].T)
case("msclap", "mix44k", "Spectrogram and LogmelFilterBank of Cnn14 with config_2022.yml", lambda t: torchlibrosa.LogmelFilterBank(
    sr=44100, n_fft=1024, n_mels=64, fmin=50, fmax=14000, ref=1.0, amin=1e-10, top_db=None)(torchlibrosa.Spectrogram(
        n_fft=1024, hop_length=320, win_length=1024, window="hann", center=True, pad_mode="reflect")(t))[0, 0].T)
resemblyzer = code("resemble-ai+Resemblyzer", "resemblyzer/audio.py", ".")
case("resemblyzer", "speech16k", "wav_to_mel_spectrogram()", lambda x: resemblyzer.wav_to_mel_spectrogram(x).T)
case("musicnn", "speech16k", "log10 (10000 x + 1) of librosa.feature.melspectrogram, reflect, not rounded to float16",
     lambda x: np.log10(10000 * librosa.feature.melspectrogram(
         y=x, sr=16000, hop_length=256, n_fft=512, n_mels=96, pad_mode="reflect") + 1))
sys.modules["ba3l.ingredients.ingredient"] = types.SimpleNamespace(Ingredient=lambda name: types.SimpleNamespace(command=kept))
for name in ("ba3l", "ba3l.ingredients"):
    sys.modules[name] = types.ModuleType(name)
passt = code("kkoutini+PaSST", "models/preprocess.py")
case("passt", "mix32k", "AugmentMelSTFT().eval()", lambda t: passt.AugmentMelSTFT().eval()(t)[0])
efficientat = code("fschmid56+EfficientAT", "models/preprocess.py")
case("efficientat", "mix32k", "AugmentMelSTFT().eval()", lambda t: efficientat.AugmentMelSTFT().eval()(t)[0])
brain = code("speechbrain+speechbrain", "speechbrain/processing/features.py")
case("speechbrain", "speech16k", "STFT, spectral_magnitude and Filterbank as Fbank() of lobes/features.py",
     lambda t: brain.Filterbank()(brain.spectral_magnitude(brain.STFT(sample_rate=16000)(t)))[0].T)
sys.modules.update({f"openl3{name}": MagicMock() for name in ("", ".models", ".openl3_exceptions", ".openl3_warnings")})
sys.modules["tensorflow"] = types.ModuleType("tensorflow")
spec = importlib.util.spec_from_file_location("openl3.core", f"{sources}/marl+openl3/openl3/core.py")
openl3 = importlib.util.module_from_spec(spec)
spec.loader.exec_module(openl3)
case("openl3", "chord48k", "preprocess_audio (input_repr='mel256', center=False)", lambda x: openl3.preprocess_audio(
    x, 48000, input_repr="mel256", center=False)[..., 0])
def opensmile(x):  # built in its clone: cmake -S . -B build && cmake --build build
    clone = os.path.abspath(f"{sources}/audeering+opensmile")
    with tempfile.TemporaryDirectory() as folder:
        with wave.open(f"{folder}/in.wav", "wb") as file:
            file.setparams((1, 2, 16000, 0, "NONE", ""))
            file.writeframes(np.round(x * 32768).astype(np.int16).tobytes())
        subprocess.run([f"{clone}/build/progsrc/smilextract/SMILExtract", "-C", f"{clone}/config/mfcc/MFCC12_0_D_A.conf",
                        "-I", f"{folder}/in.wav", "-O", f"{folder}/out.htk"], check=True, cwd=folder)
        with open(f"{folder}/out.htk", "rb") as file:
            return np.frombuffer(file.read(), ">f4", offset=12).reshape(-1, 39)[:-2].T
case("opensmile_mfcc", "speech16k", "SMILExtract with config/mfcc/MFCC12_0_D_A.conf, without the last two frames", opensmile)
# not the tool: its formula in float64
case("espnet", "speech16k", "a transcription of espnet2/layers/log_mel.py and stft.py in float64",
     lambda x: np.log(np.maximum(1e-10, keyword_mel(sr=16000, n_fft=512, n_mels=80, dtype=np.float64) @ np.abs(librosa.stft(
         x.astype(np.float64), n_fft=512, hop_length=128, pad_mode="reflect")) ** 2)))

versions = {m.__name__: m.__version__ for m in (torch, torchaudio, librosa, np)}
with open(f"{target}/tools.json", "w") as file:
    json.dump(dict(versions=versions, cases=made), file, indent=1, sort_keys=True)
print(len(made), "cases")
