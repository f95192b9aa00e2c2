import { describe, expect, it } from "vitest";

import { border, HitTester, inside, outlines, polygons, shift, step } from "../src/lib/geometry";
import type { Board, PlaceEntry } from "../src/lib/types";

const HEX = "M10 0L5 8.66L-5 8.66L-10 0L-5 -8.66L5 -8.66Z";
const hexes: PlaceEntry[] = [
  { id: "a", x: 20, y: 20, neighbours: ["b", "c"] },
  { id: "b", x: 35, y: 28.66, neighbours: ["a", "c", "d"] },
  { id: "c", x: 20, y: 37.32, neighbours: ["a", "b"] },
  { id: "d", x: 50, y: 20, neighbours: ["b"] },
];
const board = { width: 100, height: 100, outline: HEX, places: hexes } as unknown as Board;
const byId = new Map(hexes.map((place) => [place.id, place]));

describe("polygons", () => {
  it("reads lines, relative ones and implicit ones too", () => {
    expect(polygons("M0 0L4 0L4 4Z")).toEqual([[[0, 0], [4, 0], [4, 4], [0, 0]]]);
    expect(polygons("m1 1h2v2h-2z")).toEqual([[[1, 1], [3, 1], [3, 3], [1, 3], [1, 1]]]);
    expect(polygons("M0,0 4,0 4,4z")[0]).toHaveLength(4);
  });

  it("cuts curves into lines that keep to them", () => {
    const [ring = []] = polygons("M-5 0A5 5 0 0 1 5 0A5 5 0 0 1 -5 0Z");
    for (const [x, y] of ring) expect(Math.hypot(x, y)).toBeCloseTo(5, 6);
    expect(ring.length).toBeGreaterThan(12);
    expect(polygons("M0 0Q5 10 10 0Z")[0]?.some(([, y]) => Math.abs(y - 5) < 0.01)).toBe(true);
  });
});

describe("inside", () => {
  it("leaves holes out", () => {
    const rings = polygons("M0 0H10V10H0ZM3 3H7V7H3Z");
    expect(inside(rings, 1, 1)).toBe(true);
    expect(inside(rings, 5, 5)).toBe(false);
  });
});

describe("HitTester", () => {
  const hits = new HitTester(board);
  it("finds the place under a point and nothing off the map", () => {
    expect(hits.at(20, 20)).toBe("a");
    expect(hits.at(29.5, 20)).toBe("a");
    expect(hits.at(35, 28)).toBe("b");
    expect(hits.at(90, 90)).toBeNull();
  });

  it("prefers the smaller of two places that overlap", () => {
    const nested = {
      width: 100,
      height: 100,
      outline: "",
      places: [
        { id: "area", x: 50, y: 50, outline: "M0 0H100V100H0Z" },
        { id: "box", x: 10, y: 10, outline: "M5 5H15V15H5Z" },
      ],
    } as unknown as Board;
    const tester = new HitTester(nested);
    expect(tester.at(10, 10)).toBe("box");
    expect(tester.at(60, 60)).toBe("area");
  });
});

describe("outlines", () => {
  it("moves the shared outline to each place", () => {
    expect(shift("M0 0L1 0L1 1Z", 10, 5)).toBe("M10 5L11 5L11 6L10 5Z");
    expect(outlines(board, ["a", "nowhere"], byId).match(/M/g)).toHaveLength(1);
  });
});

describe("step", () => {
  it("follows the arrow keys and zigzags around the line where the run began", () => {
    expect(step(byId, "a", [0, 1], [20, 20])).toBe("c");
    expect(step(byId, "a", [1, 0], [20, 20])).toBe("b");
    expect(step(byId, "b", [1, 0], [20, 20])).toBe("d");
    expect(step(byId, "a", [-1, 0], [20, 20])).toBeNull();
  });
});

describe("border", () => {
  it("draws no line between neighbours, however their corners would be rounded", () => {
    for (let high = 0; high < 1; high += 0.05) {
      for (const apart of [-0.02, 0.02]) {
        const pair: PlaceEntry[] = [
          { id: "above", x: 40.3, y: 40 + high, neighbours: ["below"] },
          { id: "below", x: 40.3 + apart, y: 57.32 + high + apart, neighbours: ["above"] },
        ];
        const drawn = border({ ...board, places: pair }, ["above", "below"], new Map(pair.map((place) => [place.id, place])));
        expect(drawn.match(/M/g)).toHaveLength(10);
      }
    }
  });
});
