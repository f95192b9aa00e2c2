"""An attack from its first click to its result: the enemy clicked first, odds in words, die and stamp."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import DESKTOP, FIRST, in_sight, take_seat
from tests.browser.player import Player, first_answer
from tests.browser.table import Table, middle

# Note what appears beside a battle, and whether it lies over those who fight.
WATCH = """(fighters) => {
    window.shown = {};
    const port = document.querySelector('[data-testid=board]').getBoundingClientRect();
    const boxes = fighters.map((each) => document.querySelector(each).getBoundingClientRect());
    const look = () => {
        for (const name of ['die', 'stamp']) {
            // Where it comes to rest, however it tumbles on the way.
            const seen = document.querySelector(`[data-testid=${name}]`);
            const style = seen?.style;
            if (!style) continue;
            if (name === 'stamp') window.stamped = seen.querySelector('strong').innerText;
            const [left, top] = [port.left + parseFloat(style.left), port.top + parseFloat(style.top)];
            const [right, bottom] = [left + parseFloat(style.width), top + parseFloat(style.height)];
            window.shown[name] ??= boxes.some((each) =>
                left < each.right && each.left < right && top < each.bottom && each.top < bottom);
        }
        if (Object.keys(window.shown).length < 2) requestAnimationFrame(look);
    };
    look();
}"""


def fights(view: dict[str, Any]) -> bool:
    return bool(view["ask"]["kind"] == "fight" and view["ask"].get("options"))


def about_to_fight(page: Page, server: Server, fog: bool = False) -> Table:
    """Mukden, without fog of war if not wanted, where we are the Japanese and about to attack."""
    player = Player(server.url)
    game = player.set_up("mukden", "battle", {"japanese": "me", "russian": "bot:random"}, fog_of_war=fog)
    player.act(game, "declare combat")
    player.play_until(game, fights)
    return take_seat(page, player, game)


def attack(view: dict[str, Any], table: Table) -> tuple[str, str, str]:
    """An enemy in sight that can be attacked, where he stands, and who can attack him."""
    port = table.page.locator("[data-zone=map]").bounding_box()
    assert port is not None
    for group in view["ask"]["options"]:
        if group["verb"] != "attack":
            continue
        for target in group["values"]:
            foe = next(piece for piece in view["pieces"] if piece["place"] == target and not piece.get("order"))
            x, y = middle(table.piece(foe["id"]))
            if (
                port["x"] + 80 < x < port["x"] + port["width"] - 80
                and port["y"] + 80 < y < port["y"] + port["height"] - 80
            ):
                return foe["id"], target, group["words"][0]
    raise AssertionError("nobody in sight can be attacked")


def test_a_click_on_the_enemy_begins_an_attack_and_its_odds_are_told_in_words(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(**DESKTOP)
    table = about_to_fight(page, server)
    view = table.view()
    foe, target, attacker = attack(view, table)
    attacks = [group for group in view["ask"]["options"] if group["verb"] == "attack"]
    able = {group["words"][0] for group in attacks if target in group["values"]}
    page.mouse.click(*middle(table.piece(foe)))
    expect(page.locator(".piece.legal")).to_have_count(len(able))
    page.mouse.click(*middle(table.piece(attacker)))
    preview = page.get_by_test_id("preview")
    expect(preview).to_contain_text("Attack on")
    expect(preview.get_by_test_id("average")).to_have_text(re.compile(r"you lose \d.* steps, they lose \d"))
    expect(preview.locator(".chances .result").first).to_have_text(re.compile(r"You lose \d, they lose \d"))
    shares = [int(text.rstrip("%")) for text in preview.locator(".chances .number").all_inner_texts()]
    assert sum(shares) == 100
    expect(page.get_by_test_id("tokens")).to_have_text(re.compile(r"≤ \d"))  # markers, beside the target
    likeliest = page.locator("[data-primary]")
    expect(likeliest).to_have_attribute("data-action", "resolve 0")
    page.get_by_test_id("more-of").click()
    expect(likeliest).to_have_attribute("data-action", "resolve 1")
    expect(preview).to_contain_text("Bombardment")  # the odds are those of this many markers
    ends = "(each) => each.getBoundingClientRect().bottom"
    coach = page.locator("[data-zone=coach]").evaluate(ends)
    assert preview.locator(".factors li").last.evaluate(ends) <= coach, "the sum is in sight"
    expect(page.get_by_test_id("tokens")).to_have_text("+1")
    page.get_by_test_id("fewer").click()
    expect(preview).not_to_contain_text("Bombardment")
    table.answer("resolve 0")
    page.evaluate(WATCH, [f".piece[data-place='{target}']", f".piece[data-piece='{attacker}']"])
    table.confirm()
    page.wait_for_function("() => Object.keys(window.shown).length === 2")
    assert page.evaluate("() => window.shown") == {"die": False, "stamp": False}
    words = page.evaluate("() => window.stamped")  # the same words for the same people as in the odds
    assert re.fullmatch(r"You lose \d, they lose \d|Both sides lose \d|No losses", words), words
    expect(page.get_by_test_id("stamp")).to_have_count(0)


def test_losses_fade_from_the_counters_though_the_next_dice_fall_meanwhile(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = about_to_fight(page, server)
    _, target, attacker = attack(table.view(), table)
    table.act(f"attack {attacker} {target}")
    table.act("resolve 0")
    table.catch_up()
    while table.view()["ask"]["kind"] == "lose":
        table.act(first_answer(table.view()))
    table.catch_up()
    expect(page.locator("[data-loss]")).to_have_count(0)


def test_a_unit_that_can_only_stand_fast_does_so_on_a_yes_not_on_a_click(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = about_to_fight(page, server)
    options = table.view()["ask"]["options"]
    able = {group["words"][0] for group in options if group["verb"] in ("attack", "probe")}
    idle = next(each for each in in_sight(page) if each["legal"] and each["id"] not in able)
    seq = table.seq()
    page.mouse.click(idle["x"], idle["y"])
    expect(page.get_by_test_id("confirm")).to_be_visible()
    assert table.seq() == seq
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_have_count(0)


def test_an_attack_on_unseen_defenders_tells_its_odds_at_best_and_at_worst(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = about_to_fight(page, server, fog=True)
    view = table.view()
    heaps = Counter(piece["place"] for piece in view["pieces"] if piece["side"] == "russian")
    attacks = [group for group in view["ask"]["options"] if group["verb"] == "attack"]
    unit, target = next((g["words"][0], value) for g in attacks for value in g["values"] if heaps[value] > 1)
    table.act(f"attack {unit} {target}")
    table.catch_up()
    weakest, strongest = page.get_by_test_id("preview").all()
    expect(weakest).to_contain_text("at least")
    expect(weakest.get_by_test_id("average")).to_be_visible()
    expect(strongest.get_by_test_id("average")).to_be_hidden()
    strongest.locator("summary").first.click()
    expect(strongest.get_by_test_id("average")).to_be_visible()


@pytest.mark.parametrize(("title", "first"), [("shanghai_incident", []), ("taierzhuang", ["rest W"])])
def test_a_click_on_the_enemy_begins_an_attack_in_every_way_of_naming_it(
    server: Server, new_page: NewPage, title: str, first: list[str]
) -> None:
    """Whether the rules name the unit first or the place."""
    page = new_page(**DESKTOP)
    player = Player(server.url)
    game = player.set_up(title, FIRST[title])
    for action in first:
        player.act(game, action)
    player.play_until(game, somebody_fights)
    table = take_seat(page, player, game)
    view = table.view()
    foe, attackers = fight(view, table)
    page.mouse.click(*middle(table.piece(foe)))
    expect(page.locator("[data-chosen]")).to_be_attached()
    ringed = {counter["id"] for counter in in_sight(page) if counter["legal"]}
    assert ringed
    assert ringed <= attackers
    seq = table.seq()
    page.mouse.click(*middle(table.piece(min(ringed))))
    table.wait_beyond(seq)
    expect(page.get_by_test_id("preview").first).to_be_visible()


def _with_bombers(player: Player) -> tuple[str, dict[str, Any]]:
    """A first impulse in which Bomber Support can be played, and how that is offered; on some days it rains (4.0)."""
    while True:
        game = player.set_up("taierzhuang", FIRST["taierzhuang"], japanese_initiative=True)
        for action in ("rest W", "rest X", "rest M"):
            player.act(game, action)
        player.play_until(game, lambda view: bool(view["ask"]["kind"] == "impulse"))
        for group in player.view(game)["ask"]["options"]:
            if group.get("words") == ["J-BS"]:
                return game, group


def test_what_a_chit_would_do_is_told_once_it_is_chosen_and_then_of_its_target(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(**DESKTOP)
    player = Player(server.url)
    game, bombers = _with_bombers(player)
    table = take_seat(page, player, game)
    previews = page.get_by_test_id("preview")
    expect(previews).to_have_count(0)
    page.get_by_test_id("rack").locator("[data-held='J-BS']").click()
    expect(previews).to_have_count(len(bombers["values"]))
    table.click_place("M")
    expect(previews).to_have_count(1)
    expect(previews).to_contain_text("Bomber Support: attack on Yuanshang (M)")
    expect(previews.get_by_test_id("average")).to_have_text(re.compile(r"^On average they take \d.* Damage Points$"))


def targets(view: dict[str, Any]) -> dict[str, set[str]]:
    """Places that can be attacked and by whom: a unit named before the place, or the place before the units."""
    found: dict[str, set[str]] = {}
    for group in view["ask"].get("options", []):
        for value in group.get("values", []):
            if group["verb"] == "attack":
                found.setdefault(value, set()).add(group["words"][0])
            elif group["verb"] == "fire" and "," not in value:
                found.setdefault(group["words"][0], set()).add(value)
    return found


def somebody_fights(view: dict[str, Any]) -> bool:
    return bool(targets(view))


def fight(view: dict[str, Any], table: Table) -> tuple[str, set[str]]:
    """An enemy counter in sight that can be attacked, and by whom."""
    seen = {counter["id"] for counter in in_sight(table.page)}
    for place, attackers in targets(view).items():
        foes = [p["id"] for p in view["pieces"] if p["place"] == place and p["side"] != view["side"]]
        if (foe := next((each for each in foes if each in seen), None)) and attackers & seen:
            return foe, attackers
    raise AssertionError("nobody in sight can be attacked")


def test_a_click_on_the_enemy_rings_all_who_can_attack_him(server: Server, new_page: NewPage) -> None:
    """Also where the enemy lies on a stack, and nothing of it is ringed before."""
    page = new_page(**DESKTOP)
    player = Player(server.url)
    game = player.set_up("shanghai_nanking", FIRST["shanghai_nanking"], {"chinese": "me", "japanese": "bot:random"})
    player.act(game, "plan fight-fight")
    table = take_seat(page, player, game)
    view = table.view()
    assert fights(view)
    foe, target, attacker = attack(view, table)
    attacks = [group for group in view["ask"]["options"] if group["verb"] == "attack"]
    able = {group["words"][0] for group in attacks if target in group["values"]}
    expect(table.piece(foe)).not_to_have_class(re.compile("legal"))
    page.mouse.click(*middle(table.piece(foe)))
    expect(page.locator(".piece.legal")).to_have_count(len(able))
    seq = table.seq()
    page.mouse.click(*middle(table.piece(attacker)))
    table.carry_through(seq)
    assert not fights(table.view())
