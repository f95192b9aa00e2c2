"""Every command does what it says, for people and for programs."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import Command

import shapan
from shapan.kernel import Finding, share_commitment
from shapan.lab import bench as bench_module
from shapan.lab import coverage as coverage_module
from shapan.lab import fuzz as fuzz_module
from shapan.lab import hostile as hostile_module
from shapan.lab.bench import Measure
from shapan.lab.fuzz import FuzzReport, Violation
from shapan.lab.hostile import HostileReport


def test_games(run: Command) -> None:
    done = run("games")
    assert (done.code, done.err) == (0, "")
    assert "Mukden 1905" in done.out
    (mukden, *_) = [entry for entry in run("games", "--json").document if entry["id"] == "mukden"]
    assert mukden["sides"] == ["japanese", "russian"]
    assert mukden["data"] == shapan.game("mukden").data_version
    assert {option["id"] for option in mukden["switches"]} == set(shapan.game("mukden").switches)


def test_bots(run: Command) -> None:
    done = run("bots", "mukden")
    assert (done.code, done.err) == (0, "")
    assert "General" in done.out
    assert "staff:infiltrator" in done.out
    document = run("bots", "mukden", "--json").document
    assert [entry["id"] for entry in document["bots"]][:2] == ["random", "recruit"]
    assert "keeper" in document["officers"]["russian"]
    assert "General" in run("bots").out


def test_the_leagues_of_all_games_need_a_folder(run: Command, tmp_path: Path) -> None:
    done = run("league", "all", "--games", 0)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--docs" in done.err
    assert run("league", "all", "--games", 0, "--docs", tmp_path).code == 0
    assert (tmp_path / "league.md").read_text(encoding="utf-8").startswith("# The league")


def test_rules(run: Command) -> None:
    done = run("rules", "mukden")
    assert done.code == 0
    assert "cases complete" in done.out
    cases = run("rules", "mukden", "--json").document["mukden"]["cases"]
    assert [case["id"] for case in cases] == [case.id for case in shapan.game("mukden").rules.case]
    assert any(case["tests"] for case in cases)


def test_rules_are_strict_about_a_case_without_a_test(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage_module, "find_tests", lambda: None)
    assert run("rules", "mukden").code == 0
    done = run("rules", "mukden", "--strict", "--json")
    assert done.code == 1
    assert done.document


def test_check(run: Command) -> None:
    done = run("check")
    assert (done.code, done.err) == (0, "")
    assert "checks hold" in done.out
    document = run("check", "mukden", "--json", "--strict").document
    assert all(finding["holds"] for finding in document["mukden"])


def test_check_is_strict_about_data_that_contradict_the_evidence(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [Finding("the river [flows] uphill", False, "8.1")]
    monkeypatch.setattr(type(shapan.game("mukden")), "check", lambda self: wrong)
    assert run("check", "mukden").code == 0
    done = run("check", "mukden", "--strict")
    assert done.code == 1
    assert "8.1 the river [flows] uphill" in done.out
    monkeypatch.setattr(type(shapan.game("mukden")), "check", lambda self: [])
    assert run("check", "mukden", "--strict").code == 1


def test_check_keeps_data_that_hold_once(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = shapan.game("mukden")
    monkeypatch.setattr(title.data, "shelf", tmp_path / "editions")
    assert title.data_version in run("check", "mukden", "--keep-editions").out
    assert title.data.editions() == [title.data_version]
    assert "kept" not in run("check", "mukden", "--keep-editions").out
    (tmp_path / "editions" / f"{title.data_version}.json.gz").unlink()
    monkeypatch.setattr(type(title), "check", lambda self: [Finding("the river flows uphill", False, "8.1")])
    assert run("check", "mukden", "--keep-editions").code == 0
    assert title.data.editions() == [], "what contradicts the evidence is not kept"


def test_map(run: Command, tmp_path: Path) -> None:
    done = run("map", "mukden", "-o", tmp_path / "map.svg")
    assert (done.code, done.err) == (0, "")
    full = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert full.startswith("<svg") or full.startswith("<?xml")
    run("map", "mukden", "-o", tmp_path / "empty.svg", "--empty")
    assert len((tmp_path / "empty.svg").read_text(encoding="utf-8")) < len(full)


def test_fuzz(run: Command) -> None:
    done = run("fuzz", "mukden", "--games", 1, "--seed", 3, "--every", 100)
    assert done.code == 0
    assert "1 games" in done.out
    assert "0 violations (seed 3)" in done.out


def test_fuzz_one_scenario_with_every_option(run: Command) -> None:
    words = ("--games", 1, "--every", 200, "--scenario", "plum", "--switches", "all")
    refused = run("fuzz", "yangtze", *words)
    assert refused.code != 0
    assert "plum" in refused.err
    done = run("fuzz", "taierzhuang", "--games", 1, "--every", 300, "--switches", "all")
    assert "1 games" in done.out


def test_fuzz_for_programs_and_strict(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    report = FuzzReport(games=1, violations=[Violation(0, 7, "a [/bold] fault")])
    monkeypatch.setattr(fuzz_module, "fuzz", lambda *words, **more: report)
    assert run("fuzz", "mukden").code == 0
    done = run("fuzz", "mukden", "--strict")
    assert done.code == 1
    assert "a [/bold] fault" in done.out
    strict = run("fuzz", "mukden", "--strict", "--json")
    assert strict.code == 1
    assert strict.document["violations"] == [{"game": 0, "at": 7, "what": "a [/bold] fault"}]


def test_hostile_is_a_flag_with_a_number_of_its_own(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("fuzz", "mukden", "--hostile", "--submissions", 300)
    assert done.code == 0
    assert "300 submissions" in done.out
    asked: list[int] = []

    def hostile(game: object, submissions: int, *more: object) -> HostileReport:
        asked.append(submissions)
        return HostileReport(submissions, faults=["accepted"])

    monkeypatch.setattr(hostile_module, "hostile", hostile)
    assert run("fuzz", "mukden", "--hostile", "--strict").code == 1
    assert run("fuzz", "mukden", "--hostile", "--json").document["faults"] == ["accepted"]
    assert asked == [100_000, 100_000]


def test_perft(run: Command) -> None:
    assert run("perft", "ford", "--depth", 3, "--json").document["nodes"] == [3, 9, 26]
    done = run("perft", "ford", "--depth", 2, "--after", 4, "--divide")
    assert (done.code, done.err) == (0, "")
    assert "play" in done.out


def test_simulate(run: Command) -> None:
    words = ("simulate", "mukden", "--bots", "random,random", "--games", 2)
    done = run(*words)
    assert done.code == 0
    assert done.err.splitlines()[-1] == "mukden: random against random: 2 of 2"
    assert "2 games, seed 1" in done.out
    as_json = run(*words, "--json")
    assert as_json.err == "", "a program that reads the document is not told how far it is"
    document = as_json.document
    assert document["games"] == 2
    assert document["bots"] == ["random", "random"]
    assert document["mean_length"] == document["decisions"] / 2
    assert run(*words, "--json", "--jobs", 2).document["cases"] == document["cases"]


def test_calibrate(run: Command, tmp_path: Path) -> None:
    words = ("calibrate", "mukden", "--games", 8, "--seed", 3, "--log", tmp_path / "log", "--docs", tmp_path)
    done = run(*words)
    assert done.code == 0
    assert "held out" in done.out
    (found,) = run(*words, "--json").document
    assert (found["games"], found["held_out"]) == (8, 2)
    assert (tmp_path / "judgement.md").exists()


def test_foresight(run: Command) -> None:
    words = ("foresight", "mukden", "--budgets", 40, "--turns", 2, "--worlds", 1)
    assert "0 of 2" in run(*words).out
    assert [gain["side"] for gain in run(*words, "--json").document] == ["japanese", "russian"]


def test_bench(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    measures = [Measure("copy", 900, 800, "x deepcopy"), Measure("memory", 70, 60, "MB", at_most=True)]
    monkeypatch.setattr(bench_module, "bench", lambda *words: measures)
    done = run("bench", "mukden")
    assert done.code == 0
    assert "NO" in done.out
    assert run("bench", "mukden", "--strict").code == 1
    assert [entry["met"] for entry in run("bench", "mukden", "--json").document] == [True, False]


def test_soak(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_module, "fuzz", lambda *words, **more: FuzzReport())
    monkeypatch.setattr(hostile_module, "hostile", lambda *words: HostileReport())
    assert run("soak", "--games", 1).code == 0
    monkeypatch.setattr(hostile_module, "hostile", lambda *words: HostileReport(faults=["x"]))
    assert run("soak", "--games", 1).code == 1


def test_replay(run: Command, record: Path) -> None:
    done = run("replay", record)
    assert (done.code, done.err) == (0, "")
    assert "resigns" in done.out
    assert "4.5" in done.out
    short = run("replay", record, "--to", 1)
    assert short.code == 0
    assert "to decide" in short.out
    assert "resigns" not in run("replay", record, "--quiet", "--to", 5).out
    document = run("replay", record, "--json", "--to", 3).document
    assert document["actions"] == 3
    assert document["view"]["side"] == "spectator"


def test_replay_proves_the_dice(run: Command, record: Path) -> None:
    done = run("replay", record, "--verify", "--quiet")
    assert done.code == 0
    assert "every roll is the one that the published seed gives" in done.out


def test_verify_says_what_is_proved(run: Command, record: Path, tmp_path: Path) -> None:
    done = run("verify", record)
    assert (done.code, done.err) == (0, "")
    assert "the seed is the one that was committed to" in done.out
    assert "rolls are as these give them" in done.out
    text = record.read_text(encoding="utf-8")
    part = b"\1" * 32
    shared = tmp_path / "shared.record"
    added = f"share russian: {share_commitment(part)} {part.hex()}\nseed: "
    shared.write_text(text.replace("seed: ", added, 1), encoding="utf-8")
    refused = run("verify", shared)  # nobody had added anything when these dice fell
    assert refused.code == 2
    assert "should be" in refused.err
    shared.write_text(text.replace("seed: ", added.replace(part.hex(), "left out"), 1), encoding="utf-8")
    assert "the part that russian added to it was not shown in time and is left out" in run("verify", shared).out
    assert run("verify", shared, "--json").document["shares"] == {"russian": "left out"}


def test_demo(run: Command, tmp_path: Path) -> None:
    done = run("demo", "mukden", "-o", tmp_path / "out", "--seed", 5)
    assert (done.code, done.err) == (0, "")
    assert "turn 1" in done.out
    assert (tmp_path / "out" / "mukden.svg").is_file()
    assert run("replay", tmp_path / "out" / "mukden.record", "--verify", "--quiet").code == 0


def test_help_is_the_answer_to_nothing(run: Command) -> None:
    for words in ((), ("--help",)):
        done = run(*words)
        assert done.code == 0
        for name in ("games", "rules", "check", "map", "fuzz", "simulate", "bench", "replay"):
            assert name in done.out


def test_a_user_who_stops_a_command_is_told_so(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*words: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fuzz_module, "fuzz", stop)
    done = run("fuzz", "mukden")
    assert (done.code, done.err) == (130, "shapan: stopped\n")


@pytest.mark.parametrize("program", [[sys.executable, "-m", "shapan"], [str(Path(sys.executable).parent / "shapan")]])
def test_both_ways_to_start_the_program_are_the_same(program: list[str]) -> None:
    good = subprocess.run([*program, "games", "--json"], capture_output=True, text=True, check=True, timeout=60)
    assert '"mukden"' in good.stdout
    bad = subprocess.run([*program, "rules", "chess"], capture_output=True, text=True, check=False, timeout=60)
    assert bad.returncode == 2
    assert bad.stderr.startswith("shapan: unknown game 'chess' (known: ")
    assert bad.stderr.count("\n") == 1


def test_a_reader_who_goes_away_is_no_error() -> None:
    piped = f"{sys.executable} -m shapan rules mukden --json | head -c 10"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout
    assert done.stderr == ""


def test_help_does_not_load_the_rooms_that_it_does_not_need() -> None:
    """Quickness without a clock: none of the heavy rooms is imported, only who could do the laboratory's work."""
    program = (
        "import sys; sys.argv = ['shapan', '--help']\n"
        "from shapan.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "rooms = ('shapan.lab.', 'shapan.draw', 'shapan.games.')\n"
        "print(sorted(name for name in sys.modules if name.startswith(rooms)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "['shapan.lab.crews']"
