import { describe, expect, it } from "vitest";

import { formationText, groundText, valuesText } from "../src/board/words";
import type { Board } from "../src/lib/types";
import { browser } from "./desk";

browser();
const { Speaker } = await import("../src/lib/texts");
const { choiceLabel, guidance, toChoose } = await import("../src/play/labels");

const names = ["a", "b", "c", "d", "e"];
const board = {
  places: [{ id: "JE", x: 0, y: 0, name: "East zone" }],
  pieces: names.map((id) => ({ id, side: "red", label: id, name: `Unit ${id}`, symbol: "infantry" })),
  sides: [],
  charts: [],
  texts: { "answer.place": "Place {units} in {hex}", "verb.join": "join", "answer.resolve.0": "Roll without markers", "answer.resolve.join_probe": "Carry it out", "guide.fight": "Choose a target.", "guide.fight.probe": "Choose an empty hex.", "guide.join_probe": "No die is rolled." },
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

describe("what is done in answer to one question and not to another", () => {
  it("is called by its name there", () => {
    expect(choiceLabel(speaker, "resolve 0", [], { prompt: "prompt.join_markers" })).toBe("Roll without markers");
    expect(choiceLabel(speaker, "resolve 0", [], { prompt: "prompt.join_probe" })).toBe("Carry it out");
  });
});

describe("how much there is to choose from", () => {
  it("is counted, and one is not called one of one", () => {
    expect(toChoose("One", 3)).toBe("Choose one of 3 units");
    expect(toChoose("One", 1)).toBe("One unit can be chosen");
    expect(toChoose("One", 2, "Dachang (1204)")).toBe("Dachang (1204): choose one of 2 units");
    expect(toChoose("One", 1, "Dachang (1204)")).toBe("Dachang (1204): one unit can be chosen");
    expect(toChoose("Place", 1)).toBe("One place can be chosen");
  });
});

describe("the ground in words", () => {
  it("is what it is and the cover that it gives, and no word twice", () => {
    const reader = new Speaker({ ...board, texts: { "ground.road": "road", "cover.bare": "in the open" } } as unknown as Board);
    const terrain = ["ground.road", "cover.bare"];
    expect(groundText(reader, { terrain })).toBe("road, in the open");
    expect(groundText(reader, { terrain, name: "Farm road" })).toBe("in the open");
  });
});

describe("a counter in words", () => {
  const told = { ...board, pieces: [{ id: "d", side: "red", label: "9", name: "9th Division", symbol: "infantry", formation: "2nd", values: { steps: 1, colour: "red" } }, { id: "e", side: "red", label: "", name: "39th Infantry Regiment, no. 1", symbol: "infantry", formation: "39th Infantry Regiment" }] };
  const texts = { "value.steps.1": "1 step", "value.steps.any": "{count} steps", "value.colour.any": "", "formation.2nd": "2nd Army" };
  const reader = new Speaker({ ...told, texts } as unknown as Board);
  const piece = (id: string, steps?: number) => ({ id, side: "red", place: "JE", ...(steps ? { values: { steps } } : {}) });

  it("says its values as people do, and leaves out what is said elsewhere", () => {
    expect(valuesText(reader, piece("d"))).toBe("1 step");
    expect(valuesText(reader, piece("d", 4))).toBe("4 steps");
  });

  it("says what it belongs to, unless its name does", () => {
    expect(formationText(reader, piece("d"))).toBe("2nd Army");
    expect(formationText(reader, piece("e"))).toBe("");
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
