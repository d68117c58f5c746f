"""Whole games typed into `narrator play --ears keys --mouth none` on a pipe, with all that can happen to a judge."""

from __future__ import annotations

from pathlib import Path

from narrator.rules.script import NONE, Act, Answer, Ask
from tests.host.typing_games import TypedGame, entries, journaled, same


def quiet(ask: Ask) -> Answer:
    """Nobody stands, shoots, or votes."""
    if ask.places == 0:
        return ()
    if ask.askers:
        return (NONE,) * len(ask.askers)
    for word in (NONE, "no", "tear"):
        if word in ask.ring:
            return (word,) * ask.places
    return (next(iter(ask.legal(()))),)


def at(key: str):  # type: ignore[no-untyped-def]
    return lambda ask: ask.key == key


def everybody_for(seat: int, ask: Ask) -> Answer:
    return tuple(seat if voter != seat else NONE for voter in ask.askers)


def play_on(game: TypedGame) -> None:
    """Wolves are voted out one a day until the game is over; the nights are quiet."""
    wolves = [9, 10, 11, 12]
    while not game.game.over:
        ask = game.ask
        if ask.key == "ballot.exile":
            wolf = next(n for n in wolves if game.game.table.seats[n].alive)
            game.answer(*everybody_for(wolf, ask))
        elif ask.informs:
            game.go_on()
        else:
            game.answer(*quiet(ask))


def test_a_whole_game_is_typed_from_the_first_night_to_the_winner(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    play_on(game)
    done, journal = game.run()
    assert done.returncode == 0, done.stderr
    assert same(entries(journal), game.game.entries)
    assert "游戏结束，好人阵营获胜。" in done.stdout
    assert "Traceback" not in done.stderr


def test_an_undo_takes_the_last_answer_of_the_day_back_and_it_is_asked_again(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.until(at("stand"), quiet)
    game.type("1 4 9", "undo", "y")  # the candidates were announced: it is confirmed, and corrected aloud
    game.answer(2)
    play_on(game)
    done, journal = game.run()
    assert done.returncode == 0, done.stderr
    assert [line["undo"] for line in journaled(journal) if "undo" in line]
    assert same(entries(journal), game.game.entries)
    assert "更正。" in _table(done.stdout)


def test_an_undo_at_night_is_silent_and_the_next_step_goes_on(tmp_path: Path) -> None:
    streams = []
    for name, typed in (("plain", ["05"]), ("undo", ["06", "undo", "05"])):
        folder = tmp_path / name
        folder.mkdir()
        game = TypedGame(folder)
        game.answer(NONE)
        game.answer("no")
        game.type(*typed)  # whom the witch poisons; taken back at the seer's question, and entered anew
        game.game.answer((5,))
        play_on(game)
        done, journal = game.run()
        assert done.returncode == 0, done.stderr
        assert same(entries(journal), game.game.entries)
        streams.append(_table(done.stdout)[3:])
    assert streams[0] == streams[1]


def test_where_a_player_was_shown_something_else_the_whole_night_is_called_again(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.type("06", "undo", "05", "y")  # the witch has been shown six
    game.answer(5)
    play_on(game)
    done, journal = game.run()
    assert done.returncode == 0, done.stderr
    assert same(entries(journal), game.game.entries)
    lines = _table(done.stdout)
    again = lines.index("出现错误，今夜重新开始。")
    assert lines[again + 1 : again + 3] == ["天黑请闭眼。", "狼人请睁眼。"]


def test_an_answer_is_amended_two_steps_later(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.answer(5)  # knife
    game.answer("no")  # antidote
    game.type("07")  # poison, wrong
    game.game.answer((8,))
    game.type("amend", "4", "08")  # at the seer's question: entry 4 is the poison
    game.answer(9)
    game.until(lambda ask: ask.key == "stand", quiet)
    play_on(game)
    done, journal = game.run()
    assert done.returncode == 0, done.stderr
    assert [line for line in journaled(journal) if "amend" in line]
    assert same(entries(journal), game.game.entries)


def test_a_refused_an_unclear_and_a_repeated_line_change_nothing(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.type("77", "hello", "repeat")
    game.answer(1)
    game.type("91")  # the witch may not save somebody when … she may: but 01 is no answer to yes or no twice
    game.game.answer(("yes",))
    game.type("05")  # both potions in one night are not allowed
    game.answer(NONE)
    game.until(lambda ask: ask.key == "stand", quiet)
    play_on(game)
    done, journal = game.run()
    assert done.returncode == 0, done.stderr
    assert same(entries(journal), game.game.entries)
    assert "not allowed: 5" in done.stdout
    assert "not understood: hello" in done.stdout
    heard = _table(done.stdout)
    assert heard.count("狼人请击杀一名玩家。") == 1 + heard.count("天黑请闭眼。")  # it was repeated once


def test_a_wolf_self_destructs_in_a_speech(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.until(at("stand"), quiet)
    game.answer()
    game.until(lambda ask: ask.key == "speech", quiet)
    game.act("boom9", Act("explode", 9), confirmed=False)
    game.act("boom9", Act("explode", 9))
    play_on(game)
    done, journal = game.run()
    assert done.returncode == 0, done.stderr
    assert same(entries(journal), game.game.entries)
    assert "九号自爆" in done.stdout


def test_a_penalty_at_night_is_announced_at_dawn_and_not_before(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.answer(NONE)
    game.act("penalty6", Act("penalty", 6))
    game.until(at("stand"), quiet)
    play_on(game)
    done, journal = game.run()
    assert done.returncode == 0, done.stderr
    assert same(entries(journal), game.game.entries)
    lines = _table(done.stdout)
    dawn = lines.index("天亮，所有玩家睁眼。")
    assert not any("六号" in line for line in lines[:dawn])
    assert any("六号" in line for line in lines[dawn:])


def test_the_same_table_again_hands_the_first_victim_on(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.answer(5)
    play_on(game)
    done, journal = game.run(after=("again",))
    assert done.returncode == 0, done.stderr
    # Both may begin within one second, so that their names do not tell which came first.
    headers = [path.read_text(encoding="utf-8").splitlines()[0] for path in journal.parent.glob("*.jsonl")]
    assert sorted('"knifed": 5' in header for header in headers) == [False, True]


def test_a_pipe_that_ends_saves_the_game_and_resume_goes_on_to_the_same_end(tmp_path: Path) -> None:
    game = TypedGame(tmp_path)
    game.answer(5)
    half = len(game.lines)
    play_on(game)
    rest = game.lines[half:]
    game.lines = game.lines[:half]
    done, journal = game.run(after=())
    assert done.returncode == 0, done.stderr
    game.lines = rest
    done, journal = game.run("--resume")
    assert done.returncode == 0, done.stderr
    assert len(list(journal.parent.glob("*.jsonl"))) == 1
    assert same(entries(journal), game.game.entries)


def _table(out: str) -> list[str]:
    return [line[2:] for line in out.splitlines() if line.startswith("> ")]
