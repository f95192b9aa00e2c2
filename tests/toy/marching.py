"""3.0 The banner marches. 4.1 A camp is reached."""

from shapan.kernel import Action, Group, Options, Outcome, Refusal, Step

from .actions import March
from .position import FordPosition

BANNER = 0


def reach(pos: FordPosition, side: int, steps: int) -> tuple[int, ...]:
    """3.1: the places from here to so many steps towards the other's camp, which ends the road."""
    goal = pos.book.goals[side]
    way = range(pos.banner, goal + 1) if goal >= pos.banner else range(pos.banner, goal - 1, -1)
    return tuple(way[: steps + 1])


class MarchBanner(Step[FordPosition]):
    """3.1: the side with the better card may move the banner, or leave it where it is."""

    name = "march"
    case = "3.1"

    def actor(self, pos: FordPosition) -> str:
        side, _ = pos.frame
        return pos.book.sides[side]

    def options(self, pos: FordPosition) -> Options:
        return Options(Group(March, BANNER, values=lambda: reach(pos, *pos.frame)))

    def refusal(self, pos: FordPosition, action: Action) -> Refusal | None:
        if not isinstance(action, March):
            return Refusal("3.1", "refusal.march_first")
        if action.place not in reach(pos, *pos.frame):
            return Refusal("3.1", "refusal.too_far", place=action.place)
        return None

    def apply(self, pos: FordPosition, action: Action) -> None:
        assert isinstance(action, March)
        side, _ = pos.frame
        pos.banner = action.place
        pos.tell("3.1", "event.marched", side=pos.book.sides[side], piece=BANNER, place=action.place)
        pos.done()
        if pos.banner == pos.book.goals[side]:
            pos.end(Outcome(pos.book.sides[side], "4.1", "outcome.camp"))
