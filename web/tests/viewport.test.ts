import { describe, expect, it } from "vitest";

import type { Point } from "../src/lib/geometry";
import { beside, clear, fitted, opening } from "../src/lib/viewport";
import type { Board } from "../src/lib/types";

const board = { width: 3000, height: 2000, piece: 72 } as unknown as Board;
const port = { width: 1000, height: 600 };

describe("the window on the map", () => {
  it("shows the whole map when asked", () => {
    const { k, x, y } = fitted(board, port);
    expect([x, y]).toEqual([1500, 1000]);
    expect(board.width * k).toBeLessThanOrEqual(port.width);
    expect(board.height * k).toBeLessThanOrEqual(port.height);
  });

  it("begins with all pieces when they can be read like that", () => {
    const pieces: Point[] = [[1000, 900], [1400, 1100]];
    const look = opening(board, port, pieces, pieces);
    expect([look.x, look.y]).toEqual([1200, 1000]);
    expect(look.k).toBeGreaterThan(1);
  });

  it("begins with the middle of one's own when not all can, and never looks beyond the edge", () => {
    const all: Point[] = [[50, 50], [2950, 1950]];
    const look = opening(board, port, all, [[50, 50]]);
    expect(look.k * board.piece).toBeGreaterThanOrEqual(27);
    expect(look.x - port.width / look.k / 2).toBeGreaterThanOrEqual(-1e-9);
    expect(look.y - port.height / look.k / 2).toBeGreaterThanOrEqual(-1e-9);
  });

  it("keeps the map out from under the buttons at the right", () => {
    const { k, x } = beside(fitted(board, clear(port)), port);
    const right = (board.width - x) * k + port.width / 2;
    expect(right).toBeLessThanOrEqual(clear(port).width);
    expect(clear({ width: 400, height: 600 }).width).toBe(400);
  });

  it("shows everything where there is no piece", () => {
    expect(opening(board, port, [], [])).toEqual(fitted(board, port));
  });
});
