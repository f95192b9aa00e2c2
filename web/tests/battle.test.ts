import { describe, expect, it } from "vitest";

import { toldLosses } from "../src/lib/battle";
import type { GameEvent, PieceView } from "../src/lib/types";

const result = (words: string, hex = "0101"): GameEvent => ({ key: "event.result", params: { die: 4, result: words, hex } }) as unknown as GameEvent;
const before = [{ id: "a", side: "red", place: "0102" }, { id: "b", side: "blue", place: "0101" }] as PieceView[];
const told = (viewer: string, words = "2/1", hex?: string) => toldLosses(result(words, hex), before, ["red", "blue"], viewer);

describe("losses on the stamp", () => {
  it("are told to both players as the odds were: you and they", () => {
    expect(told("red")).toEqual({ key: "stamp.yours", params: { yours: 2, theirs: 1 } });
    expect(told("blue")).toEqual({ key: "stamp.yours", params: { yours: 1, theirs: 2 } });
  });

  it("are told by the names of the sides to whoever looks on", () => {
    expect(told("spectator")).toEqual({ key: "stamp.sides", params: { attacker: 2, defender: 1, attacking: "red", attacked: "blue" } });
  });

  it("need no names where they are equal", () => {
    expect(told("red", "1/1")).toEqual({ key: "stamp.both", params: { count: 1 } });
    expect(told("blue", "0/0")).toEqual({ key: "stamp.none", params: { count: 0 } });
  });

  it("are those of attacker and defender where nobody was seen at the place", () => {
    expect(told("red", "2/1", "0505")).toEqual({ key: "stamp.losses", params: { attacker: 2, defender: 1 } });
  });

  it("are nothing where a result is written otherwise", () => {
    expect(told("red", "D2")).toBeNull();
  });
});
