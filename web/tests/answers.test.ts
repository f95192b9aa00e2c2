import { describe, expect, it } from "vitest";

import type { Board, View } from "../src/lib/types";
import type { Play } from "../src/state/play.svelte";
import { browser } from "./desk";

browser();
const { Speaker } = await import("../src/lib/texts");
const { answersOf, brief } = await import("../src/play/answers");

const speaker = new Speaker({ places: [], pieces: [], sides: [], charts: [], texts: { "answer.resolve.join": "Roll the attack" } } as unknown as Board);
const view = { ask: { kind: "join", prompt: "prompt.join" }, pieces: [] } as unknown as View;

/** A question that is answered on the map as well as by these words. */
function answers(...verbs: string[]): ReturnType<typeof answersOf> {
  const choices = verbs.map((verb) => ({ verb, action: verb, value: null, kind: "" }));
  const offer = { choices, pieces: new Map([["a", { id: "a" }]]), places: new Map(), points: new Map() };
  return answersOf({ offer, counted: [], count: null, picks: [], verb: null } as unknown as Play, speaker, view);
}

describe("answers that are all shown at once", () => {
  const answer = (label: string, action: string | null = label) => ({ id: label, label, verb: "card", action, run: () => undefined });
  const cards = ["Play MOVE", "Play SKIRMISH", "Play CHARGE", "Play HALT"].map((label) => answer(label));

  it("are four short ones, or the cards of a unit and a way back", () => {
    expect(brief(cards)).toBe(true);
    expect(brief([{ ...answer("Cancel", null), id: "clear" }, ...cards])).toBe(true);
    expect(brief([answer("Join …", null), ...cards])).toBe(false);
    expect(brief([answer("Attack Shahopu with the whole of the Fourth Army and more"), ...cards])).toBe(false);
  });
});

describe("answers by button", () => {
  it("keep what ends the phase apart while something is to be done on the map", () => {
    expect(answers("pass").ending?.verb).toBe("pass");
  });

  it("end with the roll for what has been put together, whoever could still join", () => {
    const { given, ending } = answers("resolve", "all");
    expect([given.map((answer) => answer.verb), ending]).toEqual([["all", "resolve"], null]);
    expect(answers("resolve", "call_off").given.map((answer) => answer.verb)).toEqual(["call_off", "resolve"]);
    expect(given.at(-1)?.label).toBe("Roll the attack");
  });

  it("are told apart: a word that is complete, the same word as a beginning, and a box of that name", () => {
    const choices = [{ verb: "reserve", action: "reserve", value: null, kind: "" }, { verb: "reserve", action: null, value: null, kind: "" }];
    const offer = { choices, pieces: new Map(), places: new Map([["reserve", { id: "reserve" }]]), points: new Map() };
    const { given, ending } = answersOf({ offer, counted: [], count: null, picks: [], verb: null } as unknown as Play, speaker, view);
    const ids = [...given, ...(ending ? [ending] : [])].map((answer) => answer.id);
    expect(new Set(ids).size).toBe(3);
  });
});
