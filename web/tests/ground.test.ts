import { describe, expect, it } from "vitest";

import { groundAt } from "../src/lib/ground";

const square = (from: number, to: number): number[][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];
const GROUNDS = [
  { terrain: ["ground.open"], points: square(0, 1000) },
  { terrain: ["ground.paddy"], points: square(100, 500), name: "West paddies" },
  { terrain: ["ground.dyke"], points: [[100, 100], [500, 100]], width: 20 },
];

describe("what lies under the pointer", () => {
  it("is the topmost thing", () => {
    expect(groundAt(GROUNDS, [800, 800])?.terrain).toEqual(["ground.open"]);
    expect(groundAt(GROUNDS, [300, 300])?.name).toBe("West paddies");
  });

  it("is a line for those who point close to it, and not beyond its ends", () => {
    expect(groundAt(GROUNDS, [300, 115])?.terrain).toEqual(["ground.dyke"]);
    expect(groundAt(GROUNDS, [300, 130])?.name).toBe("West paddies");
    expect(groundAt(GROUNDS, [530, 100])?.terrain).toEqual(["ground.open"]);
  });

  it("is nothing off the table", () => {
    expect(groundAt(GROUNDS, [1200, 300])).toBeNull();
  });
});
