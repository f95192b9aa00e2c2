"""Observations are made of the View alone, and the names of their columns are true."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from tests.adapters.titles import EVERY, SOAK, TITLES, moments

import shapan
from shapan.adapters.following import Follower
from shapan.adapters.observation import SPELT, Columns, gauge, mask
from shapan.adapters.run import Run, Shaping
from shapan.adapters.spelling import SLOTS, Speller
from shapan.kernel import DICE, ShapanError


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_two_worlds_that_a_side_cannot_tell_apart_look_the_same(name: str, scenario: str) -> None:
    different = 0
    shaping = Shaping(shapan.game(name))
    for seed in range(6):
        for pos in moments(name, scenario, seed, every=25, most=8):
            for side in pos.book.sides:
                other = pos.imagine(side, Random(seed))
                different += other.key() != pos.key()
                here, there = Run(name, scenario), Run(name, scenario)
                here.stand(pos.copy())
                there.stand(other)
                seen = there.observe(side)
                assert all(np.array_equal(table, seen[key]) for key, table in here.observe(side).items())
                assert np.array_equal(here.mask(side), there.mask(side))
                assert shaping.potential(pos, side) == shaping.potential(other, side)
        if different > 5:
            return
    assert different, "nothing was hidden: these games show nothing"


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_tables_that_follow_a_game_are_those_of_the_view(name: str, scenario: str) -> None:
    """The quick way against the plain one: every number, for all sides, whatever was seen before."""
    meter = gauge(shapan.game(name).book(scenario))
    followers = {side: Follower(meter) for side in shapan.game(name).sides_in(scenario)}
    looks = 0
    for seed in range(2):
        for pos in moments(name, scenario, seed, every=4, most=60 if SOAK else 4):
            for side, follower in followers.items():
                quick, plain = follower.seen(pos.glance(side)), meter.seen(pos.view(side))
                for table in plain:
                    assert np.array_equal(quick[table], plain[table]), (table, side)
                looks += 1
    assert looks >= 8


def test_whatever_comes_and_goes_is_followed() -> None:
    """Pieces leave and return, lie unknown under a name that is known, or are told anew in the same words."""
    pos, rng = shapan.game("mukden").start(), Random(1)
    meter, view = gauge(pos.book), pos.view("japanese")
    follower = Follower(meter)
    for _ in range(40):
        pieces = [
            rng.choice((piece, replace(piece), replace(piece, hidden=not piece.hidden), replace(piece, order=7)))
            for piece in rng.sample(view.pieces, rng.randrange(len(view.pieces)))
        ]
        boxes = rng.sample(view.boxes, rng.randrange(len(view.boxes) + 1))
        marks = rng.sample(view.marks, rng.randrange(len(view.marks) + 1))
        now = replace(view, pieces=pieces, boxes=boxes, marks=marks)
        quick, plain = follower.seen(now), meter.seen(now)
        assert all(np.array_equal(quick[table], plain[table]) for table in plain)


def test_figures_that_move_are_followed() -> None:
    """Where only point and heading change only they are written; whatever else changes is written with them."""
    pos, rng = shapan.game("yangtze").start(), Random(1)
    while sum(piece.at is not None for piece in pos.glance(pos.book.sides[0]).pieces) < 5:
        pos.apply(pos.options().sample(rng))
    side = pos.book.sides[0]
    meter, view = gauge(pos.book), pos.glance(side)
    follower, pieces = Follower(meter), list(view.pieces)
    for _ in range(40):
        at = rng.randrange(len(pieces))
        moved = replace(pieces[at], at=(rng.randrange(500), rng.randrange(500)), heading=rng.choice((None, 0, 90)))
        other = replace(moved, statuses=rng.choice(((), ("pinned",))), values=rng.choice(({}, {"floor": 1})))
        pieces[at] = rng.choice((moved, other))
        now = replace(view, pieces=tuple(pieces))
        quick, plain = follower.seen(now), meter.seen(now)
        assert all(np.array_equal(quick[table], plain[table]) for table in plain)


@pytest.mark.parametrize(("name", "scenario"), TITLES)
def test_every_word_of_a_view_has_a_column(name: str, scenario: str) -> None:
    columns = gauge(shapan.game(name).book(scenario)).columns
    for pos in moments(name, scenario):
        for side in pos.book.sides:
            view = pos.view(side)
            words = {f"{row.key}:{row.side}" for ledger in view.ledgers for row in ledger.rows}
            words |= {f"{box.title}:{box.side}" for box in view.boxes}
            words |= {f"asked:{view.ask.kind}", f"acting:{view.ask.actor}", f"viewer:{side}"}
            words |= {view.clock.phase_key.replace(".", ":", 1)}
            assert words <= set(columns.globals)
            assert {f"marks:{mark.side}" for mark in view.marks} <= set(columns.places)


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_no_two_columns_of_a_table_have_the_same_name(name: str, scenario: str) -> None:
    game = shapan.game(name)
    columns = Columns(game.book(scenario), game.board(scenario))
    for table in ("pieces", "hidden", "places", "globals", "slots"):
        names = getattr(columns, table)
        assert len(set(names)) == len(names)


def test_the_names_of_the_columns_are_those_that_were_promised() -> None:
    """Whoever changes them raises VERSION, and these lists with it."""
    columns = gauge(shapan.game("mukden").book()).columns
    assert columns.hidden == ("on_map", "side:japanese", "side:russian", "place", "x", "y", "order")
    assert columns.slots == ("offered", "x", "y", "points", "number")
    assert columns.pieces[:10] == (*columns.hidden, "face", "heading", "value:steps")
    assert (
        columns.places[-6:] == tuple(f"{what}:{side}" for what in ("pieces", "hidden", "marks") for side in SIDES)[-6:]
    )
    assert {"turn", "turns", "asked:declare", "acting:dice", "ledger.lost:russian", "drawn"} <= set(columns.globals)


SIDES = ("", "japanese", "russian")


def test_the_tables_tell_where_the_pieces_stand() -> None:
    pos = shapan.game("mukden").start()
    meter = gauge(pos.book)
    view = pos.view("japanese")
    seen = meter.observe(view)
    of = {name: column for column, name in enumerate(meter.columns.pieces)}
    known = [piece for piece in view.pieces if not piece.hidden]
    assert known
    for piece in known:
        row = seen["pieces"][meter.pieces[piece.id]]
        assert row[of[f"side:{piece.side}"]] == 1
        assert row[of["place"]] == meter.places[piece.place] + 1
        assert row[of["value:steps"]] == piece.values["steps"]
    assert seen["pieces"][:, of["on_map"]].sum() == len(known)
    assert seen["hidden"][:, 0].sum() == len(view.pieces) - len(known) > 0
    counted = [column for column, name in enumerate(meter.columns.places) if name.startswith(("pieces:", "hidden:"))]
    assert seen["places"][:, counted].sum() == len(view.pieces)


def test_planes_show_the_table_of_places_as_the_map_lies() -> None:
    pos = shapan.game("mukden").start()
    meter = gauge(pos.book)
    seen = meter.observe(pos.view("japanese"))
    planes = meter.planes(seen)
    assert planes.shape == meter.planes_shape
    assert planes.sum() == pytest.approx(seen["places"].sum())
    row, column = (int(axis[meter.places["1001"]]) for axis in meter._grid)
    assert np.array_equal(planes[:, row, column], seen["places"][meter.places["1001"]])
    row_below = int(meter._grid[0][meter.places["1002"]])
    assert row_below == row + 1


def test_planes_are_for_hex_maps() -> None:
    with pytest.raises(ShapanError, match="hex maps"):
        gauge(shapan.game("taierzhuang").book()).planes_shape  # noqa: B018


def test_what_has_been_spelt_is_seen_by_its_speller_alone() -> None:
    run = Run("mukden")
    asked = run.pos.actor
    assert run.spell(run.alphabet.numbers["verb:declare"]) is None
    for side in run.sides:
        spelt = run.observe(side)["spelt"]
        assert spelt.any() == run.mask(side).any() == (side == asked)
    assert run.observe(asked)["spelt"][0] == run.alphabet.numbers["verb:declare"] + 1


def test_the_points_behind_the_slots_are_shown() -> None:
    pos = shapan.game("yangtze").start()
    meter = gauge(pos.book)
    speller = Speller(pos)
    for name in ("verb:deploy", None):
        speller.spell(speller.alphabet.numbers[name] if name else next(iter(speller.choices)))
    slots = meter.observe(pos.view(pos.actor), speller)["slots"]
    assert slots.shape == (SLOTS, 5)
    assert slots[:, 0].sum() == len(speller.choices) == mask(speller).sum()
    x, y = speller.offered[0]
    assert tuple(slots[0]) == pytest.approx((1, x / meter.board.width, y / meter.board.height, 1, 0))


def test_tables_are_the_callers_to_change() -> None:
    run = Run("taierzhuang")
    side = run.pos.actor
    assert side != DICE
    before = run.observe(side)
    run.observe(side)["places"][:] = 7
    assert all(np.array_equal(table, before[name]) for name, table in run.observe(side).items())
    assert before["spelt"].shape == (SPELT,)


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_whatever_a_view_says_of_a_piece_has_a_column_of_its_own(name: str, scenario: str) -> None:
    """A title declares the statuses and the numbers of its Views, and what it does not nobody could tell apart."""
    meter = gauge(shapan.game(name).book(scenario))
    others = [meter.of["pieces"]["status:other"], meter.of["pieces"]["value:other"]]
    for pos in moments(name, scenario, 3, every=5, most=60 if SOAK else 12):
        for side in pos.book.sides:
            assert not meter.seen(pos.glance(side))["pieces"][:, others].any(), pos.key()


def test_where_a_counter_lies_within_its_area_is_drawing() -> None:
    """Areas have no stacks: what lies beside what says nothing, and so neither point nor order of a counter does."""
    view = shapan.game("taierzhuang").start().view("japanese")
    meter = gauge(shapan.game("taierzhuang").book())
    elsewhere = [replace(piece, at=(7, 9), order=5) for piece in view.pieces]
    assert np.array_equal(meter.seen(view)["pieces"], meter.seen(replace(view, pieces=elsewhere))["pieces"])
