import { describe, expect, it } from "vitest";

import type { Point } from "../src/lib/geometry";
import type { Offer, Target } from "../src/lib/options";
import { moved, nextStop, pieceNear, stopsOf } from "../src/lib/spots";
import type { PieceView } from "../src/lib/types";

const figure = (id: string, at: Point): PieceView => ({ id, side: "red", place: "", at });
const pieces = [figure("b1", [300, 200]), figure("a1", [100, 100]), figure("a2", [120, 100])];
const unitOf = (id: string): string => id.charAt(0);
const targets = (...ids: string[]): Map<string, Target> =>
  new Map(ids.map((id) => [id, { id, verbs: ["go"], cost: null, stop: false, minor: false }]));
const offer = (more: Partial<Offer>): Offer => ({ pieces: new Map(), places: new Map(), points: new Map(), choices: [], action: null, ...more });

describe("a cursor on open ground", () => {
  it("stops once at each unit that can act, in reading order", () => {
    const stops = stopsOf(pieces, offer({ pieces: targets("a", "b") }), unitOf);
    expect(stops.map((stop) => stop.piece)).toEqual(["a1", "b1"]);
  });

  it("stops at the listed points of a move", () => {
    const stops = stopsOf(pieces, offer({ pieces: targets("a"), points: targets("9:5", "2:5") }), unitOf);
    expect(stops.map((stop) => stop.at)).toEqual([[2, 5], [9, 5]]);
  });

  it("goes round from stop to stop", () => {
    const stops = stopsOf(pieces, offer({ pieces: targets("a", "b") }), unitOf);
    expect(nextStop(stops, null, 1)?.piece).toBe("a1");
    expect(nextStop(stops, null, -1)?.piece).toBe("b1");
    expect(nextStop(stops, [300, 200], 1)?.piece).toBe("a1");
    expect(nextStop([], null, 1)).toBeNull();
  });

  it("moves freely and never leaves the table", () => {
    expect(moved([100, 100], [1, 0], 50, 400, 300)).toEqual([150, 100]);
    expect(moved([390, 5], [1, -1], 50, 400, 300)).toEqual([400, 0]);
  });

  it("finds the figure under it", () => {
    expect(pieceNear(pieces, [115, 101], 30)?.id).toBe("a2");
    expect(pieceNear(pieces, [200, 200], 30)).toBeNull();
  });
});
