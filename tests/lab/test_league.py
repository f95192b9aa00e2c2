"""The league: mixtures, where the next games go, what is kept, and how an officer is found."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from shapan.games import game as find
from shapan.kernel import ShapanError, Unknown
from shapan.kernel.mixtures import Told
from shapan.lab import league as room
from shapan.lab import league_page, leagues, proofs, recruits
from shapan.lab.crews import Crew
from shapan.lab.equilibrium import solve
from shapan.lab.league import Cell, League
from shapan.lab.tournament import Pairing, Played
from shapan.lab.verdict import verdict


def test_a_circle_of_officers_is_mixed_evenly() -> None:
    found = solve(np.array([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]]))
    assert found.value == pytest.approx(0.5)
    assert found.rows == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=1e-5)


def test_an_officer_who_is_better_against_everybody_leads_alone() -> None:
    found = solve(np.array([[0.4, 0.3], [0.8, 0.6]]))
    assert found.rows == pytest.approx((0.0, 1.0))
    assert found.columns == pytest.approx((0.0, 1.0))
    assert found.value == pytest.approx(0.6)


def small(**cells: Cell) -> League:
    known = {key.replace("__", " | "): cell for key, cell in cells.items()}
    return League("mukden", "battle", 1, "x", ["a", "b"], ["c", "d"], known)


def test_every_cell_is_played_before_any_is_preferred() -> None:
    games = room.wanted(small(a__c=Cell(8, 4)), 24)
    assert {pairing.bots for pairing in games} == {("a", "d"), ("b", "c"), ("b", "d")}


def test_games_go_where_they_tell_most() -> None:
    """Officer b is beaten by everybody and d is no better than c: what a makes of c is worth knowing."""
    known = small(a__c=Cell(20, 10), a__d=Cell(20, 19), b__c=Cell(20, 1), b__d=Cell(20, 2))
    assert {pairing.bots for pairing in room.wanted(known, 10)} == {("a", "c")}


def test_games_of_a_cell_have_their_own_numbers() -> None:
    known = small(a__c=Cell(8, 4), a__d=Cell(8, 8), b__c=Cell(8, 0), b__d=Cell(6, 0))
    assert [pairing.number for pairing in room.wanted(known, 2)] == [6, 7]


def rigged(pairing: Pairing) -> Played:
    """A game that is won by whoever has the greater number in his name; the plain staff has none."""
    strengths = [float(name.partition("attack=")[2].partition("+")[0] or 0) for name in pairing.bots]
    winner = "draw" if strengths[0] == strengths[1] else "japanese" if strengths[0] > strengths[1] else "russian"
    return Played(pairing, winner, "4.0", 1, ())


def test_a_run_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(room, "play", rigged)
    path = tmp_path / "mukden.json"
    room.run(room.begin("mukden", None, 1), 30, path=path)
    again = room.resume(room.begin("mukden", None, 1, ["random"]), path)
    assert again.games == 30
    assert "random" in again.rows
    assert "random" in again.columns
    room.run(again, 10, path=path)
    assert msgspec.json.decode(path.read_bytes(), type=League).games == 40


def test_results_of_other_rules_are_not_mixed_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "mukden.json"
    old = room.begin("mukden", None, 1)
    old.edition = "older"
    room.save(old, path)
    fresh = room.begin("mukden", None, 1)
    with pytest.raises(ShapanError, match="other rules"):
        room.resume(fresh, path)
    assert room.resume(fresh, path, keep=True).edition == fresh.edition
    with pytest.raises(ShapanError, match="seed 1"):
        room.resume(room.begin("mukden", None, 2), path)


def test_a_damaged_table_is_told_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "mukden.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ShapanError, match="is no league"):
        room.resume(room.begin("mukden", None, 1), path)


def test_the_verdict_names_the_best_mixture_and_who_beats_whom() -> None:
    found = verdict(small(a__c=Cell(100, 50), a__d=Cell(100, 90), b__c=Cell(100, 10), b__d=Cell(100, 20)))
    first = found.officers[0]
    assert (first.side, first.name, first.nemesis) == ("japanese", "a", "c")
    assert first.share == pytest.approx(1.0)
    assert found.value == pytest.approx(0.5, abs=0.01)
    assert found.value_low < 0.5 < found.value_high
    assert found.officers[0].elo > found.officers[1].elo
    assert found.officers[2].elo > found.officers[3].elo


def test_the_page_draws_the_matrix_and_the_document_has_a_row_for_everybody() -> None:
    found = verdict(small(a__c=Cell(10, 5), a__d=Cell(10, 9), b__c=Cell(10, 1), b__d=Cell(10, 2)))
    assert league_page.html(found).count("<rect") == 4
    assert league_page.markdown(found).count("| japanese |") == 2


def test_an_officer_may_differ_from_another_in_a_few_numbers() -> None:
    staff = find("mukden").staff
    assert staff is not None
    assert staff.temper("japanese", "infiltrator+attack=0.4+assault=1/2.5").assault == (1.0, 2.5)
    assert staff.temper("japanese", "infiltrator+attack=0.4").probing == staff.temper("japanese", "infiltrator").probing
    with pytest.raises(Unknown, match="hurry"):
        staff.officer("japanese", "+hurry=1")
    with pytest.raises(ShapanError, match="no temper"):
        staff.officer("japanese", "+attack=much")
    with pytest.raises(ShapanError, match="changes nothing"):
        staff.officer("japanese", "infiltrator+attack")


def test_an_officer_is_found_and_proved_on_dice_that_nobody_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "play", rigged)
    seeds = set()

    def played(schedule: list[Pairing], _crew: Crew, _log: Path | None) -> list[Played]:
        seeds.add(schedule[0].seed)
        return [rigged(pairing) for pairing in schedule]

    monkeypatch.setattr(recruits, "tournament", played)
    known = room.begin("mukden", None, 1)
    room.run(known, 40)
    trial = recruits.recruit(known, recruits.Wanted("russian", "", generations=3, games=4))
    assert trial.accepted
    assert known.columns[-1] == trial.name
    assert trial.score == 1.0
    assert trial.mark == pytest.approx(0.5, abs=0.05)
    assert seeds == {1, 1 + recruits.FRESH}


def test_a_side_that_is_not_in_the_game_finds_nobody() -> None:
    with pytest.raises(ShapanError, match="japanese, russian"):
        recruits.recruit(room.begin("mukden", None, 1), recruits.Wanted("chinese", ""))


def test_all_leagues_go_on_from_their_tables_and_the_page_is_written_from_these_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(room, "play", rigged)
    monkeypatch.setattr(leagues, "titles", lambda: ("mukden", "yangtze"))
    monkeypatch.setattr("shapan.lab.verdict.DRAWINGS", 2)
    for seed in (1, 2):
        leagues.play_on(tmp_path, 20, seed)
    names = {path.name for path in tmp_path.iterdir()}
    assert "mukden.json" in names
    assert "yangtze-s1_plum_village.json" in names
    assert msgspec.json.decode((tmp_path / "mukden.json").read_bytes(), type=League).games == 40
    told = leagues.page(tmp_path)
    assert "## mukden, battle" in told
    assert told == leagues.page(tmp_path)


def test_the_mixtures_of_the_staffs_are_what_the_tables_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(leagues, "titles", lambda: ("mukden",))
    monkeypatch.setattr(leagues, "file_of", lambda _: tmp_path / "mixtures.json")
    monkeypatch.setattr("shapan.lab.verdict.DRAWINGS", 2)
    names = ["staff:infiltrator", "staff:patient", "search"], ["staff:keeper", "staff:linesman"]
    cells = {f"{row} | {column}": Cell(1000, 1000 * (row == "search")) for row in names[0] for column in names[1]}
    cells |= {"staff:infiltrator | staff:keeper": Cell(1000, 900), "staff:patient | staff:linesman": Cell(1000, 600)}
    room.save(League("mukden", "battle", 7, "x", *names, cells), tmp_path / "league" / "mukden.json")
    leagues.tell(tmp_path)
    (told,) = msgspec.json.decode((tmp_path / "mixtures.json").read_bytes(), type=dict[str, Told]).values()
    assert told.mixtures["japanese"] == pytest.approx({"infiltrator": 0.4, "patient": 0.6}, abs=0.01), "no search here"
    assert told.mixtures["russian"] == pytest.approx({"keeper": 0.4, "linesman": 0.6}, abs=0.01)
    assert (told.seed, told.edition) == (7, "x")


def test_what_is_committed_agrees_with_the_committed_tables() -> None:
    docs = Path(__file__).parents[2] / "docs"
    page = (docs / "league.md").read_text(encoding="utf-8")
    for name, scenarios in leagues.mixtures(docs / "league").items():
        led = msgspec.json.decode(leagues.file_of(name).read_bytes(), type=dict[str, Told])
        for scenario, told in scenarios.items():
            for side, mixture in told.mixtures.items():
                assert led[scenario].mixtures[side] == pytest.approx(mixture, abs=0.01)
            assert f"{told.games} games, seed {told.seed}. Rules and staff: `{told.edition}`" in page


def test_everybody_plays_against_the_staff_until_he_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An officer who loses every game is known after a few; games against another mixture are forgotten."""
    asked: list[Pairing] = []

    def beaten(pairing: Pairing) -> Played:
        asked.append(pairing)
        winner = "russian" if "staff:plain" in pairing.bots else ("japanese", "russian")[pairing.number % 2]
        return Played(pairing, winner, "4.0", 1, ())

    monkeypatch.setattr(proofs, "play", beaten)
    known, path = room.begin("mukden", None, 1), tmp_path / "mukden.json"
    proofs.prove(known, 50, path=path)
    assert known.proof("japanese", "staff:plain") == Cell(20, 0)
    assert known.proof("japanese", "staff:infiltrator") == Cell(50, 25)
    assert known.proof("russian", "staff:plain") == Cell(50, 50)
    assert {pairing.bots.index("staff") for pairing in asked} == {0, 1}
    assert {pairing.seed for pairing in asked} == {1 + 2 * recruits.FRESH}, "dice that had no part in the table"
    asked.clear()
    again = room.resume(room.begin("mukden", None, 1), path)
    proofs.prove(again, 50)
    assert not asked, "nobody plays what he has played already"
    again.shipped = {}
    proofs.prove(again, 20)
    assert len(asked) == 20 * (len(again.rows) + len(again.columns))


def test_the_league_knows_everybody_once() -> None:
    rows = room.begin("mukden", None, 1).rows
    assert rows[0] == "staff:plain"
    assert "staff:infiltrator" in rows
    assert "staff" not in rows
