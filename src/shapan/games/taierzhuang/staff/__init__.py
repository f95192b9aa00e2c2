"""How a staff officer plays Storm Over Taierzhuang.

The Japanese march on the town along one line of supply, soften it with guns and aircraft, enter in strength and fire
inside; once they hold it they cross the bridge, for all six victory areas decide the game at once. The Chinese fill the
town, keep a reserve south of the canal, delay with outposts, and strike back where their numbers tell; on the last turn
a single unit in the town is enough.

Everything is measured in Damage Points: what the dice promise (``odds``), what places and units are worth
(``picture``), what a march costs the line of supply (``lifeline``). An officer's ``temper`` holds the numbers in which
he differs from the others (``officers``).

He places his units (``placing``), gives for ``reinforcements``, and values ``chits``. With an impulse (``impulse``) he
marches (``march``, and ``manoeuvres`` for the optional rules) or attacks (``battle``); ``windows`` are for chits that
he plays outside it, ``losses`` for those whom he takes off. ``judgement`` says how a game stands.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel.mixtures import told
from shapan.kernel.staff import on
from shapan.mechanics.sides import TwoSidedStaff

from ..anti_tank import TanksMet
from ..attack import Assaulting, Attack
from ..bombardment import Interdiction
from ..chits import Discarding, Replenishing
from ..combat import Stand
from ..concentration import Gathering, Grouping
from ..damage import Damage
from ..deployment import Deploying, Drawing
from ..impulse import Impulse
from ..infiltration import Infiltrating
from ..movement import Marching
from ..position import TaierzhuangPosition
from ..reinforcements import ArrivalReroll, Levying, Order, QuantityReroll
from ..setup import SettingUp
from ..squads import Command
from ..stacking import Surplus
from ..supply import AirDrop, Guerrillas
from . import battle, chits, impulse, judgement, losses, manoeuvres, march, placing, reinforcements, windows
from .officers import OFFICERS, RECRUITS, TRUSTED
from .temper import CHINESE_STAFF, JAPANESE_STAFF, Temper


class Staff(TwoSidedStaff[TaierzhuangPosition, Temper]):
    """Advice for every decision of both sides."""

    answers: ClassVar = dict(
        [
            on(SettingUp, placing.set_up),
            on(Replenishing, chits.replenish),
            on(Order, reinforcements.order),
            on(ArrivalReroll, reinforcements.reroll_test),
            on(QuantityReroll, reinforcements.reroll_quantity),
            on(Levying, reinforcements.levy),
            on(Drawing, placing.draw),
            on(Deploying, placing.deploy),
            on(Impulse, impulse.impulse),
            on(Command, impulse.command),
            on(Marching, march.go_on),
            on(Assaulting, battle.launch),
            on(Attack, battle.announce),
            on(TanksMet, windows.anti_tank),
            on(Stand, windows.stand),
            on(Damage, losses.apply_damage),
            on(Interdiction, losses.interdict),
            on(Surplus, losses.surplus),
            on(Infiltrating, manoeuvres.infiltrating),
            on(Gathering, manoeuvres.gathering),
            on(Grouping, manoeuvres.grouping),
            on(Guerrillas, windows.guerrillas),
            on(AirDrop, windows.air_drop),
            on(Discarding, chits.discard),
        ]
    )
    routine = frozenset(
        {
            SettingUp,
            Deploying,
            Damage,
            Stand,
            Grouping,
            Discarding,
            Guerrillas,
            AirDrop,
            TanksMet,
            Order,
            ArrivalReroll,
            QuantityReroll,
        }
    )
    tested = 12
    sides = ("japanese", "chinese")
    plain = (JAPANESE_STAFF, CHINESE_STAFF)
    known = OFFICERS
    recruits = RECRUITS
    mixtures = told(__name__)
    trusted = TRUSTED
    learned = judgement.LEARNED

    def features(self, pos: TaierzhuangPosition) -> tuple[float, ...]:
        return judgement.features(pos)
