import { describe, expect, it } from "vitest";

import { choiceAfter } from "../src/lib/outgrown";
import type { GameInfo } from "../src/net/wire";
import { game } from "./desk";

const outgrown = { entry: 7, side: "blue", ply: 5, old_reading: false };
const stands = (more: Partial<GameInfo>): GameInfo => ({ ...game(), status: "running", you: ["red"], outgrown, ...more }) as GameInfo;

describe("a game that stands where the rules have been corrected", () => {
  it("lets its players go back to before what is not allowed any more", () => {
    expect(choiceAfter(stands({}))).toEqual({ entry: 7, side: "blue", text: "outgrown.onlyBack", back: 5, stand: false });
  });

  it("lets them choose that it stands, where the rules of today can go on from it", () => {
    const where = { ...outgrown, old_reading: true };
    expect(choiceAfter(stands({ outgrown: where }))).toMatchObject({ text: "outgrown.choose", back: 5, stand: true });
    expect(choiceAfter(stands({ outgrown: where, you: [] }))).toMatchObject({ text: "outgrown.watch", stand: false });
  });

  it("tells whoever watches, who cannot choose", () => {
    expect(choiceAfter(stands({ you: [] }))).toMatchObject({ text: "outgrown.watch", back: null });
  });

  it("is a game like any other once they have chosen", () => {
    expect(choiceAfter(stands({ outgrown: null }))).toBeNull();
    expect(choiceAfter(null)).toBeNull();
  });
});
