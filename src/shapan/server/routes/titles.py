"""What can be played: titles, boards, bots."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import Board, Game
from shapan.kernel.errors import Unknown

from ..botlist import bot_documents
from ..documents import BotList, SwitchDocument, TitleDocument, TitleList
from ..problems import Problem
from ..web import TheHouse, answers, limited, reply, tagged

router = APIRouter(tags=["titles"], dependencies=[limited("read")])
Word = Annotated[str, Path(max_length=64)]


def title_document(game: Game) -> TitleDocument:
    switches = [
        SwitchDocument(one.id, one.title, one.case, one.default, one.values, one.summary)
        for one in game.switches.values()
    ]
    scenarios = list(game.scenarios.values())
    names = {side: game.texts.texts.get(f"word.{side}", side) for side in game.sides}
    return TitleDocument(game.id, game.title, game.summary, game.sides, names, game.data_version, scenarios, switches)


@router.get("/titles", **answers(TitleList))
async def list_titles() -> Response:
    """All games that can be played, with their scenarios and options."""
    return reply(TitleList([title_document(find_game(name)) for name in games()]))


@router.get("/titles/{title}/board/{scenario}", **answers(Board, 304, 404))
def show_board(
    request: Request,
    house: TheHouse,
    title: Word,
    scenario: Word,
    v: Annotated[str | None, Query(max_length=64, description="The data version: makes the answer cacheable.")] = None,
) -> Response:
    """Everything about a scenario that never changes: map, pieces, charts, rules, texts."""
    try:
        game = find_game(title)
    except Unknown as error:
        raise Problem("not-found", str(error)) from None
    if scenario not in game.scenarios:
        raise Problem("not-found", f"unknown scenario {scenario!r} (known: {', '.join(game.scenarios)})")
    made = house.boards.get(title, scenario)
    cache = "public, max-age=31536000, immutable" if v == game.data_version else "no-cache"
    packed = "gzip" in request.headers.get("accept-encoding", "")
    answer = tagged(request, lambda: made.packed if packed else made.body, made.tag, cache)
    answer.headers["Vary"] = "Accept-Encoding"
    if packed and answer.status_code == 200:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


@router.get("/bots", **answers(BotList))
async def list_bots() -> Response:
    """The programs that can hold a seat."""
    return reply(BotList(bot_documents()))
