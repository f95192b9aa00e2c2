"""6.0 Card precedence and S7: charges go first by their minimum, then everything moves together, tick by tick.

Every tick is proposed, checked and carried out for all movers at once, so that neither side moves before the other.
Whatever calls for dice (defensive fire, covering fire, a sniper) interrupts between two ticks.
"""

from __future__ import annotations

from shapan.kernel import Frame, Step, amended

from ..actions import CHARGE, MOVE, SKIRMISH
from ..command import in_circle
from ..melee.forced import forced_tracks, leave_table
from ..orders.planned import Charging
from ..position import NOWHERE, YangtzePosition
from ..vessels.carriers import BEATS, roll_on, set_out
from ..vessels.riders import disembark, embark_all, make_for_hulls, stay_aboard, step_off, storm_out
from ..who import numbered
from ..works.loads import loads_follow
from ..works.people import brought_aboard, captives_follow
from .charge import look_out, pursue, take_up
from .horses import change_mounts, make_for_saddles
from .interrupts import unmask
from .movers import CHARGE_SEGMENT, LAST_LEGS, MOVE_SEGMENT
from .segment import Segment
from .settling import settle_bases
from .ways import escorted


def charge_minimum(pos: YangtzePosition) -> None:
    """6.2: chargers make their minimum move before anybody else moves."""
    pos.spent = (0,) * len(pos.x)
    pos.goal, pos.sought = (None,) * len(pos.x), (NOWHERE,) * len(pos.x)
    storm_out(pos)
    if any(pos.card[unit] == CHARGE and isinstance(plan, Charging) for unit, plan in numbered(pos.plan)):
        take_up(pos)
        pos.then(Moving(CHARGE_SEGMENT))


def simultaneous_move(pos: YangtzePosition) -> None:
    """5.1 to 5.3: all other movement, and the rest of the charges."""
    stay_put(pos)
    set_out(pos)
    make_for_hulls(pos)
    disembark(pos)
    make_for_saddles(pos)
    forced_tracks(pos)
    take_up(pos)
    pos.then(Moving(MOVE_SEGMENT))


def stay_put(pos: YangtzePosition) -> None:
    """4.1, R4, S17.1: who is out of command when the common movement begins, or whose escort has gone, does not move,
    though he was in it when his way was planned."""
    tracks = list(pos.track)
    for unit, figures in numbered(pos.standing):
        if pos.card[unit] in (MOVE, SKIRMISH):
            able = in_circle(pos, unit)
            for figure in figures:
                if tracks[figure] and not (able >> figure & 1 and escorted(pos, figure)):
                    tracks[figure] = ()
                    pos.stuck |= 1 << figure
    pos.track = tuple(tracks)


class Moving(Frame):
    """6.2, S7: a segment of movement."""

    segment: int
    """The minimum of the charges, or everything else."""
    tick: int = 0
    """How many of its ticks have passed."""


class MoveTogether(Step[YangtzePosition, Moving]):
    """One segment of movement. It asks nothing itself; interruptions do."""

    case = "6.2"

    def settle(self, pos: YangtzePosition, at: Moving) -> bool:
        segment, tick = at.segment, at.tick
        last = pos.book.ticks[segment]
        run = Segment(pos, segment)
        beat = last // BEATS
        while tick < last:
            barred = False
            if pos.rolling and tick % beat == 0:
                run.write()
                roll_on(pos, tick // beat)
                barred = look_out(pos)
                run = Segment(pos, segment)  # 5.3: who has to keep clear of what is judged anew
                run.look = run.tick + (not run.idle)
            # S7.3: at every beat chargers look where their man has gone; who has nowhere left to go looks at once.
            if barred or (tick % beat == 0 and tick and run.charging and run.astray()):
                run.write()
                pursue(pos)
                run.follow_on()
            elif lost := run.at_a_loss():
                run.write()
                pursue(pos, lost)
                run.follow_on()
            if run.idle:
                # Those who walk have come to rest; what is driven or sailed goes on beat by beat, and is watched (R77).
                if not pos.rolling:
                    break
                if (event := run.watch()) is not None:
                    pos.become(amended(at, tick=tick + 1))
                    event(pos)
                    return False
                tick += beat - tick % beat
                continue
            # Whatever breaks into a run of quiet ticks comes at a beat of the carriers or of the pursuit.
            if quiet := run.quiet(beat - tick % beat if pos.rolling or run.charging else last - tick):
                run.pass_over(quiet)
                tick += quiet
                continue
            interruption = run.advance()
            if interruption is not None:
                run.write()
                pos.become(amended(at, tick=tick + (not interruption[0])))
                interruption[1](pos)
                return False
            tick += 1
        run.write()
        pos.done()
        if segment == MOVE_SEGMENT:
            come_to_rest(pos)
        elif segment == LAST_LEGS:
            make_an_end(pos)
        return False


def come_to_rest(pos: YangtzePosition) -> None:
    """The end of the common movement: bases are settled, people are on horses, off them or aboard. Then the last legs
    begin, of those who had to wait for it."""
    roll_on(pos, BEATS - 1)
    pos.rolling = ()
    leave_table(pos)
    stay_aboard(pos)
    settle_bases(pos)
    change_mounts(pos)
    embark_all(pos)
    step_off(pos)
    captives_follow(pos)
    if pos.late:
        pos.then(Moving(LAST_LEGS))
    else:
        make_an_end(pos)


def make_an_end(pos: YangtzePosition) -> None:
    """The end of all movement."""
    if pos.late:
        settle_bases(pos, guns=False, late=True)
        brought_aboard(pos)
        pos.late = 0
    loads_follow(pos)
    unmask(pos)
