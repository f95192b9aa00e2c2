"""3.0 The banner marches. 4.1 A camp is reached."""

from shapan.kernel import Action, Group, Options, Outcome, Refusal, SideFrame, SideStep

from .actions import March
from .position import FordPosition

BANNER = 0


class Marching(SideFrame, step="march"):
    """3.1: the side with the better card leads the banner."""

    steps: int


def reach(pos: FordPosition, at: Marching) -> tuple[int, ...]:
    """3.1: the places from here to so many steps towards the other's camp, which ends the road."""
    goal = pos.book.goals[at.side]
    way = range(pos.banner, goal + 1) if goal >= pos.banner else range(pos.banner, goal - 1, -1)
    return tuple(way[: at.steps + 1])


class MarchBanner(SideStep[FordPosition, Marching]):
    """3.1: the side with the better card may move the banner, or leave it where it is."""

    case = "3.1"

    def options(self, pos: FordPosition, at: Marching) -> Options:
        return Options(Group(March, BANNER, values=lambda: reach(pos, at)))

    def refusal(self, pos: FordPosition, at: Marching, action: Action) -> Refusal | None:
        if not isinstance(action, March):
            return Refusal("3.1", "refusal.march_first")
        if action.place not in reach(pos, at):
            return Refusal("3.1", "refusal.too_far", place=action.place)
        return None

    def apply(self, pos: FordPosition, at: Marching, action: Action) -> None:
        assert isinstance(action, March)
        pos.banner = action.place
        pos.tell("3.1", "event.marched", side=pos.book.sides[at.side], piece=BANNER, place=action.place)
        pos.done()
        if pos.banner == pos.book.goals[at.side]:
            pos.end(Outcome(pos.book.sides[at.side], "4.1", "outcome.camp"))
