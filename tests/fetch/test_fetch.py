"""Fetching from a local server that behaves as servers do: with ranges and without, cut off, broken,
wrong."""

import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from narrator import fetch as fetching
from narrator.fetch import FetchError, Model, fetch, fetch_with_bar, models, text

FILES = {"tiny/am/final.mdl": Random(1).randbytes(300_000), "tiny/README": b"tiny"}


def packed(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def model_of(data: bytes) -> Model:
    return Model("tiny", ("am/final.mdl",), (), len(data), 400_000, hashlib.sha256(data).hexdigest(), "none")


ARCHIVE = packed(FILES)
TINY = model_of(ARCHIVE)


@dataclass
class Server:
    """Serves `data`; `ranges`: knows Range; `stops`: bytes after which each connection is dropped."""

    data: bytes = ARCHIVE
    ranges: bool = True
    stops: list[int] = field(default_factory=list)
    status: int = 200
    asked: list[str | None] = field(default_factory=list)
    url: str = ""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        wanted = handler.headers.get("Range")
        self.asked.append(wanted)
        if self.status != 200:
            handler.send_error(self.status)
            return
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.ranges else 0
        if start >= len(self.data):
            handler.send_error(416)
            return
        handler.send_response(206 if start else 200)
        handler.send_header("Content-Length", str(len(self.data) - start))
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(self.data) - 1}/{len(self.data)}")
        handler.end_headers()
        body = self.data[start:]
        if self.stops:
            body = body[: self.stops.pop(0)]
            handler.close_connection = True
        handler.wfile.write(body)


@pytest.fixture
def serve() -> Iterator:
    running = []

    def start(**options: object) -> Server:
        server = Server(**options)  # type: ignore[arg-type]

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.answer(self)

            def log_message(self, *args: object) -> None:
                """Quiet."""

        http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        running.append(http)
        threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
        server.url = f"http://127.0.0.1:{http.server_port}/tiny.zip"
        return server

    yield start
    for http in running:
        http.shutdown()
        http.server_close()


def get(home: Path, *servers: Server, model: Model = TINY) -> Path:
    return fetch("tiny", model=model, home=home, urls=[server.url for server in servers])


def leftovers(home: Path) -> set[str]:
    return {path.name for path in home.iterdir()}


def test_a_model_is_fetched_unpacked_and_found_the_next_time(tmp_path: Path, serve) -> None:
    server = serve()
    steps: list[tuple[int, int]] = []
    folder = fetch("tiny", model=TINY, home=tmp_path, urls=[server.url], progress=lambda *step: steps.append(step))
    assert (folder / "am" / "final.mdl").read_bytes() == FILES["tiny/am/final.mdl"]
    assert steps[-1] == (TINY.size, TINY.size)
    assert get(tmp_path, server) == folder
    assert len(server.asked) == 1
    assert leftovers(tmp_path) == {"tiny"}


def test_a_cut_download_goes_on_where_it_stopped(tmp_path: Path, serve) -> None:
    server = serve(stops=[100_000, 50_000])
    get(tmp_path, server)
    first, second = (int(asked.strip("bytes=-")) for asked in server.asked[1:])
    assert server.asked[0] is None and 90_000 < first <= 100_000 and 130_000 < second <= 150_000


def test_it_goes_on_in_the_next_run_too(tmp_path: Path, serve) -> None:
    server = serve(stops=[20_000] * 3)
    with pytest.raises(FetchError, match="ended early"):
        get(tmp_path, server)
    have = (tmp_path / "tiny.zip.part").stat().st_size
    get(tmp_path, server)
    assert have > 30_000 and server.asked[-1] == f"bytes={have}-"


def test_a_server_without_ranges_sends_it_all_again(tmp_path: Path, serve) -> None:
    server = serve(ranges=False, stops=[100_000])
    get(tmp_path, server)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"data": bytes(len(ARCHIVE))}, "checksum"),
        ({"data": ARCHIVE + b"more"}, "too long"),
        ({"data": b"<html>not found</html>"}, "ended early"),
        ({"data": ARCHIVE[:-1]}, "ended early"),
        ({"status": 404}, "refused.*404"),
        ({"status": 500}, "refused.*500"),
    ],
)
def test_a_wrong_file_is_one_clear_line_and_leaves_no_model(tmp_path: Path, serve, options, complaint) -> None:
    server = serve(**options)
    with pytest.raises(FetchError, match=complaint) as caught:
        get(tmp_path, server)
    assert "\n" not in str(caught.value) and "\n" not in caught.value.text("zh")
    assert "tiny" not in leftovers(tmp_path)


@pytest.mark.parametrize("options", [{"data": bytes(len(ARCHIVE))}, {"status": 503}, {"stops": [0] * 9}])
def test_the_mirror_is_asked_when_the_first_source_fails(tmp_path: Path, serve, options) -> None:
    first, mirror = serve(**options), serve()
    assert get(tmp_path, first, mirror).is_dir()
    assert first.asked and mirror.asked


def test_a_source_that_cannot_be_reached_counts_as_failed(tmp_path: Path, serve) -> None:
    gone = Server(url="http://127.0.0.1:9/tiny.zip")
    assert get(tmp_path, gone, serve()).is_dir()
    with pytest.raises(FetchError, match="cannot reach"):
        get(tmp_path / "other", gone)


def test_when_every_source_fails_each_is_named_once(tmp_path: Path, serve) -> None:
    a, b = serve(status=404), serve(data=bytes(len(ARCHIVE)))
    with pytest.raises(FetchError, match="every source failed") as caught:
        get(tmp_path, a, b)
    assert str(caught.value).count(a.url) == 1 and str(caught.value).count(b.url) == 1


def test_the_wrong_rest_of_another_file_is_thrown_away(tmp_path: Path, serve) -> None:
    (tmp_path / "tiny.zip.part").write_bytes(b"x" * 1000)
    server = serve()
    assert get(tmp_path, server).is_dir()
    assert server.asked == ["bytes=1000-", None]


@pytest.mark.parametrize("size", [TINY.size, TINY.size + 5])
def test_a_whole_or_longer_rest_of_another_file_is_thrown_away(tmp_path: Path, serve, size: int) -> None:
    (tmp_path / "tiny.zip.part").write_bytes(b"x" * size)
    assert get(tmp_path, serve()).is_dir()


@pytest.mark.parametrize(
    "name", ["../evil.txt", "/evil.txt", "tiny/../../evil.txt", "C:\\evil.txt", "..\\evil.txt", "C:evil.txt"]
)
def test_an_archive_cannot_write_outside_its_folder(tmp_path: Path, serve, name: str) -> None:
    data = packed({**FILES, name: b"evil"})
    home = tmp_path / "home"
    with pytest.raises(FetchError, match="unsafe path"):
        get(home, serve(data=data), model=model_of(data))
    assert not list(tmp_path.rglob("*evil*"))
    assert leftovers(home) == set()


def test_links_in_an_archive_are_refused(tmp_path: Path, serve) -> None:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        link = zipfile.ZipInfo("tiny/link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    data = memory.getvalue()
    with pytest.raises(FetchError, match="unsafe"):
        get(tmp_path, serve(data=data), model=model_of(data))


def test_an_archive_that_unpacks_to_far_too_much_is_refused(tmp_path: Path, serve) -> None:
    data = packed({**FILES, "tiny/zeros": bytes(2_000_000)})
    with pytest.raises(FetchError, match="more than"):
        get(tmp_path, serve(data=data), model=model_of(data))
    assert "tiny" not in leftovers(tmp_path)


def broken_archives() -> Iterator[bytes]:
    yield b"not a zip at all"
    yield ARCHIVE[: len(ARCHIVE) // 2]
    flipped = bytearray(ARCHIVE)
    flipped[len(flipped) // 2] ^= 0xFF
    yield bytes(flipped)
    yield packed({"other/README": b"no model in it"})
    yield packed({})


@pytest.mark.parametrize("data", list(broken_archives()))
def test_a_broken_archive_is_one_clear_line_and_starts_afresh_next_time(tmp_path: Path, serve, data) -> None:
    with pytest.raises(FetchError, match="broken") as caught:
        get(tmp_path, serve(data=data), model=model_of(data))
    assert "\n" not in str(caught.value)
    assert leftovers(tmp_path) == set()


def test_half_a_model_is_replaced(tmp_path: Path, serve) -> None:
    (tmp_path / "tiny" / "am").mkdir(parents=True)
    (tmp_path / "tiny" / "stale").write_text("old")
    folder = get(tmp_path, serve())
    assert not (folder / "stale").exists()


def test_a_disk_that_cannot_be_written_is_one_clear_line(tmp_path: Path, serve) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FetchError, match="cannot write"):
        get(tmp_path / "file" / "models", serve())


def test_the_command_shows_where_the_model_is(tmp_path: Path, serve, monkeypatch) -> None:
    server = serve()
    monkeypatch.setenv("NARRATOR_MODELS", str(tmp_path))
    monkeypatch.setattr(fetching, "models", lambda: {"tiny": replace(TINY, urls=(server.url,))})
    for expected in ("fetched", "already there"):
        out = io.StringIO()
        fetch_with_bar("tiny", "en", Console(file=out, width=200))
        assert expected in out.getvalue() and str(tmp_path / "tiny") in out.getvalue()
    with pytest.raises(FetchError, match="no such model"):
        fetch_with_bar("huge", "en", Console(file=io.StringIO()))


def test_the_command_line_has_exit_codes(tmp_path: Path, serve, monkeypatch) -> None:
    server, out = serve(), io.StringIO()
    console = Console(file=out, width=300)
    monkeypatch.setenv("NARRATOR_MODELS", str(tmp_path))
    monkeypatch.setattr(fetching, "models", lambda: {"small-cn": replace(TINY, urls=(server.url,))})
    assert fetching.main([], "en", console) == 0
    assert fetching.main(["--everything"], "en", console) == 2
    monkeypatch.setattr(
        fetching, "models", lambda: {"small-cn": replace(TINY, folder="x", urls=("http://127.0.0.1:9/",))}
    )
    assert fetching.main([], "en", console) == 3
    assert "cannot reach" in out.getvalue() and "usage" in out.getvalue()


def test_the_chinese_model_is_described_as_its_vendor_ships_it() -> None:
    model = models()["small-cn"]
    assert (model.size, model.sha256[:8]) == (43_898_754, "3af8b0e7")
    assert [url.split("/")[2] for url in model.urls] == ["alphacephei.com", "huggingface.co"]
    assert all(url.endswith("vosk-model-small-cn-0.22.zip") for url in model.urls)


def test_every_text_has_both_languages() -> None:
    for key in fetching._table()["texts"]:
        assert text(key, "x", "zh") and text(key, "x", "en")
