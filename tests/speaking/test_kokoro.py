"""The neural voice: Chinese to its phonemes, the real model, and fetching it."""

from __future__ import annotations

import hashlib
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from narrator.speaking import kokoro_model
from narrator.speaking.kokoro_model import FILES, CannotFetch, VoiceFile, fetch_voice, find_model
from narrator.speaking.kokoro_renderer import TOKENS, KokoroRenderer
from narrator.speaking.loudness import TARGET_LUFS, level, loudness
from narrator.speaking.mandarin import Unreadable, phonemes
from narrator.speaking.notes import Note
from narrator.speaking.opening import MouthOptions, open_renderers
from narrator.speaking.renderer import NoVoice, RenderError, least_seconds
from narrator.speaking.sound import trim

BOOK = Path(kokoro_model.__file__).parent.parent / "lines" / "zh.yaml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("三号", "sa→nxau↘"),
        ("女巫", "ny↓u→"),
        ("是", "ʂɨ↘"),
        ("自", "ʦɨ↘"),
        ("一二三四五六七八九十", None),
        ("你好", "ni↗xau↓"),  # two third tones: the first rises
        ("重复", "ꭧʰʊ↗ŋfu↘"),  # read by the word: chóng, not zhòng
        ("天黑，请闭眼。", "tʰjɛ→n xei→, ʨʰi↓ŋ pi↘ jɛ↓n."),
        ("去、学、元、军", "ʨʰy↘, ɕɥe↗, ɥɛ↗n, ʨy→n"),
    ],
)
def test_chinese_becomes_the_phonemes_of_the_model(text: str, said: str | None) -> None:
    spoken = phonemes(text)
    assert said is None or spoken == said
    assert set(spoken) <= set(TOKENS)


def book_lines() -> Iterator[str]:
    def walk(node: object) -> Iterator[str]:
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            for value in node.values():
                yield from walk(value)
        elif isinstance(node, list):
            for value in node:
                yield from walk(value)

    for line in walk(yaml.safe_load(BOOK.read_text("utf-8"))):
        if "{" not in line and any("\u4e00" <= character <= "\u9fff" for character in line):
            yield line


def test_every_line_of_the_book_can_be_read() -> None:
    lines = list(book_lines())
    assert len(lines) > 100
    for line in lines:
        assert set(phonemes(line)) <= set(TOKENS), line


@pytest.mark.parametrize("text", ["3号", "OK", "", "，。", "三号 player"])
def test_what_is_not_chinese_is_refused_without_naming_it(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        phonemes(text)
    assert not text or text not in str(caught.value)


@pytest.fixture(scope="module")
def renderer() -> Iterator[KokoroRenderer]:
    made = KokoroRenderer("zh", accent=True)
    yield made
    made.close()


def test_the_real_model_says_whole_lines_that_can_be_levelled(renderer: KokoroRenderer) -> None:
    short = renderer.render("三号")
    renderer.close()  # it loads again when it is used again
    long = renderer.render("天黑请闭眼")
    assert trim(long).seconds > trim(short).seconds > least_seconds("三号")
    assert loudness(level(trim(long))) == pytest.approx(TARGET_LUFS, abs=1)


def test_its_identity_needs_no_model_loaded_and_names_speaker_and_rate(renderer: KokoroRenderer) -> None:
    fresh = KokoroRenderer("zh", 1.2, accent=True)
    assert fresh.identity() != renderer.identity()
    assert fresh._session is None


@pytest.mark.parametrize("text", ["3号", "很" * 300])
def test_a_text_that_it_cannot_say_is_one_clear_error(renderer: KokoroRenderer, text: str) -> None:
    with pytest.raises(RenderError) as caught:
        renderer.render(text)
    assert text not in str(caught.value)


def test_it_reads_no_english_and_no_mandarin_without_a_mandarin_speaker() -> None:
    with pytest.raises(NoVoice, match="Chinese only"):
        KokoroRenderer("en").identity()
    if not set(find_model().speakers) & set(kokoro_model.MANDARIN):
        with pytest.raises(NoVoice, match="fetch --voice"):
            KokoroRenderer("zh").identity()


def test_the_system_voice_stands_behind_it_and_alone_where_it_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = [renderer.name for renderer in open_renderers(MouthOptions(mouth="kokoro"))]
    assert names == ["kokoro", "pyttsx3", "command"]
    monkeypatch.setattr(kokoro_model, "_PACKAGE", "nothing_of_the_sort")
    monkeypatch.setenv("NARRATOR_MODELS", str(tmp_path))
    monkeypatch.setattr(kokoro_model, "model_folders", lambda: [tmp_path])
    names = [renderer.name for renderer in open_renderers(MouthOptions(mouth="kokoro"))]
    assert names == ["pyttsx3", "command"]
    assert "system's voice" in Note("no_better_voice", "x").text("en")


def test_a_damaged_model_is_one_clear_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = find_model()
    folder = tmp_path / kokoro_model.FOLDER
    folder.mkdir()
    (folder / kokoro_model.MODEL).write_bytes(b"not a model")
    (folder / kokoro_model.VOICES).write_bytes(whole.voices.read_bytes())
    monkeypatch.setattr(kokoro_model, "model_folders", lambda: [tmp_path])
    with pytest.raises(RenderError, match="checksum"):
        KokoroRenderer("zh", accent=True).render("三号")
    (folder / kokoro_model.VOICES).write_bytes(b"no voices")
    with pytest.raises(NoVoice, match="cannot be read"):
        KokoroRenderer("zh", accent=True).identity()


CONTENT = {"/good.onnx": b"model" * 5000, "/voices.bin": b"voices" * 5000}


@pytest.fixture
def site() -> Iterator[str]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = CONTENT.get(self.path)
            self.send_response(200 if body else 404)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None: ...

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def listed(site: str, path: str, content: bytes) -> VoiceFile:
    return VoiceFile(path[1:], site + path, len(content), hashlib.sha256(content).hexdigest())


def test_fetching_puts_checked_files_into_the_folder_and_tells_how_far_it_is(site: str, tmp_path: Path) -> None:
    files = [listed(site, path, content) for path, content in CONTENT.items()]
    seen: list[tuple[int, int]] = []
    folder = fetch_voice(lambda done, total: seen.append((done, total)), tmp_path, files)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path[1:]: content for path, content in CONTENT.items()
    }
    total = sum(map(len, CONTENT.values()))
    assert seen[-1] == (total, total)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    CONTENT_GONE = [VoiceFile(file.name, "http://127.0.0.1:9/gone", file.size, file.sha256) for file in files]
    assert fetch_voice(None, tmp_path, CONTENT_GONE) == folder  # what is there is not fetched again


@pytest.mark.parametrize(
    ("path", "content", "why"),
    [("/good.onnx", b"other", "checksum differs"), ("/gone.onnx", b"x", "cannot be fetched")],
)
def test_a_wrong_or_missing_file_is_refused_and_leaves_nothing(
    site: str, tmp_path: Path, path: str, content: bytes, why: str
) -> None:
    with pytest.raises(CannotFetch, match=why):
        fetch_voice(None, tmp_path, [listed(site, path, content)])
    assert not (tmp_path / kokoro_model.FOLDER / path[1:]).exists()


def test_no_network_and_no_disk_are_one_clear_line_each(tmp_path: Path) -> None:
    nowhere = VoiceFile("x.onnx", "http://127.0.0.1:9/x.onnx", 1, "0" * 64)
    with pytest.raises(CannotFetch, match="cannot be fetched"):
        fetch_voice(None, tmp_path, [nowhere])
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CannotFetch, match="cannot be written"):
        fetch_voice(None, tmp_path / "file", [nowhere])


def test_the_files_to_be_fetched_are_named_with_size_and_checksum() -> None:
    assert [file.name for file in FILES] == [kokoro_model.MODEL, kokoro_model.VOICES]
    assert all(len(file.sha256) == 64 and file.size > 10**7 for file in FILES)
