"""2.1, 2.2 What a side may know: its own hand and card, of the other's only how many."""

from random import Random

from shapan.kernel import NONE, Group, Options, option_groups
from shapan.kernel.view import Ask, Box, Clock, PieceView, View

from .actions import Arrange
from .position import FordPosition
from .sequence import Playing


def view(pos: FordPosition, side: str) -> View:
    """The position as this side, or the spectator, sees it."""
    book = pos.book
    line = pos.SEQUENCE.phases[pos.phase]
    return View(
        game=book.game.id,
        scenario=book.scenario,
        side=side,
        clock=Clock(pos.turn, book.turns, "", line.number, f"phase.{line.name}", line.case),
        pieces=[PieceView("banner", "", book.road[pos.banner])],
        boxes=[_hand(pos, number, side) for number in range(len(book.sides))],
        marks=[],
        ledgers=[],
        ask=_ask(pos, side),
        outcome=pos.outcome,
    )


def _hand(pos: FordPosition, number: int, viewer: str) -> Box:
    owner, cards = pos.book.sides[number], pos.hands[number]
    seen = viewer == owner or pos.book.switches["open_hands"]
    note = "card laid" if pos.played[number] else ""
    return Box(f"hand_{owner}", "box.hand", owner, [str(card) for card in cards] if seen else [], len(cards), note)


def _ask(pos: FordPosition, side: str) -> Ask:
    asked, lexicon = pos.decision, pos.book.lexicon
    options = pos.options() if asked.actor == side else NONE
    free = option_groups(lexicon, pos.free_options(side))
    return Ask(asked.kind, asked.actor, asked.case, asked.prompt, asked.params, option_groups(lexicon, options), free)


def arrangements(pos: FordPosition, side: str) -> Options:
    """2.1: one other order of the hand; there are more, and all are allowed."""
    if side not in pos.book.sides or pos.outcome:
        return NONE
    return Options(Group(Arrange, side, values=(pos.hands[pos.book.sides.index(side)][::-1],)))


def imagine(pos: FordPosition, side: str, rng: Random) -> FordPosition:
    """Everything that this side has not seen is dealt anew: the other hands, the cards face down, the deck."""
    world = pos.copy()
    hidden = [number for number, owner in enumerate(pos.book.sides) if owner != side]
    if pos.book.switches["open_hands"]:
        hidden = []
    laying = pos.stack and isinstance(pos.top, Playing)
    face_down = [number for number in hidden if pos.played[number] and laying]
    unseen = [card for number in hidden for card in pos.hands[number]] + [pos.played[number] for number in face_down]
    unseen += [strength for strength, left in enumerate(pos.deck, 1) for _ in range(left)]
    unseen.sort()  # the order in which the cards really lie must not show in the deal
    rng.shuffle(unseen)
    for number in hidden:
        world.give(number, tuple(unseen.pop() for _ in pos.hands[number]))
    laid = [unseen.pop() if number in face_down else card for number, card in enumerate(pos.played)]
    world.played = (laid[0], laid[1])
    world.deck = tuple(unseen.count(strength) for strength in range(1, len(pos.deck) + 1))
    return world
