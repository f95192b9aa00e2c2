import { beforeEach, describe, expect, it, vi } from "vitest";

import type { OptionGroup } from "../src/lib/types";
import { Speaker } from "../src/lib/texts";
import { browser, game, serve, state } from "./desk";

browser();
const { Counsel, refsOf } = await import("../src/state/counsel.svelte");
const { Play } = await import("../src/state/play.svelte");
const { settings } = await import("../src/state/settings.svelte");

const OPTIONS: OptionGroup[] = [
  { verb: "move", words: ["A"], kinds: ["piece", "path"], values: ["11", "12"], costs: [1, 2] },
  { verb: "pass" },
];

/** Just enough of a table. */
function table(options = OPTIONS): { acted: string[]; table: never } {
  const acted: string[] = [];
  const doc = state(3, "red");
  doc.view.ask.options = options;
  const found = {
    id: "abcdefgh",
    doc,
    view: doc.view,
    game: game(),
    mine: true,
    replaying: false,
    sending: false,
    idle: () => Promise.resolve(),
    act: (action: string) => Promise.resolve(void acted.push(action)),
  };
  return { acted, table: found as never };
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

describe("filling a zone", () => {
  const units = ["A", "B", "C"];
  const placing = (left: string[]): OptionGroup[] => ["Z1", "Z2"].map((zone) => ({ verb: "place", words: [zone], kinds: ["place", "piece"], values: left }));

  it("keeps the zone that was chosen before the unit, until nobody is left or another is chosen", async () => {
    serve({ "/explain": { ok: true, final: null } });
    const { acted, table: at } = table(placing(units));
    const play = new Play(at);
    const now = at as { doc: { view: { ask: { options: OptionGroup[] } } } };
    play.clickPlace("Z1");
    play.clickPiece("A");
    await settled();
    now.doc.view.ask.options = placing(["B", "C"]);
    play.begin();
    expect([acted, play.place]).toEqual([["place Z1 A"], "Z1"]);
    play.clickPlace("Z2");
    expect(play.place).toBe("Z2");
    play.clickPiece("B");
    await settled();
    now.doc.view.ask.options = [{ verb: "ready" }];
    play.begin();
    expect([acted.at(-1), play.place]).toEqual(["place Z2 B", null]);
  });

  it("forgets the zone that was named after the unit", async () => {
    serve({ "/explain": { ok: true, final: null } });
    const { acted, table: at } = table(placing(units));
    const play = new Play(at);
    play.clickPiece("A");
    play.clickPlace("Z1");
    await settled();
    play.begin();
    expect([acted, play.place]).toEqual([["place Z1 A"], null]);
  });
});

describe("putting an action together", () => {
  beforeEach(() => {
    settings.confirm = true;
  });

  it("plays a move that can be undone at once", async () => {
    serve({ "/explain": { ok: true, path: ["10", "11"], final: null } });
    const { acted, table: at } = table();
    const play = new Play(at);
    play.clickPiece("A");
    expect([play.piece, [...play.offer.places.keys()]]).toEqual(["A", ["11", "12"]]);
    play.clickPlace("11");
    await settled();
    expect([acted, play.asking]).toEqual([["move A 11"], null]);
  });

  it("asks about nothing that has been given up meanwhile", async () => {
    serve({ "/explain": { ok: true, final: "dice" } });
    const { acted, table: at } = table();
    const play = new Play(at);
    play.clickPiece("A");
    play.clickPlace("12");
    play.clear();
    await settled();
    expect([acted, play.asking]).toEqual([[], null]);
  });

  it("waits for the answer to the last action, and drops what was meant for an old question", async () => {
    const { acted, table: at } = table();
    const desk = at as { doc: ReturnType<typeof state>; idle: () => Promise<void> };
    const play = new Play(at);
    let answered = (): void => undefined;
    desk.idle = () => new Promise((done) => (answered = done));
    const first = play.commit("move A 11");
    expect(acted).toEqual([]);
    answered();
    await first;
    expect(acted).toEqual(["move A 11"]);
    const late = play.commit("pass");
    desk.doc = state(4, "red");
    answered();
    await late;
    expect(acted).toEqual(["move A 11"]);
  });

  it.each(["dice", "known", "over"])("asks first when there is no way back: %s", async (final) => {
    serve({ "/explain": { ok: true, final } });
    const { acted, table: at } = table();
    const play = new Play(at);
    play.clickPiece("A");
    play.clickPlace("12");
    await settled();
    expect([acted, play.asking, play.final]).toEqual([[], "move A 12", final]);
    await play.commit(play.asking ?? "");
    expect(acted).toEqual(["move A 12"]);
  });

  it("asks about a button that hands the decision over, not about a move that does", async () => {
    serve({ "/explain": { ok: true, final: "turn" } });
    const { acted, table: at } = table();
    const play = new Play(at);
    play.choose({ verb: "pass", value: null, kind: "", action: "pass" });
    await settled();
    expect([acted, play.asking]).toEqual([[], "pass"]);
    play.clear();
    play.clickPiece("A");
    play.clickPlace("11");
    await settled();
    expect(acted).toEqual(["move A 11"]);
  });

  it("asks before a mere click on a unit hands the decision over, where more could be done with units", async () => {
    serve({ "/explain": { ok: true, final: "turn" } });
    const flip: OptionGroup = { verb: "flip", kinds: ["piece"], values: ["B"] };
    const { acted, table: at } = table([...OPTIONS, flip]);
    const play = new Play(at);
    play.clickPiece("B");
    await settled();
    expect([acted, play.asking]).toEqual([[], "flip B"]);
    const { acted: done, table: single } = table([{ verb: "lose", kinds: ["piece"], values: ["B", "C"] }]);
    new Play(single).clickPiece("B");
    await settled();
    expect(done).toEqual(["lose B"]);
  });

  it("turns a number up and down, and begins with the least", () => {
    const { table: at } = table([{ verb: "resolve", kinds: ["number"], values: ["2", "0", "1"] }, { verb: "call_off" }]);
    const play = new Play(at);
    expect(play.count?.action).toBe("resolve 0");
    play.turn(1);
    play.turn(5);
    expect(play.count?.action).toBe("resolve 2");
    play.turn(-9);
    expect(play.count?.action).toBe("resolve 0");
    play.turn(1);
    play.clear();
    expect(play.count?.action).toBe("resolve 0");
  });

  it("does not count down a stack, nor turn two numbers", () => {
    const stack: OptionGroup = { verb: "paralyse", words: ["11"], kinds: ["place", "number"], values: ["1", "2", "3"] };
    const play = new Play(table([stack]).table);
    play.clickPlace("11");
    expect(play.count).toBeNull();
    expect(new Play(table([{ verb: "take", kinds: ["number"], values: ["1", "2"] }]).table).count).toBeNull();
  });

  it("asks nothing of whoever switched it off", async () => {
    serve({});
    settings.confirm = false;
    const { acted, table: at } = table();
    new Play(at).choose({ verb: "pass", value: null, kind: "", action: "pass" });
    await settled();
    expect(acted).toEqual(["pass"]);
  });

  it("asks for a yes when the server is away and cannot say", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    const { acted, table: at } = table();
    const play = new Play(at);
    play.choose({ verb: "pass", value: null, kind: "", action: "pass" });
    await settled();
    expect([acted, play.asking]).toEqual([[], "pass"]);
  });

  it("shows the refusal of a click on something else, and asks the rules once for each action", async () => {
    const refusal = { case: "8.2", key: "refusal.far", text: "too far" };
    const asked = serve({ "/explain": { ok: false, refusal } });
    const { acted, table: at } = table();
    const play = new Play(at);
    play.clickPiece("A");
    play.clickPlace("99");
    await settled();
    expect([acted, play.refusal?.case]).toEqual([[], "8.2"]);
    await play.judge("move A 99");
    expect(asked).toHaveLength(1);
  });

  it("drops a choice that is clicked again", () => {
    const play = new Play(table().table);
    play.clickPiece("A");
    play.clickPiece("A");
    expect(play.picks).toEqual([]);
  });

  it("takes the only one who can go along with the wish to go together, and drops him with it", () => {
    const stack: OptionGroup[] = [
      ...OPTIONS,
      { verb: "carry", words: ["A", "B"], kinds: ["piece", "piece", "path"], values: ["11"] },
      { verb: "swap", words: ["A"], kinds: ["piece", "piece"], values: ["B"] },
    ];
    const play = new Play(table(stack).table);
    const pressed = (verb: string): string[] => {
      play.clear();
      play.clickPiece("A");
      play.choose({ verb, value: null, kind: "", action: null });
      return play.picks.map((pick) => pick.value);
    };
    expect(pressed("carry")).toEqual(["A", "B"]);
    expect(play.actionTo("11")).toBe("carry A B 11");
    play.clickPiece("B");
    expect([play.verb, play.actionTo("11")]).toEqual([null, "move A 11"]);
    expect(pressed("swap"), "who is swapped is said by a click").toEqual(["A"]);
    play.clear();
    play.choose({ verb: "carry", value: null, kind: "", action: null });
    play.clickPiece("B");
    expect(play.actionTo("11")).toBe("carry A B 11");
  });

  it("knows which action the place under the pointer means", () => {
    const play = new Play(table().table);
    expect(play.actionTo("11")).toBeNull();
    play.clickPiece("A");
    expect([play.actionTo("11"), play.actionTo("99")]).toEqual(["move A 11", null]);
  });

  it("means the unit by a figure that glows with it, and the figure by a second click", () => {
    const play = new Play(
      table([
        { verb: "form", words: ["u"], kinds: ["piece", "word"], values: ["line", "wedge"] },
        { verb: "pace", words: ["u.1"], kinds: ["piece", "route"], values: ["1:2"], minor: true },
      ]).table,
    );
    expect([play.meant("u.1", "u"), play.meant("u.2", "u"), play.meant("A", "A")]).toEqual(["u", "u", "A"]);
    play.clickPiece("u");
    expect([play.meant("u.1", "u"), play.meant("u.2", "u")]).toEqual(["u.1", "u"]);
  });

  it("asks the rules about the unit of a figure when units are asked for", () => {
    const options: OptionGroup[] = [{ verb: "card", words: ["u"], kinds: ["piece", "word"], values: ["MOVE"] }];
    const { table: at } = table(options);
    const pieces = [{ id: "u" }, { id: "v" }, { id: "u.1", formation: "u" }, { id: "v.1", formation: "v" }];
    const board = { pieces, places: [], sides: [], texts: {} };
    const play = new Play(Object.assign(at, { speaker: new Speaker(board as never) }));
    expect(play.meant("v.1", "v")).toBe("v");
  });

  it("drags what can go somewhere, and nothing that is merely chosen", () => {
    expect(new Play(table().table).movable("A", "A")).toBe("A");
    const one = (verb: string): OptionGroup => ({ verb, kinds: ["piece"], values: ["A", "B"] });
    expect(new Play(table([one("move")]).table).movable("A", "A")).toBe("A");
    expect(new Play(table([one("lose")]).table).movable("A", "A")).toBeNull();
    const way: OptionGroup = { verb: "go", kinds: ["path"], values: ["11"] };
    expect(new Play(table([way, one("join")]).table).movable("A", "A")).toBe("A");
  });

  it("takes up a dragged piece at once and puts it down where the next question allows it", async () => {
    serve({ "/explain": { ok: true, final: null } });
    const { acted, table: at } = table([{ verb: "move", kinds: ["piece"], values: ["A"] }]);
    const play = new Play(at);
    await play.lift("A");
    expect(acted).toEqual(["move A"]);
    (at as { doc: { view: { ask: { options: OptionGroup[] } } } }).doc.view.ask.options = [{ verb: "go", kinds: ["path"], values: ["11"] }];
    play.dropOn("11");
    await settled();
    expect(acted).toEqual(["move A", "go 11"]);
  });
});

describe("the staff's counsel", () => {
  const advice = [{ action: "move A 12", reason: "reason.march", params: {} }];

  it("is shown, followed, and dropped when the game has moved on meanwhile", async () => {
    serve({ "/hint": { seq: 3, side: "red", advice }, "/explain": { ok: true, path: ["10", "11", "12"], final: "turn" } });
    const { acted, table: at } = table();
    const counsel = new Counsel(new Play(at));
    await counsel.ask();
    expect(counsel.advice).toEqual(advice);
    await counsel.follow(advice[0] as never);
    expect(acted).toEqual(["move A 12"]);
    serve({ "/hint": { seq: 2, side: "red", advice } });
    await counsel.ask();
    expect(counsel.open).toBe(false);
  });

  it("says what keeps it from answering", async () => {
    serve({ "/hint": { type: "/problems/busy", title: "Not now", detail: "no answer", status: 503 } });
    const counsel = new Counsel(new Play(table().table));
    await counsel.ask();
    expect([counsel.trouble, counsel.open]).toEqual(["no answer", true]);
  });

  it("points at the pieces and places that an action names, and at its way", async () => {
    const board = { pieces: [{ id: "A" }, { id: "B" }], places: [{ id: "11" }, { id: "12" }], sides: [], texts: {} };
    const speaker = new Speaker(board as never);
    expect(refsOf(speaker, "move A 11-12")).toEqual([{ kind: "piece", id: "A" }, { kind: "place", id: "12" }]);
    expect(refsOf(speaker, "carry A,B 2 12").map((ref) => ref.id)).toEqual(["A", "B", "12"]);
    serve({ "/explain": { ok: true, path: ["10", "11", "12"] } });
    const refs = await new Counsel(new Play(table().table)).refs(speaker, advice[0] as never);
    expect(refs.at(-1)).toEqual({ kind: "path", id: "12", ids: ["10", "11", "12"] });
  });
});
