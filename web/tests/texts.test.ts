import { describe, expect, it } from "vitest";

import { en } from "../src/i18n/en";
import { fill, t, type Key } from "../src/i18n";
import { overlayKinds, overlayTitle } from "../src/lib/overlays";
import { columnOf, lastRoll, ruleOf } from "../src/lib/rules";
import { Speaker } from "../src/lib/texts";
import { choiceLabel } from "../src/play/labels";
import type { Board } from "../src/lib/types";
import type { Entry } from "../src/net/wire";

const board = {
  pieces: [
    { id: "J-1", side: "red", label: "1", name: "1st Division", symbol: "infantry" },
    ...["3rd", "35th"].map((name) => ({ id: `R-${parseInt(name)}`, side: "blue", label: "r", name: `${name} Division, XVII Corps`, symbol: "infantry" })),
    ...[1, 2, 3].map((at) => ({ id: `C-${at}`, side: "blue", label: "c", name: `7th Regiment, no. ${at}`, symbol: "infantry" })),
  ],
  places: [
    { id: "1320", x: 0, y: 0 },
    { id: "2310", x: 0, y: 0, name: "Mukden" },
  ],
  sides: [
    { id: "red", name: "Japanese", colour: "#f00", ink: "#fff" },
    { id: "blue", name: "Russian", colour: "#00f", ink: "#fff" },
  ],
  rules: [
    { id: "9.0", title: "Combat", summary: "…", status: "enforced" },
    { id: "9.4", title: "Odds", summary: "…", status: "enforced" },
  ],
  texts: {
    "event.moved": "{unit} moves: {path}",
    "event.control": "{hex} passes into {side} hands",
    "event.many": "{units} in {hex2}; {cause}, {word}",
    "shift.river": "a river",
    "word.combat": "combat",
    "overlay.zone": "Zones of control",
  },
} as unknown as Board;
const speaker = new Speaker(board);

describe("Speaker", () => {
  it("turns pieces and places into names that can be pointed at", () => {
    const parts = speaker.segments("event.moved", { unit: "J-1", path: ["1320", "2310"] });
    expect(parts).toEqual([
      { text: "1st Division", ref: { kind: "piece", id: "J-1" } },
      { text: " moves: " },
      { text: "1320 → Mukden (2310)", ref: { kind: "path", id: "2310", ids: ["1320", "2310"] } },
    ]);
  });

  it("names sides, words and keys among the parameters", () => {
    expect(speaker.say("event.control", { hex: "2310", side: "red" })).toBe("Mukden (2310) passes into Japanese hands");
    expect(speaker.say("event.many", { units: ["J-1", "J-9"], hex2: "1320", cause: "shift.river", word: "combat" })).toBe(
      "1st Division, J-9 in 1320; a river, combat",
    );
  });

  it("writes less than nothing with a minus, not with a hyphen", () => {
    expect([speaker.word("-2"), speaker.word("+2"), speaker.word("1-2")]).toEqual(["−2", "+2", "1-2"]);
  });

  it("does not repeat what the units of a list have in common", () => {
    expect(speaker.say("event.many", { units: ["C-1", "C-3", "J-1", "C-2"], hex2: "1320", cause: "", word: "" })).toMatch(
      /^7th Regiment, no\. 1, 3; 1st Division; 7th Regiment, no\. 2 in 1320/,
    );
  });

  it("parts names that hold commas by semicolons", () => {
    const said = (units: string[]) => speaker.say("event.many", { units, hex2: "1320", cause: "", word: "" });
    expect(said(["R-3", "R-35"])).toMatch(/^3rd Division, XVII Corps; 35th Division, XVII Corps in 1320/);
    expect(said(["R-3"])).toMatch(/^3rd Division, XVII Corps in 1320/);
    expect(said(["J-1", "J-9"])).toMatch(/^1st Division, J-9 in 1320/);
    expect(choiceLabel(speaker, "restack R-35,R-3,J-1")).toBe("Restack 35th Division, XVII Corps; 3rd Division, XVII Corps; 1st Division");
  });

  it("stays readable without a text", () => {
    expect(speaker.say("event.bot_late", { side: "red" })).toBe("Bot late side Japanese");
    expect(speaker.verb("take_over")).toBe("Take over");
  });

  it("lists what an event is about", () => {
    expect(speaker.refs({ unit: "J-1", hex: "1320", count: 3 }).map((ref) => ref.id)).toEqual(["J-1", "1320"]);
  });
});

describe("the client's own catalogue", () => {
  it("fills holes and counts", () => {
    expect(fill("{count|piece|pieces} in {place}", { count: 1, place: "X" })).toBe("1 piece in X");
    expect(t("game.watchers", { count: 2 })).toBe("2 watchers");
  });

  it("has balanced holes in every text", () => {
    for (const key of Object.keys(en) as Key[]) expect(en[key].replace(/\{\w+(\|[^|}]*\|[^}]*)?\}/g, "")).not.toMatch(/[{}]/);
  });
});

describe("overlays", () => {
  it("have a key for each kind and a title for each side", () => {
    const kinds = overlayKinds(["zone.red", "zone.blue", "line.red", "supply.red"]);
    expect(kinds.map(({ kind, key }) => [kind, key])).toEqual([["zone", "z"], ["line", "l"], ["supply", "s"]]);
    expect(overlayTitle(speaker, "zone.blue")).toBe("Zones of control: Russian");
    expect(overlayTitle(speaker, "line.red")).toBe("Lines of communication: Japanese");
  });
});

describe("rules", () => {
  it("falls back to the case above", () => {
    expect(ruleOf(board, "9.4.2")?.id).toBe("9.4");
    expect(ruleOf(board, "9.7")?.id).toBe("9.0");
    expect(ruleOf(board, "12")).toBeNull();
  });

  it("finds the column on the side's own line of headings", () => {
    const heads = [["die", "0", "+2", "+5"], ["die", "+2", "+5", "+10"]];
    expect(columnOf(board, heads, "+5", "red")).toBe(3);
    expect(columnOf(board, heads, "+5", "blue")).toBe(2);
    expect(columnOf(board, [["die", "1:1", "2:1"]], "2:1", "blue")).toBe(2);
    expect(columnOf(board, heads, "+99", "red")).toBe(-1);
  });

  it("lights the column of the last roll by its number where two lines of headings share a heading", () => {
    const crt = { id: "crt", title: "", case: "9.5", heads: [["die", "0", "+2", "+5"], ["die", "+2", "+5", "+10"]], rows: [["5", "3/1", "3/1", "3/1"]] };
    const rolled = (column: object): unknown => {
      const events = [{ case: "9.6", key: "event.column", params: column }, { case: "9.8", key: "event.result", params: { die: 5, result: "3/1" } }];
      return lastRoll({ ...board, charts: [crt] }, [{ events } as unknown as Entry]);
    };
    expect(rolled({ heading: "+5", index: 3 })).toEqual({ chart: "crt", row: 0, column: 3 });
    expect(rolled({ heading: "+5", index: 2 })).toEqual({ chart: "crt", row: 0, column: 2 });
    expect(rolled({ heading: "+10" })).toEqual({ chart: "crt", row: 0, column: 3 });
  });
});
