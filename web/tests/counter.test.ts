import { describe, expect, it } from "vitest";

import { lodOf, numbered, wordless } from "../src/lib/counter";

describe("what a zoom shows", () => {
  it("is a chip, then three levels of detail as counters grow", () => {
    expect([25, 36, 44, 64].map(lodOf)).toEqual(["chip", "s", "m", "l"]);
  });

  it("is no letter at all where it would be under nine pixels", () => {
    expect([14, 15].map(wordless)).toEqual([true, false]);
  });

  it("is the number of a hex from 90 pixels of height on", () => {
    const counter = (high: number): number => (1.2 * high) / Math.sqrt(3);
    expect([numbered(counter(89.5)), numbered(counter(90.5))]).toEqual([false, true]);
  });
});
