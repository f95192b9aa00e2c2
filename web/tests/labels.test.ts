import { describe, expect, it } from "vitest";

import type { Board } from "../src/lib/types";
import { browser } from "./desk";

browser();
const { Speaker } = await import("../src/lib/texts");
const { choiceLabel, guidance } = await import("../src/play/labels");

const names = ["a", "b", "c", "d", "e"];
const board = {
  places: [{ id: "JE", x: 0, y: 0, name: "East zone" }],
  pieces: names.map((id) => ({ id, side: "red", label: id, name: `Unit ${id}`, symbol: "infantry" })),
  sides: [],
  charts: [],
  texts: { "answer.place": "Place {units} in {hex}", "verb.join": "join", "guide.fight": "Choose a target.", "guide.fight.probe": "Choose an empty hex.", "guide.join_probe": "No die is rolled." },
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

describe("what whoever is guided is told about a question", () => {
  const ask = { kind: "fight", prompt: "prompt.fight" };

  it("fits the action that is advised", () => {
    expect(guidance(speaker, ask, "attack a JE")).toBe("Choose a target.");
    expect(guidance(speaker, ask, "probe a JE")).toBe("Choose an empty hex.");
  });

  it("fits what is going on, and is nothing where a game has no words for it", () => {
    expect(guidance(speaker, { kind: "join", prompt: "prompt.join_probe" }, "resolve")).toBe("No die is rolled.");
    expect(guidance(speaker, { kind: "join", prompt: "prompt.join" }, "resolve")).toBe("");
  });
});
