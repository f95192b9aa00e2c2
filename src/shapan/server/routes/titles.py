"""What can be played: titles, boards, bots."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import BadData, Board, Game
from shapan.kernel.errors import Unknown

from ..botlist import bot_documents
from ..documents import BotList, SwitchDocument, TitleDocument, TitleList
from ..problems import Problem
from ..web import TheHouse, answers, limited, picture, reply, tagged

router = APIRouter(tags=["titles"], dependencies=[limited("read")])
Word = Annotated[str, Path(max_length=64)]
Version = Annotated[str | None, Query(max_length=64)]


def title_document(game: Game) -> TitleDocument:
    switches = [
        SwitchDocument(one.id, one.title, one.case, one.default, one.values, one.summary)
        for one in game.switches.values()
    ]
    scenarios = list(game.scenarios.values())
    texts = game.texts.texts
    names = {side: texts.get(f"party.{side}") or texts.get(f"word.{side}", side) for side in game.sides}
    return TitleDocument(
        id=game.id,
        title=game.title,
        summary=game.summary,
        sides=game.sides,
        side_names=names,
        data_version=game.data_version,
        scenarios=scenarios,
        options=switches,
        takeback_switch=game.takeback_switch,
        cover=f"/api/v1/titles/{game.id}/cover" if game.cover() else "",
        hours=game.hours,
        difficulty=game.difficulty,
    )


@router.get("/titles", **answers(TitleList))
async def list_titles() -> Response:
    """All games that can be played, with their scenarios and switches."""
    return reply(TitleList([title_document(find_game(name)) for name in games()]))


@router.get("/titles/{title}/board/{scenario}", **answers(Board, 304, 404))
async def show_board(request: Request, house: TheHouse, title: Word, scenario: Word, data: Version = None) -> Response:
    """Everything about a scenario that does not change while it is played: map, pieces, charts, rules, texts. With
    the ``data_version`` of a game that was begun under an older release, as that game has it."""
    try:
        game = find_game(title)
        if data not in (None, game.data_version):
            game = await house.think(game.edition, data)
    except (Unknown, BadData) as error:
        raise Problem("not-found", str(error)) from None
    if scenario not in game.scenarios:
        raise Problem("not-found", f"unknown scenario {scenario!r} (known: {', '.join(game.scenarios)})")
    made = await house.boards.get(game, scenario)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    answer = tagged(request, lambda: made.packed if packed else made.body, made.tag, "public, no-cache")
    answer.headers["Vary"] = "Accept-Encoding"
    if packed and answer.status_code == 200:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


@router.get("/titles/{title}/cover", **picture(404))
def show_cover(title: Word) -> Response:
    """The picture on a game's box."""
    try:
        cover = find_game(title).cover()
    except Unknown as error:
        raise Problem("not-found", str(error)) from None
    if not cover:
        raise Problem("not-found", f"{title} has no picture")
    return Response(cover, headers={"Cache-Control": "public, max-age=86400"}, media_type="image/svg+xml")


@router.get("/bots", **answers(BotList))
async def list_bots() -> Response:
    """The programs that can hold a seat."""
    return reply(BotList(bot_documents()))
