import { describe, expect, it } from "vitest";

import type { Board } from "../src/lib/types";
import { browser } from "./desk";

browser();
const { Speaker } = await import("../src/lib/texts");
const { choiceLabel } = await import("../src/play/labels");

const names = ["a", "b", "c", "d", "e"];
const board = {
  places: [{ id: "JE", x: 0, y: 0, name: "East zone" }],
  pieces: names.map((id) => ({ id, side: "red", label: id, name: `Unit ${id}`, symbol: "infantry" })),
  sides: [],
  charts: [],
  texts: { "answer.place": "Place {units} in {hex}", "verb.join": "join" },
} as unknown as Board;
const speaker = new Speaker(board);

describe("an action in words", () => {
  it("is a game's own sentence, in which a few units are named", () => {
    expect(choiceLabel(speaker, "place JE a,b")).toBe("Place Unit a, Unit b in East zone (JE)");
  });

  it("calls a unit of a stack by its name, not by its number", () => {
    const pieces = [{ id: "b", side: "red", place: "JE", order: 1 }, { id: "a", side: "red", place: "JE" }, { id: "?", side: "red", place: "JE", order: 2, hidden: true }];
    expect(choiceLabel(speaker, "join JE 2", pieces)).toBe("Join Unit b in East zone (JE)");
    expect(choiceLabel(speaker, "join JE 3", pieces)).toBe("Join unit 3 from the top in East zone (JE)");
  });

  it("counts more units than anybody would read", () => {
    expect(choiceLabel(speaker, `place JE ${names.join(",")}`)).toBe("Place 5 units in East zone (JE)");
    expect(choiceLabel(speaker, `join ${names.join(",")}`)).toBe("Join 5 units");
  });
});
