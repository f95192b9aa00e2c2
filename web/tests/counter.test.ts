import { describe, expect, it } from "vitest";

import { lodOf, nameless, numbered, total, wordless } from "../src/lib/counter";
import type { PieceEntry, PieceView } from "../src/lib/types";

describe("what a zoom shows", () => {
  it("is a chip, then three levels of detail as counters grow", () => {
    expect([25, 36, 44, 64].map(lodOf)).toEqual(["chip", "s", "m", "l"]);
  });

  it("is no letter at all where it would be under nine pixels", () => {
    expect([14, 15].map(wordless)).toEqual([true, false]);
    expect([11, 12].map(nameless)).toEqual([true, false]);
  });

  it("is the number of a hex from 90 pixels of height on", () => {
    const counter = (high: number): number => (1.2 * high) / Math.sqrt(3);
    expect([numbered(counter(89.5)), numbered(counter(90.5))]).toEqual([false, true]);
  });
});

describe("a chip", () => {
  const entry: PieceEntry = { id: "a", side: "red", label: "", name: "A", symbol: "infantry", layout: ["cf", "df"], values: { cf: 2, df: 7 } };
  const seen = (more: Partial<PieceView> = {}): PieceView => ({ id: "a", side: "red", place: "x", ...more });

  it("adds up the first value of each piece, or the next one where it has lost that", () => {
    expect(total([seen(), seen()], () => entry)).toBe("4");
    expect(total([seen({ values: { cf: "", df: 5 } })], () => entry)).toBe("5");
  });

  it("does not know what is hidden", () => {
    expect(total([seen({ hidden: true })], () => entry)).toBe("?");
  });
});
