"""The judge's phone, in a real browser: let in by the token alone, one judge at a time, answered by touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PageTooLate

from narrator.screen.serve import PhoneServer
from narrator.screen.words import ScreenWords
from tests.screen.browser import started
from tests.screen.hosted import Make, Table

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as one:
        yield one


@pytest.fixture
def serve() -> Iterator[Callable[[Table], PhoneServer]]:
    servers: list[PhoneServer] = []

    def start(table: Table) -> PhoneServer:
        server = PhoneServer.start(table.feed, table.commands, ScreenWords("zh"), table.clock.now, "127.0.0.1")
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.stop()


def phone_of(browser: Browser) -> Page:
    return browser.new_context(**PHONE).new_page()  # type: ignore[arg-type]


def test_the_judge_comes_in_by_the_token_and_answers_by_touch(
    table: Make, browser: Browser, serve: Callable[[Table], PhoneServer]
) -> None:
    one = table()
    server = serve(one)
    address, _ = server.invite()
    page = phone_of(browser)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    expect(page.locator("#screen")).to_be_visible()
    cell = page.locator("#cells button[data-token='3']")
    expect(cell).to_be_visible()
    assert one.view.asked == "werewolf.knife"
    cell.tap()
    expect(page.locator("#log li").first).to_contain_text("刀")
    assert one.host.sitting.game.entries[-1] == (3,)
    # The token was traded for a cookie that scripts cannot read, and stands nowhere any more.
    token = address.partition("#")[2]
    assert page.url == f"{server.origin}/"
    assert not any(token in url for url in asked)
    assert page.evaluate("document.cookie") == ""
    assert token not in page.content()


def test_nobody_comes_in_without_the_token(
    table: Make, browser: Browser, serve: Callable[[Table], PhoneServer]
) -> None:
    server = serve(table())
    server.invite()
    for address in (server.origin, f"{server.origin}/#guess"):
        page = phone_of(browser)
        page.goto(address)
        expect(page.locator("#notice")).to_have_attribute("data-state", "refused")
        expect(page.locator("#screen")).to_be_hidden()


def test_a_second_judge_is_refused_and_a_new_code_puts_the_first_out(
    table: Make, browser: Browser, serve: Callable[[Table], PhoneServer]
) -> None:
    server = serve(table())
    address, _ = server.invite()
    first, second = phone_of(browser), phone_of(browser)
    first.goto(address)
    expect(first.locator("#screen")).to_be_visible()
    second.goto(address)
    expect(second.locator("#notice")).to_have_attribute("data-state", "busy")
    expect(first.locator("#screen")).to_be_visible()
    fresh, _ = server.invite()
    expect(first.locator("#screen")).to_be_hidden()
    third = phone_of(browser)
    third.goto(fresh)
    expect(third.locator("#screen")).to_be_visible()


def test_guessing_is_slowed_down(table: Make, browser: Browser, serve: Callable[[Table], PhoneServer]) -> None:
    server = serve(table())
    address, _ = server.invite()
    page = phone_of(browser)
    page.goto(server.origin)
    knock = "async (t) => (await fetch('/enter', {method: 'POST', body: t})).status"
    codes = [page.evaluate(knock, f"guess{n}") for n in range(7)]
    assert codes == [403] * 5 + [429] * 2
    assert page.evaluate(knock, address.partition("#")[2]) == 429


def test_by_day_the_phone_is_covered_until_it_is_turned_up(
    table: Make, browser: Browser, serve: Callable[[Table], PhoneServer]
) -> None:
    one = table()
    server = serve(one)
    page = phone_of(browser)
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    page.goto(server.invite()[0])
    for asked in ("werewolf.knife", "seer.ask"):
        expect(page.locator("#question")).to_have_text(one.host.desk.wording.line(asked))
        page.locator("#cells button:not(.barred)").first.tap()
    expect(page.locator("#title")).to_have_text("第1天")
    expect(page.locator("#mode")).to_have_text("请答")
    last = frames[-1]
    names = {ScreenWords("zh").role(seat.role) for seat in one.view.seats}
    assert not any(name in last for name in names)
    page.locator("#cover").tap()
    expect(page.locator("#seats")).to_contain_text("预言家")


def test_a_night_by_touch_from_the_cards_to_the_end_of_the_evening(
    table: Make, browser: Browser, serve: Callable[[Table], PhoneServer]
) -> None:
    """What a newcomer does with nothing but the phone: hand out, answer, take back, end the game."""
    one = table(cards=True)
    server = serve(one)
    page = phone_of(browser)
    page.goto(server.invite()[0])

    def cell(token: str) -> Locator:
        return page.locator(f"#cells button[data-token='{token}']")

    expect(page.locator("#caption")).to_contain_text("点“翻开”")  # no key is named where there are none
    page.locator("#cover").tap()
    expect(page.locator("#seats li span").first).to_have_text(ScreenWords("zh").role(one.view.seats[0].role))
    cell("done").tap()
    expect(page.locator("#step")).to_have_text("狼人")
    cell("3").tap()
    expect(page.locator("#step")).to_have_text("预言家")
    assert one.host.sitting.game.entries[-1] == (3,)
    page.locator("#commands button[data-press='undo']").tap()
    expect(page.locator("#message")).to_contain_text("3号")
    cell("4").tap()
    expect(page.locator("#log li.amended").first).to_be_visible()
    assert (4,) in one.host.sitting.game.entries
    expect(cell("4")).to_be_visible()
    page.locator("#commands button[data-press='end_game']").tap()
    expect(page.locator("#confirm")).not_to_be_empty()
    cell("yes").tap()
    expect(page.locator("#title")).to_be_visible()
    server.stop()
    expect(page.locator("#notice")).to_have_text("这一晚结束了。")


def test_a_ballot_says_how_it_is_touched(table: Make, browser: Browser, serve: Callable[[Table], PhoneServer]) -> None:
    one = table(seed=3)
    server = serve(one)
    page = phone_of(browser)
    page.goto(server.invite()[0])
    for asked in ("werewolf.knife", "seer.ask"):
        expect(page.locator("#question")).to_have_text(one.host.desk.wording.line(asked))
        page.locator("#cells button:not(.barred)").first.tap()
    expect(page.locator("#mode")).to_have_text("请答")
    for _ in range(40):
        if page.locator("#list").is_visible():
            break
        expect(page.locator("#cells button").first).to_be_visible()
        shown = page.locator("#question").text_content()
        try:
            page.locator("#cells :is([data-token='done'], [data-token='none'])").first.tap(timeout=3000)
        except PageTooLate:
            continue  # the question went by under the finger
        expect(page.locator("#question")).not_to_have_text(shown or "")
    expect(page.locator("#typed")).to_have_text("先点被投的人，再点投票的人，发送")
    page.locator("#cells button").first.tap()
    expect(page.locator("#typed")).to_have_text(page.locator("#cells button").first.text_content() or "")
    page.locator("#clear").tap()
    expect(page.locator("#typed")).to_contain_text("先点")
