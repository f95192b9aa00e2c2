import { describe, expect, it } from "vitest";

import type { Point } from "../src/lib/geometry";
import { between, beyond, densest, facing, fitted, framed, opening, shows, type Look } from "../src/lib/viewport";
import type { Board } from "../src/lib/types";

const board = { width: 3000, height: 2000, piece: 72, ground: "hex" } as unknown as Board;
const port = { width: 1000, height: 600 };
const nothing = { right: 0, bottom: 0 };

describe("the window on the map", () => {
  it("shows the whole map when asked", () => {
    const { k, x, y } = fitted(board, port);
    expect([x, y]).toEqual([1500, 1000]);
    expect(board.width * k).toBeLessThanOrEqual(port.width);
    expect(board.height * k).toBeLessThanOrEqual(port.height);
  });

  it("opens with counters that can be read, on the middle of what is to be decided", () => {
    const look = opening(board, port, [[1400, 900], [1600, 1100]]);
    expect(look.k * board.piece).toBeCloseTo(44);
    expect([look.x, look.y]).toEqual([1500, 1000]);
    expect(opening(board, { width: 390, height: 600 }, []).k * board.piece).toBeCloseTo(36);
  });

  it("opens where most of it lies when it cannot show everything, and never beyond the edge", () => {
    const look = opening(board, port, [[2900, 1900], [60, 40], [80, 60], [100, 50]]);
    expect(shows(look, port, nothing, [80, 60])).toBe(true);
    expect(look.x - port.width / look.k / 2).toBeGreaterThanOrEqual(-1e-9);
    expect(look.y - port.height / look.k / 2).toBeGreaterThanOrEqual(-1e-9);
    expect(densest([[0, 0], [10, 0], [500, 500]], 100, 100)).toEqual([5, 0]);
  });
});

describe("what is looked at first", () => {
  const far: Point = [2000, 200];
  const front: Point = [300, 300];

  it("is what faces the enemy, of much that could be chosen all over the map", () => {
    expect(facing([far, front], [[400, 500]], { piece: 72 })).toEqual([front]);
  });

  it("is all of it where no enemy is near", () => {
    expect(facing([far, front], [[1200, 1500]], { piece: 72 })).toEqual([far, front]);
  });
});

describe("what is asked about", () => {
  const look: Look = { k: 0.6, x: 1500, y: 1000 };

  it("leaves the camera alone when it is in sight", () => {
    expect(framed(look, board, port, nothing, [[1400, 900], [1700, 1200]])).toBe(look);
  });

  it("comes into sight by the shortest way, with some room around it", () => {
    const point: Point = [2600, 1000];
    const moved = framed(look, board, port, nothing, [point]);
    expect([moved.k, moved.y]).toEqual([look.k, look.y]);
    expect(shows(moved, port, nothing, point, 79)).toBe(true);
    expect(shows(moved, port, nothing, point, 82)).toBe(false);
  });

  it("comes into sight as a whole, not with half a counter", () => {
    const cut: Point = [look.x, look.y + (port.height / 2 - 10) / look.k];
    expect(shows(look, port, nothing, cut)).toBe(true);
    expect(shows(framed(look, board, port, nothing, [cut]), port, nothing, cut, 79)).toBe(true);
  });

  it("comes into sight beside a panel, not under it", () => {
    const panel = { right: 340, bottom: 0 };
    const point: Point = [1900, 1000];
    expect(shows(look, port, panel, point)).toBe(false);
    expect(shows(framed(look, board, port, panel, [point]), port, panel, point, 79)).toBe(true);
  });

  it("is looked at from further away, but only as long as counters can be read", () => {
    const near = framed(look, board, port, nothing, [[700, 1000], [2400, 1000]]);
    expect(near.k).toBeLessThan(look.k);
    expect(shows(near, port, nothing, [700, 1000]) && shows(near, port, nothing, [2400, 1000])).toBe(true);
    const far = framed(look, board, port, nothing, [[0, 0], [3000, 2000]]);
    expect(far.k * board.piece).toBeCloseTo(30);
  });

  it("is counted at the edge that it lies beyond", () => {
    const found = beyond(look, port, nothing, [[1500, 1000], [2900, 1000], [2500, 900], [1500, 100]]);
    expect(found.map(({ edge, count }) => [edge, count])).toEqual([["right", 2], ["top", 1]]);
    expect(found[0]?.goal).toEqual([2500, 900]);
  });

  it("is reached smoothly", () => {
    const to: Look = { k: 1.2, x: 0, y: 0 };
    expect(between(look, to, 0)).toEqual(look);
    expect(between(look, to, 1).x).toBeCloseTo(0);
    expect(between(look, to, 0.5).x).toBeCloseTo(750);
  });
});
