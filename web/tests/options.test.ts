import { describe, expect, it } from "vitest";

import { accepts, actionAlong, actionAt, guess, layable, nameable, nearestPoint, offer, type Pick } from "../src/lib/options";
import type { OptionGroup } from "../src/lib/types";
import { extended } from "../src/lib/way";

const piece = (value: string): Pick => ({ category: "piece", value });
const place = (value: string): Pick => ({ category: "place", value });

const movement: OptionGroup[] = [
  { verb: "move", words: ["A"], kinds: ["piece", "path"], values: ["11", "12"], costs: [1, 3], stops: ["12"] },
  { verb: "move", words: ["B"], kinds: ["piece", "path"], values: ["12"], costs: [2] },
  { verb: "flip", kinds: ["piece"], values: ["A", "B", "C"] },
  { verb: "pass" },
];

describe("offer", () => {
  it("begins with the pieces, the verbs and what is complete by itself", () => {
    const first = offer(movement, null, []);
    expect([...first.pieces.keys()]).toEqual(["A", "B", "C"]);
    expect(first.places.size).toBe(0);
    expect(first.action).toBeNull();
    expect(first.choices).toEqual([
      { verb: "pass", value: null, kind: "", action: "pass" },
      { verb: "move", value: null, kind: "", action: null },
      { verb: "flip", value: null, kind: "", action: null },
    ]);
  });

  it("offers each action once, however many groups spell it out", () => {
    const twice: OptionGroup[] = [{ verb: "retreat", words: ["A"], kinds: ["piece", "word"], values: ["north", "north"] }, { verb: "retreat", words: ["A", "north"], kinds: ["piece", "word"] }];
    expect(offer(twice, null, [piece("A")]).choices.map(({ action }) => action)).toEqual(["retreat A north"]);
  });

  it("shows the destinations of a chosen piece with their costs and where a move must stop, and its other verbs as buttons", () => {
    const second = offer(movement, null, [piece("A")]);
    expect([...second.places.values()]).toEqual([
      { id: "11", verbs: ["move"], cost: 1, stop: false, minor: false },
      { id: "12", verbs: ["move"], cost: 3, stop: true, minor: false },
    ]);
    expect(second.choices).toEqual([{ verb: "flip", value: null, kind: "", action: "flip A" }]);
    expect(second.action).toBeNull();
  });

  it("shows what is usually nothing to look for once it is asked for", () => {
    const groups: OptionGroup[] = [...movement, { verb: "pace", words: ["A.1"], kinds: ["piece", "route"], values: ["1:2"], minor: true }];
    expect(offer(groups, null, []).pieces.get("A.1")?.minor).toBe(true);
    expect(offer(groups, "pace", []).pieces.get("A.1")?.minor).toBe(false);
  });

  it("gives the action when nothing is left open", () => {
    expect(offer(movement, null, [piece("A"), place("12")]).action).toBe("move A 12");
  });

  it("offers what a figure can do and what its unit can do by one click on the figure", () => {
    const orders: OptionGroup[] = [
      { verb: "cover", words: ["us1.1", "1"], kinds: ["piece", "number", "point"], values: ["10:10"] },
      { verb: "hold", kinds: ["piece"], values: ["us1", "us2"] },
    ];
    const both = offer(orders, null, [{ ...piece("us1.1"), also: "us1" }]);
    expect([...both.points.keys()]).toEqual(["10:10"]);
    expect(both.choices).toEqual([{ verb: "hold", value: null, kind: "", action: "hold us1" }]);
    expect(both.action).toBeNull();
  });

  it("never fires a piece's only action while a place has still to be clicked", () => {
    const attack: OptionGroup[] = [{ verb: "attack", words: ["A"], kinds: ["piece", "place"], values: ["20"] }];
    expect(offer(attack, null, [piece("A")]).action).toBeNull();
    expect(offer(attack, null, [piece("A"), place("20")]).action).toBe("attack A 20");
  });

  it("narrows to a verb", () => {
    const flipping = offer(movement, "flip", []);
    expect([...flipping.pieces.keys()]).toEqual(["A", "B", "C"]);
    expect(offer(movement, "flip", [piece("B")]).action).toBe("flip B");
  });

  it("asks for the verb when a place answers to two", () => {
    const groups: OptionGroup[] = [
      { verb: "attack", words: ["A"], kinds: ["piece", "place"], values: ["20"] },
      { verb: "probe", words: ["A"], kinds: ["piece", "place"], values: ["20"] },
    ];
    const both = offer(groups, null, [piece("A"), place("20")]);
    expect(both.action).toBeNull();
    expect(both.choices.map((choice) => choice.action)).toEqual(["attack A 20", "probe A 20"]);
  });

  it("offers numbers and words as buttons once the board has been clicked", () => {
    const groups: OptionGroup[] = [
      { verb: "paralyse", words: ["15"], kinds: ["place", "number"], values: ["1", "2"] },
      { verb: "paralyse", words: ["16"], kinds: ["place", "number"], values: ["1"] },
    ];
    expect([...offer(groups, null, []).places.keys()]).toEqual(["15", "16"]);
    expect(offer(groups, null, [place("16")]).action).toBe("paralyse 16 1");
    expect(offer(groups, null, [place("15")]).choices.map((choice) => choice.action)).toEqual(["paralyse 15 1", "paralyse 15 2"]);
  });

  it("lists plain choices without any click", () => {
    const declare: OptionGroup[] = [{ verb: "declare", kinds: ["word"], values: ["movement", "combat"] }];
    expect(offer(declare, null, []).choices.map((choice) => choice.action)).toEqual(["declare movement", "declare combat"]);
  });

  it("fills the fields of the same kind in order", () => {
    const swap: OptionGroup[] = [{ verb: "swap", words: ["A"], kinds: ["piece", "piece"], values: ["B", "C"] }];
    expect([...offer(swap, null, []).pieces.keys()]).toEqual(["A"]);
    expect([...offer(swap, null, [piece("A")]).pieces.keys()]).toEqual(["B", "C"]);
    expect(offer(swap, null, [piece("A"), piece("C")]).action).toBe("swap A C");
  });

  it("sends a piece alone when the place is picked before another that could go along, whichever of the two it is", () => {
    const stack: OptionGroup[] = [
      { verb: "move", words: ["A"], kinds: ["piece", "path"], values: ["11", "12"] },
      { verb: "move", words: ["B"], kinds: ["piece", "path"], values: ["11"] },
      { verb: "carry", words: ["A", "B"], kinds: ["piece", "piece", "path"], values: ["11"] },
    ];
    expect(offer(stack, null, [piece("A"), place("11")]).action).toBe("move A 11");
    expect(offer(stack, null, [piece("B"), place("11")]).action).toBe("move B 11");
    expect(offer(stack, null, [piece("A"), piece("B"), place("11")]).action).toBe("carry A B 11");
    expect(offer(stack, null, [place("11")]).action).toBeNull();
  });

  it("still asks who acts on a piece that could also do something by itself", () => {
    const groups: OptionGroup[] = [
      { verb: "hold", words: ["B"], kinds: ["piece"] },
      { verb: "fire", words: ["A"], kinds: ["piece", "piece"], values: ["B"] },
    ];
    expect(offer(groups, null, [piece("B")]).action).toBeNull();
  });

  it("knows a path by its last place", () => {
    const path: OptionGroup[] = [{ verb: "move", words: ["A"], kinds: ["piece", "path"], values: ["10-11-12"] }];
    expect(offer(path, null, [piece("A"), place("12")]).action).toBe("move A 10-11-12");
  });

  it("needs no click on words that the group already holds", () => {
    const restack: OptionGroup[] = [{ verb: "restack", words: ["red", "11"], kinds: ["side", "place", "pieces"], values: ["B,A"] }];
    expect(offer(restack, null, [place("11")]).action).toBe("restack red 11 B,A");
  });
});

describe("pieces in hand", () => {
  const setUp: OptionGroup[] = [
    { verb: "place", words: ["east"], kinds: ["place", "piece"], values: ["A", "B"] },
    { verb: "place", words: ["west"], kinds: ["place", "piece"], values: ["B"] },
    { verb: "rest", kinds: ["place"], values: ["east", "west"] },
  ];

  it("can be named before the place that is asked for first", () => {
    expect([...offer(setUp, null, []).pieces.keys()]).toEqual([]);
    expect([...nameable(setUp, null, [])]).toEqual(["A", "B"]);
    expect([...nameable(setUp, null, [place("west")])]).toEqual(["B"]);
    expect([...offer(setUp, null, [piece("A")]).places.keys()]).toEqual(["east"]);
  });
});

describe("open ground", () => {
  const groups: OptionGroup[] = [
    { verb: "march", words: ["A"], kinds: ["piece", "route"], values: ["10:20", "10:20-30:40"] },
    { verb: "wait", kinds: ["piece"], values: ["A"] },
  ];

  it("offers points, a route by its end", () => {
    const next = offer(groups, null, [piece("A")]);
    expect([...next.points.keys()]).toEqual(["10:20", "30:40"]);
    expect(offer(groups, null, [piece("A"), { category: "point", value: "30:40" }]).action).toBe("march A 10:20-30:40");
  });

  it("takes a click close to a listed point for that point, and any other as it is", () => {
    expect(nearestPoint(["10:20", "30:40"], 12, 21, 5)).toBe("10:20");
    expect(nearestPoint(["10:20", "30:40"], 20, 30, 5)).toBeNull();
    expect(actionAt(groups, null, [piece("A")], "20:30")).toBe("march A 20:30");
    expect(actionAt(groups, null, [], "20:30")).toBeNull();
  });
});

describe("a way laid by hand", () => {
  const near: Record<string, string[]> = { a: ["b", "c"], b: ["a", "d"], c: ["a", "d"], d: ["b", "c", "e"], e: ["d"], island: [] };
  const neighbours = (id: string): string[] => near[id] ?? [];

  it("is possible when nothing but the way is open", () => {
    expect(layable(movement, null, [piece("A")])).toBe("path");
    expect(layable(movement, null, [])).toBeNull();
    expect(layable(movement, "flip", [])).toBeNull();
    expect(actionAlong(movement, null, [piece("A")], ["10", "11", "12"])).toBe("move A 10-11-12");
    const ground: OptionGroup[] = [{ verb: "march", words: ["A"], kinds: ["piece", "route"], values: ["10:20"] }];
    expect(layable(ground, null, [piece("A")])).toBe("route");
    expect(actionAlong(ground, null, [piece("A")], ["1:2", "3:4"])).toBe("march A 1:2-3:4");
  });

  it("goes on by the fewest steps, back to where it has been, and nowhere that cannot be reached", () => {
    expect(extended(["a"], "c", neighbours)).toEqual(["a", "c"]);
    expect(extended(["a", "c"], "e", neighbours)).toEqual(["a", "c", "d", "e"]);
    expect(extended(["a", "c", "d", "e"], "c", neighbours)).toEqual(["a", "c"]);
    expect(extended(["a", "c"], "island", neighbours)).toEqual(["a", "c"]);
  });
});

describe("accepts", () => {
  it("allows what agrees with some action", () => {
    expect(accepts(movement, null, [piece("A")], place("11"))).toBe(true);
    expect(accepts(movement, null, [piece("B")], place("11"))).toBe(false);
    expect(accepts(movement, null, [], piece("D"))).toBe(false);
  });
});

describe("guess", () => {
  it("says what a click was meant to do", () => {
    expect(guess(movement, null, "A", "99")).toBe("move A 99");
    expect(guess(movement, null, "D", null)).toBe("flip D");
    expect(guess([{ verb: "pass" }], null, "D", null)).toBeNull();
  });
});

