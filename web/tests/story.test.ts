import { describe, expect, it } from "vitest";

import { curve, fortune, swing } from "../src/lib/story";

const point = (ply: number, turn: number, chance: number): { ply: number; turn: number; chances: number[] } => ({ ply, turn, chances: [chance, 1 - chance] });

describe("how a game went", () => {
  const points = [point(0, 1, 0.5), point(10, 1, 0.25), point(20, 2, 0.75), point(40, 2, 1)];

  it("is a line from the first action to the last, high where the chance is high", () => {
    const drawn = curve({ points }, 0, 400, 100);
    expect(drawn.line).toBe("M0.0 50.0L100.0 75.0L200.0 25.0L400.0 0.0");
    expect(drawn.turns).toEqual([200]);
    expect(drawn.at(15)).toEqual([150, 75]);
  });

  it("is told through the eyes of either side", () => {
    expect(curve({ points }, 1, 400, 100).at(10)).toEqual([100, 25]);
    expect(swing({ ply: 3, turn: 1, before: [0.5, 0.5], after: [0.256, 0.744] }, 1)).toEqual({ before: 50, after: 74 });
  });
});

describe("the luck of a game", () => {
  const luck = { throws: 29, gained: -0.034 };

  it("is what the dice gave one side and took from the other", () => {
    expect(fortune({ luck }, 0)).toEqual({ throws: 29, points: 3, fell: "bad" });
    expect(fortune({ luck }, 1)).toEqual({ throws: 29, points: 3, fell: "good" });
    expect(fortune({ luck: { throws: 4, gained: 0.001 } }, 1)?.fell).toBe("even");
  });

  it("is not told of a game without throws, or with too many", () => {
    expect(fortune({ luck: { throws: 0, gained: 0 } }, 0)).toBeNull();
    expect(fortune({ luck: null }, 0)).toBeNull();
  });
});
